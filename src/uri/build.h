/* SPDX-License-Identifier: MIT */
/* Recomposition (RFC 3986, 5.3). */
#ifndef URIEL_URI_BUILD_H
#define URIEL_URI_BUILD_H

#include "text/writer.h"

/* Writes the parts without checking them. */
void uriel_build_write(writer *w, const uriel_parts *parts);

#endif
