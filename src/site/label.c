/* SPDX-License-Identifier: MIT */
/* Labels of names as the list of suffixes has them. */
#include "idna/punycode.h"
#include "site/suffix.h"
#include "text/bytes.h"
#include "text/utf8.h"

/* clang-format off */
const unsigned char uriel_suffix_codes[128] = {
  ['-'] = 1, ['.'] = SUFFIX_DOT, ['0'] = 3, ['1'] = 4, ['2'] = 5, ['3'] = 6, ['4'] = 7, ['5'] = 8,
  ['6'] = 9, ['7'] = 10, ['8'] = 11, ['9'] = 12, ['_'] = 13, ['a'] = 14, ['b'] = 15, ['c'] = 16,
  ['d'] = 17, ['e'] = 18, ['f'] = 19, ['g'] = 20, ['h'] = 21, ['i'] = 22, ['j'] = 23, ['k'] = 24,
  ['l'] = 25, ['m'] = 26, ['n'] = 27, ['o'] = 28, ['p'] = 29, ['q'] = 30, ['r'] = 31, ['s'] = 32,
  ['t'] = 33, ['u'] = 34, ['v'] = 35, ['w'] = 36, ['x'] = 37, ['y'] = 38, ['z'] = 39,
  ['A'] = 14, ['B'] = 15, ['C'] = 16, ['D'] = 17, ['E'] = 18, ['F'] = 19, ['G'] = 20, ['H'] = 21,
  ['I'] = 22, ['J'] = 23, ['K'] = 24, ['L'] = 25, ['M'] = 26, ['N'] = 27, ['O'] = 28, ['P'] = 29,
  ['Q'] = 30, ['R'] = 31, ['S'] = 32, ['T'] = 33, ['U'] = 34, ['V'] = 35, ['W'] = 36, ['X'] = 37,
  ['Y'] = 38, ['Z'] = 39,
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
enum { PART_CODES_MAX = SUFFIX_LABEL_MAX, PART_BYTES_MAX = 4 * PART_CODES_MAX };

/* Decodes "%XX". Returns the length, or PART_BYTES_MAX + 1 if there are more bytes. */
static size_t part_decode(uriel_text label, char bytes[PART_BYTES_MAX])
{
  const char *const end = label.ptr + label.len;
  size_t n = 0;
  for (const char *at = label.ptr; at < end; n++) {
    const bool encoded = triplet_at(at, end);
    if (n == PART_BYTES_MAX)
      return n + 1;
    bytes[n] = encoded ? (char)triplet_value(at) : *at;
    at += encoded ? 3 : 1;
  }
  return n;
}

/* Returns the number of code points, 0 if there are too many or the text is not UTF-8. */
static size_t part_codes(const char *at, const char *end, uint32_t codes[PART_CODES_MAX], bool *ascii)
{
  size_t count = 0;
  *ascii = true;
  for (; at < end; count++) {
    uint32_t code = 0;
    const size_t n = uriel_utf8_character(at, end, &code);
    if (n == 0 || count == PART_CODES_MAX)
      return 0;
    codes[count] = code < 0x80 ? (uint32_t)(unsigned char)byte_lower((char)code) : code;
    *ascii = *ascii && code < 0x80;
    at += n;
  }
  return count;
}

size_t uriel_suffix_label(uriel_text label, char out[SUFFIX_LABEL_MAX])
{
  char bytes[PART_BYTES_MAX];
  uint32_t codes[PART_CODES_MAX];
  bool ascii;
  const size_t len = part_decode(label, bytes);
  const size_t count = len <= PART_BYTES_MAX ? part_codes(bytes, bytes + len, codes, &ascii) : 0;
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
