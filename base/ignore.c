/* SPDX-License-Identifier: MIT */
/* Which files git ignores. */
#include "ignore.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "glob.h"
#include "unicode.h"

/* One file of patterns. */
struct ignore_list {
  struct buffer data; /* its text, which the patterns refer to */
  struct glob_list patterns;
};

struct ignore_level {
  size_t base;                    /* where paths below the folder begin in `path` */
  bool repository;                /* the folder is the root of one: patterns from above are ignored */
  bool inside;                    /* of a repository */
  struct ignore_list own, shared; /* .gitignore, and info/exclude of a repository */
};

/* ---- Reading patterns ------------------------------------------------------------------------- */

/* Removes the spaces at the end of a line except one after "\". */
static size_t ignore_trimmed(uriel_text line)
{
  size_t len = 0;
  for (size_t at = 0; at < line.len; at++) {
    const bool space = line.ptr[at] == ' ';
    at += line.ptr[at] == '\\' && at + 1 < line.len;
    if (!space)
      len = at + 1;
  }
  return line.len && line.ptr[line.len - 1] == '\\' ? line.len : len;
}

static void ignore_add_lines(struct ignore_list *list)
{
  const char *at = list->data.ptr;
  const char *const end = at + list->data.len;
  at += text_mark(at, list->data.len);
  while (at < end) {
    const char *const feed = memchr(at, '\n', (size_t)(end - at));
    const char *const line_end = feed ? feed : end;
    size_t len = (size_t)(line_end - at);
    const char *const nul = memchr(at, '\0', len);
    if (len && at[len - 1] == '\r')
      len--;
    if (nul && (size_t)(nul - at) < len)
      len = (size_t)(nul - at);
    len = ignore_trimmed((uriel_text){at, len});
    if (len && *at != '#')
      glob_add(&list->patterns, (uriel_text){at, len});
    at = line_end + 1;
  }
}

static void ignore_list_free(struct ignore_list *list)
{
  buffer_free(&list->data);
  glob_free(&list->patterns);
}

/* Reads a small file; empty if it cannot be opened. Sets `*error` if reading fails. */
static void ignore_read_file(struct buffer *data, int folder, const char *name, int flags, int *error)
{
  /* git reads no larger list either. */
  enum { IGNORE_LARGEST = 100 * 1024 * 1024 };
  struct stat status;
  const int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | flags);
  data->len = 0;
  if (fd < 0)
    return;
  if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= IGNORE_LARGEST &&
      !buffer_read(data, fd))
    *error = errno;
  close(fd);
}

/* Reads a list of patterns; an empty one if the file does not exist. */
static void ignore_read(struct ignore_list *list, int folder, const char *name, int flags, int *error)
{
  ignore_read_file(&list->data, folder, name, flags, error);
  if (list->data.len)
    ignore_add_lines(list);
}

/* ---- Repositories ----------------------------------------------------------------------------- */

/* Returns the open folder that a file names: ".git" of a linked work tree ("gitdir: PATH"), "commondir".
 * Returns -1 on failure. */
