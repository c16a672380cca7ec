/* SPDX-License-Identifier: MIT */
/* Words before "://" that are no registered scheme, and hosts disabled by hand: "foo[.]example". */
#ifndef URIEL_FIND_WORD_H
#define URIEL_FIND_WORD_H

#include "find/span.h"

/* Whether [begin, colon) looks like a scheme: two characters at least, the last a letter or digit. */
bool uriel_find_is_word(const char *begin, const char *colon);

/* Whether a word begins at `begin`, rather than the rest of a name or of a variable. */
bool uriel_find_word_begins(const char *low, const char *begin);

/* Whether an authority that begins with a name, an IP address or user information is at `at`. */
bool uriel_find_named_host(find_text *t, const char *at);

/* Whether an authority may begin with the byte in text: with nothing that trimming takes off. */
static inline bool find_host_begins(int byte)
{
  return byte >= 0x80 || byte == '[' || byte == '%' || byte == '$' || byte == '+' || byte == '=' ||
         byte == '*' || (byte != '.' && find_is(byte, BYTE_UNRESERVED));
}

/* Whether ":password@" and a host are at `at`, as in "redis://:password@host". */
bool uriel_find_has_password(find_text *t, const char *at);

/* Past the schemes at `rest`, "mysql:" of "jdbc:mysql://h", if "//" follows them; otherwise `rest`. */
const char *uriel_find_carried(find_text *t, const char *rest);

/* Past the "/" at `at`, or the "\/". */
static inline const char *find_past_slash(find_text *t, const char *at)
{
  const int byte = find_peek(t, at);
  if (byte == '/')
    return at + 1;
  return byte == '\\' && find_peek(t, at + 1) == '/' ? at + 2 : NULL;
}

/* The length of the "//" at `at`, which JSON writes "\/\/"; 0 where there is none. */
static inline size_t find_slashes(find_text *t, const char *at)
{
  const char *const first = find_past_slash(t, at);
  const char *const second = first ? find_past_slash(t, first) : NULL;
  return second ? (size_t)(second - at) : 0;
}

/* The length of "[.]", "(dot)", "[@]" or the like at `at`; 0 if there is none. */
size_t uriel_find_defanged(find_text *t, const char *at);

/* Whether one ends before `at`. */
bool uriel_find_defanged_before(const char *low, const char *at);

/* Whether the authority that begins at `at` has one, or a "\." of a regular expression: a reference that
 * ends there would name another host. */
bool uriel_find_authority_defanged(find_text *t, const char *at, const find_opening *opening);

#endif
