/* SPDX-License-Identifier: MIT */
/* A reader's events as bytes. An event is a byte for its type, its numbers, and its texts. A text is its
 * length plus one (0: undefined), its bytes and a NUL, so that it can be used as a string. A reference
 * is a byte and cells: each a number, whose low bits are its type, and the bytes of its text. */
#include "event.h"

#include <string.h>

#include "base/texts.h"

enum event_type { EVENT_BEGIN, EVENT_REFERENCE, EVENT_ERROR, EVENT_END, EVENT_TYPES };

enum { EVENT_NUMBERS = 4, EVENT_TEXTS = 8 };

/* How many numbers and texts each type of event has. */
static const struct {
  unsigned char numbers, texts;
} event_shapes[EVENT_TYPES] = {[EVENT_BEGIN] = {4, 8}, [EVENT_ERROR] = {2, 2}, [EVENT_END] = {3, 2}};

struct event {
  enum event_type type;
  uint64_t numbers[EVENT_NUMBERS];
  uriel_text texts[EVENT_TEXTS];
};

/* ---- Bytes ------------------------------------------------------------------------------------ */

static size_t event_size(const struct event *event)
{
  const size_t texts = event_shapes[event->type].texts;
  size_t size = 1 + event_shapes[event->type].numbers * sizeof(uint64_t);
  for (size_t i = 0; i < texts; i++)
    size += sizeof(uint64_t) + (event->texts[i].ptr ? event->texts[i].len + 1 : 0);
  return size;
}

static char *event_write_number(char *to, uint64_t number)
{
  memcpy(to, &number, sizeof number);
  return to + sizeof number;
}

static char *event_write_text(char *to, uriel_text text)
{
  to = event_write_number(to, text.ptr ? (uint64_t)text.len + 1 : 0);
  if (!text.ptr)
    return to;
  if (text.len)
    memcpy(to, text.ptr, text.len);
  to[text.len] = 0;
  return to + text.len + 1;
}

static bool event_put(struct buffer *out, const struct event *event)
{
  const size_t size = event_size(event);
  if (!buffer_grow(out, out->len + size))
    return false;
  char *to = out->ptr + out->len;
  *to++ = (char)event->type;
  for (size_t i = 0; i < event_shapes[event->type].numbers; i++)
    to = event_write_number(to, event->numbers[i]);
  for (size_t i = 0; i < event_shapes[event->type].texts; i++)
    to = event_write_text(to, event->texts[i]);
  out->len += size;
  return true;
}

static const char *event_read_number(const char *from, uint64_t *number)
{
  memcpy(number, from, sizeof *number);
  return from + sizeof *number;
}

static const char *event_read_text(const char *from, uriel_text *text)
{
  uint64_t len;
  from = event_read_number(from, &len);
  *text = len ? (uriel_text){from, (size_t)len - 1} : (uriel_text){NULL, 0};
  return from + len;
}

static const char *event_get(const char *from, struct event *event)
{
  event->type = (enum event_type) * from++;
  for (size_t i = 0; i < event_shapes[event->type].numbers; i++)
    from = event_read_number(from, &event->numbers[i]);
  for (size_t i = 0; i < event_shapes[event->type].texts; i++)
    from = event_read_text(from, &event->texts[i]);
  return from;
}

/* Converts NULL to undefined, and undefined to NULL. */
static uriel_text event_string(const char *string)
{
  return string ? uriel_text_of(string) : (uriel_text){NULL, 0};
}

/* ---- Writing ---------------------------------------------------------------------------------- */

bool event_put_begin(struct buffer *out, const struct links_document *document)
{
  const struct event event = {
      EVENT_BEGIN,
      {document->number, document->parent, document->base_source, document->flags},
      {document->part, event_string(document->kind), event_string(document->format),
       event_string(document->encoding), document->media_type, document->retrieval, document->base,
       event_string(document->base_by)}};
  return event_put(out, &event);
}

