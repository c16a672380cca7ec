/* SPDX-License-Identifier: MIT */
/* The rows of a call. */
#include "call.h"

#include <stdlib.h>

enum { ROWS_ROOM = 256 }; /* the least buffer of a call */

/* ---- One call --------------------------------------------------------------------------------- */

bool uriel_arrow_room_reserve(arrow_room *room, size_t size)
{
  if (size <= room->size)
    return true;
  free(room->bytes);
  room->bytes = malloc(size);
  room->size = room->bytes ? size : 0;
  return room->bytes != NULL;
}

/* The buffer of a call, of at least `size` bytes: a text is written where the column continues. */
static char *rows_buffer(arrow_call *call, size_t *size)
{
  if (call->result.text)
    return uriel_arrow_column_room(&call->result, size);
  if (!uriel_arrow_room_reserve(&call->scratch, *size))
    return NULL;
  *size = call->scratch.size;
  return call->scratch.bytes;
}

int uriel_arrow_call_once(arrow_call *call, uriel_value *result)
{
  const bool list = call->function->result == URIEL_KIND_LIST;
  size_t size = list ? uriel_function_bound(call->function, call->values, call->count) : ROWS_ROOM;
  for (;;) {
    if (list && !uriel_arrow_room_reserve(&call->element, size))
      return arrow_no_memory(call->why);
    char *const out = rows_buffer(call, &size);
    if (!out)
      return arrow_no_memory(call->why);
    if (uriel_function_call(result, call->function, call->values, call->count, out, size,
                            &call->error) ||
        call->error.code != URIEL_ERROR_BUFFER_TOO_SMALL)
      return 0;
    const size_t bound = uriel_function_bound(call->function, call->values, call->count);
    if (size >= bound)
      return 0;
    size = bound / 2 < size ? bound : 2 * size;
  }
}

/* ---- Results ---------------------------------------------------------------------------------- */

static int rows_add(arrow_call *call, arrow_column *column, uriel_value *value)
{
  if (value->kind == URIEL_KIND_TEXT &&
      uriel_utf8_span(value->text.ptr, value->text.len) != value->text.len)
    value->kind = URIEL_KIND_UNDEFINED;
  return uriel_arrow_column_add(column, value, call->why);
}

static int rows_add_list(arrow_call *call, uriel_value *list)
{
  uriel_value fields[URIEL_FUNCTION_FIELDS];
  const bool defined = list->kind != URIEL_KIND_UNDEFINED;
  while (defined &&
         uriel_function_next(list, fields, call->element.bytes, call->element.size, &call->error))
    for (size_t i = 0; i < call->function->field_count; i++) {
      const int error = rows_add(call, &call->fields[i], &fields[i]);
      if (error)
        return error;
    }
  const uriel_value end = {.kind = list->kind, .count = (size_t)call->fields[0].length};
  return uriel_arrow_column_add(&call->result, &end, call->why);
}

/* ---- Rows ------------------------------------------------------------------------------------- */

/* Returns the row of the column's values: with a dictionary, the index of the row, or -1 for null. A
 * call for each value of the dictionary has no indices. */
static int64_t rows_at(const arrow_call *call, size_t argument, int64_t row)
{
  const arrow_input *const outer = &call->outers[argument];
  if (call->sources[argument].form != ARROW_ENCODED || call->encoded)
    return row;
  return uriel_arrow_input_is_null(outer, row) ? -1 : uriel_arrow_input_number(outer, row);
}

/* Sets the value to the texts of a row's list; undefined if one of them is null. */
static int rows_list(arrow_call *call, size_t argument, int64_t row, uriel_value *value)
{
  const arrow_input *const outer = &call->outers[argument], *const inner = &call->inputs[argument];
  *value = (uriel_value){.kind = URIEL_KIND_UNDEFINED};
  if (uriel_arrow_input_is_null(outer, row))
    return 0;
  const int64_t begin = uriel_arrow_input_number(outer, row);
  const int64_t end = uriel_arrow_input_number(outer, row + 1);
  if (begin < 0 || begin > end || end > inner->length)
    return 0;
  const size_t count = (size_t)(end - begin);
  if (!uriel_arrow_room_reserve(&call->texts, (count + 1) * sizeof(uriel_text)))
    return arrow_no_memory(call->why);
  uriel_text *const texts = (uriel_text *)(void *)call->texts.bytes;
  for (size_t i = 0; i < count; i++) {
    texts[i] = uriel_arrow_input_text(inner, begin + (int64_t)i);
    if (!texts[i].ptr)
      return 0;
  }
  *value = (uriel_value){.kind = URIEL_KIND_LIST, .list = texts, .count = count};
  return 0;
}

