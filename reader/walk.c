/* SPDX-License-Identifier: MIT */
/* Walks the files below a file or folder. */
#include "walk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/ignore.h"

/* An open folder. */
struct walk_level {
  int fd;
  size_t path_len;
  struct buffer names; /* each with a NUL after it */
  struct buffer order; /* size_t: the sorted names' offsets in `names` */
  size_t next;
};

struct walker {
  struct buffer levels; /* struct walk_level */
  struct buffer path;   /* a NUL follows, which its length excludes */
  size_t depth, root_len;
  const struct glob_choice *choice;
  struct ignore ignore; /* used if `choice` says so */
  walk_visitor *visit;
  void *context;
};

static size_t walk_count(const struct walker *walker)
{
  return ARRAY_COUNT(struct walk_level, walker->levels);
}

/* Returns false if memory runs out; the path stays. */
static bool walk_set_path(struct walker *walker, size_t folder_len, const char *name)
{
  struct buffer *const path = &walker->path;
  if (!buffer_grow(path, folder_len + 1 + strlen(name) + 1))
    return false;
  path->len = folder_len;
  /* The path of the root folder is already a slash. */
  buffer_append(path, "/", folder_len && path->ptr[folder_len - 1] != '/');
  buffer_append(path, name, strlen(name) + 1);
  path->len--;
  return true;
}

static int walk_compare(const void *a, const void *b, void *names)
{
  return strcmp((const char *)names + *(const size_t *)a, (const char *)names + *(const size_t *)b);
}

/* Lists an open folder. Returns 0, or errno. */
static int walk_list(struct walk_level *level)
{
  const int copy = fcntl(level->fd, F_DUPFD_CLOEXEC, 0);
  DIR *folder = copy < 0 ? NULL : fdopendir(copy);
  if (!folder) {
    const int error = errno;
    if (copy >= 0)
      close(copy);
    return error;
  }
  const struct dirent *entry;
  bool fits = true;
  while (errno = 0, fits && (entry = readdir(folder)))
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
      fits = buffer_add(&level->order, &level->names.len, sizeof level->names.len) &&
             buffer_add(&level->names, entry->d_name, strlen(entry->d_name) + 1);
  const int error = fits ? errno : ENOMEM;
  closedir(folder);
  if (level->order.len)
    qsort_r(level->order.ptr, ARRAY_COUNT(size_t, level->order), sizeof(size_t), walk_compare,
            level->names.ptr);
  return error;
}

static void walk_close(struct walk_level *level)
{
  if (level->fd >= 0)
    close(level->fd);
  buffer_free(&level->names);
  buffer_free(&level->order);
}

/* Returns the path below the operand. */
static uriel_text walk_below(const struct walk_entry *entry)
{
  const char *below = entry->path + entry->root_len;
  while (*below == '/')
    below++;
  return (uriel_text){below, (size_t)(entry->path + entry->path_len - below)};
}

static bool walk_ignores(const struct walker *walker)
{
  return walker->choice && walker->choice->gitignore;
}

/* Opens the folder of `entry` as a new level. Returns 0, or errno with no level added. */
static int walk_enter(struct walker *walker, const struct walk_entry *entry)
{
  struct walk_level level = {.path_len = walker->path.len};
  const bool is_root = walker->levels.len == 0;
  const int follow = is_root ? 0 : O_NOFOLLOW;
  level.fd = openat(entry->folder, entry->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | follow);
  int error = level.fd < 0 ? errno : walk_list(&level);
  if (!error && !buffer_add(&walker->levels, &level, sizeof level))
    error = ENOMEM;
  if (error) {
    walk_close(&level);
    return error;
  }
  if (walk_ignores(walker)) {
    if (is_root)
      ignore_begin(&walker->ignore, entry->path);
    ignore_enter(&walker->ignore, level.fd, walk_below(entry));
  }
  return 0;
}

static bool walk_tell(const struct walker *walker, struct walk_entry *entry, enum walk_type type,
                      int error)
{
  entry->type = type;
  entry->error = error;
  return walker->visit(walker->context, entry);
}

/* Reports that memory ran out for an entry of the folder, which ends the walk. */
static bool walk_no_memory(const struct walker *walker, const char *folder)
{
  struct walk_entry entry = {
      .path = folder, .path_len = strlen(folder), .folder = AT_FDCWD, .name = folder, .is_folder = true};
  (void)walk_tell(walker, &entry, WALK_CLOSED, ENOMEM);
  return false;
}

