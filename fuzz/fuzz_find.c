/* SPDX-License-Identifier: MIT */
/* uriel_find, uriel_hit_clean: hits are URIs, in order, within the text; a text that comes in two
 * pieces has the hits that it has in one. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

typedef struct found {
  const char *text;
  const uriel_hit *hit;
} found;

static size_t write_clean(const void *context, char *out, size_t capacity)
{
  const found *const in = context;
  return uriel_hit_clean(in->text, in->hit, 0, out, capacity);
}

/* Broken ones are found too, with letters beyond ASCII (doc/rulings.md), but no mark that no URI holds
 * anywhere. */
static void check_characters(uriel_text clean)
{
  static const char marks[] = "-._~:/?#[]@!$&'()*+,;=%";
  const char *const colon = memchr(clean.ptr, ':', clean.len);
  fuzz_must(colon && colon > clean.ptr, "a hit has a scheme");
  fuzz_must(uriel_utf8_span(clean.ptr, clean.len) == clean.len, "letters beyond ASCII are whole");
  for (size_t at = 0; at < clean.len; at++) {
    const char c = clean.ptr[at];
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    const bool beyond = (unsigned char)c >= 0x80;
    fuzz_must(letter || beyond || memchr(marks, c, sizeof marks - 1), "a character of URIs");
  }
}

static void check_hit(uriel_text text, const uriel_hit *hit, size_t from, size_t next)
{
  fuzz_must(from <= hit->begin && hit->begin < hit->end && hit->end <= text.len,
            "a hit within the text");
  fuzz_must(next >= hit->end && next <= text.len, "goes on behind the hit");
  const uriel_text clean = text_written(write_clean, &(found){text.ptr, hit});
  check_characters(clean);
  fuzz_must(clean.len <= hit->end - hit->begin, "cleaning only takes away");
  if (hit->delimiter == URIEL_DELIMITED_BARE)
    fuzz_must(text_equal(clean, text_from(text.ptr + hit->begin, hit->end - hit->begin)),
              "a bare hit is clean");
  text_free(clean);
}

/* The text's first `len` bytes as all that is there yet: the next hit, whose offsets hold for the whole.
 */
static bool next_in_piece(uriel_text text, size_t len, size_t *from, uriel_hit *hit)
{
  const uriel_text piece = text_copy(text_from(text.ptr, len));
  const size_t before = *from;
  const bool has = uriel_find(NULL, piece.ptr, piece.len, len == text.len, from, hit);
  fuzz_must(*from >= before && *from <= len, "goes forward");
  text_free(piece);
  return has;
}

static void check_pieces(uriel_text text, size_t cut)
{
  size_t from = 0;
  size_t in_pieces = 0;
  size_t len = cut;
  uriel_hit hit;
  uriel_hit expected;
  for (;;) {
    if (next_in_piece(text, len, &in_pieces, &hit)) {
      fuzz_must(uriel_find(NULL, text.ptr, text.len, true, &from, &expected),
                "no hit more in two pieces");
      fuzz_must(hit.begin == expected.begin && hit.end == expected.end &&
                    hit.delimiter == expected.delimiter,
                "the same hit in two pieces");
    } else if (len < text.len) {
      len = text.len;
    } else {
      break;
    }
  }
  fuzz_must(!uriel_find(NULL, text.ptr, text.len, true, &from, &expected), "no hit less in two pieces");
}

static void check_hits(uriel_text text)
{
  uriel_hit hit;
  size_t from = 0;
  for (size_t before = 0; uriel_find(NULL, text.ptr, text.len, true, &from, &hit); before = from)
    check_hit(text, &hit, before, from);
  fuzz_must(from == text.len, "ends with the text");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size == 0)
    return 0;
  const uriel_text text = fuzz_text(data + 1, size - 1);
  check_hits(text);
  check_pieces(text, data[0] * text.len / 256);
  text_free(text);
  return 0;
}
