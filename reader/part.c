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
#include <stdlib.h>

/* How many bytes before a position can influence its hits. */
enum { TEXT_CONTEXT = 128 };

static bool text_part_room(struct text_part *part, size_t capacity)
{
  if (part->capacity >= capacity)
    return true;
  free(part->data);
  part->data = malloc(capacity);
  part->capacity = part->data ? capacity : 0;
  return part->data != NULL;
}

void text_part_read(struct text_part *part, source_reader *read, void *context, size_t own,
                    size_t beyond)
{
  part->len = part->own = part->count = part->resume = 0;
  part->ended = part->left = false;
  part->error = text_part_room(part, own + beyond) ? 0 : ENOMEM;
  while (!part->error && !part->ended && part->len < own + beyond) {
    const ssize_t got = read(context, part->data + part->len, own + beyond - part->len);
    if (got > 0)
      part->len += (size_t)got;
    part->ended = got == 0;
    part->error = got < 0 ? errno : 0;
  }
  part->own = part->len < own ? part->len : own;
}

static bool text_part_add(struct text_part *part, const uriel_hit *hit, size_t next)
{
  if (part->count == part->hit_capacity) {
    const size_t capacity = part->hit_capacity ? part->hit_capacity * 2 : 256;
    struct text_part_hit *const hits = realloc(part->hits, capacity * sizeof *hits);
    if (!hits)
      return false;
    part->hits = hits;
    part->hit_capacity = capacity;
  }
  part->hits[part->count++] = (struct text_part_hit){.hit = *hit, .next = next};
  return true;
}

/* Moves `place` to a later position; positions must be in order. */
static struct place text_part_place(const struct text_part *part, struct place *place, size_t at,
                                    bool no_lines)
{
  if (no_lines)
    place->offset = at;
  else
    place_advance(place, part->data + place->offset, at - (size_t)place->offset);
  return *place;
}

static void text_part_places(struct text_part *part, bool no_lines)
{
  struct place place = {0, 1, 1}, own = {0, 1, 1};
  bool passed = false;
  for (size_t i = 0; i < part->count; i++) {
    const size_t begin = part->hits[i].hit.begin;
    if (!passed && begin >= part->own) {
      part->at_own = text_part_place(part, &place, part->own, no_lines);
      passed = true;
    }
    part->hits[i].place = text_part_place(part, &place, begin, no_lines);
  }
  own = place;
  if (!passed)
    part->at_own = text_part_place(part, &own, part->own, no_lines);
  part->at_resume = text_part_place(part, &place, part->resume, no_lines);
}

void text_part_search(struct text_part *part, const struct text_request *request)
{
  const bool whole = part->ended && !part->error;
  size_t from = 0;
  uriel_hit hit;
  while (part->error != ENOMEM &&
         uriel_find(&hit, &from, part->data, part->len, whole, &request->find)) {
    part->left = hit.end - hit.begin > TEXT_REFERENCE_LIMIT;
    if (part->left) {
      from = part->count ? part->hits[part->count - 1].next : 0;
      break;
    }
    if (!text_part_add(part, &hit, from))
      part->error = ENOMEM;
  }
  part->resume = from;
  if (part->error != ENOMEM)
    text_part_places(part, request->no_lines);
}

bool text_part_follows(const struct text_part *part, uint64_t begin,
                       const struct text_progress *progress, size_t *first)
{
  size_t low = 0, high = part->count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (begin + part->hits[middle].hit.begin < progress->floor)
      low = middle + 1;
    else
      high = middle;
  }
  *first = low;
  const uint64_t floor = begin + (low ? part->hits[low - 1].next : 0);
  if (floor == progress->floor)
    return true;
  const uint64_t agreed = (floor > progress->floor ? floor : progress->floor) + TEXT_CONTEXT;
  const uint64_t next = begin + (low < part->count ? part->hits[low].hit.begin : part->resume);
  return agreed <= progress->limit && agreed <= next;
}

void text_part_pass(const struct text_part *part, const struct place *begin,
                    struct text_progress *progress)
{
  const uint64_t floor = begin->offset + (part->count ? part->hits[part->count - 1].next : 0);
  if (floor > progress->floor)
    progress->floor = floor;
  if (begin->offset + part->resume <= progress->limit)
    return;
  progress->limit = begin->offset + part->resume;
  progress->place = place_behind(begin, &part->at_resume);
}

void text_part_free(struct text_part *part)
{
  free(part->data);
  free(part->hits);
  *part = (struct text_part){0};
}
