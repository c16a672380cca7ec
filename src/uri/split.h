/* SPDX-License-Identifier: MIT */
/* Splits any text into components, valid or not (RFC 3986, Appendix B). */
#ifndef URIEL_URI_SPLIT_H
#define URIEL_URI_SPLIT_H

#include "uriel.h"

/* Fills all of `ref` except the flags. Splits the authority into user information before the first
 * "@", a host, which ends at "]" if it begins with "[", and a port after the next ":". */
void uriel_split(uriel_ref *ref, const char *text, uint32_t len);

/* Splits only an authority; user information and port may be undefined. */
void uriel_split_authority(uriel_text authority, uriel_parts *parts);

/* Splits a host and a port, which may be undefined. */
void uriel_split_host(uriel_text text, uriel_parts *parts);

#endif
