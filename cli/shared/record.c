/* SPDX-License-Identifier: MIT */
/* Filling an output record. */
#include "record.h"

#include <string.h>

#include "cli.h"
#include "error.h"
#include "uriel_urn.h"

void record_begin(struct record *record, const struct schema *schema, uint64_t number,
                  const struct reading *reading)
{
  memset(record, 0, offsetof(struct record, values));
  memset(record->values, 0, schema->count * sizeof *record->values);
  record->number = number;
  record->reading = *reading;
}

bool record_blame(struct record *record, const uriel_error *error, uriel_text text, const char *what)
{
  record->verdict = VERDICT_INVALID;
  record->error = (struct record_error){.error = *error, .text = text, .what = what};
  return false;
}

bool record_refuse(struct record *record, const uriel_error *error, uriel_text text, const char *what,
                   const char *code, const char *message)
{
  record_blame(record, error, text, what);
  record->error.code = code;
  record->error.message = message;
  record->error.expected = "";
  return false;
}

bool record_parse(struct record *record, uriel_ref *ref, uriel_text text)
{
  uriel_error error;
  const bool valid = reading_parse(&record->reading, ref, text, &error);
  if (record->reading.room) {
    record->repairs = record->reading.room->repairs;
    record->read = valid ? record->reading.room->read : URIEL_READ_EXACT;
  }
  const bool lenient = record->reading.spec == URIEL_SPEC_LENIENT;
  if (lenient)
    record->reading.spec = URIEL_SPEC_RFC3986;
  if (record->read != URIEL_READ_EXACT)
    record->error = (struct record_error){.error = error, .text = text};
  record->parsed = valid ? text : uriel_text_of(NULL);
  record->storage = *ref;
  record->ref = valid ? &record->storage : NULL;
  if (!valid) {
    /* If the text would be an IRI, except for one error, that error is the one to mend. */
    uriel_error other;
    uriel_ref iri;
    if (lenient && error.offset < text.len && (unsigned char)text.ptr[error.offset] >= 0x80 &&
        !uriel_parse_as(&iri, text.ptr, text.len, URIEL_SPEC_IRI, 0, &other) &&
        other.offset > error.offset)
      error = other;
    record_blame(record, &error, text, NULL);
    if (error.code != URIEL_ERROR_URN_SCHEME)
      record->error.lenient = record->reading.lenient;
    if (lenient && error.component != URIEL_SCHEME && reading_is_lenient(text, URIEL_LENIENT_RELATIVE))
      record->error.hint =
          memmem(text.ptr, text.len, ": ", 2) && memmem(text.ptr, text.len, "://", 3)
              ? "write only the reference: uriel find --only-reference leaves out the names of files"
              : "only texts with a scheme are read leniently: write \"https://\" before it, or use "
                "--guess-scheme=https";
  }
  return valid;
}

const uriel_ref *record_keyed(const struct schema *schema, const struct record *record,
                              uriel_ref *storage, uriel_text *given)
{
  const struct reading *const reading = &record->reading;
  const uriel_text *const values = record->values;
  const uriel_text keyed = values[values[schema->keys_of].ptr ? schema->keys_of : schema->plain];
  *given = keyed;
  if (!keyed.ptr)
    return NULL;
  if (keyed.ptr == record->parsed.ptr && keyed.len == record->parsed.len)
    return record->ref;
  if (uriel_parse_as(storage, keyed.ptr, keyed.len, reading->spec, reading->options, NULL))
    return storage;
  /* A change of a reference that was not read exactly keeps its other bytes. */
  const struct reading lenient = {.spec = URIEL_SPEC_LENIENT, .room = record->other_room};
  const bool is =
      record->read != URIEL_READ_EXACT && lenient.room && reading_parse(&lenient, storage, keyed, NULL);
  return is ? storage : NULL;
}

