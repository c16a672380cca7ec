/* SPDX-License-Identifier: MIT */
/* Records to output: lines, JSON, tab-separated values. */
#include "render.h"

#include <stddef.h>
#include <string.h>

#include "arrow.h"
#include "error.h"
#include "junit.h"
#include "sarif.h"
#include "uriel_query.h"

static void render_coloured(struct output *out, const struct record *record, const struct column *column,
                            uriel_text value)
{
  if (column->kind == COLUMN_REFERENCE)
    colour_reference(out, &record->reading, value);
  else
    colour_put(out, column->tone, value.ptr, value.len);
}

/* "KEY=", after a tab if it is not the first. */
static void render_key(struct output *out, bool *more, const char *group, const char *key)
{
  if (*more)
    output_char(out, '\t');
  *more = true;
  colour_put(out, TONE_DIM, group, strlen(group));
  colour_put(out, TONE_DIM, key, strlen(key));
  output_char(out, '=');
}

/* Whether the column has a value in other forms than JSON. */
static bool render_has(const struct schema *schema, const struct record *record, size_t column)
{
  return record->values[column].ptr && !(schema->only_json >> column & 1);
}

static void render_pairs(const struct schema *schema, const struct record *record)
{
  struct output *const out = &standard_out;
  bool more = false;
  for (size_t i = schema->plain; i < schema->count; i++) {
    const struct column *const column = &schema->columns[i];
    const size_t own_count = column->kind == COLUMN_OWN ? record->own_count : 0;
    for (size_t own = 0; own < own_count; own++) {
      render_key(out, &more, "own.", record->own[own].name);
      output_foreign(out, record->own[own].text.ptr, record->own[own].text.len);
    }
    if (!render_has(schema, record, i))
      continue;
    render_key(out, &more, "", column->key);
    render_coloured(out, record, column, record->values[i]);
  }
}

void render_label(size_t indent, size_t column, const char *label)
{
  struct output *const out = &standard_out;
  const size_t len = strlen(label);
  output_format(out, "%*s", (int)indent, "");
  colour_put(out, TONE_DIM, label, len);
  output_format(out, "%*s", indent + len < column ? (int)(column - indent - len) : 0, "");
}

void render_repairs(const struct repairs *repairs, uriel_text text, size_t indent, size_t column,
                    const char *label)
{
  enum { REPAIRS_SHOWN = 8 };
  const size_t count = repairs->count < REPAIRS_SHOWN ? repairs->count : REPAIRS_SHOWN;
  for (size_t i = 0; i < count; i++) {
    const struct record_error error = {.error = repairs->list[i], .text = text};
    render_label(indent, column, label);
    error_put(&error, &standard_out);
    output_char(&standard_out, '\n');
  }
  if (repairs->count > count)
    output_format(&standard_out, "%*sand %zu more\n", (int)column, "", repairs->count - count);
}

void render_rows(const struct schema *schema, const struct record *record)
{
  enum { VALUES = 13, OWN = 4, OWN_VALUES = 18 }; /* columns */
  struct output *const out = &standard_out;
  size_t values = VALUES;
  for (size_t i = schema->plain; i < schema->count; i++)
    if (render_has(schema, record, i) && strlen(schema->columns[i].key) + 3 > values)
      values = strlen(schema->columns[i].key) + 3;
  for (size_t i = schema->plain; i < schema->count; i++) {
    const struct column *const column = &schema->columns[i];
    const size_t own_count = column->kind == COLUMN_OWN ? record->own_count : 0;
    if (own_count > 0) {
      render_label(2, 0, column->key);
      output_char(out, '\n');
    }
    for (size_t own = 0; own < own_count; own++) {
      render_label(OWN, OWN_VALUES, record->own[own].name);
      output_foreign(out, record->own[own].text.ptr, record->own[own].text.len);
      output_char(out, '\n');
    }
    if (!render_has(schema, record, i))
      continue;
    render_label(2, values, column->key);
    render_coloured(out, record, column, record->values[i]);
    output_char(out, '\n');
  }
  render_repairs(&record->repairs, record->values[0], 2, values, "repair");
}

