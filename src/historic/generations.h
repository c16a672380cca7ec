/* SPDX-License-Identifier: MIT */
/* The generations beside RFC 3986, each in its own file: the historic ones here, those of names in
 * src/urn. */
#ifndef URIEL_GENERATION_GENERATIONS_H
#define URIEL_GENERATION_GENERATIONS_H

#include "uri/generation.h"

extern const generation uriel_url_1993;
extern const generation uriel_url_1994;
extern const generation uriel_url_1997;
extern const generation uriel_uri_2003;

extern const generation uriel_rfc2141;
extern const generation uriel_urn_2011;
extern const generation uriel_rfc8141;

#endif
