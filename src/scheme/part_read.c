/* SPDX-License-Identifier: MIT */
/* Reads parts: decodes them into the caller's scratch buffer, and locates errors. */
#include "scheme/scheme.h"
#include "uri/component.h"
#include "uri/segments.h"

const char *uriel_part_name_of(uriel_text text, const char *const *names)
{
  for (; view_defined(text) && *names; names++)
    if (view_is(text, *names))
      return *names;
  return NULL;
}

bool uriel_part_says(uriel_text written, const char *word)
{
  static const unit_rules as_is = {false, 0, false}, decoded = {true, BYTE_UNRESERVED, true};
  return view_defined(written) && uriel_units_equal(written, decoded, uriel_text_of(word), as_is);
}

const char *uriel_part_find(uriel_text written, const char *bytes, bool nul)
{
  const char *const end = written.ptr + written.len;
  const char *const bytes_end = bytes + uriel_text_of(bytes).len;
  for (const char *at = written.ptr, *here = at; at < end; here = at) {
    const char byte = decoded_next(&at, end);
    if (byte ? view_find(bytes, bytes_end, byte) != bytes_end : nul)
      return here;
  }
  return end;
}

const char *uriel_part_outside(uriel_text written, encode_set set)
{
  const char *at = written.ptr;
  const char *const end = at + written.len;
  for (; at < end; at += 3) {
    at += uriel_encode_span(view_of(at, end), set);
    if (at == end || !triplet_at(at, end))
      break;
  }
  return at;
}

bool uriel_part_is_dots(uriel_text decoded)
{
  return uriel_segment_dots(decoded, 0) != SEGMENT_PLAIN;
}

uriel_text uriel_part_below(const uriel_ref *ref, bool with_query)
{
  const uriel_text path = uriel_path(ref), query = uriel_query(ref);
  const bool slash = path.len > 0 && path.ptr[0] == '/';
  const bool queried = with_query && view_defined(query);
  if (path.len == 0 && !queried)
    return view_undefined();
  return view_of(path.ptr + slash, queried ? query.ptr + query.len : path.ptr + path.len);
}

part_reader uriel_part_read(const scheme *s, const scheme_parts *parts, const uriel_ref *ref,
                            char *scratch, size_t capacity)
{
  part_reader r = {.scheme = s,
                   .parts = parts,
                   .ref = ref,
                   .at = scratch,
                   .end = scratch ? scratch + capacity : scratch,
                   .error = {.code = URIEL_ERROR_NONE, .spec = uriel_spec_of(ref)}};
  const uriel_text name = uriel_scheme(ref);
  const uriel_text whole = {ref->text, ref->length};
  if (ref->flags & URIEL_INVALID)
    uriel_part_error(&r, URIEL_ERROR_ROW_INVALID, URIEL_REFERENCE, NULL, whole, ref->text);
  else if (!uriel_part_name_of(name, s->names))
    uriel_part_error(&r, URIEL_ERROR_SCHEME_OTHER, URIEL_SCHEME, NULL, view_defined(name) ? name : whole,
                     ref->text);
  else if (capacity < ref->length)
    uriel_part_error(&r, URIEL_ERROR_BUFFER_TOO_SMALL, URIEL_REFERENCE, NULL, whole, ref->text);
  return r;
}

bool uriel_part_finish(const part_reader *r, uriel_error *error)
{
  error_store(error, r->error);
  return !r->failed;
}

bool uriel_scheme_read(const scheme *s, void *parts, const uriel_ref *ref, char *scratch,
                       size_t capacity, uriel_error *error)
{
  scheme_parts all = {.at = {{NULL, 0}}};
  part_reader r = uriel_part_read(s, &all, ref, scratch, capacity);
  if (!r.failed)
    s->read(&r, &all);
  memcpy(parts, all.at, s->part_count * sizeof *all.at);
  return uriel_part_finish(&r, error);
}

