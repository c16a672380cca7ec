/* SPDX-License-Identifier: MIT */
/* Whether the target of a URI exists. */
#include "local.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "db.h"

/* ---- Folders ---------------------------------------------------------------------------------- */

/* Writes the URI of a base's folder, to which "./" resolves (RFC 3986, 5.2), in normal form. */
static bool local_folder_uri(uriel_text base, struct buffer *uri)
{
  struct buffer target = {0};
  uriel_ref base_ref, ref;
  bool good = uriel_parse(&base_ref, base.ptr, base.len, NULL) && uriel_parse(&ref, "./", 2, NULL);
  while (good && buffer_again(&target, uriel_resolve(&base_ref, &ref, URIEL_RESOLVE_STRICT, target.ptr,
                                                     target.capacity, NULL)))
    ;
  good = good && target.len && uriel_parse(&ref, target.ptr, target.len, NULL);
  while (good && buffer_again(uri, uriel_normalize(&ref, URIEL_LEVEL_SCHEME, uri->ptr, uri->capacity)))
    ;
  good = good && !target.no_memory && !uri->no_memory;
  buffer_free(&target);
  return good;
}

/* If an operand is not a folder, only the document itself belongs to its base. */
static bool local_is_folder(struct local *local, const char *path)
{
  struct stat status;
  const bool there = stat(path, &status) == 0;
  local->gone += !there;
  return there && S_ISDIR(status.st_mode);
}

static bool local_add(void *context, const struct db_row *row)
{
  struct local *local = context;
  if (local->count == local->capacity) {
    const size_t capacity = local->capacity * 2 + 4;
    struct local_folder *folders = realloc(local->folders, capacity * sizeof *folders);
    local->no_memory = !folders;
    if (!folders)
      return false;
    local->folders = folders;
    local->capacity = capacity;
  }
  struct local_folder *folder = &local->folders[local->count];
  *folder = (struct local_folder){{0}, {0}};
  if (buffer_set(&folder->path, row->texts[0]) && local_is_folder(local, folder->path.ptr) &&
      local_folder_uri(row->texts[1], &folder->uri)) {
    local->count++;
    return true;
  }
  local->no_memory = folder->path.no_memory || folder->uri.no_memory;
  buffer_free(&folder->path);
  buffer_free(&folder->uri);
  return !local->no_memory;
}

bool local_start(struct local *local, struct db *db)
{
  return db_query(db,
                  "SELECT path, retrieval FROM operand WHERE retrieval IS NOT NULL"
                  " ORDER BY length(retrieval) DESC, path",
                  local_add, local) &&
         !local->no_memory;
}

/* ---- Files ------------------------------------------------------------------------------------ */

/* Whether a segment of a path in normal form contains an encoded slash. */
static bool local_has_slash(uriel_text encoded)
{
  return encoded.len && memmem(encoded.ptr, encoded.len, "%2F", 3) != NULL;
}

/* Whether an error of stat() means that the file does not exist. ENAMETOOLONG means that for a name that
 * is too long, but not for a path that is too long as a whole. */
static bool local_tells(int error, size_t len)
{
  return error == ENOENT || error == ENOTDIR || error == ELOOP ||
         (error == ENAMETOOLONG && len < PATH_MAX);
}

/* Whether stat() says that the file at `local->path` does not exist. Asks once for the same file in
 * sequence: its identifiers differ in their fragments. */
static bool local_is_absent(struct local *local)
{
  const struct buffer *const path = &local->path, *const last = &local->last;
  struct stat status;
  if (last->ptr && last->len == path->len && memcmp(last->ptr, path->ptr, path->len) == 0)
    return local->last_absent;
  local->last_absent = stat(path->ptr, &status) != 0 && local_tells(errno, path->len);
  local->no_memory = !buffer_set(&local->last, buffer_text(path));
  return local->last_absent && !local->no_memory;
}

/* Appends the decoded path to the folder. A name with a NUL or a slash does not exist: "..%2Fx" must not
 * leave the folder. A file that cannot be examined may exist. */
static bool local_is_gone(struct local *local, uriel_text folder, uriel_text encoded)
{
  struct buffer *path = &local->path;
  local->no_memory = !buffer_grow(path, folder.len + encoded.len + 2);
  if (local->no_memory)
    return false;
  if (folder.len)
    memcpy(path->ptr, folder.ptr, folder.len);
  path->len = folder.len;
  if (folder.len && folder.ptr[folder.len - 1] != '/')
    path->ptr[path->len++] = '/';
  path->len += uriel_decode(encoded.ptr, encoded.len, 0, path->ptr + path->len, encoded.len + 1, NULL);
  path->ptr[path->len] = 0;
  if (memchr(path->ptr, 0, path->len))
    return true;
  if (local_has_slash(encoded))
    return true;
  return local_is_absent(local);
}

/* Finds the part of a URI's path after the folder's, without query and fragment. */
static bool local_below(uriel_text uri, const struct buffer *folder, uriel_text *below)
{
  if (uri.len < folder->len || memcmp(uri.ptr, folder->ptr, folder->len) != 0)
    return false;
  *below = (uriel_text){uri.ptr + folder->len, 0};
  while (below->len < uri.len - folder->len && !memchr("?#", below->ptr[below->len], 2))
    below->len++;
  return true;
}

bool local_knows(const struct local *local, uriel_text normal)
{
  uriel_text below;
  for (size_t i = 0; i < local->count; i++) {
    if (local_below(normal, &local->folders[i].uri, &below))
      return true;
  }
  return false;
}

bool local_is_missing(struct local *local, uriel_text normal, bool has_files)
{
  static const uriel_text root = {"", 0};
  uriel_text below;
  uriel_ref ref;
  local->path.len = 0;
  for (size_t i = 0; i < local->count; i++) {
    const struct local_folder *folder = &local->folders[i];
    if (local_below(normal, &folder->uri, &below))
      return local_is_gone(local, buffer_text(&folder->path), below);
  }
  if (!has_files || normal.len < 5 || memcmp(normal.ptr, "file:", 5) != 0 ||
      !uriel_parse(&ref, normal.ptr, normal.len, NULL))
    return false;
  const uriel_text host = uriel_host(&ref);
  const bool here = host.len == 0 || (host.len == 9 && memcmp(host.ptr, "localhost", 9) == 0);
  return here && local_is_gone(local, root, uriel_path(&ref));
}

void local_free(struct local *local)
{
  for (size_t i = 0; i < local->count; i++) {
    buffer_free(&local->folders[i].path);
    buffer_free(&local->folders[i].uri);
  }
  free(local->folders);
  buffer_free(&local->path);
  buffer_free(&local->last);
}
