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

/* An IPv6 address being read: `count` groups of 16 bits so far, with "::" after `gap` of them. */
typedef struct ipv6_reading {
  const char *at, *end;
  uint16_t groups[8];
  size_t count;
  size_t gap;
} ipv6_reading;

enum { IPV6_NO_GAP = 9 };

/* Reads the last 32 bits as an IPv4address, which must end the text. */
static bool ipv6_take_ipv4(ipv6_reading *r)
{
  uint8_t octets[4];
  if (r->count > 6 || !uriel_ipv4_parse(octets, r->at, (size_t)(r->end - r->at)))
    return false;
  r->groups[r->count++] = (uint16_t)(octets[0] << 8 | octets[1]);
  r->groups[r->count++] = (uint16_t)(octets[2] << 8 | octets[3]);
  r->at = r->end;
  return true;
}

/* 1*4HEXDIG */
static bool ipv6_take_group(ipv6_reading *r)
{
  const char *const begin = r->at;
  const uint32_t value = digits_read(&r->at, r->end, 16, UINT16_MAX);
  if (r->at == begin || r->at - begin > 4 || r->count == 8)
    return false;
  r->groups[r->count++] = (uint16_t)value;
  return true;
}

static bool ipv6_take_gap(ipv6_reading *r)
{
  if (r->end - r->at < 2 || r->at[0] != ':' || r->at[1] != ':')
    return false;
  if (r->gap != IPV6_NO_GAP)
    return false;
  r->gap = r->count;
  r->at += 2;
  return true;
}

/* Reads groups, the gap and the IPv4 tail to the end of the text. */
static bool ipv6_take_all(ipv6_reading *r)
{
  bool after_group = false;
  while (r->at < r->end) {
    if (ipv6_take_gap(r)) {
      after_group = false;
      continue;
    }
    if (after_group && *r->at++ != ':')
      return false;
    const char *const group = r->at;
    const char *digits = group;
    while (digits < r->end && byte_is(*digits, BYTE_DIGIT))
      digits++;
    if (digits < r->end && *digits == '.')
      return ipv6_take_ipv4(r);
    if (!ipv6_take_group(r))
      return false;
    after_group = true;
  }
  return r->gap != IPV6_NO_GAP || after_group;
}

bool uriel_ipv6_parse(uint8_t bytes[16], const char *text, size_t len)
{
  if (len < 2 || len > 45)
    return false;
  ipv6_reading r = {.at = text, .end = text + len, .gap = IPV6_NO_GAP};
  if (!ipv6_take_all(&r))
    return false;
  const bool gap = r.gap != IPV6_NO_GAP;
  if (gap ? r.count > 7 : r.count != 8)
    return false;
  uint16_t groups[8] = {0};
  const size_t after = gap ? r.count - r.gap : 0;
  for (size_t i = 0; i < r.count; i++)
    groups[i < r.count - after ? i : i + 8 - r.count] = r.groups[i];
  for (size_t i = 0; i < 16; i++)
    bytes[i] = (uint8_t)(groups[i / 2] >> (i % 2 ? 0 : 8));
  return true;
}

/* ---- Writing by RFC 5952 ------------------------------------------------------------------------- */

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
