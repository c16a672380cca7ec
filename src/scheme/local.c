/* SPDX-License-Identifier: MIT */
/* Local paths to file URIs and back, as POSIX and as Windows have them. */
#include "scheme/local.h"
#include "uriel_scheme.h"

/* What a path begins with, which is not empty; a letter may be encoded (RFC 3986, 2.3). */
static char local_letter(uriel_text path)
{
  return triplet_at(path.ptr, path.ptr + path.len) ? (char)triplet_value(path.ptr) : path.ptr[0];
}

size_t uriel_local_drive(uriel_text path)
{
  const char *const end = path.ptr + path.len;
  const char *at = path.ptr;
  if (path.len < 2 || !byte_is(local_letter(path), BYTE_ALPHA))
    return 0;
  at += triplet_at(at, end) ? 3 : 1;
  if (at == end)
    return 0;
  const bool encoded = triplet_at(at, end);
  const char byte = encoded ? (char)triplet_value(at) : *at;
  at += encoded ? 3 : 1;
  return (byte == ':' || byte == '|') && at < end && *at == '/' ? (size_t)(at - path.ptr) : 0;
}

bool uriel_local_host(uriel_text host)
{
  return host.len == 0 || uriel_part_says(host, "localhost");
}

/* Refuses what would divide or end the path in another way than it is written: a NUL, a "/" that is
 * encoded (RFC 3986, 2.2), and for Windows any "\". */
static bool local_fits(part_reader *r, uriel_component component, const char *part, uriel_text written,
                       bool windows)
{
  const char *at = written.ptr;
  const char *const end = at + written.len;
  while (at < end) {
    const bool encoded = triplet_at(at, end);
    const char byte = encoded ? (char)triplet_value(at) : *at;
    if (byte == 0 || (encoded && byte == '/') || (windows && byte == '\\'))
      return uriel_part_error(r, URIEL_ERROR_PART_CHARACTER, component, part, written, at);
    at += encoded ? 3 : 1;
  }
  return true;
}

/* Writes what is written, decoded; "/" as the style has it. */
static void local_write_decoded(writer *w, uriel_text written, bool windows)
{
  const char *at = written.ptr;
  const char *const end = at + written.len;
  while (at < end) {
    const bool encoded = triplet_at(at, end);
    const char byte = encoded ? (char)triplet_value(at) : *at;
    write_byte(w, windows && byte == '/' ? '\\' : byte);
    at += encoded ? 3 : 1;
  }
}

static bool local_wrong(part_reader *r, uriel_component component, const char *part, uriel_text text)
{
  return uriel_part_error(r, URIEL_ERROR_PART_FORM, component, part, text, text.ptr);
}

/* RFC 8089, D.1. */
static void local_write_posix(part_reader *r, writer *w)
{
  const uriel_text host = uriel_host(r->ref), path = uriel_path(r->ref);
  if (!uriel_local_host(host))
    local_wrong(r, URIEL_HOST, "host", host);
  else if (path.len == 0 || path.ptr[0] != '/')
    local_wrong(r, URIEL_PATH, "path", path);
  else if (!r->failed && local_fits(r, URIEL_PATH, "path", path, false))
    local_write_decoded(w, path, false);
}

/* "\\host\share\a" of "//host/share/a" (RFC 8089, E.3.1). */
static void local_write_unc(part_reader *r, writer *w, uriel_text host, uriel_text path)
{
  const char *const end = host.ptr + host.len;
  const bool single = host.len == (triplet_at(host.ptr, end) ? 3 : 1);
  const bool device = single && uriel_part_find(host, ".?", false) != end;
  const bool named = !device && uriel_part_find(host, "/[", false) == end;
  if (!named)
    local_wrong(r, URIEL_HOST, "host", host);
  else if (path.len == 0 || path.ptr[0] != '/')
    local_wrong(r, URIEL_PATH, "path", path);
  else if (!r->failed && local_fits(r, URIEL_HOST, "host", host, true) &&
           local_fits(r, URIEL_PATH, "path", path, true)) {
    write_string(w, "\\\\");
    local_write_decoded(w, host, true);
    local_write_decoded(w, path, true);
  }
}

/* The same, where all of it is the path, "//host/share/a" or "///host/share/a" (E.3.2). */
static void local_write_unc_path(part_reader *r, writer *w, uriel_text path)
{
  const char *const end = path.ptr + path.len;
  const char *at = path.ptr + 2;
  at += at < end && *at == '/';
  const char *const slash = view_find(at, end, '/');
  if (slash == at || slash == end)
    local_wrong(r, URIEL_PATH, "path", path);
  else
    local_write_unc(r, w, view_of(at, slash), view_of(slash, end));
}

