/* SPDX-License-Identifier: MIT */
/* afs (url-1993, BNF syntax; url-1994 keeps it "as historical note"): a file in a cell. */
#include "scheme/scheme.h"

/* A cell is both a host name and a folder name: not an address, not "." or "..", without "/" and NUL. */
static part_wrong afs_cell(uriel_text cell)
{
  uint8_t address[4];
  if (uriel_part_is_dots(cell) || uriel_ipv4_parse(address, cell.ptr, cell.len))
    return part_is_wrong(URIEL_ERROR_PART_FORM, cell.ptr);
  for (size_t i = 0; i < cell.len; i++)
    if (cell.ptr[i] == 0 || cell.ptr[i] == '/')
      return part_is_wrong(URIEL_ERROR_PART_CHARACTER, cell.ptr + i);
  return part_fits();
}

static part_wrong afs_path(uriel_text path)
{
  const char *const end = path.ptr + path.len;
  const char *const nul = view_find(path.ptr, end, 0);
  if (path.len == 0 || path.ptr[0] != '/')
    return part_is_wrong(URIEL_ERROR_PART_FORM, path.ptr);
  return nul == end ? part_fits() : part_is_wrong(URIEL_ERROR_PART_CHARACTER, nul);
}

static const scheme_part afs_parts[] = {{"cell", "afs://", BYTE_NAME,
                                         .checks = PART_NEEDED | PART_FILLED, .form = afs_cell,
                                         .component = URIEL_HOST},
                                        {"path", "", BYTE_PATH, .checks = PART_PATH, .form = afs_path}};

static void afs_read(part_reader *r, scheme_parts *parts)
{
  const uriel_text cell = uriel_host(r->ref), path = uriel_path(r->ref);
  const char *const end = path.ptr + path.len;
  if (!view_defined(cell))
    uriel_part_error(r, URIEL_ERROR_PART_MISSING, URIEL_AUTHORITY, "cell", path, path.ptr);
  else if (cell.len > 0 && uriel_host_kind_of(r->ref) != URIEL_HOST_NAME)
    uriel_part_error(r, URIEL_ERROR_PART_FORM, URIEL_HOST, "cell", cell, cell.ptr);
  uriel_part_take(r, &parts->afs.cell, cell);
  for (const char *at = path.ptr; (at = view_find(at, end, '%')) != end; at++)
    if (triplet_at(at, end) && (triplet_value(at) == '/' || triplet_value(at) == 0))
      uriel_part_error(r, URIEL_ERROR_PART_CHARACTER, URIEL_PATH, "path", path, at);
  uriel_part_take(r, &parts->afs.path, path.len > 0 ? path : view_undefined());
  uriel_part_refuse(r, URIEL_USERINFO, "user");
  uriel_part_refuse(r, URIEL_PORT, "port");
  uriel_part_refuse(r, URIEL_QUERY, "query");
}

SCHEME_DEFINE(afs, afs_read, NULL, NULL, "afs");

bool uriel_afs_plan(planner *p, const scheme_parts *parts)
{
  const uriel_text path = uriel_path(p->ref);
  uriel_text rest = parts->afs.path, segment;
  size_t depth = 0;
  /* Above the cell, ".." leads into another cell or out of AFS. */
  while (uriel_segment_next(&rest, &segment)) {
    const bool dots = uriel_part_is_dots(segment);
    if (dots && segment.len == 2 && depth == 0)
      return uriel_plan_error(p, URIEL_ERROR_DOTS_ABOVE_ROOT, URIEL_PATH, NULL, path, path.ptr);
    if (dots)
      depth -= segment.len == 2;
    else
      depth += segment.len > 0;
  }
  uriel_plan_begin(p);
  write_string(&p->text, "/afs/");
  write_view(&p->text, parts->afs.cell);
  write_view(&p->text, parts->afs.path);
  uriel_plan_end(p, URIEL_STEP_OPEN, "where the Andrew File System is mounted");
  return true;
}
