/* SPDX-License-Identifier: MIT */
/* uriel_decode compared with a decoder that takes one step at a time. Decoding in place gives the
 * same. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static int hex(char c)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Returns the decoded length, and sets `bad` to the first "%" without two digits, or to the text's
 * length. */
static size_t decode_slowly(const percent_input *in, char *out, size_t *bad)
{
  size_t len = 0;
  *bad = in->text.len;
  for (size_t at = 0; at < in->text.len; at++) {
    const char c = in->text.ptr[at];
    const bool room = in->text.len - at > 2;
    if (c == '%' && room && hex(in->text.ptr[at + 1]) >= 0 && hex(in->text.ptr[at + 2]) >= 0) {
      out[len++] = (char)(hex(in->text.ptr[at + 1]) * 16 + hex(in->text.ptr[at + 2]));
      at += 2;
      continue;
    }
    if (c == '%' && *bad == in->text.len)
      *bad = at;
    out[len++] = c == '+' && in->options ? ' ' : c;
  }
  return len;
}

static void check_in_place(const percent_input *in, uriel_text expected)
{
  uriel_error error;
  char *const text = room(in->text.len ? in->text.len : 1);
  memcpy(text, in->text.ptr, in->text.len);
  const size_t len = uriel_decode(text, in->text.len, in->options, text, in->text.len, &error);
  fuzz_must(text_equal(text_from(text, len), expected), "decoding in place");
  free(text);
}

static void check_decode(const percent_input *in)
{
  size_t bad;
  uriel_error error;
  char *const slow = room(in->text.len + 1);
  const uriel_text expected = text_from(slow, decode_slowly(in, slow, &bad));
  const uriel_text decoded = text_written(write_decoded, in);
  fuzz_must(text_equal(decoded, expected), "decoding one step at a time");
  check_in_place(in, expected);
  uriel_decode(in->text.ptr, in->text.len, in->options, NULL, 0, &error);
  fuzz_must((error.code == URIEL_ERROR_PERCENT) == (bad < in->text.len), "an error where one is");
  if (bad < in->text.len)
    fuzz_must(error.begin == bad && error.offset > bad && error.offset <= in->text.len,
              "the first bad \"%\"");
  text_free(decoded);
  free(slow);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const uriel_text text = fuzz_text(data, size);
  check_decode(&(percent_input){.text = text});
  check_decode(&(percent_input){.text = text, .options = URIEL_DECODE_PLUS});
  text_free(text);
  return 0;
}
