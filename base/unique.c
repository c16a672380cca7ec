/* SPDX-License-Identifier: MIT */
/* The first record of each key. */
#include "unique.h"

#include <stdint.h>
#include <string.h>

enum {
  UNIQUE_BITS = 5,  /* of a hash, that choose one of UNIQUE_PARTS */
  UNIQUE_DEPTH = 7, /* so many times: below are the bits that the set uses */
  UNIQUE_BLOCK = 1 << 18,
  UNIQUE_BLOCK_LEAST = 1024
};

struct unique_part {
  struct spill_file file;
  unsigned depth;
};

enum unique_state unique_add(struct unique *unique, const struct spill_record *record, uint64_t hash)
{
  const size_t memory = unique->set.memory;
  uint32_t number;
  if (unique->full)
    unique->set.memory = 1; /* no other key fits */
  else if (unique->depth == UNIQUE_DEPTH)
    unique->set.memory = 0;
  const enum texts_state state = texts_put(&unique->set, record->key, hash, &number);
  unique->set.memory = memory;
  if (state != TEXTS_FULL)
    return state == TEXTS_KNOWN ? UNIQUE_KNOWN : UNIQUE_NEW;
  const size_t block = memory / (4 * (size_t)UNIQUE_PARTS);
  struct spill_file *const part =
      &unique->parts[hash >> (64 - UNIQUE_BITS * (unique->depth + 1)) & (UNIQUE_PARTS - 1)];
  part->block = block > UNIQUE_BLOCK         ? UNIQUE_BLOCK
                : block < UNIQUE_BLOCK_LEAST ? UNIQUE_BLOCK_LEAST
                                             : block;
  unique->full = true;
  spill_put(part, record);
  return UNIQUE_LATER;
}

/* Begins with an empty set; the files that were written become work. */
static void unique_restart(struct unique *unique)
{
  for (size_t i = 0; i < UNIQUE_PARTS; i++) {
    struct unique_part part = {unique->parts[i], unique->depth + 1};
    unique->parts[i] = (struct spill_file){0};
    const bool used = spill_flush(&part.file) > 0;
    buffer_free(&part.file.pending);
    if (used)
      buffer_append(&unique->work, (const char *)&part, sizeof part);
  }
  texts_clear(&unique->set);
  unique->full = false;
}

/* Takes the last file. New texts in it become a run, or go to files of their own. */
static void unique_treat(struct unique *unique)
{
  struct unique_part part;
  struct spill_record record;
  unique->work.len -= sizeof part;
  memcpy(&part, unique->work.ptr + unique->work.len, sizeof part);
  struct spill_reader reader;
  unique->depth = part.depth;
  spill_begin(&reader, &part.file);
  while (spill_next(&reader, &record)) {
    const uint64_t hash = texts_hash(&unique->set, record.key);
    if (unique_add(unique, &record, hash) == UNIQUE_NEW && record.number > 0)
      runs_put(&unique->found, &record);
  }
  runs_end(&unique->found);
  spill_reader_free(&reader);
  spill_close(&part.file);
  unique_restart(unique);
}

bool unique_next(struct unique *unique, struct spill_record *record)
{
  if (!unique->merging) {
    unique->merging = true;
    unique->found = (struct runs){.memory = unique->set.memory, .by_number = true};
    unique_restart(unique);
    while (unique->work.len > 0)
      unique_treat(unique);
    texts_free(&unique->set);
  }
  return runs_next(&unique->found, record);
}
