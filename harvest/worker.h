/* SPDX-License-Identifier: MIT */
/* Threads that read the files of a queue. */
#ifndef URIEL_HARVEST_WORKER_H
#define URIEL_HARVEST_WORKER_H

#include <stdatomic.h>
#include <stddef.h>

#include "links/links.h"
#include "queue.h"

struct workers;

/* Starts up to `count` of them: as many as the system lets be. They end what lasts long when `stop` is
 * not 0 (NULL: never). NULL: not one, or no memory. */
struct workers *workers_start(struct queue *queue, size_t count, const struct links_limits *limits,
                              const atomic_int *stop);

/* Closes the queue and waits until they have ended, which is soon. */
void workers_end(struct workers *workers);

/* How many processors the program may use. */
size_t workers_processors(void);

#endif
