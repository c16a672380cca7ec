/* SPDX-License-Identifier: MIT */
/* One column of what is made: room for it, and its rows block by block. */
#include "column.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Copies move so many bytes at once, where so many can be read and written. */
enum { COLUMN_STEP = 32, COLUMN_LEAST = 64 };

static size_t column_width(const arrow_kind *kind, const arrow_request *request)
{
  switch (kind->type) {
  case ARROW_TEXT:
    if (request->views)
      return sizeof(arrow_view);
    return request->layout == ARROW_OFFSETS32 ? sizeof(int32_t) : sizeof(int64_t);
  case ARROW_MEMBER:
    return sizeof(uint32_t);
  default:
    return sizeof(uint16_t);
  }
}

int uriel_arrow_column_open(arrow_column *column, const arrow_kind *kind, const arrow_request *request,
                            int64_t length, const char **why)
{
  const size_t rows = (size_t)length;
  const bool copies = kind->type == ARROW_TEXT && !request->views;
  *column = (arrow_column){.kind = kind, .nulls = length};
  column->valid = calloc(rows / 8 + 1, 1);
  column->values = calloc(rows + 1, column_width(kind, request));
  column->capacity = copies ? COLUMN_LEAST : 0;
  column->text = copies ? malloc(column->capacity) : NULL;
  if (column->valid && column->values && (column->text || !copies))
    return 0;
  uriel_arrow_column_close(column);
  return arrow_fail(why, ENOMEM, "out of memory");
}

void uriel_arrow_column_close(arrow_column *column)
{
  free(column->valid);
  free(column->values);
  free(column->text);
  *column = (arrow_column){0};
}

static void column_set(arrow_column *column, const arrow_rows *rows, size_t i)
{
  const size_t at = (size_t)rows->first + i;
  column->valid[at / 8] = (uint8_t)(column->valid[at / 8] | 1u << at % 8);
  column->nulls--;
}

/* Room for `more` bytes of text, and a step's width behind them. Doubling, so that all of a column's
 * bytes are moved a few times at most. */
static bool column_reserve(arrow_column *column, size_t more)
{
  if (more > PTRDIFF_MAX / 4 || column->used > PTRDIFF_MAX / 4)
    return false;
  const size_t needed = column->used + more + COLUMN_STEP;
  if (needed <= column->capacity)
    return true;
  const size_t capacity = needed > 2 * column->capacity ? needed : 2 * column->capacity;
  char *const text = realloc(column->text, capacity);
  if (!text)
    return false;
  column->text = text;
  column->capacity = capacity;
  return true;
}

/* Most components are short: a step that moves more than is wanted costs less than to count. `limit` is
 * up to where may be read. */
static void column_copy(char *out, uriel_text span, const char *limit)
{
  if (span.len > COLUMN_STEP || (size_t)(limit - span.ptr) < COLUMN_STEP)
    memcpy(out, span.ptr, span.len);
  else
    memcpy(out, span.ptr, COLUMN_STEP);
}

static int column_put_copies(arrow_column *column, const arrow_request *request, const arrow_rows *rows,
                             const char **why)
{
  uriel_text spans[ARROW_BLOCK];
  const size_t sum = uriel_arrow_spans(spans, rows, column->kind->component);
  const bool narrow = request->layout == ARROW_OFFSETS32;
  int32_t *const ends32 = (int32_t *)column->values + rows->first + 1;
  int64_t *const ends64 = (int64_t *)column->values + rows->first + 1;
  if (!column_reserve(column, sum))
    return arrow_fail(why, ENOMEM, "out of memory");
  /* Texts with 32-bit offsets are no longer, but those whose offsets go back and forth. */
  if (narrow && column->used + sum > INT32_MAX)
    return arrow_fail(why, EOVERFLOW, "a column is longer than 32-bit offsets tell");
  for (size_t i = 0; i < rows->count; i++) {
    const uriel_text span = spans[i];
    if (span.ptr) {
      const char *const limit = request->layout == ARROW_VIEWS
                                    ? span.ptr + span.len
                                    : rows->input->text + rows->input->text_len;
      column_copy(column->text + column->used, span, limit);
      column_set(column, rows, i);
    }
    column->used += span.len;
    if (narrow)
      ends32[i] = (int32_t)column->used;
    else
      ends64[i] = (int64_t)column->used;
  }
  return 0;
}

static int column_put_views(arrow_column *column, const arrow_rows *rows, const char **why)
{
  uriel_text spans[ARROW_BLOCK];
  uriel_arrow_spans(spans, rows, column->kind->component);
  for (size_t i = 0; i < rows->count; i++)
    if (spans[i].ptr)
      column_set(column, rows, i);
  return uriel_arrow_views_put((arrow_view *)column->values + rows->first, spans, rows, why);
}

static void column_put_members(arrow_column *column, const arrow_rows *rows)
{
  uint32_t *const values = (uint32_t *)column->values + rows->first;
  for (size_t i = 0; i < rows->count; i++) {
    if (rows->refs[i].flags & URIEL_INVALID)
      continue;
    memcpy(&values[i], (const char *)&rows->refs[i] + column->kind->member, sizeof *values);
    column_set(column, rows, i);
  }
}

static void column_put_ports(arrow_column *column, const arrow_rows *rows)
{
  uint16_t *const values = (uint16_t *)column->values + rows->first;
  for (size_t i = 0; i < rows->count; i++)
    if (!(rows->refs[i].flags & URIEL_INVALID) && uriel_port_number(&rows->refs[i], &values[i], NULL))
      column_set(column, rows, i);
}

/* The row that is no reference is parsed once more, by itself. */
static uint16_t column_fault(const uriel_ref *ref)
{
  uriel_ref none;
  uriel_fault fault;
  if (!(ref->flags & URIEL_INVALID))
    return URIEL_FAULT_NONE;
  if (ref->length == 0)
    return URIEL_FAULT_TOO_LONG;
  uriel_parse(&none, ref->text, ref->length, &fault);
  return (uint16_t)fault.code;
}

static void column_put_faults(arrow_column *column, const arrow_rows *rows)
{
  uint16_t *const values = (uint16_t *)column->values + rows->first;
  for (size_t i = 0; i < rows->count; i++) {
    if (!rows->refs[i].text)
      continue;
    values[i] = column_fault(&rows->refs[i]);
    column_set(column, rows, i);
  }
}

int uriel_arrow_column_put(arrow_column *column, const arrow_request *request, const arrow_rows *rows,
                           const char **why)
{
  switch (column->kind->type) {
  case ARROW_TEXT:
    return request->views ? column_put_views(column, rows, why)
                          : column_put_copies(column, request, rows, why);
  case ARROW_PORT_NUMBER:
    column_put_ports(column, rows);
    return 0;
  case ARROW_FAULT:
    column_put_faults(column, rows);
    return 0;
  default:
    column_put_members(column, rows);
    return 0;
  }
}
