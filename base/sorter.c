/* SPDX-License-Identifier: MIT */
/* Temporary files of records, their merge, and the sort of the records in memory. */
#include "sorter.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "texts.h"

/* ---- Records ---------------------------------------------------------------------------------- */

/* A record in memory: this, the key, the text. */
struct spill_head {
  uint64_t number;
  uint32_t key;  /* length */
  uint32_t text; /* length */
};

enum { SPILL_HEAD = sizeof(struct spill_head) };

/* Returns the record that begins there. */
static struct spill_record spill_read(const char *at)
{
  struct spill_head head;
  memcpy(&head, at, sizeof head);
  at += sizeof head;
  return (struct spill_record){head.number, {at, head.key}, {at + head.key, head.text}};
}

static size_t spill_size(const struct spill_record *record)
{
  return SPILL_HEAD + record->key.len + record->text.len;
}

static void spill_append(struct buffer *to, const struct spill_record *record)
{
  const struct spill_head head = {record->number, (uint32_t)record->key.len, (uint32_t)record->text.len};
  buffer_reserve(to, to->len + spill_size(record));
  buffer_append(to, (const char *)&head, sizeof head);
  buffer_append(to, record->key.ptr, record->key.len);
  buffer_append(to, record->text.ptr, record->text.len);
}

/* ---- Files ------------------------------------------------------------------------------------ */

const char *spill_folder(void)
{
  const char *const folder = getenv("TMPDIR");
  return folder && *folder ? folder : P_tmpdir;
}

static _Noreturn void spill_die(const char *what)
{
  const int error = errno;
  base_die(
      "cannot %s a temporary file in %s: %s. TMPDIR names another folder, --memory keeps more in memory",
      what, spill_folder(), strerror(error));
}

int spill_make(const char *folder)
{
  char name[4096];
  int fd = -1;
#ifdef O_TMPFILE
  fd = open(folder, O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0600);
#endif
  /* Not every file system has files without a name. */
  if (fd < 0 && (size_t)snprintf(name, sizeof name, "%s/uriel-XXXXXX", folder) < sizeof name) {
    fd = mkostemp(name, O_CLOEXEC);
    if (fd >= 0)
      (void)unlink(name);
  }
  return fd;
}

uint64_t spill_flush(struct spill_file *file)
{
  struct buffer *const pending = &file->pending;
  if (!file->open && pending->len > 0) {
    file->fd = spill_make(spill_folder());
    if (file->fd < 0)
      spill_die("make");
    file->open = true;
  }
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
  return ARRAY_COUNT(uint64_t, runs->ends);
}

