/* SPDX-License-Identifier: MIT */
/* Scheme-specific normal forms, at level scheme: data, ldap, and the dispatch. */
#include "scheme/normal.h"
#ifndef URIEL_NO_URN
#include "urn/document.h"
#include "urn/namespace.h"
#endif

/* ---- data ----------------------------------------------------------------------------------------- */

enum { DATA_NAME, DATA_VALUE, DATA_REST };

static bool data_quote_at(const char *at, const char *end)
{
  return triplet_at(at, end) && triplet_value(at) == '"';
}

/* Returns the byte after the closing quote. "\\", also encoded, escapes the next byte. */
static const char *data_unquoted(const char *at, const char *end)
{
  while (at < end && !data_quote_at(at, end)) {
    if (triplet_at(at, end) && triplet_value(at) == '\\')
      at += 3;
    if (at < end)
      at += triplet_at(at, end) ? 3 : 1;
  }
  return at < end ? at + 3 : end;
}

/* Pieces: the name of a type or parameter; a parameter's value; the text after ",". */
static bool data_field(pieces *p, uriel_text *piece, unit_rules *rules)
{
  const char *const begin = p->rest.ptr;
  const char *const end = begin + p->rest.len;
  const bool in_name = p->state == DATA_NAME;
  const char *stop = p->state == DATA_REST ? end : begin;
  /* A value in encoded quotes ends after the second quote (RFC 822, 3.3; RFC 2397, 3). */
  if (p->state == DATA_VALUE && data_quote_at(begin, end))
    stop = data_unquoted(begin + 3, end);
  while (stop < end && *stop != ';' && *stop != ',' && !(in_name && *stop == '='))
    stop++;
  if (begin == end)
    return false;
  if (stop < end) {
    p->state = *stop == ',' ? DATA_REST : *stop == '=' ? DATA_VALUE : DATA_NAME;
    stop++;
  }
  *piece = view_of(begin, stop);
  *rules = p->rules;
  rules->fold = in_name;
  p->rest = view_of(stop, end);
  return true;
}

/* The second segment continues where the first one ended: after a type's "/" or inside a value. */
static pieces data_segment(const segments_shape *path, unsigned index, unit_rules rules,
                           uriel_text query)
{
  (void)query;
  const bool in_first = view_has(path->first, ',');
  const bool in_second = path->count > 1 && view_has(path->second, ',');
  pieces p = uriel_normal_plain(index ? path->second : path->first, rules);
  if ((!in_first && !in_second) || (in_first && index > 0) || (path->first.len == 0 && path->count > 1))
    return p;
  p.next = data_field;
  p.rest = p.text;
  p.state = index > 0 && view_has(path->first, ';') ? DATA_VALUE : DATA_NAME;
  return p;
}

/* Returns the rest after `wanted`, or NULL if the text does not begin with it (in any case). */
static const char *data_after(uriel_text text, unit_rules rules, const char *wanted)
{
  const char *at = text.ptr;
  const char *const end = at + text.len;
  rules.fold = true;
  for (; *wanted; wanted++)
    if (at == end || unit_next(&at, end, rules) != (unsigned char)*wanted)
      return NULL;
  return at;
}

/* The path after the type, if the type is the default; otherwise undefined. Looks in the first two
 * segments left after dot removal. "If <mediatype> is omitted, it defaults to
 * text/plain;charset=US-ASCII. As a shorthand, "text/plain" can be omitted but the charset parameter
 * supplied" (RFC 2397, 2). The shorthand stays as written: it would need a segment of its own. */
static uriel_text data_behind_type(const segments_shape *path, unit_rules rules)
{
  uriel_text piece = path->first;
  if (path->count > 1) {
    const char *const text = data_after(piece, rules, "text");
    const char *const plain = data_after(path->second, rules, "plain");
    if (plain && text == piece.ptr + piece.len)
      piece = view_of(plain, path->second.ptr + path->second.len);
  }
  const char *const end = piece.ptr + piece.len;
  const char *const usual = data_after(piece, rules, ";charset=us-ascii");
  /* The type ends before the data or the encoding. */
  const bool ends =
      usual && usual < end && (*usual == ',' || data_after(view_of(usual, end), rules, ";base64,"));
  return ends ? view_of(usual, end) : view_undefined();
}

static void normal_data(normal_form *n)
{
  static const normal_own own = {data_segment, NULL};
  n->own = &own;
  if (view_defined(n->host))
    return;
  const segments_shape path = uriel_segments_measure(normal_segments(n), n->rules);
  const uriel_text behind = data_behind_type(&path, n->rules);
  if (view_defined(behind))
    n->path = view_of(behind.ptr, n->path.ptr + n->path.len);
}

/* ---- ldap ----------------------------------------------------------------------------------------- */

enum { LDAP_ATTRIBUTES, LDAP_SCOPE, LDAP_FILTER, LDAP_FIELDS = 4 };

