/* SPDX-License-Identifier: MIT */
/* Encodings: names are their own labels; decoded bytes are UTF-8, however the text is cut; and the bytes
 * of an encoded character are read as that character. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "uriel_html.h"
#include "uriel_url.h"

static uriel_encoding_context context;

static size_t write_utf_8(const void *text, char *out, size_t capacity)
{
  const uriel_text *const bytes = text;
  return uriel_encoding_decode(&context, bytes->ptr, bytes->len, out, capacity);
}

/* Reads the text, `window` bytes at a time, and compares it with `decoded`. */
static void check_pieces(uriel_text text, size_t window, uriel_text decoded)
{
  uint32_t state = 0, scalar;
  size_t at = 0, made = 0;
  for (size_t len = window, n; at < text.len; at += n, len = window) {
    for (n = 0; !n; len++) {
      const bool last = len >= text.len - at;
      n = uriel_encoding_read(&scalar, &state, context.encoding, text.ptr + at,
                              last ? text.len - at : len, last);
      fuzz_must(n || !last, "the last part is read");
    }
    fuzz_must(n <= 4 && n <= text.len - at, "a character has at most 4 bytes");
    if (scalar == URIEL_ENCODING_NOTHING)
      continue;
    char utf_8[4];
    const size_t len_8 = uriel_utf8_write(utf_8, scalar == URIEL_ENCODING_MALFORMED ? 0xfffd : scalar);
    fuzz_must(len_8 <= decoded.len - made && memcmp(decoded.ptr + made, utf_8, len_8) == 0,
              "the same text in pieces");
    made += len_8;
  }
  fuzz_must(made == decoded.len, "the whole text");
}

/* Writes the first characters of the text, and reads them again. A character that the encoding lacks is
 * looked for in the whole index. */
static void check_encoded(uriel_text decoded)
{
  enum { FIRST = 48 };
  uint32_t state = 0;
  const bool wide = strncmp(uriel_encoding_name(context.encoding), "utf-16", 6) == 0;
  for (size_t at = 0, n; at < decoded.len && at < FIRST; at += n) {
    uint32_t scalar, read = URIEL_ENCODING_NOTHING;
    char bytes[8];
    n = uriel_utf8_next(&scalar, decoded.ptr + at, decoded.len - at);
    const size_t len = uriel_encoding_encode(&context, scalar, bytes);
    const bool lacks = len >= URIEL_URL_ENCODER_LACKS;
    for (size_t from = 0; from < len % URIEL_URL_ENCODER_LACKS;)
      from += uriel_encoding_read(&read, &state, context.encoding, bytes + from,
                                  len % URIEL_URL_ENCODER_LACKS - from, true);
    const bool replaced = scalar == 0xa5 || scalar == 0x203e || scalar == 0x2212 ||
                          (scalar >= 0xff61 && scalar <= 0xff9f) ||
                          (scalar >= 0xe78d && scalar <= 0xe864);
    fuzz_must(lacks || wide || replaced || read == scalar, "a written character is read");
  }
  char end[8];
  (void)uriel_encoding_encode(&context, URIEL_URL_ENCODER_END, end);
  fuzz_must(context.state == 0, "the end is in the first state");
}

static void check_name(uriel_text name, uriel_text text)
{
  fuzz_must(!name.ptr || text_equal(uriel_encoding_of(name.ptr, name.len), name),
            "a name is its own label");
  context =
      (uriel_encoding_context){.encoding = uriel_encoding_find(&uriel_encodings, name.ptr, name.len)};
  if (!context.encoding)
    return;
  fuzz_must(text_equal(uriel_text_of(uriel_encoding_name(context.encoding)), name), "the name");
  const uriel_text decoded = text_written(write_utf_8, &text);
  fuzz_must(uriel_utf8_span(decoded.ptr, decoded.len) == decoded.len, "UTF-8");
  fuzz_must(decoded.len <= 3 * text.len, "the bound");
  check_pieces(text, 1, decoded);
  check_pieces(text, text.len, decoded);
  check_encoded(decoded);
  text_free(decoded);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const char *const names[] = {"koi8-u", "gb18030",     "gbk",       "big5",
                                      "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr",
                                      "utf-8",  "utf-16le",    "utf-16be"};
  const uriel_text text = fuzz_text(data, size);
  size_t mark;
  const uriel_text marked = uriel_encoding_marked(&mark, text.ptr, text.len);
  fuzz_must(mark <= text.len && (mark > 0) == (marked.ptr != NULL), "a mark in the text");
  check_name(marked, text);
  check_name(uriel_encoding_of(text.ptr, text.len), text);
  check_name(uriel_encoding_declared(text.ptr, text.len), text);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    check_name(uriel_text_of(names[i]), text);
  text_free(text);
  return 0;
}
