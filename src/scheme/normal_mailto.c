/* SPDX-License-Identifier: MIT */
/* Equivalent mailto URIs (RFC 6068) differ in the case of domains (RFC 5321, 2.4) and header field
 * names (RFC 5322, 1.2.2; RFC 6068, 2), and in having addresses in the path or in a header field "to"
 * (RFC 6068, 2). */
#include "scheme/normal.h"
#include "text/utf8.h"

/* The text after the first "=" of a header field, or undefined. */
static uriel_text mailto_value(uriel_text field)
{
  view_take(&field, '=');
  return field;
}

static bool mailto_is_to(uriel_text field, unit_rules rules)
{
  return view_defined(mailto_value(field)) && normal_says(view_before(field, '='), rules, "to");
}

/* The value of the next field "to", or undefined. */
static uriel_text mailto_next_to(uriel_text *rest, unit_rules rules)
{
  uriel_text field = view_take(rest, '&');
  while (view_defined(field) && !mailto_is_to(field, rules))
    field = view_take(rest, '&');
  return view_defined(field) ? mailto_value(field) : field;
}

/* Reports whether the list of addresses means the same in the path and in a header field: no address
 * is empty, and no delimiter of either is in it. */
static bool mailto_is_list(uriel_text list)
{
  char before = ',';
  for (size_t i = 0; i < list.len; i++) {
    const char byte = list.ptr[i];
    if ((byte == ',' && before == ',') || byte == '/' || byte == '?' || byte == '&' || byte == ';' ||
        byte == '=')
      return false;
    before = byte;
  }
  return before != ',';
}

enum { MAILTO_DOMAIN = 1, MAILTO_GIVEN = 2 };

/* Pieces: the address up to its domain, the domain and the "," after it. */
static bool mailto_address(pieces *p, uriel_text *piece, unit_rules *rules)
{
  const char *const begin = p->rest.ptr;
  const char *const end = begin + p->rest.len;
  const bool domain = p->state & MAILTO_DOMAIN;
  *rules = p->rules;
  if (begin == end) {
    /* After a list: the "," before the next one, which is in a later field of the query. */
    *piece = uriel_text_of(p->state & MAILTO_GIVEN ? "," : "");
    p->rest = mailto_next_to(&p->text, p->rules);
    p->state = MAILTO_GIVEN;
    return p->rest.len > 0;
  }
  const char *stop = view_find(begin, end, ',');
  if (domain && stop < end) {
    stop++;
  } else if (!domain) { /* the last "@" of the address, or its end */
    const char *sign = stop;
    while (sign > begin && sign[-1] != '@')
      sign--;
    stop = sign > begin ? sign : stop;
  }
  *piece = view_of(begin, stop);
  rules->fold = domain;
  p->rest = view_of(stop, end);
  p->state = MAILTO_GIVEN | (domain ? 0 : MAILTO_DOMAIN);
  return true;
}

/* Pieces: the name of a header field, the text from there to the next name. */
static bool mailto_field(pieces *p, uriel_text *piece, unit_rules *rules)
{
  const char *const begin = p->rest.ptr;
  const char *const end = begin + p->rest.len;
  const bool value = p->state & 1;
  const char *const next = view_find(begin, end, '&');
  const char *stop = value ? next : view_find(begin, next, '=');
  if (begin == end)
    return false;
  if (value && stop < end)
    stop++;
  *piece = view_of(begin, stop);
  *rules = p->rules;
  rules->fold = !value;
  p->rest = view_of(stop, end);
  p->state++;
  return true;
}

enum { MAILTO_BEGIN, MAILTO_NAME, MAILTO_VALUE, MAILTO_NEXT };

/* Pieces of the fields other than "to": "&" (not before the first), the name, the text after it.
 * `text` is the field. */
