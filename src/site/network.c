/* SPDX-License-Identifier: MIT */
/* Special-purpose networks, and IPv4 addresses in IPv6 addresses. */
#include "uriel_site.h"

#include "text/text.h"

#include "site/network_table.h"

enum { NETWORK_COUNT = sizeof network_table / sizeof *network_table };

const uriel_network *uriel_networks(size_t *count)
{
  *count = NETWORK_COUNT;
  return network_table;
}

const uriel_network *uriel_address_network(const uriel_address *address)
{
  size_t begin = 0, end = NETWORK_COUNT; /* begin: the number of networks at or before the address */
  while (begin < end) {
    const size_t middle = (begin + end) / 2;
    const uriel_address *const net = &network_table[middle].address;
    if (net->family != address->family ? net->family > address->family
                                       : memcmp(net->bytes, address->bytes, sizeof net->bytes) > 0)
      end = middle;
    else
      begin = middle + 1;
  }
  /* Networks are nested or disjoint, so the last one that begins at or before the address, or one around
   * it, contains the address if any does. */
  for (size_t at = begin; at > 0; at = network_wider[at - 1])
    if (uriel_address_in(address, &network_table[at - 1].address, network_table[at - 1].bits))
      return &network_table[at - 1];
  return NULL;
}

bool uriel_network_parse(uriel_network *network, const char *text, size_t len)
{
  const uriel_text whole = {text, len};
  *network = (uriel_network){.name = NULL};
  if (len == 0)
    return false;
  if (view_is(whole, "global")) {
    network->name = "global";
    network->global = true;
    return true;
  }
  for (size_t i = 0; i < NETWORK_COUNT; i++)
    if (view_is(whole, network_table[i].name)) {
      network->name = network_table[i].name;
      return true;
    }
  uriel_network read = {.name = NULL};
  uriel_text rest = whole;
  const uriel_text address = view_take(&rest, '/');
  if (!(address.len && *address.ptr == '['
            ? uriel_host_address(&read.address, address)
            : uriel_address_parse(&read.address, address.ptr, address.len)))
    return false;
  /* The prefix of an IPv4-mapped address in the form of IPv6 includes the 96 bits before it. */
  const char *const end = address.ptr + address.len;
  const bool mapped = read.address.family == 4 && view_find(address.ptr, end, ':') != end;
  const unsigned most = read.address.family == 4 && !mapped ? 32 : 128, least = mapped ? 96 : 0;
  unsigned bits = most;
  if (view_defined(rest)) {
    const char *at = rest.ptr;
    bits = digits_read(&at, rest.ptr + rest.len, 10, most);
    if (rest.len == 0 || at != rest.ptr + rest.len || bits < least)
      return false;
  }
  read.bits = (uint8_t)(bits - least);
  for (unsigned bit = read.bits; bit < (read.address.family == 4 ? 32 : 128); bit++)
    if (read.address.bytes[bit / 8] & 0x80 >> bit % 8)
      return false;
  *network = read;
  return true;
}

bool uriel_network_contains(const uriel_network *network, const uriel_address *address)
{
  if (!network->name || network->address.family != 0)
    return uriel_address_in(address, &network->address, network->bits);
  const uriel_network *const narrowest = uriel_address_network(address);
  if (network->global)
    return address->family != 0 && (!narrowest || narrowest->global);
  return narrowest && view_is(uriel_text_of(narrowest->name), network->name);
}

static size_t embedded_add(uriel_address *out, const uint8_t *bytes, uint8_t flip)
{
  *out = (uriel_address){.family = 4};
  for (int i = 0; i < 4; i++)
    out->bytes[i] = bytes[i] ^ flip;
  return 1;
}

size_t uriel_address_embedded(uriel_address out[2], const uriel_address *address)
{
  static const uint8_t nat64[12] = {0x00, 0x64, 0xFF, 0x9B}, none[12] = {0}, teredo[4] = {0x20, 0x01};
  static const uint8_t isatap[2][4] = {{0x00, 0x00, 0x5E, 0xFE}, {0x02, 0x00, 0x5E, 0xFE}};
  const uint8_t *const bytes = address->bytes;
  if (address->family != 6)
    return 0;
  if (memcmp(bytes, none, sizeof none) == 0 && memcmp(bytes + 12, none, 3) == 0 && bytes[15] <= 1)
    return 0;
  if (memcmp(bytes, none, sizeof none) == 0 || memcmp(bytes, nat64, sizeof nat64) == 0)
    return embedded_add(out, bytes + 12, 0);
  if (memcmp(bytes, teredo, sizeof teredo) == 0)
    return embedded_add(out, bytes + 4, 0) + embedded_add(out + 1, bytes + 12, 0xFF);
  const size_t count = bytes[0] == 0x20 && bytes[1] == 0x02 ? embedded_add(out, bytes + 2, 0) : 0;
  if (memcmp(bytes + 8, isatap[0], 4) == 0 || memcmp(bytes + 8, isatap[1], 4) == 0)
    return count + embedded_add(out + count, bytes + 12, 0);
  return count;
}
