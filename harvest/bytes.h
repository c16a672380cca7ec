/* SPDX-License-Identifier: MIT */
/* The bytes of a file, until the run is to end. */
#ifndef URIEL_HARVEST_BYTES_H
#define URIEL_HARVEST_BYTES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "reader/source.h"

struct bytes {
  int fd;
  bool is_stream;            /* it may have no end, and nothing to read for long */
  const atomic_int *stop;    /* not 0: a file that is long, or a stream, ends here; NULL */
  const atomic_bool *closed; /* true: any file does; NULL */
  bool *cancelled;           /* is set where that happened */
  /* private */
  uint64_t count;
};

/* The context is a struct bytes. Where the run is to end it fails with ECANCELED. A stream is waited for
 * so that a signal that this thread takes ends the wait: for one that opened without waiting too. */
source_reader bytes_read;

#endif
