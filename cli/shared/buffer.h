/* SPDX-License-Identifier: MIT */
/* A growing block of bytes. Out of memory is a message and STATUS_IO. */
#ifndef URIEL_CLI_BUFFER_H
#define URIEL_CLI_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

struct buffer {
  char *ptr;
  size_t len;
  size_t capacity;
};

/* Makes room for `capacity` bytes in all, at least doubling. */
void buffer_reserve(struct buffer *buffer, size_t capacity);
void buffer_append(struct buffer *buffer, const char *data, size_t len);

/* Appends text from outside as output_escaped writes it. */
void buffer_append_escaped(struct buffer *buffer, const char *text, size_t len);

void buffer_free(struct buffer *buffer);

/* For functions that write as snprintf does: sets the length to `need` and returns false where that
 * fitted; grows and returns true where the call must be made again. URIEL_FAILED and
 * URIEL_CURRENT_DOCUMENT count as fitting, with length 0. */
bool buffer_short(struct buffer *buffer, size_t need);

/* Buffers to write into for a moment, kept for the next time: each thread has its own, one for each
 * place that uses one, so that no two are in each other's way. */
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
