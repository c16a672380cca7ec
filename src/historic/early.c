/* SPDX-License-Identifier: MIT */
/* Splits members of the drafts of 1993 and 1994 into components. The prose ("Internet protocol parts")
 * defines how to read the authority: a user before "@", the host, a port number after ":". */
#include "historic/early.h"
#include "historic/generations.h"
#include "text/bytes.h"
#include "uri/component.h"

bool uriel_early_full(const char *text, size_t len)
{
  size_t at = 0;
  while (at < len && text[at] != ':' && text[at] != '/')
    at++;
  return at < len && text[at] == ':';
}

size_t uriel_early_prefix(const early_document *d, const char *text, size_t len)
{
  return d->prefix && len >= 4 && view_is((uriel_text){text, 4}, "url:") ? 4 : 0;
}

const early_scheme *uriel_early_scheme(const early_document *d, uriel_text name)
{
  for (size_t i = 0; i < d->count; i++)
    if (view_equal(uriel_text_of(d->schemes[i].name), name))
      return &d->schemes[i];
  return NULL;
}

bool uriel_hostnumber_is(uriel_text host)
{
  const char *at = host.ptr;
  const char *const end = host.ptr + host.len;
  for (size_t number = 0; number < 4; number++) {
    if (number > 0 && (at == end || *at++ != '.'))
      return false;
    const char *const digits = at;
    while (at < end && byte_is(*at, BYTE_DIGIT))
      at++;
    if (at == digits)
      return false;
  }
  return at == end;
}

/* Reports whether a host begins here, if all its letters are allowed in a host. */
static bool early_host_begins(const char *host, const char *end)
{
  return host < end && (byte_is(*host, BYTE_ALPHA) || uriel_hostnumber_is(view_of(host, end)));
}

/* Splits at "@" only if the rest is a host. A port is always split off: in every host that the
 * documents allow, the text before ":" is a host too. */
static void early_read_authority(uriel_ref *ref)
{
  const uriel_text authority = uriel_authority(ref);
  const char *const begin = authority.ptr;
  const char *const end = begin + authority.len;
  const char *host = begin, *digits = end;
  /* The port follows the last ":" that precedes only digits, at least one, and is not the first byte. */
  while (digits > begin && byte_is(digits[-1], BYTE_DIGIT))
    digits--;
  const bool port = digits < end && digits - begin > 1 && digits[-1] == ':';
  const char *const host_end = port ? digits - 1 : end;
  /* A cellname (1993) is a hostname. */
  const bool cell = view_equal(uriel_scheme(ref), uriel_text_of("afs"));
  for (const char *at = host_end; at > begin + 1 && host == begin; at--)
    if (at[-1] == '@' && early_host_begins(at, host_end) && !(cell && byte_is(*at, BYTE_DIGIT)))
      host = at;
  ref->host_begin = (uint32_t)(host - ref->text);
  ref->host_end = (uint32_t)(host_end - ref->text);
}

void uriel_early_read(uriel_ref *ref, const char *text, uint32_t len)
{
  uriel_split(ref, text, len);
  if (ref->host_begin != 0)
    early_read_authority(ref);
}

static void early_own_authority(const early_document *d, const early_scheme *s, const uriel_ref *ref,
                                own_list *list)
{
  if (d->password && s->authority == EARLY_LOGIN)
    own_add(list, "login", uriel_authority(ref));
  const uriel_text userinfo = uriel_userinfo(ref);
  uriel_text password = userinfo;
  const uriel_text user = view_take(&password, ':');
  /* User (1994) and password have other letters than hosts, which may also contain "@". */
  if (!d->password)
    own_add(list, "user", userinfo);
  else if (view_consists(user, d->user) && view_consists(password, d->user))
    own_add_user(list, userinfo);
  if (s->authority == EARLY_CELL)
    own_add(list, "cellname", uriel_host(ref));
  else
    own_add_host(list, uriel_host(ref));
}