void render_json_error(struct json *json, const char *key, const struct record_error *error)
{
  struct buffer *const scratch = &json->out->scratch;
  json_object_begin(json, key);
  for (size_t i = 0; i < ERROR_KEYS; i++) {
    const char *const name = error_keys[i] + strlen("error_");
    error_value(error, (enum error_key)i, scratch);
    if (i == ERROR_OFFSET || i == ERROR_BEGIN || i == ERROR_LENGTH)
      json_literal(json, name, scratch->ptr, scratch->len);
    else if (scratch->len > 0 || i == ERROR_SECTION)
      json_text(json, name, scratch->ptr, scratch->len);
  }
  json_object_end(json);
}

static void render_json_decoded(struct json *json, const char *key, uriel_text text)
{
  struct buffer *const scratch = &json->out->scratch;
  buffer_reserve(scratch, text.len);
  json_text(json, key, scratch->ptr,
            uriel_decode(text.ptr, text.len, 0, scratch->ptr, scratch->capacity, NULL));
}

/* The array of the parameters of a query, decoded, in order: `name`, and `value` after "="; nothing
 * without any. */
static void render_json_params(struct json *json, const char *key, uriel_text query)
{
  bool more = false;
  for (uriel_param param; uriel_query_next(&query, &param, 0); more = true) {
    if (!more)
      json_array_begin(json, key);
    json_object_begin(json, NULL);
    render_json_decoded(json, "name", param.name);
    if (param.value.ptr)
      render_json_decoded(json, "value", param.value);
    json_object_end(json);
  }
  if (more)
    json_array_end(json);
}

static void render_json_column(struct json *json, const struct column *column,
                               const struct record *record, uriel_text value)
{
  if (column->kind == COLUMN_VALID) {
    json_bool(json, column->key, !record_has_error(record));
  } else if (column->kind == COLUMN_OWN && record->own_count > 0) {
    json_object_begin(json, column->key);
    for (size_t i = 0; i < record->own_count; i++)
      json_text(json, record->own[i].name, record->own[i].text.ptr, record->own[i].text.len);
    json_object_end(json);
  } else if (column->kind == COLUMN_PARAMS) {
    render_json_params(json, column->key, value);
  } else if (value.ptr && column->kind != COLUMN_KEY &&
             (column->kind == COLUMN_LITERAL || column_result(column->kind) != URIEL_KIND_TEXT)) {
    json_literal(json, column->key, value.ptr, value.len);
  } else if (value.ptr && column->kind != COLUMN_HIDDEN) {
    json_text(json, column->key, value.ptr, value.len);
  }
}

static void render_json_keys(struct json *json, const struct render *render, const struct record *record)
{
  const struct by *const by = &render->keys->by;
  struct buffer *const scratch = &json->out->scratch;
  uriel_ref storage;
  uriel_text given;
  const uriel_ref *const ref = record_keyed(render->schema, record, &storage, &given);
  for (size_t i = 0; ref && i < by->count; i++) {
    const struct key *const key = &by->keys[i];
    const char *const name = render->keys->names[i];
    const bool plain = key_kind(key) != URIEL_KIND_TEXT;
    const uriel_text value = key_modified(key, ref, given, scratch);
    if (key->name == KEY_PARAMETERS && key->modifier_count == 0)
      render_json_params(json, name, uriel_query(ref));
    else if (plain && value.ptr)
      json_literal(json, name, value.ptr, value.len);
    else
      json_defined(json, name, value);
  }
}

void render_json_repairs(struct json *json, const struct repairs *repairs, uriel_text text)
{
  if (repairs->count == 0)
    return;
  json_array_begin(json, "repairs");
  for (size_t i = 0; i < repairs->listed; i++) {
    const struct record_error error = {.error = repairs->list[i], .text = text};
    render_json_error(json, NULL, &error);
  }
  json_array_end(json);
  if (repairs->count > repairs->listed)
    json_number(json, "repair_count", repairs->count);
}

