/* SPDX-License-Identifier: MIT */
/* Where references lead: files, folders, and the anchors in them, each looked at once. */
#ifndef URIEL_CLI_LINKS_GOALS_H
#define URIEL_CLI_LINKS_GOALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/shared/buffer.h"
#include "cli/shared/texts.h"
#include "reader/glob.h"

/* Why a link is broken: constant, name. */
#define GOAL_PROBLEMS(X)                                                                                \
  X(NONE, "")                                                                                           \
  X(INVALID, "invalid-reference")                                                                       \
  X(MISSING, "file-not-found")                                                                          \
  X(CASE, "name-case") /* a file whose name differs only in the case of letters exists */               \
  X(NOT_FOLDER, "not-a-folder")                                                                         \
  X(DANGLING, "dangling-link") /* a symbolic link whose target does not exist */                        \
  X(LOOP, "link-loop")         /* symbolic links that lead to each other */                             \
  X(NO_INDEX, "no-index")      /* a folder without an index file */                                     \
  X(FRAGMENT, "fragment-not-found")

enum goal_problem {
#define GOAL_PROBLEM(constant, name) GOAL_##constant,
  GOAL_PROBLEMS(GOAL_PROBLEM)
#undef GOAL_PROBLEM
};

const char *goal_problem_name(enum goal_problem problem);

#define GOAL_NOTHING UINT32_MAX

/* A file or folder. */
struct goal_file {
  size_t anchors, anchors_end; /* in goals.anchors; each ends with a NUL */
  uint32_t first;              /* the first goal that waits for its anchors, or GOAL_NOTHING */
  uint32_t index;              /* of a folder: the file that is shown for it, or GOAL_NOTHING */
  uint32_t near;               /* in goals.hints: the file that may be meant, or GOAL_NOTHING */
  unsigned char problem;       /* enum goal_problem */
  bool is_folder;
  bool is_read;     /* its anchors are known, or known to be unknown */
  bool has_anchors; /* its kind has anchors, and all of them were read */
  bool is_html;     /* it is shown as HTML: "#top" leads to its top */
};

/* A path with its fragment. */
struct goal {
  uint32_t file;
  uint32_t fragment, fragment_len; /* in its text in goals.tails */
  uint32_t next;                   /* the next one that waits for the same file */
  uint32_t document;               /* private to check.c: the last one that refers to it */
  unsigned char problem;           /* enum goal_problem: of the file, or later of the fragment */
  bool is_waiting;                 /* for the anchors of the file */
};

/* The number of a tail that was asked for before. */
struct goal_recent {
  const char *key; /* in goals.tails */
  size_t len;      /* of the key; 0: none */
  uint32_t number;
};

enum { GOALS_RECENT = 4096 };

struct goal_folder; /* a folder whose names were listed */

/* Zero-initialise, then set `index`. A distinct path with its fragment takes about 90 bytes and its
 * length, a file or folder as much and 48 more, and an anchor its length and 1. */
struct goals {
  const struct glob_list *index; /* names of the files that are shown for a folder */
  struct texts tails, paths, hints;
  struct goal *list; /* by the number of its text in `tails` */
  size_t capacity;
  struct goal_file *files; /* by the number of its path in `paths` */
  size_t file_capacity;
  struct goal_recent recent[GOALS_RECENT]; /* by a hash that is cheap */
  struct buffer anchors, path, key;
  struct goal_folder *folder; /* the last one that was listed */
  size_t listed;              /* names of folders and anchors that were compared */
  bool failed;                /* the system could not examine a file, which was reported */
};

/* Returns the number of the goal of `tail`: a path, decoded below `folder`, which has no slash at its
 * end, with its query and fragment. `origin` is a number for that folder. */
uint32_t goals_number(struct goals *goals, uint32_t origin, uriel_text folder, uriel_text tail);

/* Returns the number of the file at an absolute path without dot segments; `exists`: it need not be
 * examined. */
uint32_t goals_file(struct goals *goals, uriel_text path, bool exists);

/* Adds an anchor of the last file whose `anchors` were begun. */
void goals_anchor(struct goals *goals, uriel_text name);

/* Each text in `fragments` ends with a NUL. Removes the texts that lead to an anchor of a file
 * whose `anchors` are complete. */
void goals_remove_found(struct goals *goals, uint32_t number, struct buffer *fragments);

/* Finds the fragments of the goals that wait for the anchors of a file. Call it once for each. Returns
 * how many cannot be checked. */
size_t goals_resolve(struct goals *goals, uint32_t number);

/* Returns the path that may be meant by that of a file that does not exist, or NULL. Sets
 * `problem` of the file to GOAL_CASE if it is its path in another case. */
const char *goals_near_file(struct goals *goals, uint32_t number);

/* Returns the anchor that may be meant by the fragment of a goal, or NULL. */
const char *goals_near_anchor(struct goals *goals, const struct goal *goal);

/* Returns the text of the fragment. */
uriel_text goals_fragment(const struct goals *goals, uint32_t number);

void goals_free(struct goals *goals);

#endif
