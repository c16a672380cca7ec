/* SPDX-License-Identifier: MIT */
/* What is found in files into rows: the one who writes, file after file in the order of the walk. */
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
  bool is_stream;        /* its size is what was read of it */
  struct db_known known; /* what the database has of it */
};

/* Set all to 0 once, then `db` and what is wanted of the next three. */
struct recorder {
  struct db *db;
  const atomic_int *stop;        /* not 0: end within a file that is large; NULL */
  void (*within)(void *context); /* now and then within a file that is large; NULL */
  void *context;
  /* What came of the files so far. */
  uint64_t files, replaced, documents, references, errors, unreadable;
  bool no_memory, stopped;
  /* private */
  struct record_file file;
  struct record_open *open; /* the documents that have begun, the innermost last */
  size_t depth, capacity;
  struct buffer bases, site;
  int64_t next_id; /* of the next document in the file; 0: ask the database */
  uint64_t batch_documents, batch_references;
};

/* Begins a file: drops what was there of it. All functions here return false where the database fails,
 * where memory does (no_memory), or where the run is to stop (stopped). */
bool record_file(struct recorder *recorder, const struct record_file *file);

/* A links_sink for the file, of which the recorder is the context. It takes nothing more when the
 * recorder is stopped. Of a file with very many rows those
 * written so far are committed now and then. */
extern const struct links_sink record_sink;

/* The file is whole. Commits now and then. */
bool record_file_end(struct recorder *recorder);

/* A file or folder that could not be opened. */
bool record_closed(struct recorder *recorder, const struct record_file *file, const char *kind,
                   const char *status, int error);

/* Whether `stop` asks for it: then it is `stopped`. */
bool record_is_to_stop(struct recorder *recorder);

void record_free(struct recorder *recorder);

#endif
