/* SPDX-License-Identifier: MIT */
/* uriel links --check: broken links in folders of documents. Each document is read once, its references
 * and its anchors together. Which fragments exist is known after the last document; documents with links
 * to others that do not exist are read again to print them. */
#ifndef URIEL_CLI_LINKS_CHECK_H
#define URIEL_CLI_LINKS_CHECK_H

#include "run.h"

struct check_options {
  bool is_on;
  const char *root; /* the folder of the site; NULL: that of each operand */
  struct glob_list index, ignore;
};

struct check *check_new(struct links_run *run, struct check_options *options,
                        const struct links_limits *limits);

/* Starts an operand. Returns false with errno if it cannot be read. */
bool check_operand(struct check *check, const char *operand, bool is_folder);

/* Starts a document: `below` is its path below the operand. Returns the URI that it counts as retrieved
 * from. */
uriel_text check_document(struct check *check, const char *below);

struct links_sink check_sink(struct check *check);

/* After the last document: prints the broken links and the summary. */
void check_finish(struct check *check);

void check_free(struct check *check);

#endif
