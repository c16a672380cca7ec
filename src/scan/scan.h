/* SPDX-License-Identifier: MIT */
/* The fast path of uriel_parse: decides what is common and plain, and leaves the rest to the grammar. */
#ifndef URIEL_SCAN_SCAN_H
#define URIEL_SCAN_SCAN_H

#include "uriel.h"

/* Whether `text` was found to be a URI-reference, with `ref` filled as the grammar would. False means
 * nothing but that the grammar has to decide. */
typedef bool uriel_scan_kernel(uriel_ref *ref, const char *text, uint32_t len);

/* In plain C, which every kernel may fall back on. */
uriel_scan_kernel uriel_scan_plain;

/* The best that this machine has, and what uriel_cpu_force has set. */
uriel_scan_kernel uriel_scan;

#endif
