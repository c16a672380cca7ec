/* SPDX-License-Identifier: MIT */
/* Files that are read by several threads and written by one in the order in which they came. */
#include "queue.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A block that one event made larger is not kept. */
enum { QUEUE_KEPT = 4 * QUEUE_BLOCK };

struct queue *queue_new(size_t capacity)
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
  return file;
}

void queue_push(struct queue *queue)
{
  pthread_mutex_lock(&queue->lock);
  queue->count++;
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
  pthread_mutex_lock(&queue->lock);
  while (file->count == 0 && !file->read)
    pthread_cond_wait(&queue->for_writer, &queue->lock);
  const bool more = file->count != 0;
  if (more) {
    queue_swap(&file->blocks[file->first], block);
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

bool queue_give(struct queue *queue, struct queue_file *file, struct growing *block)
{
  pthread_mutex_lock(&queue->lock);
  while (file->count == QUEUE_BLOCKS && !queue->closed)
    pthread_cond_wait(&queue->for_readers, &queue->lock);
  const bool open = !queue->closed;
  if (open) {
    queue_swap(&file->blocks[(file->first + file->count) % QUEUE_BLOCKS], block);
    file->count++;
    pthread_cond_signal(&queue->for_writer);
  }
  pthread_mutex_unlock(&queue->lock);
  block->len = 0;
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
