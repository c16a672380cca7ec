/* SPDX-License-Identifier: MIT */
/* Normal forms of the historic generations. */
#include "generation/normal.h"

#include "uri/port.h"

/* The protocols of the early documents that the table of schemes does not have: RFC 1436, RFC 854, and
 * RFC 1738 (3.8, 3.9, 3.11) for the others. */
static bool historic_default_port(const normal_form *n)
{
  static const struct {
    const char *scheme;
    uint16_t port;
  } known[] = {{"gopher", 70}, {"telnet", 23}, {"tn3270", 23}, {"wais", 210}, {"prospero", 1525}};
  const unit_rules folded = {false, 0, true};
  uint16_t number;
  if (n->port.len == 0 || port_read(n->port, &number) < n->port.len)
    return false;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (number == known[i].port &&
        uriel_units_equal(n->scheme, folded, uriel_text_of(known[i].scheme), folded))
      return true;
  return uriel_normal_default_port(n);
}

/* Whether a host ends as a port does: without its own port, "a:1:80" would have the port 1. */
static bool normal_ends_as_port(uriel_text host)
{
  const char *at = host.ptr + host.len;
  while (at > host.ptr && byte_is(at[-1], BYTE_DIGIT))
    at--;
  return at > host.ptr && at < host.ptr + host.len && at[-1] == ':';
}

normal_form uriel_normal_1993(const uriel_ref *ref, uriel_rung rung)
{
  normal_form n = uriel_normal_written(ref);
  const unsigned decode = rung >= URIEL_RUNG_PERCENT ? BYTE_PLAIN_1993 : 0;
  /* A scheme and a host begin with a letter, and a port is digits: an escape that was decoded would have
   * an authority read otherwise. */
  n.scheme_rules = n.host_rules = (unit_rules){true, 0, false};
  n.rules = (unit_rules){true, decode, false};
  if (rung >= URIEL_RUNG_SCHEME && historic_default_port(&n) && !normal_ends_as_port(n.host))
    n.port = view_undefined();
  return n;
}

static void normal_less_port(normal_form *n)
{
  if (n->port.len == 0 || historic_default_port(n))
    n->port = view_undefined();
}

normal_form uriel_normal_1997(const uriel_ref *ref, uriel_rung rung)
{
  normal_form n = uriel_normal_written(ref);
  const unsigned decode = rung >= URIEL_RUNG_PERCENT ? BYTE_UNRESERVED_1997 : 0;
  n.scheme_rules = n.host_rules = (unit_rules){false, 0, true};
  n.rules = (unit_rules){true, decode, false};
  if (rung >= URIEL_RUNG_SCHEME)
    normal_less_port(&n);
  return n;
}

normal_form uriel_normal_2003(const uriel_ref *ref, uriel_rung rung)
{
  normal_form n = uriel_normal_written(ref);
  const bool registry = (ref->flags & URIEL_HAS_REGISTRY) != 0;
  const unsigned decode = rung >= URIEL_RUNG_PERCENT ? BYTE_DECODED_2003 : 0;
  n.scheme_rules = (unit_rules){false, 0, true};
  n.rules = (unit_rules){true, decode, false};
  /* A registry's name stays one: decoded, "%61" would be a server's host. */
  n.host_rules = (unit_rules){true, 0, !registry};
  if (rung >= URIEL_RUNG_PATH && n.path.len > 0 && n.path.ptr[0] == '/') {
    n.mode = SEGMENTS_EXCESS;
    n.segmented = (ref->flags & URIEL_HAS_DOT_SEGMENT) != 0;
  }
  if (rung >= URIEL_RUNG_SCHEME)
    normal_less_port(&n);
  return n;
}
