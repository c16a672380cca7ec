/* SPDX-License-Identifier: MIT */
/* What is the same of mailto (RFC 6068): the case of domains (RFC 5321, 2.4) and of the names of header
 * fields (RFC 5322, 1.2.2; RFC 6068, 2). */
#include "scheme/normal.h"

/* The last "@" of the address that the text begins with, or the address's end. */
static const char *mailto_at(const char *begin, const char *end)
{
  const char *at = view_find(begin, end, ',');
  const char *const address_end = at;
  while (at > begin && at[-1] != '@')
    at--;
  return at > begin ? at : address_end;
}

/* In turn what of an address stands before its domain, and the domain with the "," behind it. */
static bool mailto_address(pieces *p, uriel_text *piece, unit_rules *rules)
{
  const char *const begin = p->rest.ptr;
  const char *const end = begin + p->rest.len;
  const bool domain = p->state & 1;
  const char *stop = domain ? view_find(begin, end, ',') : mailto_at(begin, end);
  if (begin == end)
    return false;
  if (domain && stop < end)
    stop++;
  *piece = view_of(begin, stop);
  *rules = p->rules;
  rules->fold = domain;
  p->rest = view_of(stop, end);
  p->state++;
  return true;
}

/* In turn the name of a header field and what stands behind it up to the next name. */
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

static pieces mailto_path(const segments_shape *path, unsigned index, unit_rules rules)
{
  pieces p = uriel_normal_plain(index ? path->second : path->first, rules);
  p.rest = p.text;
  if (path->count == 1)
    p.next = mailto_address;
  return p;
}

static pieces mailto_query(uriel_text query, unit_rules rules)
{
  pieces p = uriel_normal_plain(query, rules);
  p.rest = query;
  p.next = mailto_field;
  return p;
}

const normal_own uriel_own_mailto = {mailto_path, mailto_query};
