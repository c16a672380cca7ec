/* SPDX-License-Identifier: MIT */
/* Files read and written one after the other, or read by several threads and written in the order in
 * which they came: the rows are the same. */
#ifndef URIEL_HARVEST_PIPELINE_H
#define URIEL_HARVEST_PIPELINE_H

#include <stdbool.h>
#include <stddef.h>

#include "links/links.h"
#include "reader/budget.h"
#include "reader/buffer.h"
#include "reader/ordered.h"
#include "record.h"

/* Set all to 0, then `recorder`. */
struct pipeline {
  struct recorder *recorder;
  /* private */
  struct links *links; /* of the writer itself: without threads, and for streams */
  struct links_limits limits;
  struct ordered *queue; /* with threads */
  struct budget budget;
  struct buffer block; /* that is written, */
  size_t charged;      /* and what is charged for it */
};

/* How many of the `most` files that may be open are for it, for any number of threads; and how many of
 * these it would have open with `jobs`. */
size_t pipeline_share(size_t most);
size_t pipeline_ahead(size_t jobs, size_t most);

/* The documents that are read at once take `memory` bytes together. With `jobs` threads that read and
 * `ahead` files open, or where `jobs` is 1, or no thread can be started, without. All functions here
 * return false as those of record.h do. */
bool pipeline_start(struct pipeline *pipeline, size_t jobs, size_t ahead, size_t memory,
                    const struct links_limits *limits);

struct pipeline_file {
  struct record_file file;
  bool has_name; /* its path's last segment tells of its kind */
  uriel_text retrieval;
  int fd; /* is closed when the file is read, or not to be */
};

/* The file is read, now or soon; a stream now, by the thread that calls, when all is written that was
 * added before. */
bool pipeline_add(struct pipeline *pipeline, const struct pipeline_file *file);

/* Whether a file of this path is still to be written. */
bool pipeline_has(const struct pipeline *pipeline, uriel_text path);

/* Writes all that was added, unless the recorder is to stop: between two files too. */
bool pipeline_finish(struct pipeline *pipeline);

/* What was added and is not written is forgotten. */
void pipeline_end(struct pipeline *pipeline);

#endif
