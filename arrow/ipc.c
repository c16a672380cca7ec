/* SPDX-License-Identifier: MIT */
/* Messages of Arrow's IPC format. Their metadata are flatbuffers. With a flat schema the place of each
 * table can be computed, so all are written in one pass, each table after its vtable. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"

enum { IPC_PIECE = 4096, IPC_ALIGN = 8 };

/* Numbers of the flatbuffers' schemas (Message.fbs, Schema.fbs). */
enum { IPC_V5 = 4, IPC_SCHEMA = 1, IPC_RECORD_BATCH = 3 };

typedef struct ipc_type {
  char format;
  uint8_t number; /* in the union Type */
  uint8_t bits;   /* of a value; of an offset, if the values are texts */
  bool is_int, is_signed, is_text;
} ipc_type;

static const ipc_type ipc_types[] = {
    {'u', 5, 32, .is_text = true}, {'U', 20, 64, .is_text = true},
    {'z', 4, 32, .is_text = true}, {'Z', 19, 64, .is_text = true},
    {'b', 6, 1, .is_text = false}, {'c', 2, 8, .is_int = true, .is_signed = true},
    {'C', 2, 8, .is_int = true},   {'s', 2, 16, .is_int = true, .is_signed = true},
    {'S', 2, 16, .is_int = true},  {'i', 2, 32, .is_int = true, .is_signed = true},
    {'I', 2, 32, .is_int = true},  {'l', 2, 64, .is_int = true, .is_signed = true},
    {'L', 2, 64, .is_int = true},  {0}, /* no type */
};

/* A column of a batch: rows from `first` on. */
typedef struct ipc_column {
  const ipc_type *type;
  int64_t first, rows, nulls;
  const uint8_t *valid;
  const void *values; /* or offsets */
  const char *text;
  int64_t text_begin, text_len;
} ipc_column;

/* ---- Bytes ------------------------------------------------------------------------------------- */

typedef struct ipc_out {
  const uriel_arrow_sink *sink;
  int error; /* of the sink; nothing is written after it */
  size_t len;
  char piece[IPC_PIECE];
} ipc_out;

static void ipc_write(ipc_out *out, const void *bytes, size_t len)
{
  if (len > 0 && !out->error)
    out->error = out->sink->write(out->sink->self, bytes, len);
}

static void ipc_put(ipc_out *out, const void *bytes, size_t len)
{
  if (len > sizeof out->piece - out->len) {
    ipc_write(out, out->piece, out->len);
    out->len = 0;
  }
  if (len > sizeof out->piece) {
    ipc_write(out, bytes, len);
  } else if (len > 0) {
    memcpy(out->piece + out->len, bytes, len);
    out->len += len;
  }
}

static int ipc_finish(ipc_out *out, const char **why)
{
  ipc_write(out, out->piece, out->len);
  return out->error ? arrow_fail(why, out->error, "the bytes cannot be written") : 0;
}

/* Metadata are little-endian on every machine. */
static void ipc_number(ipc_out *out, size_t size, uint64_t value)
{
  char bytes[sizeof value];
  for (size_t i = 0; i < size; i++)
    bytes[i] = (char)(value >> 8 * i);
  ipc_put(out, bytes, size);
}

static void ipc_zeros(ipc_out *out, uint64_t count)
{
  static const char zeros[IPC_ALIGN];
  ipc_put(out, zeros, (size_t)count);
}

static uint64_t ipc_padding(uint64_t len, uint64_t align)
{
  return (align - len % align) % align;
}

static uint64_t ipc_padded(uint64_t len, uint64_t align)
{
  return len + ipc_padding(len, align);
}

/* The vtable of a table that follows it after `gap` bytes: the size of the table, and where each of its
 * fields is; then the offset from the table back to it. */
static void ipc_table(ipc_out *out, size_t gap, uint16_t size, const uint8_t *fields, size_t count)
{
  const size_t vtable = 2 * (2 + count);
  ipc_number(out, 2, vtable);
  ipc_number(out, 2, size);
  for (size_t i = 0; i < count; i++)
    ipc_number(out, 2, fields[i]);
  ipc_zeros(out, gap);
  ipc_number(out, 4, vtable + gap);
}

