/* SPDX-License-Identifier: MIT */
/* Files that are read by several threads and written by one in the order in which they came. */
#include "queue.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A block that one event made larger is not kept. */
enum { QUEUE_KEPT = 2 * QUEUE_BLOCK };

/* Those who hand over a block and hold memory that the first file waits for. */
static void queue_wake(void *context)
{
  struct queue *queue = context;
  pthread_mutex_lock(&queue->lock);
  pthread_cond_broadcast(&queue->for_readers);
  pthread_mutex_unlock(&queue->lock);
}

struct queue *queue_new(size_t capacity, struct budget *budget)
{
  struct queue *queue = calloc(1, sizeof *queue);
  struct queue_file *files = calloc(capacity, sizeof *files);
  if (!queue || !files) {
    free(queue);
    free(files);
    return NULL;
  }
  queue->files = files;
  queue->capacity = capacity;
  for (size_t i = 0; i < capacity; i++)
    files[i].fd = -1;
  pthread_mutex_init(&queue->lock, NULL);
  pthread_cond_init(&queue->for_readers, NULL);
  pthread_cond_init(&queue->for_writer, NULL);
  queue->budget = budget;
  budget->wake = queue_wake;
  budget->context = queue;
  return queue;
}

static struct queue_file *queue_at(const struct queue *queue, size_t index)
{
  return &queue->files[(queue->first + index) % queue->capacity];
}

void queue_free(struct queue *queue)
{
  if (!queue)
    return;
  for (size_t i = 0; i < queue->capacity; i++) {
    struct queue_file *file = &queue->files[i];
    if (file->fd >= 0)
      close(file->fd);
    growing_free(&file->path);
    growing_free(&file->retrieval);
    for (size_t j = 0; j < QUEUE_BLOCKS; j++)
      growing_free(&file->blocks[j]);
  }
  pthread_mutex_destroy(&queue->lock);
  pthread_cond_destroy(&queue->for_readers);
  pthread_cond_destroy(&queue->for_writer);
  free(queue->files);
  free(queue);
}

/* ---- For the writer --------------------------------------------------------------------------- */

/* Only the writer changes `first` and `count`, so it may look at them without the lock. */
bool queue_is_full(const struct queue *queue)
{
  return queue->count == queue->capacity;
}

bool queue_has(const struct queue *queue, uriel_text path)
{
  for (size_t i = 0; i < queue->count; i++) {
    const uriel_text other = queue_at(queue, i)->file.path;
    if (other.len == path.len && memcmp(other.ptr, path.ptr, path.len) == 0)
      return true;
  }
  return false;
}

struct queue_file *queue_blank(struct queue *queue)
{
  struct queue_file *file = queue_at(queue, queue->count);
  file->file = (struct record_file){.size = 0};
  file->path.len = file->retrieval.len = 0;
  file->has_name = false;
  file->first = file->count = 0;
  file->read = false;
  file->share = (struct budget_share){.budget = queue->budget};
  return file;
}

static void queue_set_first(struct queue *queue)
{
  budget_set_first(queue->budget, queue->count ? &queue_at(queue, 0)->share : NULL);
}

void queue_push(struct queue *queue)
{
  pthread_mutex_lock(&queue->lock);
  if (queue->count++ == 0)
    queue_set_first(queue);
  pthread_cond_broadcast(&queue->for_readers);
  pthread_mutex_unlock(&queue->lock);
}

struct queue_file *queue_front(struct queue *queue)
{
  return queue->count ? queue_at(queue, 0) : NULL;
}

static void queue_swap(struct growing *a, struct growing *b)
{
  const struct growing block = *a;
  *a = *b;
  *b = block;
}

bool queue_next(struct queue *queue, struct growing *block)
{
  struct queue_file *file = queue_at(queue, 0);
  if (block->capacity > QUEUE_KEPT)
    growing_free(block);
  block->len = 0;
  budget_received(&file->share, queue->writing);
  queue->writing = 0;
  pthread_mutex_lock(&queue->lock);
  while ((file->count == 0 && !file->read) || file->share.state == BUDGET_LATER)
    pthread_cond_wait(&queue->for_writer, &queue->lock);
  const bool more = file->count != 0;
  if (more) {
    queue_swap(&file->blocks[file->first], block);
    queue->writing = file->charged[file->first];
    file->first = (file->first + 1) % QUEUE_BLOCKS;
    file->count--;
    pthread_cond_broadcast(&queue->for_readers);
  }
  pthread_mutex_unlock(&queue->lock);
  return more;
}

void queue_pop(struct queue *queue)
{
  pthread_mutex_lock(&queue->lock);
  queue->first = (queue->first + 1) % queue->capacity;
  queue->count--;
  queue->taken--;
  queue_set_first(queue);
  pthread_cond_broadcast(&queue->for_readers);
  pthread_mutex_unlock(&queue->lock);
}

void queue_close(struct queue *queue)
{
  pthread_mutex_lock(&queue->lock);
  queue->closed = true;
  pthread_cond_broadcast(&queue->for_readers);
  pthread_mutex_unlock(&queue->lock);
}

/* ---- For readers ------------------------------------------------------------------------------ */

struct queue_file *queue_take(struct queue *queue)
{
  pthread_mutex_lock(&queue->lock);
  while (queue->taken == queue->count && !queue->closed)
    pthread_cond_wait(&queue->for_readers, &queue->lock);
  struct queue_file *file = queue->closed ? NULL : queue_at(queue, queue->taken++);
  pthread_mutex_unlock(&queue->lock);
  return file;
}

/* What is charged for a block: nothing where it is one of those that are kept anyway. What SQLite makes
 * of it is about as long. */
static size_t queue_cost(const struct growing *block)
{
  return block->capacity > QUEUE_KEPT ? block->capacity * 2 : 0;
}

bool queue_give(struct queue *queue, struct queue_file *file, struct growing *block)
{
  const size_t cost = queue_cost(block);
  if (cost && !budget_send(&file->share, cost))
    return false;
  pthread_mutex_lock(&queue->lock);
  while (file->count == QUEUE_BLOCKS && !queue->closed && !budget_gives_way(&file->share))
    pthread_cond_wait(&queue->for_readers, &queue->lock);
  const bool open = !queue->closed && file->share.state != BUDGET_LATER;
  if (open) {
    const size_t at = (file->first + file->count) % QUEUE_BLOCKS;
    queue_swap(&file->blocks[at], block);
    file->charged[at] = cost;
    file->count++;
    pthread_cond_signal(&queue->for_writer);
  }
  pthread_mutex_unlock(&queue->lock);
  if (!open)
    budget_received(&file->share, cost);
  block->len = 0;
  return open;
}

bool queue_again(struct queue *queue, struct queue_file *file)
{
  pthread_mutex_lock(&queue->lock);
  while (file->count) {
    file->count--;
    budget_received(&file->share, file->charged[(file->first + file->count) % QUEUE_BLOCKS]);
    growing_free(&file->blocks[(file->first + file->count) % QUEUE_BLOCKS]);
  }
  file->share.state = BUDGET_FITS;
  pthread_cond_signal(&queue->for_writer);
  while (queue_at(queue, 0) != file && !queue->closed)
    pthread_cond_wait(&queue->for_readers, &queue->lock);
  const bool open = !queue->closed;
  pthread_mutex_unlock(&queue->lock);
  return open;
}

void queue_done(struct queue *queue, struct queue_file *file, enum links_result result)
{
  pthread_mutex_lock(&queue->lock);
  file->read = true;
  file->result = result;
  pthread_cond_signal(&queue->for_writer);
  pthread_mutex_unlock(&queue->lock);
}
