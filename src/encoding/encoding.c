/* SPDX-License-Identifier: MIT */
/* Encodings: their labels, byte order marks, reading and writing; and the encodings without tables. */
#include "encoding/encoding.h"

#include "text/bytes.h"
#include "text/utf8.h"
#include "uriel_url.h"

#include "encoding/label_table.h"

/* ---- Labels ----------------------------------------------------------------------------------- */

uriel_text uriel_encoding_of(const char *label, size_t len)
{
  const uriel_text spaces = {" \t\n\f\r", 5};
  for (; len && view_has(spaces, *label); label++)
    len--;
  while (len && view_has(spaces, label[len - 1]))
    len--;
  for (size_t i = 0; i < sizeof encoding_labels / sizeof *encoding_labels; i++)
    if (uriel_text_is_among((uriel_text){label, len}, encoding_labels[i])) {
      const char *const name = encoding_labels[i] + 1;
      return view_of(name, memchr(name, ' ', 64));
    }
  return view_undefined();
}

uriel_text uriel_encoding_marked(size_t *mark, const char *text, size_t len)
{
  static const struct {
    const char *mark;
    size_t len;
    uriel_text name;
  } marks[] = {{"\xef\xbb\xbf", 3, {"utf-8", 5}},
               {"\xfe\xff", 2, {"utf-16be", 8}},
               {"\xff\xfe", 2, {"utf-16le", 8}}};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
    *mark = marks[i].len;
    if (len >= *mark && memcmp(text, marks[i].mark, *mark) == 0)
      return marks[i].name;
  }
  *mark = 0;
  return (uriel_text){NULL, 0};
}

/* ---- Encodings without tables ------------------------------------------------------------------ */

const uint16_t uriel_encoding_windows_1252[128] = {
    0x20ac, 0x0081, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x008d, 0x017d, 0x008f, 0x0090, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
    0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x009d, 0x017e, 0x0178, 0x00a0, 0x00a1, 0x00a2, 0x00a3,
    0x00a4, 0x00a5, 0x00a6, 0x00a7, 0x00a8, 0x00a9, 0x00aa, 0x00ab, 0x00ac, 0x00ad, 0x00ae, 0x00af,
    0x00b0, 0x00b1, 0x00b2, 0x00b3, 0x00b4, 0x00b5, 0x00b6, 0x00b7, 0x00b8, 0x00b9, 0x00ba, 0x00bb,
    0x00bc, 0x00bd, 0x00be, 0x00bf, 0x00c0, 0x00c1, 0x00c2, 0x00c3, 0x00c4, 0x00c5, 0x00c6, 0x00c7,
    0x00c8, 0x00c9, 0x00ca, 0x00cb, 0x00cc, 0x00cd, 0x00ce, 0x00cf, 0x00d0, 0x00d1, 0x00d2, 0x00d3,
    0x00d4, 0x00d5, 0x00d6, 0x00d7, 0x00d8, 0x00d9, 0x00da, 0x00db, 0x00dc, 0x00dd, 0x00de, 0x00df,
    0x00e0, 0x00e1, 0x00e2, 0x00e3, 0x00e4, 0x00e5, 0x00e6, 0x00e7, 0x00e8, 0x00e9, 0x00ea, 0x00eb,
    0x00ec, 0x00ed, 0x00ee, 0x00ef, 0x00f0, 0x00f1, 0x00f2, 0x00f3, 0x00f4, 0x00f5, 0x00f6, 0x00f7,
    0x00f8, 0x00f9, 0x00fa, 0x00fb, 0x00fc, 0x00fd, 0x00fe, 0x00ff};

static size_t encoding_read_utf_8(struct encoding_input *in, uint32_t *state, uint32_t *scalar)
{
  char text[4];
  (void)state;
  for (size_t i = 0; i < sizeof text; i++)
    text[i] = (char)(i < in->len ? in->bytes[i] : '\n');
  const size_t n = uriel_utf8_character(text, text + sizeof text, scalar);
  if (n)
    return n;
  const size_t malformed = uriel_utf8_next(scalar, text, sizeof text);
  *scalar = URIEL_ENCODING_MALFORMED;
  in->cut = malformed == in->len; /* more bytes may continue the character */
  return malformed;
}

/* `low` is the place of the low byte of a unit. */
static size_t encoding_read_utf_16(struct encoding_input *in, size_t low, uint32_t *scalar)
{
  *scalar = URIEL_ENCODING_MALFORMED;
  if (in->len < 2) {
    in->cut = true;
    return 1;
  }
  const uint32_t unit = (uint32_t)in->bytes[1 - low] << 8 | in->bytes[low];
  if (unit < 0xd800 || unit >= 0xe000) {
    *scalar = unit;
    return 2;
  }
  if (unit >= 0xdc00)
    return 2;
  const uint32_t high = encoding_byte(in, 3 - low), second = high << 8 | encoding_byte(in, 2 + low);
  if (in->len < 4 || second < 0xdc00 || second >= 0xe000)
    return 2;
  *scalar = 0x10000 + ((unit - 0xd800) << 10) + (second - 0xdc00);
  return 4;
}

