/* SPDX-License-Identifier: MIT */
/* A part of a long text, searched independently.
 *
 * The hits of uriel_find from a position depend only on that position. Two searches that began
 * elsewhere agree from the position from which both continue: after a hit that both have. They also
 * agree after text without hits that is longer than the context that uriel_find examines before a
 * reference. */
#include "part.h"

#include "uriel_find.h"
#include <errno.h>

/* How many bytes before a position can influence its hits. */
enum { TEXT_CONTEXT = 128 };

void text_part_read(struct text_part *part, source_reader *read, void *context, size_t own,
                    size_t beyond)
{
  struct buffer *const text = &part->text;
  text->len = part->own = part->hits.len = part->resume = 0;
  part->ended = part->left = false;
  part->error = buffer_grow(text, own + beyond) ? 0 : ENOMEM;
  while (!part->error && !part->ended && text->len < own + beyond) {
    const ssize_t got = read(context, text->ptr + text->len, own + beyond - text->len);
    if (got > 0)
      text->len += (size_t)got;
    part->ended = got == 0;
    part->error = got < 0 ? errno : 0;
  }
  part->own = text->len < own ? text->len : own;
}

/* Returns where the search continued after the first `count` hits. */
static size_t text_part_next(const struct text_part *part, size_t count)
{
  return count ? ARRAY_OF(struct text_part_hit, part->hits)[count - 1].next : 0;
}

/* Moves `place` to a later position; positions must be in order. */
static struct place text_part_place(const struct text_part *part, struct place *place, size_t at,
                                    bool no_lines)
{
  if (no_lines)
    place->offset = at;
  else
    place_advance(place, part->text.ptr + place->offset, at - (size_t)place->offset);
  return *place;
}

static void text_part_places(struct text_part *part, bool no_lines)
{
  struct text_part_hit *const hits = ARRAY_OF(struct text_part_hit, part->hits);
  const size_t count = ARRAY_COUNT(struct text_part_hit, part->hits);
  struct place place = {0, 1, 1}, own;
  size_t i = 0;
  for (; i < count && hits[i].hit.begin < part->own; i++)
    hits[i].place = text_part_place(part, &place, hits[i].hit.begin, no_lines);
  own = place;
  part->at_own = text_part_place(part, &own, part->own, no_lines);
  for (; i < count; i++)
    hits[i].place = text_part_place(part, &place, hits[i].hit.begin, no_lines);
  part->at_resume = text_part_place(part, &place, part->resume, no_lines);
}

void text_part_search(struct text_part *part, const struct text_request *request)
{
  const bool whole = part->ended && !part->error;
  size_t from = 0;
  uriel_hit hit;
  while (part->error != ENOMEM &&
         uriel_find(&hit, &from, part->text.ptr, part->text.len, whole, &request->find)) {
    const struct text_part_hit found = {.hit = hit, .next = from};
    part->left = hit.end - hit.begin > TEXT_REFERENCE_LIMIT;
    if (part->left) {
      from = text_part_next(part, ARRAY_COUNT(struct text_part_hit, part->hits));
      break;
    }
    if (!buffer_add(&part->hits, &found, sizeof found))
      part->error = ENOMEM;
  }
  part->resume = from;
  if (part->error != ENOMEM)
    text_part_places(part, request->no_lines);
}

bool text_part_follows(const struct text_part *part, uint64_t begin,
                       const struct text_progress *progress, size_t *first)
{
  const struct text_part_hit *const hits = ARRAY_OF(struct text_part_hit, part->hits);
  const size_t count = ARRAY_COUNT(struct text_part_hit, part->hits);
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (begin + hits[middle].hit.begin < progress->floor)
      low = middle + 1;
    else
      high = middle;
  }
  *first = low;
  const uint64_t floor = begin + text_part_next(part, low);
  if (floor == progress->floor)
    return true;
  const uint64_t agreed = (floor > progress->floor ? floor : progress->floor) + TEXT_CONTEXT;
  const uint64_t next = begin + (low < count ? hits[low].hit.begin : part->resume);
  return agreed <= progress->limit && agreed <= next;
}

void text_part_pass(const struct text_part *part, const struct place *begin,
                    struct text_progress *progress)
{
  const size_t count = ARRAY_COUNT(struct text_part_hit, part->hits);
  const uint64_t floor = begin->offset + text_part_next(part, count);
  if (floor > progress->floor)
    progress->floor = floor;
  if (begin->offset + part->resume <= progress->limit)
    return;
  progress->limit = begin->offset + part->resume;
  progress->place = place_behind(begin, &part->at_resume);
}

void text_part_free(struct text_part *part)
{
  buffer_free(&part->text);
  buffer_free(&part->hits);
  *part = (struct text_part){0};
}
