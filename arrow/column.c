/* SPDX-License-Identifier: MIT */
/* One output column: its buffers, filled block by block. */
#include "column.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMN_STEP = 32, COLUMN_LEAST = 64 };

static const char too_long[] = "a column is too long for 32-bit offsets";

static bool column_has_text(const arrow_column *column)
{
  return column->format == ARROW_UTF8 || column->format == ARROW_LARGE_UTF8;
}

/* The bytes of the values of so many rows, and of one offset more. */
static size_t column_size(const arrow_column *column, int64_t rows)
{
  const size_t width = uriel_arrow_formats[column->format].width;
  return width > 0 ? ((size_t)rows + 1) * width : (size_t)rows / 8 + 1;
}

int uriel_arrow_column_open(arrow_column *column, arrow_format format, int64_t rows, const char **why)
{
  *column = (arrow_column){.format = format, .rows = rows};
  column->valid = calloc((size_t)rows / 8 + 1, 1);
  column->values =
      format == ARROW_BOOL ? calloc(column_size(column, rows), 1) : malloc(column_size(column, rows));
  column->capacity = column_has_text(column) ? COLUMN_LEAST : 0;
  column->text = column->capacity ? malloc(column->capacity) : NULL;
  if (column->valid && column->values && (column->text || !column->capacity)) {
    memset(column->values, 0, column_size(column, 0)); /* the first offset */
    return 0;
  }
  uriel_arrow_column_close(column);
  return arrow_no_memory(why);
}

void uriel_arrow_column_close(arrow_column *column)
{
  free(column->valid);
  free(column->values);
  free(column->text);
  *column = (arrow_column){.length = 0};
}

/* ---- Text ------------------------------------------------------------------------------------- */

/* Grows the text to at least `capacity` bytes, and a step after them. It at least doubles, so that bytes
 * are moved a few times at most. */
static bool column_grow(arrow_column *column, size_t capacity)
{
  capacity = capacity > 2 * column->capacity ? capacity : 2 * column->capacity;
  char *const text = realloc(column->text, capacity);
  if (!text)
    return false;
  column->text = text;
  column->capacity = capacity;
  return true;
}

static bool column_reserve(arrow_column *column, size_t more)
{
  if (more > PTRDIFF_MAX / 4 || column->used > PTRDIFF_MAX / 4)
    return false;
  const size_t needed = column->used + more + COLUMN_STEP;
  return needed <= column->capacity || column_grow(column, needed);
}

char *uriel_arrow_column_room(arrow_column *column, size_t *size)
{
  if (!column_reserve(column, *size))
    return NULL;
  *size = column->capacity - column->used - COLUMN_STEP; /* so that this text never moves */
  return column->text + column->used;
}

/* The same for a block of rows. */
static bool column_reserve_block(arrow_column *column, size_t more, size_t count)
{
  if (more > PTRDIFF_MAX / 4 || column->used > PTRDIFF_MAX / 4)
    return false;
  const size_t needed = column->used + more + COLUMN_STEP;
  if (needed <= column->capacity)
    return true;
  /* The text if the rows to come are as long as the rows so far, and an eighth more. */
  const size_t all = (size_t)column->rows;
  const size_t each = needed / ((size_t)column->length + count) + 1;
  const size_t guess = each < PTRDIFF_MAX / 4 / all ? each * all + each * all / 8 : 0;
  return (guess > needed && column_grow(column, guess)) || column_grow(column, needed);
}

/* ---- Blocks of rows --------------------------------------------------------------------------- */

/* The bits of a block, whose first bit starts a byte. */
static void column_set(arrow_column *column, size_t count, const bool *defined)
{
  uint8_t *const bits = column->valid + column->length / 8;
  size_t set = 0;
  for (size_t i = 0; i < count; i += 8) {
    const size_t some = count - i < 8 ? count - i : 8;
    unsigned byte = 0;
    for (size_t k = 0; k < some; k++) {
      byte |= (unsigned)defined[i + k] << k;
      set += defined[i + k];
    }
    bits[i / 8] = (uint8_t)byte;
  }
  column->nulls += (int64_t)(count - set);
  column->length += (int64_t)count;
}

