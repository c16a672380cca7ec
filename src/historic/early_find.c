/* SPDX-License-Identifier: MIT */
/* Finds the error in a text that is not a member of the drafts of 1993 and 1994: the component with
 * the first byte with which no member continues, compared with the addresses of its scheme. */
#include "historic/early.h"
#include "historic/generations.h"
#include "text/bytes.h"
#include "uri/blame.h"
#include "uri/component.h"

/* A text that is not a member, split with the expression of Appendix B, and its authority as in the
 * prose. */
typedef struct early_reading {
  const early_document *d;
  const early_scheme *scheme; /* NULL: not a scheme that the document names */
  grammar held;               /* the grammar that rejects it */
  const char *whole, *text;   /* with and without its prefix */
  size_t len;
  const char *at;  /* the first byte with which no member continues */
  uint32_t offset; /* of that byte in `text` */
  bool partial;    /* it was read as a partial form */
  uriel_ref ref;
} early_reading;

static finding early_blame(const early_reading *r, uriel_error_code code, uriel_component component)
{
  const char *const at = r->at;
  const uriel_text text = uriel_component_get(&r->ref, component);
  return (finding){code, component, view_defined(text) ? text : view_of(at, at), at};
}

static finding early_nothing(void)
{
  return (finding){.code = URIEL_ERROR_NONE};
}

/* Reports whether the text before an offset is a member. */
static bool early_complete(const early_reading *r, uint32_t end)
{
  size_t stuck;
  return r->held.member(r->whole, (size_t)(r->text - r->whole) + end, &stuck);
}

/* Returns the first byte that is neither in `classes` nor in an escape. */
static const char *early_run(uriel_text text, unsigned classes, bool escapes)
{
  const char *at = text.ptr;
  const char *const end = at + text.len;
  while (at < end)
    if (byte_is(*at, classes))
      at++;
    else if (escapes && triplet_at(at, end))
      at += 3;
    else
      break;
  return at;
}

/* Reports whether the name is a known scheme in the wrong case: "HTTP" for "http". */
static bool early_scheme_upper(const early_document *d, uriel_text name)
{
  for (size_t i = 0; i < d->count; i++)
    if (view_is(name, d->schemes[i].name))
      return true;
  return false;
}

/* If Appendix B finds no scheme, a ":" may still follow "?" or "#". */
static finding early_find_no_scheme(const early_reading *r)
{
  const char *const text = r->text;
  const char *const end = text + r->len;
  if (r->len > 0 && *text == ':')
    return early_blame(r, URIEL_ERROR_SCHEME_EMPTY, URIEL_SCHEME);
  if (!uriel_early_full(text, r->len))
    return early_blame(r,
                       text == r->whole ? URIEL_ERROR_SCHEME_MISSING : URIEL_ERROR_SCHEME_AFTER_PREFIX,
                       URIEL_REFERENCE);
  const char *at = text;
  while (*at != '?' && *at != '#')
    at++;
  return (finding){URIEL_ERROR_SCHEME_NAME, URIEL_SCHEME, view_of(text, view_find(text, end, ':')), at};
}

static finding early_find_scheme(const early_reading *r)
{
  const uriel_text name = uriel_scheme(&r->ref);
  if (!view_defined(name))
    return early_find_no_scheme(r);
  if (!byte_is(*name.ptr, BYTE_ALPHA))
    return early_blame(r, URIEL_ERROR_SCHEME_START, URIEL_SCHEME);
  const bool before_colon = r->offset <= r->ref.scheme_end;
  /* The error may also be at the end of the text, where no byte is. */
  const bool at_slash = r->offset < r->ref.length && *r->at == '/';
  if (!r->scheme && early_scheme_upper(r->d, name) && (before_colon || at_slash))
    return early_blame(r, URIEL_ERROR_SCHEME_CASE, URIEL_SCHEME);
  if (!before_colon)
    return early_nothing();
  return early_blame(r, r->d->generic ? URIEL_ERROR_SCHEME_NAME : URIEL_ERROR_SCHEME_UNKNOWN,
                     URIEL_SCHEME);
}

