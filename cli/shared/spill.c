/* SPDX-License-Identifier: MIT */
/* Temporary files of records, and their merge. */
#include "spill.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

/* ---- Records ---------------------------------------------------------------------------------- */

size_t spill_size(const struct spill_record *record)
{
  return SPILL_HEAD + record->key.len + record->text.len;
}

void spill_append(struct buffer *to, const struct spill_record *record)
{
  const struct spill_head head = {record->number, (uint32_t)record->key.len, (uint32_t)record->text.len};
  buffer_reserve(to, to->len + spill_size(record));
  buffer_append(to, (const char *)&head, sizeof head);
  buffer_append(to, record->key.ptr, record->key.len);
  buffer_append(to, record->text.ptr, record->text.len);
}

/* ---- Files ------------------------------------------------------------------------------------ */

static const char *spill_folder(void)
{
  const char *const folder = getenv("TMPDIR");
  return folder && *folder ? folder : P_tmpdir;
}

static _Noreturn void spill_die(const char *what)
{
  const int error = errno;
  die(STATUS_IO,
      "cannot %s a temporary file in %s: %s. TMPDIR names another folder, --memory keeps more in memory",
      what, spill_folder(), strerror(error));
}

/* A file that never has a name, so that nothing is left of it after a kill. Not every file system has
 * these. */
static int spill_open_nameless(const char *folder)
{
#ifdef O_TMPFILE
  return open(folder, O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0600);
#else
  (void)folder;
  return -1;
#endif
}

static int spill_open_named(const char *folder)
{
  struct buffer name = {0};
  buffer_append(&name, folder, strlen(folder));
  buffer_append(&name, "/uriel-XXXXXX", sizeof "/uriel-XXXXXX");
  const int fd = mkostemp(name.ptr, O_CLOEXEC);
  if (fd < 0)
    spill_die("make");
  (void)unlink(name.ptr);
  buffer_free(&name);
  return fd;
}

static void spill_open(struct spill_file *file)
{
  const char *const folder = spill_folder();
  file->fd = spill_open_nameless(folder);
  if (file->fd < 0)
    file->fd = spill_open_named(folder);
  file->open = true;
}

uint64_t spill_flush(struct spill_file *file)
{
  struct buffer *const pending = &file->pending;
  if (!file->open && pending->len > 0)
    spill_open(file);
  file->size += pending->len;
  if (!buffer_write(pending, file->fd))
    spill_die("write");
  return file->size;
}

void spill_put(struct spill_file *file, const struct spill_record *record)
{
  if (file->pending.len > 0 && file->pending.len + spill_size(record) > file->block)
    (void)spill_flush(file);
  spill_append(&file->pending, record);
}

void spill_close(struct spill_file *file)
{
  if (file->open)
    close(file->fd);
  buffer_free(&file->pending);
  *file = (struct spill_file){.block = file->block};
}

/* Makes the next `need` bytes available. */
static void spill_fill(struct spill_reader *reader, size_t need)
{
  struct buffer *const read = &reader->read;
  const uint64_t rest = reader->end - reader->at;
  size_t wanted = need > reader->file->block ? need : reader->file->block;
  if (read->len - reader->from >= need)
    return;
  if (read->len > reader->from)
    memmove(read->ptr, read->ptr + reader->from, read->len - reader->from);
  read->len -= reader->from;
  reader->from = 0;
  if (wanted - read->len > rest)
    wanted = read->len + (size_t)rest;
  buffer_reserve(read, wanted);
  while (read->len < wanted) {
    const ssize_t got =
        pread(reader->file->fd, read->ptr + read->len, wanted - read->len, (off_t)reader->at);
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
      continue;
    if (got <= 0)
      spill_die("read");
    read->len += (size_t)got;
    reader->at += (uint64_t)got;
  }
}

void spill_begin(struct spill_reader *reader, struct spill_file *file)
{
  *reader = (struct spill_reader){.file = file};
  if (file->open) {
    reader->end = spill_flush(file);
  } else {
    reader->read = file->pending;
    file->pending = (struct buffer){0};
  }
}

bool spill_next(struct spill_reader *reader, struct spill_record *record)
{
  if (reader->at == reader->end && reader->from == reader->read.len)
    return false;
  spill_fill(reader, SPILL_HEAD);
  *record = spill_read(reader->read.ptr + reader->from);
  const size_t size = spill_size(record);
  spill_fill(reader, size);
  *record = spill_read(reader->read.ptr + reader->from);
  reader->from += size;
  return true;
}

void spill_reader_free(struct spill_reader *reader)
{
  buffer_free(&reader->read);
}

/* ---- Runs ------------------------------------------------------------------------------------- */

enum {
  RUNS_MOST = 256, /* merged at once */
  RUNS_LEAST = 4,
  RUNS_BLOCK = 1 << 18,  /* the most for each reader, */
  RUNS_BLOCK_LEAST = 512 /* and the least */
};

/* How many runs are merged at once. */
static size_t runs_fan(const struct runs *runs)
{
  const size_t fan = runs->memory / 8192;
  return fan < RUNS_LEAST ? RUNS_LEAST : fan > RUNS_MOST ? RUNS_MOST : fan;
}

static size_t runs_count(const struct runs *runs)
{
  return runs->ends.len / sizeof(uint64_t);
}

