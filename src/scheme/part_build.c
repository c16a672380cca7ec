/* SPDX-License-Identifier: MIT */
/* Checks parts and writes them into a URI. */
#include "scheme/scheme.h"
#include "uri/blame.h"
#include "uri/component.h"
#include "uri/segments.h"

size_t uriel_scheme_write(const scheme *s, const void *parts, char *out, size_t capacity,
                          uriel_error *error)
{
  scheme_parts all;
  part_builder b = {.scheme = s, .parts = &all, .w = writer_to(out, capacity)};
  memcpy(all.at, parts, s->part_count * sizeof *all.at);
  if (s->fit)
    s->fit(&b, &all);
  else
    uriel_build_fit_all(&b);
  if (!b.failed && s->write)
    s->write(&b, &all);
  else if (!b.failed)
    uriel_build_put_all(&b);
  return uriel_build_finish(&b, error);
}

size_t uriel_build_finish(const part_builder *b, uriel_error *error)
{
  const bool too_long = !b->failed && b->w.len > UINT32_MAX;
  error_store(error,
              too_long ? (uriel_error){.code = URIEL_ERROR_TOO_LONG, .offset = UINT32_MAX} : b->error);
  return b->failed || too_long ? URIEL_FAILED : b->w.len;
}

/* ---- Checks --------------------------------------------------------------------------------------- */

bool uriel_build_error(part_builder *b, uriel_error_code code, uriel_component component,
                       const char *part, uriel_text text, const char *at)
{
  if (b->failed)
    return false;
  b->failed = true;
  b->error = view_defined(text) ? error_at(code, component, text.ptr, text, at)
                                : (uriel_error){.code = code, .component = component};
  b->error.part = part;
  return false;
}

static const scheme_part *build_row(const part_builder *b, const uriel_text *part)
{
  return &b->scheme->parts[part - b->parts->at];
}

bool uriel_build_part_error(part_builder *b, uriel_error_code code, const uriel_text *part,
                            const char *at)
{
  const scheme_part *const row = build_row(b, part);
  return uriel_build_error(b, code, row->component ? row->component : URIEL_PATH, row->name, *part, at);
}

static encode_set build_set(const scheme_part *row)
{
  return (encode_set){row->classes, row->less ? row->less : "", row->more ? row->more : "", 0};
}

/* Returns the first byte that ends a line or, with `tabbed`, a field of a line; or the end. Text as
 * written has it encoded too. */
static const char *build_break(uriel_text text, bool tabbed, bool written)
{
  const char *const end = view_end(text);
  const char *at = text.ptr;
  if (written)
    return uriel_part_find(text, tabbed ? "\t\r\n" : "\r\n", !tabbed);
  while (at < end && *at != '\r' && *at != '\n' && *at != (tabbed ? '\t' : 0))
    at++;
  return at;
}

bool uriel_build_fits(part_builder *b, const uriel_text *part)
{
  const scheme_part *const row = build_row(b, part);
  const uriel_text text = *part;
  const bool written = row->separator || (row->checks & PART_WRITTEN);
  if (!view_defined(text) && (row->checks & PART_NEEDED))
    uriel_build_part_error(b, URIEL_ERROR_PART_MISSING, part, NULL);
  if (b->failed || !view_defined(text) || (text.len == 0 && (row->checks & PART_BLANK)))
    return !b->failed;
  const char *const end = text.ptr + text.len, *at;
  if (text.len == 0 && (row->checks & PART_FILLED))
    return uriel_build_part_error(b, URIEL_ERROR_PART_EMPTY, part, end);
  if (written && row->classes && (at = uriel_part_outside(text, build_set(row))) != end)
    return uriel_build_part_error(b, URIEL_ERROR_PART_CHARACTER, part, at);
  if ((row->checks & (PART_LINE | PART_TABBED)) &&
      (at = build_break(text, row->checks & PART_TABBED, written)) != end)
    return uriel_build_part_error(b, URIEL_ERROR_PART_LINE_BREAK, part, at);
  const part_wrong wrong = row->form ? row->form(text) : part_fits();
  if (wrong.code != URIEL_ERROR_NONE)
    return uriel_build_part_error(b, wrong.code, part, wrong.at);
  if ((row->checks & PART_SEGMENT) && uriel_part_is_dots(text))
    return uriel_build_part_error(b, URIEL_ERROR_PART_FORM, part, text.ptr);
  return !(row->checks & PART_DOTS) || uriel_build_no_dots(b, part, row->checks);
}

void uriel_build_fit_all(part_builder *b)
{
  for (size_t i = 0; i < b->scheme->part_count && !b->failed; i++)
    if (b->scheme->parts[i].checks & PART_SERVER) {
      uriel_login login;
      memcpy(&login, &b->parts->at[i], sizeof login);
      uriel_build_server_fits(b, &login);
      i += sizeof login / sizeof *b->parts->at - 1;
    } else {
      uriel_build_fits(b, &b->parts->at[i]);
    }
}

