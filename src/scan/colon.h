/* SPDX-License-Identifier: MIT */
/* The colons of a text that may end schemes. */
#ifndef URIEL_SCAN_COLON_H
#define URIEL_SCAN_COLON_H

/* The first ":" in [at, end) that has no blank behind it: most in most texts have, as "Date: " and
 * "note: ". The text's last byte counts, whatever follows. `end` where there is none. */
const char *uriel_scan_colon(const char *at, const char *end);

#endif
