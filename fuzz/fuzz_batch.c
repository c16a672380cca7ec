/* SPDX-License-Identifier: MIT */
/* uriel_parse_lines, uriel_parse_offsets32 and 64, uriel_columns_put: each row equals the result of
 * uriel_parse, the lines do not depend on how a text is cut, offsets may have any value, and columns
 * contain the same as the rows. */
#include "fuzz.h"

#include "uriel_batch.h"
#include <stdlib.h>
#include <string.h>

enum { ROWS = 64 };

/* A row that is not a reference is empty. */
static void check_refused(const uriel_ref *row)
{
  static const char text[] = "http://h/a?q";
  uriel_ref base;
  uriel_error error;
  char out[64];
  if (!(row->flags & URIEL_INVALID) || !uriel_parse(&base, text, sizeof text - 1, NULL))
    return;
  fuzz_must(uriel_resolve(&base, row, 0, out, sizeof out, &error) == URIEL_FAILED &&
                error.code == URIEL_ERROR_ROW_INVALID,
            "an invalid row is not resolved");
  fuzz_must(uriel_resolve(row, &base, 0, out, sizeof out, NULL) == URIEL_FAILED, "nor is it a base");
  fuzz_must(uriel_relative(&base, row, out, sizeof out, NULL) == URIEL_FAILED,
            "nor is a way to it known");
  for (int level = URIEL_LEVEL_STRING; level <= URIEL_LEVEL_SCHEME; level++)
    fuzz_must(uriel_normalize(row, (uriel_level)level, out, sizeof out) == URIEL_FAILED &&
                  !uriel_equal(row, row, (uriel_level)level),
              "nor has it a normal form");
}

/* Compares the row with the result of uriel_parse for its text. */
static void check_row(const uriel_ref *row, uriel_text text)
{
  uriel_ref ref;
  if (!uriel_parse(&ref, text.ptr, text.len, NULL)) {
    const uint32_t end = (uint32_t)text.len;
    ref = (uriel_ref){text.ptr, end, 0, 0, 0, end, end, end, URIEL_INVALID};
  }
  fuzz_must(row->text == ref.text && row->length == ref.length && row->flags == ref.flags,
            "a row has its text and flags");
  fuzz_must(row->scheme_end == ref.scheme_end && row->host_begin == ref.host_begin &&
                row->host_end == ref.host_end && row->path_begin == ref.path_begin &&
                row->path_end == ref.path_end && row->query_end == ref.query_end,
            "a row has the offsets of uriel_parse");
  check_refused(row);
}

/* Writes rows [3, 3 + count) of larger columns; no other row changes. */
static void check_columns(const uriel_ref *refs, size_t count, const char *text)
{
  enum { FIRST = 3, ROOM = FIRST + ROWS + 5 };
  static uint64_t begin[ROOM];
  static uint32_t length[ROOM], path_end[ROOM], flags[ROOM];
  static uint8_t valid[ROOM / 8 + 1];
  const uriel_columns columns = {.text = text,
                                 .begin = begin,
                                 .length = length,
                                 .path_end = path_end,
                                 .flags = flags,
                                 .valid = valid};
  memset(valid, 0xA5, sizeof valid);
  memset(length, 0xA5, sizeof length);
  uriel_columns_put(&columns, FIRST, refs, count);
  for (size_t i = 0; i < ROOM; i++) {
    const bool bit = valid[i / 8] >> i % 8 & 1;
    if (i < FIRST || i >= FIRST + count) {
      fuzz_must(length[i] == 0xA5A5A5A5 && bit == (0xA5 >> i % 8 & 1), "other rows stay as they were");
      continue;
    }
    const uriel_ref *const ref = &refs[i - FIRST];
    fuzz_must(text + begin[i] == ref->text && length[i] == ref->length && flags[i] == ref->flags &&
                  path_end[i] == ref->path_end,
              "columns hold the rows");
    fuzz_must(bit == !(ref->flags & URIEL_INVALID), "a bit is whether it is a reference");
  }
}

/* Checks the lines of text[0, len); [0, *from) has been read; `whole` means that nothing follows. */
static void check_lines(uriel_text text, size_t len, bool whole, size_t capacity, size_t *from)
{
  uriel_ref rows[ROWS];
  size_t count;
  do {
    size_t at = *from;
    count = uriel_parse_lines(rows, capacity, from, text.ptr, len, whole);
    fuzz_must(count <= capacity, "no more rows than fit");
    for (size_t i = 0; i < count; i++) {
      const char *const feed = memchr(text.ptr + at, '\n', len - at);
      const size_t end = feed ? (size_t)(feed - text.ptr) : len;
      const size_t carriage = end > at && text.ptr[end - 1] == '\r';
      fuzz_must(feed || whole, "no line without its end");
      check_row(&rows[i], text_from(text.ptr + at, end - at - carriage));
      at = feed ? end + 1 : end;
    }
    fuzz_must(at == *from, "resumes after the last line");
    check_columns(rows, count, text.ptr);
  } while (count == capacity);
  fuzz_must(whole ? *from == len : *from == len || !memchr(text.ptr + *from, '\n', len - *from),
            "all lines were read");
}

/* Checks any offsets, in blocks of their exact size. */
static void check_offsets(uriel_text text, const uint8_t *data, size_t count)
{
  uriel_ref *const rows = (uriel_ref *)(void *)room(count * sizeof *rows + 1);
  uint32_t *const narrow = (uint32_t *)(void *)room((count + 1) * sizeof *narrow);
  uint64_t *const wide = (uint64_t *)(void *)room((count + 1) * sizeof *wide);
  for (size_t i = 0; i <= count; i++) {
    narrow[i] = data[i] == 0xFF ? UINT32_MAX : data[i];
    wide[i] = data[i] == 0xFF ? UINT64_MAX : data[i];
  }
  for (unsigned bits = 32; bits <= 64; bits += 32) {
    size_t valid = 0;
    const size_t told = bits == 32 ? uriel_parse_offsets32(rows, count, text.ptr, text.len, narrow)
                                   : uriel_parse_offsets64(rows, count, text.ptr, text.len, wide);
    for (size_t i = 0; i < count; i++) {
      valid += !(rows[i].flags & URIEL_INVALID);
      if (wide[i] <= wide[i + 1] && wide[i + 1] <= text.len)
        check_row(&rows[i], text_from(text.ptr + wide[i], (size_t)(wide[i + 1] - wide[i])));
      else
        fuzz_must(rows[i].flags == URIEL_INVALID && rows[i].length == 0, "no text for such offsets");
    }
    fuzz_must(valid == told, "the references are counted");
  }
  free(wide);
  free(narrow);
  free(rows);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size < 3)
    return 0;
  const uriel_text text = fuzz_text(data + 2, size - 2);
  const size_t capacity = 1 + data[1] % ROWS;
  const uriel_text first = text_copy(text_from(text.ptr, data[0] * text.len / 256));
  size_t from = 0;
  check_lines(first, first.len, false, capacity, &from);
  check_lines(text, text.len, true, capacity, &from);
  check_offsets(text, data, (size - 1) / 2);
  text_free(first);
  text_free(text);
  return 0;
}
