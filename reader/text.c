/* SPDX-License-Identifier: MIT */
/* Finds references in plain text of any length, through a window: drops the text before the current
 * reference, so that memory does not grow with the length of lines. */
#include "text.h"

#include "uriel_find.h"
#include <errno.h>
#include <stdint.h>
#include <string.h>

static void text_move(struct text_reader *reader, size_t to)
{
  if (reader->request->no_lines)
    reader->place.offset += to - reader->at;
  else
    place_advance(&reader->place, reader->source->data + reader->at, to - reader->at);
  reader->at = to;
}

size_t text_skip(const char *data, size_t len, size_t at)
{
  while (at < len && (unsigned char)data[at] > ' ' && !strchr("<>\"", data[at]))
    at++;
  return at;
}

/* Checks eight bytes of a hit. Returns 0 if they have no white space, no "\", and no byte in
 * `beyond`. */
static uint64_t text_unclean(uint64_t word, uint64_t beyond)
{
  const uint64_t ones = UINT64_MAX / 0xFF;
  const uint64_t escape = word ^ ones * '\\';
  const uint64_t space = (word - ones * (' ' + 1)) & ~word;
  return ((space | ((escape - ones) & ~escape)) & ones * 0x80) | (word & beyond);
}

/* Whether cleaning would not change a hit, so that no copy is needed. */
static bool text_is_clean(const struct text_request *request, uriel_text raw)
{
  const uint64_t beyond = request->clean & URIEL_CLEAN_TO_URI ? UINT64_MAX / 0xFF * 0x80 : 0;
  uint64_t word = 0;
  uint64_t unclean = 0;
  size_t at = 0;
  for (; raw.len - at >= sizeof word; at += sizeof word) {
    memcpy(&word, raw.ptr + at, sizeof word);
    unclean |= text_unclean(word, beyond);
  }
  memset(&word, 'x', sizeof word);
  memcpy(&word, raw.ptr + at, raw.len - at);
  return (unclean | text_unclean(word, beyond)) == 0;
}

bool text_clean(const char *data, const uriel_hit *hit, unsigned options, struct buffer *cleaned)
{
  while (buffer_again(cleaned, uriel_hit_clean(data, hit, options, cleaned->ptr, cleaned->capacity)))
    continue;
  return !cleaned->no_memory;
}

enum text_result text_tell(const char *data, const uriel_hit *hit, const struct place *place,
                           const struct text_request *request, struct buffer *cleaned,
                           const struct text_sink *sink)
{
  const uriel_text raw = {data + hit->begin, hit->end - hit->begin};
  struct text_hit found = {*place, raw, raw, hit->kind, hit->delimiter, hit->flags};
  if (raw.len > TEXT_REFERENCE_LIMIT)
    return sink->too_long(sink->context, place) ? TEXT_READ : TEXT_ENDED;
  if (!text_is_clean(request, raw)) {
    if (!text_clean(data, hit, request->clean, cleaned))
      return TEXT_FAILED;
    found.cleaned = buffer_text(cleaned);
  }
  return sink->found(sink->context, &found) ? TEXT_READ : TEXT_ENDED;
}

static enum text_result text_hit(struct text_reader *reader, const uriel_hit *hit)
{
  struct source *const source = reader->source;
  text_move(reader, hit->begin);
  const enum text_result result =
      text_tell(source->data, hit, &reader->place, reader->request, reader->cleaned, reader->sink);
  if (result == TEXT_FAILED)
    source->error = ENOMEM;
  return result;
}

/* Reports every reference that is complete in the window. Sets `*from` to where the next can begin;
 * after a reference that is too long, to the position for a window that ends within it. */
static enum text_result text_window(struct text_reader *reader, bool whole, size_t *from)
{
  const struct source *source = reader->source;
  enum text_result result = TEXT_READ;
  uriel_hit hit;
  while (result == TEXT_READ &&
         uriel_find(&hit, from, source->data, source->len, whole, &reader->request->find)) {
    result = text_hit(reader, &hit);
    if (hit.end - hit.begin > TEXT_REFERENCE_LIMIT) {
      *from = text_skip(source->data, source->len, hit.end);
      reader->skipping = *from == source->len;
    }
    reader->floor = source->dropped + *from;
  }
  return result;
}

/* An unfinished reference of this length is too long: uriel_find keeps some context before
 * it. */
enum { TEXT_PENDING = TEXT_REFERENCE_LIMIT + 1024 };

/* An unfinished reference fills the window. Searches as if the text ended here: finds it, and it is
 * too long. */
static enum text_result text_overflow(struct text_reader *reader, size_t *from)
{
  const enum text_result result = text_window(reader, true, from);
  *from = reader->source->len;
  reader->skipping = true;
  return result;
}

/* Waits for at least half as much new text as was kept between two searches, so that the work is
 * linear for pieces of any size; a small text is searched at once. */
static size_t text_wanted(const struct text_reader *reader)
{
  enum { TEXT_LITTLE = 4096 };
  if (!reader->request->prompt)
    return TEXT_WINDOW;
  return reader->kept + (reader->kept < TEXT_LITTLE ? 1 : reader->kept / 2);
}

/* Searches the window as far as its text is final. */
static enum text_result text_look(struct text_reader *reader)
{
  struct source *source = reader->source;
  enum text_result result = TEXT_READ;
  size_t from = 0;
  if (source->len == 0)
    return TEXT_READ;
  if (reader->skipping) {
    from = text_skip(source->data, source->len, 0);
    reader->skipping = from == source->len;
    reader->floor = source->dropped + from;
  }
  if (!reader->skipping)
    result = text_window(reader, source->ended && !source->error, &from);
  if (result == TEXT_READ && !source->ended && source->len - from > TEXT_PENDING)
    result = text_overflow(reader, &from);
  if (result == TEXT_READ) {
    text_move(reader, from);
    source_drop(source, from);
    reader->at = 0;
    reader->kept = source->len;
  }
  return result;
}

enum text_result text_step(struct text_reader *reader)
{
  struct source *const source = reader->source;
  const bool filled = source_fill(source, text_wanted(reader));
  const enum text_result result = text_look(reader);
  return result == TEXT_READ && !filled ? TEXT_FAILED : result;
}

enum text_result text_read(struct source *source, const struct place *place,
                           const struct text_request *request, struct buffer *cleaned,
                           const struct text_sink *sink)
{
  struct text_reader reader = {
      .source = source, .request = request, .cleaned = cleaned, .sink = sink, .place = *place};
  enum text_result result = TEXT_READ;
  do
    result = text_step(&reader);
  while (result == TEXT_READ && !source->ended);
  return result;
}
