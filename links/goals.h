/* SPDX-License-Identifier: MIT */
/* Where the links of a folder of documents lead: files, folders and their anchors. Each is examined
 * once. Runs out of memory as the functions of base/buffer.h that end the program. */
#ifndef URIEL_LINKS_GOALS_H
#define URIEL_LINKS_GOALS_H

#include "anchors.h"
#include "base/texts.h"
#include "check.h"

#define GOAL_NOTHING UINT32_MAX

/* Where links lead: a file or folder, what is wrong with the path to it, and a fragment. */
struct goal {
  uint32_t target;
  uint32_t next;              /* the next one that waits for the same target, or GOAL_NOTHING */
  uint32_t document;          /* the last document that refers to it, or GOAL_NOTHING */
  size_t certain;             /* of a fragment: see goals_certain */
  enum check_problem problem; /* of the target, or later of the fragment */
  bool is_waiting;            /* for the anchors of the target */
};

/* A file or folder, examined once. */
struct goal_target {
  uriel_text path;             /* a NUL follows */
  size_t anchors, anchors_end; /* in goals.anchors; each ends with a NUL */
  size_t near;                 /* the path that may be meant, in goals.hints; 0: none */
  size_t certain;              /* the path that is certainly meant: see goals_certain */
  uint32_t first;              /* the first goal that waits for its anchors, or GOAL_NOTHING */
  uint32_t index;              /* of a folder: the file that is shown for it, or GOAL_NOTHING */
  enum check_problem problem;
  int error; /* with CHECK_UNEXAMINED: errno */
  bool is_folder;
  bool is_read; /* its anchors are known, or known to be unknown; its index or `near` was looked for */
  bool has_anchors; /* its kind has anchors, and all of them were read */
  unsigned flags;   /* of its kind: enum kind_flag */
};

/* A goal takes about 100 bytes and the length of its fragment, a file or folder 160 and its length, and
 * an anchor its length and 1. Zero-initialise, then set the members up to `sink`. */
struct goals {
  const char *const *index; /* names of the files that are shown for a folder */
  size_t index_count;
  const char *const *fallback; /* suffixes of the files that are shown for names without them */
  size_t fallback_count;
  const struct check_sink *sink; /* its unexamined() */
  struct texts texts;            /* paths, and target, problem and fragment of goals */
  struct goal *list;             /* by the number of its text; of a path only `target` */
  struct goal_target *targets;
  size_t capacity, target_count, target_capacity;
  struct buffer anchors, hints;
  struct buffer path, key, words; /* scratch */
  struct buffer listed, names;    /* the last folder that was listed for a hint, and its names */
  size_t compared;                /* names of folders and anchors */
};

/* Returns the number of the file at an absolute path without dot segments; `exists`: it need not be
 * examined. */
uint32_t goals_target(struct goals *goals, uriel_text path, bool exists);

/* Returns the number of the goal of `tail`: a path, decoded below `folder`, which has no slash at its
 * end, with its query and fragment. */
uint32_t goals_of(struct goals *goals, uriel_text folder, uriel_text tail);

/* Returns the number of the file whose path has that suffix in addition, or GOAL_NOTHING if it does not
 * exist. */
uint32_t goals_suffixed(struct goals *goals, uint32_t number, const char *suffix);

/* Returns the text of the fragment of a goal. */
uriel_text goals_fragment(const struct goals *goals, uint32_t number);

/* Returns the anchors of a file. */
struct anchors goals_anchors(const struct goals *goals, uint32_t number);

/* Returns the anchor or path that may be meant by a goal whose fragment or file does not exist, or NULL.
 * Sets `problem` of the target to CHECK_CASE if the path is its own in another case. Gives up after some
 * million names. */
const char *goals_near(struct goals *goals, uint32_t number);

/* Returns the anchor or path that is certainly meant (nearest_certain), or NULL; the path has as many
 * names as the one that does not exist. */
const char *goals_certain(struct goals *goals, uint32_t number);

#endif