static bool walk_folder(struct walker *walker, struct walk_entry *entry)
{
  const bool too_deep = walk_count(walker) >= walker->depth;
  const int error = too_deep ? EMFILE : walk_enter(walker, entry);
  /* If only one folder may be open, the limit on open files is the reason, not the depth. */
  const enum walk_type type = !error                          ? WALK_FOLDER
                              : error == ENOENT               ? WALK_VANISHED
                              : too_deep && walker->depth > 1 ? WALK_TOO_DEEP
                                                              : WALK_CLOSED;
  entry->is_folder = true;
  if (!walk_tell(walker, entry, type, error))
    return false;
  if (!walker->ignore.error)
    return true;
  /* Patterns of the folder could not be read. */
  const int unread = walker->ignore.error;
  walker->ignore.error = 0;
  entry->name = ".gitignore";
  entry->is_folder = false;
  if (!walk_set_path(walker, walker->path.len, entry->name))
    return walk_no_memory(walker, walker->path.ptr);
  entry->path = walker->path.ptr;
  entry->path_len = walker->path.len;
  return walk_tell(walker, entry, WALK_CLOSED, unread);
}

/* Returns whether to report an entry below the operand. */
static bool walk_chooses(struct walker *walker, const struct walk_entry *entry)
{
  const bool is_folder = S_ISDIR(entry->status.st_mode);
  if (!walker->choice || walker->levels.len == 0)
    return true;
  const uriel_text below = walk_below(entry);
  return glob_chooses(walker->choice, below, is_folder, &walker->ignore.scratch) &&
         !(walk_ignores(walker) && ignore_look(&walker->ignore, below, is_folder));
}

static bool walk_entry_at(struct walker *walker, int folder, const char *name)
{
  const bool is_root = walker->levels.len == 0;
  struct walk_entry entry = {.path = walker->path.ptr,
                             .path_len = walker->path.len,
                             .root_len = walker->root_len,
                             .folder = folder,
                             .name = name};
  enum walk_type type = WALK_FILE;
  const int error =
      fstatat(folder, name, &entry.status, is_root ? 0 : AT_SYMLINK_NOFOLLOW) == 0 ? 0 : errno;
  if (error)
    type = error == ENOENT ? WALK_VANISHED : WALK_CLOSED;
  else if (!walk_chooses(walker, &entry))
    type = WALK_LEFT_OUT;
  else if (S_ISDIR(entry.status.st_mode))
    return walk_folder(walker, &entry);
  else if (S_ISLNK(entry.status.st_mode))
    type = WALK_LINK;
  else if (!S_ISREG(entry.status.st_mode) && !is_root)
    type = WALK_SPECIAL;
  return walk_tell(walker, &entry, type, error);
}

/* Reports the next entry of the innermost folder, or leaves the folder. */
static bool walk_step(struct walker *walker)
{
  struct walk_level *const level = &ARRAY_OF(struct walk_level, walker->levels)[walk_count(walker) - 1];
  if (level->next == ARRAY_COUNT(size_t, level->order)) {
    walk_close(level);
    walker->levels.len -= sizeof *level;
    if (walk_ignores(walker))
      ignore_leave(&walker->ignore);
    return true;
  }
  const char *const name = level->names.ptr + ARRAY_OF(size_t, level->order)[level->next++];
  if (!walk_set_path(walker, level->path_len, name))
    return walk_no_memory(walker, walker->path.ptr);
  return walk_entry_at(walker, level->fd, name);
}

bool walk(const char *root, size_t depth, const struct glob_choice *choice, walk_visitor *visit,
          void *context)
{
  struct walker walker = {
      .choice = choice, .visit = visit, .context = context, .depth = depth, .root_len = strlen(root)};
  bool more = walk_set_path(&walker, 0, root) ? walk_entry_at(&walker, AT_FDCWD, root)
                                              : walk_no_memory(&walker, root);
  while (more && walker.levels.len)
    more = walk_step(&walker);
  for (size_t i = walk_count(&walker); i--;)
    walk_close(&ARRAY_OF(struct walk_level, walker.levels)[i]);
  ignore_free(&walker.ignore);
  buffer_free(&walker.levels);
  buffer_free(&walker.path);
  return more;
}

size_t walk_depth(void)
{
  enum { DEPTH_LEAST = 1, DEPTH_UNKNOWN = 64, DEPTH_MOST = 4096, FILES_SPARE = 32 };
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
    return DEPTH_UNKNOWN;
  const rlim_t wanted = DEPTH_MOST + FILES_SPARE;
  struct rlimit more = {limit.rlim_max < wanted ? limit.rlim_max : wanted, limit.rlim_max};
  if (more.rlim_cur > limit.rlim_cur && setrlimit(RLIMIT_NOFILE, &more) == 0)
    limit = more;
  if (limit.rlim_cur <= FILES_SPARE)
    return DEPTH_LEAST;
  return limit.rlim_cur < wanted ? (size_t)limit.rlim_cur - FILES_SPARE : DEPTH_MOST;
}
