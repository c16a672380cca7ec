/* SPDX-License-Identifier: MIT */
/* Ports as numbers (RFC 3986, 3.2.3), and the schemes' default ports for normalisation (RFC 3986,
 * 6.2.3). The table has no pointers, so it takes only a kilobyte. */
#include "uri/port.h"

#include "text/text.h"
#include "uri/component.h"

#include "uri/port_table.h"

/* Compares `name`, in lower case, with a name in any case: negative if `name` comes first. */
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

bool uriel_port_parse(uint16_t *number, const char *text, size_t len, uriel_error *error)
{
  const uriel_text port = {text, len};
  uriel_error_code code = URIEL_ERROR_NONE;
  uint16_t value = 0;
  size_t at = 0;
  while (at < len && byte_is(text[at], BYTE_DIGIT))
    at++;
  if (at < len) {
    code = URIEL_ERROR_PORT_NOT_DIGITS;
  } else {
    at = port_read(port, &value);
    if (at < len)
      code = URIEL_ERROR_PORT_TOO_LARGE;
  }
  const bool wrong = code != URIEL_ERROR_NONE;
  if (error)
    *error = (uriel_error){.code = code,
                           .component = wrong ? URIEL_PORT : URIEL_REFERENCE,
                           .offset = wrong ? at : 0,
                           .length = wrong ? len : 0};
  if (wrong || len == 0)
    return false;
  *number = value;
  return true;
}

bool uriel_port_number(uint16_t *number, const uriel_ref *ref, uriel_error *error)
{
  const uriel_text port = uriel_port(ref);
  if (uriel_refuse_row(ref, error))
    return false;
  const bool has = uriel_port_parse(number, port.ptr, port.len, error);
  if (error && error->code != URIEL_ERROR_NONE) {
    error->begin = (size_t)(port.ptr - ref->text);
    error->offset += error->begin;
  }
  if (error)
    error->spec = uriel_spec_of(ref);
  return has;
}
