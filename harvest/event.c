/* SPDX-License-Identifier: MIT */
/* A reader's events as bytes. An event is a byte for its type, and cells: each a number, whose low bits
 * are the cell's type, and the bytes of a text with a NUL, so that it can be used as a string. */
#include "event.h"

#include <string.h>

#include "base/texts.h"

enum event_type { EVENT_BEGIN, EVENT_REFERENCE, EVENT_ERROR, EVENT_END, EVENT_TYPES };

/* The cells of a reference: the cells of its row, then these. */
enum {
  EVENT_NORMAL = DB_REFERENCE_CELLS,
  EVENT_HASH,
  EVENT_FAILURE, /* the bytes of the uriel_error */
  EVENT_MESSAGE,
  EVENT_DISAGREEMENT,
  EVENT_CELLS
};

enum { EVENT_TYPE_BITS = 2 };

static const size_t event_cells[EVENT_TYPES] = {
    [EVENT_BEGIN] = 12, [EVENT_REFERENCE] = EVENT_CELLS, [EVENT_ERROR] = 4, [EVENT_END] = 5};

/* ---- Writing ---------------------------------------------------------------------------------- */

static bool event_put(struct buffer *out, enum event_type type, const struct db_cell *cells)
{
  const size_t count = event_cells[type];
  size_t size = 1;
  for (size_t i = 0; i < count; i++)
    size += sizeof(uint64_t) + (cells[i].text ? (size_t)cells[i].number + 1 : 0);
  if (!buffer_grow(out, out->len + size))
    return false;
  char *to = out->ptr + out->len;
  *to++ = (char)type;
  for (size_t i = 0; i < count; i++) {
    const uint64_t number = (uint64_t)cells[i].number << EVENT_TYPE_BITS | cells[i].type;
    memcpy(to, &number, sizeof number);
    to += sizeof number;
    if (cells[i].text) {
      memcpy(to, cells[i].text, (size_t)cells[i].number);
      to += cells[i].number;
      *to++ = 0;
    }
  }
  out->len += size;
  return true;
}

/* A text that is not a value of the database by itself. */
static struct db_cell event_bytes(uriel_text text)
{
  return (struct db_cell){text.ptr, (int64_t)text.len, text.ptr ? DB_BLOB : DB_NULL};
}

bool event_put_begin(struct buffer *out, const struct links_document *document)
{
  const struct db_cell cells[] = {
      db_cell_number(document->number),      db_cell_number(document->parent),
      db_cell_number(document->base_source), db_cell_number(document->flags),
      event_bytes(document->part),           db_cell_string(document->kind),
      db_cell_string(document->format),      db_cell_string(document->encoding),
      event_bytes(document->media_type),     event_bytes(document->retrieval),
      event_bytes(document->base),           db_cell_string(document->base_by)};
  return event_put(out, EVENT_BEGIN, cells);
}

bool event_put_error(struct buffer *out, const struct links_error *error)
{
  const struct db_cell cells[] = {db_cell_number(error->offset), db_cell_number(error->length),
                                  db_cell_string(error->code), event_bytes(error->message)};
  return event_put(out, EVENT_ERROR, cells);
}

bool event_put_end(struct buffer *out, const struct links_end *end)
{
  const struct db_cell cells[] = {db_cell_number(end->size), db_cell_number(end->references),
                                  db_cell_number(end->errors), db_cell_string(end->status),
                                  db_cell_string(end->note)};
  return event_put(out, EVENT_END, cells);
}

bool event_put_reference(struct buffer *out, struct disagreement_memory *memory,
                         const struct links_reference *reference)
{
  uriel_text disagreement = {NULL, 0};
  const uriel_text raw = reference->raw, cleaned = reference->cleaned, normal = reference->normal;
  const uriel_error *const error = reference->error;
  const bool is_clean =
      raw.len == cleaned.len && (raw.len == 0 || memcmp(raw.ptr, cleaned.ptr, raw.len) == 0);
  /* Names are compared, not followed. */
  if (!reference->identifies &&
      !disagreement_recall(&disagreement, reference->original.ptr ? reference->original : cleaned,
                           reference->base, memory))
    return false;
  const struct db_cell cells[EVENT_CELLS] = {
      [DB_CELL_ORDINAL] = db_cell_number(reference->ordinal),
      [DB_CELL_OFFSET] = db_cell_number(reference->place.offset),
      [DB_CELL_LINE] = db_cell_number(reference->place.line),
      [DB_CELL_COLUMN] = db_cell_number(reference->place.column),
      [DB_CELL_ELEMENT] = db_cell_string(reference->element),
      [DB_CELL_ATTRIBUTE] = db_cell_string(reference->attribute),
      [DB_CELL_HEADER] = db_cell_string(reference->header),
      [DB_CELL_RAW] = db_cell_of(raw),
      [DB_CELL_CLEANED] = is_clean ? (struct db_cell){0} : db_cell_of(cleaned),
      [DB_CELL_FORM] = db_cell_string(reference->form),
      [DB_CELL_IDENTIFIES] = db_cell_number(reference->is_guess ? 2 : reference->identifies),
      [DB_CELL_BASE] = db_cell_of(reference->base),
      [DB_CELL_TARGET] = db_cell_of(reference->target),
      [DB_CELL_EXCESS] = db_cell_number(reference->excess),
      [DB_CELL_NAMES_PART] = db_cell_of(reference->part),
      [DB_CELL_ORIGINAL] = db_cell_of(reference->original),
      [DB_CELL_ELSEWHERE] = db_cell_of(reference->elsewhere),
      [DB_CELL_RELATION] = db_cell_of(reference->relation),
      [EVENT_NORMAL] = event_bytes(normal),
      [EVENT_HASH] = db_cell_number(normal.ptr ? (uint32_t)texts_hash(NULL, normal) : 0),
      [EVENT_FAILURE] = {(const char *)error, sizeof *error, error ? DB_BLOB : DB_NULL},
      [EVENT_MESSAGE] = db_cell_of(reference->error_message),
      [EVENT_DISAGREEMENT] = event_bytes(disagreement)};
  return event_put(out, EVENT_REFERENCE, cells);
}

