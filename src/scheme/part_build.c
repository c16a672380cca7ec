/* SPDX-License-Identifier: MIT */
/* Checks parts and writes them into a URI. */
#include "scheme/scheme.h"
#include "uri/blame.h"
#include "uri/component.h"
#include "uri/segments.h"

size_t uriel_scheme_write(const scheme *s, const void *parts, char *out, size_t capacity,
                          uriel_error *error)
{
  part_builder b = uriel_build_to(out, capacity);
  s->build(&b, parts);
  return uriel_build_finish(&b, error);
}

part_builder uriel_build_to(char *out, size_t capacity)
{
  const part_builder b = {writer_to(out, capacity), {.code = URIEL_ERROR_NONE}, false};
  return b;
}

size_t uriel_build_finish(const part_builder *b, uriel_error *error)
{
  const bool too_long = !b->failed && b->w.len > UINT32_MAX;
  if (error)
    *error = too_long ? (uriel_error){.code = URIEL_ERROR_TOO_LONG, .offset = UINT32_MAX} : b->error;
  return b->failed || too_long ? URIEL_FAILED : b->w.len;
}

bool uriel_build_error(part_builder *b, uriel_error_code code, uriel_component component,
                       const char *part, uriel_text text, const char *at)
{
  if (b->failed)
    return false;
  b->failed = true;
  b->error = (uriel_error){.code = code,
                           .component = component,
                           .offset = view_defined(text) ? (size_t)(at - text.ptr) : 0,
                           .length = text.len,
                           .part = part};
  return false;
}

bool uriel_build_needs(part_builder *b, uriel_component component, const char *part, uriel_text text)
{
  return view_defined(text) ||
         uriel_build_error(b, URIEL_ERROR_PART_MISSING, component, part, text, NULL);
}

bool uriel_build_line(part_builder *b, uriel_component component, const char *part, uriel_text text)
{
  for (size_t i = 0; i < text.len; i++)
    if (text.ptr[i] == '\r' || text.ptr[i] == '\n' || text.ptr[i] == 0)
      return uriel_build_error(b, URIEL_ERROR_PART_LINE_BREAK, component, part, text, text.ptr + i);
  return true;
}

/* Brackets are for IPvFuture addresses only: an IPv6 address gets its own. */
static bool build_host_fits(part_builder *b, uriel_text host)
{
  size_t at;
  if (!uriel_build_line(b, URIEL_HOST, "host", host))
    return false;
  if (host.len == 0 || host.ptr[0] != '[')
    return true;
  const bool future = host.len > 1 && byte_lower(host.ptr[1]) == 'v' &&
                      uriel_component_error(URIEL_HOST, host, &at) == URIEL_ERROR_NONE;
  return future || uriel_build_error(b, URIEL_ERROR_PART_FORM, URIEL_HOST, "host", host, host.ptr);
}

static bool build_port_fits(part_builder *b, uriel_text port)
{
  uint16_t number;
  for (size_t i = 0; i < port.len; i++)
    if (!byte_is(port.ptr[i], BYTE_DIGIT))
      return uriel_build_error(b, URIEL_ERROR_PORT_NOT_DIGITS, URIEL_PORT, "port", port, port.ptr + i);
  return uriel_port_read(port, &number) == port.len ||
         uriel_build_error(b, URIEL_ERROR_PORT_TOO_LARGE, URIEL_PORT, "port", port, port.ptr);
}

bool uriel_build_login_fits(part_builder *b, const uriel_login *login)
{
  if (view_defined(login->password) && !view_defined(login->user))
    return uriel_build_error(b, URIEL_ERROR_PART_MISSING, URIEL_USERINFO, "user", login->user, NULL);
  return uriel_build_line(b, URIEL_USERINFO, "user", login->user) &&
         uriel_build_line(b, URIEL_USERINFO, "password", login->password) &&
         build_host_fits(b, login->host) && build_port_fits(b, login->port);
}

void uriel_build_part(part_builder *b, const char *before, uriel_text part, encode_set set,
                      const char *after)
{
  if (!view_defined(part))
    return;
  write_string(&b->w, before);
  uriel_write_encoded(&b->w, part, &set, URIEL_ENCODE_PERCENT);
  write_string(&b->w, after);
}

void uriel_build_authority(part_builder *b, const char *name, const uriel_login *login)
{
  static const encode_set user = {BYTE_USERINFO, ":", "", 0}, password = {BYTE_USERINFO, "", "", 0};
  static const encode_set kept = {BYTE_NAME, "", "", 0};
  uint8_t address[16];
  write_string(&b->w, name);
  write_string(&b->w, "://");
  uriel_build_part(b, "", login->user, user, view_defined(login->password) ? ":" : "@");
  uriel_build_part(b, "", login->password, password, "@");
  if (uriel_ipv6_parse(address, login->host.ptr, login->host.len)) {
    write_byte(&b->w, '[');
    write_view(&b->w, login->host);
    write_byte(&b->w, ']');
  } else if (login->host.len > 0 && login->host.ptr[0] == '[') {
    write_view(&b->w, login->host);
  } else {
    uriel_build_part(b, "", login->host, kept, "");
  }
  uriel_build_part(b, ":", login->port, kept, "");
}

bool uriel_build_line_formed(part_builder *b, const char *part, uriel_text text, part_form *form)
{
  if (!view_defined(text))
    return true;
  if (!uriel_build_line(b, URIEL_PATH, part, text))
    return false;
  const part_wrong wrong = form(text);
  return wrong.code == URIEL_ERROR_NONE ||
         uriel_build_error(b, wrong.code, URIEL_PATH, part, text, wrong.at);
}

bool uriel_build_no_dots(part_builder *b, const char *part, uriel_text text, unsigned edges,
                         bool written)
{
  uriel_text rest = text, segment;
  bool first = true;
  while (!b->failed && uriel_list_next(&rest, &segment, '/')) {
    const bool counts = (!first || (edges & EDGE_FIRST)) && (view_defined(rest) || (edges & EDGE_LAST));
    if (counts && uriel_segment_dots(segment, written ? BYTE_UNRESERVED : 0) != SEGMENT_PLAIN)
      uriel_build_error(b, URIEL_ERROR_PART_FORM, URIEL_PATH, part, text, segment.ptr);
    first = false;
  }
  return !b->failed;
}

bool uriel_build_no_dot_segment(part_builder *b, const char *part, uriel_text text)
{
  if (view_defined(text) && uriel_part_is_dots(text))
    uriel_build_error(b, URIEL_ERROR_PART_FORM, URIEL_PATH, part, text, text.ptr);
  return !b->failed;
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

void uriel_build_refuse(part_builder *b, uriel_component component, const char *part, uriel_text text)
{
  if (view_defined(text))
    uriel_build_error(b, URIEL_ERROR_PART_NOT_ALLOWED, component, part, text, text.ptr);
}

void uriel_write_decoded(writer *w, uriel_text text)
{
  if (!view_defined(text))
    return;
  const char *const end = text.ptr + text.len;
  for (const char *at = text.ptr; at < end;) {
    const bool encoded = triplet_at(at, end);
    write_byte(w, encoded ? (char)triplet_value(at) : *at);
    at += encoded ? 3 : 1;
  }
}
