/* SPDX-License-Identifier: MIT */
/* Reads eight bytes as a number, the same on every machine. */
#ifndef URIEL_TEXT_WORD_H
#define URIEL_TEXT_WORD_H

#include <stdint.h>

#include "text/mem.h"

/* The same byte eight times. */
#define WORD_OF(byte) ((uint64_t)(byte)*0x0101010101010101u)

/* The first byte is the lowest. */
static inline uint64_t word_read(const char *at)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  uint64_t word;
  memcpy(&word, at, sizeof word);
  return word;
#else
  uint64_t word = 0;
  for (unsigned i = 8; i-- > 0;)
    word = word << 8 | (unsigned char)at[i];
  return word;
#endif
}

/* Writes the lowest byte first. */
static inline void word_write(char *at, uint64_t word)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  memcpy(at, &word, sizeof word);
#else
  for (unsigned i = 0; i < 8; i++, word >>= 8)
    at[i] = (char)(word & 0xFF);
#endif
}

/* The number of the lowest bit of a number other than 0. */
static inline unsigned word_lowest(uint64_t word)
{
#ifdef __GNUC__
  return (unsigned)__builtin_ctzll(word);
#else
  unsigned lowest = 0;
  for (; !(word & 1); word >>= 1)
    lowest++;
  return lowest;
#endif
}

/* The two halves of a 128-bit product, xor-ed. */
static inline uint64_t word_fold(uint64_t a, uint64_t b)
{
#if defined(__SIZEOF_INT128__) && UINTPTR_MAX > UINT32_MAX && !defined(URIEL_NO_INT128)
  __extension__ typedef unsigned __int128 word_wide;
  const word_wide product = (word_wide)a * b;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
#else
  const uint64_t low_a = a & UINT32_MAX, high_a = a >> 32, low_b = b & UINT32_MAX, high_b = b >> 32;
  const uint64_t low = low_a * low_b, one = high_a * low_b;
  const uint64_t other = low_a * high_b + (low >> 32) + (one & UINT32_MAX);
  const uint64_t high = high_a * high_b + (one >> 32) + (other >> 32);
  return (other << 32 | (low & UINT32_MAX)) ^ high;
#endif
}

#endif