static void render_json(const struct render *render, const struct record *record)
{
  const struct schema *const schema = render->schema;
  struct json json = {.out = &standard_out};
  json_object_begin(&json, NULL);
  if (record->verdict == VERDICT_EMPTY) { /* only "input", or both sides of a pair if one is empty */
    const bool pair = record->values[1].ptr;
    for (size_t i = 0; i < (pair ? 2 : 1); i++)
      json_text(&json, pair ? schema->columns[i].key : "input", record->values[i].ptr,
                record->values[i].len);
    json_object_end(&json);
    output_char(&standard_out, '\n');
    return;
  }
  for (size_t i = 0; i < (schema->json ? 1 : schema->count); i++)
    render_json_column(&json, &schema->columns[i], record, record->values[i]);
  if (schema->json)
    schema->json(record, &json);
  if (render->keys && !record_is_invalid(record))
    render_json_keys(&json, render, record);
  render_json_repairs(&json, &record->repairs, record->values[0]);
  if (record->warning_count > 0) {
    json_array_begin(&json, "warnings");
    for (size_t i = 0; i < record->warning_count; i++)
      render_json_error(&json, NULL, &record->warnings[i]);
    json_array_end(&json);
  }
  if (record_read(record))
    json_string(&json, "read", record_read(record));
  if (record_fails(schema, record) || record->read != URIEL_READ_EXACT)
    render_json_error(&json, "error", &record->error);
  json_object_end(&json);
  output_char(&standard_out, '\n');
}

static void render_tsv(const struct render *render, const struct record *record)
{
  struct output *const out = &standard_out;
  bool more = false;
  for (size_t i = 0; i < render->schema->count; i++) {
    if (!render_in_table(render->schema, i))
      continue;
    const uriel_text value = record_value(render->schema, record, i, &out->scratch);
    if (more)
      output_char(out, '\t');
    more = true;
    if (value.ptr)
      output_as(out, out->terminal ? ESCAPE_TSV_TERMINAL : ESCAPE_TSV, value.ptr, value.len);
    else
      output_put(out, "\\N", 2); /* as PostgreSQL's COPY reads it */
  }
  if (!render->schema->no_errors &&
      (record_fails(render->schema, record) || record->read != URIEL_READ_EXACT)) {
    output_format(out, "\t%s\t", error_code(&record->error));
    output_number(out, record->error.error.offset);
  } else if (!render->schema->no_errors) {
    output_text(out, "\t\\N\t\\N");
  }
  output_char(out, render->terminator);
}

void render_header(const struct render *render)
{
  bool more = false;
  for (size_t i = 0; i < render->schema->count; i++) {
    if (!render_in_table(render->schema, i))
      continue;
    output_text(&standard_out, more ? "\t" : "");
    output_text(&standard_out, render->schema->columns[i].key);
    more = true;
  }
  if (!render->schema->no_errors)
    output_text(&standard_out, "\terror_code\terror_offset");
  output_char(&standard_out, render->terminator);
}

void render_record(const struct render *render, const struct record *record)
{
  const struct schema *const schema = render->schema;
  struct output *const out = &standard_out;
  const bool fails = record_fails(schema, record);
  if (render->form == RENDER_TSV) {
    render_tsv(render, record);
    return;
  }
  if (render->form == RENDER_ARROW) {
    arrow_record(render->arrow, schema, record);
    return;
  }
  if (render->form == RENDER_JSON) {
    render_json(render, record);
    return;
  }
  if (render->form == RENDER_SARIF) {
    sarif_record(record);
    return;
  }
  if (render->form == RENDER_JUNIT) {
    junit_record(record);
    return;
  }
  const bool formats = render->form == RENDER_FORMAT &&
                       (!fails || schema->partial || template_has_errors(render->format));
  if (record->verdict == VERDICT_EMPTY || (fails && !formats && !render->keep)) {
    /* an empty record */
  } else if (formats) {
    template_put(render->format, schema, record, out);
  } else if (fails) { /* the known values */
    const uriel_text line = record_line(record);
    output_foreign(out, line.ptr, line.len);
    output_put(out, "\t", record->second.ptr != NULL);
    output_foreign(out, record->second.ptr, record->second.len);
    output_put(out, "\n", render->form == RENDER_LONG);
  } else if (render->form == RENDER_LONG) {
    colour_reference(out, &record->reading, record->heading.ptr ? record->heading : record->values[0]);
    output_char(out, '\n');
    if (schema->block)
      schema->block(record);
    else
      render_rows(schema, record);
  } else if (schema->line) {
    schema->line(record);
  } else if (record->plain.ptr) {
    output_foreign(out, record->plain.ptr, record->plain.len);
  } else if (schema->pairs) {
    render_pairs(schema, record);
  } else {
    render_coloured(out, record, &schema->columns[schema->plain], record->values[schema->plain]);
  }
  output_char(out, render->terminator);
}
