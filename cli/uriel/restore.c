/* SPDX-License-Identifier: MIT */
/* Puts the bytes of a reference that was read encoded back after a change. */
#include "restore.h"

#include <string.h>

#include "uriel.h"

static bool restore_is_triplet(const char *at, const char *end)
{
  static const char digits[] = "0123456789abcdefABCDEF";
  return end - at >= 3 && memchr(digits, at[1], sizeof digits - 1) &&
         memchr(digits, at[2], sizeof digits - 1);
}

/* Finds the place of each byte of the encoded text, and of its end. Both texts are the same, except that
 * a byte can be "%XX", and that IDNA can change the host. */
static void restore_map(struct restore *restore, uriel_text given, const uriel_ref *encoded)
{
  const size_t length = encoded->length;
  const char *const end = given.ptr + given.len;
  const char *at = given.ptr;
  buffer_reserve(&restore->places, (length + 1) * sizeof(uint32_t));
  uint32_t *const places = (uint32_t *)(void *)restore->places.ptr;
  for (size_t i = 0; i < length;) {
    places[i] = (uint32_t)(at - given.ptr);
    if (encoded->host_begin > 0 && i == encoded->host_begin && at < end && *at != '[') {
      for (; i < encoded->host_end; i++)
        places[i] = (uint32_t)(at - given.ptr);
      while (at < end && !memchr(":/?#", *at, 4))
        at++;
      if (i == length)
        break;
      places[i] = (uint32_t)(at - given.ptr);
    }
    const bool same = at < end && encoded->text[i] == *at && (*at != '%' || restore_is_triplet(at, end));
    for (size_t last = i + (same ? 1 : 3); i < last && i < length; i++)
      places[i] = (uint32_t)(at - given.ptr);
    at++;
  }
  places[length] = (uint32_t)given.len;
}

/* A part of a text: from `begin` to `end`. */
struct restore_part {
  uint32_t begin, end;
};

/* Returns the next piece of a part up to a separator, and moves its begin after that. */
static struct restore_part restore_next(struct restore_part *part, const char *text,
                                        const char *separators)
{
  struct restore_part piece = {part->begin, part->begin};
  while (piece.end < part->end && !strchr(separators, text[piece.end]))
    piece.end++;
  part->begin = piece.end + 1;
  return piece;
}

/* Appends a part of the changed text: pieces that `from`, the same part of the encoded one, has too, in
 * their given bytes. */
static void restore_part(struct restore *restore, uriel_text given, const uriel_ref *encoded,
                         struct restore_part from, const char *changed, struct restore_part part,
                         const char *separators)
{
  const uint32_t *const places = (const uint32_t *)(const void *)restore->places.ptr;
  struct restore_part left = from;
  texts_clear(&restore->pieces);
  restore->from.len = 0;
  while (left.begin <= from.end) {
    const struct restore_part piece = restore_next(&left, encoded->text, separators);
    if (texts_add(&restore->pieces, (uriel_text){encoded->text + piece.begin, piece.end - piece.begin}))
      buffer_append(&restore->from, (const char *)&piece.begin, sizeof piece.begin);
  }
  for (left = part; left.begin <= part.end;) {
    const struct restore_part piece = restore_next(&left, changed, separators);
    const uriel_text text = {changed + piece.begin, piece.end - piece.begin};
    uint32_t number;
    if (texts_find(&restore->pieces, text, texts_hash(&restore->pieces, text), &number)) {
      const uint32_t at = ((const uint32_t *)(const void *)restore->from.ptr)[number];
      buffer_append(&restore->out, given.ptr + places[at], places[at + text.len] - places[at]);
    } else {
      buffer_append(&restore->out, text.ptr, text.len);
    }
    buffer_append(&restore->out, changed + piece.end, left.begin <= part.end);
  }
}

uriel_text restore_bytes(struct restore *restore, uriel_text given, const uriel_ref *encoded,
                         uriel_text changed)
{
  uriel_ref ref;
  if (!uriel_parse(&ref, changed.ptr, changed.len, NULL))
    return changed;
  static const struct {
    uriel_text (*part)(const uriel_ref *ref);
    const char *separators;
  } parts[] = {{uriel_userinfo, ""},
               {uriel_host, ""},
               {uriel_path, "/"},
               {uriel_query, "&;"},
               {uriel_fragment, ""}};
  const char *at = changed.ptr;
  restore_map(restore, given, encoded);
  restore->out.len = 0;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    const uriel_text old = parts[i].part(encoded), text = parts[i].part(&ref);
    if (!old.ptr || !text.ptr)
      continue;
    const uint32_t from = (uint32_t)(old.ptr - encoded->text), to = (uint32_t)(text.ptr - changed.ptr);
    buffer_append(&restore->out, at, (size_t)(text.ptr - at));
    restore_part(restore, given, encoded, (struct restore_part){from, from + (uint32_t)old.len},
                 changed.ptr, (struct restore_part){to, to + (uint32_t)text.len}, parts[i].separators);
    at = text.ptr + text.len;
  }
  buffer_append(&restore->out, at, (size_t)(changed.ptr + changed.len - at));
  return buffer_text(&restore->out);
}

void restore_free(struct restore *restore)
{
  buffer_free(&restore->places);
  buffer_free(&restore->from);
  buffer_free(&restore->out);
  texts_free(&restore->pieces);
}
