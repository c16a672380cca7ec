/* SPDX-License-Identifier: MIT */
/* Columns by name. */
#include "columns.h"

#include <string.h>

#include "base/escape.h"
#include "base/unicode.h"
#include "cli.h"
#include "error.h"
#include "uriel_scheme.h"

/* The chosen columns, after the hidden ones. The input is every record's first column. */
static struct {
  struct column list[RECORD_COLUMNS];
  struct key keys[RECORD_COLUMNS];
  size_t count;
} columns;

/* Ends the program: `name` is not a column. If it is a function, says why not. */
static _Noreturn void columns_refuse(const char *command, uriel_text name, const char *const *words)
{
  static const char allowed[] =
      "; columns are the keys of --format and of errors, and functions (uriel functions) that "
      "need only a reference and do not return a list";
  char hint[WORD_HINT];
  const uriel_function *const function = uriel_function_find(name.ptr, name.len);
  const char *needed = NULL;
  if (!function || strncmp(function->name, "error", strlen("error")) == 0) {
    const bool is_near = *word_hint(hint, name, words);
    die_usage(command, "--columns: no column \"%.*s\"%s", (int)name.len, name.ptr,
              is_near ? hint : allowed);
  }
  for (size_t i = function->argument_count; i-- > 1;)
    if (!function->arguments[i].usual)
      needed = function->arguments[i].name;
  die_usage(command, "--columns: %s() %s%s%s", function->name,
            needed                                ? "needs the argument "
            : function->result == URIEL_KIND_LIST ? "returns a list"
                                                  : "takes a text, not a reference",
            needed ? needed : "", allowed);
}

/* The column of that name, with its key. */
static struct column columns_find(const struct schema *schema, const char *command, uriel_text name,
                                  enum render_form form, size_t own, struct key *key)
{
  const char *words[RECORD_COLUMNS + ERROR_KEYS + KEY_NAMES + 2] = {"read"};
  size_t count = 1;
  if (text_is(name, "read"))
    return (struct column){"read", COLUMN_READ, TONE_PLAIN};
  for (size_t i = 0; i < schema->count; i++) {
    struct column column = schema->columns[i];
    if (column.kind == COLUMN_KEY || (schema->only_json >> i & 1 && form != RENDER_JSON))
      continue;
    words[count++] = column.key;
    if (i == 0)
      column.kind = COLUMN_INPUT;
    else if (i < own && column.kind != COLUMN_VALID)
      column.kind = COLUMN_COPY;
    if (text_is(name, column.key))
      return column;
  }
  for (size_t i = ERROR_IN + 1; i < ERROR_KEYS; i++) {
    const bool number = i == ERROR_OFFSET || i == ERROR_BEGIN || i == ERROR_LENGTH;
    words[count++] = error_keys[i];
    if (text_is(name, error_keys[i]))
      return (struct column){error_keys[i], number ? COLUMN_ERROR_INTEGER : COLUMN_ERROR, TONE_ERROR};
  }
  memcpy(words + count, key_words, KEY_NAMES * sizeof *words);
  uriel_text modifiers = name, word;
  (void)uriel_list_next(&modifiers, &word, ':');
  if (!key_read(key, word.ptr, word.len))
    columns_refuse(command, word, words);
  key_read_modifiers(key, name, modifiers, command, "--columns");
  const uriel_kind result = key_kind(key);
  struct column column = {NULL,
                          result == URIEL_KIND_BOOL      ? COLUMN_BOOL
                          : result == URIEL_KIND_INTEGER ? COLUMN_INTEGER
                                                         : COLUMN_CHOSEN,
                          TONE_PLAIN};
  for (size_t i = 0; i < schema->count; i++)
    if (text_is(key->text, schema->columns[i].key))
      column.tone = schema->columns[i].tone;
  return column;
}

/* The name as the form of output has it, with a NUL. */
static const char *columns_name(const char *command, uriel_text name, enum render_form form)
{
  struct buffer text = {0};
  uint32_t point;
  for (size_t at = 0; at < name.len;) {
    at += utf8_next(name.ptr + at, name.len - at, &point);
    if (point == UTF8_BAD)
      die_usage(command, "--columns: a name is not UTF-8: in the name of a parameter, write %%XX");
  }
  if (form == RENDER_JSON)
    buffer_append_as(&text, ESCAPE_JSON, name.ptr, name.len);
  else if (form == RENDER_TSV)
    buffer_append_as(&text, ESCAPE_TSV, name.ptr, name.len);
  else
    buffer_append(&text, name.ptr, name.len);
  buffer_append(&text, "", 1);
  return text.ptr;
}

void columns_choose(struct schema *schema, const char *command, uriel_text list, enum render_form form,
                    size_t own)
{
  const size_t hidden = own > 0 ? own : 1;
  for (size_t i = 0; i < hidden; i++)
    columns.list[i] = (struct column){own ? schema->columns[i].key : "input", COLUMN_HIDDEN, TONE_PLAIN};
  columns.count = hidden;
  for (uriel_text rest = list, name; uriel_list_next(&rest, &name, ',');) {
    if (columns.count == RECORD_COLUMNS)
      die_usage(command, "--columns takes at most %zu columns", RECORD_COLUMNS - hidden);
    struct column *const column = &columns.list[columns.count];
    struct key *const key = &columns.keys[columns.count];
    *column = columns_find(schema, command, name, form, own, key);
    column->key = columns_name(command, column->key ? uriel_text_of(column->key) : key->text, form);
    for (size_t i = hidden; i < columns.count; i++)
      if (strcmp(columns.list[i].key, column->key) == 0)
        die_usage(command, "--columns names \"%s\" twice", column->key);
    columns.count++;
  }
  schema->columns = columns.list;
  schema->keys = columns.keys;
  schema->count = columns.count;
  schema->plain = own > 0 ? schema->plain : 1;
  schema->aside = ((uint64_t)1 << hidden) - 1;
  schema->only_json = 0;
  schema->no_errors = true;
  schema->rows = ROWS_NONE;
}
