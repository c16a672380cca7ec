/* SPDX-License-Identifier: MIT */
/* Walks the files below a file or folder. */
#include "walk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/ignore.h"

/* An open folder: its names, each with a NUL after it, and their order. */
struct walk_level {
  int fd;
  size_t path_len;
  char *names;
  size_t names_len, names_capacity;
  size_t *order; /* offsets into `names` */
  size_t count, order_capacity, next;
};

struct walker {
  struct walk_level *levels;
  size_t count, capacity, depth;
  char *path;
  size_t path_len, path_capacity, root_len;
  const struct glob_choice *choice;
  struct ignore ignore; /* used if `choice` says so */
  walk_visitor *visit;
  void *context;
};

/* Reserves space for `need` items of `size` bytes; at least doubles the capacity. */
static bool walk_reserve(void **items, size_t *capacity, size_t need, size_t size)
{
  if (need <= *capacity)
    return true;
  const size_t wanted = need < *capacity * 2 ? *capacity * 2 : need + 16;
  void *more = wanted <= SIZE_MAX / size ? realloc(*items, wanted * size) : NULL;
  if (!more)
    return false;
  *items = more;
  *capacity = wanted;
  return true;
}

static bool walk_set_path(struct walker *walker, size_t folder_len, const char *name)
{
  const size_t name_len = strlen(name);
  void *path = walker->path;
  if (!walk_reserve(&path, &walker->path_capacity, folder_len + name_len + 2, 1))
    return false;
  walker->path = path;
  /* The path of the root folder is already a slash. */
  if (folder_len && walker->path[folder_len - 1] != '/')
    walker->path[folder_len++] = '/';
  memcpy(walker->path + folder_len, name, name_len + 1);
  walker->path_len = folder_len + name_len;
  return true;
}

static bool walk_add_name(struct walk_level *level, const char *name)
{
  const size_t size = strlen(name) + 1;
  void *names = level->names;
  void *order = level->order;
  if (!walk_reserve(&names, &level->names_capacity, level->names_len + size, 1))
    return false;
  level->names = names;
  if (!walk_reserve(&order, &level->order_capacity, level->count + 1, sizeof *level->order))
    return false;
  level->order = order;
  memcpy(level->names + level->names_len, name, size);
  level->order[level->count++] = level->names_len;
  level->names_len += size;
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
  int error = 0;
  const struct dirent *entry;
  while (errno = 0, !error && (entry = readdir(folder))) {
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
        !walk_add_name(level, entry->d_name))
      error = ENOMEM;
  }
  if (!error)
    error = errno;
  closedir(folder);
  if (level->count)
    qsort_r(level->order, level->count, sizeof *level->order, walk_compare, level->names);
  return error;
}

static void walk_close(struct walk_level *level)
{
  if (level->fd >= 0)
    close(level->fd);
  free(level->names);
  free(level->order);
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
  void *levels = walker->levels;
  if (!walk_reserve(&levels, &walker->capacity, walker->count + 1, sizeof *walker->levels))
    return ENOMEM;
  walker->levels = levels;
  struct walk_level level = {.path_len = walker->path_len};
  const int follow = walker->count ? O_NOFOLLOW : 0;
  level.fd = openat(entry->folder, entry->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | follow);
  const int error = level.fd < 0 ? errno : walk_list(&level);
  if (error) {
    walk_close(&level);
    return error;
  }
  if (walk_ignores(walker)) {
    if (!walker->count)
      ignore_begin(&walker->ignore, entry->path);
    ignore_enter(&walker->ignore, level.fd, walk_below(entry));
  }
  walker->levels[walker->count++] = level;
  return 0;
}

static bool walk_tell(const struct walker *walker, struct walk_entry *entry, enum walk_type type,
                      int error)
{
  entry->type = type;
  entry->error = error;
  return walker->visit(walker->context, entry);
}

/* Reports patterns of the folder that could not be read. */
static enum walk_result walk_unread_patterns(struct walker *walker, struct walk_entry *entry)
{
  const int error = walker->ignore.error;
  walker->ignore.error = 0;
  entry->name = ".gitignore";
  entry->is_folder = false;
  if (!walk_set_path(walker, walker->path_len, entry->name))
    return WALK_NO_MEMORY;
  entry->path = walker->path;
  entry->path_len = walker->path_len;
  return walk_tell(walker, entry, WALK_CLOSED, error) ? WALK_DONE : WALK_ENDED;
}

static enum walk_result walk_folder(struct walker *walker, struct walk_entry *entry)
{
  entry->is_folder = true;
  const int error = walker->count < walker->depth ? walk_enter(walker, entry) : EMFILE;
  if (error == ENOMEM)
    return WALK_NO_MEMORY;
  enum walk_type type = error ? WALK_CLOSED : WALK_FOLDER;
  if (error == ENOENT)
    type = WALK_VANISHED;
  if (error == EMFILE || error == ENFILE)
    type = WALK_TOO_DEEP;
  if (!walk_tell(walker, entry, type, error))
    return WALK_ENDED;
  return walker->ignore.error ? walk_unread_patterns(walker, entry) : WALK_DONE;
}

/* Returns whether to report an entry below the operand. */
static bool walk_chooses(struct walker *walker, const struct walk_entry *entry)
{
  const bool is_folder = S_ISDIR(entry->status.st_mode);
  if (!walker->choice || walker->count == 0)
    return true;
  const uriel_text below = walk_below(entry);
  return glob_chooses(walker->choice, below, is_folder, &walker->ignore.scratch) &&
         !(walk_ignores(walker) && ignore_look(&walker->ignore, below, is_folder));
}

static enum walk_result walk_entry_at(struct walker *walker, int folder, const char *name)
{
  const bool is_root = walker->count == 0;
  struct walk_entry entry = {.path = walker->path,
                             .path_len = walker->path_len,
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
  return walk_tell(walker, &entry, type, error) ? WALK_DONE : WALK_ENDED;
}

/* Reports the next entry of the innermost folder, or leaves the folder. */
static enum walk_result walk_step(struct walker *walker)
{
  struct walk_level *level = &walker->levels[walker->count - 1];
  if (level->next == level->count) {
    walk_close(level);
    walker->count--;
    if (walk_ignores(walker))
      ignore_leave(&walker->ignore);
    return WALK_DONE;
  }
  const char *name = level->names + level->order[level->next++];
  if (!walk_set_path(walker, level->path_len, name))
    return WALK_NO_MEMORY;
  return walk_entry_at(walker, level->fd, name);
}

enum walk_result walk_chosen(const char *root, size_t depth, const struct glob_choice *choice,
                             walk_visitor *visit, void *context)
{
  struct walker walker = {
      .choice = choice, .visit = visit, .context = context, .depth = depth, .root_len = strlen(root)};
  enum walk_result result = WALK_NO_MEMORY;
  if (walk_set_path(&walker, 0, root))
    result = walk_entry_at(&walker, AT_FDCWD, root);
  while (result == WALK_DONE && walker.count)
    result = walk_step(&walker);
  while (walker.count)
    walk_close(&walker.levels[--walker.count]);
  ignore_free(&walker.ignore);
  free(walker.levels);
  free(walker.path);
  return result;
}

enum walk_result walk(const char *root, size_t depth, walk_visitor *visit, void *context)
{
  return walk_chosen(root, depth, NULL, visit, context);
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
