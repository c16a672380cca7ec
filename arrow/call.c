/* SPDX-License-Identifier: MIT */
/* uriel_arrow_call: the arguments, the constants, and the result that is handed out. */
#include "call.h"

#include "schema.h"
#include "uriel_spec.h"
#include <stdlib.h>

/* ---- Constants -------------------------------------------------------------------------------- */

/* Calls the function once, with the constants and an allowed value for each column. */
static int call_check_constants(arrow_call *call)
{
  const uriel_text text = uriel_text_of("a:b");
  uriel_value kept[URIEL_FUNCTION_ARGUMENTS], result;
  const uriel_function *const function = call->function;
  memcpy(kept, call->values, sizeof kept);
  for (size_t i = 0; i < call->count; i++) {
    const uriel_parameter *const parameter = &function->arguments[i];
    if (!call->is_column[i] || parameter->words)
      continue;
    if (parameter->kind == URIEL_KIND_INTEGER)
      call->values[i] = (uriel_value){.kind = URIEL_KIND_INTEGER, .integer = 1};
    else if (parameter->kind == URIEL_KIND_LIST)
      call->values[i] = (uriel_value){.kind = URIEL_KIND_LIST, .list = &text};
    else
      call->values[i] = (uriel_value){.kind = URIEL_KIND_TEXT, .text = text};
  }
  const int error = uriel_arrow_call_once(call, &result);
  memcpy(call->values, kept, sizeof kept);
  if (error || call->error.code == URIEL_ERROR_NONE)
    return error;
  for (size_t i = 0; i < call->count; i++)
    if (call->is_column[i] && call->error.part == function->arguments[i].name) {
      call->error = (uriel_error){.code = URIEL_ERROR_NONE};
      return 0;
    }
  return arrow_fail(call->why, EINVAL, arrow_wrong_argument);
}

/* Sets the document of the references; returns false if it is a column. */
static bool call_spec(const arrow_call *call, uriel_spec *spec)
{
  const size_t last = call->function->argument_count - 1;
  const uriel_parameter *const parameter = &call->function->arguments[last];
  if (strcmp(parameter->name, "spec") != 0 || (last < call->count && call->is_column[last]))
    return false;
  const bool given = last < call->count && call->values[last].text.ptr;
  const uriel_text name = given ? call->values[last].text : uriel_text_of(parameter->usual);
  return uriel_spec_find(spec, name.ptr, name.len);
}

/* Parses each constant reference once for all rows. URLs are left, since a URL of the URL standard is
 * resolved while it is parsed. */
static void call_parse_constants(arrow_call *call, uriel_spec spec)
{
  for (size_t i = 0; i < call->count; i++) {
    uriel_value *const value = &call->values[i];
    if (call->function->arguments[i].kind == URIEL_KIND_REFERENCE && !call->is_column[i] &&
        value->kind == URIEL_KIND_TEXT && value->text.ptr &&
        uriel_parse_as(&call->parsed[i], value->text.ptr, value->text.len, spec, 0, NULL))
      *value = (uriel_value){.kind = URIEL_KIND_REFERENCE, .ref = &call->parsed[i]};
  }
}

/* ---- Arguments -------------------------------------------------------------------------------- */

static int call_read_schemas(arrow_call *call, const uriel_arrow_argument *arguments)
{
  size_t columns = 0;
  call->text = ARROW_UTF8;
  for (size_t i = 0; i < call->count; i++) {
    const uriel_parameter *const parameter = &call->function->arguments[i];
    call->values[i] = arguments[i].value;
    call->is_column[i] = arguments[i].schema != NULL;
    if (!call->is_column[i])
      continue;
    call->values[i] = (uriel_value){.kind = URIEL_KIND_UNDEFINED};
    const int error = uriel_arrow_source(&call->sources[i], arguments[i].schema, arguments[i].child,
                                         parameter->kind, call->why);
    if (error)
      return error;
    if (arrow_copies(&call->sources[i]) == ARROW_LARGE_UTF8)
      call->text = ARROW_LARGE_UTF8;
    columns++;
  }
  call->encoded = columns == 1 && call->sources[0].form == ARROW_ENCODED &&
                  call->function->result != URIEL_KIND_LIST;
  return columns > 0 ? 0 : arrow_fail(call->why, EINVAL, "no argument is a column");
}

