/* SPDX-License-Identifier: MIT */
/* Normal forms of the historic generations. */
#include "historic/generations.h"

static bool normal_has_default_port(const normal_form *n)
{
  const uint16_t wanted = uriel_default_port(n->scheme);
  uint16_t number;
  return wanted > 0 && n->port.len > 0 && uriel_port_read(n->port, &number) == n->port.len &&
         number == wanted;
}

normal_form uriel_normal_1993(const uriel_ref *ref, uriel_level level)
{
  normal_form n = uriel_normal_written(ref);
  const unsigned decode = level >= URIEL_LEVEL_PERCENT ? BYTE_PLAIN_1993 : 0;
  /* A scheme and a host begin with a letter, and a port has only digits: a decoded escape would change
   * how the authority is read. */
  n.scheme_rules = n.host_rules = (unit_rules){true, 0, false};
  n.rules = (unit_rules){true, decode, false};
  if (level < URIEL_LEVEL_SCHEME || !normal_has_default_port(&n))
    return n;
  /* Without its own port, "a:1:80" would have the port 1. */
  const char *const end = n.host.ptr + n.host.len;
  const char *digits = end;
  while (digits > n.host.ptr && byte_is(digits[-1], BYTE_DIGIT))
    digits--;
  if (digits == end || digits == n.host.ptr || digits[-1] != ':')
    n.port = view_undefined();
  return n;
}

static void normal_less_port(normal_form *n)
{
  if (n->port.len == 0 || normal_has_default_port(n))
    n->port = view_undefined();
}

normal_form uriel_normal_1997(const uriel_ref *ref, uriel_level level)
{
  normal_form n = uriel_normal_written(ref);
  const unsigned decode = level >= URIEL_LEVEL_PERCENT ? BYTE_UNRESERVED_1997 : 0;
  n.scheme_rules = n.host_rules = (unit_rules){false, 0, true};
  n.rules = (unit_rules){true, decode, false};
  if (level >= URIEL_LEVEL_SCHEME)
    normal_less_port(&n);
  return n;
}

normal_form uriel_normal_2003(const uriel_ref *ref, uriel_level level)
{
  normal_form n = uriel_normal_written(ref);
  const bool registry = (ref->flags & URIEL_HAS_REGISTRY) != 0;
  const unsigned decode = level >= URIEL_LEVEL_PERCENT ? BYTE_DECODED_2003 : 0;
  n.scheme_rules = (unit_rules){false, 0, true};
  n.rules = (unit_rules){true, decode, false};
  /* Keep a registry's name: decoding "%61" would make it a server's host. */
  n.host_rules = (unit_rules){true, 0, !registry};
  if (level >= URIEL_LEVEL_PATH && n.path.len > 0 && n.path.ptr[0] == '/') {
    n.mode = SEGMENTS_EXCESS;
    n.segmented = (ref->flags & URIEL_HAS_DOT_SEGMENT) != 0;
  }
  if (level >= URIEL_LEVEL_SCHEME)
    normal_less_port(&n);
  return n;
}