bool uriel_build_no_dots(part_builder *b, const uriel_text *part, unsigned checks)
{
  const scheme_part *const row = build_row(b, part);
  const unsigned decode = row->separator || (row->checks & PART_WRITTEN) ? BYTE_UNRESERVED : 0;
  uriel_text rest = *part, segment;
  bool whole = checks & PART_DOTS_FIRST;
  for (; !b->failed && uriel_list_next(&rest, &segment, '/'); whole = true)
    if (whole && (view_defined(rest) || (checks & PART_DOTS_LAST)) &&
        uriel_segment_dots(segment, decode) != SEGMENT_PLAIN)
      uriel_build_part_error(b, URIEL_ERROR_PART_FORM, part, segment.ptr);
  return !b->failed;
}

bool uriel_build_refuse(part_builder *b, const uriel_text *part, uriel_component component)
{
  if (view_defined(*part))
    uriel_build_error(b, URIEL_ERROR_PART_NOT_ALLOWED, component, build_row(b, part)->name, *part,
                      part->ptr);
  return !b->failed;
}

static bool build_line(part_builder *b, uriel_component component, const char *part, uriel_text text)
{
  const char *const at = build_break(text, false, false);
  return at == view_end(text) ||
         uriel_build_error(b, URIEL_ERROR_PART_LINE_BREAK, component, part, text, at);
}

bool uriel_build_login_fits(part_builder *b, const uriel_login *login)
{
  const uriel_text host = login->host, port = login->port;
  uint16_t number;
  size_t at;
  if (view_defined(login->password) && !view_defined(login->user))
    return uriel_build_error(b, URIEL_ERROR_PART_MISSING, URIEL_USERINFO, "user", login->user, NULL);
  if (!build_line(b, URIEL_USERINFO, "user", login->user) ||
      !build_line(b, URIEL_USERINFO, "password", login->password) ||
      !build_line(b, URIEL_HOST, "host", host))
    return false;
  /* Brackets are for IPvFuture addresses only: an IPv6 address gets its own. */
  if (host.len > 0 && host.ptr[0] == '[' &&
      (host.len == 1 || byte_lower(host.ptr[1]) != 'v' ||
       uriel_component_error(URIEL_HOST, host, &at) != URIEL_ERROR_NONE))
    return uriel_build_error(b, URIEL_ERROR_PART_FORM, URIEL_HOST, "host", host, host.ptr);
  for (size_t i = 0; i < port.len; i++)
    if (!byte_is(port.ptr[i], BYTE_DIGIT))
      return uriel_build_error(b, URIEL_ERROR_PORT_NOT_DIGITS, URIEL_PORT, "port", port, port.ptr + i);
  return uriel_port_read(port, &number) == port.len ||
         uriel_build_error(b, URIEL_ERROR_PORT_TOO_LARGE, URIEL_PORT, "port", port, port.ptr);
}

bool uriel_build_server_fits(part_builder *b, const uriel_login *login)
{
  const uriel_text host = login->host;
  if (host.len == 0)
    return uriel_build_error(b, view_defined(host) ? URIEL_ERROR_PART_EMPTY : URIEL_ERROR_PART_MISSING,
                             URIEL_HOST, "host", host, host.ptr);
  return uriel_build_login_fits(b, login);
}

/* ---- Writing -------------------------------------------------------------------------------------- */

/* Writes a part between its delimiters, encoding every byte that `set` does not keep. */
static void build_encoded(part_builder *b, const char *before, uriel_text part, encode_set set,
                          const char *after)
{
  if (!view_defined(part))
    return;
  write_string(&b->w, before);
  uriel_write_encoded(&b->w, part, &set, URIEL_ENCODE_PERCENT);
  write_string(&b->w, after);
}

void uriel_build_put(part_builder *b, const uriel_text *part)
{
  const scheme_part *const row = build_row(b, part);
  if (row->separator || (row->checks & PART_WRITTEN))
    uriel_write_part(&b->w, row->before, *part, "");
  else
    build_encoded(b, row->before, *part, build_set(row), "");
}

void uriel_build_put_all(part_builder *b)
{
  for (size_t i = 0; i < b->scheme->part_count; i++)
    if (b->scheme->parts[i].checks & PART_SERVER) {
      uriel_login login;
      memcpy(&login, &b->parts->at[i], sizeof login);
      uriel_build_authority(b, b->scheme->names[0], &login);
      i += sizeof login / sizeof *b->parts->at - 1;
    } else {
      uriel_build_put(b, &b->parts->at[i]);
    }
}

void uriel_build_authority(part_builder *b, const char *name, const uriel_login *login)
{
  static const encode_set user = {BYTE_USERINFO, ":", "", 0}, password = {BYTE_USERINFO, "", "", 0};
  static const encode_set kept = {BYTE_NAME, "", "", 0};
  uint8_t address[16];
  write_string(&b->w, name);
  write_string(&b->w, "://");
  build_encoded(b, "", login->user, user, view_defined(login->password) ? ":" : "@");
  build_encoded(b, "", login->password, password, "@");
  if (uriel_ipv6_parse(address, login->host.ptr, login->host.len))
    uriel_write_part(&b->w, "[", login->host, "]");
  else if (login->host.len > 0 && login->host.ptr[0] == '[')
    write_view(&b->w, login->host);
  else
    build_encoded(b, "", login->host, kept, "");
  build_encoded(b, ":", login->port, kept, "");
}

void uriel_write_decoded(writer *w, uriel_text text)
{
  const char *const end = view_end(text);
  for (const char *at = text.ptr; at < end;)
    write_byte(w, decoded_next(&at, end));
}
