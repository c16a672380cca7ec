/* SPDX-License-Identifier: MIT */
/* References that are replaced in the files that have them: collected while the files are read, then
 * written, or printed as a diff. */
#ifndef URIEL_CLI_LINKS_FIX_H
#define URIEL_CLI_LINKS_FIX_H

#include "run.h"

struct fix_counts {
  uint64_t references, files; /* that were replaced, or are in the diff */
};

struct fix *fix_new(void);

/* Adds the reference of the current document, which a URI reference is to replace. `goal` is the number
 * of its goal, or CHECK_CORRECT. A file that several operands contain is replaced once. */
void fix_add(struct fix *fix, const struct links_run *run, const struct links_reference *reference,
             uriel_text uri, uint32_t goal);

/* After the last document: replaces what was added to `run->fix`. A file that changed, or whose
 * references would be read in another way, stays, with a message. */
void fix_finish(struct links_run *run);

const struct fix_counts *fix_counts(const struct fix *fix);

#endif
