/* SPDX-License-Identifier: MIT */
/* http, https, ws and wss (RFC 9110, 4.2; RFC 9112, 3; RFC 6455, 3 and 4.1): their parts, and the
 * request that fetches what they identify. */
#include "scheme/request.h"
#include "scheme/scheme.h"
#include "scheme/server.h"
#include "uriel_scheme.h"

static const char *const http_names[] = {"http", "https", "ws", "wss", NULL};

/* Of a scheme that is one of the four: "ws" and "wss" speak WebSocket, "https" and "wss" over TLS. */
static bool http_is_websocket(uriel_text name)
{
  return byte_lower(name.ptr[0]) == 'w';
}

static bool http_is_secure(uriel_text name)
{
  return byte_lower(name.ptr[name.len - 1]) == 's' && name.len != 2;
}

static void http_parse(part_reader *r, void *parts)
{
  uriel_http *const http = parts;
  *http = (uriel_http){.scheme = uriel_scheme(r->ref)};
  if (r->failed)
    return;
  http->login = uriel_part_server(r); /* RFC 9110, 4.2.1: an empty host is invalid. */
  http->path = uriel_path(r->ref);
  http->query = uriel_query(r->ref);
  http->fragment = uriel_fragment(r->ref);
  /* RFC 6455, 3: "MUST NOT be used on these URIs". */
  if (http_is_websocket(http->scheme))
    uriel_part_refuse(r, URIEL_FRAGMENT, "fragment", http->fragment);
}

/* A part that is as written: of the bytes that its component has, and whole "%XX". */
static bool http_fits(part_builder *b, uriel_component component, const char *part, uriel_text text,
                      unsigned classes)
{
  const encode_set set = {classes, "", "", 0};
  if (!view_defined(text))
    return true;
  const char *const at = uriel_part_outside(text, set);
  return at == text.ptr + text.len ||
         uriel_build_error(b, URIEL_ERROR_PART_CHARACTER, component, part, text, at);
}

static bool http_path_fits(part_builder *b, uriel_text path)
{
  if (path.len > 0 && path.ptr[0] != '/')
    return uriel_build_error(b, URIEL_ERROR_PART_FORM, URIEL_PATH, "path", path, path.ptr);
  return http_fits(b, URIEL_PATH, "path", path, BYTE_PATH);
}

static bool http_scheme_fits(part_builder *b, uriel_text name, uriel_text fragment)
{
  if (!uriel_part_name_of(name, http_names))
    return uriel_build_error(b, URIEL_ERROR_SCHEME_OTHER, URIEL_SCHEME, "scheme", name, name.ptr);
  if (http_is_websocket(name))
    uriel_build_refuse(b, URIEL_FRAGMENT, "fragment", fragment);
  return !b->failed;
}

static void http_build(part_builder *b, const void *parts)
{
  const uriel_http *const http = parts;
  const uriel_text name = view_defined(http->scheme) ? http->scheme : uriel_text_of(http_names[0]);
  if (http_scheme_fits(b, name, http->fragment) && uriel_build_server_fits(b, &http->login) &&
      http_path_fits(b, http->path) && http_fits(b, URIEL_QUERY, "query", http->query, BYTE_QUERY) &&
      http_fits(b, URIEL_FRAGMENT, "fragment", http->fragment, BYTE_QUERY)) {
    write_view(&b->w, name);
    uriel_build_authority(b, "", &http->login);
    write_view(&b->w, http->path);
    uriel_write_part(&b->w, "?", http->query, "");
    uriel_write_part(&b->w, "#", http->fragment, "");
  }
}

/* RFC 6455, 4.1: what the client says, and what comes then. */
static void http_plan_websocket(planner *p, const uriel_ref *ref)
{
  static const char sample[] = "dGhlIHNhbXBsZSBub25jZQ==";
  uriel_text key = p->options->websocket_key;
  if (!view_defined(key)) {
    key = uriel_text_of(sample);
    p->plan->warnings |= URIEL_WARNING_SAMPLE_KEY;
  }
  uriel_request_begin(p, ref, REQUEST_ORIGIN);
  uriel_request_field(p, "Upgrade", uriel_text_of("websocket"));
  uriel_request_field(p, "Connection", uriel_text_of("Upgrade"));
  uriel_request_field(p, "Sec-WebSocket-Key", key);
  uriel_request_field(p, "Sec-WebSocket-Version", uriel_text_of("13"));
  uriel_request_end(p);
  uriel_plan_expect(p, "101", "with Sec-WebSocket-Accept made from the key");
  uriel_plan_step(p, URIEL_STEP_INTERACT, "messages, both ways");
}

static void http_plan_request(planner *p, const uriel_ref *ref, request_form form)
{
  uriel_request_begin(p, ref, form);
  uriel_request_field(p, "Connection", uriel_text_of("close"));
  uriel_request_end(p);
  uriel_plan_expect(p, "", "the response, to the end of the connection");
}

/* RFC 9110, 9.3.6: a tunnel to the server, and in it what would be said to the server itself. */
static void http_plan_tunnel(planner *p, const uriel_http *http, const uriel_ref *ref)
{
  uriel_request_connect_proxy(p);
  uriel_request_begin(p, ref, REQUEST_AUTHORITY);
  uriel_request_end(p);
  uriel_plan_expect(p, "200", "or any other of 2xx: from here on the server itself is spoken to");
  if (http_is_secure(http->scheme))
    uriel_plan_connect(p, &http->login, "TLS, on the same connection");
}

bool uriel_http_plan(planner *p, const uriel_ref *ref, const void *parts)
{
  const uriel_http *const http = parts;
  const bool websocket = http_is_websocket(http->scheme);
  const bool proxy = view_defined(p->options->proxy);
  const bool tunnel = proxy && (websocket || http_is_secure(http->scheme));
  if (tunnel)
    http_plan_tunnel(p, http, ref);
  else if (proxy)
    uriel_request_connect_proxy(p);
  else
    uriel_plan_connect(p, &http->login, "");
  if (websocket)
    http_plan_websocket(p, ref);
  else
    http_plan_request(p, ref, proxy && !tunnel ? REQUEST_ABSOLUTE : REQUEST_ORIGIN);
  uriel_plan_close(p, "");
  return true;
}

bool uriel_plan_by_proxy(planner *p, const uriel_ref *ref)
{
  uriel_request_connect_proxy(p);
  http_plan_request(p, ref, REQUEST_ABSOLUTE);
  uriel_plan_close(p, "");
  return true;
}

static const scheme_part http_parts[] = {SCHEME_PART(uriel_http, scheme), SCHEME_LOGIN(uriel_http),
                                         SCHEME_PART(uriel_http, path), SCHEME_PART(uriel_http, query),
                                         SCHEME_PART(uriel_http, fragment)};

SCHEME_DEFINE(http)