/* Splits an authority that may be invalid. If the scheme has no users, "@" is part of the host,
 * unless valid letters of a user and a password come before it, and so does the error. */
static void early_split_authority(early_reading *r)
{
  const uriel_text authority = uriel_authority(&r->ref);
  const char *const begin = authority.ptr;
  const char *const end = begin + authority.len;
  const char *host = end;
  while (host > begin && host[-1] != '@')
    host--;
  bool password = r->d->password && host > begin;
  if (password) {
    uriel_text rest = view_of(begin, host - 1);
    const uriel_text user = view_take(&rest, ':');
    password = user.len > 0 && rest.len > 0 &&
               early_run(user, r->d->user, r->d->escapes_in_user) == user.ptr + user.len &&
               early_run(rest, r->d->user, r->d->escapes_in_user) == rest.ptr + rest.len;
  }
  if (r->scheme && r->scheme->authority != EARLY_LOGIN && (r->at >= host || !password))
    host = begin;
  const bool colon = r->d->password || (host < end && (*host == ':' || byte_is(*host, BYTE_DIGIT)));
  r->ref.host_begin = (uint32_t)(host - r->ref.text);
  r->ref.host_end = (uint32_t)((colon ? view_find(host, end, ':') : end) - r->ref.text);
}

static finding early_find_user(const early_reading *r)
{
  const uriel_text userinfo = uriel_userinfo(&r->ref);
  const bool users = r->scheme->authority == EARLY_LOGIN;
  uriel_text password = userinfo;
  if (!view_defined(userinfo))
    return early_nothing();
  const uriel_text user = r->d->password ? view_take(&password, ':') : userinfo;
  if (!users)
    return early_blame(r, URIEL_ERROR_USERINFO_NOT_ALLOWED, URIEL_USERINFO);
  finding found = early_blame(r, URIEL_ERROR_USERINFO_CHARACTER, URIEL_USERINFO);
  const bool escapes = r->d->escapes_in_user;
  found.at = early_run(user, r->d->user, escapes);
  if (found.at < user.ptr + user.len)
    return found;
  if (r->d->password && view_defined(password)) {
    found.code = URIEL_ERROR_USERINFO_PASSWORD;
    found.at = early_run(password, r->d->user, escapes);
    if (found.at < password.ptr + password.len)
      return found;
  }
  if (user.len == 0 || (view_defined(password) && password.len == 0))
    return early_blame(r, URIEL_ERROR_USERINFO_EMPTY, URIEL_USERINFO);
  return early_nothing();
}

static finding early_find_host(const early_reading *r)
{
  const uriel_text host = uriel_host(&r->ref);
  finding found = early_blame(r, URIEL_ERROR_HOST_CHARACTER, URIEL_HOST);
  found.at = early_run(host, r->d->host, true);
  if (host.len == 0)
    return early_blame(r, URIEL_ERROR_HOST_EMPTY, URIEL_HOST);
  if (found.at < host.ptr + host.len && found.at == r->at && *found.at != '%')
    return found;
  if (found.at == host.ptr + host.len && byte_is(*host.ptr, BYTE_ALPHA))
    return early_nothing();
  if (uriel_hostnumber_is(host))
    return r->scheme->authority == EARLY_CELL ? early_blame(r, URIEL_ERROR_HOST_NUMBER, URIEL_HOST)
                                              : early_nothing();
  return early_blame(
      r, r->scheme->authority == EARLY_CELL ? URIEL_ERROR_HOST_CELL : URIEL_ERROR_HOST_NAME, URIEL_HOST);
}

