/* SPDX-License-Identifier: MIT */
/* uriel functions: the vocabulary, a table of every function of a reference. */
#include "uriel_function.h"

#include <string.h>

#include "stage.h"

enum { FUNCTIONS_NAME, FUNCTIONS_ARGUMENTS, FUNCTIONS_RESULT, FUNCTIONS_SENTENCE, FUNCTIONS_COLUMNS };

static const struct column functions_columns[] = {{"name", COLUMN_TEXT, TONE_SCHEME},
                                                  {"arguments", COLUMN_TEXT, TONE_PLAIN},
                                                  {"result", COLUMN_TEXT, TONE_PLAIN},
                                                  {"sentence", COLUMN_TEXT, TONE_PLAIN}};

static void functions_append(struct buffer *out, const char *before, const char *text, const char *after)
{
  buffer_append(out, before, strlen(before));
  buffer_append(out, text, strlen(text));
  buffer_append(out, after, strlen(after));
}

static void functions_values(const uriel_function *function, struct record *record)
{
  struct buffer *const arguments = &record->scratch[0], *const result = &record->scratch[1];
  const bool many = function->field_count > 1;
  arguments->len = result->len = 0;
  /* "u, level=scheme, spec=rfc3986" */
  for (size_t i = 0; i < function->argument_count; i++) {
    functions_append(arguments, i > 0 ? ", " : "", function->arguments[i].name, "");
    if (function->arguments[i].usual)
      functions_append(arguments, "=", function->arguments[i].usual, "");
  }
  /* "list", or "list of {name, value}" */
  functions_append(result, "", uriel_kind_name(function->result), "");
  for (size_t i = 0; i < function->field_count; i++)
    functions_append(result,
                     i > 0  ? ", "
                     : many ? " of {"
                            : " of ",
                     function->fields[i].name, many && i + 1 == function->field_count ? "}" : "");
  record->detail = function;
  record->values[FUNCTIONS_NAME] = uriel_text_of(function->name);
  record->values[FUNCTIONS_ARGUMENTS] = buffer_text(arguments);
  record->values[FUNCTIONS_RESULT] = buffer_text(result);
  record->values[FUNCTIONS_SENTENCE] = uriel_text_of(function->sentence);
}

/* `context` is the index of the next row. */
static bool functions_next(void *context, struct record *record)
{
  size_t *const at = context, count;
  const uriel_function *const all = uriel_functions(&count);
  if (*at == count)
    return false;
  functions_values(&all[(*at)++], record);
  return true;
}

static void functions_each(void *context, struct record *record)
{
  const uriel_function *const function = uriel_function_find(record->input.ptr, record->input.len);
  const char *names[128] = {NULL};
  size_t count;
  const uriel_function *const all = uriel_functions(&count);
  (void)context;
  if (function) {
    functions_values(function, record);
    return;
  }
  for (size_t i = 0; i < count && i + 1 < sizeof names / sizeof *names; i++)
    names[i] = all[i].name;
  name_refuse(record, names, "no function has that name", "not a function", "function-unknown");
  record->error.hint = "uriel functions lists the functions";
}

/* NAME(ARGUMENTS): RESULT, and the sentence below it. */
static void functions_line(const struct record *record)
{
  const uriel_text *const values = record->values;
  colour_put(&standard_out, TONE_SCHEME, values[FUNCTIONS_NAME].ptr, values[FUNCTIONS_NAME].len);
  output_format(&standard_out, "(%.*s): %.*s\n    %.*s", (int)values[FUNCTIONS_ARGUMENTS].len,
                values[FUNCTIONS_ARGUMENTS].ptr, (int)values[FUNCTIONS_RESULT].len,
                values[FUNCTIONS_RESULT].ptr, (int)values[FUNCTIONS_SENTENCE].len,
                values[FUNCTIONS_SENTENCE].ptr);
}

static void functions_json_list(struct json *json, const char *key, const uriel_parameter *list,
                                size_t count)
{
  json_array_begin(json, key);
  for (size_t i = 0; i < count; i++) {
    json_object_begin(json, NULL);
    json_string(json, "name", list[i].name);
    json_string(json, "kind", uriel_kind_name(list[i].kind));
    json_defined(json, "default", uriel_text_of(list[i].usual));
    json_object_end(json);
  }
  json_array_end(json);
}

static void functions_json(const struct record *record, struct json *json)
{
  const uriel_function *const function = record->detail;
  if (record_is_invalid(record) || !function)
    return;
  functions_json_list(json, "arguments", function->arguments, function->argument_count);
  json_string(json, "result", uriel_kind_name(function->result));
  if (function->field_count > 0)
    functions_json_list(json, "fields", function->fields, function->field_count);
  json_string(json, "sentence", function->sentence);
}

const struct stage functions_stage = {
    .schema = &(const struct schema){.columns = functions_columns,
                                     .count = FUNCTIONS_COLUMNS,
                                     .plain = FUNCTIONS_NAME,
                                     .json = functions_json,
                                     .line = functions_line},
    .self = &(size_t){0},
    .source = SOURCE_TABLE,
    .texts = true,
    .each = functions_each,
    .next = functions_next,
    .files = true,
};
