/* SPDX-License-Identifier: MIT */
/* Splits any text into components, valid or not (RFC 3986, Appendix B). */
#ifndef URIEL_URI_SPLIT_H
#define URIEL_URI_SPLIT_H

#include "uriel.h"

/* Fills all of `ref` but the flags. The authority is split into user information at its first "@", a
 * host, which ends at "]" where it begins with "[", and a port after the first ":" from there. */
void uriel_split(uriel_ref *ref, const char *text, uint32_t len);

/* Splits an authority alone; user information and port may come out undefined. */
void uriel_split_authority(uriel_text authority, uriel_parts *parts);

/* Splits a host and a port, which may come out undefined. */
void uriel_split_host(uriel_text text, uriel_parts *parts);

#endif