int uriel_arrow_call_open(arrow_call *call, const uriel_function *function,
                          const uriel_arrow_argument *arguments, size_t count, const char **why)
{
  uriel_spec spec;
  *call = (arrow_call){.function = function, .count = count, .why = why};
  if (count > function->argument_count) {
    call->error = arrow_refused(function, function->argument_count - 1);
    return arrow_fail(why, EINVAL, arrow_wrong_argument);
  }
  int error = call_read_schemas(call, arguments);
  if (!error)
    error = call_check_constants(call);
  if (error || !call_spec(call, &spec) || spec == URIEL_SPEC_WHATWG || spec == URIEL_SPEC_LENIENT)
    return error;
  call_parse_constants(call, spec);
  call->blocks = spec == URIEL_SPEC_RFC3986 && call->is_column[0] &&
                 function->arguments[0].kind == URIEL_KIND_REFERENCE &&
                 (call->sources[0].form == ARROW_PLAIN || call->encoded);
  return 0;
}

void uriel_arrow_call_close(arrow_call *call)
{
  uriel_arrow_column_close(&call->result);
  for (size_t i = 0; i < URIEL_FUNCTION_FIELDS; i++)
    uriel_arrow_column_close(&call->fields[i]);
  free(call->scratch.bytes);
  free(call->element.bytes);
  free(call->texts.bytes);
  free(call->used);
}

/* Checks the indices of a dictionary. A value without a row is treated as null. */
static int call_read_indices(arrow_call *call, size_t at)
{
  arrow_input *const values = &call->inputs[at];
  if (!call->encoded)
    return uriel_arrow_input_indices(&call->outers[at], values->length, NULL, call->why);
  call->used = calloc((size_t)values->length / 8 + 1, 1);
  if (!call->used)
    return arrow_no_memory(call->why);
  const int error = uriel_arrow_input_indices(&call->outers[at], values->length, call->used, call->why);
  if (error)
    return error;
  values->valid[1] = (arrow_bits){call->used, 0};
  call->length = values->length;
  return 0;
}

/* Opens the columns, whose lengths must be equal. */
static int call_read_arrays(arrow_call *call, const uriel_arrow_argument *arguments)
{
  call->rows = -1;
  for (size_t i = 0; i < call->count; i++) {
    if (!call->is_column[i])
      continue;
    const arrow_form form = call->sources[i].form;
    int error = uriel_arrow_input_open(&call->inputs[i], &call->outers[i], &call->sources[i],
                                       arguments[i].array, call->why);
    if (error)
      return error;
    const int64_t rows = form == ARROW_PLAIN ? call->inputs[i].length : call->outers[i].length;
    if (call->rows >= 0 && call->rows != rows)
      return arrow_fail(call->why, EINVAL, "the columns have different lengths");
    call->rows = call->length = rows;
    error = form == ARROW_ENCODED ? call_read_indices(call, i) : 0;
    if (error)
      return error;
  }
  return 0;
}

/* ---- Results ---------------------------------------------------------------------------------- */

static arrow_format call_format(const arrow_call *call, uriel_kind kind)
{
  return kind == URIEL_KIND_BOOL      ? ARROW_BOOL
         : kind == URIEL_KIND_INTEGER ? ARROW_INT64
         : kind == URIEL_KIND_LIST    ? ARROW_LIST
                                      : call->text;
}

static int call_open_columns(arrow_call *call)
{
  const uriel_function *const function = call->function;
  int error = uriel_arrow_column_open(&call->result, call_format(call, function->result), call->length,
                                      call->why);
  for (size_t i = 0; i < function->field_count && !error; i++)
    error = uriel_arrow_column_open(&call->fields[i], call_format(call, function->fields[i].kind), 0,
                                    call->why);
  return error;
}

/* Whether the result has a dictionary. Bools and integers are as short as indices. */
static bool call_stays_encoded(const arrow_call *call)
{
  return call->encoded && call->function->result == URIEL_KIND_TEXT;
}

/* Makes a row for each index: the result for its value or, with `places`, the place of that result. */
static int call_expand(arrow_call *call, arrow_column *rows, const int64_t *places)
{
  const arrow_input *const indices = &call->outers[0];
  int error = uriel_arrow_column_open(
      rows, places ? arrow_integers(&call->sources[0].outer) : call->result.format, call->rows,
      call->why);
  for (int64_t i = 0; i < call->rows && !error; i++) {
    uriel_value value = {.kind = URIEL_KIND_UNDEFINED};
    if (!uriel_arrow_input_is_null(indices, i)) {
      const int64_t at = uriel_arrow_input_number(indices, i);
      if (!places)
        uriel_arrow_column_get(&call->result, at, &value);
      else if (places[at] >= 0)
        value = (uriel_value){.kind = URIEL_KIND_INTEGER, .integer = places[at]};
    }
    error = uriel_arrow_column_add(rows, &value, call->why);
  }
  return error;
}