static int rows_value(arrow_call *call, size_t argument, int64_t row, uriel_value *value)
{
  const arrow_input *const input = &call->inputs[argument];
  if (call->sources[argument].form == ARROW_LISTED)
    return rows_list(call, argument, row, value);
  const int64_t at = rows_at(call, argument, row);
  value->kind = URIEL_KIND_UNDEFINED;
  if (at < 0)
    return 0;
  if (input->values.layout != ARROW_INTEGERS) {
    value->kind = URIEL_KIND_TEXT;
    value->text = uriel_arrow_input_text(input, at);
  } else if (!uriel_arrow_input_is_null(input, at)) {
    value->integer = uriel_arrow_input_number(input, at);
    if (value->integer >= 0 || input->values.is_signed)
      value->kind = URIEL_KIND_INTEGER;
  }
  return 0;
}

/* Sets the values of the columns in a row; `skip` if the result is undefined without a call. */
static int rows_values(arrow_call *call, const arrow_rows *rows, size_t at, bool *skip)
{
  const int64_t row = rows->first + (int64_t)at;
  int error = 0;
  *skip = false;
  for (size_t i = 0; i < call->count && !error; i++) {
    uriel_value *const value = &call->values[i];
    if (!call->is_column[i])
      continue;
    if (i > 0 || !rows->refs) {
      error = rows_value(call, i, row, value);
    } else if (!(rows->refs[at].flags & URIEL_INVALID)) {
      value->kind = URIEL_KIND_REFERENCE;
      value->ref = &rows->refs[at];
    } else {
      *skip = !call->function->total;
      error = *skip ? 0 : rows_value(call, i, row, value);
    }
  }
  return error;
}

static int rows_call(arrow_call *call, const arrow_rows *rows)
{
  int error = 0;
  for (size_t i = 0; i < rows->count && !error; i++) {
    uriel_value result = {.kind = URIEL_KIND_UNDEFINED};
    bool skip;
    error = rows_values(call, rows, i, &skip);
    if (!error && !skip)
      error = uriel_arrow_call_once(call, &result);
    if (!error)
      error = call->function->result == URIEL_KIND_LIST ? rows_add_list(call, &result)
                                                        : rows_add(call, &call->result, &result);
  }
  return error;
}

/* ---- Components ------------------------------------------------------------------------------- */

/* The component that the function returns, as a column; or NULL. */
static const arrow_kind *rows_kind(const uriel_function *function)
{
  for (size_t i = 0; i < ARROW_KINDS && function->part; i++)
    if (uriel_arrow_kinds[i].type == ARROW_TEXT &&
        strcmp(uriel_arrow_kinds[i].name, function->name) == 0)
      return &uriel_arrow_kinds[i];
  return NULL;
}

/* A part of a component. */
static int rows_part(arrow_call *call, const arrow_rows *rows)
{
  arrow_spans spans = {.sum = 0};
  for (size_t i = 0; i < rows->count; i++) {
    const bool valid = !(rows->refs[i].flags & URIEL_INVALID);
    const uriel_text text = valid ? call->function->part(&rows->refs[i]) : (uriel_text){NULL, 0};
    spans.text[i] = text.ptr ? text.ptr : rows->input->text;
    spans.len[i] = (uint32_t)text.len;
    spans.defined[i] = text.ptr != NULL;
    spans.sum += text.len;
  }
  return uriel_arrow_column_put_spans(&call->result, &spans, rows, call->why);
}

int uriel_arrow_call_rows(arrow_call *call)
{
  uriel_ref refs[ARROW_BLOCK];
  const arrow_kind *const kind = rows_kind(call->function);
  int error = 0;
  for (int64_t row = 0; row < call->length && !error; row += ARROW_BLOCK) {
    const int64_t left = call->length - row;
    const arrow_rows rows = {.input = &call->inputs[0],
                             .first = row,
                             .refs = call->blocks ? refs : NULL,
                             .count = (size_t)(left < ARROW_BLOCK ? left : ARROW_BLOCK)};
    if (call->blocks)
      uriel_arrow_input_read(&call->inputs[0], row, refs, rows.count);
    if (!call->blocks || !call->function->part)
      error = rows_call(call, &rows);
    else
      error =
          kind ? uriel_arrow_column_put(&call->result, kind, &rows, call->why) : rows_part(call, &rows);
  }
  return error;
}