void record_bind(const struct schema *schema, struct record_column columns[RECORD_COLUMNS])
{
  for (size_t i = 0; i < schema->count; i++) {
    const char *const name = schema->columns[i].key;
    if (schema->keys)
      columns[i].key = schema->keys[i];
    else if (schema->columns[i].kind == COLUMN_KEY)
      (void)key_read(&columns[i].key, name, strlen(name));
    for (size_t e = 0; schema->keys && e < ERROR_KEYS; e++)
      if (strcmp(name, error_keys[e]) == 0)
        columns[i].error = e;
    for (size_t own = 0; schema->columns[i].kind == COLUMN_COPY && own < i; own++)
      if (strcmp(name, schema->columns[own].key) == 0)
        columns[i].copied = own;
  }
}

/* The columns that only --columns has, or that plain output has only then. */
static void record_compute_chosen(const struct schema *schema, struct record *record,
                                  const uriel_ref *ref, struct record_column columns[RECORD_COLUMNS])
{
  const bool fails = record_fails(schema, record) || record->read != URIEL_READ_EXACT;
  for (size_t i = 0; i < schema->count; i++) {
    uriel_text *const value = &record->values[i];
    switch (schema->columns[i].kind) {
    case COLUMN_VALID:
      *value = record_value(schema, record, i, &columns[i].text);
      break;
    case COLUMN_INPUT:
      *value = record->values[0];
      break;
    case COLUMN_COPY:
      *value = record->values[columns[i].copied];
      break;
    case COLUMN_READ:
      *value = uriel_text_of(record_read(record));
      break;
    case COLUMN_ERROR:
    case COLUMN_ERROR_INTEGER:
      if (fails)
        error_value(&record->error, (enum error_key)columns[i].error, &columns[i].text);
      *value = fails ? buffer_defined(&columns[i].text) : uriel_text_of(NULL);
      break;
    case COLUMN_CHOSEN:
    case COLUMN_BOOL:
    case COLUMN_INTEGER:
      if (ref)
        *value = key_modified(&columns[i].key, ref, record->input, &columns[i].text);
      break;
    default:
      break;
    }
  }
}

void record_compute(const struct schema *schema, struct record *record,
                    struct record_column columns[RECORD_COLUMNS])
{
  const uriel_spec spec = record->reading.spec;
  const uriel_ref *const ref =
      record->verdict == VERDICT_EMPTY || record_is_invalid(record) ? NULL : record->ref;
  if (schema->keys && schema->keys_of > 0) {
    uriel_ref storage;
    uriel_text given;
    const uriel_ref *const keyed = ref ? record_keyed(schema, record, &storage, &given) : NULL;
    record_compute_chosen(schema, record, keyed, columns);
  } else if (schema->keys) {
    record_compute_chosen(schema, record, ref, columns);
  }
  for (size_t i = 0; i < schema->count; i++) {
    const struct column *const column = &schema->columns[i];
    uriel_text *const value = &record->values[i];
    if (column->kind == COLUMN_SPEC && spec != URIEL_SPEC_RFC3986 && record->verdict != VERDICT_EMPTY)
      *value = uriel_text_of(uriel_spec_name(spec));
    else if (!ref)
      continue;
    else if (column->kind == COLUMN_KEY)
      *value = key_value(&columns[i].key, ref, record->input, &columns[i].text);
    else if (column->kind == COLUMN_PREFIX && (ref->flags & URIEL_HAS_PREFIX))
      *value = uriel_text_of("true");
    else if (column->kind == COLUMN_PARAMS)
      *value = uriel_query(ref);
    else if (column->kind == COLUMN_OWN)
      record->own_count = uriel_own_parts(record->own, ref);
  }
}

uriel_text record_value(const struct schema *schema, const struct record *record, size_t column,
                        struct buffer *scratch)
{
  if (schema->columns[column].kind == COLUMN_VALID)
    return uriel_text_of(record->verdict == VERDICT_EMPTY ? NULL
                         : record_has_error(record)       ? "false"
                                                          : "true");
  if (schema->columns[column].kind != COLUMN_OWN || record->own_count == 0)
    return record->values[column];
  scratch->len = 0;
  for (size_t i = 0; i < record->own_count; i++) {
    const uriel_own_part *const part = &record->own[i];
    buffer_append(scratch, " ", i > 0);
    buffer_append(scratch, part->name, strlen(part->name));
    buffer_append(scratch, "=", 1);
    buffer_append(scratch, part->text.ptr, part->text.len);
  }
  return buffer_text(scratch);
}

