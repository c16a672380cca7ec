/* SPDX-License-Identifier: MIT */
/* A reference as it was before its surroundings: without line breaks, marks of quoted mail, escapes. */
#include "find/escape.h"
#include "text/utf8.h"
#include "text/writer.h"
#include "uriel_find.h"

/* Past the white space at `at` and, behind a line break, what quoted mail has at a line's start. */
static const char *find_past_blanks(const char *at, const char *end, bool *line_break)
{
  while (at < end && (find_blank(*at) || (*at == '>' && *line_break))) {
    *line_break = *line_break || *at == '\n' || *at == '\r';
    at++;
  }
  return at;
}

static void find_write(writer *w, char byte, unsigned options)
{
  if ((unsigned char)byte >= 0x80 && (options & URIEL_CLEAN_TO_URI))
    write_triplet(w, (unsigned char)byte);
  else
    write_byte(w, byte);
}

static void find_write_character(writer *w, uint32_t character, unsigned options)
{
  char bytes[4];
  const size_t n = uriel_utf8_encode(character, bytes);
  for (size_t i = 0; i < n; i++)
    find_write(w, bytes[i], options);
}

/* Writes what the escape at `at` stands for, and returns what is past it. */
static const char *find_unescape(writer *w, const char *at, const char *end, const uriel_hit *hit,
                                 unsigned options)
{
  find_text rest = {NULL, at, end, true, false};
  uint32_t character = 0;
  const size_t n = uriel_find_unicode(&rest, at, &character);
  if (n > 0) {
    find_write_character(w, character, options);
    return at + n;
  }
  if (end - at < 2) {
    write_byte(w, '\\');
    return at + 1;
  }
  if (hit->delimiter == URIEL_DELIMITED_BRACKET || !find_is_nothing(at[1]))
    find_write(w, at[1], options);
  return at + 2;
}

size_t uriel_hit_clean(const char *text, const uriel_hit *hit, unsigned options, char *out,
                       size_t capacity)
{
  const char *at = text + hit->begin;
  const char *const end = text + hit->end;
  writer w = writer_to(out, capacity);
  while (at < end) {
    const char byte = *at;
    bool line_break = false;
    if (byte == '\\') {
      at = find_unescape(&w, at, end, hit, options);
      continue;
    }
    if (find_blank(byte))
      at = find_past_blanks(at, end, &line_break);
    else
      at++;
    if (find_blank(byte))
      continue;
    if (byte == '-' && (options & URIEL_CLEAN_NO_HYPHEN) && at < end && find_blank(*at)) {
      find_past_blanks(at, end, &line_break);
      if (line_break)
        continue;
    }
    find_write(&w, byte, options);
  }
  return w.len;
}