static int ignore_follow(int folder, const char *file, const char *before, int *error)
{
  struct buffer line = {0};
  const size_t skip = strlen(before);
  int found = -1;
  ignore_read_file(&line, folder, file, 0, error);
  if (line.len > skip && line.len < PATH_MAX && memcmp(line.ptr, before, skip) == 0) {
    line.ptr[line.len] = '\0';
    line.ptr[strcspn(line.ptr, "\r\n")] = '\0';
    found = openat(folder, line.ptr + skip, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  }
  buffer_free(&line);
  return found;
}

/* Whether the folder is the root of a repository: it has a folder ".git" with HEAD, or a file ".git". */
static bool ignore_is_repository(int folder, bool *linked)
{
  struct stat status;
  if (fstatat(folder, ".git", &status, 0) != 0)
    return false;
  *linked = S_ISREG(status.st_mode);
  return *linked ||
         (S_ISDIR(status.st_mode) && fstatat(folder, ".git/HEAD", &status, AT_SYMLINK_NOFOLLOW) == 0);
}

/* Reads the patterns of a repository that are not in its tree. */
static void ignore_read_shared(struct ignore_list *list, int folder, bool linked, int *error)
{
  if (!linked) {
    ignore_read(list, folder, ".git/info/exclude", 0, error);
    return;
  }
  const int own = ignore_follow(folder, ".git", "gitdir: ", error);
  const int common = own < 0 ? -1 : ignore_follow(own, "commondir", "", error);
  const int from = common < 0 ? own : common;
  if (from >= 0)
    ignore_read(list, from, "info/exclude", 0, error);
  if (common >= 0)
    close(common);
  if (own >= 0)
    close(own);
}

/* ---- Folders ---------------------------------------------------------------------------------- */

/* Returns the level of the innermost folder, or NULL. */
static struct ignore_level *ignore_innermost(const struct ignore *ignore)
{
  const size_t count = ARRAY_COUNT(struct ignore_level, ignore->levels);
  return count ? &ARRAY_OF(struct ignore_level, ignore->levels)[count - 1] : NULL;
}

static void ignore_add_level(struct ignore *ignore, int folder, size_t base)
{
  bool linked = false;
  const struct ignore_level *const above = ignore_innermost(ignore);
  struct ignore_level level = {.base = base};
  level.repository = ignore_is_repository(folder, &linked);
  level.inside = level.repository || (above && above->inside);
  if (level.repository)
    ignore_read_shared(&level.shared, folder, linked, &ignore->error);
  if (level.inside)
    ignore_read(&level.own, folder, ".gitignore", O_NOFOLLOW, &ignore->error);
  buffer_append(&ignore->levels, &level, sizeof level);
}

/* Opens the folder whose path is the first `len` bytes; 0 is the root folder. */
static int ignore_open(char *path, size_t len)
{
  const char kept = path[len];
  path[len] = '\0';
  const int folder = open(len ? path : "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  path[len] = kept;
  return folder;
}

/* Returns the length of the path of the innermost folder that is the root of a repository: this folder
 * or a parent; -1 without one. */
static ssize_t ignore_find_repository(char *path, size_t len)
{
  bool linked;
  for (;;) {
    const int folder = ignore_open(path, len);
    const bool found = folder >= 0 && ignore_is_repository(folder, &linked);
    if (folder >= 0)
      close(folder);
    if (found)
      return (ssize_t)len;
    if (len == 0)
      return -1;
    while (path[--len] != '/')
      continue;
  }
}

/* Adds the folders above that with the path, from the root of the repository on. */
static void ignore_add_above(struct ignore *ignore, char *path, size_t root)
{
  const size_t len = strlen(path);
  for (size_t at = root; at < len; at++) {
    const int folder = path[at] == '/' || at == root ? ignore_open(path, at) : -1;
    if (folder < 0)
      continue;
    ignore_add_level(ignore, folder, at - root);
    close(folder);
  }
  ignore->prefix = len - root;
  buffer_append(&ignore->path, path + root + 1, len - root - 1);
  buffer_append(&ignore->path, "/", 1);
}

void ignore_begin(struct ignore *ignore, const char *root)
{
  ignore->path.len = ignore->prefix = 0;
  char *const path = realpath(root, NULL);
  if (!path && errno == ENOMEM)
    base_die_memory();
  if (!path)
    return;
  const size_t len = strcmp(path, "/") == 0 ? 0 : strlen(path);
  const ssize_t repository = ignore_find_repository(path, len);
  if (repository >= 0 && (size_t)repository < len)
    ignore_add_above(ignore, path, (size_t)repository);
  free(path);
}

void ignore_enter(struct ignore *ignore, int folder, uriel_text below)
{
  ignore_add_level(ignore, folder, ignore->prefix + (below.len ? below.len + 1 : 0));
}

void ignore_leave(struct ignore *ignore)
{
  struct ignore_level *const level = ignore_innermost(ignore);
  ignore_list_free(&level->own);
  ignore_list_free(&level->shared);
  ignore->levels.len -= sizeof *level;
}

void ignore_free(struct ignore *ignore)
{
  while (ignore->levels.len)
    ignore_leave(ignore);
  buffer_free(&ignore->levels);
  buffer_free(&ignore->path);
  buffer_free(&ignore->scratch);
}

/* ---- Looking up ------------------------------------------------------------------------------- */

/* Returns what the last pattern decides of the innermost folder that has one, then of info/exclude. */
static enum glob_verdict ignore_decide(struct ignore *ignore, bool is_folder)
{
  for (size_t i = ARRAY_COUNT(struct ignore_level, ignore->levels); i-- > 0;) {
    const struct ignore_level *const level = &ARRAY_OF(struct ignore_level, ignore->levels)[i];
    const uriel_text path = {ignore->path.ptr + level->base, ignore->path.len - level->base};
    enum glob_verdict verdict = glob_match(&level->own.patterns, path, is_folder, &ignore->scratch);
    if (verdict == GLOB_NONE)
      verdict = glob_match(&level->shared.patterns, path, is_folder, &ignore->scratch);
    if (verdict != GLOB_NONE || level->repository)
      return verdict;
  }
  return GLOB_NONE;
}

bool ignore_look(struct ignore *ignore, uriel_text below, bool is_folder)
{
  const char *const slash = memrchr(below.ptr, '/', below.len);
  const uriel_text name =
      slash ? (uriel_text){slash + 1, (size_t)(below.ptr + below.len - slash) - 1} : below;
  if (is_folder && name.len == 4 && memcmp(name.ptr, ".git", 4) == 0)
    return true;
  const struct ignore_level *const level = ignore_innermost(ignore);
  if (!level || !level->inside)
    return false;
  ignore->path.len = ignore->prefix;
  buffer_append(&ignore->path, below.ptr, below.len);
  return ignore_decide(ignore, is_folder) == GLOB_MATCHES;
}
