/* SPDX-License-Identifier: MIT */
/* What resolution and its inverse share. */
#ifndef URIEL_URI_MERGE_H
#define URIEL_URI_MERGE_H

#include "uriel.h"

/* What the base's path gives to a path that is merged with it (RFC 3986, 5.2.3): up to its last "/". */
uriel_text uriel_merge_head(const uriel_ref *base);

#endif
