/* SPDX-License-Identifier: MIT */
/* Checks of a stream of messages; see message.h. */
#include "message.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static void must(bool holds, const char *what)
{
  if (!holds)
    die("not as the specification says: %s", what);
}

int sunk_write(void *self, const void *bytes, size_t len)
{
  sunk *const to = self;
  must(len > 0, "a piece is not empty");
  if (++to->pieces == to->fail_at)
    return EPIPE;
  to->bytes = realloc(to->bytes, to->len + len);
  must(to->bytes != NULL, "memory");
  memcpy(to->bytes + to->len, bytes, len);
  to->len += len;
  return 0;
}

void sunk_free(sunk *got)
{
  free(got->bytes);
  *got = (struct sunk){0};
}

/* ---- FlatBuffers ------------------------------------------------------------------------------- */

/* Metadata, and a place in them; place 0 is absent. */
typedef struct place {
  uriel_text all;
  size_t at;
} place;

static uint64_t number_at(place from, size_t size)
{
  uint64_t value = 0;
  must(from.at % size == 0, "a number is aligned to its size");
  must(from.at + size <= from.all.len, "a number is inside the metadata");
  for (size_t i = 0; i < size; i++)
    value |= (uint64_t)(unsigned char)from.all.ptr[from.at + i] << 8 * i;
  return value;
}

static place followed(place from)
{
  const size_t to = from.at + (size_t)number_at(from, 4);
  must(to > from.at && to < from.all.len && to % 4 == 0, "an offset leads forward");
  return (place){from.all, to};
}

static place field_of(place table, size_t slot, size_t size)
{
  const size_t vtable = table.at - (size_t)(int32_t)number_at(table, 4);
  const size_t vtable_size = (size_t)number_at((place){table.all, vtable}, 2);
  const size_t table_size = (size_t)number_at((place){table.all, vtable + 2}, 2);
  must(vtable_size >= 4 && vtable + vtable_size <= table.all.len, "a vtable is inside the metadata");
  must(table.at + table_size <= table.all.len, "a table is inside the metadata");
  if (4 + 2 * slot >= vtable_size)
    return (place){table.all, 0};
  const size_t offset = (size_t)number_at((place){table.all, vtable + 4 + 2 * slot}, 2);
  must(offset == 0 || (offset >= 4 && offset + size <= table_size), "a field is inside its table");
  return (place){table.all, offset ? table.at + offset : 0};
}

static uint64_t field_number(place table, size_t slot, size_t size)
{
  const place field = field_of(table, slot, size);
  return field.at ? number_at(field, size) : 0;
}

/* A table, a vector or a string that a field leads to. */
static place field_followed(place table, size_t slot)
{
  const place field = field_of(table, slot, 4);
  must(field.at != 0, "a field that is required");
  return followed(field);
}

/* Element `i` of a vector, whose elements begin after their number. */
static place element_of(place vector, size_t i, size_t size)
{
  must(i < number_at(vector, 4), "a vector has as many elements");
  return (place){vector.all, vector.at + 4 + i * size};
}

/* ---- Messages ---------------------------------------------------------------------------------- */

static place message_next(uriel_text *rest, uint64_t kind, uriel_text *body)
{
  const place prefix = {*rest, 0};
  must(number_at(prefix, 4) == UINT32_MAX, "a message begins with FFFFFFFF");
  const size_t len = (size_t)number_at((place){*rest, 4}, 4);
  must(len > 0 && len % 8 == 0 && 8 + len <= rest->len, "metadata are padded to 8 bytes");
  const place message = followed((place){{rest->ptr + 8, len}, 0});
  must(field_number(message, 0, 2) == 4, "version V5");
  must(field_number(message, 1, 1) == kind, "the message's header");
  const size_t body_len = (size_t)field_number(message, 3, 8);
  must(body_len % 8 == 0 && 8 + len + body_len <= rest->len, "bodies are padded to 8 bytes");
  *body = (uriel_text){rest->ptr + 8 + len, body_len};
  *rest = (uriel_text){body->ptr + body_len, rest->len - 8 - len - body_len};
  return field_followed(message, 2);
}

void check_end_message(uriel_text rest)
{
  must(rest.len == 8 && memcmp(rest.ptr, "\xFF\xFF\xFF\xFF\0\0\0", 8) == 0, "the end");
}

static void check_type(place field, const char *format)
{
  static const char formats[] = "uUzZbcCsSiIlL";
  static const unsigned char numbers[] = {5, 20, 4, 19, 6, 2, 2, 2, 2, 2, 2, 2, 2};
  const size_t which = (size_t)(strchr(formats, *format) - formats);
  const place type = field_followed(field, 3);
  must(field_number(field, 2, 1) == numbers[which], "the field's type");
  if (numbers[which] != 2)
    return;
  must(field_number(type, 0, 4) == 8u << (which - 5) / 2, "the integer's width");
  must(field_number(type, 1, 1) == (which % 2 == 1), "the integer's sign");
}

