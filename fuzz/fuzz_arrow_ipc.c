/* SPDX-License-Identifier: MIT */
/* uriel_arrow_ipc_schema, _batch and _end: a reader that follows Arrow's documents finds the columns and
 * rows that were written, for any types, names, bitmaps, values, offsets and lengths. Offsets of text
 * that are out of order are refused, and nothing is written. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "message.h"

enum { COLUMNS = 6, TEXT = 256 };

static void keep_schema(struct ArrowSchema *schema)
{
  (void)schema;
}

static void keep_array(struct ArrowArray *array)
{
  (void)array;
}

/* A copy of `size` bytes of the input, repeated as needed, in its own block. */
static void *bytes_of(uriel_text input, size_t from, size_t size)
{
  char *const bytes = room(size ? size : 1);
  for (size_t i = 0; i < size; i++)
    bytes[i] = input.ptr[(from + i) % input.len];
  return bytes;
}

/* Offsets, which mostly ascend. Returns whether the offsets of the rows do. */
static bool put_offsets(void *values, bool wide, uriel_text input, int64_t first, int64_t count)
{
  int64_t at = (unsigned char)input.ptr[0] % 8, before = 0;
  bool ordered = true;
  for (int64_t i = 0; i <= first + count; i++) {
    const unsigned char step = (unsigned char)input.ptr[(size_t)i % input.len];
    at = step == 0xFF ? at - 9 : at + step % 4 < TEXT ? at + step % 4 : at;
    const int32_t narrow = (int32_t)at;
    if (wide)
      memcpy((char *)values + 8 * i, &at, 8);
    else
      memcpy((char *)values + 4 * i, &narrow, 4);
    if (i >= first)
      ordered &= at >= before;
    before = i >= first ? at : 0;
  }
  return ordered;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const char formats[][2] = {"u", "U", "z", "Z", "b", "c", "C", "s", "S", "i", "I", "l", "L"};
  struct ArrowSchema schemas[COLUMNS], *schema_pointers[COLUMNS];
  struct ArrowArray arrays[COLUMNS], *array_pointers[COLUMNS];
  const void *buffers[COLUMNS][3], *none[1] = {NULL};
  char name[] = "abcdefgh";
  bool ordered = true;
  if (size < 8)
    return 0;
  const uriel_text input = fuzz_text(data, size);
  const int64_t outer = data[0] % 20, inner = data[1] % 20, length = data[2] % 64;
  const size_t all = (size_t)(outer + inner + length), count = data[3] % (COLUMNS + 1);
  for (size_t c = 0; c < count; c++) {
    const size_t format = data[4 + c % 4] / 2 % 13;
    const bool nulls = data[4 + c % 4] & 1, is_text = format < 4;
    buffers[c][0] = nulls ? bytes_of(input, c, (all + 7) / 8) : NULL;
    buffers[c][1] = bytes_of(input, 2 * c, 8 * (all + 1));
    buffers[c][2] = is_text ? bytes_of(input, 3 * c, TEXT) : NULL;
    if (is_text && length > 0)
      ordered &= put_offsets((void *)buffers[c][1], format % 2, input, outer + inner, length);
    schemas[c] = (struct ArrowSchema){.format = formats[format],
                                      .name = name + (data[4] + c) % 9,
                                      .flags = nulls ? ARROW_FLAG_NULLABLE : 0,
                                      .release = keep_schema};
    arrays[c] = (struct ArrowArray){.length = outer + length,
                                    .null_count = nulls ? -1 : 0,
                                    .offset = inner,
                                    .n_buffers = is_text ? 3 : 2,
                                    .buffers = buffers[c],
                                    .release = keep_array};
    schema_pointers[c] = &schemas[c];
    array_pointers[c] = &arrays[c];
  }
  const struct ArrowSchema schema = {
      .format = "+s", .n_children = (int64_t)count, .children = schema_pointers, .release = keep_schema};
  const struct ArrowArray array = {.length = length,
                                   .offset = outer,
                                   .n_buffers = 1,
                                   .n_children = (int64_t)count,
                                   .buffers = none,
                                   .children = array_pointers,
                                   .release = keep_array};
  sunk got = {0};
  const uriel_arrow_sink sink = {sunk_write, &got};
  fuzz_must(uriel_arrow_ipc_schema(&sink, &schema, NULL) == 0, "a schema");
  const size_t len = got.len;
  const int error = uriel_arrow_ipc_batch(&sink, &array, &schema, NULL);
  fuzz_must((error == 0) == ordered, "a batch, unless its offsets are out of order");
  fuzz_must(!error || got.len == len, "nothing is written after an error");
  fuzz_must(uriel_arrow_ipc_end(&sink, NULL) == 0, "the end");
  uriel_text rest = {got.bytes, got.len};
  check_schema_message(&rest, &schema);
  if (!error)
    check_batch_message(&rest, &schema, &array);
  check_end_message(rest);
  sunk_free(&got);
  for (size_t c = 0; c < count; c++)
    for (size_t b = 0; b < 3; b++)
      free((void *)buffers[c][b]);
  text_free(input);
  return 0;
}
