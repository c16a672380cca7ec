/* SPDX-License-Identifier: MIT */
/* http, https, ws and wss (RFC 9110, 4.2; RFC 9112, 3; RFC 6455, 3 and 4.1): their parts, and the
 * request that fetches the resource. */
#include "scheme/scheme.h"
#include "uri/component.h"

/* For the four schemes: "ws" and "wss" speak WebSocket, "https" and "wss" use TLS. */
static bool http_is_websocket(uriel_text name)
{
  return byte_lower(name.ptr[0]) == 'w';
}

static bool http_is_secure(uriel_text name)
{
  return byte_lower(name.ptr[name.len - 1]) == 's' && name.len != 2;
}

static const scheme_part http_parts[] = {
    {.name = "scheme", .component = URIEL_SCHEME},
    SCHEME_LOGIN(0, 0),
    {"path", "", BYTE_PATH, .checks = PART_WRITTEN},
    {"query", "?", BYTE_QUERY, .checks = PART_WRITTEN, .component = URIEL_QUERY},
    {"fragment", "#", BYTE_QUERY, .checks = PART_WRITTEN, .component = URIEL_FRAGMENT}};

static void http_read(part_reader *r, scheme_parts *parts)
{
  uriel_http *const http = &parts->http;
  http->scheme = uriel_scheme(r->ref);
  http->login = uriel_part_server(r); /* RFC 9110, 4.2.1: an empty host is invalid. */
  http->path = uriel_path(r->ref);
  http->query = uriel_query(r->ref);
  http->fragment = uriel_fragment(r->ref);
  /* RFC 6455, 3: "MUST NOT be used on these URIs". */
  if (http_is_websocket(http->scheme))
    uriel_part_refuse(r, URIEL_FRAGMENT, "fragment");
}

static void http_fit(part_builder *b, const scheme_parts *parts)
{
  const uriel_http *const http = &parts->http;
  if (view_defined(http->scheme) && !uriel_part_name_of(http->scheme, uriel_scheme_http.names))
    uriel_build_part_error(b, URIEL_ERROR_SCHEME_OTHER, &http->scheme, http->scheme.ptr);
  else if (view_defined(http->scheme) && http_is_websocket(http->scheme))
    uriel_build_refuse(b, &http->fragment, URIEL_FRAGMENT);
  uriel_build_server_fits(b, &http->login);
  if (http->path.len > 0 && http->path.ptr[0] != '/')
    uriel_build_part_error(b, URIEL_ERROR_PART_FORM, &http->path, http->path.ptr);
  uriel_build_fits(b, &http->path);
  uriel_build_fits(b, &http->query);
  uriel_build_fits(b, &http->fragment);
}

static void http_write(part_builder *b, const scheme_parts *parts)
{
  const uriel_http *const http = &parts->http;
  write_view(&b->w,
             view_defined(http->scheme) ? http->scheme : uriel_text_of(uriel_scheme_http.names[0]));
  uriel_build_authority(b, "", &http->login);
  uriel_build_put(b, &http->path);
  uriel_build_put(b, &http->query);
  uriel_build_put(b, &http->fragment);
}

SCHEME_DEFINE(http, http_read, http_fit, http_write, "http", "https", "ws", "wss");
SCHEME_FUNCTIONS(http)

/* ---- Requests ------------------------------------------------------------------------------------- */

/* The forms of a request's target (RFC 9112, 3.2). */
typedef enum request_form {
  REQUEST_ORIGIN,   /* path and query: to the server itself */
  REQUEST_ABSOLUTE, /* the URI: to a proxy */
  REQUEST_AUTHORITY /* host and port: to a proxy, with CONNECT */
} request_form;

enum { REQUEST_PROXY_PORT = 8080 };

/* Connects to the proxy of the options. */
static void request_connect_proxy(planner *p)
{
  p->plan->by_proxy = true;
  uriel_plan_connect_to(p, uriel_plan_proxy(p), REQUEST_PROXY_PORT, URIEL_TRANSPORT_TCP, "the proxy");
}

static void request_write(writer *w, uriel_text text, unsigned classes)
{
  encode_set set = {classes, "", "", 0};
  if (view_defined(text))
    uriel_write_encoded(w, text, &set, 0);
}

/* The host in lower case (RFC 3986, 3.2.2), with "%XX" unchanged. */
static void request_write_host(writer *w, uriel_text host)
{
  const char *const end = host.ptr + host.len;
  const bool literal = host.len > 1 && host.ptr[0] == '[';
  for (const char *at = host.ptr; at < end;) {
    const bool triplet = triplet_at(at, end);
    const char byte = byte_lower(*at);
    if (triplet)
      uriel_write_bytes(w, at, 3);
    else if (literal || byte_is(byte, BYTE_NAME))
      write_byte(w, byte);
    else
      write_triplet(w, (unsigned char)byte);
    at += triplet ? 3 : 1;
  }
}

