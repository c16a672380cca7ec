/* SPDX-License-Identifier: MIT */
/* Which files git ignores: the patterns of .gitignore in a folder and its parents, up to the root of the
 * repository, and of the repository's info/exclude (gitignore(5)). Outside a repository nothing is
 * ignored. The user's own list (core.excludesFile) and the index are not read: a file that git tracks is
 * ignored too if a pattern matches.
 *
 * A repository within another one has only its own patterns. */
#ifndef URIEL_BASE_IGNORE_H
#define URIEL_BASE_IGNORE_H

#include <stdbool.h>
#include <stddef.h>

#include "buffer.h"
#include "uriel.h"

/* The patterns of a folder and its parents. Zero-initialise. */
struct ignore {
  struct buffer levels; /* array of struct ignore_level, the innermost folder last */
  struct buffer path;   /* from the root of the repository */
  struct buffer scratch;
  size_t prefix; /* the length of the operand in `path`, with a "/" after it */
  int error;     /* errno of a list that could be opened but not read; the patterns before that count */
};

/* Reads the patterns of the folders above `root`, which is about to be entered, if it is in a
 * repository. */
void ignore_begin(struct ignore *ignore, const char *root);

/* Enters a folder, and reads its patterns. `below` is its path below the root, "" for the root. */
void ignore_enter(struct ignore *ignore, int folder, uriel_text below);

void ignore_leave(struct ignore *ignore);

/* Returns whether git ignores the entry at the path `below` the root, in the folder that was entered
 * last; true for the folder ".git". */
bool ignore_look(struct ignore *ignore, uriel_text below, bool is_folder);

void ignore_free(struct ignore *ignore);

#endif