/* ---- Messages ---------------------------------------------------------------------------------- */

/* Places in the metadata, and sizes. */
enum {
  IPC_MESSAGE = 16,      /* the table Message, after the root's offset and its vtable */
  IPC_MESSAGE_SIZE = 20, /* and 4 bytes of padding */
  IPC_HEADER = 40,       /* the vtable of Schema or RecordBatch */
  IPC_SCHEMA_TABLE = 48, /* 12 bytes, and then the number of fields */
  IPC_FIELDS = 64,       /* the fields' offsets */
  IPC_FIELD_TABLE = 16,  /* in a field */
  IPC_FIELD_TYPE = 48,   /* its type, */
  IPC_FIELD_NAME = 60,   /* and its name: the length and the text */
  IPC_BATCH_TABLE = 56,  /* 20 bytes, and then the number of nodes */
  IPC_NODES = 80,        /* 16 bytes each; then padding and the number of buffers */
  IPC_BATCH_TABLES = 88, /* all of them without nodes and buffers, of 16 bytes each */
  IPC_PAIR = 16
};

/* The prefix of a message, and the table Message up to its header. */
static void ipc_message(ipc_out *out, uint8_t header, uint32_t header_table, uint64_t metadata_len,
                        uint64_t body_len)
{
  static const uint8_t fields[] = {16 /* version */, 18 /* header_type */, 4 /* header */,
                                   8 /* bodyLength */};
  ipc_number(out, 4, UINT32_MAX);
  ipc_number(out, 4, metadata_len);
  ipc_number(out, 4, IPC_MESSAGE);
  ipc_table(out, 0, IPC_MESSAGE_SIZE, fields, sizeof fields);
  ipc_number(out, 4, header_table - (IPC_MESSAGE + 4));
  ipc_number(out, 8, body_len);
  ipc_number(out, 2, IPC_V5);
  ipc_number(out, 1, header);
  ipc_zeros(out, 5);
}

static uint64_t ipc_field_size(const char *name)
{
  return ipc_padded(IPC_FIELD_NAME + 4 + strlen(name) + 1, 4);
}

static void ipc_field(ipc_out *out, const struct ArrowSchema *column, const ipc_type *type)
{
  static const uint8_t fields[] = {4 /* name */, 16 /* nullable */,  17 /* type_type */,
                                   8 /* type */, 0 /* dictionary */, 12 /* children */};
  static const uint8_t int_fields[] = {4 /* bitWidth */, 8 /* is_signed */}, no_fields[2] = {0};
  const char *const name = column->name ? column->name : "";
  const size_t len = strlen(name);
  ipc_table(out, 0, 20, fields, sizeof fields);
  ipc_number(out, 4, IPC_FIELD_NAME - (IPC_FIELD_TABLE + 4));
  ipc_number(out, 4, IPC_FIELD_TYPE - (IPC_FIELD_TABLE + 8));
  ipc_number(out, 4, 36 - (IPC_FIELD_TABLE + 12));
  ipc_number(out, 1, (column->flags & ARROW_FLAG_NULLABLE) != 0);
  ipc_number(out, 1, type->number);
  ipc_zeros(out, 2);
  ipc_number(out, 4, 0); /* children, which readers expect */
  ipc_table(out, 0, 12, type->is_int ? int_fields : no_fields, 2);
  ipc_number(out, 4, type->is_int ? type->bits : 0);
  ipc_number(out, 1, type->is_signed);
  ipc_zeros(out, 3);
  ipc_number(out, 4, len);
  ipc_put(out, name, len);
  ipc_zeros(out, 1 + ipc_padding(len + 1, 4));
}

/* ---- Schemas ----------------------------------------------------------------------------------- */

static const ipc_type *ipc_type_of(const struct ArrowSchema *column)
{
  const char *const format = column->format;
  const bool flat = format && *format && !format[1] && column->n_children == 0 && !column->dictionary;
  const ipc_type *type = ipc_types;
  while (type->format && !(flat && type->format == *format))
    type++;
  return type;
}