/* Offsets of the texts have 32 or 64 bits; each width gets its own inlined loop. */
static inline void column_copy(arrow_column *column, const arrow_spans *spans, const arrow_rows *rows,
                               int32_t *narrow, int64_t *wide)
{
  char *out = column->text + column->used;
  for (size_t i = 0; i < rows->count; i++) {
    const char *const text = spans->text[i];
    const uint32_t len = spans->len[i];
    arrow_copy(out, text, len, arrow_limit(rows->input, text, len), COLUMN_STEP);
    out += len;
    if (narrow)
      narrow[i] = (int32_t)(out - column->text);
    else
      /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): one of the two is given */
      wide[i] = out - column->text;
  }
}

int uriel_arrow_column_put_spans(arrow_column *column, const arrow_spans *spans, const arrow_rows *rows,
                                 const char **why)
{
  const int64_t first = column->length;
  const bool narrow = column->format == ARROW_UTF8;
  if (column->format == ARROW_UTF8_VIEW) {
    column_set(column, rows->count, spans->defined);
    return uriel_arrow_views_put((arrow_view *)column->values + first, spans, rows, why);
  }
  if (narrow && column->used + spans->sum > INT32_MAX)
    return arrow_fail(why, EOVERFLOW, too_long);
  if (!column_reserve_block(column, spans->sum, rows->count))
    return arrow_no_memory(why);
  if (narrow)
    column_copy(column, spans, rows, (int32_t *)column->values + first + 1, NULL);
  else
    column_copy(column, spans, rows, NULL, (int64_t *)column->values + first + 1);
  column->used += spans->sum;
  column_set(column, rows->count, spans->defined);
  return 0;
}

/* The row that is not a reference is parsed once more, by itself. */
static uint16_t column_error(const uriel_ref *ref)
{
  uriel_ref none;
  uriel_error error;
  if (!(ref->flags & URIEL_INVALID))
    return URIEL_ERROR_NONE;
  if (ref->length == 0)
    return URIEL_ERROR_TOO_LONG;
  uriel_parse(&none, ref->text, ref->length, &error);
  return (uint16_t)error.code;
}

int uriel_arrow_column_put(arrow_column *column, const arrow_kind *kind, const arrow_rows *rows,
                           const char **why)
{
  uint32_t *const members = (uint32_t *)column->values + column->length;
  uint16_t *const numbers = (uint16_t *)column->values + column->length;
  bool defined[ARROW_BLOCK];
  if (kind->type == ARROW_TEXT) {
    arrow_spans spans;
    uriel_arrow_spans(&spans, rows, kind->component);
    return uriel_arrow_column_put_spans(column, &spans, rows, why);
  }
  for (size_t i = 0; i < rows->count; i++) {
    const uriel_ref *const ref = &rows->refs[i];
    uint32_t value = 0;
    uint16_t port = 0;
    defined[i] = !(ref->flags & URIEL_INVALID);
    if (kind->type == ARROW_MEMBER && defined[i]) {
      memcpy(&value, (const char *)ref + kind->member, sizeof value);
    } else if (kind->type == ARROW_PORT_NUMBER) {
      defined[i] = defined[i] && uriel_port_number(&port, ref, NULL);
      value = port;
    } else if (kind->type == ARROW_ERROR) {
      defined[i] = ref->text != NULL;
      value = defined[i] ? column_error(ref) : URIEL_ERROR_NONE;
    }
    if (kind->type == ARROW_MEMBER)
      members[i] = value;
    else
      numbers[i] = (uint16_t)value;
  }
  column_set(column, rows->count, defined);
  return 0;
}

/* ---- Single rows ------------------------------------------------------------------------------ */

