/* SPDX-License-Identifier: MIT */
/* Ports as numbers (RFC 3986, 3.2.3), and the default ports of schemes, which is what normalisation
 * needs to know of them (RFC 3986, 6.2.3). The table has no pointers, so that it takes a kilobyte of a
 * program. */
#include "uri/port.h"

#include "text/bytes.h"
#include "text/view.h"
#include "uri/component.h"

typedef struct scheme_port {
  char scheme[10];
  uint16_t port;
} scheme_port;

#include "uri/port_table.h"

/* How `name`, in lower case, stands to one in any case: negative if it comes first. */
static int port_order(const char *name, uriel_text other)
{
  for (size_t i = 0; i < other.len; i++) {
    const int difference = (unsigned char)name[i] - (unsigned char)byte_lower(other.ptr[i]);
    if (difference != 0 || name[i] == 0)
      return difference ? difference : -1;
  }
  return name[other.len] ? 1 : 0;
}

uint16_t uriel_default_port(uriel_text scheme)
{
  size_t low = 0, high = sizeof port_table / sizeof *port_table;
  if (scheme.len >= sizeof port_table->scheme)
    return 0;
  if (scheme.len - 4 < 2 && port_order("http", (uriel_text){scheme.ptr, 4}) == 0) {
    if (scheme.len == 4)
      return 80;
    if (byte_lower(scheme.ptr[4]) == 's')
      return 443;
  }
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const int order = port_order(port_table[middle].scheme, scheme);
    if (order == 0)
      return port_table[middle].port;
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return 0;
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
