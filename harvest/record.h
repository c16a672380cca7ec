/* SPDX-License-Identifier: MIT */
/* Writes the contents of files as rows, file after file in the order of the walk. */
#ifndef URIEL_HARVEST_RECORD_H
#define URIEL_HARVEST_RECORD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "db.h"
#include "links/links.h"
#include "reader/buffer.h"

struct record_file {
  uriel_text path;
  int64_t size, mtime_ns;
  bool is_stream;        /* its size is the number of bytes read */
  struct db_known known; /* what the database has of it */
};

/* Zero-initialise once, then set `db` and, if wanted, the next three. */
struct recorder {
  struct db *db;
  const atomic_int *stop;        /* not 0: stop, also within a large file; may be NULL */
  void (*within)(void *context); /* called now and then within a large file; may be NULL */
  void *context;
  /* Results so far. */
  uint64_t files, replaced, documents, references, errors, unreadable;
  bool no_memory, stopped;
  /* private */
  struct record_file file;
  struct record_open *open; /* the unfinished documents, the innermost last */
  size_t depth, capacity;
  struct buffer bases, site;
  int64_t next_id; /* of the next document in the file; 0: ask the database */
  uint64_t batch_documents, batch_references;
};

/* Begins a file: deletes its old rows. All functions here return false if the database fails, if memory
 * does (no_memory), or if the run must stop (stopped). */
bool record_file(struct recorder *recorder, const struct record_file *file);

/* A links_sink for the file; the recorder is its context. It accepts nothing after the recorder has
 * stopped. If a file has very many rows, it commits now and then. */
extern const struct links_sink record_sink;

/* Ends the file, which is complete. Commits now and then. */
bool record_file_end(struct recorder *recorder);

/* Records a file or folder that could not be opened. */
bool record_closed(struct recorder *recorder, const struct record_file *file, const char *kind,
                   const char *status, int error);

/* Whether the run must stop, by `stop`; then sets `stopped`. */
bool record_is_to_stop(struct recorder *recorder);

void record_free(struct recorder *recorder);

#endif