static void local_write_drive(part_reader *r, writer *w, uriel_text path)
{
  const bool slash = path.len > 0 && path.ptr[0] == '/';
  const uriel_text rest = {path.ptr + slash, path.len - slash};
  const size_t drive = uriel_local_drive(rest);
  const uriel_text below = {rest.ptr + drive, rest.len - drive};
  if (drive == 0)
    local_wrong(r, URIEL_PATH, "path", path);
  else if (!r->failed && local_fits(r, URIEL_PATH, "path", below, true)) {
    write_byte(w, local_letter(rest));
    write_byte(w, ':');
    local_write_decoded(w, below, true);
  }
}

void uriel_local_write(part_reader *r, writer *w, uriel_local_style style)
{
  const uriel_text host = uriel_host(r->ref), path = uriel_path(r->ref);
  if (style == URIEL_LOCAL_POSIX)
    local_write_posix(r, w);
  else if (!uriel_local_host(host))
    local_write_unc(r, w, host, path);
  else if (path.len > 2 && path.ptr[0] == '/' && path.ptr[1] == '/')
    local_write_unc_path(r, w, path);
  else
    local_write_drive(r, w, path);
}

static bool local_is_slash(char byte)
{
  return byte == '/' || byte == '\\';
}

/* Writes a path encoded, with "/" between its segments. */
static void local_write_encoded(writer *w, uriel_text path, bool windows)
{
  static const encode_set kept = {BYTE_PATH, "", "", 0};
  const char *at = path.ptr;
  const char *const end = at + path.len;
  while (windows && at < end) {
    const char *const slash = view_find(at, end, '\\');
    encode_set set = kept;
    uriel_write_encoded(w, view_of(at, slash), &set, URIEL_ENCODE_PERCENT);
    if (slash < end)
      write_byte(w, '/');
    at = slash < end ? slash + 1 : end;
  }
  encode_set set = kept;
  uriel_write_encoded(w, view_of(at, end), &set, URIEL_ENCODE_PERCENT);
}

/* RFC 8089, E.3.1. A host that would be read as this machine goes into the path (E.3.2). "." and "?" are
 * no hosts but Windows' devices. */
static void local_write_of_unc(part_builder *b, uriel_text path)
{
  static const encode_set kept = {BYTE_NAME, "", "", 0};
  const char *const end = path.ptr + path.len;
  const char *at = path.ptr + 2;
  while (at < end && !local_is_slash(*at))
    at++;
  const uriel_text host = view_of(path.ptr + 2, at);
  const bool device = host.len == 1 && (host.ptr[0] == '.' || host.ptr[0] == '?');
  if (host.len == 0 || device || at == end || view_find(host.ptr, at, '[') != at) {
    uriel_build_error(b, URIEL_ERROR_PART_FORM, URIEL_PATH, "path", path, path.ptr);
    return;
  }
  encode_set set = kept;
  write_string(&b->w, uriel_local_host(host) ? "file:////" : "file://");
  uriel_write_encoded(&b->w, host, &set, URIEL_ENCODE_PERCENT);
  local_write_encoded(&b->w, view_of(at, end), true);
}

static void local_write_of_windows(part_builder *b, uriel_text path)
{
  if (path.len > 2 && byte_is(path.ptr[0], BYTE_ALPHA) && path.ptr[1] == ':' &&
      local_is_slash(path.ptr[2])) {
    write_string(&b->w, "file:///");
    local_write_encoded(&b->w, path, true);
  } else if (path.len > 2 && local_is_slash(path.ptr[0]) && local_is_slash(path.ptr[1])) {
    local_write_of_unc(b, path);
  } else {
    uriel_build_error(b, URIEL_ERROR_PART_FORM, URIEL_PATH, "path", path, path.ptr);
  }
}

bool uriel_local_style_known(uriel_local_style style, uriel_error *error)
{
  if (style == URIEL_LOCAL_POSIX || style == URIEL_LOCAL_WINDOWS)
    return true;
  if (error)
    *error = (uriel_error){.code = URIEL_ERROR_ARGUMENT, .part = "style"};
  return false;
}

size_t uriel_file_from_local(const char *path, size_t len, uriel_local_style style, char *out,
                             size_t capacity, uriel_error *error)
{
  const uriel_text text = {len > 0 ? path : "", len};
  const char *const end = text.ptr + len;
  const char *const nul = view_find(text.ptr, end, 0);
  part_builder b = uriel_build_to(out, capacity);
  if (!uriel_local_style_known(style, error))
    return URIEL_FAILED;
  if (nul != end) {
    uriel_build_error(&b, URIEL_ERROR_PART_CHARACTER, URIEL_PATH, "path", text, nul);
  } else if (style == URIEL_LOCAL_WINDOWS) {
    local_write_of_windows(&b, text);
  } else if (len == 0 || text.ptr[0] != '/') {
    uriel_build_error(&b, URIEL_ERROR_PART_FORM, URIEL_PATH, "path", text, text.ptr);
  } else {
    write_string(&b.w, "file://");
    local_write_encoded(&b.w, text, false);
  }
  return uriel_build_finish(&b, error);
}
