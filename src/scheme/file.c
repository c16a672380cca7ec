/* SPDX-License-Identifier: MIT */
/* file (RFC 8089): its parts, its plan, and its local paths (Appendices D to F). */
#include "scheme/scheme.h"

/* ---- Local paths ---------------------------------------------------------------------------------- */

/* Returns the length of the drive letter at the start of a path and of the ":" or "|" after it,
 * encoded or not (RFC 3986, 2.3), if "/" follows (RFC 8089, E.2 and E.2.2); otherwise 0. */
static size_t local_drive(uriel_text path)
{
  const char *const end = path.ptr + path.len;
  const char *at = path.ptr;
  if (path.len < 2 || !byte_is(decoded_next(&at, end), BYTE_ALPHA) || at == end)
    return 0;
  const char byte = decoded_next(&at, end);
  return (byte == ':' || byte == '|') && at < end && *at == '/' ? (size_t)(at - path.ptr) : 0;
}

/* Reports whether a host is this machine: undefined, empty, or "localhost" in any case (RFC 8089, 2). */
static bool local_host(uriel_text host)
{
  return host.len == 0 || uriel_part_says(host, "localhost");
}

/* Rejects bytes that would split or end the decoded path elsewhere: NUL, an encoded "/" (RFC 3986,
 * 2.2), and on Windows any "\". */
static bool local_fits(part_reader *r, uriel_component component, const char *part, uriel_text written,
                       bool windows)
{
  const char *at = written.ptr;
  const char *const end = at + written.len;
  for (const char *here = at; at < end; here = at) {
    const char byte = decoded_next(&at, end);
    if (byte == 0 || (*here == '%' && byte == '/') || (windows && byte == '\\'))
      return uriel_part_error(r, URIEL_ERROR_PART_CHARACTER, component, part, written, here);
  }
  return true;
}

