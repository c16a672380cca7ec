/* SPDX-License-Identifier: MIT */
/* Where references of documents lead in the file system. */
#ifndef URIEL_LINKS_LEAD_H
#define URIEL_LINKS_LEAD_H

#include "check.h"

/* The folder that the documents of an operand belong to. */
struct lead_site {
  uriel_text folder;    /* its absolute path without a slash at its end */
  struct buffer shown;  /* as the user wrote it, with a slash; empty for the current folder */
  struct buffer prefix; /* its URI, with a slash */
};

/* Zero-initialise. Memory as in goals.h. */
struct lead {
  const struct check_options *options;
  struct buffer here;                        /* the file URI of the current folder, for `remaps` */
  struct buffer remapped, path, uri, normal; /* scratch */
};

/* A document of a site. */
struct lead_document {
  const struct lead_site *site;
  uriel_text path;      /* absolute; a NUL follows */
  uriel_text retrieval; /* its URI */
};

/* A path decoded below the folder, with query and fragment. */
struct lead_goal {
  uriel_text folder, tail;
};

/* Sets the goal of a reference, until the next call. Returns false if the reference leads elsewhere.
 * `is_prose`: it is in running text. */
bool lead_find(struct lead *lead, const struct lead_document *document,
               const struct links_reference *reference, bool is_prose, struct lead_goal *goal);

#endif