bool uriel_part_error(part_reader *r, uriel_error_code code, uriel_component component, const char *part,
                      uriel_text written, const char *at)
{
  if (r->failed)
    return false;
  r->failed = true;
  r->error = error_at(code, component, r->ref->text, written, at);
  r->error.spec = uriel_spec_of(r->ref);
  r->error.part = part;
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

void uriel_part_take(part_reader *r, uriel_text *part, uriel_text written)
{
  const scheme_part *const row = &r->scheme->parts[part - r->parts->at];
  const uriel_text path = uriel_path(r->ref);
  const bool queried = view_defined(written) && written.ptr == uriel_query(r->ref).ptr;
  const uriel_component component = queried ? URIEL_QUERY : row->component ? row->component : URIEL_PATH;
  const char *const end = view_end(written), *at;
  if (!view_defined(written) && (row->checks & PART_NEEDED))
    uriel_part_error(r, URIEL_ERROR_PART_MISSING, URIEL_PATH, row->name, path, view_end(path));
  if (r->failed || !view_defined(written) || (written.len == 0 && (row->checks & PART_BLANK)))
    return;
  if (written.len == 0 && (row->checks & PART_FILLED))
    uriel_part_error(r, URIEL_ERROR_PART_EMPTY, component, row->name, written, end);
  if ((row->checks & PART_SEGMENT) && (at = view_find(written.ptr, end, '/')) != end)
    uriel_part_error(r, URIEL_ERROR_PART_CHARACTER, component, row->name, written, at);
  if ((row->checks & PART_LINE) && (at = uriel_part_find(written, "\r\n", true)) != end)
    uriel_part_error(r, URIEL_ERROR_PART_LINE_BREAK, component, row->name, written, at);
  if ((row->checks & PART_TABBED) && (at = uriel_part_find(written, "\t\r\n", false)) != end)
    uriel_part_error(r, URIEL_ERROR_PART_LINE_BREAK, component, row->name, written, at);
  *part = row->separator || (row->checks & PART_WRITTEN) ? written : uriel_part_bytes(r, written);
  if (r->failed || !row->form)
    return;
  const part_wrong wrong = row->form(*part);
  if (wrong.code == URIEL_ERROR_NONE)
    return;
  at = part->ptr == written.ptr ? wrong.at : written.ptr;
  for (const char *decoded = part->ptr; part->ptr != written.ptr && decoded < wrong.at; decoded++)
    decoded_next(&at, end);
  uriel_part_error(r, wrong.code, component, row->name, written, at);
}

/* Reads a line of the authority. */
static uriel_text part_line(part_reader *r, uriel_component component, const char *part,
                            uriel_text written)
{
  if (r->failed || !view_defined(written))
    return view_undefined();
  const char *const broken = uriel_part_find(written, "\r\n", true);
  if (broken != written.ptr + written.len)
    uriel_part_error(r, URIEL_ERROR_PART_LINE_BREAK, component, part, written, broken);
  return uriel_part_bytes(r, written);
}

uriel_login uriel_part_login(part_reader *r)
{
  const uriel_text authority = uriel_authority(r->ref);
  const uriel_host_kind kind = uriel_host_kind_of(r->ref);
  uriel_text userinfo = uriel_userinfo(r->ref), host = uriel_host(r->ref);
  uriel_login login;
  uint8_t address[16];
  uint16_t number;
  /* uri-2003, 3.2.1: a registry's name has its own structure and is not a server. */
  if (r->ref->flags & URIEL_HAS_REGISTRY)
    uriel_part_error(r, URIEL_ERROR_HOST_REGISTRY, URIEL_AUTHORITY, "host", authority, authority.ptr);
  login.user = part_line(r, URIEL_USERINFO, "user", view_take(&userinfo, ':'));
  login.password = part_line(r, URIEL_USERINFO, "password", userinfo);
  if (kind == URIEL_HOST_IPV6)
    host = view_of(host.ptr + 1, host.ptr + host.len - 1);
  login.host = part_line(r, URIEL_HOST, "host", host);
  /* "%3A%3A1" and "%5Bv1.x%5D" would be IP literals. */
  if (kind == URIEL_HOST_NAME && login.host.len > 0 &&
      (login.host.ptr[0] == '[' || uriel_ipv6_parse(address, login.host.ptr, login.host.len)))
    uriel_part_error(r, URIEL_ERROR_PART_FORM, URIEL_HOST, "host", host, host.ptr);
  login.port = uriel_port(r->ref);
  if (view_defined(login.port) && uriel_port_read(login.port, &number) != login.port.len)
    uriel_part_error(r, URIEL_ERROR_PORT_TOO_LARGE, URIEL_PORT, "port", login.port, login.port.ptr);
  return login;
}

uriel_login uriel_part_server(part_reader *r)
{
  const uriel_text host = uriel_host(r->ref), path = uriel_path(r->ref);
  const uriel_login login = uriel_part_login(r);
  if (!view_defined(uriel_authority(r->ref)))
    uriel_part_error(r, URIEL_ERROR_PART_MISSING, URIEL_AUTHORITY, "host", path, path.ptr);
  else if (host.len == 0)
    uriel_part_error(r, URIEL_ERROR_PART_EMPTY, URIEL_HOST, "host", host, host.ptr);
  return login;
}

void uriel_part_refuse(part_reader *r, uriel_component component, const char *part)
{
  const uriel_text text = uriel_component_get(r->ref, component);
  if (view_defined(text))
    uriel_part_error(r, URIEL_ERROR_PART_NOT_ALLOWED, component, part, text, text.ptr);
}
