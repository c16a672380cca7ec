/* SPDX-License-Identifier: MIT */
/* afs (url-1993, BNF syntax; url-1994 keeps it "as historical note"): a file below a cell. */
#include "scheme/part.h"
#include "scheme/scheme.h"
#include "uriel_scheme.h"

static const char *const afs_names[] = {"afs", NULL};

/* Returns the first "%XX" of a byte that no file name can contain ("/" or NUL), or the end. */
static const char *afs_no_name(uriel_text written)
{
  const char *at = written.ptr;
  const char *const end = at + written.len;
  for (; (at = view_find(at, end, '%')) != end; at++)
    if (triplet_at(at, end) && (triplet_value(at) == '/' || triplet_value(at) == 0))
      break;
  return at;
}

/* A cell is both a host name and a folder name: not an address, not "." or "..". */
static bool afs_is_cell(uriel_text cell)
{
  uint8_t address[4];
  return !uriel_part_is_dots(cell) && !uriel_ipv4_parse(address, cell.ptr, cell.len);
}

static uriel_text afs_read_cell(part_reader *r)
{
  const uriel_text cell = uriel_host(r->ref), path = uriel_path(r->ref);
  const uriel_text decoded = uriel_part_bytes(r, cell);
  if (!view_defined(cell))
    uriel_part_error(r, URIEL_ERROR_PART_MISSING, URIEL_AUTHORITY, "cell", path, path.ptr);
  else if (cell.len == 0)
    uriel_part_error(r, URIEL_ERROR_PART_EMPTY, URIEL_HOST, "cell", cell, cell.ptr);
  else if (uriel_host_kind_of(r->ref) != URIEL_HOST_NAME || (!r->failed && !afs_is_cell(decoded)))
    uriel_part_error(r, URIEL_ERROR_PART_FORM, URIEL_HOST, "cell", cell, cell.ptr);
  else if (afs_no_name(cell) != cell.ptr + cell.len)
    uriel_part_error(r, URIEL_ERROR_PART_CHARACTER, URIEL_HOST, "cell", cell, afs_no_name(cell));
  return decoded;
}

static void afs_parse(part_reader *r, void *parts)
{
  scheme_afs *const afs = parts;
  const uriel_text path = uriel_path(r->ref);
  *afs = (scheme_afs){.cell = afs_read_cell(r)};
  if (afs_no_name(path) != path.ptr + path.len)
    uriel_part_error(r, URIEL_ERROR_PART_CHARACTER, URIEL_PATH, "path", path, afs_no_name(path));
  afs->path = uriel_part_bytes(r, path.len > 0 ? path : view_undefined());
  uriel_part_refuse(r, URIEL_USERINFO, "user", uriel_userinfo(r->ref));
  uriel_part_refuse(r, URIEL_PORT, "port", uriel_port(r->ref));
  uriel_part_refuse(r, URIEL_QUERY, "query", uriel_query(r->ref));
}

/* The decoded text contains no NUL, and a cell no "/". */
static bool afs_bytes_fit(part_builder *b, uriel_component component, const char *part, uriel_text text)
{
  for (size_t i = 0; i < text.len; i++)
    if (text.ptr[i] == 0 || (component == URIEL_HOST && text.ptr[i] == '/'))
      return uriel_build_error(b, URIEL_ERROR_PART_CHARACTER, component, part, text, text.ptr + i);
  return true;
}

static bool afs_cell_fits(part_builder *b, uriel_text cell)
{
  if (!uriel_build_needs(b, URIEL_HOST, "cell", cell))
    return false;
  if (cell.len == 0)
    return uriel_build_error(b, URIEL_ERROR_PART_EMPTY, URIEL_HOST, "cell", cell, cell.ptr);
  if (!afs_is_cell(cell))
    return uriel_build_error(b, URIEL_ERROR_PART_FORM, URIEL_HOST, "cell", cell, cell.ptr);
  return afs_bytes_fit(b, URIEL_HOST, "cell", cell);
}

static void afs_build(part_builder *b, const void *parts)
{
  const scheme_afs *const afs = parts;
  static const encode_set name = {BYTE_NAME, "", "", 0}, path = {BYTE_PATH, "", "", 0};
  if (view_defined(afs->path) && (afs->path.len == 0 || afs->path.ptr[0] != '/'))
    uriel_build_error(b, URIEL_ERROR_PART_FORM, URIEL_PATH, "path", afs->path, afs->path.ptr);
  if (!b->failed && afs_cell_fits(b, afs->cell) && afs_bytes_fit(b, URIEL_PATH, "path", afs->path) &&
      uriel_build_no_dots(b, "path", afs->path, EDGE_BOTH, false)) {
    uriel_build_part(b, "afs://", afs->cell, name, "");
    uriel_build_part(b, "", afs->path, path, "");
  }
}

/* Reports whether ".." leads above the cell, into another cell or out of AFS. */
static bool afs_leaves_cell(uriel_text path)
{
  uriel_text segment;
  size_t depth = 0;
  while (uriel_segment_next(&path, &segment)) {
    const bool dots = uriel_part_is_dots(segment);
    if (dots && segment.len == 2 && depth == 0)
      return true;
    if (dots)
      depth -= segment.len == 2;
    else
      depth += segment.len > 0;
  }
  return false;
}

/* All cells are below /afs. */
bool uriel_afs_plan(planner *p, const uriel_ref *ref, const void *parts)
{
  const scheme_afs *const afs = parts;
  if (afs_leaves_cell(afs->path)) {
    const uriel_text path = uriel_path(ref);
    p->error = (uriel_error){.code = URIEL_ERROR_DOTS_ABOVE_ROOT,
                             .component = URIEL_PATH,
                             .offset = (size_t)(path.ptr - ref->text),
                             .begin = (size_t)(path.ptr - ref->text),
                             .length = path.len,
                             .spec = uriel_spec_of(ref)};
    return false;
  }
  uriel_plan_begin(p);
  write_string(&p->text, "/afs/");
  write_view(&p->text, afs->cell);
  write_view(&p->text, afs->path);
  uriel_plan_end(p, URIEL_STEP_OPEN, "where the Andrew File System is mounted");
  return true;
}

static const scheme_part afs_parts[] = {SCHEME_PART(scheme_afs, cell), SCHEME_PART(scheme_afs, path)};

SCHEME_DEFINE(afs, scheme_afs);
