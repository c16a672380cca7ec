/* SPDX-License-Identifier: MIT */
/* Patterns of text: "*", "?" and "\". */
#include "text/text.h"
#include "uriel_query.h"

static inline char glob_fold(char byte, unsigned options)
{
  return options & URIEL_QUERY_FOLD ? byte_lower(byte) : byte;
}

/* Returns the byte at *at, decoded according to the options, and moves *at past it. */
static inline char glob_byte(const char **at, const char *end, unsigned options)
{
  const char *const here = *at;
  const bool encoded = (options & URIEL_GLOB_DECODED) && triplet_at(here, end);
  *at = here + (encoded ? 3 : 1);
  if (encoded)
    return glob_fold((char)triplet_value(here), options);
  return *here == '+' && (options & URIEL_QUERY_PLUS) ? ' ' : glob_fold(*here, options);
}

/* Returns the end of the character whose first byte ends at `at`. */
static const char *glob_character(const char *at, const char *end, unsigned options)
{
  for (const char *next = at; next < end; at = next)
    if (((unsigned char)glob_byte(&next, end, options) & 0xC0) != 0x80)
      break;
  return at;
}

bool uriel_glob_matches(const char *text, size_t len, const char *pattern, size_t pattern_len,
                        unsigned options)
{
  const char *at = len ? text : "";
  const char *const end = at + len;
  /* A "*" takes as little as possible. On a mismatch the last one takes a byte more: only the last one
   * has to be tried again. */
  const char *tried = at;
  size_t after_star = SIZE_MAX;
  for (size_t i = 0;;) {
    const char next = i < pattern_len ? pattern[i] : '\0';
    if (next == '*') {
      after_star = ++i;
      tried = at;
      continue;
    }
    if (at == end)
      return i == pattern_len;
    const bool escaped =
        next == '\\' && i + 1 < pattern_len && bytes_have("*?\\", (unsigned char)pattern[i + 1]);
    const char byte = glob_byte(&at, end, options);
    if (next == '?') {
      at = glob_character(at, end, options);
      i++;
    } else if (i < pattern_len && glob_fold(pattern[i + escaped], options) == byte) {
      i += 1 + escaped;
    } else if (after_star == SIZE_MAX) {
      return false;
    } else {
      (void)glob_byte(&tried, end, options);
      at = tried;
      i = after_star;
    }
  }
}