/* ---- Reading ---------------------------------------------------------------------------------- */

static const char *event_get(const char *from, struct db_cell *cells, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    uint64_t number;
    memcpy(&number, from, sizeof number);
    from += sizeof number;
    cells[i] = (struct db_cell){NULL, (int64_t)(number >> EVENT_TYPE_BITS),
                                (enum db_cell_type)(number & ((1 << EVENT_TYPE_BITS) - 1))};
    if (cells[i].type == DB_TEXT || cells[i].type == DB_BLOB) {
      cells[i].text = from;
      from += cells[i].number + 1;
    }
  }
  return from;
}

static uriel_text event_text(const struct db_cell *cell)
{
  return (uriel_text){cell->text, cell->text ? (size_t)cell->number : 0};
}

/* Passes an event other than a reference to the sink. */
static bool event_tell_other(enum event_type type, const struct db_cell *cells,
                             const struct event_sink *sink)
{
  if (type == EVENT_BEGIN) {
    const struct links_document document = {.number = (uint64_t)cells[0].number,
                                            .parent = (uint64_t)cells[1].number,
                                            .base_source = (enum links_base)cells[2].number,
                                            .flags = (unsigned)cells[3].number,
                                            .part = event_text(&cells[4]),
                                            .kind = cells[5].text,
                                            .format = cells[6].text,
                                            .encoding = cells[7].text,
                                            .media_type = event_text(&cells[8]),
                                            .retrieval = event_text(&cells[9]),
                                            .base = event_text(&cells[10]),
                                            .base_by = cells[11].text};
    return sink->begin(sink->context, &document);
  }
  if (type == EVENT_ERROR) {
    const struct links_error error = {.code = cells[2].text,
                                      .message = event_text(&cells[3]),
                                      .offset = (uint64_t)cells[0].number,
                                      .length = (uint64_t)cells[1].number};
    return sink->error(sink->context, &error);
  }
  const struct links_end end = {.status = cells[3].text,
                                .note = cells[4].text,
                                .size = (uint64_t)cells[0].number,
                                .references = (uint64_t)cells[1].number,
                                .errors = (uint64_t)cells[2].number};
  return sink->end(sink->context, &end);
}

bool event_tell(const char *data, size_t len, struct event_run *run, const struct event_sink *sink)
{
  const char *const end = data + len;
  while (data < end) {
    struct db_cell cells[EVENT_CELLS] = {{0}}, *own = cells + DB_REFERENCE_CELLS;
    size_t count = 0;
    for (; data < end && *data == EVENT_REFERENCE && count < EVENT_RUN; count++) {
      struct event_reference *const reference = &run->references[count];
      reference->cells = &run->cells[count * DB_REFERENCE_CELLS];
      data = event_get(data + 1, reference->cells, DB_REFERENCE_CELLS);
      data = event_get(data, own, EVENT_CELLS - DB_REFERENCE_CELLS);
      reference->normal = event_text(&cells[EVENT_NORMAL]);
      reference->hash = (uint32_t)cells[EVENT_HASH].number;
      reference->error = cells[EVENT_FAILURE].text;
      reference->message = cells[EVENT_MESSAGE];
      reference->disagreement = event_text(&cells[EVENT_DISAGREEMENT]);
    }
    if (count && !sink->references(sink->context, run->references, count))
      return false;
    if (data == end || *data == EVENT_REFERENCE)
      continue;
    const enum event_type type = (enum event_type) * data;
    data = event_get(data + 1, cells, event_cells[type]);
    if (!event_tell_other(type, cells, sink))
      return false;
  }
  return true;
}