static bool mailto_other_field(pieces *p, uriel_text *piece, unit_rules *rules)
{
  const bool first = p->state == MAILTO_BEGIN;
  *rules = p->rules;
  if (p->state == MAILTO_BEGIN || p->state == MAILTO_NEXT) {
    do
      p->text = view_take(&p->rest, '&');
    while (view_defined(p->text) && mailto_is_to(p->text, p->rules));
    p->state = MAILTO_NAME;
    *piece = uriel_text_of(first ? "" : "&");
    return view_defined(p->text);
  }
  *piece = view_before(p->text, '=');
  rules->fold = p->state == MAILTO_NAME;
  if (p->state == MAILTO_VALUE)
    *piece = view_of(piece->ptr + piece->len, p->text.ptr + p->text.len);
  p->state++;
  return true;
}

static pieces mailto_path(const segments_shape *path, unsigned index, unit_rules rules, uriel_text query)
{
  pieces p = uriel_normal_plain(index ? path->second : path->first, rules);
  (void)query;
  if (path->count == 1) {
    p.next = mailto_address;
    p.rest = p.text;
    p.text = view_undefined();
  }
  return p;
}

static pieces mailto_all_addresses(const segments_shape *path, unsigned index, unit_rules rules,
                                   uriel_text query)
{
  (void)index;
  return normal_pieces(query, rules, path->first, mailto_address);
}

static pieces mailto_query(uriel_text query, unit_rules rules)
{
  return normal_pieces(query, rules, query, mailto_field);
}

static pieces mailto_other_fields(uriel_text query, unit_rules rules)
{
  return normal_pieces(query, rules, query, mailto_other_field);
}

/* The number of fields "to"; 0 if one of them must stay because it contains more than addresses. */
static size_t mailto_count_to(uriel_text query, unit_rules rules)
{
  size_t count = 0;
  for (uriel_text to = mailto_next_to(&query, rules); view_defined(to);
       to = mailto_next_to(&query, rules)) {
    if (!mailto_is_list(to))
      return 0;
    count++;
  }
  return count;
}

/* Reports whether the query of an IRI has a private character, which cannot move to the path. */
static bool mailto_has_private(const normal_form *n)
{
  const char *const end = n->query.ptr + n->query.len;
  char bytes[4];
  uint32_t character;
  if (uriel_spec_of(n->ref) != URIEL_SPEC_IRI)
    return false;
  for (const char *at = n->query.ptr; at < end; at++) {
    const bool written = uriel_utf8_character(at, end, &character) > 1;
    const size_t decoded = written ? 0 : uriel_decode_ucs(at, end, true, bytes);
    if (decoded)
      uriel_utf8_character(bytes, bytes + decoded, &character);
    if ((written || decoded) && uriel_ucs_kind(character) == UCS_PRIVATE)
      return true;
  }
  return false;
}

void uriel_normal_mailto(normal_form *n)
{
  static const normal_own apart = {mailto_path, mailto_query};
  static const normal_own gathered = {mailto_all_addresses, mailto_other_fields};
  const segments_shape path = uriel_segments_measure(normal_segments(n), n->rules);
  uriel_text rest = n->query;
  n->own = &apart;
  if (view_defined(n->host) || !view_defined(n->query) || mailto_has_private(n))
    return;
  /* All addresses can be in the path, where "." and ".." would be dot segments. */
  const size_t count = mailto_count_to(rest, n->rules);
  if (count == 0 || path.count != 1 || (path.first.len > 0 && !mailto_is_list(path.first)))
    return;
  const uriel_text first = mailto_next_to(&rest, n->rules);
  if (count == 1 && path.first.len == 0 && uriel_segment_dots(first, n->rules.decode) != SEGMENT_PLAIN)
    return;
  n->own = &gathered;
  rest = n->query;
  uriel_text field = view_take(&rest, '&');
  while (view_defined(field) && mailto_is_to(field, n->rules))
    field = view_take(&rest, '&');
  if (!view_defined(field))
    n->query = view_undefined();
}
