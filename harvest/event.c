/* SPDX-License-Identifier: MIT */
/* A reader's events as bytes. An event is a byte for its type, and cells: each a number, whose low bits
 * are the cell's type, and the bytes of a text with a NUL, so that it can be used as a string. */
#include "event.h"

#include <string.h>

#include "base/texts.h"

enum event_type { EVENT_BEGIN, EVENT_REFERENCE, EVENT_ERROR, EVENT_END, EVENT_TYPES };

/* The cells of a reference: the cells of its row, then these. */
enum {
  EVENT_NORMAL = REFERENCE_CELLS,
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

static bool event_put(struct buffer *out, enum event_type type, const struct row_cell *cells)
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
static struct row_cell event_bytes(uriel_text text)
{
  return (struct row_cell){text.ptr, (int64_t)text.len, text.ptr ? ROW_BLOB : ROW_NULL};
}

bool event_put_begin(struct buffer *out, const struct links_document *document)
{
  const struct row_cell cells[] = {row_number(document->number),      row_number(document->parent),
                                   row_number(document->base_source), row_number(document->flags),
                                   event_bytes(document->part),       row_string(document->kind),
                                   row_string(document->format),      row_string(document->encoding),
                                   event_bytes(document->media_type), event_bytes(document->retrieval),
                                   event_bytes(document->base),       row_string(document->base_by)};
  return event_put(out, EVENT_BEGIN, cells);
}

bool event_put_error(struct buffer *out, const struct links_error *error)
{
  const struct row_cell cells[] = {row_number(error->offset), row_number(error->length),
                                   row_string(error->code), event_bytes(error->message)};
  return event_put(out, EVENT_ERROR, cells);
}

bool event_put_end(struct buffer *out, const struct links_end *end)
{
  const struct row_cell cells[] = {row_number(end->size), row_number(end->references),
                                   row_number(end->errors), row_string(end->status),
                                   row_string(end->note)};
  return event_put(out, EVENT_END, cells);
}

bool event_put_reference(struct buffer *out, struct disagreement_memory *memory,
                         const struct links_reference *reference)
{
  const uriel_text normal = reference->normal;
  const uriel_error *const error = reference->error;
  uriel_text disagreement;
  if (!row_judge(&disagreement, reference, memory))
    return false;
  struct row_cell cells[EVENT_CELLS] = {
      [EVENT_NORMAL] = event_bytes(normal),
      [EVENT_HASH] = row_number(normal.ptr ? (uint32_t)texts_hash(NULL, normal) : 0),
      [EVENT_FAILURE] = {(const char *)error, sizeof *error, error ? ROW_BLOB : ROW_NULL},
      [EVENT_MESSAGE] = row_text(reference->error_message),
      [EVENT_DISAGREEMENT] = event_bytes(disagreement)};
  row_reference(cells, reference);
  return event_put(out, EVENT_REFERENCE, cells);
}

/* ---- Reading ---------------------------------------------------------------------------------- */

static const char *event_get(const char *from, struct row_cell *cells, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    uint64_t number;
    memcpy(&number, from, sizeof number);
    from += sizeof number;
    cells[i] = (struct row_cell){NULL, (int64_t)(number >> EVENT_TYPE_BITS),
                                 (enum row_cell_type)(number & ((1 << EVENT_TYPE_BITS) - 1))};
    if (cells[i].type == ROW_TEXT || cells[i].type == ROW_BLOB) {
      cells[i].text = from;
      from += cells[i].number + 1;
    }
  }
  return from;
}

/* Passes an event other than a reference to the sink. */
static bool event_tell_other(enum event_type type, const struct row_cell *cells,
                             const struct event_sink *sink)
{
  if (type == EVENT_BEGIN) {
    const struct links_document document = {.number = (uint64_t)cells[0].number,
                                            .parent = (uint64_t)cells[1].number,
                                            .base_source = (enum links_base)cells[2].number,
                                            .flags = (unsigned)cells[3].number,
                                            .part = row_text_of(&cells[4]),
                                            .kind = cells[5].text,
                                            .format = cells[6].text,
                                            .encoding = cells[7].text,
                                            .media_type = row_text_of(&cells[8]),
                                            .retrieval = row_text_of(&cells[9]),
                                            .base = row_text_of(&cells[10]),
                                            .base_by = cells[11].text};
    return sink->begin(sink->context, &document);
  }
  if (type == EVENT_ERROR) {
    const struct links_error error = {.code = cells[2].text,
                                      .message = row_text_of(&cells[3]),
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
    struct row_cell cells[EVENT_CELLS] = {{0}}, *own = cells + REFERENCE_CELLS;
    size_t count = 0;
    for (; data < end && *data == EVENT_REFERENCE && count < EVENT_RUN; count++) {
      struct event_reference *const reference = &run->references[count];
      reference->cells = &run->cells[count * REFERENCE_CELLS];
      data = event_get(data + 1, reference->cells, REFERENCE_CELLS);
      data = event_get(data, own, EVENT_CELLS - REFERENCE_CELLS);
      reference->normal = row_text_of(&cells[EVENT_NORMAL]);
      reference->hash = (uint32_t)cells[EVENT_HASH].number;
      reference->error = cells[EVENT_FAILURE].text;
      reference->message = cells[EVENT_MESSAGE];
      reference->disagreement = row_text_of(&cells[EVENT_DISAGREEMENT]);
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
