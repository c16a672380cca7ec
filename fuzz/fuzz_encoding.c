/* SPDX-License-Identifier: MIT */
/* Labels, byte order marks, declarations and tables of encodings: names are their own labels, and
 * decoded bytes are UTF-8. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "uriel_html.h"

static const uint16_t *table;

static size_t write_utf_8(const void *context, char *out, size_t capacity)
{
  const uriel_text *const text = context;
  return uriel_encoding_decode(&table, text->ptr, text->len, out, capacity);
}

static void check_name(uriel_text name, uriel_text text)
{
  fuzz_must(!name.ptr || text_equal(uriel_encoding_of(name.ptr, name.len), name),
            "a name is its own label");
  table = uriel_encoding_table(name.ptr, name.len);
  fuzz_must(!table || name.ptr, "no table without a name");
  if (!table)
    return;
  const uriel_text decoded = text_written(write_utf_8, &text);
  fuzz_must(uriel_utf8_span(decoded.ptr, decoded.len) == decoded.len, "UTF-8");
  fuzz_must(decoded.len >= text.len && decoded.len <= 3 * text.len, "the bound");
  text_free(decoded);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const uriel_text text = fuzz_text(data, size);
  size_t mark;
  const uriel_text marked = uriel_encoding_marked(&mark, text.ptr, text.len);
  fuzz_must(mark <= text.len && (mark > 0) == (marked.ptr != NULL), "a mark in the text");
  check_name(marked, text);
  check_name(uriel_encoding_of(text.ptr, text.len), text);
  check_name(uriel_encoding_declared(text.ptr, text.len), text);
  check_name(uriel_text_of("koi8-u"), text);
  text_free(text);
  return 0;
}
