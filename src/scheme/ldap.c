/* SPDX-License-Identifier: MIT */
/* ldap (RFC 4516): an entry of a directory server, or a search. */
#include "scheme/scheme.h"

/* An object identifier in words or numbers, and options after ";" (RFC 4512, 2.5), which may be
 * encoded. Returns the first byte that does not fit, or the end. */
static const char *ldap_name_end(const char *at, const char *end)
{
  for (const char *here = at; at < end; here = at) {
    const char byte = decoded_next(&at, end);
    if (!byte_is(byte, BYTE_ALPHA | BYTE_DIGIT) && byte != '-' && byte != '.' && byte != ';')
      return here;
  }
  return end;
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
  static const encode_set kept = {BYTE_SEGMENT, "", "/", 0};
  const char *const outside = uriel_part_outside(list, kept);
  uriel_text item;
  if (outside != list.ptr + list.len)
    return part_is_wrong(URIEL_ERROR_PART_CHARACTER, outside);
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
  return view_is(scope, "base") || view_is(scope, "one") || view_is(scope, "sub")
             ? part_fits()
             : part_is_wrong(URIEL_ERROR_PART_FORM, scope.ptr);
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

/* Absent and empty parts have the same default (RFC 4516, 2), which allows "/" in each; "?" is a
 * delimiter. */
static const scheme_part ldap_parts[] = {
    SCHEME_LOGIN(0, PART_HIDDEN),
    {"dn", "", BYTE_SEGMENT, .more = "/", .checks = PART_BLANK | PART_PATH},
    {"attributes", "", .checks = PART_BLANK, .form = ldap_check_attributes, .component = URIEL_QUERY,
     .separator = ','},
    {"scope", "", BYTE_SEGMENT, .checks = PART_BLANK, .form = ldap_check_scope,
     .component = URIEL_QUERY},
    {"filter", "", BYTE_SEGMENT, .more = "/", .checks = PART_BLANK, .component = URIEL_QUERY},
    {"extensions", "", .checks = PART_BLANK, .form = ldap_check_extensions, .component = URIEL_QUERY,
     .separator = ',', .pairs = true}};

static void ldap_read(part_reader *r, scheme_parts *parts)
{
  scheme_ldap *const ldap = &parts->ldap;
  const uriel_text path = uriel_path(r->ref);
  uriel_text query = uriel_query(r->ref);
  uriel_part_refuse(r, URIEL_USERINFO, "user");
  ldap->login = uriel_part_login(r);
  if (!view_defined(uriel_authority(r->ref)))
    uriel_part_error(r, URIEL_ERROR_PART_MISSING, URIEL_AUTHORITY, "host", path, path.ptr);
  if (path.len > 0)
    uriel_part_take(r, &ldap->dn, view_of(path.ptr + 1, path.ptr + path.len));
  else if (view_defined(query))
    uriel_part_error(r, URIEL_ERROR_PART_MISSING, URIEL_PATH, "dn", path, path.ptr);
  /* [attributes] ["?" [scope] ["?" [filter] ["?" extensions]]] */
  uriel_part_take(r, &ldap->attributes, view_take(&query, '?'));
  uriel_part_take(r, &ldap->scope, view_take(&query, '?'));
  const uriel_text filter = view_take(&query, '?');
  uriel_part_take(r, &ldap->filter, filter);
  if (view_defined(ldap->filter) && ldap_check_filter(ldap->filter).code != URIEL_ERROR_NONE)
    uriel_part_error(r, URIEL_ERROR_PART_FORM, URIEL_QUERY, "filter", filter, filter.ptr);
  uriel_part_take(r, &ldap->extensions, query);
}

static void ldap_fit(part_builder *b, const scheme_parts *parts)
{
  const scheme_ldap *const ldap = &parts->ldap;
  uriel_build_refuse(b, &ldap->login.user, URIEL_USERINFO);
  uriel_build_refuse(b, &ldap->login.password, URIEL_USERINFO);
  uriel_build_login_fits(b, &ldap->login);
  if (!view_defined(ldap->login.host) && view_defined(ldap->login.port))
    uriel_build_part_error(b, URIEL_ERROR_PART_MISSING, &ldap->login.host, NULL);
  uriel_build_fits(b, &ldap->attributes);
  uriel_build_fits(b, &ldap->scope);
  uriel_build_fits(b, &ldap->dn);
  const part_wrong filter = ldap->filter.len > 0 ? ldap_check_filter(ldap->filter) : part_fits();
  if (filter.code != URIEL_ERROR_NONE)
    uriel_build_part_error(b, filter.code, &ldap->filter, filter.at);
  uriel_build_fits(b, &ldap->extensions);
}

/* Each field follows one "?" for itself and one for each field omitted before it. */
static void ldap_write(part_builder *b, const scheme_parts *parts)
{
  const scheme_ldap *const ldap = &parts->ldap;
  const uriel_text *const fields[] = {&ldap->attributes, &ldap->scope, &ldap->filter, &ldap->extensions};
  bool any = ldap->dn.len > 0;
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    any = any || fields[i]->len > 0;
  uriel_build_authority(b, "ldap", &ldap->login);
  if (any)
    write_byte(&b->w, '/');
  uriel_build_put(b, &ldap->dn);
  for (size_t i = 0, written = 0; i < sizeof fields / sizeof *fields; i++)
    if (fields[i]->len > 0) {
      for (; written <= i; written++)
        write_byte(&b->w, '?');
      uriel_build_put(b, fields[i]);
    }
}

SCHEME_DEFINE(ldap, ldap_read, ldap_fit, ldap_write, "ldap");

/* RFC 4516, 3: a search with the URI's parts and their defaults. */
bool uriel_ldap_plan(planner *p, const scheme_parts *parts)
{
  const scheme_ldap *const ldap = &parts->ldap;
  const bool server = ldap->login.host.len > 0;
  bool critical = false;
  uriel_text list = ldap->extensions, item;
  while (uriel_list_next(&list, &item, ','))
    critical = critical || (item.len > 0 && item.ptr[0] == '!');
  if (!server)
    p->plan->warnings |= URIEL_WARNING_NO_SERVER;
  uriel_plan_connect(p, &ldap->login, server ? "" : "the local directory");
  uriel_plan_begin(p);
  write_string(&p->text, "search ");
  write_view(&p->text, ldap->dn.len > 0 ? ldap->dn : uriel_text_of("\"\""));
  write_string(&p->text, " scope ");
  write_view(&p->text, ldap->scope.len > 0 ? ldap->scope : uriel_text_of("base"));
  write_string(&p->text, " filter ");
  write_view(&p->text, ldap->filter.len > 0 ? ldap->filter : uriel_text_of("(objectClass=*)"));
  write_string(&p->text, ldap->attributes.len > 0 ? " attributes " : " attributes *");
  uriel_write_decoded(&p->text, ldap->attributes);
  uriel_plan_end(p, URIEL_STEP_REQUEST,
                 critical
                     ? "of the LDAP protocol (RFC 4511), if the extensions marked with \"!\" are known"
                     : "of the LDAP protocol (RFC 4511)");
  uriel_plan_expect(p, "", URIEL_REPLY_LDAP, URIEL_USE_ENTRIES,
                    "the entries that match, and the result");
  return uriel_plan_close(p);
}