static bool call_give_plain(arrow_call *call, struct ArrowArray *out)
{
  struct ArrowArray child;
  const size_t count = call->function->field_count;
  if (count == 0)
    return uriel_arrow_give(out, &call->result, NULL);
  if (!(count == 1 ? uriel_arrow_give(&child, &call->fields[0], NULL)
                   : uriel_arrow_give_struct(&child, call->fields, count, call->fields[0].length, NULL)))
    return false;
  if (uriel_arrow_give_list(out, &call->result, &child))
    return true;
  child.release(&child);
  return false;
}

/* Gives the distinct texts, and an index for each row. */
static int call_give_encoded(arrow_call *call, struct ArrowArray *out)
{
  struct ArrowArray values;
  arrow_column texts = {.length = 0}, rows = {.length = 0};
  int64_t *const places = malloc(((size_t)call->length + 1) * sizeof *places);
  int error = places ? uriel_arrow_column_distinct(&texts, &call->result, places, call->why) : ENOMEM;
  if (!error)
    error = call_expand(call, &rows, places);
  if (!error && !uriel_arrow_give(&values, &texts, NULL)) {
    error = ENOMEM;
  } else if (!error && !uriel_arrow_give_encoded(out, &rows, &values)) {
    values.release(&values);
    error = ENOMEM;
  }
  free(places);
  uriel_arrow_column_close(&texts);
  uriel_arrow_column_close(&rows);
  return error == ENOMEM ? arrow_no_memory(call->why) : error;
}

static int call_give(arrow_call *call, struct ArrowArray *out)
{
  if (call_stays_encoded(call))
    return call_give_encoded(call, out);
  if (!call->encoded)
    return call_give_plain(call, out) ? 0 : arrow_no_memory(call->why);
  arrow_column rows = {.length = 0};
  int error = call_expand(call, &rows, NULL);
  if (!error && !uriel_arrow_give(out, &rows, NULL))
    error = arrow_no_memory(call->why);
  uriel_arrow_column_close(&rows);
  return error;
}

static bool call_give_plain_schema(const arrow_call *call, struct ArrowSchema *out)
{
  const uriel_function *const function = call->function;
  struct ArrowSchema fields[URIEL_FUNCTION_FIELDS], child;
  if (function->field_count == 0) {
    uriel_arrow_schema_leaf(out, function->name, call_format(call, function->result));
    return true;
  }
  for (size_t i = 0; i < function->field_count; i++)
    uriel_arrow_schema_leaf(&fields[i], function->fields[i].name,
                            call_format(call, function->fields[i].kind));
  if (function->field_count == 1)
    uriel_arrow_schema_leaf(&child, "item", call_format(call, function->fields[0].kind));
  else if (!uriel_arrow_schema_outer(&child, "item", "+s", fields, function->field_count))
    return false;
  if (uriel_arrow_schema_outer(out, function->name, "+l", &child, 1)) {
    out->flags = ARROW_FLAG_NULLABLE;
    return true;
  }
  child.release(&child);
  return false;
}

static bool call_give_schema(const arrow_call *call, struct ArrowSchema *out)
{
  struct ArrowSchema values;
  if (!call_stays_encoded(call))
    return call_give_plain_schema(call, out);
  if (!call_give_plain_schema(call, &values))
    return false;
  if (uriel_arrow_schema_encoded(out, call->function->name, arrow_integers(&call->sources[0].outer),
                                 &values))
    return true;
  values.release(&values);
  return false;
}

static void call_tell(const arrow_call *call, uriel_error *error)
{
  if (error)
    *error = call->error;
}

int uriel_arrow_call_schema(struct ArrowSchema *out, const uriel_function *function,
                            const uriel_arrow_argument *arguments, size_t count, uriel_error *error,
                            const char **why)
{
  arrow_call call;
  int failed = uriel_arrow_call_open(&call, function, arguments, count, why);
  if (!failed && !call_give_schema(&call, out))
    failed = arrow_no_memory(why);
  call_tell(&call, error);
  uriel_arrow_call_close(&call);
  return failed;
}

int uriel_arrow_call(struct ArrowArray *out, const uriel_function *function,
                     const uriel_arrow_argument *arguments, size_t count, uriel_error *error,
                     const char **why)
{
  arrow_call call;
  int failed = uriel_arrow_call_open(&call, function, arguments, count, why);
  call_tell(&call, error);
  if (!failed)
    failed = call_read_arrays(&call, arguments);
  if (!failed)
    failed = call_open_columns(&call);
  if (!failed)
    failed = uriel_arrow_call_rows(&call);
  if (!failed)
    failed = call_give(&call, out);
  uriel_arrow_call_close(&call);
  return failed;
}
