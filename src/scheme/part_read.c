/* SPDX-License-Identifier: MIT */
/* Reads parts: decodes them into the caller's scratch buffer, and locates errors. */
#include "scheme/scheme.h"
#include "uri/component.h"
#include "uri/segments.h"

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
  if (ref->flags & URIEL_INVALID)
    uriel_part_error(&r, URIEL_ERROR_ROW_INVALID, URIEL_REFERENCE, NULL, whole, ref->text);
  else if (!uriel_part_name_of(name, names))
    uriel_part_error(&r, URIEL_ERROR_SCHEME_OTHER, URIEL_SCHEME, NULL, view_defined(name) ? name : whole,
                     ref->text);
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

/* Reports whether a decoded name would be an IP literal where it is written: "%3A%3A1", "%5Bv1.x%5D". */
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

/* uri-2003, 3.2.1: a registry's name has its own structure and is not a server. */
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
  if (view_defined(login.port) && uriel_port_read(login.port, &number) != login.port.len)
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

const char *uriel_part_written_at(uriel_text written, size_t count)
{
  const char *at = written.ptr;
  const char *const end = at + written.len;
  for (; count > 0 && at < end; count--)
    at += triplet_at(at, end) ? 3 : 1;
  return at;
}

uriel_text uriel_part_line_formed(part_reader *r, const char *part, uriel_text written, part_form *form)
{
  const uriel_text decoded = uriel_part_line(r, URIEL_PATH, part, written);
  if (r->failed || !view_defined(decoded))
    return decoded;
  const part_wrong wrong = form(decoded);
  if (wrong.code != URIEL_ERROR_NONE)
    uriel_part_error(r, wrong.code, URIEL_PATH, part, written,
                     uriel_part_written_at(written, (size_t)(wrong.at - decoded.ptr)));
  return decoded;
}

bool uriel_part_is_dots(uriel_text decoded)
{
  return uriel_segment_dots(decoded, 0) != SEGMENT_PLAIN;
}

void uriel_part_refuse_slash(part_reader *r, const char *part, uriel_text written)
{
  if (!view_defined(written))
    return;
  const char *const end = written.ptr + written.len;
  const char *const slash = view_find(written.ptr, end, '/');
  if (slash != end)
    uriel_part_error(r, URIEL_ERROR_PART_CHARACTER, URIEL_PATH, part, written, slash);
}

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

void uriel_part_refuse(part_reader *r, uriel_component component, const char *part, uriel_text text)
{
  if (view_defined(text))
    uriel_part_error(r, URIEL_ERROR_PART_NOT_ALLOWED, component, part, text, text.ptr);
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
