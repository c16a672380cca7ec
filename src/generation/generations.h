/* SPDX-License-Identifier: MIT */
/* The historic generations, each in its own file. */
#ifndef URIEL_GENERATION_GENERATIONS_H
#define URIEL_GENERATION_GENERATIONS_H

#include "uri/generation.h"

extern const generation uriel_url_1993;
extern const generation uriel_url_1994;
extern const generation uriel_url_1997;
extern const generation uriel_uri_2003;

#endif
