/* SPDX-License-Identifier: MIT */
/* Where references lead: files, folders, and the anchors in them, each looked at once. */
#ifndef URIEL_CLI_LINKS_GOALS_H
#define URIEL_CLI_LINKS_GOALS_H

#include "cli/shared/buffer.h"
#include "cli/shared/texts.h"
#include "reader/glob.h"

/* Why a link is broken: constant, name, how the reason starts. */
#define GOAL_PROBLEMS(X)                                                                                \
  X(NONE, "", "")                                                                                       \
  X(INVALID, "invalid-reference", "not a valid reference: ")                                            \
  X(MISSING, "file-not-found", "there is no ")                                                          \
  X(CASE, "name-case", "there is no ") /* a file exists whose name differs only in case */              \
  X(NOT_FOLDER, "not-a-folder", "not a folder: ")                                                       \
  X(DANGLING, "dangling-link", "a symbolic link to nothing: ")                                          \
  X(LOOP, "link-loop", "symbolic links without end: ")                                                  \
  X(NO_INDEX, "no-index", "there is no index file in ")                                                 \
  X(FRAGMENT, "fragment-not-found", "there is no ")

enum goal_problem {
#define GOAL_PROBLEM(constant, name, reason) GOAL_##constant,
  GOAL_PROBLEMS(GOAL_PROBLEM)
#undef GOAL_PROBLEM
};

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

enum { GOALS_RECENT_BITS = 12 };

/* Zero-initialise, then set `index`. A distinct path with its fragment takes about 90 bytes and its
 * length, a file or folder as much and 48 more, and an anchor its length and 1. */
struct goals {
  const struct glob_list *index; /* names of the files that are shown for a folder */
  struct texts tails, paths, hints;
  struct goal *list; /* by the number of its text in `tails` */
  size_t capacity;
  uint32_t recent[1 << GOALS_RECENT_BITS]; /* numbers of recent tails, by goals_hash */
  struct goal_file *files;                 /* by the number of its path in `paths` */
  size_t file_capacity;
  struct buffer anchors, path, key;
  struct buffer folder, names; /* the last folder that was listed, and its names */
  const char **words;          /* scratch */
  size_t word_capacity;
  size_t listed; /* names of folders and anchors that were compared */
  bool failed;   /* the system could not examine a file, which was reported */
};

/* Returns a hash that is cheap. Most references lead where one of the last few thousand did. */
uint64_t goals_hash(uriel_text text);

/* Returns the number of the goal of `tail`: a path, decoded below `folder`, which has no slash at its
 * end, with its query and fragment. `origin` is a number for that folder. */
uint32_t goals_number(struct goals *goals, uint32_t origin, uriel_text folder, uriel_text tail);

/* Returns the number of the file at an absolute path without dot segments; `exists`: it need not be
 * examined. */
uint32_t goals_file(struct goals *goals, uriel_text path, bool exists);

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
const char *goals_near_anchor(struct goals *goals, uint32_t number);

/* Returns the text of the fragment of a goal. */
uriel_text goals_fragment(const struct goals *goals, uint32_t number);

void goals_free(struct goals *goals);

#endif