bool event_put_error(struct buffer *out, const struct links_error *error)
{
  const struct event event = {
      EVENT_ERROR, {error->offset, error->length}, {event_string(error->code), error->message}};
  return event_put(out, &event);
}

bool event_put_end(struct buffer *out, const struct links_end *end)
{
  const struct event event = {EVENT_END,
                              {end->size, end->references, end->errors},
                              {event_string(end->status), event_string(end->note)}};
  return event_put(out, &event);
}

/* ---- Reading ---------------------------------------------------------------------------------- */

static bool event_tell_begin(const struct event *event, const struct event_sink *sink)
{
  const uriel_text *texts = event->texts;
  const struct links_document document = {.number = event->numbers[0],
                                          .parent = event->numbers[1],
                                          .base_source = (enum links_base)event->numbers[2],
                                          .flags = (unsigned)event->numbers[3],
                                          .part = texts[0],
                                          .kind = texts[1].ptr,
                                          .format = texts[2].ptr,
                                          .encoding = texts[3].ptr,
                                          .media_type = texts[4],
                                          .retrieval = texts[5],
                                          .base = texts[6],
                                          .base_by = texts[7].ptr};
  return sink->begin(sink->context, &document);
}

static bool event_tell_error(const struct event *event, const struct event_sink *sink)
{
  const struct links_error error = {.code = event->texts[0].ptr,
                                    .message = event->texts[1],
                                    .offset = event->numbers[0],
                                    .length = event->numbers[1]};
  return sink->error(sink->context, &error);
}

static bool event_tell_end(const struct event *event, const struct event_sink *sink)
{
  const struct links_end end = {.status = event->texts[0].ptr,
                                .note = event->texts[1].ptr,
                                .size = event->numbers[0],
                                .references = event->numbers[1],
                                .errors = event->numbers[2]};
  return sink->end(sink->context, &end);
}

/* ---- References ------------------------------------------------------------------------------- */

/* The cells of an event: those of the row, then these. */
enum {
  EVENT_NORMAL = DB_REFERENCE_CELLS,
  EVENT_HASH,
  EVENT_FAILURE, /* the bytes of the uriel_error */
  EVENT_MESSAGE,
  EVENT_CELLS
};

enum { EVENT_TYPE_BITS = 2 };

static bool event_has_text(const struct db_cell *cell)
{
  return cell->type == DB_TEXT || cell->type == DB_BLOB;
}

static bool event_put_cells(struct buffer *out, const struct db_cell cells[EVENT_CELLS])
{
  size_t size = 1 + EVENT_CELLS * sizeof(uint64_t);
  for (size_t i = 0; i < EVENT_CELLS; i++)
    size += event_has_text(&cells[i]) ? (size_t)cells[i].number : 0;
  if (!buffer_grow(out, out->len + size))
    return false;
  char *to = out->ptr + out->len;
  *to++ = EVENT_REFERENCE;
  for (size_t i = 0; i < EVENT_CELLS; i++) {
    to = event_write_number(to, (uint64_t)cells[i].number << EVENT_TYPE_BITS | cells[i].type);
    if (event_has_text(&cells[i])) {
      memcpy(to, cells[i].text, (size_t)cells[i].number);
      to += cells[i].number;
    }
  }
  out->len += size;
  return true;
}

static const char *event_get_cell(const char *from, struct db_cell *cell)
{
  uint64_t number;
  from = event_read_number(from, &number);
  *cell = (struct db_cell){from, (int64_t)(number >> EVENT_TYPE_BITS),
                           (enum db_cell_type)(number & ((1 << EVENT_TYPE_BITS) - 1))};
  return event_has_text(cell) ? from + cell->number : from;
}

static bool event_is_clean(const struct links_reference *reference)
{
  const uriel_text raw = reference->raw, cleaned = reference->cleaned;
  return raw.len == cleaned.len && (raw.len == 0 || memcmp(raw.ptr, cleaned.ptr, raw.len) == 0);
}

