/* SPDX-License-Identifier: MIT */
/* One byte's places in 64 bytes, with the vectors that every processor of the architecture has,
 * otherwise with words: inlined, for readers of short texts. */
#ifndef URIEL_SCAN_WIDE_H
#define URIEL_SCAN_WIDE_H

#include "scan/neon.h"
#include "scan/simd128.h"
#include "scan/sse2.h"
#include "text/bytes.h"

enum { WIDE = 64 };

/* A bit for each byte at `at` that is `byte`, the first one lowest. */
static inline uint64_t wide_are(const char *at, char byte)
{
#ifdef URIEL_SCAN_QUARTERS
  return quarter_join(quarter_are(quarter_load(at), byte), quarter_are(quarter_load(at + 16), byte),
                      quarter_are(quarter_load(at + 32), byte), quarter_are(quarter_load(at + 48), byte),
                      WIDE / 2);
#else
  const uint64_t low = WORD_OF(0x7F);
  uint64_t mask = 0;
  for (unsigned i = 0; i < WIDE; i += 8) {
    /* The highest bit of each byte remains if the byte is equal; the product collects these bits. */
    const uint64_t apart = word_read(at + i) ^ WORD_OF((unsigned char)byte);
    mask |= ((~(((apart & low) + low) | apart | low) >> 7) * 0x0102040810204080u >> 56) << i;
  }
  return mask;
#endif
}

#endif
