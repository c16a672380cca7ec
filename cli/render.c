/* SPDX-License-Identifier: MIT */
/* Records to output. */
#include "render.h"

#include <string.h>

#include "fault.h"
#include "json.h"
#include "output.h"
#include "tsv.h"

static struct buffer render_scratch;

/* A column's value in words; VALID has none of its own. */
static uriel_text render_value(const struct schema *schema, const struct record *record, size_t column)
{
  if (schema->columns[column].kind == COLUMN_VALID)
    return uriel_text_of(record->invalid ? "false" : "true");
  return record->values[column];
}

static void render_coloured(struct output *out, const struct column *column, uriel_text value)
{
  if (column->kind == COLUMN_REFERENCE)
    colour_reference(out, value.ptr, value.len);
  else
    colour_put(out, column->tone, value.ptr, value.len);
}

static void render_plain(const struct render *render, const struct record *record)
{
  const struct schema *const schema = render->schema;
  struct output *const out = &standard_out;
  const size_t end = schema->pairs ? schema->count : schema->plain + 1;
  bool more = false;
  for (size_t i = schema->plain; i < end && !record->invalid; i++) {
    const uriel_text value = render_value(schema, record, i);
    if (!value.ptr)
      continue;
    if (more)
      output_char(out, '\t');
    more = true;
    if (schema->pairs) {
      colour_put(out, TONE_DIM, schema->columns[i].key, strlen(schema->columns[i].key));
      output_char(out, '=');
    }
    render_coloured(out, &schema->columns[i], value);
  }
  output_char(out, render->terminator);
}

static void render_long(const struct render *render, const struct record *record)
{
  const struct schema *const schema = render->schema;
  struct output *const out = &standard_out;
  if (!record->invalid) {
    colour_reference(out, record->values[0].ptr, record->values[0].len);
    output_char(out, '\n');
  }
  for (size_t i = schema->plain; i < schema->count && !record->invalid; i++) {
    const struct column *const column = &schema->columns[i];
    if (!record->values[i].ptr)
      continue;
    output_text(out, "  ");
    colour_put(out, TONE_DIM, column->key, strlen(column->key));
    for (size_t pad = strlen(column->key); pad < 10; pad++)
      output_char(out, ' ');
    output_char(out, ' ');
    render_coloured(out, column, record->values[i]);
    output_char(out, '\n');
  }
  output_char(out, render->terminator);
}

static void render_json_fault(struct json *json, const struct record_fault *fault)
{
  json_object_begin(json, "fault");
  if (fault->in)
    json_string(json, "in", fault->in);
  json_number(json, "offset", fault->fault.offset);
  json_string(json, "code", fault_code(fault));
  json_string(json, "component", fault_component(fault));
  fault_message(fault, &render_scratch);
  json_text(json, "message", render_scratch.ptr, render_scratch.len);
  json_string(json, "section", fault_section(fault));
  fault_expected(fault, &render_scratch);
  if (render_scratch.len > 0)
    json_text(json, "expected", render_scratch.ptr, render_scratch.len);
  json_number(json, "begin", fault->fault.begin);
  json_number(json, "length", fault->fault.length);
  json_object_end(json);
}

static void render_json(const struct render *render, const struct record *record)
{
  const struct schema *const schema = render->schema;
  struct json json = {.out = &standard_out};
  json_object_begin(&json, NULL);
  for (size_t i = 0; i < schema->count; i++) {
    const uriel_text value = record->values[i];
    if (schema->columns[i].kind == COLUMN_VALID)
      json_bool(&json, schema->columns[i].key, !record->invalid);
    else if (value.ptr)
      json_text(&json, schema->columns[i].key, value.ptr, value.len);
  }
  if (record->invalid)
    render_json_fault(&json, &record->fault);
  json_object_end(&json);
  output_char(&standard_out, '\n');
}

static void render_tsv(const struct render *render, const struct record *record)
{
  struct output *const out = &standard_out;
  for (size_t i = 0; i < render->schema->count; i++) {
    const uriel_text value = render_value(render->schema, record, i);
    tsv_text(out, value.ptr, value.len);
    output_char(out, '\t');
  }
  if (record->invalid) {
    output_text(out, fault_code(&record->fault));
    output_char(out, '\t');
    output_number(out, record->fault.fault.offset);
  } else {
    output_text(out, "\\N\t\\N");
  }
  output_char(out, render->terminator);
}

void render_header(const struct render *render)
{
  for (size_t i = 0; i < render->schema->count; i++) {
    output_text(&standard_out, render->schema->columns[i].key);
    output_char(&standard_out, '\t');
  }
  output_text(&standard_out, "fault_code\tfault_offset");
  output_char(&standard_out, render->terminator);
}

void render_record(const struct render *render, const struct record *record)
{
  switch (render->form) {
  case RENDER_PLAIN:
    render_plain(render, record);
    break;
  case RENDER_LONG:
    render_long(render, record);
    break;
  case RENDER_JSON:
    render_json(render, record);
    break;
  case RENDER_TSV:
    render_tsv(render, record);
    break;
  case RENDER_FORMAT:
    if (!record->invalid || template_tells_faults(render->format))
      template_put(render->format, render->schema, record, &standard_out);
    output_char(&standard_out, render->terminator);
    break;
  }
}