/* Doubles the rows. Bits that are not yet set are 0. */
static bool column_add_rows(arrow_column *column)
{
  const int64_t rows = column->rows < COLUMN_LEAST ? COLUMN_LEAST : 2 * column->rows;
  const size_t old = (size_t)column->rows / 8 + 1, bytes = (size_t)rows / 8 + 1;
  if (rows > PTRDIFF_MAX / 64)
    return false;
  uint8_t *const valid = realloc(column->valid, bytes);
  if (!valid)
    return false;
  column->valid = valid;
  memset(valid + old, 0, bytes - old);
  void *const values = realloc(column->values, column_size(column, rows));
  if (!values)
    return false;
  column->values = values;
  if (column->format == ARROW_BOOL)
    memset((uint8_t *)values + old, 0, bytes - old);
  column->rows = rows;
  return true;
}

static int column_add_text(arrow_column *column, uriel_text text, const char **why)
{
  if (column->format == ARROW_UTF8 && text.len > INT32_MAX - column->used)
    return arrow_fail(why, EOVERFLOW, too_long);
  if (!column_reserve(column, text.len))
    return arrow_no_memory(why);
  if (text.len > 0)
    memmove(column->text + column->used, text.ptr, text.len);
  column->used += text.len;
  return 0;
}

static void column_set_integer(arrow_column *column, int64_t at, int64_t integer)
{
  switch (uriel_arrow_formats[column->format].width) {
  case 1:
    ((uint8_t *)column->values)[at] = (uint8_t)integer;
    break;
  case 2:
    ((uint16_t *)column->values)[at] = (uint16_t)integer;
    break;
  case 4:
    ((uint32_t *)column->values)[at] = (uint32_t)integer;
    break;
  default:
    ((int64_t *)column->values)[at] = integer;
  }
}

int uriel_arrow_column_add(arrow_column *column, const uriel_value *value, const char **why)
{
  const bool defined = value->kind != URIEL_KIND_UNDEFINED;
  if (column->length == column->rows && !column_add_rows(column))
    return arrow_no_memory(why);
  const int64_t at = column->length;
  int32_t *const narrow = column->values;
  int64_t *const wide = column->values;
  if (column_has_text(column)) {
    const int error = defined ? column_add_text(column, value->text, why) : 0;
    if (error)
      return error;
  }
  switch (column->format) {
  case ARROW_UTF8:
    narrow[at + 1] = (int32_t)column->used;
    break;
  case ARROW_LARGE_UTF8:
    wide[at + 1] = (int64_t)column->used;
    break;
  case ARROW_LIST:
    if (defined && value->count > INT32_MAX)
      return arrow_fail(why, EOVERFLOW, "a column of lists has too many elements");
    narrow[at + 1] = defined ? (int32_t)value->count : narrow[at];
    break;
  case ARROW_BOOL:
    ((uint8_t *)column->values)[at / 8] |= (uint8_t)((unsigned)(defined && value->integer) << at % 8);
    break;
  default:
    column_set_integer(column, at, defined ? value->integer : 0);
  }
  column->valid[at / 8] |= (uint8_t)((unsigned)defined << at % 8);
  column->nulls += !defined;
  column->length++;
  return 0;
}

void uriel_arrow_column_get(const arrow_column *column, int64_t row, uriel_value *value)
{
  const int32_t *const narrow = column->values;
  const int64_t *const wide = column->values;
  const uint8_t *const bits = column->values;
  *value = (uriel_value){.kind = URIEL_KIND_UNDEFINED};
  if (!(column->valid[row / 8] >> row % 8 & 1))
    return;
  if (column_has_text(column)) {
    const bool short_offsets = column->format == ARROW_UTF8;
    const int64_t begin = short_offsets ? narrow[row] : wide[row];
    const int64_t end = short_offsets ? narrow[row + 1] : wide[row + 1];
    value->kind = URIEL_KIND_TEXT;
    value->text = (uriel_text){column->text + begin, (size_t)(end - begin)};
  } else if (column->format == ARROW_BOOL) {
    value->kind = URIEL_KIND_BOOL;
    value->integer = bits[row / 8] >> row % 8 & 1;
  } else {
    value->kind = URIEL_KIND_INTEGER;
    value->integer = wide[row];
  }
}
