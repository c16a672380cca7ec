/* SPDX-License-Identifier: MIT */
/* Records as Arrow's columns. */
#include "arrow.h"

#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/unicode.h"
#include "cli.h"
#include "error.h"
#include "render.h"
#include "uriel_arrow.h"

enum {
  ARROW_MOST = 1 << 16,  /* rows of a batch */
  ARROW_LEAST = 1 << 13, /* smaller batches only if no more input is ready */
  ARROW_TEXT = 1 << 30,  /* a row begins a batch if a column has more text */
  ARROW_LONG = 1 << 20,  /* or if its input is longer */
  ARROW_COLUMNS = RECORD_COLUMNS + 2,
  ARROW_STEP = 32 /* bytes that are copied at once */
};

/* Places after the schema's columns. */
enum { ARROW_ERROR_CODE = RECORD_COLUMNS, ARROW_ERROR_OFFSET };

struct arrow_column {
  const char *format; /* "u", "z", "b" or "l" */
  const char *name;
  size_t place;                             /* in the schema */
  uriel_text (*part)(const uriel_ref *ref); /* the value in a reference under RFC 3986, */
  bool is_word;                             /* which is a constant, */
  const struct key *key;                    /* or its key */
  bool is_valid;                            /* COLUMN_VALID */
  int64_t nulls;
  struct buffer text;
  union {
    int32_t offsets[ARROW_MOST + 1];
    int64_t integers[ARROW_MOST];
    uint8_t bits[ARROW_MOST / 8];
  } values;
  uint8_t valid[ARROW_MOST / 8];
};

struct arrow_rows {
  size_t count, column_count;
  bool has_others; /* columns that need a record */
  struct buffer scratch;
  struct arrow_column columns[];
};

static uriel_text arrow_part_input(const uriel_ref *ref)
{
  return (uriel_text){ref->text, ref->length};
}

static uriel_text arrow_part_form(const uriel_ref *ref)
{
  return uriel_text_of(uriel_form_name(uriel_form_of(ref)));
}

static uriel_text arrow_part_host_kind(const uriel_ref *ref)
{
  return uriel_text_of(ref->host_begin ? uriel_host_kind_name(uriel_host_kind_of(ref)) : NULL);
}

static const struct {
  const char *name;
  uriel_text (*part)(const uriel_ref *ref);
} arrow_parts[] = {{"input", arrow_part_input},
                   {"form", arrow_part_form},
                   {"scheme", uriel_scheme},
                   {"authority", uriel_authority},
                   {"userinfo", uriel_userinfo},
                   {"host", uriel_host},
                   {"host_kind", arrow_part_host_kind},
                   {"port", uriel_port},
                   {"path", uriel_path},
                   {"query", uriel_query},
                   {"fragment", uriel_fragment}};

/* ---- The stream -------------------------------------------------------------------------------- */

/* Output writes all, or ends the program. */
static int arrow_write(void *self, const void *bytes, size_t len)
{
  (void)self;
  output_put(&standard_out, bytes, len);
  return 0;
}

static void arrow_keep_schema(struct ArrowSchema *schema)
{
  (void)schema;
}

static void arrow_keep_array(struct ArrowArray *array)
{
  (void)array;
}

/* Writes the message of the rows, or without an array the message of their schema. */
static void arrow_message(const struct arrow_rows *rows, const struct ArrowArray *array)
{
  const uriel_arrow_sink sink = {arrow_write, NULL};
  struct ArrowSchema columns[ARROW_COLUMNS], *pointers[ARROW_COLUMNS];
  const struct ArrowSchema schema = {.format = "+s",
                                     .n_children = (int64_t)rows->column_count,
                                     .children = pointers,
                                     .release = arrow_keep_schema};
  for (size_t i = 0; i < rows->column_count; i++) {
    columns[i] = (struct ArrowSchema){.format = rows->columns[i].format,
                                      .name = rows->columns[i].name,
                                      .flags = ARROW_FLAG_NULLABLE,
                                      .release = arrow_keep_schema};
    pointers[i] = &columns[i];
  }
  const int error = array ? uriel_arrow_ipc_batch(&sink, array, &schema, NULL)
                          : uriel_arrow_ipc_schema(&sink, &schema, NULL);
  if (error) /* ENOMEM: the columns conform, and output ends the program if it fails */
    die_memory();
}

void arrow_begin(const struct arrow_rows *rows)
{
  arrow_message(rows, NULL);
}

