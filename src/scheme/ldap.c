/* SPDX-License-Identifier: MIT */
/* ldap (RFC 4516): an entry of a directory server, or a search. */
#include "scheme/part.h"
#include "scheme/scheme.h"
#include "uriel_scheme.h"

static const char *const ldap_names[] = {"ldap", NULL};

/* RFC 4516, 2 allows "/" in a dn, a filter and list items; "?" is a delimiter. */
static const encode_set ldap_kept = {BYTE_SEGMENT, "", "/", 0};

/* An object identifier in words or numbers, and options after ";" (RFC 4512, 2.5), which may be
 * encoded. Returns the first byte that does not fit, or the end. */
static const char *ldap_name_end(const char *at, const char *end)
{
  while (at < end) {
    const bool encoded = triplet_at(at, end);
    const char byte = encoded ? (char)triplet_value(at) : *at;
    if (!byte_is(byte, BYTE_ALPHA | BYTE_DIGIT) && byte != '-' && byte != '.' && byte != ';')
      break;
    at += encoded ? 3 : 1;
  }
  return at;
}

/* RFC 4516, 2: attrdesc, or "*" or "+" (RFC 4511, 4.5.1.8; RFC 3673). */
static part_wrong ldap_check_attributes(uriel_text list)
{
  uriel_text item;
  while (uriel_list_next(&list, &item, ',')) {
    const char *const end = item.ptr + item.len;
    const bool all = item.len == 1 && (item.ptr[0] == '*' || item.ptr[0] == '+');
    const char *const at = all ? end : ldap_name_end(item.ptr, end);
    if (item.len == 0 || at < end)
      return part_is_wrong(URIEL_ERROR_PART_FORM, at);
  }
  return part_fits();
}

/* [!]NAME[=VALUE] */
static part_wrong ldap_check_extensions(uriel_text list)
{
  uriel_text item;
  if (view_defined(list) && uriel_part_outside(list, ldap_kept) != list.ptr + list.len)
    return part_is_wrong(URIEL_ERROR_PART_CHARACTER, uriel_part_outside(list, ldap_kept));
  while (uriel_list_next(&list, &item, ',')) {
    const char *const begin = item.ptr + (item.len > 0 && item.ptr[0] == '!');
    const char *const end = item.ptr + item.len;
    const char *const at = ldap_name_end(begin, end);
    if (at == begin || (at < end && *at != '='))
      return part_is_wrong(URIEL_ERROR_PART_FORM, at);
  }
  return part_fits();
}

static part_wrong ldap_check_scope(uriel_text scope)
{
  static const unit_rules fold = {false, 0, true};
  static const char *const scopes[] = {"base", "one", "sub"};
  for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++)
    if (uriel_units_equal(scope, fold, uriel_text_of(scopes[i]), fold))
      return part_fits();
  return view_defined(scope) ? part_is_wrong(URIEL_ERROR_PART_FORM, scope.ptr) : part_fits();
}

/* RFC 4515, 3: a filter is in parentheses, and parentheses in it are balanced; others are written
 * "\28" and "\29". */
static part_wrong ldap_check_filter(uriel_text filter)
{
  if (!view_defined(filter))
    return part_fits();
  const char *at = filter.ptr;
  const char *const end = at + filter.len;
  size_t depth = 0;
  while (at < end && (depth > 0 || at == filter.ptr)) {
    depth += *at == '(';
    if (depth == 0)
      break;
    depth -= *at == ')';
    at++;
  }
  return at < end || depth > 0 || filter.len == 0 ? part_is_wrong(URIEL_ERROR_PART_FORM, at)
                                                  : part_fits();
}

/* Absent and empty parts have the same default (RFC 4516, 2). */
static uriel_text ldap_or_default(uriel_text text)
{
  return text.len > 0 ? text : view_undefined();
}

static uriel_text ldap_read(part_reader *r, const char *part, uriel_text written, part_wrong wrong)
{
  if (wrong.code != URIEL_ERROR_NONE)
    uriel_part_error(r, wrong.code, URIEL_QUERY, part, written, wrong.at);
  return written;
}

/* [attributes] ["?" [scope] ["?" [filter] ["?" extensions]]] */
static void ldap_read_query(part_reader *r, scheme_ldap *ldap, uriel_text query)
{
  const uriel_text attributes = ldap_or_default(view_take(&query, '?'));
  const uriel_text scope = ldap_or_default(view_take(&query, '?'));
  const uriel_text filter = ldap_or_default(view_take(&query, '?'));
  const uriel_text extensions = ldap_or_default(query);
  ldap->attributes = ldap_read(r, "attributes", attributes, ldap_check_attributes(attributes));
  ldap->scope = uriel_part_bytes(r, scope);
  if (ldap_check_scope(ldap->scope).code != URIEL_ERROR_NONE)
    uriel_part_error(r, URIEL_ERROR_PART_FORM, URIEL_QUERY, "scope", scope, scope.ptr);
  ldap->filter = uriel_part_bytes(r, filter);
  if (ldap_check_filter(ldap->filter).code != URIEL_ERROR_NONE)
    uriel_part_error(r, URIEL_ERROR_PART_FORM, URIEL_QUERY, "filter", filter, filter.ptr);
  ldap->extensions = ldap_read(r, "extensions", extensions, ldap_check_extensions(extensions));
}

