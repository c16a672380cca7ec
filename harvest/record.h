/* SPDX-License-Identifier: MIT */
/* Writes the contents of files as rows, in the order of the walk. */
#ifndef URIEL_HARVEST_RECORD_H
#define URIEL_HARVEST_RECORD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "db.h"
#include "event.h"
#include "identifiers.h"

struct record_file {
  uriel_text path;
  int64_t size, mtime_ns;
  bool is_stream;        /* its size is the number of bytes read */
  bool is_page;          /* read at once, in this thread, without a commit */
  struct db_known known; /* the state of the file in the database */
};

struct record_rows;

/* Zero-initialise once, then set `db`, `spec`, `identifiers.most` and, optionally, the next three. */
struct recorder {
  struct db *db;
  uriel_spec spec;                /* under which references are read */
  struct identifiers identifiers; /* that the database has */
  const atomic_int *stop;         /* not 0: stop, even within a large file; may be NULL */
  void (*within)(void *context);  /* called from time to time within a large file; may be NULL */
  void *context;
  /* Results so far. */
  uint64_t files, replaced, documents, references, errors, unreadable;
  bool no_memory, stopped;
  /* private */
  struct record_file file;
  struct record_open *open; /* the unfinished documents, the innermost last */
  size_t depth, capacity;
  struct buffer bases, site, host;
  struct record_rows *rows;
  int64_t next_id; /* id of the next document in the file; 0: ask the database */
  uint64_t batch_documents, batch_references;
};

/* Begins a file: deletes its old rows. All functions here return false if the database fails, if memory
 * runs out (no_memory), or if the run must stop (stopped). */
bool record_file(struct recorder *recorder, const struct record_file *file);

/* Writes the rows of the file's events (event.h). Fails after the recorder has stopped.
 * Commits from time to time if a file has very many rows. */
bool record_events(struct recorder *recorder, const char *events, size_t len);

/* Ends a complete file. Commits from time to time. */
bool record_file_end(struct recorder *recorder);

/* Records a file or folder that could not be opened. */
bool record_closed(struct recorder *recorder, const struct record_file *file, const char *kind,
                   const char *status, int error);

/* Returns whether the run must stop because of `stop`; sets `stopped` if so. */
bool record_is_to_stop(struct recorder *recorder);

void record_free(struct recorder *recorder);

#endif