/* Where run `i` begins, which is where the one before ends. */
static uint64_t runs_begin(const struct runs *runs, size_t i)
{
  uint64_t end = 0;
  if (i > 0)
    memcpy(&end, runs->ends.ptr + (i - 1) * sizeof end, sizeof end);
  return end;
}

bool runs_any(const struct runs *runs)
{
  return runs->ends.len > 0;
}

void runs_put(struct runs *runs, const struct spill_record *record)
{
  const size_t block = runs->memory / runs_fan(runs);
  runs->file.block = block > RUNS_BLOCK         ? RUNS_BLOCK
                     : block < RUNS_BLOCK_LEAST ? RUNS_BLOCK_LEAST
                                                : block;
  spill_put(&runs->file, record);
}

void runs_end(struct runs *runs)
{
  const uint64_t end = spill_flush(&runs->file);
  if (end > runs_begin(runs, runs_count(runs)))
    buffer_append(&runs->ends, (const char *)&end, sizeof end);
}

int spill_compare_keys(uriel_text a, uriel_text b)
{
  const size_t len = a.len < b.len ? a.len : b.len;
  const int difference = len > 0 ? memcmp(a.ptr, b.ptr, len) : 0;
  return difference ? difference : (a.len > b.len) - (a.len < b.len);
}

/* Whether the head of reader `a` comes before that of `b`. */
static bool runs_before(const struct runs *runs, size_t a, size_t b)
{
  const struct spill_record *const x = &runs->heads[a];
  const struct spill_record *const y = &runs->heads[b];
  const int difference = runs->by_number ? 0 : spill_compare_keys(x->key, y->key);
  return difference ? difference < 0 : x->number < y->number || (x->number == y->number && a < b);
}

static void runs_sift(struct runs *runs, size_t at)
{
  size_t *const heap = runs->heap;
  for (;;) {
    size_t first = at;
    for (size_t child = 2 * at + 1; child <= 2 * at + 2 && child < runs->live; child++)
      if (runs_before(runs, heap[child], heap[first]))
        first = child;
    if (first == at)
      return;
    const size_t moved = heap[at];
    heap[at] = heap[first];
    heap[first] = moved;
    at = first;
  }
}

/* Begins to read `count` runs from `first` on. */
static void runs_start(struct runs *runs, size_t first, size_t count)
{
  runs->readers = calloc(count + 1, sizeof *runs->readers);
  runs->heads = calloc(count + 1, sizeof *runs->heads);
  runs->heap = calloc(count + 1, sizeof *runs->heap);
  if (!runs->readers || !runs->heads || !runs->heap)
    die_memory();
  for (size_t i = 0; i < count; i++) {
    runs->readers[i] = (struct spill_reader){
        .file = &runs->file, .at = runs_begin(runs, first + i), .end = runs_begin(runs, first + i + 1)};
    (void)spill_next(&runs->readers[i], &runs->heads[i]);
    runs->heap[i] = i;
  }
  runs->live = count;
  for (size_t at = count / 2; at-- > 0;)
    runs_sift(runs, at);
  runs->reading = true;
}

/* The record on top; `fresh` moves its reader on first. */
static bool runs_take(struct runs *runs, struct spill_record *record, bool *fresh)
{
  if (!*fresh && runs->live > 0) {
    const size_t top = runs->heap[0];
    if (!spill_next(&runs->readers[top], &runs->heads[top])) {
      spill_reader_free(&runs->readers[top]);
      runs->heap[0] = runs->heap[--runs->live];
    }
    runs_sift(runs, 0);
  }
  *fresh = false;
  if (runs->live == 0)
    return false;
  *record = runs->heads[runs->heap[0]];
  return true;
}

static void runs_stop(struct runs *runs)
{
  for (size_t i = 0; i < runs->live; i++)
    spill_reader_free(&runs->readers[runs->heap[i]]);
  free(runs->readers);
  free(runs->heads);
  free(runs->heap);
  runs->readers = NULL;
  runs->heads = NULL;
  runs->heap = NULL;
  runs->live = 0;
  runs->reading = false;
}

/* Merges as many runs at a time as can be, until they can all be merged at once. */
static void runs_reduce(struct runs *runs)
{
  const size_t fan = runs_fan(runs);
  while (runs_count(runs) > fan) {
    struct runs merged = {.memory = runs->memory, .by_number = runs->by_number};
    struct spill_record record;
    for (size_t first = 0; first < runs_count(runs); first += fan) {
      const size_t left = runs_count(runs) - first;
      bool fresh = true;
      runs_start(runs, first, left < fan ? left : fan);
      while (runs_take(runs, &record, &fresh))
        runs_put(&merged, &record);
      runs_end(&merged);
      runs_stop(runs);
    }
    runs_free(runs);
    *runs = merged;
  }
}

bool runs_next(struct runs *runs, struct spill_record *record)
{
  bool fresh = !runs->reading;
  if (fresh) {
    runs_reduce(runs);
    runs_start(runs, 0, runs_count(runs));
  }
  return runs_take(runs, record, &fresh);
}

void runs_free(struct runs *runs)
{
  runs_stop(runs);
  spill_close(&runs->file);
  buffer_free(&runs->ends);
}
