/* SPDX-License-Identifier: MIT */
/* Which files of a folder to read: shell patterns that choose them (--include) or leave them out
 * (--exclude).
 *
 * A pattern without "/" is matched against a name, one with "/" against the path below the operand, in
 * which "*" matches "/" as well. A "/" in front only ties the pattern to the operand; one at the end
 * means folders alone. */
#ifndef URIEL_READER_GLOB_H
#define URIEL_READER_GLOB_H

#include <stdbool.h>
#include <stddef.h>

/* All zero: empty. The patterns are borrowed. */
struct glob_list {
  const char **patterns;
  size_t count;
  size_t capacity;
};

/* False where memory is short. */
bool glob_add(struct glob_list *list, const char *pattern);
void glob_free(struct glob_list *list);

/* Whether one of the patterns matches. `below` is the path below the operand, `name` its last segment.
 */
bool glob_matches(const struct glob_list *list, const char *below, const char *name, bool is_folder);

struct glob_choice {
  struct glob_list include; /* files that match none are left out, unless there is none */
  struct glob_list exclude; /* files that match one are left out, and folders with all that is in them */
};

bool glob_chooses(const struct glob_choice *choice, const char *below, const char *name, bool is_folder);

#endif
