/* SPDX-License-Identifier: MIT */
/* Selects the files of a folder to read. */
#include "glob.h"

#include <fnmatch.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool glob_add(struct glob_list *list, const char *pattern)
{
  if (list->count == list->capacity) {
    const size_t capacity = list->capacity * 2 + 8;
    const char **more =
        capacity <= SIZE_MAX / sizeof *more ? realloc(list->patterns, capacity * sizeof *more) : NULL;
    if (!more)
      return false;
    list->patterns = more;
    list->capacity = capacity;
  }
  list->patterns[list->count++] = pattern;
  return true;
}

void glob_free(struct glob_list *list)
{
  free(list->patterns);
  *list = (struct glob_list){0};
}

/* Copies "build/" to match it as "build". A pattern that does not fit matches nothing. */
static bool glob_matches_folder(const char *pattern, size_t len, const char *text)
{
  char plain[4096];
  if (len >= sizeof plain)
    return false;
  memcpy(plain, pattern, len);
  plain[len] = '\0';
  return fnmatch(plain, text, 0) == 0;
}

static bool glob_matches_one(const char *pattern, const char *below, const char *name, bool is_folder)
{
  const size_t len = strlen(pattern);
  const bool folders_alone = len > 1 && pattern[len - 1] == '/';
  const bool has_slash = memchr(pattern, '/', len - folders_alone) != NULL;
  const char *const text = has_slash ? below : name;
  const size_t skip = len > 0 && pattern[0] == '/';
  if (!folders_alone)
    return fnmatch(pattern + skip, text, 0) == 0;
  return is_folder && glob_matches_folder(pattern + skip, len - skip - 1, text);
}

static bool glob_matches(const struct glob_list *list, const char *below, const char *name,
                         bool is_folder)
{
  for (size_t i = 0; i < list->count; i++)
    if (glob_matches_one(list->patterns[i], below, name, is_folder))
      return true;
  return false;
}

bool glob_chooses(const struct glob_choice *choice, const char *below, const char *name, bool is_folder)
{
  if (glob_matches(&choice->exclude, below, name, is_folder))
    return false;
  return is_folder || choice->include.count == 0 ||
         glob_matches(&choice->include, below, name, is_folder);
}
