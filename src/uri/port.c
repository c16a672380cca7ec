/* SPDX-License-Identifier: MIT */
/* Ports as numbers (RFC 3986, 3.2.3), and the schemes' default ports for normalisation (RFC 3986,
 * 6.2.3). The table has no pointers, so it takes only a kilobyte. */
#include "uri/component.h"

#include "uri/port_table.h"

uint16_t uriel_default_port(uriel_text scheme)
{
  size_t low = 0, high = sizeof port_table / sizeof *port_table;
  if (scheme.len >= sizeof port_table->scheme)
    return 0;
  /* The two schemes of most references. */
  if (scheme.len - 4 < 2 && (scheme.ptr[0] | 0x20) == 'h' && (scheme.ptr[1] | 0x20) == 't' &&
      (scheme.ptr[2] | 0x20) == 't' && (scheme.ptr[3] | 0x20) == 'p') {
    if (scheme.len == 4)
      return 80;
    if ((scheme.ptr[4] | 0x20) == 's')
      return 443;
  }
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const char *const name = port_table[middle].scheme;
    size_t at = 0;
    while (at < scheme.len && name[at] == byte_lower(scheme.ptr[at]))
      at++;
    if (at == scheme.len && name[at] == 0)
      return port_table[middle].port;
    if (at < scheme.len && (unsigned char)name[at] < (unsigned char)byte_lower(scheme.ptr[at]))
      low = middle + 1;
    else
      high = middle;
  }
  return 0;
}

size_t uriel_port_read(uriel_text port, uint16_t *number)
{
  uint32_t value = 0;
  size_t read = 0;
  while (read < port.len && digits_add(&value, 10, port.ptr[read], UINT16_MAX))
    read++;
  *number = (uint16_t)value;
  return read;
}

bool uriel_port_parse(uint16_t *number, const char *text, size_t len, uriel_error *error)
{
  const uriel_text port = {text, len};
  uriel_error_code code = URIEL_ERROR_NONE;
  uint16_t value = 0;
  size_t at = len ? (size_t)(bytes_past(text, text + len, BYTE_DIGIT) - text) : 0;
  if (at < len) {
    code = URIEL_ERROR_PORT_NOT_DIGITS;
  } else {
    at = uriel_port_read(port, &value);
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