size_t uriel_early_own_parts(const uriel_ref *ref, uriel_own_part *parts)
{
  const early_document *const d = early_document_of(uriel_spec_of(ref));
  own_list list = {parts, 0};
  const early_scheme *const s =
      ref->scheme_end == 0 ? d->partial : uriel_early_scheme(d, uriel_scheme(ref));
  const bool authority = ref->host_begin != 0;
  if (s && authority)
    early_own_authority(d, s, ref, &list);
  if (s && s->own && (authority || s->authority == EARLY_NOTHING))
    s->own(&list, ref);
  own_add(&list, "search", uriel_query(ref));
  own_add(&list, "fragmentid", uriel_fragment(ref));
  return list.count;
}

/* Returns a path without its leading "/"; undefined if it is empty. */
static uriel_text early_path_rest(const uriel_ref *ref)
{
  const uriel_text path = uriel_path(ref);
  return path.len == 0 ? view_undefined() : view_of(path.ptr + 1, path.ptr + path.len);
}

static bool early_is_1993(const uriel_ref *ref)
{
  return uriel_spec_of(ref) == URIEL_SPEC_URL_1993;
}

/* "/" gtype, and the rest. */
void uriel_early_own_gopher(own_list *list, const uriel_ref *ref)
{
  const uriel_text rest = early_path_rest(ref);
  if (rest.len == 0)
    return;
  const char *const end = rest.ptr + rest.len;
  const char *const more = rest.ptr + (*rest.ptr == '%' ? 3 : 1);
  own_add(list, "gtype", view_of(rest.ptr, more));
  if (more < end)
    own_add(list, early_is_1993(ref) ? "selector" : "gcommand", view_of(more, end));
}

/* "/" database "/" wtype "/" wpath, which begins with digits "/" in 1993. */
void uriel_early_own_wais(own_list *list, const uriel_ref *ref)
{
  uriel_text rest = early_path_rest(ref);
  own_add(list, "database", view_take(&rest, '/'));
  own_add(list, "wtype", view_take(&rest, '/'));
  if (early_is_1993(ref))
    own_add(list, "digits", view_take(&rest, '/'));
  else
    own_add(list, "wpath", rest);
}

/* The prose (Prospero) separates all three by "%00", which the rule for paths allows: text after "%00"
 * that is neither a version nor attributes of letters and digits belongs to the hsoname. The version may
 * be empty. */
void uriel_early_own_prospero(own_list *list, const uriel_ref *ref)
{
  const uriel_text all = early_path_rest(ref);
  uriel_text attributes = all;
  const uriel_text hsoname = uriel_take_encoded(&attributes, 0);
  const uriel_text version = uriel_take_encoded(&attributes, 0);
  bool fits = view_consists(version, BYTE_DIGIT);
  for (uriel_text rest = attributes; fits && view_defined(rest);) {
    const uriel_text attribute = uriel_take_encoded(&rest, 0);
    fits = attribute.len > 0 && view_consists(attribute, BYTE_ALPHA | BYTE_DIGIT);
  }
  if (!fits) {
    own_add(list, "hsoname", all);
    return;
  }
  own_add(list, "hsoname", hsoname);
  own_add(list, "version", version);
  own_add(list, "attributes", attributes);
}

/* "A message identifier may be distinguished from a news group name by the presence of the commercial
 * at" (News): so a path with "@" is never a group, even if no host follows. In 1993 only `generic`
 * allows a path with "/" or "+". */
void uriel_early_own_news(own_list *list, const uriel_ref *ref)
{
  const uriel_text path = uriel_path(ref);
  const char *const end = path.ptr + path.len;
  if (view_has(path, '/') || view_defined(uriel_query(ref)) ||
      (early_is_1993(ref) && view_has(path, '+')))
    return;
  bool article = false, sign = false; /* "@", encoded or not */
  for (const char *at = path.ptr; at < end;) {
    const bool host = *at == '@' && at > path.ptr && early_host_begins(at + 1, end);
    article = article || host;
    sign = decoded_next(&at, end) == '@' || sign;
  }
  if (article)
    own_add(list, "article", path);
  else if (path.len > 0 && byte_is(*path.ptr, BYTE_ALPHA) && !sign)
    own_add(list, "group", path);
}