/* Leaves out the scheme's default port unless `always`. */
static void request_write_port(planner *p, uriel_text port, bool always)
{
  const uint16_t own = p->info ? p->info->port : 0;
  uint16_t number = own;
  if (port.len > 0)
    uriel_port_read(port, &number);
  if (number == 0 && port.len == 0)
    return;
  if (number != own || always) {
    write_byte(&p->text, ':');
    uriel_write_number(&p->text, number);
  }
}

static void request_write_server(planner *p, bool always)
{
  const uriel_text host = uriel_host(p->ref);
  if (!view_defined(host))
    return;
  request_write_host(&p->text, host);
  request_write_port(p, uriel_port(p->ref), always);
}

/* RFC 9112, 3.2.1: an empty path is sent as "/". */
static void request_write_path(planner *p, bool slash)
{
  const uriel_text path = uriel_path(p->ref), query = uriel_query(p->ref);
  if (path.len == 0 && slash)
    write_byte(&p->text, '/');
  request_write(&p->text, path, BYTE_PATH);
  if (view_defined(query))
    write_byte(&p->text, '?');
  request_write(&p->text, query, BYTE_QUERY);
}

static void request_write_absolute(planner *p)
{
  const uriel_text name = uriel_scheme(p->ref);
  for (size_t i = 0; i < name.len; i++)
    write_byte(&p->text, byte_lower(name.ptr[i]));
  write_string(&p->text, ":");
  if (view_defined(uriel_host(p->ref)))
    write_string(&p->text, "//");
  request_write_server(p, false);
  request_write_path(p, p->info && p->info->empty_path && view_defined(uriel_host(p->ref)));
}

static void request_warn(planner *p, request_form form)
{
  const uriel_text path = uriel_path(p->ref), query = uriel_query(p->ref);
  if (view_defined(uriel_userinfo(p->ref)))
    p->plan->warnings |= URIEL_WARNING_NOT_SENT;
  if (form == REQUEST_AUTHORITY)
    return;
  if (uriel_part_find(path, "\r\n", false) != path.ptr + path.len ||
      (view_defined(query) && uriel_part_find(query, "\r\n", false) != query.ptr + query.len))
    p->plan->warnings |= URIEL_WARNING_LINE_BREAK;
}

static void request_field(planner *p, const char *name, uriel_text value)
{
  write_string(&p->text, name);
  write_string(&p->text, ": ");
  write_view(&p->text, value);
  write_string(&p->text, "\r\n");
}

/* The fields of the options, without blanks before their values. */
static void request_more_fields(planner *p)
{
  for (size_t i = 0; i < p->options->field_count; i++) {
    uriel_text value = p->options->fields[i];
    const uriel_text name = view_take(&value, ':');
    while (value.len > 0 && (*value.ptr == ' ' || *value.ptr == '\t'))
      value = (uriel_text){value.ptr + 1, value.len - 1};
    write_view(&p->text, name);
    write_string(&p->text, ": ");
    write_view(&p->text, value);
    write_string(&p->text, "\r\n");
  }
}

/* A request is begin, any number of fields, and end, which adds the step that sends it. begin writes
 * the request line, Host and User-Agent. User information and fragments are never sent. */
static void request_begin(planner *p, request_form form)
{
  request_warn(p, form);
  uriel_plan_begin(p);
  write_string(&p->text, form == REQUEST_AUTHORITY ? "CONNECT " : p->options->head ? "HEAD " : "GET ");
  if (form == REQUEST_ORIGIN)
    request_write_path(p, true);
  else if (form == REQUEST_ABSOLUTE)
    request_write_absolute(p);
  else
    request_write_server(p, true);
  write_string(&p->text, " HTTP/1.1\r\nHost: ");
  request_write_server(p, form == REQUEST_AUTHORITY);
  write_string(&p->text, "\r\n");
  if (view_defined(p->options->user_agent))
    request_field(p, "User-Agent", p->options->user_agent);
}

static void request_end(planner *p)
{
  write_string(&p->text, "\r\n");
  uriel_plan_end(p, URIEL_STEP_SEND, "");
}

/* Waits for the response. With a code, only its status matters: 200 opens a tunnel, 101 a WebSocket (RFC
 * 9110, 15). */
