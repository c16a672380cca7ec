/* SPDX-License-Identifier: MIT */
/* Unregistered words before "://", and hosts disabled by hand: "foo[.]example". */
#ifndef URIEL_FIND_WORD_H
#define URIEL_FIND_WORD_H

#include "find/span.h"

/* Reports whether [begin, colon) looks like a scheme: at least two characters, the last a letter or
 * digit. */
bool uriel_find_is_word(const char *begin, const char *colon);

/* Reports whether a word begins at `begin`, and not the rest of a name or a variable. */
bool uriel_find_word_begins(const char *low, const char *begin);

/* Reports whether an authority at `at` begins with a name, an IP address or user information. */
bool uriel_find_named_host(find_text *t, const char *at);

/* Reports whether an authority in text can begin with the byte, which trimming does not remove. */
static inline bool find_host_begins(int byte)
{
  return byte >= 0x80 || byte == '[' || byte == '%' || byte == '$' || byte == '+' || byte == '=' ||
         byte == '*' || (byte != '.' && find_is(byte, BYTE_UNRESERVED));
}

/* Reports whether ":password@" and a host are at `at`, as in "redis://:password@host". */
bool uriel_find_has_password(find_text *t, const char *at);

/* Skips the schemes at `rest`, "mysql:" of "jdbc:mysql://h", if "//" follows; otherwise returns
 * `rest`. */
const char *uriel_find_carried(find_text *t, const char *rest);

/* Skips the "/" or "\/" at `at`. Returns NULL without one. */
static inline const char *find_past_slash(find_text *t, const char *at)
{
  const int byte = find_peek(t, at);
  if (byte == '/')
    return at + 1;
  return byte == '\\' && find_peek(t, at + 1) == '/' ? at + 2 : NULL;
}

/* Returns the length of the "//" at `at`, which JSON writes "\/\/", or 0. */
static inline size_t find_slashes(find_text *t, const char *at)
{
  const char *const first = find_past_slash(t, at);
  const char *const second = first ? find_past_slash(t, first) : NULL;
  return second ? (size_t)(second - at) : 0;
}

/* Returns the length of "[.]", "(dot)", "[@]" or similar at `at`, or 0. */
size_t uriel_find_defanged(find_text *t, const char *at);

/* Reports whether one ends before `at`. */
bool uriel_find_defanged_before(const char *low, const char *at);

/* Reports whether the authority at `at` contains one, or a "\." of a regular expression: a reference
 * that ended there would name another host. */
bool uriel_find_authority_defanged(find_text *t, const char *at, const find_opening *opening);

#endif
