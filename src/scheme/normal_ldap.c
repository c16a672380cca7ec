/* SPDX-License-Identifier: MIT */
/* What is the same of ldap (RFC 4516, 2 and 3): a scope of "base" and a filter of "(objectClass=*)" are
 * what is meant where none is given, and the "?" of fields that are empty to the end say nothing. */
#include "scheme/normal.h"

enum { LDAP_ATTRIBUTES, LDAP_SCOPE, LDAP_FILTER, LDAP_FIELDS = 4 };

static uriel_text ldap_take(uriel_text *rest)
{
  const char *const end = rest->ptr + rest->len;
  const char *const mark = view_find(rest->ptr, end, '?');
  const uriel_text field = view_of(rest->ptr, mark);
  *rest = mark == end ? view_undefined() : view_of(mark + 1, end);
  return field;
}

static bool ldap_is(uriel_text field, unit_rules rules, const char *wanted)
{
  rules.fold = true;
  return uriel_units_equal(field, rules, uriel_text_of(wanted), (unit_rules){false, 0, false});
}

/* The field as far as it says something. */
static uriel_text ldap_said(uriel_text field, unsigned which, unit_rules rules)
{
  if ((which == LDAP_SCOPE && ldap_is(field, rules, "base")) ||
      (which == LDAP_FILTER && ldap_is(field, rules, "(objectclass=*)")))
    field.len = 0;
  return field;
}

/* In turn a field and the "?" behind it. */
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
  *piece = ldap_said(ldap_take(&p->rest), which, p->rules);
  rules->fold =
      which == LDAP_SCOPE && (ldap_is(*piece, p->rules, "one") || ldap_is(*piece, p->rules, "sub"));
  return true;
}

static pieces ldap_query(uriel_text query, unit_rules rules)
{
  pieces p = uriel_normal_plain(query, rules);
  p.rest = query;
  p.next = ldap_field;
  return p;
}

const normal_own uriel_own_ldap = {NULL, ldap_query};

void uriel_normal_ldap(normal_form *n)
{
  uriel_text rest = n->query;
  const char *said = NULL;
  unsigned which = 0;
  /* "?" stands behind "/" alone (RFC 4516, 2): where that is not written, none is put there. */
  if (view_defined(n->query) && n->path.len <= 1 && n->path.ptr + n->path.len + 1 != n->query.ptr) {
    n->path = uriel_text_of("");
    return;
  }
  for (; view_defined(rest) && which < LDAP_FIELDS; which++) {
    const uriel_text field = ldap_take(&rest);
    if (ldap_said(field, which, n->rules).len > 0)
      said = field.ptr + field.len;
  }
  if (view_defined(rest) || which == 0)
    return; /* A fifth field is none of RFC 4516's. */
  n->query = said ? view_of(n->query.ptr, said) : view_undefined();
  n->own = &uriel_own_ldap;
}
