/* SPDX-License-Identifier: MIT */
/* The attributes that the comparison lists, as in lines.mjs. */
#ifndef URIEL_TEST_BROWSER_NAMES_H
#define URIEL_TEST_BROWSER_NAMES_H

#include <stdbool.h>

/* Accepts any case. */
bool name_matters(const char *attribute);

#endif
