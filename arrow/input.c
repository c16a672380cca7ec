/* SPDX-License-Identifier: MIT */
/* The texts of an array that goes in. */
#include "input.h"

#include "uriel_batch.h"
#include <string.h>

static int input_invalid(const char **why, const char *message)
{
  return arrow_fail(why, EINVAL, message);
}

int uriel_arrow_input_check(const struct ArrowArray *array, int64_t buffers, const char **why)
{
  if (!array || !array->release)
    return input_invalid(why, "the array was released");
  if (array->length < 0 || array->offset < 0 || array->length > PTRDIFF_MAX / 64 ||
      array->offset > PTRDIFF_MAX / 64)
    return input_invalid(why, "the array's length or offset is negative or too large");
  if (array->n_buffers < buffers || (buffers > 0 && !array->buffers))
    return input_invalid(why, "the array has too few buffers for its format");
  if (array->n_buffers > PTRDIFF_MAX / 64)
    return input_invalid(why, "the array has too many buffers");
  if (array->null_count < -1 || array->null_count > array->length)
    return input_invalid(why, "the array's number of nulls is below -1 or above its length");
  if (buffers > 0 && array->null_count > 0 && !array->buffers[0])
    return input_invalid(why, "the array has nulls, but no validity bitmap");
  return 0;
}

static arrow_bits input_bits(const struct ArrowArray *array, int64_t first)
{
  const arrow_bits none = {NULL, 0};
  if (array->null_count == 0 || array->n_buffers < 1 || !array->buffers[0])
    return none;
  const arrow_bits bits = {array->buffers[0], first};
  return bits;
}

/* Row 0 has offset number `first`; there are length + 1 of them. */
static int input_offsets(arrow_input *input, const struct ArrowArray *array, int64_t first,
                         const char **why)
{
  const void *const offsets = array->buffers[1];
  if (!offsets)
    return input_invalid(why, "the array has rows, but no offsets");
  int64_t end;
  if (input->values.layout == ARROW_OFFSETS32) {
    const int32_t *const rows = (const int32_t *)offsets + first;
    input->rows = rows;
    end = rows[input->length];
  } else {
    const int64_t *const rows = (const int64_t *)offsets + first;
    input->rows = rows;
    end = rows[input->length];
  }
  if (end < 0 || (uint64_t)end > PTRDIFF_MAX)
    return input_invalid(why, "the array's last offset is negative or too large");
  if (end > 0 && !array->buffers[2])
    return input_invalid(why, "the array has offsets, but no text");
  input->text = end > 0 ? array->buffers[2] : "";
  input->text_len = (size_t)end;
  return 0;
}

static int input_views(arrow_input *input, const struct ArrowArray *array, int64_t first,
                       const char **why)
{
  const arrow_view *const rows = array->buffers[1];
  if (!rows)
    return input_invalid(why, "the array has rows, but no views");
  input->rows = rows + first;
  input->buffers = (const void *const *)array->buffers + 2;
  input->buffer_count = array->n_buffers - 3;
  input->buffer_lens = array->buffers[array->n_buffers - 1];
  if (input->buffer_count > 0 && !input->buffer_lens)
    return input_invalid(why, "the array of views lacks the lengths of its buffers");
  return 0;
}

static int64_t input_least(const arrow_values *values)
{
  return values->layout == ARROW_NULLS ? 0 : values->layout == ARROW_INTEGERS ? 2 : 3;
}

/* The values in `array` or in the requested child; a slice of them can be visible. */
static int input_child(arrow_input *input, const arrow_source *source, const struct ArrowArray **array,
                       int64_t *first, const char **why)
{
  const struct ArrowArray *const outer = *array;
  int error = uriel_arrow_input_check(outer, source->nested ? 1 : input_least(&input->values), why);
  if (error)
    return error;
  input->length = outer->length;
  *first = outer->offset;
  if (!source->nested)
    return 0;
  if (outer->n_children != source->children || !outer->children)
    return input_invalid(why, "the array has not the columns that its schema says");
  *array = outer->children[source->child];
  error = uriel_arrow_input_check(*array, input_least(&input->values), why);
  if (error)
    return error;
  if (outer->offset + outer->length > (*array)->length)
    return input_invalid(why, "a column is shorter than its struct");
  input->valid[1] = input_bits(outer, outer->offset);
  *first += (*array)->offset;
  return 0;
}

static int input_integers(arrow_input *input, const struct ArrowArray *array, int64_t first,
                          const char **why)
{
  if (!array->buffers[1])
    return input_invalid(why, "the array has rows, but no numbers");
  input->rows = (const char *)array->buffers[1] + (size_t)first * input->values.width;
  return 0;
}

/* Opens the values, of which the array's first is `first`. */
static int input_values(arrow_input *input, const struct ArrowArray *array, int64_t first,
                        const char **why)
{
  if (input->length == 0 || input->values.layout == ARROW_NULLS)
    return 0;
  input->valid[0] = input_bits(array, first);
  switch (input->values.layout) {
  case ARROW_INTEGERS:
    return input_integers(input, array, first, why);
  case ARROW_VIEWS:
    return input_views(input, array, first, why);
  default:
    return input_offsets(input, array, first, why);
  }
}

