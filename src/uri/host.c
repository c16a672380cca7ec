/* SPDX-License-Identifier: MIT */
/* Hosts and ports to numbers (RFC 3986, 3.2.2 and 3.2.3). */
#include "text/bytes.h"
#include "text/view.h"
#include "uri/component.h"
#include "uri/port.h"

/* A dec-octet at *at, which moves past it: no leading zero, at most 255. */
static bool host_octet(const char **at, const char *end, uint8_t *octet)
{
  const char *const begin = *at;
  unsigned value = 0;
  while (*at < end && *at - begin < 3 && byte_is(**at, BYTE_DIGIT))
    value = value * 10 + (unsigned)(*(*at)++ - '0');
  *octet = (uint8_t)value;
  return *at > begin && value <= 255 && (*begin != '0' || *at - begin == 1);
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
    if (!host_octet(&at, end, &octets[i]))
      return false;
  }
  if (at != end)
    return false;
  memcpy(bytes, octets, 4);
  return true;
}

/* An IPv6 address as it is read: `count` groups of 16 bits so far, of which "::" comes after `gap`. */
typedef struct ipv6_reading {
  const char *at, *end;
  uint16_t groups[8];
  size_t count;
  size_t gap;
} ipv6_reading;

enum { IPV6_NO_GAP = 9 };

/* The last 32 bits as an IPv4address, which is all that is left of the text. */
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
  unsigned value = 0, digits = 0;
  for (; r->at < r->end && byte_is(*r->at, BYTE_HEX); r->at++, digits++) {
    if (digits == 4)
      return false;
    value = value << 4 | hex_value(*r->at);
  }
  if (digits == 0 || r->count == 8)
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

/* Groups, the gap and the IPv4 tail up to the end of the text. */
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

bool uriel_port_number(const uriel_ref *ref, uint16_t *number, uriel_error *error)
{
  const uriel_text port = uriel_port(ref);
  uint16_t value;
  if (uriel_refuse_row(ref, error))
    return false;
  const size_t read = port_read(port, &value);
  if (error)
    *error = (uriel_error){.code = URIEL_ERROR_NONE, .spec = uriel_spec_of(ref)};
  if (read < port.len && error) {
    const size_t begin = (size_t)(port.ptr - ref->text);
    *error = (uriel_error){.code = URIEL_ERROR_PORT_TOO_LARGE,
                           .component = URIEL_PORT,
                           .offset = begin + read,
                           .begin = begin,
                           .length = port.len,
                           .spec = uriel_spec_of(ref)};
  }
  if (port.len == 0 || read < port.len)
    return false;
  *number = value;
  return true;
}
