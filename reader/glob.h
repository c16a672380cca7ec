/* SPDX-License-Identifier: MIT */
/* Selects the files of a folder to read: shell patterns that include files (--include) or exclude
 * them (--exclude).
 *
 * A pattern without "/" is matched against a name, one with "/" against the path below the operand,
 * in which "*" matches "/" as well. A leading "/" only anchors the pattern to the operand; a
 * trailing "/" restricts it to folders. */
#ifndef URIEL_READER_GLOB_H
#define URIEL_READER_GLOB_H

#include <stdbool.h>
#include <stddef.h>

/* Zero-initialise. The patterns are borrowed. */
struct glob_list {
  const char **patterns;
  size_t count;
  size_t capacity;
};

/* Returns false if memory runs out. */
bool glob_add(struct glob_list *list, const char *pattern);
void glob_free(struct glob_list *list);

struct glob_choice {
  struct glob_list include; /* if not empty, files that match no pattern are left out */
  struct glob_list exclude; /* leaves out files that match a pattern, and folders with all contents */
  bool gitignore;           /* leaves out what git ignores, and folders ".git" (ignore.h) */
};

/* Whether to read a file or enter a folder. `below` is the path below the operand, `name` its last
 * segment. */
bool glob_chooses(const struct glob_choice *choice, const char *below, const char *name, bool is_folder);

#endif
