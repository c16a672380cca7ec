/* SPDX-License-Identifier: MIT */
/* Shared by the files of `uriel links --check`: check_site.c has the sites, check.c the documents and
 * their references, check_print.c what happens after the last document. */
#ifndef URIEL_CLI_LINKS_CHECK_PRIVATE_H
#define URIEL_CLI_LINKS_CHECK_PRIVATE_H

#include "broken.h"
#include "check.h"
#include "cli/shared/output.h"

struct check_file {
  uint32_t site, file, shown;
  size_t held, held_end;       /* what was printed of it, in check.held.data */
  size_t waiting, waiting_end; /* its goals that wait, in check.waiting */
  uint32_t broken, ignored;    /* of those printed */
};

/* Most links of a folder lead where another one with the same text led. */
enum { CHECK_KNOWN_BITS = 11, CHECK_KNOWN_MAX = 118 };
struct check_known {
  uint32_t folder; /* check.folder; 0: none */
  uint32_t goal;   /* GOAL_NOTHING if nothing needs to be done */
  unsigned char len;
  bool is_external;
  char text[CHECK_KNOWN_MAX];
};

struct check {
  struct links_run *run;
  struct check_options *options;
  struct links_limits limits;
  struct goals goals;
  struct texts folders; /* of the sites, by number */
  struct texts shown;
  struct check_site *sites;
  size_t site_count;
  uint32_t site;         /* that of the operand */
  struct buffer operand; /* the absolute path of the operand, or of its folder */
  struct buffer path, retrieval, uri;
  struct check_file *files;
  size_t count, capacity;
  struct buffer waiting; /* of uint32_t */
  struct output held;
  struct check_file *file; /* the one that is being read */
  enum { CHECK_COLLECT, CHECK_ANCHORS, CHECK_PRINT } step;
  bool is_partial; /* not all of it could be read */
  bool has_known;  /* its links can be in `known` */
  uint32_t folder; /* increases from one document to one in another folder */
  uint32_t folder_site;
  struct buffer folder_path;
  struct buffer own; /* fragments of the document that lead to itself; each ends with a NUL */
  struct check_known known[1 << CHECK_KNOWN_BITS]; /* by check_hash */
  struct check_counts counts;
};

/* Makes the document that is read that file; `path` is its absolute path. */
void check_enter(struct check *check, struct check_file *file, uriel_text path);

/* Returns the URI that a file of the site counts as retrieved from. */
uriel_text check_retrieval(struct check *check, const struct check_site *site, uriel_text path);

#endif
