/* SPDX-License-Identifier: MIT */
/* Ports as numbers (RFC 3986, 3.2.3), and those of schemes. */
#ifndef URIEL_URI_PORT_H
#define URIEL_URI_PORT_H

#include "uriel.h"

/* The number that a port's digits make, and how many of them: all, unless it is above 65535. */
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

/* The default port of a scheme, in any case, that is built in; 0 if it has none. */
uint16_t uriel_default_port(uriel_text scheme);

#endif
