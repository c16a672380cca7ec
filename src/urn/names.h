/* SPDX-License-Identifier: MIT */
/* The rules of each namespace whose names are known, and what their files share. */
#ifndef URIEL_URN_NAMES_H
#define URIEL_URN_NAMES_H

#include "urn/namespace.h"

extern const urn_rules uriel_names_example;

#endif
