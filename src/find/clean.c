/* SPDX-License-Identifier: MIT */
/* A reference as it was before its surroundings: without line breaks, marks of quoted mail, escapes. */
#include "find/find.h"
#include "text/writer.h"

/* Past the white space at `at` and, behind a line break, what quoted mail has at a line's start. */
static const char *find_past_blanks(const char *at, const char *end, bool *line_break)
{
  while (at < end && (find_blank(*at) || (*at == '>' && *line_break))) {
    *line_break = *line_break || *at == '\n' || *at == '\r';
    at++;
  }
  return at;
}

/* Past the escape at `at`, whose character is `byte`. */
static const char *find_unescape(const char *at, const char *end, char *byte)
{
  if (end - at >= 6 && at[1] == 'u') {
    *byte = (char)(hex_value(at[4]) << 4 | hex_value(at[5]));
    return at + 6;
  }
  if (end - at < 2)
    return at + 1;
  *byte = at[1];
  return at + 2;
}

static void find_write(writer *w, char byte, unsigned options)
{
  if ((unsigned char)byte >= 0x80 && (options & URIEL_CLEAN_TO_URI))
    write_triplet(w, (unsigned char)byte);
  else
    write_byte(w, byte);
}

size_t uriel_hit_clean(const char *text, const uriel_hit *hit, unsigned options, char *out,
                       size_t capacity)
{
  const char *at = text + hit->begin;
  const char *const end = text + hit->end;
  writer w = writer_to(out, capacity);
  while (at < end) {
    char byte = *at;
    bool line_break = false;
    if (byte == '\\')
      at = find_unescape(at, end, &byte);
    else if (find_blank(byte))
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
