/* SPDX-License-Identifier: MIT */
/* HTTP requests (RFC 9112, 3): what stands in them is of a URI of any generation, so that bytes which
 * have no place in today's URIs are encoded (url-1994, HTTP: "must be escaped for transmission"). */
#include "scheme/request.h"

#include "scheme/part.h"
#include "uri/port.h"
#include "uriel_scheme.h"

enum { REQUEST_PROXY_PORT = 8080 };

void uriel_request_connect_proxy(planner *p)
{
  uriel_plan_connect_to(p, p->options->proxy, REQUEST_PROXY_PORT, URIEL_TRANSPORT_TCP, "the proxy");
}

static void request_write(writer *w, uriel_text text, unsigned classes)
{
  encode_set set = {classes, "", "", 0};
  if (view_defined(text))
    uriel_write_encoded(w, text, &set, 0);
}

/* The host as it is written, in lower case (RFC 3986, 3.2.2), its "%XX" as they are. */
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

/* The scheme's own port is left out, unless `always`. */
static void request_write_port(planner *p, uriel_text port, bool always)
{
  const uint16_t own = p->info ? p->info->port : 0;
  uint16_t number = own;
  if (port.len > 0)
    port_read(port, &number);
  if (number == 0 && port.len == 0)
    return;
  if (number != own || always) {
    write_byte(&p->text, ':');
    uriel_write_number(&p->text, number);
  }
}

static void request_write_server(planner *p, const uriel_ref *ref, bool always)
{
  const uriel_text host = uriel_host(ref);
  if (!view_defined(host))
    return;
  request_write_host(&p->text, host);
  request_write_port(p, uriel_port(ref), always);
}

/* RFC 9112, 3.2.1: an empty path is sent as "/". */
static void request_write_path(planner *p, const uriel_ref *ref, bool slash)
{
  const uriel_text path = uriel_path(ref), query = uriel_query(ref);
  if (path.len == 0 && slash)
    write_byte(&p->text, '/');
  request_write(&p->text, path, BYTE_PATH);
  if (view_defined(query))
    write_byte(&p->text, '?');
  request_write(&p->text, query, BYTE_QUERY);
}

static void request_write_absolute(planner *p, const uriel_ref *ref)
{
  const uriel_text scheme = uriel_scheme(ref);
  for (size_t i = 0; i < scheme.len; i++)
    write_byte(&p->text, byte_lower(scheme.ptr[i]));
  write_string(&p->text, ":");
  if (view_defined(uriel_host(ref)))
    write_string(&p->text, "//");
  request_write_server(p, ref, false);
  request_write_path(p, ref, p->info && p->info->empty_path && view_defined(uriel_host(ref)));
}

static void request_warn(planner *p, const uriel_ref *ref, request_form form)
{
  const uriel_text path = uriel_path(ref), query = uriel_query(ref);
  if (view_defined(uriel_userinfo(ref)))
    p->plan->warnings |= URIEL_WARNING_NOT_SENT;
  if (form == REQUEST_AUTHORITY)
    return;
  if (uriel_part_find(path, "\r\n", false) != path.ptr + path.len ||
      (view_defined(query) && uriel_part_find(query, "\r\n", false) != query.ptr + query.len))
    p->plan->warnings |= URIEL_WARNING_LINE_BREAK;
}

void uriel_request_begin(planner *p, const uriel_ref *ref, request_form form)
{
  request_warn(p, ref, form);
  uriel_plan_begin(p);
  write_string(&p->text, form == REQUEST_AUTHORITY ? "CONNECT " : "GET ");
  if (form == REQUEST_ORIGIN)
    request_write_path(p, ref, true);
  else if (form == REQUEST_ABSOLUTE)
    request_write_absolute(p, ref);
  else
    request_write_server(p, ref, true);
  write_string(&p->text, " HTTP/1.1\r\nHost: ");
  request_write_server(p, ref, form == REQUEST_AUTHORITY);
  write_string(&p->text, "\r\n");
  if (view_defined(p->options->user_agent))
    uriel_request_field(p, "User-Agent", p->options->user_agent);
}

void uriel_request_field(planner *p, const char *name, uriel_text value)
{
  write_string(&p->text, name);
  write_string(&p->text, ": ");
  write_view(&p->text, value);
  write_string(&p->text, "\r\n");
}

void uriel_request_end(planner *p)
{
  write_string(&p->text, "\r\n");
  uriel_plan_end(p, URIEL_STEP_SEND, "");
}