/* Checks a schema, and sets the length of its fields in the metadata. */
static int ipc_check_schema(const struct ArrowSchema *schema, uint64_t *len, const char **why)
{
  if (!schema || !schema->release || !schema->format)
    return arrow_fail(why, EINVAL, "the schema was released, or has no format");
  if (strcmp(schema->format, "+s") != 0)
    return arrow_fail(why, ENOTSUP, "the schema is not a struct of columns");
  if (!uriel_arrow_has_children(schema))
    return arrow_fail(why, EINVAL, "the struct's schema lacks columns that it counts");
  *len = 0;
  for (int64_t i = 0; i < schema->n_children; i++) {
    const struct ArrowSchema *const column = schema->children[i];
    if (!ipc_type_of(column)->format)
      return arrow_fail(why, ENOTSUP,
                        "a column is not utf8, binary, bool or an integer (u, U, z, Z, b, c to L)");
    *len += 4 + ipc_field_size(column->name ? column->name : "");
    if (*len > INT32_MAX / 2)
      return arrow_fail(why, EOVERFLOW, "the names of the columns are too long");
  }
  return 0;
}

int uriel_arrow_ipc_schema(const uriel_arrow_sink *sink, const struct ArrowSchema *schema,
                           const char **why)
{
  static const uint8_t fields[] = {8 /* endianness */, 4 /* fields */};
  ipc_out out = {.sink = sink};
  uint64_t len;
  const int error = ipc_check_schema(schema, &len, why);
  if (error)
    return error;
  const uint64_t count = (uint64_t)schema->n_children, end = IPC_FIELDS + len;
  ipc_message(&out, IPC_SCHEMA, IPC_SCHEMA_TABLE, ipc_padded(end, IPC_ALIGN), 0);
  ipc_table(&out, 0, 12, fields, sizeof fields);
  ipc_number(&out, 4, 60 - (IPC_SCHEMA_TABLE + 4));
  ipc_number(&out, 4, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__); /* of the body */
  ipc_number(&out, 4, count);
  uint64_t place = IPC_FIELDS + 4 * count; /* of a field */
  for (uint64_t i = 0; i < count; i++) {
    const char *const name = schema->children[i]->name;
    ipc_number(&out, 4, place + IPC_FIELD_TABLE - (IPC_FIELDS + 4 * i));
    place += ipc_field_size(name ? name : "");
  }
  for (uint64_t i = 0; i < count; i++)
    ipc_field(&out, schema->children[i], ipc_type_of(schema->children[i]));
  ipc_zeros(&out, ipc_padding(end, IPC_ALIGN));
  return ipc_finish(&out, why);
}

/* ---- Batches ----------------------------------------------------------------------------------- */

static int64_t ipc_offset(const ipc_column *column, int64_t row)
{
  return column->type->bits == 64 ? ((const int64_t *)column->values)[column->first + row]
                                  : ((const int32_t *)column->values)[column->first + row];
}

/* Returns eight bits of a bitmap, from bit `first` on. Bits from `count` on are 0. */
static unsigned ipc_bits(const uint8_t *bits, int64_t first, int64_t count)
{
  const unsigned shift = (unsigned)(first % 8);
  unsigned byte = (unsigned)bits[first / 8] >> shift;
  if (shift > 0 && count > 8 - (int64_t)shift)
    byte |= (unsigned)bits[first / 8 + 1] << (8 - shift);
  return count < 8 ? byte & ((1u << count) - 1) : byte & 0xFF;
}

static int64_t ipc_nulls(const uint8_t *valid, int64_t first, int64_t rows)
{
  int64_t set = 0;
  for (int64_t i = 0; i < rows; i += 8)
    set += __builtin_popcount(ipc_bits(valid, first + i, rows - i));
  return rows - set;
}

