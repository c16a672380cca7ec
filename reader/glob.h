/* SPDX-License-Identifier: MIT */
/* Which files of a folder to read: shell patterns that choose them (--include) or leave them out
 * (--exclude).
 *
 * A pattern without "/" is matched against a name, one with "/" against the path below the operand, in
 * which "*" matches "/" as well. A "/" at the front only ties the pattern to the operand; one at the end
 * restricts it to folders. */
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

/* Returns false if there is no memory. */
bool glob_add(struct glob_list *list, const char *pattern);
void glob_free(struct glob_list *list);

/* Whether one of the patterns matches. `below` is the path below the operand, `name` its last segment.
 */
bool glob_matches(const struct glob_list *list, const char *below, const char *name, bool is_folder);

struct glob_choice {
  struct glob_list include; /* if not empty, files that match none are left out */
  struct glob_list exclude; /* files that match one are left out, and folders with all their contents */
};

bool glob_chooses(const struct glob_choice *choice, const char *below, const char *name, bool is_folder);

#endif