/* Where run `i` begins, which is where the one before ends. */
static uint64_t runs_begin(const struct runs *runs, size_t i)
{
  return i > 0 ? ARRAY_OF(uint64_t, runs->ends)[i - 1] : 0;
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

static int spill_compare_keys(uriel_text a, uriel_text b)
{
  const size_t len = a.len < b.len ? a.len : b.len;
  const int difference = len > 0 ? memcmp(a.ptr, b.ptr, len) : 0;
  return difference ? difference : (a.len > b.len) - (a.len < b.len);
}

/* Whether the head of reader `a` comes before the head of `b`. */
static bool runs_before(const struct runs *runs, size_t a, size_t b)
{
  const struct spill_record *const x = &runs->readers[a].record;
  const struct spill_record *const y = &runs->readers[b].record;
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
  runs->heap = calloc(count + 1, sizeof *runs->heap);
  if (!runs->readers || !runs->heap)
    base_die_memory();
  for (size_t i = 0; i < count; i++) {
    runs->readers[i] = (struct spill_reader){
        .file = &runs->file, .at = runs_begin(runs, first + i), .end = runs_begin(runs, first + i + 1)};
    (void)spill_next(&runs->readers[i], &runs->readers[i].record);
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
    struct spill_reader *const top = &runs->readers[runs->heap[0]];
    if (!spill_next(top, &top->record)) {
      spill_reader_free(top);
      runs->heap[0] = runs->heap[--runs->live];
    }
    runs_sift(runs, 0);
  }
  *fresh = false;
  if (runs->live == 0)
    return false;
  *record = runs->readers[runs->heap[0]].record;
  return true;
}

static void runs_stop(struct runs *runs)
{
  for (size_t i = 0; i < runs->live; i++)
    spill_reader_free(&runs->readers[runs->heap[i]]);
  free(runs->readers);
  free(runs->heap);
  runs->readers = NULL;
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

/* ---- Sorting ---------------------------------------------------------------------------------- */

/* Multikey quicksort: a few bytes of the keys decide at a time. They are in the index, so that few steps
 * read a record. Entries with the same bytes get the next bytes of their keys; after the last ones, the
 * numbers decide. Takes O(bytes of the keys + n log n) for any keys, as pivots are random. */
enum {
  SORTER_BYTES = 7,  /* of a key */
  SORTER_FEW = 8,    /* so many entries are sorted by insertion */
  SORTER_AHEAD = 16, /* so many entries before its turn, a record is fetched into the cache */
  SORTER_RANGES = 96 /* that wait at a time, at most: see sorter_order */
};

/* First the record's place in `records`, then, to sort, its address. */
struct sorter_entry {
  uint64_t bytes; /* sorter_bytes; at sorter_ended, the record's number */
  union {
    size_t at;
    const char *record;
  };
};

/* Entries whose keys have the same first `depth` bytes. */
struct sorter_range {
  struct sorter_entry *entries;
  size_t count, depth;
};

/* The depth of equal keys. */
static const size_t sorter_ended = SIZE_MAX;

/* Returns SORTER_BYTES of the key from `depth` on and, in the last byte, how many there are, or one more
 * if others follow. The numbers have the order of the keys. */
static uint64_t sorter_bytes(uriel_text key, size_t depth)
{
  unsigned char bytes[SORTER_BYTES + 1] = {0};
  const size_t left = key.len - depth;
  uint64_t number = 0;
  if (left > SORTER_BYTES)
    memcpy(bytes, key.ptr + depth, sizeof bytes);
  else if (left > 0)
    memcpy(bytes, key.ptr + depth, left);
  bytes[SORTER_BYTES] = (unsigned char)(left > SORTER_BYTES ? SORTER_BYTES + 1 : left);
  for (size_t i = 0; i < sizeof bytes; i++)
    number = number << 8 | bytes[i];
  return number;
}

/* Whether the keys continue after these bytes. */
static bool sorter_continues(uint64_t bytes)
{
  return (bytes & 0xFF) > SORTER_BYTES;
}

static bool sorter_before(const struct sorter_entry *a, const struct sorter_entry *b, size_t depth)
{
  if (a->bytes != b->bytes || depth == sorter_ended)
    return a->bytes < b->bytes;
  const struct spill_record x = spill_read(a->record);
  const struct spill_record y = spill_read(b->record);
  const int difference = sorter_continues(a->bytes) ? spill_compare_keys(x.key, y.key) : 0;
  return difference ? difference < 0 : x.number < y.number;
}

static void sorter_insert(const struct sorter_range *range)
{
  struct sorter_entry *const entries = range->entries;
  for (size_t i = 1; i < range->count; i++) {
    const struct sorter_entry moved = entries[i];
    size_t at = i;
    for (; at > 0 && sorter_before(&moved, &entries[at - 1], range->depth); at--)
      entries[at] = entries[at - 1];
    entries[at] = moved;
  }
}

/* Returns how many bytes all keys have in common after `depth`, or 0 if that would not save a step. */
static size_t sorter_common(const struct sorter_range *range, size_t depth)
{
  const uriel_text first = spill_read(range->entries[0].record).key;
  size_t common = first.len - depth;
  for (size_t i = 1; i < range->count && common >= SORTER_BYTES; i++) {
    const uriel_text key = spill_read(range->entries[i].record).key;
    const size_t most = key.len - depth < common ? key.len - depth : common;
    uint64_t x;
    uint64_t y;
    for (common = 0; common + sizeof x <= most; common += sizeof x) {
      memcpy(&x, first.ptr + depth + common, sizeof x);
      memcpy(&y, key.ptr + depth + common, sizeof y);
      if (x != y)
        break;
    }
    while (common < most && first.ptr[depth + common] == key.ptr[depth + common])
      common++;
  }
  return common >= SORTER_BYTES ? common : 0;
}

/* Gives entries that have the same bytes the next ones of their keys. */
static void sorter_deepen(struct sorter_range *range)
{
  struct sorter_entry *const entries = range->entries;
  const bool ends = !sorter_continues(entries[0].bytes);
  const size_t depth = range->depth + SORTER_BYTES;
  range->depth = ends ? sorter_ended : depth + sorter_common(range, depth);
  for (size_t i = 0; i < range->count + SORTER_AHEAD; i++) {
    if (i < range->count) {
      __builtin_prefetch(entries[i].record);
      __builtin_prefetch(entries[i].record + SPILL_HEAD + (ends ? 0 : range->depth));
    }
    if (i < SORTER_AHEAD)
      continue;
    struct sorter_entry *const entry = &entries[i - SORTER_AHEAD];
    const struct spill_record record = spill_read(entry->record);
    entry->bytes = ends ? record.number : sorter_bytes(record.key, range->depth);
  }
}

/* Moves the entries that are below a limit, or equal to it, to the front. Returns how many. No branch
 * depends on the entries: it could not be predicted. */
static size_t sorter_divide(struct sorter_entry *entries, size_t count, uint64_t limit, bool or_equal)
{
  size_t front = 0;
  for (size_t i = 0; i < count; i++) {
    const struct sorter_entry moved = entries[i];
    entries[i] = entries[front];
    entries[front] = moved;
    front += (moved.bytes < limit) | (or_equal & (moved.bytes == limit));
  }
  return front;
}

/* Returns the median of three entries, chosen at random: no input makes it a bad pivot every time. */
static uint64_t sorter_pivot(const struct sorter_range *range, uint64_t *random)
{
  uint64_t of[3];
  for (size_t i = 0; i < 3; i++) {
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    of[i] = range->entries[(*random >> 20) % range->count].bytes;
  }
  const uint64_t low = of[0] < of[1] ? of[0] : of[1];
  const uint64_t high = of[0] < of[1] ? of[1] : of[0];
  return of[2] < low ? low : of[2] > high ? high : of[2];
}

/* The shortest part of a range, at most a third of it, is sorted first, while two wait; then the next
 * one, at most a half, while one waits. So at most 2 ranges wait for each factor 3 of the count. */
static void sorter_order(struct sorter_entry *entries, size_t count, uint64_t random)
{
  struct sorter_range waiting[SORTER_RANGES] = {{entries, count, 0}};
  for (size_t wait = 1; wait > 0;) {
    const struct sorter_range range = waiting[--wait];
    if (range.count <= SORTER_FEW) {
      sorter_insert(&range);
      continue;
    }
    const uint64_t pivot = sorter_pivot(&range, &random);
    const size_t below = sorter_divide(range.entries, range.count, pivot, false);
    struct sorter_entry *const rest = range.entries + below;
    const size_t equal = sorter_divide(rest, range.count - below, pivot, true);
    struct sorter_range parts[] = {{range.entries, below, range.depth},
                                   {rest, equal, range.depth},
                                   {rest + equal, range.count - below - equal, range.depth}};
    if (range.depth == sorter_ended)
      parts[1].count = 0;
    else if (equal > 1)
      sorter_deepen(&parts[1]);
    const size_t first = wait;
    for (size_t i = 0; i < 3; i++) {
      size_t at = wait++;
      for (; at > first && waiting[at - 1].count < parts[i].count; at--)
        waiting[at] = waiting[at - 1];
      waiting[at] = parts[i];
    }
  }
}

static size_t sorter_count(const struct sorter *sorter)
{
  return ARRAY_COUNT(struct sorter_entry, sorter->index);
}

static void sorter_sort(struct sorter *sorter)
{
  struct sorter_entry *const entries = ARRAY_OF(struct sorter_entry, sorter->index);
  const size_t count = sorter_count(sorter);
  for (size_t i = 0; i < count; i++)
    entries[i].record = sorter->records.ptr + entries[i].at;
  sorter_order(entries, count, texts_seed());
}

/* Writes the records in memory as a run. */
static void sorter_spill(struct sorter *sorter)
{
  sorter_sort(sorter);
  sorter->runs.memory = sorter->memory;
  for (size_t i = 0; i < sorter_count(sorter); i++) {
    const struct spill_record record =
        spill_read(ARRAY_OF(struct sorter_entry, sorter->index)[i].record);
    runs_put(&sorter->runs, &record);
  }
  runs_end(&sorter->runs);
  sorter->records.len = sorter->index.len = 0;
}

void sorter_add(struct sorter *sorter, const struct spill_record *record)
{
  const size_t used = sorter->records.len + sorter->index.len;
  if (used > 0 && used + spill_size(record) + sizeof(struct sorter_entry) > sorter->memory)
    sorter_spill(sorter);
  const struct sorter_entry entry = {sorter_bytes(record->key, 0), {sorter->records.len}};
  buffer_append(&sorter->index, (const char *)&entry, sizeof entry);
  spill_append(&sorter->records, record);
}

bool sorter_next(struct sorter *sorter, struct spill_record *record)
{
  const bool spilled = sorter->runs.ends.len > 0;
  if (!sorter->sorted && spilled) {
    sorter_spill(sorter);
    buffer_free(&sorter->records);
    buffer_free(&sorter->index);
  } else if (!sorter->sorted) {
    sorter_sort(sorter);
  }
  sorter->sorted = true;
  if (spilled)
    return runs_next(&sorter->runs, record);
  if (sorter->at == sorter_count(sorter))
    return false;
  const struct sorter_entry *const entry = ARRAY_OF(struct sorter_entry, sorter->index) + sorter->at++;
  if (sorter->at + SORTER_AHEAD <= sorter_count(sorter))
    __builtin_prefetch(entry[SORTER_AHEAD].record);
  *record = spill_read(entry->record);
  return true;
}

void sorter_free(struct sorter *sorter)
{
  buffer_free(&sorter->records);
  buffer_free(&sorter->index);
  runs_free(&sorter->runs);
}