static int ipc_open_text(ipc_column *column, const struct ArrowArray *array, const char **why)
{
  column->text = array->buffers[2];
  column->text_begin = ipc_offset(column, 0);
  int64_t end = column->text_begin;
  bool ordered = end >= 0;
  for (int64_t i = 1; i <= column->rows; i++) {
    const int64_t next = ipc_offset(column, i);
    ordered &= next >= end;
    end = next;
  }
  column->text_len = end - column->text_begin;
  if (!ordered || (end > 0 && !column->text))
    return arrow_fail(why, EINVAL, "the offsets of a column are out of order, or it has no text");
  return 0;
}

static int ipc_open_column(ipc_column *column, const struct ArrowArray *outer,
                           const struct ArrowArray *array, const ipc_type *type, const char **why)
{
  const int error = uriel_arrow_input_check(array, type->is_text ? 3 : 2, why);
  if (error)
    return error;
  if (outer->offset + outer->length > array->length)
    return arrow_fail(why, EINVAL, "a column is shorter than its struct");
  *column = (ipc_column){.type = type,
                         .first = outer->offset + array->offset,
                         .rows = outer->length,
                         .values = array->buffers[1]};
  if (column->rows == 0)
    return 0;
  if (!column->values)
    return arrow_fail(why, EINVAL, "a column has rows, but no values");
  if (array->null_count != 0 && array->buffers[0])
    column->nulls = ipc_nulls(array->buffers[0], column->first, column->rows);
  column->valid = column->nulls > 0 ? array->buffers[0] : NULL;
  return type->is_text ? ipc_open_text(column, array, why) : 0;
}

static int ipc_open(ipc_column *columns, uint64_t count, const struct ArrowArray *array,
                    const struct ArrowSchema *schema, const char **why)
{
  int error = uriel_arrow_input_check(array, 1, why);
  if (error)
    return error;
  if (array->n_children != schema->n_children || (schema->n_children > 0 && !array->children))
    return arrow_fail(why, EINVAL, "the array has not the columns that its schema says");
  if (array->null_count != 0 && array->buffers[0] && array->length > 0 &&
      ipc_nulls(array->buffers[0], array->offset, array->length) > 0)
    return arrow_fail(why, EINVAL, "the struct has nulls, which a record batch cannot have");
  for (uint64_t i = 0; i < count && !error; i++)
    error =
        ipc_open_column(&columns[i], array, array->children[i], ipc_type_of(schema->children[i]), why);
  return error;
}

/* The lengths of a column's buffers: the bitmap, which is empty without nulls, values, text. Returns
 * their number. */
static size_t ipc_lengths(const ipc_column *column, uint64_t lengths[3])
{
  const ipc_type *const type = column->type;
  const uint64_t values = (uint64_t)column->rows + type->is_text;
  lengths[0] = column->nulls > 0 ? ((uint64_t)column->rows + 7) / 8 : 0;
  lengths[1] = type->bits == 1 ? (values + 7) / 8 : values * (type->bits / 8);
  lengths[2] = (uint64_t)column->text_len;
  return type->is_text ? 3 : 2;
}

static void ipc_put_bits(ipc_out *out, const uint8_t *bits, const ipc_column *column)
{
  if (column->first % 8 == 0 && column->rows % 8 == 0) {
    ipc_put(out, bits + column->first / 8, (size_t)column->rows / 8);
    return;
  }
  for (int64_t i = 0; i < column->rows; i += 8)
    ipc_number(out, 1, ipc_bits(bits, column->first + i, column->rows - i));
}

/* The offsets begin at 0. */
static void ipc_put_offsets(ipc_out *out, const ipc_column *column)
{
  const size_t size = column->type->bits / 8;
  if (column->rows == 0) {
    ipc_zeros(out, size);
  } else if (column->text_begin == 0) {
    ipc_put(out, (const char *)column->values + (size_t)column->first * size,
            ((size_t)column->rows + 1) * size);
  } else {
    for (int64_t i = 0; i <= column->rows; i++) {
      const int64_t wide = ipc_offset(column, i) - column->text_begin;
      const int32_t narrow = (int32_t)wide;
      ipc_put(out, size == sizeof wide ? (const void *)&wide : &narrow, size);
    }
  }
}

