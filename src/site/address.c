/* SPDX-License-Identifier: MIT */
/* The canonical address of a host, and hosts in reverse order. */
#include "scheme/lookup.h"
#include "site/suffix.h"
#include "text/text.h"

static void address_set_ipv4(uriel_address *address, const uint8_t bytes[4])
{
  *address = (uriel_address){.family = 4};
  memcpy(address->bytes, bytes, 4);
}

/* IPv4-mapped: RFC 4291, 2.5.5.2. */
static bool address_read_ipv6(uriel_address *address, uriel_text text)
{
  static const uint8_t mapped[12] = {[10] = 0xFF, [11] = 0xFF};
  uint8_t bytes[16];
  if (!uriel_ipv6_parse(bytes, text.ptr, text.len))
    return false;
  if (memcmp(bytes, mapped, sizeof mapped) == 0) {
    address_set_ipv4(address, bytes + sizeof mapped);
  } else {
    address->family = 6;
    memcpy(address->bytes, bytes, sizeof bytes);
  }
  return true;
}

bool uriel_host_address(uriel_address *address, uriel_text host)
{
  uint8_t bytes[4];
  *address = (uriel_address){.family = 0};
  if (host.len == 0)
    return false;
  if (host.ptr[0] == '[')
    return host.ptr[host.len - 1] == ']' &&
           address_read_ipv6(address, (uriel_text){host.ptr + 1, host.len - 2});
  if (!uriel_lookup_rare(bytes, uriel_lookup_of(host, true)))
    return false;
  address_set_ipv4(address, bytes);
  return true;
}

bool uriel_address_parse(uriel_address *address, const char *text, size_t len)
{
  uint8_t bytes[4];
  *address = (uriel_address){.family = 0};
  if (len == 0)
    return false;
  if (memchr(text, ':', len))
    return text[0] != '[' && address_read_ipv6(address, (uriel_text){text, len});
  if (!uriel_ipv4_parse(bytes, text, len))
    return false;
  address_set_ipv4(address, bytes);
  return true;
}

static void address_write(writer *w, const uriel_address *address)
{
  char text[URIEL_IPV6_MAX];
  if (address->family == 6)
    uriel_write_bytes(w, text, uriel_ipv6_print(address->bytes, text, sizeof text));
  else if (address->family == 4)
    uriel_write_ipv4(w, address->bytes);
}

size_t uriel_address_print(const uriel_address *address, char *out, size_t capacity)
{
  writer w = writer_to(out, capacity);
  address_write(&w, address);
  return w.len;
}

bool uriel_address_in(const uriel_address *address, const uriel_address *network, unsigned bits)
{
  const unsigned whole = bits / 8, rest = bits % 8;
  if (address->family != network->family || bits > (network->family == 4 ? 32u : 128u))
    return false;
  if (memcmp(address->bytes, network->bytes, whole) != 0)
    return false;
  return rest == 0 || (address->bytes[whole] ^ network->bytes[whole]) >> (8 - rest) == 0;
}

size_t uriel_host_reverse(uriel_text host, char *out, size_t capacity)
{
  static const unit_rules rules = {true, BYTE_UNRESERVED, true};
  writer w = writer_to(out, capacity);
  uriel_address address;
  if (host.len == 0)
    return 0;
  if (uriel_host_address(&address, host)) {
    write_string(&w, address.family == 6 ? "[" : "");
    address_write(&w, &address);
    write_string(&w, address.family == 6 ? "]" : "");
    return w.len;
  }
  const char *const end = uriel_suffix_host_end(host);
  for (suffix_part part = {end, end, 0, true};;) {
    part = uriel_suffix_part_before(host.ptr, part.begin - part.separator);
    uriel_write_units(&w, view_of(part.begin, part.end), rules);
    if (part.separator == 0)
      return w.len;
    write_byte(&w, '.');
  }
}
