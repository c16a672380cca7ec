/* SPDX-License-Identifier: MIT */
/* Case-insensitive comparison, eight bytes at a time. */
#ifndef URIEL_TEXT_FOLD_H
#define URIEL_TEXT_FOLD_H

#include "text/bytes.h"
#include "text/word.h"

/* The case bit of each byte that is a letter. */
static inline uint64_t fold_letters(uint64_t word)
{
  const uint64_t lower = word | 0x2020202020202020u, low = lower & 0x7F7F7F7F7F7F7F7Fu;
  const uint64_t from_a = low + 0x1F1F1F1F1F1F1F1Fu, after_z = low + 0x0505050505050505u;
  return (from_a & ~after_z & ~lower & 0x8080808080808080u) >> 2;
}

/* 0 if the eight bytes are equal except for case; otherwise each equal byte is 0. */
static inline uint64_t fold_apart(const char *a, const char *b)
{
  const uint64_t word = word_read(a), apart = word ^ word_read(b);
  return apart ? apart & ~fold_letters(word) : 0;
}

/* The last word is moved back to end with the text. */
static inline bool fold_equal(const char *a, const char *b, size_t n)
{
  size_t at = 0;
  if (n < 8) {
    while (at < n && byte_lower(a[at]) == byte_lower(b[at]))
      at++;
    return at == n;
  }
  for (; at < n - 8; at += 8)
    if (fold_apart(a + at, b + at))
      return false;
  return fold_apart(a + n - 8, b + n - 8) == 0;
}

#endif