int uriel_arrow_input_open(arrow_input *input, arrow_input *outer, const arrow_source *source,
                           const struct ArrowArray *array, const char **why)
{
  int64_t first;
  const bool plain = source->form == ARROW_PLAIN;
  arrow_input *const top = plain ? input : outer;
  *top = (arrow_input){.values = plain ? source->values : source->outer, .text = ""};
  int error = input_child(top, source, &array, &first, why);
  if (!error)
    error = input_values(top, array, first, why);
  if (error || plain)
    return error;
  const bool one = array->n_children == 1 && array->children;
  const struct ArrowArray *const inner = source->form == ARROW_ENCODED ? array->dictionary
                                         : one                         ? array->children[0]
                                                                       : NULL;
  *input = (arrow_input){.values = source->values, .text = ""};
  error = uriel_arrow_input_check(inner, input_least(&source->values), why);
  if (error)
    return error;
  input->length = inner->length;
  return input_values(input, inner, inner->offset, why);
}

int uriel_arrow_input_indices(const arrow_input *indices, int64_t count, uint8_t *used, const char **why)
{
  for (int64_t row = 0; row < indices->length; row++) {
    if (uriel_arrow_input_is_null(indices, row))
      continue;
    const int64_t index = uriel_arrow_input_number(indices, row);
    if (index < 0 || index >= count)
      return input_invalid(why, "an index is not in its dictionary");
    if (used)
      used[index / 8] |= (uint8_t)(1u << index % 8);
  }
  return 0;
}

/* Returns NULL for a view that exceeds its buffer. */
static const char *input_view_text(const arrow_input *input, const arrow_view *view)
{
  if (view->length < 0)
    return NULL;
  if (view->length <= ARROW_VIEW_INSIDE)
    return (const char *)view + offsetof(arrow_view, prefix);
  if (view->buffer < 0 || view->buffer >= input->buffer_count || view->offset < 0)
    return NULL;
  const int64_t end = (int64_t)view->offset + view->length;
  const char *const buffer = input->buffers[view->buffer];
  return buffer && end <= input->buffer_lens[view->buffer] ? buffer + view->offset : NULL;
}

/* A view is a column of one row. */
static void input_read_views(const arrow_input *input, int64_t row, uriel_ref *refs, size_t count)
{
  const arrow_view *const views = (const arrow_view *)input->rows + row;
  for (size_t i = 0; i < count; i++) {
    const char *const text = input_view_text(input, &views[i]);
    const size_t len = text ? (size_t)views[i].length : 0;
    const uint64_t offsets[2] = {text ? 0 : 1, len};
    uriel_parse_offsets64(&refs[i], 1, text, len, offsets);
  }
}

bool uriel_arrow_input_is_null(const arrow_input *input, int64_t row)
{
  if (input->values.layout == ARROW_NULLS)
    return true;
  for (size_t i = 0; i < 2; i++) {
    const int64_t at = input->valid[i].first + row;
    if (input->valid[i].bytes && !(input->valid[i].bytes[at / 8] >> at % 8 & 1))
      return true;
  }
  return false;
}

void uriel_arrow_input_read(const arrow_input *input, int64_t row, uriel_ref *refs, size_t count)
{
  const bool nulls = input->values.layout == ARROW_NULLS;
  if (nulls)
    ; /* nothing is read */
  else if (input->values.layout == ARROW_VIEWS)
    input_read_views(input, row, refs, count);
  else if (input->values.layout == ARROW_OFFSETS32)
    uriel_parse_offsets32(refs, count, input->text, input->text_len,
                          (const uint32_t *)input->rows + row);
  else
    uriel_parse_offsets64(refs, count, input->text, input->text_len,
                          (const uint64_t *)input->rows + row);
  for (size_t i = 0; i < count && (nulls || input->valid[0].bytes || input->valid[1].bytes); i++)
    if (uriel_arrow_input_is_null(input, row + (int64_t)i))
      refs[i] = (uriel_ref){.text = NULL, .flags = URIEL_INVALID};
}

uriel_text uriel_arrow_input_text(const arrow_input *input, int64_t row)
{
  uint64_t begin, end;
  if (uriel_arrow_input_is_null(input, row))
    return (uriel_text){NULL, 0};
  if (input->values.layout == ARROW_VIEWS) {
    const arrow_view *const view = (const arrow_view *)input->rows + row;
    const char *const text = input_view_text(input, view);
    return (uriel_text){text, text ? (size_t)view->length : 0};
  }
  if (input->values.layout == ARROW_OFFSETS32) {
    begin = ((const uint32_t *)input->rows)[row];
    end = ((const uint32_t *)input->rows)[row + 1];
  } else {
    begin = ((const uint64_t *)input->rows)[row];
    end = ((const uint64_t *)input->rows)[row + 1];
  }
  if (begin > end || end > input->text_len)
    return (uriel_text){NULL, 0};
  return (uriel_text){input->text + begin, (size_t)(end - begin)};
}

int64_t uriel_arrow_input_number(const arrow_input *input, int64_t row)
{
  const void *const rows = input->rows;
  const bool is_signed = input->values.is_signed;
  switch (input->values.width) {
  case 1:
    return is_signed ? ((const int8_t *)rows)[row] : ((const uint8_t *)rows)[row];
  case 2:
    return is_signed ? ((const int16_t *)rows)[row] : ((const uint16_t *)rows)[row];
  case 4:
    return is_signed ? ((const int32_t *)rows)[row] : (int64_t)((const uint32_t *)rows)[row];
  default:
    return ((const int64_t *)rows)[row];
  }
}
