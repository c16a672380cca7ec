/* SPDX-License-Identifier: MIT */
/* Servers in URIs, and what has no place beside them. */
#include "scheme/server.h"
#include "uriel_scheme.h"

uriel_login uriel_part_server(part_reader *r)
{
  const uriel_text authority = uriel_authority(r->ref), host = uriel_host(r->ref);
  const uriel_text path = uriel_path(r->ref);
  const uriel_login login = uriel_part_login(r);
  if (!view_defined(authority))
    uriel_part_error(r, URIEL_ERROR_PART_MISSING, URIEL_AUTHORITY, "host", path, path.ptr);
  else if (host.len == 0)
    uriel_part_error(r, URIEL_ERROR_PART_EMPTY, URIEL_HOST, "host", host, host.ptr);
  return login;
}

bool uriel_build_server_fits(part_builder *b, const uriel_login *login)
{
  if (!uriel_build_needs(b, URIEL_HOST, "host", login->host))
    return false;
  if (login->host.len == 0)
    return uriel_build_error(b, URIEL_ERROR_PART_EMPTY, URIEL_HOST, "host", login->host,
                             login->host.ptr);
  return uriel_build_login_fits(b, login);
}

void uriel_part_refuse(part_reader *r, uriel_component component, const char *part, uriel_text text)
{
  if (view_defined(text))
    uriel_part_error(r, URIEL_ERROR_PART_NOT_ALLOWED, component, part, text, text.ptr);
}

void uriel_build_refuse(part_builder *b, uriel_component component, const char *part, uriel_text text)
{
  if (view_defined(text))
    uriel_build_error(b, URIEL_ERROR_PART_NOT_ALLOWED, component, part, text, text.ptr);
}

uriel_text uriel_part_below(const part_reader *r, bool with_query)
{
  const uriel_text path = uriel_path(r->ref), query = uriel_query(r->ref);
  const bool slash = path.len > 0 && path.ptr[0] == '/';
  const bool queried = with_query && view_defined(query);
  if (path.len == 0 && !queried)
    return view_undefined();
  return view_of(path.ptr + slash, queried ? query.ptr + query.len : path.ptr + path.len);
}

const char *uriel_part_outside(uriel_text written, encode_set set)
{
  const char *at = written.ptr;
  const char *const end = at + written.len;
  while (at < end) {
    const uriel_text rest = view_of(at, end);
    const size_t kept = uriel_encode_span(rest, set);
    at += kept;
    if (at < end && !triplet_at(at, end))
      break;
    if (at < end)
      at += 3;
  }
  return at;
}

void uriel_plan_warn_not_sent(planner *p, const uriel_login *login)
{
  if (view_defined(login->user) || view_defined(login->password))
    p->plan->warnings |= URIEL_WARNING_NOT_SENT;
}