static void ipc_put_column(ipc_out *out, const ipc_column *column)
{
  const ipc_type *const type = column->type;
  uint64_t lengths[3];
  const size_t count = ipc_lengths(column, lengths);
  if (column->nulls > 0)
    ipc_put_bits(out, column->valid, column);
  ipc_zeros(out, ipc_padding(lengths[0], IPC_ALIGN));
  if (type->is_text)
    ipc_put_offsets(out, column);
  else if (type->bits == 1)
    ipc_put_bits(out, column->values, column);
  else if (column->rows > 0)
    ipc_put(out, (const char *)column->values + (size_t)column->first * (type->bits / 8),
            (size_t)lengths[1]);
  ipc_zeros(out, ipc_padding(lengths[1], IPC_ALIGN));
  if (count < 3)
    return;
  if (column->text_len > 0)
    ipc_put(out, column->text + column->text_begin, (size_t)column->text_len);
  ipc_zeros(out, ipc_padding(lengths[2], IPC_ALIGN));
}

static int ipc_batch(ipc_out *out, const ipc_column *columns, uint64_t count, int64_t rows,
                     const char **why)
{
  static const uint8_t fields[] = {8 /* length */, 4 /* nodes */, 16 /* buffers */};
  uint64_t buffers = 0, body = 0, place = 0, lengths[3];
  for (uint64_t i = 0; i < count; i++) {
    const size_t own = ipc_lengths(&columns[i], lengths);
    buffers += own;
    for (size_t b = 0; b < own; b++)
      body += ipc_padded(lengths[b], IPC_ALIGN);
  }
  const uint64_t buffers_place = IPC_NODES + IPC_PAIR * count + 4;
  ipc_message(out, IPC_RECORD_BATCH, IPC_BATCH_TABLE, IPC_BATCH_TABLES + IPC_PAIR * (count + buffers),
              body);
  ipc_table(out, 6, 20, fields, sizeof fields);
  ipc_number(out, 4, IPC_NODES - 4 - (IPC_BATCH_TABLE + 4));
  ipc_number(out, 8, (uint64_t)rows);
  ipc_number(out, 4, buffers_place - (IPC_BATCH_TABLE + 16));
  ipc_number(out, 4, count);
  for (uint64_t i = 0; i < count; i++) {
    ipc_number(out, 8, (uint64_t)rows);
    ipc_number(out, 8, (uint64_t)columns[i].nulls);
  }
  ipc_zeros(out, 4);
  ipc_number(out, 4, buffers);
  for (uint64_t i = 0; i < count; i++) {
    const size_t own = ipc_lengths(&columns[i], lengths);
    for (size_t b = 0; b < own; b++) {
      ipc_number(out, 8, place);
      ipc_number(out, 8, lengths[b]);
      place += ipc_padded(lengths[b], IPC_ALIGN);
    }
  }
  for (uint64_t i = 0; i < count; i++)
    ipc_put_column(out, &columns[i]);
  return ipc_finish(out, why);
}

int uriel_arrow_ipc_batch(const uriel_arrow_sink *sink, const struct ArrowArray *array,
                          const struct ArrowSchema *schema, const char **why)
{
  ipc_out out = {.sink = sink};
  uint64_t len;
  int error = ipc_check_schema(schema, &len, why);
  if (error)
    return error;
  const uint64_t count = (uint64_t)schema->n_children;
  ipc_column *const columns = calloc((size_t)count + 1, sizeof *columns); /* the children exist */
  if (!columns)
    return arrow_no_memory(why);
  error = ipc_open(columns, count, array, schema, why);
  if (!error)
    error = ipc_batch(&out, columns, count, array->length, why);
  free(columns);
  return error;
}

int uriel_arrow_ipc_end(const uriel_arrow_sink *sink, const char **why)
{
  ipc_out out = {.sink = sink};
  ipc_number(&out, 8, UINT32_MAX);
  return ipc_finish(&out, why);
}