static void request_expect(planner *p, const char *codes, const char *note)
{
  uriel_plan_expect(p, codes, URIEL_REPLY_HTTP,
                    *codes             ? URIEL_USE_STATUS
                    : p->options->head ? URIEL_USE_HEADER
                                       : URIEL_USE_OBJECT,
                    note);
  if (*codes == '2') {
    /* An answer of the proxy is not the server's: it does not redirect, and does not mean "absent". */
    uriel_plan_branch_to(p, "2", "", PLACE_TUNNEL);
    uriel_plan_branch(p, "1", URIEL_ACTION_AGAIN);
    uriel_plan_branch(p, "407", URIEL_ACTION_CREDENTIALS);
    uriel_plan_branch(p, "408 429 502 503 504", URIEL_ACTION_LATER);
    uriel_plan_branch(p, "3 4 5", URIEL_ACTION_REFUSED);
    return;
  }
  if (*codes != '1')
    uriel_plan_branch(p, "101", URIEL_ACTION_REFUSED);
  else
    uriel_plan_branch_to(p, "101", "", PLACE_SOCKET);
  uriel_plan_branch(p, "1", URIEL_ACTION_AGAIN);
  uriel_plan_branch(p, "300 301 302 303 307 308", URIEL_ACTION_REDIRECT);
  uriel_plan_branch(p, "401 407", URIEL_ACTION_CREDENTIALS);
  uriel_plan_branch(p, "404 410", URIEL_ACTION_ABSENT);
  uriel_plan_branch(p, "408 425 429 503 504", URIEL_ACTION_LATER);
  uriel_plan_branch(p, "4 5", URIEL_ACTION_REFUSED);
}

/* RFC 6455, 4.1: the handshake. */
static void http_plan_websocket(planner *p)
{
  static const char sample[] = "dGhlIHNhbXBsZSBub25jZQ==";
  uriel_text key = p->options->websocket_key;
  if (!view_defined(key)) {
    key = uriel_text_of(sample);
    p->plan->warnings |= URIEL_WARNING_SAMPLE_KEY;
  }
  request_begin(p, REQUEST_ORIGIN);
  request_field(p, "Upgrade", uriel_text_of("websocket"));
  request_field(p, "Connection", uriel_text_of("Upgrade"));
  request_field(p, "Sec-WebSocket-Key", key);
  request_field(p, "Sec-WebSocket-Version", uriel_text_of("13"));
  request_more_fields(p);
  request_end(p);
  request_expect(p, "101", "with Sec-WebSocket-Accept made from the key");
  uriel_plan_place(p, PLACE_SOCKET);
  uriel_step *const step = uriel_plan_step(p, URIEL_STEP_INTERACT, "messages, both ways");
  step->form = URIEL_REPLY_FRAMES;
  step->use = URIEL_USE_SESSION;
}

static void http_plan_request(planner *p, request_form form)
{
  request_begin(p, form);
  if (!p->options->persistent)
    request_field(p, "Connection", uriel_text_of("close"));
  request_more_fields(p);
  request_end(p);
  request_expect(p, "",
                 p->options->persistent ? "the response, as long as its fields say"
                                        : "the response, to the end of the connection");
}

/* RFC 9110, 9.3.6: a tunnel to the server, through which the usual request goes. */
static void http_plan_tunnel(planner *p, const uriel_http *http)
{
  request_connect_proxy(p);
  request_begin(p, REQUEST_AUTHORITY);
  request_end(p);
  request_expect(p, "200", "or any other of 2xx: from here on the server itself is spoken to");
  uriel_plan_place(p, PLACE_TUNNEL);
  if (http_is_secure(http->scheme))
    uriel_plan_connect(p, &http->login, "TLS, on the same connection")->inside = true;
}

bool uriel_http_plan(planner *p, const scheme_parts *parts)
{
  const uriel_http *const http = &parts->http;
  const bool websocket = http_is_websocket(http->scheme);
  const bool proxy = view_defined(uriel_plan_proxy(p));
  if (websocket && p->options->head)
    return uriel_plan_no_head(p);
  const bool tunnel = proxy && (websocket || http_is_secure(http->scheme));
  if (tunnel)
    http_plan_tunnel(p, http);
  else if (proxy)
    request_connect_proxy(p);
  else
    uriel_plan_connect(p, &http->login, "");
  if (websocket)
    http_plan_websocket(p);
  else
    http_plan_request(p, proxy && !tunnel ? REQUEST_ABSOLUTE : REQUEST_ORIGIN);
  return uriel_plan_close(p);
}

bool uriel_plan_by_proxy(planner *p)
{
  request_connect_proxy(p);
  http_plan_request(p, REQUEST_ABSOLUTE);
  return uriel_plan_close(p);
}
