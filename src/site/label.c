/* SPDX-License-Identifier: MIT */
/* Labels of names as the list of suffixes has them. */
#include "idna/punycode.h"
#include "site/suffix.h"
#include "text/bytes.h"
#include "text/utf8.h"

/* clang-format off */
const unsigned char uriel_suffix_codes[128] = {
  ['a'] = 1, ['b'] = 2, ['c'] = 3, ['d'] = 4, ['e'] = 5, ['f'] = 6, ['g'] = 7, ['h'] = 8, ['i'] = 9,
  ['j'] = 10, ['k'] = 11, ['l'] = 12, ['m'] = 13, ['n'] = 14, ['o'] = 15, ['p'] = 16, ['q'] = 17,
  ['r'] = 18, ['s'] = 19, ['t'] = 20, ['u'] = 21, ['v'] = 22, ['w'] = 23, ['x'] = 24, ['y'] = 25,
  ['z'] = 26, ['0'] = 27, ['1'] = 28, ['2'] = 29, ['3'] = 30, ['4'] = 31, ['5'] = 32, ['6'] = 33,
  ['7'] = 34, ['8'] = 35, ['9'] = 36, ['-'] = 37, ['.'] = SUFFIX_DOT, ['_'] = 39,
  ['A'] = 1, ['B'] = 2, ['C'] = 3, ['D'] = 4, ['E'] = 5, ['F'] = 6, ['G'] = 7, ['H'] = 8, ['I'] = 9,
  ['J'] = 10, ['K'] = 11, ['L'] = 12, ['M'] = 13, ['N'] = 14, ['O'] = 15, ['P'] = 16, ['Q'] = 17,
  ['R'] = 18, ['S'] = 19, ['T'] = 20, ['U'] = 21, ['V'] = 22, ['W'] = 23, ['X'] = 24, ['Y'] = 25,
  ['Z'] = 26,
};
/* clang-format on */

suffix_part uriel_suffix_part_before(const char *low, const char *end)
{
  suffix_part part = {end, end, 0, true};
  for (; part.begin > low && part.begin[-1] != '.'; part.begin--) {
    const char byte = part.begin[-1];
    if ((unsigned char)byte >= 0x80)
      part.plain = false;
    if (byte != '%')
      continue;
    part.plain = false;
    if (end - part.begin >= 2 && part.begin[0] == '2' && byte_lower(part.begin[1]) == 'e') {
      part.begin += 2;
      part.separator = 3;
      return part;
    }
  }
  part.separator = part.begin > low;
  return part;
}

const char *uriel_suffix_host_end(uriel_text host)
{
  const char *const end = host.ptr + host.len;
  const suffix_part last = uriel_suffix_part_before(host.ptr, end);
  return last.begin == end && last.separator > 0 ? end - last.separator : end;
}

/* A label of SUFFIX_LABEL_MAX bytes in Punycode has no more code points. */
enum { LABEL_CODES_MAX = SUFFIX_LABEL_MAX, LABEL_BYTES_MAX = 4 * LABEL_CODES_MAX };

/* Decodes "%XX". Returns the length, or LABEL_BYTES_MAX + 1 if there are more bytes. */
static size_t label_decode(uriel_text label, char bytes[LABEL_BYTES_MAX])
{
  const char *const end = label.ptr + label.len;
  size_t n = 0;
  for (const char *at = label.ptr; at < end; n++) {
    const bool encoded = triplet_at(at, end);
    if (n == LABEL_BYTES_MAX)
      return n + 1;
    bytes[n] = encoded ? (char)triplet_value(at) : *at;
    at += encoded ? 3 : 1;
  }
  return n;
}

/* Returns the number of code points, 0 if there are too many or the text is not UTF-8. */
static size_t label_codes(const char *at, const char *end, uint32_t codes[LABEL_CODES_MAX], bool *ascii)
{
  size_t count = 0;
  *ascii = true;
  for (; at < end; count++) {
    uint32_t code = 0;
    const size_t n = uriel_utf8_character(at, end, &code);
    if (n == 0 || count == LABEL_CODES_MAX)
      return 0;
    codes[count] = code < 0x80 ? (uint32_t)(unsigned char)byte_lower((char)code) : code;
    *ascii = *ascii && code < 0x80;
    at += n;
  }
  return count;
}

size_t uriel_suffix_label(uriel_text label, char out[SUFFIX_LABEL_MAX])
{
  char bytes[LABEL_BYTES_MAX];
  uint32_t codes[LABEL_CODES_MAX];
  bool ascii;
  const size_t len = label_decode(label, bytes);
  const size_t count = len <= LABEL_BYTES_MAX ? label_codes(bytes, bytes + len, codes, &ascii) : 0;
  writer w = writer_to(out, SUFFIX_LABEL_MAX);
  if (count == 0)
    return 0;
  if (!ascii) {
    write_string(&w, "xn--");
    uriel_punycode_encode(&w, codes, count);
  }
  for (size_t i = 0; ascii && i < count; i++)
    write_byte(&w, (char)codes[i]);
  return w.len <= SUFFIX_LABEL_MAX ? w.len : 0;
}
