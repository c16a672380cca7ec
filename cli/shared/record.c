/* SPDX-License-Identifier: MIT */
/* Filling an output record. */
#include "record.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "error.h"
#include "input.h"
#include "output.h"

void record_begin(struct record *record, const struct schema *schema, uint64_t number,
                  const struct reading *reading)
{
  memset(record, 0, offsetof(struct record, values));
  memset(record->values, 0, schema->count * sizeof *record->values);
  record->number = number;
  record->reading = *reading;
}

void record_blame(struct record *record, const uriel_error *error, uriel_text text)
{
  record->invalid = true;
  record->error = (struct record_error){.error = *error, .text = text};
}

bool record_parse(struct record *record, uriel_ref *ref, uriel_text text)
{
  uriel_error error;
  const bool valid = reading_parse(&record->reading, ref, text, &error);
  if (record->reading.room)
    record->repairs = record->reading.room->repairs;
  record->parsed = valid ? text : uriel_text_of(NULL);
  record->ref = *ref;
  if (!valid)
    record_blame(record, &error, text);
  return valid;
}

const uriel_ref *record_reference(const struct schema *schema, const struct record *record,
                                  uriel_ref *ref)
{
  const uriel_text text = record->values[schema->keys_of];
  const struct reading *const reading = &record->reading;
  if (text.ptr && text.ptr == record->parsed.ptr && text.len == record->parsed.len)
    return &record->ref;
  return text.ptr && uriel_parse_as(ref, text.ptr, text.len, reading->spec, reading->options, NULL)
             ? ref
             : NULL;
}

static uriel_text record_own_parts(const struct record *record, struct buffer *scratch)
{
  scratch->len = 0;
  for (size_t i = 0; i < record->own_count; i++) {
    const uriel_own_part *const part = &record->own[i];
    buffer_append(scratch, " ", i > 0);
    buffer_append(scratch, part->name, strlen(part->name));
    buffer_append(scratch, "=", 1);
    buffer_append(scratch, part->text.ptr, part->text.len);
  }
  return record->own_count > 0 ? (uriel_text){scratch->ptr, scratch->len} : uriel_text_of(NULL);
}

uriel_text record_value(const struct schema *schema, const struct record *record, size_t column,
                        struct buffer *scratch)
{
  if (schema->columns[column].kind == COLUMN_VALID)
    return uriel_text_of(record->empty ? NULL : record->invalid ? "false" : "true");
  if (schema->columns[column].kind == COLUMN_OWN)
    return record_own_parts(record, scratch);
  return record->values[column];
}

uriel_text record_own(const struct record *record, const char *name)
{
  for (size_t i = 0; i < record->own_count; i++)
    if (strcmp(record->own[i].name, name) == 0)
      return record->own[i].text;
  return uriel_text_of(NULL);
}

bool base_parse(struct record *record, uriel_text text, uriel_ref *base)
{
  const struct reading *const reading = &record->reading;
  if (record_parse(record, base, text) && !uriel_scheme(base).ptr) {
    const uriel_error error = {
        .code = URIEL_ERROR_BASE_NOT_ABSOLUTE, .component = URIEL_SCHEME, .spec = reading->spec};
    record_blame(record, &error, text);
    record->error.what = "not a base URI";
  }
  return !record->invalid;
}

void base_read(const char *command, const char *text, const struct reading *reading, uriel_ref *base)
{
  struct record record = {.reading = *reading};
  if (!text)
    die_usage(command, "a base URI is needed: --base=URI");
  if (base_parse(&record, uriel_text_of(text), base))
    return;
  error_print("base", &record.error);
  output_flush_both();
  exit(STATUS_USAGE);
}

static void pair_blame(struct record *record, uriel_text text)
{
  const uriel_error error = {.offset = text.len, .length = text.len};
  record_blame(record, &error, text);
  record->error.what = "not a pair";
  record->error.code = "pair without tab";
  record->error.message = "two references are separated by a tab";
  record->error.expected = "a tab";
}

bool pair_split(const struct input *input, struct record *record)
{
  uriel_text *const values = record->values;
  values[PAIR_B] = input->second;
  if (input->second.ptr)
    return true;
  const uriel_text text = input->text;
  const char *const tab = text.len ? memchr(text.ptr, '\t', text.len) : NULL;
  if (!tab) {
    pair_blame(record, text);
    return false;
  }
  const size_t at = (size_t)(tab - text.ptr);
  values[PAIR_A] = (uriel_text){text.ptr, at};
  values[PAIR_B] = (uriel_text){tab + 1, text.len - at - 1};
  record->empty = input->passes_empty && (values[PAIR_A].len == 0 || values[PAIR_B].len == 0);
  return !record->empty;
}