void arrow_end(void)
{
  const uriel_arrow_sink sink = {arrow_write, NULL};
  (void)uriel_arrow_ipc_end(&sink, NULL);
}

void arrow_flush(struct arrow_rows *rows, bool may_wait)
{
  struct ArrowArray columns[ARROW_COLUMNS], *pointers[ARROW_COLUMNS];
  const void *buffers[ARROW_COLUMNS][3], *none[1] = {NULL};
  const int64_t length = (int64_t)rows->count;
  if (rows->count == 0 || (may_wait && rows->count < ARROW_LEAST))
    return;
  for (size_t i = 0; i < rows->column_count; i++) {
    struct arrow_column *const column = &rows->columns[i];
    buffers[i][0] = column->valid;
    buffers[i][1] = &column->values;
    buffers[i][2] = column->text.ptr;
    columns[i] = (struct ArrowArray){.length = length,
                                     .null_count = column->nulls,
                                     .n_buffers = 3,
                                     .buffers = buffers[i],
                                     .release = arrow_keep_array};
    pointers[i] = &columns[i];
  }
  const struct ArrowArray array = {.length = length,
                                   .n_buffers = 1,
                                   .n_children = (int64_t)rows->column_count,
                                   .buffers = none,
                                   .children = pointers,
                                   .release = arrow_keep_array};
  arrow_message(rows, &array);
  rows->count = 0;
  for (size_t i = 0; i < rows->column_count; i++) {
    rows->columns[i].nulls = 0;
    rows->columns[i].text.len = 0;
  }
}

/* ---- Rows -------------------------------------------------------------------------------------- */

static void arrow_add(struct arrow_rows *rows, const char *format, const char *name, size_t place)
{
  struct arrow_column *const column = &rows->columns[rows->column_count++];
  column->format = format;
  column->name = name;
  column->place = place;
  for (size_t i = 0; i < sizeof arrow_parts / sizeof *arrow_parts; i++)
    if (strcmp(name, arrow_parts[i].name) == 0)
      column->part = arrow_parts[i].part;
  column->is_word = column->part == arrow_part_form || column->part == arrow_part_host_kind;
}

struct arrow_rows *arrow_rows_new(const struct schema *schema, const struct record_column *computed,
                                  bool is_binary)
{
  struct arrow_rows *const rows = calloc(1, sizeof *rows + (schema->count + 2) * sizeof *rows->columns);
  const char *const text = is_binary ? "z" : "u";
  if (!rows)
    die_memory();
  for (size_t i = 0; i < schema->count; i++) {
    const struct column *const column = &schema->columns[i];
    const uriel_kind result = column_result(column->kind);
    if (!render_in_table(schema, i))
      continue;
    arrow_add(rows,
              result == URIEL_KIND_BOOL      ? "b"
              : result == URIEL_KIND_INTEGER ? "l"
                                             : text,
              column->key, i);
    rows->columns[rows->column_count - 1].key = column_is_key(column->kind) ? &computed[i].key : NULL;
    rows->columns[rows->column_count - 1].is_valid = column->kind == COLUMN_VALID;
    rows->has_others |= column->kind == COLUMN_SPEC || column->kind == COLUMN_OWN;
  }
  if (!schema->no_errors) {
    arrow_add(rows, text, "error_code", ARROW_ERROR_CODE);
    arrow_add(rows, "l", "error_offset", ARROW_ERROR_OFFSET);
  }
  return rows;
}

bool arrow_takes_references(const struct arrow_rows *rows)
{
  return !rows->has_others;
}

void arrow_rows_free(struct arrow_rows *rows)
{
  for (size_t i = 0; rows && i < rows->column_count; i++)
    buffer_free(&rows->columns[i].text);
  if (rows)
    buffer_free(&rows->scratch);
  free(rows);
}

static void arrow_bit(uint8_t *bits, size_t row, bool set)
{
  const unsigned before = row % 8 > 0 ? bits[row / 8] : 0;
  bits[row / 8] = (uint8_t)(before | (unsigned)set << row % 8);
}

static void arrow_text(struct arrow_column *column, uriel_text text)
{
  struct buffer *const out = &column->text;
  size_t at = *column->format == 'z' ? text.len : escape_plain_span(text.ptr, text.len);
  buffer_append(out, text.ptr, at);
  while (at < text.len) {
    uint32_t point;
    const size_t len = utf8_next(text.ptr + at, text.len - at, &point);
    if (point == UTF8_BAD)
      buffer_append(out, "\xEF\xBF\xBD", 3);
    else
      buffer_append(out, text.ptr + at, len);
    at += len;
  }
  if (out->len > INT32_MAX)
    die(STATUS_IO, "a value is too long for a column of Arrow: over 2 GiB");
}

