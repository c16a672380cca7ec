/* SPDX-License-Identifier: MIT */
/* Converts IP addresses from and to text (RFC 3986, 3.2.2; RFC 5952). */
#include "text/text.h"

/* Reads a dec-octet at *at, and moves past it: no leading zero, at most 255. */
static bool address_octet(const char **at, const char *end, uint8_t *octet)
{
  const char *const begin = *at;
  *octet = (uint8_t)digits_read(at, end, 10, 255);
  return *at > begin && (*begin != '0' || *at - begin == 1);
}

bool uriel_ipv4_parse(uint8_t bytes[4], const char *text, size_t len)
{
  if (len < 7 || len > 15)
    return false;
  const char *at = text;
  const char *const end = text + len;
  uint8_t octets[4];
  for (size_t i = 0; i < 4; i++) {
    if (i > 0 && (at == end || *at++ != '.'))
      return false;
    if (!address_octet(&at, end, &octets[i]))
      return false;
  }
  if (at != end)
    return false;
  memcpy(bytes, octets, 4);
  return true;
}

bool uriel_ipv6_parse(uint8_t bytes[16], const char *text, size_t len)
{
  enum { NO_GAP = 9 };
  uint16_t groups[8];
  size_t count = 0, gap = NO_GAP; /* of the groups before "::" */
  if (len < 2 || len > 45)
    return false;
  const char *at = text, *const end = text + len;
  for (bool after_group = false; at < end;) {
    if (gap == NO_GAP && end - at >= 2 && at[0] == ':' && at[1] == ':') {
      gap = count;
      at += 2;
      after_group = false;
      continue;
    }
    if (after_group && *at++ != ':')
      return false;
    uint8_t octets[4]; /* the last 32 bits can be an IPv4address */
    if (count <= 6 && uriel_ipv4_parse(octets, at, (size_t)(end - at))) {
      groups[count++] = (uint16_t)(octets[0] << 8 | octets[1]);
      groups[count++] = (uint16_t)(octets[2] << 8 | octets[3]);
      break;
    }
    const char *const group = at; /* 1*4HEXDIG */
    const uint32_t value = digits_read(&at, end, 16, UINT16_MAX);
    if (at == group || at - group > 4 || count == 8)
      return false;
    groups[count++] = (uint16_t)value;
    after_group = true;
  }
  if (gap == NO_GAP ? count != 8 : count > 7)
    return false;
  uint16_t all[8] = {0};
  for (size_t i = 0; i < count; i++)
    all[i < gap ? i : i + 8 - count] = groups[i];
  for (size_t i = 0; i < 16; i++)
    bytes[i] = (uint8_t)(all[i / 2] >> (i % 2 ? 0 : 8));
  return true;
}

/* ---- Writing as in RFC 5952 -------------------------------------------------------------------------
 */

/* Finds the longest run of two or more zero groups, the first of equal runs (4.2.2, 4.2.3). Returns its
 * first group, or `count`. */
static size_t ipv6_zeros(const uint16_t groups[8], size_t count, size_t *length)
{
  size_t best = count, run = 0;
  *length = 1;
  for (size_t i = 0; i < count; i++) {
    run = groups[i] ? 0 : run + 1;
    if (run > *length) {
      *length = run;
      best = i + 1 - run;
    }
  }
  return best;
}

void uriel_write_ipv4(writer *w, const uint8_t octets[4])
{
  for (size_t i = 0; i < 4; i++) {
    if (i > 0)
      write_byte(w, '.');
    uriel_write_number(w, octets[i]);
  }
}

void uriel_write_ipv6(writer *w, const uint16_t groups[8], size_t count)
{
  size_t zeros;
  const size_t gap = ipv6_zeros(groups, count, &zeros);
  for (size_t i = 0; i < count; i++) {
    if (i == gap) {
      write_string(w, "::");
      i += zeros - 1;
      continue;
    }
    if (i > 0 && i != gap + zeros)
      write_byte(w, ':');
    for (unsigned shift = 16; shift > 0; shift -= 4)
      if (shift == 4 || groups[i] >> (shift - 4))
        write_byte(w, "0123456789abcdef"[groups[i] >> (shift - 4) & 15]);
  }
}

size_t uriel_ipv6_print(const uint8_t bytes[16], char *out, size_t capacity)
{
  writer w = writer_to(out, capacity);
  uint16_t groups[8];
  for (size_t i = 0; i < 8; i++)
    groups[i] = (uint16_t)(bytes[2 * i] << 8 | bytes[2 * i + 1]);
  /* ::ffff:0:0/96, IPv4-mapped: the prefix known to contain an IPv4 address (section 5). */
  const bool mapped =
      (groups[0] | groups[1] | groups[2] | groups[3] | groups[4]) == 0 && groups[5] == 0xFFFF;
  uriel_write_ipv6(&w, groups, mapped ? 6 : 8);
  if (mapped) {
    write_byte(&w, ':');
    uriel_write_ipv4(&w, bytes + 12);
  }
  return w.len;
}
