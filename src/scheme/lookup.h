/* SPDX-License-Identifier: MIT */
/* A host as it is looked up: decoded (RFC 3986, 7.3), and in the characters that UTS #46 maps it to, as
 * far as those are US-ASCII and easily told. */
#ifndef URIEL_SCHEME_LOOKUP_H
#define URIEL_SCHEME_LOOKUP_H

#include "uriel.h"

/* Begins to read a host; `mapped`: decoded and mapped, else byte for byte. */
typedef struct lookup {
  const char *at, *end;
  bool mapped;
} lookup;
lookup uriel_lookup_of(uriel_text host, bool mapped);

/* The next character, before `end`; a byte that is not UTF-8 has LOOKUP_BYTE added. */
enum { LOOKUP_BYTE = 0x200000 };
uint32_t uriel_lookup_next(lookup *host);

/* The first place in a host's text that stands for a character which no name of a host holds: a
 * delimiter, a blank, a control character. Its end where there is none. */
const char *uriel_lookup_wrong(uriel_text host);

#endif
