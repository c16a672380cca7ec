/* SPDX-License-Identifier: MIT */
/* file (RFC 8089): a host and a path, and their plan. */
#include "scheme/local.h"
#include "scheme/scheme.h"
#include "scheme/server.h"
#include "uriel_scheme.h"

static const char *const file_names[] = {"file", NULL};

/* "c:/x" (RFC 8089, E.2) is "/c:/x": it always fits: "file:" is longer than the "/". */
static uriel_text file_rooted(part_reader *r, uriel_text path)
{
  writer w = writer_to(r->at, (size_t)(r->end - r->at));
  write_byte(&w, '/');
  write_view(&w, path);
  const uriel_text rooted = {r->at, w.len};
  r->at += w.len;
  return rooted;
}

/* RFC 8089, 2: path-absolute; and E.2: a drive letter without "/" in front, where no host stands. */
static uriel_text file_read_path(part_reader *r)
{
  const uriel_text path = uriel_path(r->ref);
  if (path.len > 0 && path.ptr[0] == '/')
    return path;
  if (path.len == 0)
    uriel_part_error(r, URIEL_ERROR_PART_EMPTY, URIEL_PATH, "path", path, path.ptr);
  else if (uriel_local_drive(path) == 0)
    uriel_part_error(r, URIEL_ERROR_PART_FORM, URIEL_PATH, "path", path, path.ptr);
  return r->failed ? view_undefined() : file_rooted(r, path);
}

static void file_parse(part_reader *r, void *parts)
{
  uriel_file *const file = parts;
  uriel_part_refuse(r, URIEL_USERINFO, "user", uriel_userinfo(r->ref));
  uriel_part_refuse(r, URIEL_PORT, "port", uriel_port(r->ref));
  *file = (uriel_file){.host = uriel_part_login(r).host};
  file->path = file_read_path(r);
  uriel_part_refuse(r, URIEL_QUERY, "query", uriel_query(r->ref));
}

static bool file_fits(part_builder *b, const uriel_file *file)
{
  static const encode_set kept = {BYTE_PATH, "", "", 0};
  const uriel_text path = file->path;
  if (!uriel_build_line(b, URIEL_HOST, "host", file->host) ||
      !uriel_build_needs(b, URIEL_PATH, "path", path))
    return false;
  if (path.len == 0)
    return uriel_build_error(b, URIEL_ERROR_PART_EMPTY, URIEL_PATH, "path", path, path.ptr);
  if (path.ptr[0] != '/')
    return uriel_build_error(b, URIEL_ERROR_PART_FORM, URIEL_PATH, "path", path, path.ptr);
  if (path.len > 1 && path.ptr[1] == '/' && !view_defined(file->host))
    return uriel_build_error(b, URIEL_ERROR_PART_MISSING, URIEL_HOST, "host", file->host, NULL);
  const char *const wrong = uriel_part_outside(path, kept);
  return wrong == path.ptr + path.len ||
         uriel_build_error(b, URIEL_ERROR_PART_CHARACTER, URIEL_PATH, "path", path, wrong);
}

static void file_build(part_builder *b, const void *parts)
{
  const uriel_file *const file = parts;
  const uriel_login login = {.host = file->host};
  if (!file_fits(b, file))
    return;
  if (view_defined(file->host))
    uriel_build_authority(b, "file", &login);
  else
    write_string(&b->w, "file:");
  write_view(&b->w, file->path);
}

/* A path with a drive letter is Windows'. The RFC has no way to a file of another host (RFC 8089, 1.1;
 * RFC 1738, 3.10). */
bool uriel_file_plan(planner *p, const uriel_ref *ref, const void *parts)
{
  const uriel_file *const file = parts;
  part_reader r = uriel_part_read(ref, file_names, p->scratch, p->scratch_capacity);
  if (!uriel_local_host(uriel_host(ref))) {
    uriel_part_error(&r, URIEL_ERROR_PLAN_UNKNOWN, URIEL_HOST, "host", uriel_host(ref),
                     uriel_host(ref).ptr);
    return uriel_part_finish(&r, &p->error);
  }
  const bool drive = uriel_local_drive((uriel_text){file->path.ptr + 1, file->path.len - 1}) > 0;
  uriel_plan_begin(p);
  uriel_local_write(&r, &p->text, drive ? URIEL_LOCAL_WINDOWS : URIEL_LOCAL_POSIX);
  if (!uriel_part_finish(&r, &p->error))
    return false;
  uriel_plan_end(p, URIEL_STEP_OPEN, "the file of that name on this machine");
  return true;
}

static const scheme_part file_parts[] = {SCHEME_PART(uriel_file, host), SCHEME_PART(uriel_file, path)};

SCHEME_DEFINE(file)

size_t uriel_file_to_local(const uriel_ref *ref, uriel_local_style style, char *out, size_t capacity,
                           uriel_error *error)
{
  writer w = writer_to(out, capacity);
  if (!uriel_local_style_known(style, error))
    return URIEL_FAILED;
  part_reader r = uriel_part_read(ref, file_names, NULL, ref->length);
  r.end = r.at;
  uriel_part_refuse(&r, URIEL_USERINFO, "user", uriel_userinfo(ref));
  uriel_part_refuse(&r, URIEL_PORT, "port", uriel_port(ref));
  uriel_part_refuse(&r, URIEL_QUERY, "query", uriel_query(ref));
  uriel_local_write(&r, &w, style);
  return uriel_part_finish(&r, error) ? w.len : URIEL_FAILED;
}
