/* SPDX-License-Identifier: MIT */
/* Multikey quicksort: a few bytes of the keys decide at a time. They are in the index, so that few steps
 * read a record. Entries with the same bytes get the next bytes of their keys; after the last ones, the
 * numbers decide. Takes O(bytes of the keys + n log n) for any keys, as pivots are random. */
#include "sorter.h"

#include "cli.h"
#include "texts.h"

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

static struct sorter_entry *sorter_entries(const struct sorter *sorter)
{
  return (void *)sorter->index.ptr;
}

static size_t sorter_count(const struct sorter *sorter)
{
  return sorter->index.len / sizeof(struct sorter_entry);
}

static void sorter_sort(struct sorter *sorter)
{
  struct sorter_entry *const entries = sorter_entries(sorter);
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
    const struct spill_record record = spill_read(sorter_entries(sorter)[i].record);
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
  const bool spilled = runs_any(&sorter->runs);
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
  if (sorter->at + SORTER_AHEAD < sorter_count(sorter))
    __builtin_prefetch(sorter_entries(sorter)[sorter->at + SORTER_AHEAD].record);
  *record = spill_read(sorter_entries(sorter)[sorter->at++].record);
  return true;
}

void sorter_free(struct sorter *sorter)
{
  buffer_free(&sorter->records);
  buffer_free(&sorter->index);
  runs_free(&sorter->runs);
}
