/* SPDX-License-Identifier: MIT */
/* Which schemes say of their own URIs what is the same (RFC 3986, 6.2.3), and those that need little
 * for it: gopher, file, urn. */
#include "scheme/normal.h"

#include "urn/document.h"
#include "urn/namespace.h"

static bool normal_text_is(uriel_text text, unit_rules rules, const char *wanted)
{
  return uriel_units_equal(text, rules, uriel_text_of(wanted), (unit_rules){false, 0, false});
}

static bool normal_scheme_is(const normal_form *n, const char *wanted)
{
  return normal_text_is(n->scheme, (unit_rules){false, 0, true}, wanted);
}

static segments_shape normal_shape(const normal_form *n)
{
  return uriel_segments_measure(normal_segments(n), n->rules);
}

/* RFC 4266, 2.1: where path and type are left out, the type is "1"; url-1993, Gopher: it "defaults to
 * 1". "/1" has that type and the same empty selector. */
static void normal_gopher(normal_form *n)
{
  const segments_shape path = normal_shape(n);
  if (n->host.len > 0 && path.count == 2 && path.first.len == 0 &&
      normal_text_is(path.second, n->rules, "1")) {
    n->path = uriel_text_of("/");
    n->segmented = false;
  }
}

/* RFC 8089, 2: without an authority, with an empty host, with "localhost", a file URI is of the host
 * that it is read on. */
static void normal_file(normal_form *n)
{
  if (!view_defined(n->host)) {
    const segments_shape path = normal_shape(n);
    if (path.count > 1 && path.first.len == 0)
      n->host = uriel_text_of("");
  } else if (!view_defined(n->userinfo) && !view_defined(n->port)) {
    unit_rules rules = n->host_rules;
    rules.fold = true;
    if (normal_text_is(n->host, rules, "localhost"))
      n->host = uriel_text_of("");
  }
}

/* "NID:", of which case does not count (RFC 8141, 3.1), then the rest as it is. */
static bool normal_nid(pieces *p, uriel_text *piece, unit_rules *rules)
{
  const char *const end = p->text.ptr + p->text.len;
  const char *const colon = view_find(p->text.ptr, end, ':');
  *rules = p->rules;
  if (p->state == 0) {
    *piece = view_of(p->text.ptr, colon);
    rules->fold = colon < end;
  } else {
    *piece = view_of(colon, end);
  }
  return p->state++ < 2;
}

/* Whether the text begins with a namespace's name by RFC 8141, 2, as the rules read it: without one, it
 * is no URN, and nothing is known of it. What a document of names has read begins with one of its own.
 */
static bool normal_has_nid(uriel_text text, unit_rules rules)
{
  char nid[64]; /* more than any has */
  const char *at = text.ptr;
  const char *const end = at + text.len, *const colon = view_find(at, end, ':');
  size_t len = 0, wrong;
  while (at < colon && len < sizeof nid) {
    const unsigned unit = unit_next(&at, colon, rules);
    nid[len++] = unit > 0x7F ? '%' : (char)unit;
  }
  return colon < end &&
         uriel_urn_nid_error(&uriel_document_8141, (uriel_text){nid, len}, &wrong) == URIEL_ERROR_NONE;
}

/* A name without "/" is in its namespace's canonical form. Of others, which are read segment by segment
 * here, the NID alone has one. */
static pieces normal_name(const segments_shape *path, unsigned index, unit_rules rules, uriel_text query)
{
  (void)query;
  pieces p = uriel_normal_plain(index ? path->second : path->first, rules);
  if (index > 0)
    return p;
  if (path->count == 1)
    return uriel_urn_pieces(path->first, rules);
  p.next = normal_nid;
  return p;
}

static pieces normal_urn(const segments_shape *path, unsigned index, unit_rules rules, uriel_text query)
{
  return normal_has_nid(path->first, rules)
             ? normal_name(path, index, rules, query)
             : uriel_normal_plain(index ? path->second : path->first, rules);
}

void uriel_normal_by_scheme(normal_form *n, uriel_spec spec)
{
  static const normal_own urn = {normal_urn, NULL}, read = {normal_name, NULL};
  switch (byte_lower(n->scheme.ptr[0])) {
  case 'd':
    if (normal_scheme_is(n, "data"))
      uriel_normal_data(n);
    break;
  case 'f':
    if (normal_scheme_is(n, "file"))
      normal_file(n);
    break;
  case 'g':
    if (normal_scheme_is(n, "gopher"))
      normal_gopher(n);
    break;
  case 'l':
    if (normal_scheme_is(n, "ldap") || normal_scheme_is(n, "ldaps"))
      uriel_normal_ldap(n);
    break;
  case 'm':
    if (normal_scheme_is(n, "mailto"))
      uriel_normal_mailto(n);
    break;
  case 't':
    n->own = normal_scheme_is(n, "tel") ? &uriel_own_tel : NULL;
    break;
  case 'u':
    if (normal_scheme_is(n, "urn"))
      n->own = uriel_urn_document(spec) ? &read : &urn;
    break;
  default:
    break;
  }
}
