/* SPDX-License-Identifier: MIT */
/* Ports as numbers (RFC 3986, 3.2.3), and default ports of schemes. */
#ifndef URIEL_URI_PORT_H
#define URIEL_URI_PORT_H

#include "uriel.h"

/* Reads the number of a port. Returns the count of its digits: all of them, unless the number is above
 * 65535. */
static inline size_t port_read(uriel_text port, uint16_t *number)
{
  uint32_t value = 0;
  size_t read = 0;
  for (; read < port.len && value <= UINT16_MAX; read++)
    value = value * 10 + (uint32_t)(port.ptr[read] - '0');
  *number = (uint16_t)value;
  return value <= UINT16_MAX ? read : read - 1;
}

/* A row of port_table.h. */
typedef struct scheme_port {
  char scheme[10];
  uint16_t port;
} scheme_port;

/* Returns the built-in default port of a scheme, in any case; 0 if it has no default. */
uint16_t uriel_default_port(uriel_text scheme);

#endif