static void ldap_parse(part_reader *r, void *parts)
{
  scheme_ldap *const ldap = parts;
  const uriel_text path = uriel_path(r->ref), query = uriel_query(r->ref);
  uriel_part_refuse(r, URIEL_USERINFO, "user", uriel_userinfo(r->ref));
  *ldap = (scheme_ldap){.login = uriel_part_login(r)};
  if (!view_defined(uriel_authority(r->ref)))
    uriel_part_error(r, URIEL_ERROR_PART_MISSING, URIEL_AUTHORITY, "host", path, path.ptr);
  if (path.len > 0)
    ldap->dn = uriel_part_bytes(r, ldap_or_default(view_of(path.ptr + 1, path.ptr + path.len)));
  else if (view_defined(query))
    uriel_part_error(r, URIEL_ERROR_PART_MISSING, URIEL_PATH, "dn", path, path.ptr);
  ldap_read_query(r, ldap, query);
}

static void ldap_build_fits(part_builder *b, const char *part, uriel_text text, part_wrong wrong)
{
  if (wrong.code != URIEL_ERROR_NONE)
    uriel_build_error(b, wrong.code, URIEL_QUERY, part, text, wrong.at);
}

static bool ldap_fits_all(part_builder *b, const scheme_ldap *ldap)
{
  uriel_build_refuse(b, URIEL_USERINFO, "user", ldap->login.user);
  uriel_build_refuse(b, URIEL_USERINFO, "password", ldap->login.password);
  uriel_build_login_fits(b, &ldap->login);
  if (!view_defined(ldap->login.host) && view_defined(ldap->login.port))
    uriel_build_needs(b, URIEL_HOST, "host", ldap->login.host);
  ldap_build_fits(b, "attributes", ldap->attributes,
                  ldap_check_attributes(ldap_or_default(ldap->attributes)));
  ldap_build_fits(b, "scope", ldap->scope, ldap_check_scope(ldap_or_default(ldap->scope)));
  uriel_build_no_dots(b, "dn", ldap->dn, EDGE_BOTH, false);
  ldap_build_fits(b, "filter", ldap->filter, ldap_check_filter(ldap_or_default(ldap->filter)));
  ldap_build_fits(b, "extensions", ldap->extensions,
                  ldap_check_extensions(ldap_or_default(ldap->extensions)));
  return !b->failed;
}

/* Writes the field, after one "?" for itself and one for each field omitted before it. */
static void ldap_write_field(part_builder *b, unsigned *owed, uriel_text text, bool encode)
{
  ++*owed;
  if (text.len == 0)
    return;
  for (; *owed > 0; --*owed)
    write_byte(&b->w, '?');
  if (encode)
    uriel_build_part(b, "", text, ldap_kept, "");
  else
    write_view(&b->w, text);
}

static void ldap_build(part_builder *b, const void *parts)
{
  const scheme_ldap *const ldap = parts;
  unsigned owed = 0;
  if (!ldap_fits_all(b, ldap))
    return;
  uriel_build_authority(b, "ldap", &ldap->login);
  if (ldap->dn.len > 0 || ldap->attributes.len > 0 || ldap->scope.len > 0 || ldap->filter.len > 0 ||
      ldap->extensions.len > 0)
    write_byte(&b->w, '/');
  uriel_build_part(b, "", ldap->dn, ldap_kept, "");
  ldap_write_field(b, &owed, ldap->attributes, false);
  ldap_write_field(b, &owed, ldap->scope, false);
  ldap_write_field(b, &owed, ldap->filter, true);
  ldap_write_field(b, &owed, ldap->extensions, false);
}

/* Reports whether any extension is critical (RFC 4516, 2). */
static bool ldap_critical(uriel_text list)
{
  uriel_text item;
  while (uriel_list_next(&list, &item, ','))
    if (item.len > 0 && item.ptr[0] == '!')
      return true;
  return false;
}

static void ldap_write_or(writer *w, const char *before, uriel_text text, const char *otherwise)
{
  write_string(w, before);
  write_view(w, text.len > 0 ? text : uriel_text_of(otherwise));
}

/* RFC 4516, 3: a search with the URI's parts and their defaults. */
bool uriel_ldap_plan(planner *p, const uriel_ref *ref, const void *parts)
{
  const scheme_ldap *const ldap = parts;
  (void)ref;
  if (ldap->login.host.len == 0)
    p->plan->warnings |= URIEL_WARNING_NO_SERVER;
  uriel_plan_connect(p, &ldap->login, ldap->login.host.len > 0 ? "" : "the local directory");
  uriel_plan_begin(p);
  ldap_write_or(&p->text, "search ", ldap->dn, "\"\"");
  ldap_write_or(&p->text, " scope ", ldap->scope, "base");
  ldap_write_or(&p->text, " filter ", ldap->filter, "(objectClass=*)");
  ldap_write_or(&p->text, " attributes ", view_undefined(), ldap->attributes.len > 0 ? "" : "*");
  uriel_write_decoded(&p->text, ldap->attributes);
  uriel_plan_end(p, URIEL_STEP_REQUEST,
                 ldap_critical(ldap->extensions)
                     ? "of the LDAP protocol (RFC 4511), if the extensions marked with \"!\" are known"
                     : "of the LDAP protocol (RFC 4511)");
  uriel_plan_expect(p, "", "the entries that match, and the result");
  uriel_plan_close(p, "");
  return true;
}

static const scheme_part ldap_parts[] = {{"host", offsetof(scheme_ldap, login.host), 0, false},
                                         {"port", offsetof(scheme_ldap, login.port), 0, false},
                                         SCHEME_PART(scheme_ldap, dn),
                                         SCHEME_LIST(scheme_ldap, attributes, ',', false),
                                         SCHEME_PART(scheme_ldap, scope),
                                         SCHEME_PART(scheme_ldap, filter),
                                         SCHEME_LIST(scheme_ldap, extensions, ',', true)};

SCHEME_DEFINE(ldap, scheme_ldap);
