/* SPDX-License-Identifier: MIT */
/* Patterns of paths, as in .gitignore (gitignore(5); PATTERNS in uriel(1)). For patterns of text, see
 * uriel_glob_matches. */
#ifndef URIEL_BASE_GLOB_H
#define URIEL_BASE_GLOB_H

#include <stdbool.h>
#include <stddef.h>

#include "buffer.h"
#include "texts.h"

/* A list of patterns. Zero-initialise. */
struct glob_list {
  struct buffer rules; /* of all patterns; empty if none was added */
  /* private */
  struct buffer wild;        /* size_t: the numbers of rules that are tried in turn */
  struct buffer steps;       /* of these rules */
  struct texts texts;        /* of the other rules */
  struct buffer last;        /* of each text, by its number */
  unsigned char endings[32]; /* bits: the lengths of endings */
};

/* Adds a pattern, which is borrowed. An invalid pattern matches nothing. */
void glob_add(struct glob_list *list, uriel_text pattern);
void glob_free(struct glob_list *list);

enum glob_verdict { GLOB_NONE, GLOB_MATCHES, GLOB_EXCEPTED /* by "!" */ };

/* Returns what the last pattern that matches the path decides. */
enum glob_verdict glob_match(const struct glob_list *list, uriel_text path, bool is_folder,
                             struct buffer *scratch);

/* Which files of a folder are read. */
struct glob_choice {
  struct glob_list include; /* --include: if not empty, files that match no pattern are left out */
  struct glob_list exclude; /* --exclude: leaves out files, and folders with all contents */
  bool gitignore;           /* leaves out what git ignores, and folders ".git" (ignore.h) */
};

/* Returns whether to read a file or enter a folder, whose path below the operand is `below`. */
bool glob_chooses(const struct glob_choice *choice, uriel_text below, bool is_folder,
                  struct buffer *scratch);

#endif
