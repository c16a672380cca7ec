/* SPDX-License-Identifier: MIT */
/* A broken link, printed in the form of the run. */
#ifndef URIEL_CLI_LINKS_BROKEN_H
#define URIEL_CLI_LINKS_BROKEN_H

#include "goals.h"
#include "run.h"

/* The folder that the documents of an operand belong to. */
struct check_site {
  uriel_text folder;    /* its absolute path without a slash at its end */
  struct buffer shown;  /* as the user wrote it, with a slash; empty for the current folder */
  struct buffer prefix; /* its URI, with a slash */
  bool is_files;        /* the URI is not known: ".." may lead out of the folder */
};

struct broken {
  struct links_run *run;
  struct goals *goals;
  const struct check_site *site;
  const struct glob_list *ignore;
  uint32_t goal; /* GOAL_NOTHING for an invalid reference */
  enum goal_problem problem;
};

/* Whether a pattern of --ignore matches the reference, the path that it leads to, or its target. */
bool broken_is_ignored(const struct broken *broken, const struct links_reference *reference);

void broken_print(const struct broken *broken, const struct links_reference *reference);

#endif