bool event_put_reference(struct buffer *out, const struct links_reference *reference)
{
  const struct db_cell null = {0};
  const uriel_text normal = reference->normal;
  const uriel_error *const error = reference->error;
  const struct db_cell cells[EVENT_CELLS] = {
      [DB_CELL_ORDINAL] = db_cell_number(reference->ordinal),
      [DB_CELL_OFFSET] = db_cell_number(reference->place.offset),
      [DB_CELL_LINE] = db_cell_number(reference->place.line),
      [DB_CELL_COLUMN] = db_cell_number(reference->place.column),
      [DB_CELL_ELEMENT] = db_cell_string(reference->element),
      [DB_CELL_ATTRIBUTE] = db_cell_string(reference->attribute),
      [DB_CELL_HEADER] = db_cell_string(reference->header),
      [DB_CELL_RAW] = db_cell_of(reference->raw),
      [DB_CELL_CLEANED] = event_is_clean(reference) ? null : db_cell_of(reference->cleaned),
      [DB_CELL_FORM] = db_cell_string(reference->form),
      [DB_CELL_IDENTIFIES] = db_cell_number(reference->identifies),
      [DB_CELL_BASE] = db_cell_of(reference->base),
      [DB_CELL_TARGET] = db_cell_of(reference->target),
      [DB_CELL_EXCESS] = db_cell_number(reference->excess),
      [DB_CELL_NAMES_PART] = db_cell_of(reference->part),
      [DB_CELL_ORIGINAL] = db_cell_of(reference->original),
      [DB_CELL_ELSEWHERE] = db_cell_of(reference->elsewhere),
      [EVENT_NORMAL] = {normal.ptr, (int64_t)normal.len, normal.ptr ? DB_BLOB : DB_NULL},
      [EVENT_HASH] = db_cell_number(normal.ptr ? (uint32_t)texts_hash(NULL, normal) : 0),
      [EVENT_FAILURE] = {(const char *)error, sizeof *error, error ? DB_BLOB : DB_NULL},
      [EVENT_MESSAGE] = db_cell_of(reference->error_message)};
  return event_put_cells(out, cells);
}

static const char *event_get_reference(const char *from, struct event_reference *reference)
{
  struct db_cell normal, hash, error;
  for (size_t i = 0; i < DB_REFERENCE_CELLS; i++)
    from = event_get_cell(from, &reference->cells[i]);
  from = event_get_cell(from, &normal);
  from = event_get_cell(from, &hash);
  from = event_get_cell(from, &error);
  reference->normal =
      normal.type == DB_NULL ? (uriel_text){NULL, 0} : (uriel_text){normal.text, (size_t)normal.number};
  reference->hash = (uint32_t)hash.number;
  reference->error = error.type == DB_NULL ? NULL : error.text;
  return event_get_cell(from, &reference->message);
}

static const char *event_get_run(const char *data, const char *end, struct event_run *run, size_t *count)
{
  for (*count = 0; data < end && *data == EVENT_REFERENCE && *count < EVENT_RUN; ++*count) {
    struct event_reference *const reference = &run->references[*count];
    reference->cells = &run->cells[*count * DB_REFERENCE_CELLS];
    data = event_get_reference(data + 1, reference);
  }
  return data;
}

/* ---- All events ------------------------------------------------------------------------------- */

static bool event_tell_other(const struct event *event, const struct event_sink *sink)
{
  switch (event->type) {
  case EVENT_BEGIN:
    return event_tell_begin(event, sink);
  case EVENT_ERROR:
    return event_tell_error(event, sink);
  default:
    return event_tell_end(event, sink);
  }
}

bool event_tell(const char *data, size_t len, struct event_run *run, const struct event_sink *sink)
{
  const char *const end = data + len;
  while (data < end) {
    struct event event;
    size_t count;
    data = event_get_run(data, end, run, &count);
    if (count && !sink->references(sink->context, run->references, count))
      return false;
    if (data == end || *data == EVENT_REFERENCE)
      continue;
    data = event_get(data, &event);
    if (!event_tell_other(&event, sink))
      return false;
  }
  return true;
}
