/* SPDX-License-Identifier: MIT */
/* IPv6 addresses as RFC 5952 writes them. */
#include "text/writer.h"

typedef struct zero_run {
  size_t begin, length;
} zero_run;

/* The longest run of two or more zero groups, the first of several (4.2.2, 4.2.3). */
static zero_run ipv6_longest_zeros(const uint16_t groups[8], size_t count)
{
  zero_run best = {count, 1}, run = {0, 0};
  for (size_t i = 0; i < count; i++) {
    if (groups[i] != 0) {
      run.length = 0;
      continue;
    }
    if (run.length++ == 0)
      run.begin = i;
    if (run.length > best.length)
      best = run;
  }
  return best;
}

/* ::ffff:0:0/96, IPv4-mapped: the prefix known to carry an IPv4 address (section 5). */
static bool ipv6_is_ipv4_mapped(const uint16_t groups[8])
{
  return (groups[0] | groups[1] | groups[2] | groups[3] | groups[4]) == 0 && groups[5] == 0xFFFF;
}

static void ipv6_write_group(writer *w, unsigned group)
{
  bool begun = false;
  for (int shift = 12; shift >= 0; shift -= 4) {
    const unsigned digit = group >> shift & 15;
    begun = begun || digit != 0 || shift == 0;
    if (begun)
      write_byte(w, "0123456789abcdef"[digit]);
  }
}

static void ipv6_write_ipv4(writer *w, const uint8_t octets[4])
{
  for (size_t i = 0; i < 4; i++) {
    if (i > 0)
      write_byte(w, '.');
    uriel_write_number(w, octets[i]);
  }
}

size_t uriel_ipv6_print(const uint8_t bytes[16], char *out, size_t capacity)
{
  writer w = writer_to(out, capacity);
  uint16_t groups[8];
  for (size_t i = 0; i < 8; i++)
    groups[i] = (uint16_t)(bytes[2 * i] << 8 | bytes[2 * i + 1]);
  const bool mapped = ipv6_is_ipv4_mapped(groups);
  const size_t count = mapped ? 6 : 8;
  const zero_run zeros = ipv6_longest_zeros(groups, count);
  for (size_t i = 0; i < count; i++) {
    if (i == zeros.begin) {
      write_string(&w, "::");
      i += zeros.length - 1;
      continue;
    }
    if (i > 0 && i != zeros.begin + zeros.length)
      write_byte(&w, ':');
    ipv6_write_group(&w, groups[i]);
  }
  if (mapped) {
    write_byte(&w, ':');
    ipv6_write_ipv4(&w, bytes + 12);
  }
  return w.len;
}
