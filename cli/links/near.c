/* SPDX-License-Identifier: MIT */
/* The existing file that a wrong path may mean. */
#include "near.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "cli/shared/buffer.h"
#include "cli/shared/cli.h"

struct goal_folder {
  char *path;
  const char **names; /* ends with NULL */
  size_t count, capacity;
};

void near_free(struct goal_folder *folder)
{
  if (!folder)
    return;
  for (size_t i = 0; i < folder->count; i++)
    free((void *)(uintptr_t)folder->names[i]);
  free(folder->names);
  free(folder->path);
  free(folder);
}

static void near_add(struct goal_folder *folder, const char *name)
{
  if (folder->count + 1 >= folder->capacity) {
    folder->capacity = folder->capacity * 2 + 64;
    const char **const names = realloc(folder->names, folder->capacity * sizeof *names);
    if (!names)
      die_memory();
    folder->names = names;
  }
  if (name && !(folder->names[folder->count++] = strdup(name)))
    die_memory();
  folder->names[folder->count] = NULL;
}

/* Lists a folder, unless it is the last one. A folder that cannot be read has no names. */
static struct goal_folder *near_list(struct goal_folder **last, const char *path)
{
  const struct dirent *entry;
  if (*last && strcmp((*last)->path, path) == 0)
    return *last;
  near_free(*last);
  struct goal_folder *const folder = *last = calloc(1, sizeof *folder);
  if (!folder || !(folder->path = strdup(path)))
    die_memory();
  near_add(folder, NULL);
  DIR *const open = opendir(path);
  while (open && folder->count < NEAR_MOST && (entry = readdir(open)))
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
      near_add(folder, entry->d_name);
  if (open)
    closedir(open);
  return folder;
}

/* Returns the smallest name that is the same in another case, or NULL. */
static const char *near_case(const struct goal_folder *folder, const char *name)
{
  const char *found = NULL;
  for (size_t i = 0; i < folder->count; i++)
    if (strcasecmp(folder->names[i], name) == 0 && (!found || strcmp(folder->names[i], found) < 0))
      found = folder->names[i];
  return found;
}

static bool near_exists(const struct buffer *path)
{
  struct stat status;
  return stat(path->ptr, &status) == 0;
}

/* Appends "/" and a name, and a NUL after it. */
static void near_append(struct buffer *path, const char *name, size_t len)
{
  buffer_append(path, "/", 1);
  buffer_append(path, name, len);
  path->ptr[path->len] = 0;
}

/* Replaces the last segment, which does not exist, by a near name. */
static bool near_segment(struct goal_folder **last, size_t *listed, struct buffer *found, size_t parent,
                         bool *is_case)
{
  if (*listed > NEAR_MOST)
    return false;
  char *const wrong = strdup(found->ptr + parent + 1);
  if (!wrong)
    die_memory();
  found->len = parent;
  found->ptr[parent] = 0;
  const struct goal_folder *const folder = near_list(last, parent ? found->ptr : "/");
  const char *name = near_case(folder, wrong);
  *listed += folder->count;
  *is_case = name != NULL;
  if (!name)
    name = nearest_word(wrong, folder->names);
  free(wrong);
  if (name)
    near_append(found, name, strlen(name));
  return name != NULL;
}

/* Sets `found` to the longest part of the path that exists, and returns its length. A longer path than
 * PATH_MAX does not exist. */
static size_t near_start(const char *path, struct buffer *found)
{
  size_t len = strnlen(path, PATH_MAX);
  found->len = 0;
  buffer_append(found, path, len);
  do {
    while (len && path[--len] != '/')
      ;
    found->len = len;
    found->ptr[len] = 0;
  } while (len && !near_exists(found));
  return len;
}

bool near_path(struct goal_folder **last, size_t *listed, const char *path, struct buffer *found,
               bool *is_case)
{
  bool differs = false;
  *is_case = false;
  for (const char *at = path + near_start(path, found); *at;) {
    at += strspn(at, "/");
    const size_t len = strcspn(at, "/"), parent = found->len;
    if (!len)
      break;
    near_append(found, at, len);
    at += len;
    if (near_exists(found))
      continue;
    differs = near_segment(last, listed, found, parent, is_case);
    if (!*is_case)
      break;
  }
  return differs;
}