bool base_parse(struct record *record, uriel_text text, uriel_ref *base)
{
  const struct reading *const reading = &record->reading;
  if (record_parse(record, base, text) && !uriel_scheme(base).ptr) {
    const uriel_error error = {
        .code = URIEL_ERROR_BASE_NOT_ABSOLUTE, .component = URIEL_SCHEME, .spec = reading->spec};
    record_blame(record, &error, text, "not a base URI");
  }
  return !record_is_invalid(record);
}

void base_read(const char *command, const char *text, const struct reading *reading, uriel_ref *base)
{
  struct record record = {.reading = *reading};
  if (!text)
    die_usage(command, "a base URI is needed: --base=URI");
  if (!base_parse(&record, uriel_text_of(text), base))
    error_die("base", &record.error);
}

bool resolution_has_current(uriel_spec spec)
{
  return spec == URIEL_SPEC_URL_1997 || spec == URIEL_SPEC_URI_2003;
}

uriel_text resolution_current(const uriel_ref *reference, struct buffer *out)
{
  static const char words[] = "(current document)";
  const uriel_text fragment = uriel_fragment(reference);
  out->len = 0;
  buffer_append(out, words, strlen(words));
  if (fragment.ptr) {
    buffer_append(out, "#", 1);
    buffer_append(out, fragment.ptr, fragment.len);
  }
  return (uriel_text){out->ptr, out->len};
}

/* Returns the offset, in the base's path up to its last "/", of the first ".." that leads above the root
 * by itself; the path's length if no ".." does. */
static size_t resolution_above_root(uriel_text path)
{
  size_t depth = 0;
  size_t begin = 1; /* start of the segment, after the "/" */
  for (size_t at = 1; at < path.len; at++) {
    if (path.ptr[at] != '/')
      continue;
    const size_t len = at - begin;
    const bool dots = len > 0 && len <= 2 && memcmp(path.ptr + begin, "..", len) == 0;
    if (!dots)
      depth++;
    else if (len == 2 && depth-- == 0)
      return begin;
    begin = at + 1;
  }
  return path.len;
}

void resolution_blame(struct record *record, const uriel_error *error, const uriel_ref *base,
                      uriel_text text)
{
  const uriel_text path = uriel_path(base);
  const bool is_dots = error->code == URIEL_ERROR_DOTS_ABOVE_ROOT;
  const size_t above = is_dots ? resolution_above_root(path) : path.len;
  record_blame(record, error, text, is_dots ? "cannot be resolved" : "not a base URI");
  if (is_dots && above == path.len)
    return;
  /* The error is in the base, and the library's place is in the reference. */
  record->error.text = (uriel_text){base->text, base->length};
  record->error.in = "base";
  if (is_dots) {
    record->error.error.begin = base->path_begin;
    record->error.error.length = path.len;
    record->error.error.offset = base->path_begin + above;
  }
}

bool pair_split(struct record *record)
{
  uriel_text *const values = record->values;
  const uriel_text text = record->input;
  values[PAIR_B] = record->second;
  if (record->second.ptr)
    return true;
  const char *const tab = text.len ? memchr(text.ptr, '\t', text.len) : NULL;
  if (!tab) {
    record_refuse(record, &(uriel_error){.offset = text.len, .length = text.len}, text, "not a pair",
                  "pair-without-tab", "two references are separated by a tab");
    record->error.expected = "a tab";
    return false;
  }
  const size_t at = (size_t)(tab - text.ptr);
  values[PAIR_A] = (uriel_text){text.ptr, at};
  values[PAIR_B] = (uriel_text){tab + 1, text.len - at - 1};
  if (record->passes_empty && (values[PAIR_A].len == 0 || values[PAIR_B].len == 0))
    record->verdict = VERDICT_EMPTY;
  return record->verdict != VERDICT_EMPTY;
}
