/* SPDX-License-Identifier: MIT */
/* Punycode (RFC 3492). */
#include "idna/punycode.h"

enum {
  PUNY_BASE = 36,
  PUNY_LEAST = 1,
  PUNY_MOST = 26,
  PUNY_SKEW = 38,
  PUNY_DAMP = 700,
  PUNY_BIAS = 72,
  PUNY_FIRST = 0x80,
  PUNY_CODES = 0x110000
};

/* 6.1 */
static uint32_t puny_adapt(uint32_t delta, uint32_t points, bool first)
{
  uint32_t k = 0;
  delta /= first ? PUNY_DAMP : 2;
  delta += delta / points;
  for (; delta > (PUNY_BASE - PUNY_LEAST) * PUNY_MOST / 2; k += PUNY_BASE)
    delta /= PUNY_BASE - PUNY_LEAST;
  return k + (PUNY_BASE - PUNY_LEAST + 1) * delta / (delta + PUNY_SKEW);
}

static uint32_t puny_threshold(uint32_t k, uint32_t bias)
{
  return k <= bias + PUNY_LEAST ? PUNY_LEAST : k >= bias + PUNY_MOST ? PUNY_MOST : k - bias;
}

static char puny_digit(uint32_t value)
{
  return "abcdefghijklmnopqrstuvwxyz0123456789"[value];
}

static void puny_write(writer *w, uint32_t delta, uint32_t bias)
{
  for (uint32_t k = PUNY_BASE;; k += PUNY_BASE) {
    const uint32_t threshold = puny_threshold(k, bias);
    if (delta < threshold)
      break;
    write_byte(w, puny_digit(threshold + (delta - threshold) % (PUNY_BASE - threshold)));
    delta = (delta - threshold) / (PUNY_BASE - threshold);
  }
  write_byte(w, puny_digit(delta));
}

/* The deltas fit: there are at most 1024 code points, each less than 2^21. */
void uriel_punycode_encode(writer *w, const uint32_t *codes, size_t count)
{
  uint32_t delta = 0, bias = PUNY_BIAS, done = 0, at = PUNY_FIRST;
  for (size_t i = 0; i < count; i++)
    if (codes[i] < PUNY_FIRST) {
      write_byte(w, (char)codes[i]);
      done++;
    }
  const uint32_t basic = done;
  if (basic > 0)
    write_byte(w, '-');
  while (done < count) {
    uint32_t next = PUNY_CODES; /* the least that is not written */
    for (size_t i = 0; i < count; i++)
      if (codes[i] >= at && codes[i] < next)
        next = codes[i];
    delta += (next - at) * (done + 1);
    at = next;
    for (size_t i = 0; i < count; i++) {
      if (codes[i] < at)
        delta++;
      if (codes[i] != at)
        continue;
      puny_write(w, delta, bias);
      bias = puny_adapt(delta, done + 1, done == basic);
      delta = 0;
      done++;
    }
    delta++;
    at++;
  }
}

/* Reads a number at `*at`. Returns whether it is one and less than 2^32. */
static bool puny_read(const uint32_t *text, size_t count, size_t *at, uint32_t bias, uint32_t *number)
{
  uint64_t sum = 0, weight = 1;
  for (uint32_t k = PUNY_BASE; *at < count; k += PUNY_BASE) {
    const uint32_t code = text[*at], threshold = puny_threshold(k, bias);
    if (code - 'a' >= 26 && code - '0' >= 10)
      return false;
    const uint32_t digit = code - 'a' < 26 ? code - 'a' : code - '0' + 26;
    sum += digit * weight;
    weight *= PUNY_BASE - threshold;
    if (sum > UINT32_MAX || weight > UINT32_MAX)
      return false;
    ++*at;
    if (digit < threshold) {
      *number = (uint32_t)sum;
      return true;
    }
  }
  return false;
}

bool uriel_punycode_decode(const uint32_t *text, size_t count, uint32_t *codes, size_t *decoded,
                           size_t *at)
{
  uint32_t done = 0, bias = PUNY_BIAS, code = PUNY_FIRST, index = 0;
  size_t basic = count;
  while (basic > 0 && text[basic - 1] != '-')
    basic--;
  *at = basic > 1 ? basic : 0; /* a delimiter follows at least one code point */
  for (; done + 1 < basic; done++)
    codes[done] = text[done];
  for (bool first = true; *at < count; first = false) {
    const size_t begin = *at;
    uint32_t delta = 0;
    if (!puny_read(text, count, at, bias, &delta))
      return false;
    const uint64_t place = (uint64_t)index + delta, points = done + 1;
    bias = puny_adapt(delta, done + 1, first);
    if (place / points >= PUNY_CODES - code) {
      *at = begin;
      return false;
    }
    code += (uint32_t)(place / points);
    index = (uint32_t)(place % points);
    memmove(codes + index + 1, codes + index, (done - index) * sizeof *codes);
    codes[index++] = code;
    done++;
  }
  *decoded = done;
  return true;
}
