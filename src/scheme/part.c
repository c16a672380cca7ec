/* SPDX-License-Identifier: MIT */
/* Parts, decoded into the caller's scratch with the place of what is wrong; and encoded again. */
#include "scheme/part.h"

#include "scheme/scheme.h"

#include "uri/blame.h"
#include "uri/component.h"
#include "uri/port.h"
#include "uriel_scheme.h"

const char *uriel_part_name_of(uriel_text text, part_names names)
{
  static const unit_rules as_is = {false, 0, false}, fold = {false, 0, true};
  for (; view_defined(text) && *names; names++)
    if (uriel_units_equal(text, fold, uriel_text_of(*names), as_is))
      return *names;
  return NULL;
}

bool uriel_part_says(uriel_text written, const char *word)
{
  static const unit_rules as_is = {false, 0, false}, decoded = {true, BYTE_UNRESERVED, true};
  return view_defined(written) && uriel_units_equal(written, decoded, uriel_text_of(word), as_is);
}

part_reader uriel_part_read(const uriel_ref *ref, part_names names, char *scratch, size_t capacity)
{
  part_reader r = {ref,
                   scratch,
                   scratch ? scratch + capacity : scratch,
                   {.code = URIEL_ERROR_NONE, .spec = uriel_spec_of(ref)},
                   false};
  const uriel_text name = uriel_scheme(ref);
  const uriel_text whole = {ref->text, ref->length};
  if (component_is_row(ref))
    uriel_part_error(&r, URIEL_ERROR_ROW_INVALID, URIEL_REFERENCE, NULL, whole, ref->text);
  else if (!uriel_part_name_of(name, names))
    uriel_part_error(&r, URIEL_ERROR_SCHEME_OTHER, URIEL_SCHEME, NULL,
                     view_defined(name) ? name : whole, ref->text);
  else if (capacity < ref->length)
    uriel_part_error(&r, URIEL_ERROR_BUFFER_TOO_SMALL, URIEL_REFERENCE, NULL, whole, ref->text);
  return r;
}

bool uriel_part_finish(const part_reader *r, uriel_error *error)
{
  if (error)
    *error = r->error;
  return !r->failed;
}

bool uriel_part_error(part_reader *r, uriel_error_code code, uriel_component component, const char *part,
                      uriel_text written, const char *at)
{
  if (r->failed)
    return false;
  r->failed = true;
  r->error = (uriel_error){.code = code,
                           .component = component,
                           .offset = (size_t)(at - r->ref->text),
                           .begin = (size_t)(written.ptr - r->ref->text),
                           .length = written.len,
                           .spec = uriel_spec_of(r->ref),
                           .part = part};
  return false;
}

uriel_text uriel_part_bytes(part_reader *r, uriel_text written)
{
  if (r->failed || !view_defined(written))
    return view_undefined();
  const char *const end = written.ptr + written.len;
  if (view_find(written.ptr, end, '%') == end)
    return written;
  const size_t len = uriel_decode(written.ptr, written.len, 0, r->at, (size_t)(r->end - r->at), NULL);
  const uriel_text decoded = {r->at, len};
  r->at += len;
  return decoded;
}

const char *uriel_part_find(uriel_text written, const char *bytes, bool nul)
{
  const char *const end = written.ptr + written.len;
  const uriel_text wanted = uriel_text_of(bytes);
  const char *at = written.ptr;
  while (at < end) {
    const bool encoded = triplet_at(at, end);
    const char byte = encoded ? (char)triplet_value(at) : *at;
    if (byte ? view_find(bytes, bytes + wanted.len, byte) != bytes + wanted.len : nul)
      break;
    at += encoded ? 3 : 1;
  }
  return at;
}

uriel_text uriel_part_line(part_reader *r, uriel_component component, const char *part,
                           uriel_text written)
{
  if (r->failed || !view_defined(written))
    return view_undefined();
  const char *const broken = uriel_part_find(written, "\r\n", true);
  if (broken != written.ptr + written.len)
    uriel_part_error(r, URIEL_ERROR_PART_LINE_BREAK, component, part, written, broken);
  return uriel_part_bytes(r, written);
}

/* Whether a host that is no IP literal would become one where it is written: "%3A%3A1", "%5Bv1.x%5D". */
static bool part_is_literal(uriel_text host)
{
  uint8_t address[16];
  return host.len > 0 && (host.ptr[0] == '[' || uriel_ipv6_parse(address, host.ptr, host.len));
}

static uriel_text part_read_host(part_reader *r)
{
  uriel_text host = uriel_host(r->ref);
  const uriel_host_kind kind = uriel_host_kind_of(r->ref);
  if (kind == URIEL_HOST_IPV6)
    host = view_of(host.ptr + 1, host.ptr + host.len - 1);
  const uriel_text decoded = uriel_part_line(r, URIEL_HOST, "host", host);
  if (kind == URIEL_HOST_NAME && part_is_literal(decoded))
    uriel_part_error(r, URIEL_ERROR_PART_FORM, URIEL_HOST, "host", host, host.ptr);
  return decoded;
}

/* uri-2003, 3.2.1: its structure is the registry's affair, and it is no server. */
static void part_refuse_registry(part_reader *r)
{
  const uriel_text authority = uriel_authority(r->ref);
  if (r->ref->flags & URIEL_HAS_REGISTRY)
    uriel_part_error(r, URIEL_ERROR_HOST_REGISTRY, URIEL_AUTHORITY, "host", authority, authority.ptr);
}

uriel_login uriel_part_login(part_reader *r)
{
  part_refuse_registry(r);
  uriel_text userinfo = uriel_userinfo(r->ref);
  const uriel_text user = view_take(&userinfo, ':');
  const uriel_login login = {.user = uriel_part_line(r, URIEL_USERINFO, "user", user),
                             .password = uriel_part_line(r, URIEL_USERINFO, "password", userinfo),
                             .host = part_read_host(r),
                             .port = uriel_port(r->ref)};
  uint16_t number;
  if (view_defined(login.port) && port_read(login.port, &number) != login.port.len)
    uriel_part_error(r, URIEL_ERROR_PORT_TOO_LARGE, URIEL_PORT, "port", login.port, login.port.ptr);
  return login;
}

bool uriel_scheme_read(const scheme *s, void *parts, const uriel_ref *ref, char *scratch,
                       size_t capacity, uriel_error *error)
{
  part_reader r = uriel_part_read(ref, s->names, scratch, capacity);
  memset(parts, 0, s->size);
  if (!r.failed)
    s->parse(&r, parts);
  return uriel_part_finish(&r, error);
}

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

/* An IP literal in brackets is one of a future version alone: an IPv6 address gets its own. */
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
  return port_read(port, &number) == port.len ||
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
