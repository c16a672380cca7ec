/* SPDX-License-Identifier: MIT */
/* uriel find --jobs: a small file or a part of a large one. */
#include "find_work.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/shared/cli.h"
#include "find_jobs.h"
#include "reader/decode.h"
#include "reader/kind.h"

/* A source_reader of the file's bytes from `at` on. */
static ssize_t find_work_bytes(void *context, char *data, size_t capacity)
{
  struct find_work *const work = context;
  ssize_t got;
  do
    got = pread(work->file.fd, data, capacity, (off_t)work->at);
  while (got < 0 && errno == EINTR);
  if (got > 0)
    work->at += (uint64_t)got;
  return got;
}

void find_work_document(struct find_work *work, const struct find_file *file, const char *name,
                        size_t name_len)
{
  if (name_len >= work->name_capacity) {
    char *const longer = realloc(work->name, name_len + 1);
    if (!longer)
      die_memory();
    work->name = longer;
    work->name_capacity = name_len + 1;
  }
  memcpy(work->name, name, name_len);
  work->name[name_len] = '\0';
  work->name_len = name_len;
  work->whole = true;
  work->file = *file;
  work->at = 0;
}

void find_work_part(struct find_work *work, const struct find_file *file, uint64_t start, uint64_t at)
{
  work->whole = false;
  work->file = *file;
  work->at = start + at;
}

/* Reads what is compressed in place of its bytes. */
static void find_work_decode(struct find_work *work)
{
  struct source packed = {0};
  source_start(&packed, find_work_bytes, work);
  struct decoder *const decoder = decoder_new(work->format, &packed, NULL);
  work->at = 0;
  if (decoder)
    text_part_read(&work->part, decoder_read, decoder, find_part_own, find_part_beyond);
  if (!decoder || !work->part.ended || work->part.error)
    work->outcome = FIND_OUTCOME_AGAIN;
  decoder_free(decoder);
  source_free(&packed);
}

/* Whether what was read of the file is binary. */
static bool find_work_is_binary(struct find_work *work)
{
  const struct text_part *const part = &work->part;
  const struct kind kind =
      part->len ? kind_of(part->data, part->len, NULL, work->name) : (struct kind){KIND_TEXT, NULL};
  work->format = kind.format;
  return kind.kind == KIND_BINARY;
}

static void find_work_read(struct find_work *work, const struct find *find)
{
  text_part_read(&work->part, find_work_bytes, work, find_part_own, find_part_beyond);
  work->size = work->part.len;
  work->outcome = FIND_OUTCOME_TEXT;
  if (!work->whole)
    return;
  if (!work->part.ended || work->part.error)
    work->outcome = FIND_OUTCOME_AGAIN;
  else if (!find->as_text && find_work_is_binary(work)) {
    work->outcome = FIND_OUTCOME_BINARY;
    if (!decoder_knows(work->format))
      return;
    work->outcome = FIND_OUTCOME_TEXT;
    find_work_decode(work);
    if (work->outcome == FIND_OUTCOME_TEXT && find_work_is_binary(work))
      work->outcome = FIND_OUTCOME_BINARY;
  }
}

void find_work_do(struct find_work *work, const struct find *find)
{
  find_work_read(work, find);
  if (work->outcome == FIND_OUTCOME_TEXT)
    text_part_search(&work->part, &find->request);
  if (work->whole && work->outcome == FIND_OUTCOME_TEXT && work->part.left)
    work->outcome = FIND_OUTCOME_AGAIN;
}

/* Tells the hits from number `first` on, of a part that begins at `begin`. */
static void find_work_hits(const struct find_work *work, size_t first, const struct place *begin,
                           struct find *find)
{
  const struct text_part *const part = &work->part;
  const struct text_sink sink = find_sink(find);
  for (size_t i = first; i < part->count; i++) {
    const struct place place = place_behind(begin, &part->hits[i].place);
    if (text_tell(part->data, &part->hits[i].hit, &place, &find->request, &find->cleaned, &sink) ==
        TEXT_FAILED)
      die_memory();
  }
}

static void find_work_tell_text(const struct find_work *work, struct find *find)
{
  static const struct place begin = {0, 1, 1};
  find->document.count = 0;
  find->bytes += work->size;
  find_progress(find);
  find_work_hits(work, 0, &begin, find);
  if (find->count)
    find_print_count(find);
}

void find_work_tell(struct find_work *work, struct find *find)
{
  find_name(find, work->name, work->name_len);
  if (work->part.error == ENOMEM)
    die_memory();
  if (work->outcome == FIND_OUTCOME_TEXT)
    find_work_tell_text(work, find);
  else if (work->outcome == FIND_OUTCOME_BINARY)
    find_pass_over(find, &work->file, work->format);
  else
    find_document(find, &work->file, work->name);
  close(work->file.fd);
}

/* Goes on by itself, to the place `until` at least. */
static void find_large_go_on(struct find_large *large, uint64_t until, struct find *find)
{
  struct find_work from = {.file = *large->file, .at = large->start + large->progress.limit};
  struct source source = {0};
  source_start(&source, find_work_bytes, &from);
  const uint64_t begin = large->progress.limit;
  const struct text_sink sink = find_sink(find);
  struct text_reader reader = {.source = &source,
                               .request = &find->request,
                               .cleaned = &find->cleaned,
                               .sink = &sink,
                               .place = large->progress.place};
  enum text_result result = TEXT_READ;
  do
    result = text_step(&reader);
  while (result == TEXT_READ && !source.ended && (reader.skipping || begin + source.dropped < until));
  if (reader.floor)
    large->progress.floor = begin + reader.floor;
  large->progress.limit = begin + source.dropped;
  large->progress.place = reader.place;
  large->ended = result != TEXT_READ || source.ended;
  find->file.error = source.error;
  source_free(&source);
}

void find_large_tell(struct find_large *large, const struct find_work *work, struct find *find)
{
  const struct text_part *const part = &work->part;
  const bool last = part->ended || part->error;
  const uint64_t until = last ? UINT64_MAX : large->begin.offset + part->own;
  size_t first = 0;
  if (part->error == ENOMEM)
    die_memory();
  find->bytes += part->own;
  find_progress(find);
  const bool follows = text_part_follows(part, large->begin.offset, &large->progress, &first);
  if (follows) {
    find_work_hits(work, first, &large->begin, find);
    text_part_pass(part, &large->begin, &large->progress);
  }
  if (follows && last && !part->left) {
    large->ended = true;
    find->file.error = part->error;
  } else if (last || (!follows && large->progress.limit < until)) {
    find_large_go_on(large, until, find);
  }
  large->begin = place_behind(&large->begin, &part->at_own);
}

void find_work_free(struct find_work *work)
{
  text_part_free(&work->part);
  free(work->name);
}
