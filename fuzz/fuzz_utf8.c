/* SPDX-License-Identifier: MIT */
/* uriel_utf8_span and uriel_utf8_next compared with a decoder that computes each code point (RFC 3629,
 * 3), and uriel_utf8_write with the text. */
#include "fuzz.h"

#include <string.h>

/* Returns the length of the character at `s`, or 0 if it is not one. */
static size_t character(const unsigned char *s, size_t len)
{
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const size_t size = s[0] < 0x80       ? 1
                      : s[0] >> 5 == 6  ? 2
                      : s[0] >> 4 == 14 ? 3
                      : s[0] >> 3 == 30 ? 4
                                        : 0;
  if (size < 2 || size > len)
    return size > len ? 0 : size;
  uint32_t number = s[0] & (0x7FU >> size);
  for (size_t at = 1; at < size; at++) {
    if (s[at] >> 6 != 2)
      return 0;
    number = number << 6 | (s[at] & 0x3FU);
  }
  const bool surrogate = number >= 0xD800 && number <= 0xDFFF;
  return number < least[size] || number > 0x10FFFF || surrogate ? 0 : size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const uriel_text text = fuzz_text(data, size);
  const unsigned char *const s = (const unsigned char *)text.ptr;
  size_t span = 0;
  for (size_t step = 1; span < text.len && step > 0; span += step) {
    uint32_t scalar;
    char bytes[4];
    const size_t next = uriel_utf8_next(&scalar, text.ptr + span, text.len - span);
    step = character(s + span, text.len - span);
    fuzz_must(step > 0 ? next == step : scalar == 0xFFFD && next > 0 && next < 4, "its length");
    fuzz_must(step == 0 ||
                  (uriel_utf8_write(bytes, scalar) == step && memcmp(bytes, text.ptr + span, step) == 0),
              "written, it is the same");
  }
  fuzz_must(uriel_utf8_span(text.ptr, text.len) == span, "valid UTF-8 up to there");
  text_free(text);
  return 0;
}
