/* SPDX-License-Identifier: MIT */
/* Files that are read by several threads and written by one in the order in which they came.
 *
 * What is read of a file waits in blocks, of which each file has a few: a reader whose file is not the
 * first goes no further than that, the first one's goes on as the writer takes its blocks. So memory is
 * bounded, and as readers take files in order, the first file has one. */
#ifndef URIEL_HARVEST_QUEUE_H
#define URIEL_HARVEST_QUEUE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "links/links.h"
#include "reader/budget.h"
#include "reader/growing.h"
#include "record.h"

enum { QUEUE_BLOCKS = 4, QUEUE_BLOCK = 32 * 1024 };

struct queue_file {
  struct record_file file; /* its path is in `path` */
  struct growing path, retrieval;
  bool has_name; /* the path's last segment is the file's name */
  int fd;        /* closed by who takes the file out of the queue, or reads it */
  struct budget_share share;
  /* private */
  struct growing blocks[QUEUE_BLOCKS];
  size_t charged[QUEUE_BLOCKS]; /* for the large ones among them */
  size_t first, count;
  bool read; /* to its end, with `result` */
  enum links_result result;
};

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t for_readers, for_writer;
  struct queue_file *files; /* a ring */
  size_t capacity, first, count;
  size_t taken;   /* of these, by readers */
  size_t writing; /* what is charged for the block that the writer has */
  struct budget *budget;
  atomic_bool closed; /* changed under the lock; looked at also without */
};

/* Its first file is the budget's. NULL: no memory. */
struct queue *queue_new(size_t capacity, struct budget *budget);
void queue_free(struct queue *queue); /* when its readers have ended */

/* ---- For the writer ---- */

bool queue_is_full(const struct queue *queue);
bool queue_has(const struct queue *queue, uriel_text path);

/* The file that comes next, to fill in, and then to put behind the others, of a queue that is not full.
 * Its texts are empty. */
struct queue_file *queue_blank(struct queue *queue);
void queue_push(struct queue *queue);

/* The first file; NULL where the queue is empty. */
struct queue_file *queue_front(struct queue *queue);

/* Waits for the next block of the first file, which replaces what is in `block`. False where the file is
 * read to its end: `result`. */
bool queue_next(struct queue *queue, struct growing *block);

/* Takes the first file out. */
void queue_pop(struct queue *queue);

/* Readers are to end, within a file too; what they have not read stays unread. */
void queue_close(struct queue *queue);

/* ---- For readers ---- */

/* Waits for a file to read. NULL: to end. */
struct queue_file *queue_take(struct queue *queue);

/* Hands a block over, which is empty then. False: to end, or the file is to be read again. */
bool queue_give(struct queue *queue, struct queue_file *file, struct growing *block);

/* After the reading of a file that there was no memory for (BUDGET_LATER): drops what was handed over,
 * and waits until the file is the first, to be read from its begin. False: to end. */
bool queue_again(struct queue *queue, struct queue_file *file);

/* The file is read. */
void queue_done(struct queue *queue, struct queue_file *file, enum links_result result);

#endif
