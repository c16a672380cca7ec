/* SPDX-License-Identifier: MIT */
/* Buffers to write into for a moment, kept for the next time: each thread has its own. */
#ifndef URIEL_CLI_SCRATCH_H
#define URIEL_CLI_SCRATCH_H

#include "buffer.h"

/* One for each place that uses one, so that no two are in each other's way. */
enum scratch {
  SCRATCH_RENDER,
  SCRATCH_LABEL,
  SCRATCH_ERROR,
  SCRATCH_ERROR_MASKED,
  SCRATCH_LINEAGE,
  SCRATCH_PARTS,
  SCRATCH_PARTS_ONE,
  SCRATCH_PARTS_KEY,
  SCRATCH_RESOLVER,
  SCRATCH_STEPS,
  SCRATCH_STEPS_NOTE,
  SCRATCH_STEPS_MESSAGE,
  SCRATCH_STEPS_SAID,
  SCRATCH_COUNT
};

struct buffer *scratch_of(enum scratch which);

/* Before the thread ends: frees all that it has. */
void scratch_free(void);

#endif
