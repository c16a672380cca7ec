/* SPDX-License-Identifier: MIT */
/* The places of the bytes that shape markup. */
#ifndef URIEL_SCAN_MARKUP_H
#define URIEL_SCAN_MARKUP_H

#include "scan/kernels.h"

/* A place is a number of 16 bits: so many bytes are read at most. */
enum { MARKS_REACH = 0x10000, MARKS_LEAST = 64 };

/* Writes the places of "<", ">" and the double quote to `marks`, in order, up to `capacity` -
 * MARKS_LEAST and a few more. Returns how many, and the bytes that were read in *read: `len`, or fewer
 * if the marks suffice. */
typedef size_t uriel_markup_kernel(const char *text, size_t len, uint16_t *marks, size_t capacity,
                                   size_t *read);

/* All give the same marks. */
#define SCAN_DECLARE_MARKUP(on, constant, name, has, scan, markup)                                      \
  SCAN_ON_##on(uriel_markup_kernel uriel_markup_##markup;)
SCAN_KERNELS(SCAN_DECLARE_MARKUP)

/* The best one of this machine, or of uriel_cpu_force. */
uriel_markup_kernel uriel_scan_markup;

#endif