static finding early_find_port(const early_reading *r)
{
  const uriel_text port = uriel_port(&r->ref);
  if (!view_defined(port))
    return early_nothing();
  if (r->scheme->authority < EARLY_HOSTPORT)
    return early_blame(r, URIEL_ERROR_PORT_NOT_ALLOWED, URIEL_PORT);
  if (port.len == 0)
    return early_blame(r, URIEL_ERROR_PORT_EMPTY, URIEL_PORT);
  if (!view_consists(port, BYTE_DIGIT))
    return early_blame(r, URIEL_ERROR_PORT_NOT_DIGITS, URIEL_PORT);
  return early_nothing();
}

/* Checks everything before the path, unless the error is after the begin of the path. */
static finding early_find_authority(const early_reading *r)
{
  const early_authority wanted = r->scheme ? r->scheme->authority : EARLY_NOTHING;
  const uriel_text path = uriel_path(&r->ref);
  const bool path_alone = r->d->generic && (path.len == 0 || *path.ptr != '/');
  if (r->ref.host_begin == 0 && (wanted == EARLY_NOTHING || r->partial || path_alone))
    return early_nothing();
  if (r->ref.host_begin == 0)
    return early_blame(r, URIEL_ERROR_AUTHORITY_MISSING, URIEL_AUTHORITY);
  if (wanted == EARLY_NOTHING)
    return early_blame(r, URIEL_ERROR_AUTHORITY_NOT_ALLOWED, URIEL_AUTHORITY);
  if (r->offset > r->ref.path_begin)
    return early_nothing();
  finding found = early_find_user(r);
  if (found.code == URIEL_ERROR_NONE)
    found = early_find_host(r);
  return found.code == URIEL_ERROR_NONE ? early_find_port(r) : found;
}

static uriel_error_code early_path_code(const early_reading *r)
{
  const uriel_text path = uriel_path(&r->ref);
  const char *const at = r->at;
  const bool more = r->offset < r->ref.path_end;
  const uriel_error_code error = r->scheme ? r->scheme->path_error : URIEL_ERROR_NONE;
  const char *const path_more = r->scheme ? r->scheme->path_more : "";
  const char *const end = at + more;
  /* The error of the scheme's own paths; NONE if only `generic` allows the path. */
  uriel_error_code own = error;
  if (error == URIEL_ERROR_PATH_FIELDS ||
      (r->ref.host_begin == 0 && r->scheme && r->scheme->authority != EARLY_NOTHING))
    own = URIEL_ERROR_NONE;
  if (path.len == 0 && r->ref.host_begin != 0)
    return URIEL_ERROR_PATH_MISSING;
  if (own == URIEL_ERROR_PATH_NOT_ALLOWED)
    return own;
  if (own == URIEL_ERROR_PATH_TYPE && view_find(path.ptr, at, ';') != at)
    return own;
  if (more && !byte_is(*at, r->d->path) && *at != '/' && *at != '%' &&
      !bytes_have(path_more, (unsigned char)*at))
    return URIEL_ERROR_PATH_CHARACTER;
  /* A ";" or "=" of a partial form's path, at the error or before it, is to blame. */
  if (error == URIEL_ERROR_PATH_FIELDS &&
      (view_find(path.ptr, end, ';') != end || view_find(path.ptr, end, '=') != end))
    return URIEL_ERROR_PATH_FIELDS;
  if (more && *at == '/' && at == path.ptr)
    return URIEL_ERROR_PATH_SLASH;
  if (more && *at != '/' && own == URIEL_ERROR_PATH_GOPHER && at == path.ptr + 1)
    return URIEL_ERROR_PATH_GTYPE;
  if (more && *at == '/' && at[-1] == '/')
    return URIEL_ERROR_PATH_EMPTY_SEGMENT;
  return own == URIEL_ERROR_NONE ? URIEL_ERROR_PATH_CHARACTER : own;
}

