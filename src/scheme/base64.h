/* SPDX-License-Identifier: MIT */
/* base64, in the alphabet of RFC 4648, 4, with its padding and nothing between. */
#ifndef URIEL_SCHEME_BASE64_H
#define URIEL_SCHEME_BASE64_H

#include "text/percent.h"

/* Decodes `written`, in which characters may be percent-encoded: "%3D" pads too. Writes no more than
 * there are bytes in `written`. Gives the first place that is wrong, or the end; NULL where all is well.
 */
const char *uriel_base64_read(writer *w, uriel_text written);

void uriel_base64_write(writer *w, uriel_text bytes);

#endif
