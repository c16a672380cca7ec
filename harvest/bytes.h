/* SPDX-License-Identifier: MIT */
/* Reads the bytes of a file until the run must stop. */
#ifndef URIEL_HARVEST_BYTES_H
#define URIEL_HARVEST_BYTES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "reader/source.h"

struct bytes {
  int fd;
  bool is_stream;            /* may be endless, and may have nothing to read for a long time */
  const atomic_int *stop;    /* not 0: stop a long file or a stream here; may be NULL */
  const atomic_bool *closed; /* true: stop any file; may be NULL */
  bool *cancelled;           /* set if the reading was stopped */
  /* private */
  uint64_t count;
};

/* The context is a struct bytes. Fails with ECANCELED if the run must stop. A signal interrupts the wait
 * for a stream if this thread handles it, even if the descriptor is non-blocking. */
source_reader bytes_read;

/* The same from any offset of a file that is not a stream. */
ssize_t bytes_read_at(void *context, char *data, size_t capacity, uint64_t offset);

#endif
