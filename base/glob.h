/* SPDX-License-Identifier: MIT */
/* Patterns of names: those of the shell, for text and for options, and those of .gitignore, for paths.
 */
#ifndef URIEL_BASE_GLOB_H
#define URIEL_BASE_GLOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffer.h"
#include "uriel.h"

/* ---- Patterns of the shell: which files of a folder are read ----------------------------------- */

/* Patterns that include files (--include) or exclude them (--exclude).
 *
 * A pattern without "/" is matched against a name, one with "/" against the path below the operand,
 * in which "*" matches "/" as well. A leading "/" only anchors the pattern to the operand; a
 * trailing "/" restricts it to folders. */

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

/* ---- Patterns of git ---------------------------------------------------------------------------- */

/* A step of a pattern. */
struct wild_step {
  enum wild_kind {
    WILD_TEXT,    /* these bytes */
    WILD_ANY,     /* a byte except "/" */
    WILD_SET,     /* a byte of the set, which has no "/" */
    WILD_STAR,    /* bytes except "/" */
    WILD_ALL,     /* bytes */
    WILD_FOLDERS, /* nothing, or bytes that end in "/" */
    WILD_END
  } kind;
  uriel_text text;  /* WILD_TEXT */
  uint32_t bits[8]; /* WILD_SET */
};

/* Appends the steps of a pattern to `steps`, an array of struct wild_step; WILD_END is the last.
 * WILD_TEXT borrows from the pattern. Returns false if memory runs out. Sets `*valid` to false, and
 * appends nothing, for a pattern that matches no name: "[" without "]", an unknown class, a "\" at its
 * end. */
bool wild_compile(struct buffer *steps, uriel_text pattern, bool *valid);

/* Whether the steps match all of `name`. `room` is scratch memory of at least 2 * (name.len + 1) bytes.
 */
bool wild_matches(const struct wild_step *steps, uriel_text name, char *room);

/* The length of the pattern before its first "*", "?", "[" or "\". */
size_t wild_plain(uriel_text pattern);

#endif
