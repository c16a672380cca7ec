/* SPDX-License-Identifier: MIT */
/* Words before "://" that are no registered scheme. */
#ifndef URIEL_FIND_WORD_H
#define URIEL_FIND_WORD_H

#include "find/find.h"

/* Whether [begin, colon) looks like a scheme: two characters at least, the last a letter or digit. */
bool uriel_find_is_word(const char *begin, const char *colon);

/* Whether a word begins at `begin`, rather than the rest of a name or of a variable. */
bool uriel_find_word_begins(const char *low, const char *begin);

/* Whether an authority that begins with a name, an IP address or user information is at `at`. */
bool uriel_find_named_host(find_text *t, const char *at);

/* Whether an authority may begin with the byte in text: with nothing that trimming takes off. */
bool uriel_find_host_begins(int byte);

/* Whether ":password@" and a host are at `at`, as in "redis://:password@host". */
bool uriel_find_has_password(find_text *t, const char *at);

/* Past the words and colons of "postgresql://" at `rest`, at the "//"; NULL if they do not end so. */
const char *uriel_find_carried(find_text *t, const char *rest);

/* The length of the "//" at `at`, which JSON writes "\/\/"; 0 where there is none. */
size_t uriel_find_slashes(find_text *t, const char *at);

#endif