/* The field without redundant parts. */
static uriel_text ldap_said(uriel_text field, unsigned which, unit_rules rules)
{
  if ((which == LDAP_SCOPE && normal_says(field, rules, "base")) ||
      (which == LDAP_FILTER && normal_says(field, rules, "(objectclass=*)")))
    field.len = 0;
  return field;
}

/* Pieces: a field, the "?" after it. */
static bool ldap_field(pieces *p, uriel_text *piece, unit_rules *rules)
{
  const unsigned which = p->state / 2;
  const bool field = p->state % 2 == 0;
  if (!view_defined(p->rest))
    return false;
  p->state++;
  *rules = p->rules;
  if (!field) {
    *piece = uriel_text_of("?");
    return true;
  }
  *piece = ldap_said(view_take(&p->rest, '?'), which, p->rules);
  rules->fold = which == LDAP_SCOPE &&
                (normal_says(*piece, p->rules, "one") || normal_says(*piece, p->rules, "sub"));
  return true;
}

static pieces ldap_query(uriel_text query, unit_rules rules)
{
  return normal_pieces(query, rules, query, ldap_field);
}

static const normal_own own_ldap = {NULL, ldap_query};

static void normal_ldap(normal_form *n)
{
  uriel_text rest = n->query;
  const char *said = NULL;
  unsigned which = 0;
  /* "?" follows "/" (RFC 4516, 2): without "/", it is not added. */
  if (view_defined(n->query) && n->path.len <= 1 && n->path.ptr + n->path.len + 1 != n->query.ptr) {
    n->path = uriel_text_of("");
    return;
  }
  for (; view_defined(rest) && which < LDAP_FIELDS; which++) {
    const uriel_text field = view_take(&rest, '?');
    if (ldap_said(field, which, n->rules).len > 0)
      said = field.ptr + field.len;
  }
  if (view_defined(rest) || which == 0)
    return; /* RFC 4516 has four fields; a fifth makes the query unknown. */
  n->query = said ? view_of(n->query.ptr, said) : view_undefined();
  n->own = &own_ldap;
}

/* ---- Dispatch ------------------------------------------------------------------------------------- */

static segments_shape normal_shape(const normal_form *n)
{
  return uriel_segments_measure(normal_segments(n), n->rules);
}

/* RFC 4266, 2.1: without path and type, the type is "1"; url-1993, Gopher: it "defaults to 1". "/1"
 * has that type and the same empty selector. */
static void normal_gopher(normal_form *n)
{
  const segments_shape path = normal_shape(n);
  if (n->host.len > 0 && path.count == 2 && path.first.len == 0 &&
      normal_says(path.second, n->rules, "1")) {
    n->path = uriel_text_of("/");
    n->segmented = false;
  }
}

/* RFC 8089, 2: without an authority, with an empty host, or with "localhost", a file URI refers to the
 * local host. */
static void normal_file(normal_form *n)
{
  if (!view_defined(n->host)) {
    const segments_shape path = normal_shape(n);
    if (path.count > 1 && path.first.len == 0)
      n->host = uriel_text_of("");
  } else if (!view_defined(n->userinfo) && !view_defined(n->port)) {
    if (normal_says(n->host, n->host_rules, "localhost"))
      n->host = uriel_text_of("");
  }
}

#ifndef URIEL_NO_URN
/* "NID:", in any case (RFC 8141, 3.1), then the rest unchanged. */
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

/* Reports whether the text begins with a namespace identifier (RFC 8141, 2). Without one it is not a
 * URN. A member of a URN document always begins with one. */
static bool normal_has_nid(uriel_text text, unit_rules rules)
{
  char nid[64]; /* more than any scheme has */
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

/* A name without "/" has its namespace's canonical form. Other names are read segment by segment; only
 * the NID has one. */
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

static void normal_read_urn(normal_form *n, uriel_spec spec)
{
  static const normal_own urn = {normal_urn, NULL}, read = {normal_name, NULL};
  n->own = uriel_urn_document(spec) ? &read : &urn;
}
#else
static void normal_read_urn(normal_form *n, uriel_spec spec)
{
  (void)n, (void)spec;
}
#endif

void uriel_normal_by_scheme(normal_form *n, uriel_spec spec)
{
  switch (byte_lower(n->scheme.ptr[0])) {
  case 'd':
    if (view_is(n->scheme, "data"))
      normal_data(n);
    break;
  case 'f':
    if (view_is(n->scheme, "file"))
      normal_file(n);
    break;
  case 'g':
    if (view_is(n->scheme, "gopher"))
      normal_gopher(n);
    break;
  case 'l':
    if (view_is(n->scheme, "ldap") || view_is(n->scheme, "ldaps"))
      normal_ldap(n);
    break;
  case 'm':
    if (view_is(n->scheme, "mailto"))
      uriel_normal_mailto(n);
    break;
  case 't':
    n->own = view_is(n->scheme, "tel") ? &uriel_own_tel : NULL;
    break;
  case 'u':
    if (view_is(n->scheme, "urn"))
      normal_read_urn(n, spec);
    break;
  default:
    break;
  }
}
