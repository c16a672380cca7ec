/* SPDX-License-Identifier: MIT */
/* Reads files and writes them to the database: one after the other, or read by several threads and
 * written in the order in which they were added. The rows are the same.
 *
 * A thread reads a file into its spool: in memory up to a bound, then in a temporary file without a name
 * beside the database. It never waits for the thread that writes the spools. */
#ifndef URIEL_HARVEST_PIPELINE_H
#define URIEL_HARVEST_PIPELINE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/budget.h"
#include "base/buffer.h"
#include "links/links.h"
#include "reader/ordered.h"
#include "reader/spool.h"
#include "record.h"

/* Zero-initialise, then set the first two: of `spools`, the folder. */
struct pipeline {
  struct recorder *recorder;
  struct spools spools;
  /* private */
  struct links *links; /* of the writer: used without threads, and for streams */
  struct links_limits limits;
  struct ordered *queue; /* NULL without threads */
  struct budget budget;
  struct buffer block; /* events that are being written */
  int error;           /* errno of a temporary file that failed, with which the run ends; or 0 */
};

/* Starts `jobs` threads that read, with their share of `most` open files. Reads without threads if
 * `jobs` is 1 or no thread can be started. All documents that are read at the same time share `memory`
 * bytes. The functions here return false if the database, a temporary file or memory fails or the run
 * must stop (see record.h). */
bool pipeline_start(struct pipeline *pipeline, size_t jobs, size_t most, size_t memory,
                    const struct links_limits *limits);

struct pipeline_file {
  struct record_file file;
  bool has_name;          /* the last segment of the path helps to detect the kind */
  const char *media_type; /* declared; or NULL */
  uriel_text retrieval;
  int fd; /* closed by the pipeline */
};

/* Reads the file, now or later. Reads a stream or a page now, in this thread, after everything added
 * before is written. */
bool pipeline_add(struct pipeline *pipeline, const struct pipeline_file *file);

/* Whether a file with this path is still to be written. */
bool pipeline_has(const struct pipeline *pipeline, uriel_text path);

/* Writes everything that was added. Stops between two files if the recorder must stop. */
bool pipeline_finish(struct pipeline *pipeline);

/* Discards everything that is not written. */
void pipeline_end(struct pipeline *pipeline);

#endif