/* Decodes the text; writes "/" as the style has it. */
static void local_write_decoded(writer *w, uriel_text written, bool windows)
{
  const char *at = written.ptr;
  const char *const end = at + written.len;
  while (at < end) {
    const char byte = decoded_next(&at, end);
    write_byte(w, windows && byte == '/' ? '\\' : byte);
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
  if (!local_host(host))
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

/* The same if the path contains the host: "//host/share/a" or "///host/share/a" (E.3.2). */
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
  const size_t drive = local_drive(rest);
  const uriel_text below = {rest.ptr + drive, rest.len - drive};
  if (drive == 0)
    local_wrong(r, URIEL_PATH, "path", path);
  else if (!r->failed && local_fits(r, URIEL_PATH, "path", below, true)) {
    const char *at = rest.ptr;
    write_byte(w, decoded_next(&at, rest.ptr + rest.len));
    write_byte(w, ':');
    local_write_decoded(w, below, true);
  }
}

/* Writes the local path of the reader's reference, or sets the reader's error and writes nothing. */
static void local_write(part_reader *r, writer *w, uriel_local_style style)
{
  const uriel_text host = uriel_host(r->ref), path = uriel_path(r->ref);
  if (style == URIEL_LOCAL_POSIX)
    local_write_posix(r, w);
  else if (!local_host(host))
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
  while (view_defined(path)) {
    encode_set kept = {BYTE_PATH, "", "", 0};
    uriel_text rest = path;
    const uriel_text part = windows ? view_take(&rest, '\\') : path;
    uriel_write_encoded(w, part, &kept, URIEL_ENCODE_PERCENT);
    path = windows ? rest : view_undefined();
    if (view_defined(path))
      write_byte(w, '/');
  }
}

/* RFC 8089, E.3.1. A host that would be read as this machine goes into the path (E.3.2). "." and "?"
 * are Windows devices, not hosts. */
static void local_write_of_unc(part_builder *b, uriel_text path)
{
  encode_set kept = {BYTE_NAME, "", "", 0};
  const char *const end = path.ptr + path.len;
  const char *at = path.ptr + 2;
  while (at < end && !local_is_slash(*at))
    at++;
  const uriel_text host = view_of(path.ptr + 2, at);
  const bool device = host.len == 1 && (host.ptr[0] == '.' || host.ptr[0] == '?');
  if (host.len == 0 || device || at == end || view_has(host, '[')) {
    uriel_build_error(b, URIEL_ERROR_PART_FORM, URIEL_PATH, "path", path, path.ptr);
    return;
  }
  write_string(&b->w, local_host(host) ? "file:////" : "file://");
  uriel_write_encoded(&b->w, host, &kept, URIEL_ENCODE_PERCENT);
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

/* Returns false with the error ARGUMENT if the style is unknown. */
static bool local_style_known(uriel_local_style style, uriel_error *error)
{
  if (style == URIEL_LOCAL_POSIX || style == URIEL_LOCAL_WINDOWS)
    return true;
  error_store(error, (uriel_error){.code = URIEL_ERROR_ARGUMENT, .part = "style"});
  return false;
}

size_t uriel_file_from_local(const char *path, size_t len, uriel_local_style style, char *out,
                             size_t capacity, uriel_error *error)
{
  const uriel_text text = {len > 0 ? path : "", len};
  const char *const end = text.ptr + len;
  const char *const nul = view_find(text.ptr, end, 0);
  part_builder b = {.w = writer_to(out, capacity)};
  if (!local_style_known(style, error))
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

/* ---- Parts and plan ------------------------------------------------------------------------------- */

static const scheme_part file_parts[] = {
    {"host", "", .checks = PART_LINE, .component = URIEL_HOST},
    {"path", "", BYTE_PATH, .checks = PART_NEEDED | PART_FILLED | PART_WRITTEN}};

/* RFC 8089, 2: path-absolute; E.2: without a host, a drive letter without "/" before it. */
static void file_read(part_reader *r, scheme_parts *parts)
{
  const uriel_text path = uriel_path(r->ref);
  uriel_part_refuse(r, URIEL_USERINFO, "user");
  uriel_part_refuse(r, URIEL_PORT, "port");
  parts->file.host = uriel_part_login(r).host;
  uriel_part_take(r, &parts->file.path, path);
  if (path.len > 0 && path.ptr[0] != '/' && local_drive(path) == 0)
    local_wrong(r, URIEL_PATH, "path", path);
  if (!r->failed && path.ptr[0] != '/') {
    /* "c:/x" becomes "/c:/x". It fits, because "file:" is longer than "/". */
    writer w = writer_to(r->at, (size_t)(r->end - r->at));
    write_byte(&w, '/');
    write_view(&w, path);
    parts->file.path = (uriel_text){r->at, w.len};
    r->at += w.len;
  }
  uriel_part_refuse(r, URIEL_QUERY, "query");
}

static void file_fit(part_builder *b, const scheme_parts *parts)
{
  const uriel_text *const path = &parts->file.path, *const host = &parts->file.host;
  uriel_build_fits(b, host);
  if (path->len > 0 && path->ptr[0] != '/')
    uriel_build_part_error(b, URIEL_ERROR_PART_FORM, path, path->ptr);
  if (path->len > 1 && path->ptr[1] == '/' && !view_defined(*host))
    uriel_build_part_error(b, URIEL_ERROR_PART_MISSING, host, NULL);
  uriel_build_fits(b, path);
}

static void file_write(part_builder *b, const scheme_parts *parts)
{
  const uriel_login login = {.host = parts->file.host};
  if (view_defined(login.host))
    uriel_build_authority(b, "file", &login);
  else
    write_string(&b->w, "file:");
  uriel_build_put(b, &parts->file.path);
}

SCHEME_DEFINE(file, file_read, file_fit, file_write, "file");
SCHEME_FUNCTIONS(file)

/* A path with a drive letter is a Windows path. The RFC defines no access to files of other hosts (RFC
 * 8089, 1.1; RFC 1738, 3.10). */
bool uriel_file_plan(planner *p, const scheme_parts *parts)
{
  const uriel_text host = uriel_host(p->ref), path = parts->file.path;
  const bool drive = local_drive((uriel_text){path.ptr + 1, path.len - 1}) > 0;
  part_reader r = uriel_part_read(&uriel_scheme_file, NULL, p->ref, p->scratch, p->scratch_capacity);
  if (!local_host(host))
    return uriel_plan_error(p, URIEL_ERROR_PLAN_UNKNOWN, URIEL_HOST, "host", host, host.ptr);
  uriel_plan_begin(p);
  local_write(&r, &p->text, drive ? URIEL_LOCAL_WINDOWS : URIEL_LOCAL_POSIX);
  if (!uriel_part_finish(&r, &p->error))
    return false;
  uriel_plan_end(p, URIEL_STEP_OPEN, "the file of that name on this machine");
  return true;
}

size_t uriel_file_to_local(const uriel_ref *ref, uriel_local_style style, char *out, size_t capacity,
                           uriel_error *error)
{
  writer w = writer_to(out, capacity);
  if (!local_style_known(style, error))
    return URIEL_FAILED;
  part_reader r = uriel_part_read(&uriel_scheme_file, NULL, ref, NULL, ref->length);
  r.end = r.at;
  uriel_part_refuse(&r, URIEL_USERINFO, "user");
  uriel_part_refuse(&r, URIEL_PORT, "port");
  uriel_part_refuse(&r, URIEL_QUERY, "query");
  local_write(&r, &w, style);
  return uriel_part_finish(&r, error) ? w.len : URIEL_FAILED;
}
