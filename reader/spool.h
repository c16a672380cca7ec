/* SPDX-License-Identifier: MIT */
/* Buffers the pieces of bytes that one thread writes until another thread takes them: in memory up to a
 * bound, then in a temporary file without a name. The writing thread never waits for the other one. */
#ifndef URIEL_READER_SPOOL_H
#define URIEL_READER_SPOOL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"

/* Jobs with spools each have one open file, and two while they run. Returns how many of `most` open
 * files they may use, for any number of threads. */
size_t spool_share(size_t most);

/* Returns how many jobs may be in a queue within that share. If there are many, no thread waits while a
 * long one runs or its spool is taken. */
size_t spool_ahead(size_t most, size_t threads);

/* Shared by all spools. */
struct spools {
  const char *folder; /* of the files */
  atomic_size_t used; /* bytes in memory, about */
};

/* Zero-initialise, then set `all`. */
struct spool {
  struct spools *all;
  struct buffer bytes; /* the pieces after those in the file. The writer appends to it */
  int error;           /* errno of the file; or 0 */
  /* private */
  size_t charged; /* of the bytes, in `all->used` */
  bool has_file;
  int file; /* each entry is a length and whole pieces */
};

/* Moves the bytes to the file if they, or the bytes of all spools, exceed a bound. Call it after each
 * piece. Returns false if the file fails. */
bool spool_settle(struct spool *spool);

/* Passes the pieces to `take`; pieces in the file are read into `block`. `take` gets many at once and
 * returns false to end. Returns false then, if the file fails (`error`), or without memory
 * (`block->no_memory`). Charges large pieces to the budget, which may be NULL: their taker needs as much
 * memory again. */
typedef bool spool_taker(void *context, const char *pieces, size_t len);
bool spool_take(struct spool *spool, struct buffer *block, struct budget *budget, spool_taker *take,
                void *context);

/* Empties a buffer, and frees memory that one large piece took. */
void spool_empty(struct buffer *bytes);

/* Discards the pieces, and memory that one large piece took. */
void spool_clear(struct spool *spool);

void spool_free(struct spool *spool);

#endif
