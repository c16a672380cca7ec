/* SPDX-License-Identifier: MIT */
/* Hosts as they are looked up. */
#ifndef URIEL_SCHEME_LOOKUP_H
#define URIEL_SCHEME_LOOKUP_H

#include "uriel.h"

/* Reads a host: with `mapped`, decoded (RFC 3986, 7.3) and mapped as UTS #46 does, as far as the result
 * is US-ASCII; otherwise byte for byte. */
typedef struct lookup {
  const char *at, *end;
  bool mapped;
} lookup;
lookup uriel_lookup_of(uriel_text host, bool mapped);

/* The next character before `end`; LOOKUP_BYTE is added to a byte that is not UTF-8. */
enum { LOOKUP_BYTE = 0x200000 };
uint32_t uriel_lookup_next(lookup *host);

/* Returns the first place in a host's text that is read as a character no host name contains (a
 * delimiter, a blank, a control character), or the end. */
const char *uriel_lookup_wrong(uriel_text host);

/* Reads the address that inet_aton sees in a host: up to four numbers; the last one fills the rest. */
bool uriel_lookup_rare(uint8_t bytes[4], lookup host);

#endif
