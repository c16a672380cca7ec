/* SPDX-License-Identifier: MIT */
/* Buffers to write into for a moment. */
#include "scratch.h"

static _Thread_local struct buffer scratch_buffers[SCRATCH_COUNT];

struct buffer *scratch_of(enum scratch which)
{
  return &scratch_buffers[which];
}

void scratch_free(void)
{
  for (int i = 0; i < SCRATCH_COUNT; i++)
    buffer_free(&scratch_buffers[i]);
}