static size_t encoding_read_utf_16le(struct encoding_input *in, uint32_t *state, uint32_t *scalar)
{
  (void)state;
  return encoding_read_utf_16(in, 0, scalar);
}

static size_t encoding_read_utf_16be(struct encoding_input *in, uint32_t *state, uint32_t *scalar)
{
  (void)state;
  return encoding_read_utf_16(in, 1, scalar);
}

static const uriel_encoding encoding_plain[] = {
    {.name = "utf-8", .read = encoding_read_utf_8},
    {.name = "utf-16le", .read = encoding_read_utf_16le, .wide = true},
    {.name = "utf-16be", .read = encoding_read_utf_16be, .wide = true},
    {.name = "windows-1252", .points = uriel_encoding_windows_1252}};

const uriel_encoding uriel_encoding_fallback = {
    .name = "windows-1252", .points = uriel_encoding_windows_1252, .fallback = true};

/* ---- Sets ------------------------------------------------------------------------------------- */

const uriel_encoding *uriel_encoding_find(uriel_encoding_set *set, const char *label, size_t len)
{
  const uriel_text name = uriel_encoding_of(label, len);
  const uriel_encoding *const plain =
      encoding_in(encoding_plain, sizeof encoding_plain / sizeof *encoding_plain, name);
  return plain || !set || !name.ptr ? plain : set(name.ptr, name.len);
}

const char *uriel_encoding_name(const uriel_encoding *encoding)
{
  return encoding->name;
}

bool uriel_encoding_has_ascii(const uriel_encoding *encoding)
{
  return !encoding->wide && !encoding->escapes;
}

/* ---- Reading and writing ----------------------------------------------------------------------- */

size_t uriel_encoding_read(uint32_t *scalar, uint32_t *state, const uriel_encoding *encoding,
                           const char *text, size_t len, bool last)
{
  struct encoding_input in = {(const unsigned char *)text, len, false};
  uint32_t next = *state;
  if (encoding->points) {
    const unsigned byte = in.bytes[0];
    const uint16_t point = byte < 0x80 ? (uint16_t)byte : encoding->points[byte - 0x80];
    *scalar = point || !byte ? point : URIEL_ENCODING_MALFORMED;
    return 1;
  }
  const size_t n = encoding->read(&in, &next, scalar);
  if (in.cut && !last)
    return 0;
  *state = next;
  return n < len ? n : len;
}

size_t uriel_encoding_decode(void *context, const char *text, size_t len, char *out, size_t capacity)
{
  const uriel_encoding *const encoding = ((const uriel_encoding_context *)context)->encoding;
  writer w = writer_to(out, capacity);
  uint32_t state = 0;
  size_t at = encoding->fallback ? uriel_utf8_span(text, len) : 0;
  at = at == len ? len : 0;
  uriel_write_bytes(&w, text, at);
  while (at < len) {
    const unsigned byte = (unsigned char)text[at];
    uint32_t scalar;
    char bytes[4];
    if (byte < 0x80 && !state && uriel_encoding_has_ascii(encoding)) {
      write_byte(&w, text[at++]);
      continue;
    }
    at += uriel_encoding_read(&scalar, &state, encoding, text + at, len - at, true);
    if (scalar != URIEL_ENCODING_NOTHING)
      uriel_write_bytes(&w, bytes, uriel_utf8_write(bytes, scalar > 0x10ffff ? 0xfffd : scalar));
  }
  return w.len;
}

static size_t encoding_write_single(const uint16_t *points, uint32_t scalar, char *out)
{
  for (unsigned i = 0; i < 128; i++)
    if (points[i] == scalar) {
      out[0] = (char)(i + 0x80);
      return 1;
    }
  return 0;
}

size_t uriel_encoding_encode(void *context, uint32_t scalar, char *out)
{
  uriel_encoding_context *const to = context;
  const uriel_encoding *const encoding = to->encoding;
  size_t len;
  if (encoding->escapes)
    return encoding->write(&to->state, scalar, out);
  if (scalar == URIEL_URL_ENCODER_END)
    return 0;
  if (scalar < 0x80 || (!encoding->points && !encoding->write))
    return uriel_utf8_write(out, scalar);
  len = encoding->points ? encoding_write_single(encoding->points, scalar, out)
                         : encoding->write(&to->state, scalar, out);
  return len ? len : URIEL_URL_ENCODER_LACKS;
}