void check_schema_message(uriel_text *rest, const struct ArrowSchema *schema)
{
  uriel_text body;
  const place header = message_next(rest, 1, &body);
  const place fields = field_followed(header, 1);
  must(body.len == 0, "a schema has no body");
  must(field_number(header, 0, 2) == (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__), "the bytes' order");
  must(number_at(fields, 4) == (uint64_t)schema->n_children, "a field for each column");
  for (size_t i = 0; i < (size_t)schema->n_children; i++) {
    const struct ArrowSchema *const column = schema->children[i];
    const place field = followed(element_of(fields, i, 4)), name = field_followed(field, 0);
    const size_t len = (size_t)number_at(name, 4);
    must(name.at + 4 + len < name.all.len && name.all.ptr[name.at + 4 + len] == 0, "a name ends in NUL");
    must(text_equal((uriel_text){name.all.ptr + name.at + 4, len},
                    uriel_text_of(column->name ? column->name : "")),
         "the field's name");
    must(field_number(field, 1, 1) == !!(column->flags & ARROW_FLAG_NULLABLE), "nullable");
    must(number_at(field_followed(field, 5), 4) == 0, "no children");
    check_type(field, column->format);
  }
}

/* ---- Rows -------------------------------------------------------------------------------------- */

static bool bit_of(const void *bits, int64_t at)
{
  return !bits || (((const uint8_t *)bits)[at / 8] >> at % 8 & 1);
}

/* The width of values in bits: of offsets, if they are texts. */
static size_t width_of(char format)
{
  return format == 'b'            ? 1
         : strchr("uziI", format) ? 32
         : strchr("UZlL", format) ? 64
         : strchr("sS", format)   ? 16
                                  : 8;
}

static int64_t offset_of(const void *offsets, size_t width, int64_t at)
{
  return width == 64 ? ((const int64_t *)offsets)[at] : ((const int32_t *)offsets)[at];
}

/* Compares a column's buffers, whose places are in the body, with its rows from `first` on. Returns the
 * number of nulls. */
static int64_t check_rows(char format, const uriel_text *made, const struct ArrowArray *array,
                          int64_t first, int64_t rows)
{
  const bool is_text = strchr("uUzZ", format);
  const size_t width = width_of(format);
  int64_t nulls = 0;
  if (is_text)
    must(offset_of(made[1].ptr, width, 0) == 0, "offsets begin at 0");
  for (int64_t i = 0; i < rows; i++) {
    const bool valid = bit_of(array->buffers[0], first + i);
    nulls += !valid;
    must(valid == (made[0].len == 0 || bit_of(made[0].ptr, i)), "a bit of the bitmap");
    if (is_text) {
      const int64_t begin = offset_of(array->buffers[1], width, first + i);
      const int64_t end = offset_of(array->buffers[1], width, first + i + 1);
      const int64_t made_begin = offset_of(made[1].ptr, width, i);
      const int64_t made_end = offset_of(made[1].ptr, width, i + 1);
      must(made_end >= made_begin && (size_t)made_end <= made[2].len, "a text is inside its buffer");
      must(made_end - made_begin == end - begin, "a text's length");
      must(end == begin || memcmp(made[2].ptr + made_begin, (const char *)array->buffers[2] + begin,
                                  (size_t)(end - begin)) == 0,
           "a text");
    } else if (width == 1) {
      must(bit_of(made[1].ptr, i) == bit_of(array->buffers[1], first + i), "a bool");
    } else {
      must(memcmp(made[1].ptr + (size_t)i * width / 8,
                  (const char *)array->buffers[1] + (size_t)(first + i) * width / 8, width / 8) == 0,
           "a number");
    }
  }
  return nulls;
}

void check_batch_message(uriel_text *rest, const struct ArrowSchema *schema,
                         const struct ArrowArray *array)
{
  uriel_text body;
  const place header = message_next(rest, 3, &body);
  const place nodes = field_followed(header, 1), buffers = field_followed(header, 2);
  const uint64_t rows = (uint64_t)array->length;
  size_t at = 0, end = 0;
  must(field_number(header, 0, 8) == rows, "the batch's length");
  must(number_at(nodes, 4) == (uint64_t)schema->n_children, "a node for each column");
  for (size_t i = 0; i < (size_t)schema->n_children; i++) {
    const char format = *schema->children[i]->format;
    const bool is_text = strchr("uUzZ", format);
    const place node = element_of(nodes, i, 16);
    uriel_text made[3];
    for (size_t b = 0; b < (is_text ? 3 : 2); b++, at++) {
      const place buffer = element_of(buffers, at, 16);
      const size_t begin = (size_t)number_at(buffer, 8);
      made[b] = (uriel_text){body.ptr + begin, (size_t)number_at((place){buffer.all, buffer.at + 8}, 8)};
      must(begin == end && begin + made[b].len <= body.len, "buffers follow each other");
      for (end = begin + made[b].len; end % 8 != 0; end++)
        must(body.ptr[end] == 0, "padding is 0");
    }
    const size_t bits = (size_t)(rows + is_text) * width_of(format);
    must(made[1].len == (bits + 7) / 8, "the length of the values");
    const int64_t first = array->offset + array->children[i]->offset;
    const int64_t nulls = check_rows(format, made, array->children[i], first, array->length);
    must(made[0].len == (nulls ? (rows + 7) / 8 : 0), "a bitmap only with nulls");
    must(number_at(node, 8) == rows, "a node's length");
    must(number_at((place){node.all, node.at + 8}, 8) == (uint64_t)nulls, "a node's nulls");
  }
  must(number_at(buffers, 4) == at && end == body.len, "no other buffers");
}