/* Checks path, search and fragmentid. After a complete member, nothing else may follow. */
static finding early_find_rest(const early_reading *r)
{
  const uriel_ref *const ref = &r->ref;
  if (r->offset < ref->path_end || (r->offset == ref->path_end && !early_complete(r, ref->path_end)))
    return early_blame(r, early_path_code(r), URIEL_PATH);
  if (r->offset == ref->path_end && ref->path_end < ref->query_end)
    return early_blame(r, URIEL_ERROR_QUERY_NOT_ALLOWED, URIEL_QUERY);
  if (r->offset < ref->query_end && *r->at != '+')
    return early_blame(r, URIEL_ERROR_QUERY_CHARACTER, URIEL_QUERY);
  if (r->offset < ref->query_end || (r->offset == ref->query_end && !early_complete(r, ref->query_end)))
    return early_blame(r, URIEL_ERROR_QUERY_EMPTY, URIEL_QUERY);
  if (r->offset == ref->query_end)
    return early_blame(r, URIEL_ERROR_FRAGMENT_NOT_ALLOWED, URIEL_FRAGMENT);
  return early_blame(
      r, r->offset < ref->length ? URIEL_ERROR_FRAGMENT_CHARACTER : URIEL_ERROR_FRAGMENT_EMPTY,
      URIEL_FRAGMENT);
}

/* Returns the component that contains a byte. */
static uriel_component early_component_at(const uriel_ref *ref, const char *byte)
{
  for (size_t i = 0; i < URIEL_TEXT_ORDER; i++) {
    const uriel_text text = uriel_component_get(ref, uriel_text_order[i]);
    if (view_defined(text) && byte >= text.ptr && byte < text.ptr + text.len)
      return uriel_text_order[i];
  }
  return URIEL_REFERENCE;
}

/* Finds an incomplete escape that begins one or two bytes before the byte at error. */
static finding early_find_percent(const early_reading *r)
{
  const char *const text = r->text;
  const char *const end = text + r->len;
  for (uint32_t back = 1; back <= 2 && back <= r->offset; back++) {
    const char *const percent = r->at - back;
    if (*percent == '%' && triplet_stuck(percent, end) == r->at)
      return early_blame(r, URIEL_ERROR_PERCENT, early_component_at(&r->ref, percent));
  }
  return early_nothing();
}

static finding early_find(early_reading *r)
{
  uriel_split(&r->ref, r->text, (uint32_t)r->len);
  r->scheme = r->partial ? r->d->partial : uriel_early_scheme(r->d, uriel_scheme(&r->ref));
  if (r->ref.host_begin != 0)
    early_split_authority(r);
  finding found = early_find_percent(r);
  if (found.code == URIEL_ERROR_NONE && !r->partial)
    found = early_find_scheme(r);
  if (found.code == URIEL_ERROR_NONE)
    found = early_find_authority(r);
  return found.code == URIEL_ERROR_NONE ? early_find_rest(r) : found;
}

void uriel_early_blame(uriel_error *error, const char *text, uint32_t len)
{
  const early_document *const d = early_document_of(error->spec);
  const reading *const r =
      error->spec == URIEL_SPEC_URL_1993 ? &uriel_reading_1993 : &uriel_reading_1994;
  const size_t prefix = uriel_early_prefix(d, text, len);
  early_reading e = {
      .d = d,
      .held = r->grammar_for(text, len, error->options),
      .whole = text,
      .text = text + prefix,
      .len = len - prefix,
      .at = text + error->offset,
      .offset = (uint32_t)(error->offset - prefix),
      .partial = (error->options & URIEL_PARSE_PARTIAL) && !uriel_early_full(text, len),
  };
  finding found = {URIEL_ERROR_PREFIX_MISSING, URIEL_REFERENCE, {text, len}, e.at};
  if (!d->prefix || prefix > 0 || e.partial || !(error->options & URIEL_PARSE_REQUIRE_PREFIX))
    found = early_find(&e);
  uriel_blame_found(error, text, found);
}
