/* SPDX-License-Identifier: MIT */
/* One output column: its buffers, filled block by block. */
#include "column.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMN_STEP = 32, COLUMN_LEAST = 64 };

static size_t column_width(const arrow_kind *kind, const arrow_request *request)
{
  switch (kind->type) {
  case ARROW_TEXT:
    if (request->views)
      return sizeof(arrow_view);
    return request->layout == ARROW_OFFSETS32 ? sizeof(int32_t) : sizeof(int64_t);
  case ARROW_MEMBER:
    return sizeof(uint32_t);
  default:
    return sizeof(uint16_t);
  }
}

int uriel_arrow_column_open(arrow_column *column, const arrow_kind *kind, const arrow_request *request,
                            int64_t length, const char **why)
{
  const size_t rows = (size_t)length;
  const size_t width = column_width(kind, request);
  const bool copies = kind->type == ARROW_TEXT && !request->views;
  *column = (arrow_column){.kind = kind, .nulls = length};
  column->valid = calloc(rows / 8 + 1, 1);
  column->values = malloc((rows + 1) * width);
  column->capacity = copies ? COLUMN_LEAST : 0;
  column->text = copies ? malloc(column->capacity) : NULL;
  if (column->valid && column->values && (column->text || !copies)) {
    memset(column->values, 0, width); /* the first offset */
    return 0;
  }
  uriel_arrow_column_close(column);
  return arrow_fail(why, ENOMEM, "out of memory");
}

void uriel_arrow_column_close(arrow_column *column)
{
  free(column->valid);
  free(column->values);
  free(column->text);
  *column = (arrow_column){0};
}

/* The bits of a block, whose first bit starts a byte. */
static void column_set(arrow_column *column, const arrow_rows *rows, const bool *defined)
{
  uint8_t *const bits = column->valid + rows->first / 8;
  size_t set = 0;
  for (size_t i = 0; i < rows->count; i += 8) {
    const size_t some = rows->count - i < 8 ? rows->count - i : 8;
    unsigned byte = 0;
    for (size_t k = 0; k < some; k++) {
      byte |= (unsigned)defined[i + k] << k;
      set += defined[i + k];
    }
    bits[i / 8] = (uint8_t)byte;
  }
  column->nulls -= (int64_t)set;
}

/* Reserves `more` bytes of text and a step after them. The capacity at least doubles, so that bytes are
 * moved a few times at most. */
static bool column_reserve(arrow_column *column, size_t more, const arrow_rows *rows)
{
  if (more > PTRDIFF_MAX / 4 || column->used > PTRDIFF_MAX / 4)
    return false;
  const size_t needed = column->used + more + COLUMN_STEP;
  if (needed <= column->capacity)
    return true;
  /* The text if the rows to come are as long as the rows so far, and an eighth more. */
  const size_t all = (size_t)rows->input->length;
  const size_t each = needed / ((size_t)rows->first + rows->count) + 1;
  const size_t guess = each < PTRDIFF_MAX / 4 / all ? each * all + each * all / 8 : 0;
  size_t capacity = needed > 2 * column->capacity ? needed : 2 * column->capacity;
  capacity = guess > capacity ? guess : capacity;
  char *const text = realloc(column->text, capacity);
  if (!text)
    return false;
  column->text = text;
  column->capacity = capacity;
  return true;
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

static int column_put_text(arrow_column *column, const arrow_request *request, const arrow_rows *rows,
                           const char **why)
{
  arrow_spans spans;
  const bool narrow = request->layout == ARROW_OFFSETS32;
  uriel_arrow_spans(&spans, rows, column->kind->component);
  column_set(column, rows, spans.defined);
  if (request->views)
    return uriel_arrow_views_put((arrow_view *)column->values + rows->first, &spans, rows, why);
  /* Only texts whose offsets decrease can exceed 32-bit offsets. */
  if (narrow && column->used + spans.sum > INT32_MAX)
    return arrow_fail(why, EOVERFLOW, "a column is too long for 32-bit offsets");
  if (!column_reserve(column, spans.sum, rows))
    return arrow_fail(why, ENOMEM, "out of memory");
  if (narrow)
    column_copy(column, &spans, rows, (int32_t *)column->values + rows->first + 1, NULL);
  else
    column_copy(column, &spans, rows, NULL, (int64_t *)column->values + rows->first + 1);
  column->used += spans.sum;
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

int uriel_arrow_column_put(arrow_column *column, const arrow_request *request, const arrow_rows *rows,
                           const char **why)
{
  const arrow_type type = column->kind->type;
  uint32_t *const members = (uint32_t *)column->values + rows->first;
  uint16_t *const numbers = (uint16_t *)column->values + rows->first;
  bool defined[ARROW_BLOCK];
  if (type == ARROW_TEXT)
    return column_put_text(column, request, rows, why);
  for (size_t i = 0; i < rows->count; i++) {
    const uriel_ref *const ref = &rows->refs[i];
    uint32_t value = 0;
    uint16_t port = 0;
    defined[i] = !(ref->flags & URIEL_INVALID);
    if (type == ARROW_MEMBER && defined[i]) {
      memcpy(&value, (const char *)ref + column->kind->member, sizeof value);
    } else if (type == ARROW_PORT_NUMBER) {
      defined[i] = defined[i] && uriel_port_number(&port, ref, NULL);
      value = port;
    } else if (type == ARROW_ERROR) {
      defined[i] = ref->text != NULL;
      value = defined[i] ? column_error(ref) : URIEL_ERROR_NONE;
    }
    if (type == ARROW_MEMBER)
      members[i] = value;
    else
      numbers[i] = (uint16_t)value;
  }
  column_set(column, rows, defined);
  return 0;
}