/* Adds the value of a row. An integer beyond int64 is null. */
static void arrow_value(struct arrow_column *column, size_t row, uriel_text value)
{
  bool defined = value.ptr != NULL;
  if (*column->format == 'u' || *column->format == 'z') {
    if (defined)
      arrow_text(column, value);
    column->values.offsets[row + 1] = (int32_t)column->text.len;
  } else if (*column->format == 'b') {
    arrow_bit(column->values.bits, row, defined && *value.ptr == 't');
  } else {
    const bool negative = defined && value.len > 0 && *value.ptr == '-';
    uint64_t number = 0;
    defined = defined && number_read((uriel_text){value.ptr + negative, value.len - negative},
                                     (uint64_t)INT64_MAX + negative, &number);
    column->values.integers[row] = (int64_t)(negative ? 0 - number : number);
  }
  arrow_bit(column->valid, row, defined);
  column->nulls += !defined;
}

/* Returns whether rows with so much text must begin a batch. */
static bool arrow_is_full(const struct arrow_rows *rows, size_t count, size_t len)
{
  bool full = rows->count + count > ARROW_MOST || len > ARROW_LONG;
  for (size_t i = 0; i < rows->column_count; i++)
    full |= rows->columns[i].text.len > ARROW_TEXT;
  return full;
}

void arrow_record(struct arrow_rows *rows, const struct schema *schema, const struct record *record)
{
  const bool fails = record_fails(schema, record) || record->read != URIEL_READ_EXACT;
  if (arrow_is_full(rows, 1, record->input.len))
    arrow_flush(rows, false);
  for (size_t i = 0; i < rows->column_count; i++) {
    struct arrow_column *const column = &rows->columns[i];
    char digits[NUMBER_DIGITS];
    uriel_text value = uriel_text_of(NULL);
    if (column->place < schema->count)
      value = record_value(schema, record, column->place, &rows->scratch);
    else if (fails)
      value = column->place == ARROW_ERROR_CODE ? uriel_text_of(error_code(&record->error))
                                                : number_text(digits, record->error.error.offset);
    arrow_value(column, rows->count, value);
  }
  rows->count++;
}

/* Adds a text of each reference, of at most `most` bytes in all, which are copied in steps: the texts
 * have INPUT_SLACK readable bytes after them. */
static void arrow_texts(struct arrow_column *column, size_t row, const uriel_ref *refs, size_t count,
                        size_t most)
{
  buffer_reserve(&column->text, column->text.len + most + ARROW_STEP);
  char *to = column->text.ptr + column->text.len;
  for (size_t i = 0; i < count; i++, row++) {
    const uriel_text value = column->part(&refs[i]);
    if (column->is_word)
      memcpy(to, value.ptr ? value.ptr : "", value.len);
    else
      for (size_t at = 0; at < value.len; at += ARROW_STEP)
        memcpy(to + at, value.ptr + at, ARROW_STEP);
    to += value.len;
    column->values.offsets[row + 1] = (int32_t)(to - column->text.ptr);
    arrow_bit(column->valid, row, value.ptr);
    column->nulls += !value.ptr;
  }
  column->text.len = (size_t)(to - column->text.ptr);
}

size_t arrow_references(struct arrow_rows *rows, const uriel_ref *refs, size_t count)
{
  enum { WORD = 16 };
  size_t valid = 0, len = 0;
  while (valid < count && record_is_reference(&refs[valid]) && len + refs[valid].length <= ARROW_LONG)
    len += refs[valid++].length + WORD;
  if (arrow_is_full(rows, valid, len))
    arrow_flush(rows, false);
  for (size_t c = 0; c < rows->column_count; c++) {
    struct arrow_column *const column = &rows->columns[c];
    if (column->part) {
      arrow_texts(column, rows->count, refs, valid, len);
      continue;
    }
    for (size_t i = 0; i < valid; i++)
      arrow_value(column, rows->count + i,
                  column->key
                      ? key_modified(column->key, &refs[i], arrow_part_input(&refs[i]), &rows->scratch)
                      : uriel_text_of(column->is_valid ? "true" : NULL));
  }
  rows->count += valid;
  return valid;
}
