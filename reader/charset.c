/* SPDX-License-Identifier: MIT */
/* Encodings that are neither UTF-8 nor UTF-16: a table for single-byte encodings, iconv for the
 * others. */
#include "charset.h"

#include <iconv.h>
#include <string.h>
#include <strings.h>

#include "base/unicode.h"
#include "uriel_html.h"
#include "uriel_url.h"

enum { CHARSET_EURO = 0x20ac, CHARSET_ESCAPE = 0x1b };

enum charset_form {
  CHARSET_BYTES,
  CHARSET_BIG5,
  CHARSET_EUC_JP,
  CHARSET_EUC_KR,
  CHARSET_GB18030,
  CHARSET_GBK,
  CHARSET_ISO_2022_JP,
  CHARSET_SHIFT_JIS
};

/* Multi-byte encodings (Encoding standard, 10 to 13), and iconv's names. The Japanese encodings share
 * one index, the index of CP932. */
static const struct charset_row {
  enum charset_form form;
  const char *encoding, *name;
} charset_rows[] = {
    {CHARSET_SHIFT_JIS, "shift_jis", "CP932"},     {CHARSET_EUC_JP, "euc-jp", "CP932"},
    {CHARSET_ISO_2022_JP, "iso-2022-jp", "CP932"}, {CHARSET_GBK, "gbk", "GB18030"},
    {CHARSET_GB18030, "gb18030", "GB18030"},       {CHARSET_BIG5, "big5", "BIG5-HKSCS"},
    {CHARSET_EUC_KR, "euc-kr", "CP949"},
};

enum charset_state { CHARSET_ASCII, CHARSET_ROMAN, CHARSET_KATAKANA, CHARSET_JIS };

struct charset {
  enum charset_form form;
  const uint16_t *points; /* CHARSET_BYTES */
  iconv_t reader, writer;
  iconv_t jis0212;           /* CHARSET_EUC_JP: reads its characters of three bytes */
  enum charset_state writes; /* CHARSET_ISO_2022_JP */
};

/* ---- Labels ----------------------------------------------------------------------------------- */

/* Returns false if the label is unknown, or if iconv does not support its encoding. */
static bool charset_find(struct charset *charset, uriel_text label)
{
  static const uint16_t one = 1;
  const char *const utf_32 = *(const unsigned char *)&one ? "UTF-32LE" : "UTF-32BE";
  const uriel_text name = uriel_encoding_of(label.ptr, label.len);
  iconv_t none = (iconv_t)-1;
  *charset = (struct charset){.reader = none,
                              .writer = none,
                              .jis0212 = none,
                              .points = uriel_encoding_table(name.ptr, name.len)};
  for (size_t i = 0; i < sizeof charset_rows / sizeof *charset_rows; i++)
    if (name.len == strlen(charset_rows[i].encoding) &&
        memcmp(name.ptr, charset_rows[i].encoding, name.len) == 0) {
      charset->form = charset_rows[i].form;
      charset->reader = iconv_open(utf_32, charset_rows[i].name);
      charset->writer = iconv_open(charset_rows[i].name, utf_32);
    }
  if (charset->form == CHARSET_EUC_JP)
    charset->jis0212 = iconv_open(utf_32, "EUC-JP");
  return charset->points || (charset->reader != none && charset->writer != none);
}

static void charset_close_all(const struct charset *charset)
{
  const iconv_t all[] = {charset->reader, charset->writer, charset->jis0212};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i] != (iconv_t)-1)
      iconv_close(all[i]);
}

bool charset_open(struct charset **charset, uriel_text label)
{
  *charset = NULL;
  if (label.len == 5 && strncasecmp(label.ptr, "utf-8", 5) == 0)
    return true;
  struct charset open;
  const bool known = charset_find(&open, label);
  *charset = known ? budget_take(sizeof **charset) : NULL;
  if (*charset)
    **charset = open;
  else
    charset_close_all(&open);
  return *charset || !known;
}

void charset_close(struct charset *charset)
{
  if (!charset)
    return;
  charset_close_all(charset);
  budget_give(charset);
}

/* ---- Reading ---------------------------------------------------------------------------------- */

/* Whether the first `len` bytes are one character; sets it. */
static bool charset_is_one(iconv_t reader, const char *bytes, size_t len, uint32_t *scalar)
{
  char in[4], *from = in;
  uint32_t out[4];
  char *to = (char *)out;
  size_t left = sizeof out;
  if (reader == (iconv_t)-1)
    return false;
  memcpy(in, bytes, len);
  iconv(reader, NULL, NULL, NULL, NULL);
  if (iconv(reader, &from, &len, &to, &left) == (size_t)-1 || len || left != sizeof out - sizeof *out)
    return false;
  *scalar = *out;
  return true;
}

/* A cell of JIS X 0208, counted from 0, and its bytes in Shift_JIS. */
enum { JIS_CELLS = 94, JIS_TRAILS = 188 };

static bool charset_is_jis(const struct charset *charset, unsigned cell, uint32_t *scalar)
{
  const unsigned lead = cell / JIS_TRAILS, trail = cell % JIS_TRAILS;
  const char bytes[] = {(char)(lead + (lead < 0x1f ? 0x81 : 0xc1)),
                        (char)(trail + (trail < 0x3f ? 0x40 : 0x41))};
  return charset_is_one(charset->reader, bytes, 2, scalar);
}

static bool charset_is_cell(unsigned byte)
{
  return byte >= 0xa1 && byte <= 0xfe;
}

static size_t charset_next_euc_jp(const struct charset *charset, const char *bytes, size_t left,
                                  uint32_t *scalar)
{
  const unsigned first = (unsigned char)*bytes, second = left > 1 ? (unsigned char)bytes[1] : 0;
  if (first == 0x8e && second >= 0xa1 && second <= 0xdf) {
    *scalar = 0xff61 + second - 0xa1;
    return 2;
  }
  if (first == 0x8f && charset_is_cell(second)) {
    const bool three = left > 2 && (unsigned char)bytes[2] >= 0x80;
    if (!three || !charset_is_one(charset->jis0212, bytes, 3, scalar) ||
        (*scalar >= 0xe000 && *scalar < 0xf900))
      *scalar = CHARSET_BAD;
    return three ? 3 : 2;
  }
  if (!charset_is_cell(first) || !charset_is_cell(second) ||
      !charset_is_jis(charset, (first - 0xa1) * JIS_CELLS + second - 0xa1, scalar))
    *scalar = CHARSET_BAD;
  return (charset_is_cell(first) || first == 0x8e || first == 0x8f) && second >= 0x80 ? 2 : 1;
}

/* Whether the byte is a character by itself, or invalid, in a multi-byte encoding; sets the character.
 */
static bool charset_is_single(enum charset_form form, unsigned byte, uint32_t *scalar)
{
  if (form == CHARSET_SHIFT_JIS && byte >= 0xa1 && byte <= 0xdf)
    *scalar = 0xff61 + byte - 0xa1;
  else if (form == CHARSET_SHIFT_JIS && byte == 0x80)
    *scalar = byte;
  else if ((form == CHARSET_GBK || form == CHARSET_GB18030) && byte == 0x80)
    *scalar = CHARSET_EURO;
  else if (byte == 0x80 || byte == 0xff || (form == CHARSET_SHIFT_JIS && (byte == 0xa0 || byte > 0xfc)))
    *scalar = CHARSET_BAD;
  else
    return false;
  return true;
}

/* Returns the length of the character at the start, whose first byte is not ASCII. */
static size_t charset_next_bytes(const struct charset *charset, const char *bytes, size_t left,
                                 uint32_t *scalar)
{
  const enum charset_form form = charset->form;
  const unsigned first = (unsigned char)*bytes;
  if (form == CHARSET_EUC_JP)
    return charset_next_euc_jp(charset, bytes, left, scalar);
  if (charset_is_single(form, first, scalar))
    return 1;
  const bool gb = form == CHARSET_GBK || form == CHARSET_GB18030;
  if (gb && left > 1 && memcmp(bytes, "\xa3\xa0", 2) == 0) {
    *scalar = 0x3000;
    return 2;
  }
  if (left > 1 && charset_is_one(charset->reader, bytes, 2, scalar))
    return 2;
  if (gb && left > 3 && charset_is_one(charset->reader, bytes, 4, scalar))
    return 4;
  *scalar = CHARSET_BAD;
  return left > 1 && (unsigned char)bytes[1] >= 0x80 ? 2 : 1;
}

static size_t charset_ascii(uriel_text text, size_t at)
{
  while (at < text.len && (unsigned char)text.ptr[at] < 0x80)
    at++;
  return at;
}

bool charset_has_escapes(const struct charset *charset)
{
  return charset->form == CHARSET_ISO_2022_JP;
}

/* Whether an escape sequence begins the text; sets the state that it leads to. */
static bool charset_is_escape(uriel_text text, unsigned *state)
{
  static const struct {
    char bytes[4];
    enum charset_state state;
  } escapes[] = {{"\x1b(B", CHARSET_ASCII},
                 {"\x1b(J", CHARSET_ROMAN},
                 {"\x1b(I", CHARSET_KATAKANA},
                 {"\x1b$@", CHARSET_JIS},
                 {"\x1b$B", CHARSET_JIS}};
  for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++)
    if (text.len > 2 && memcmp(text.ptr, escapes[i].bytes, 3) == 0) {
      *state = escapes[i].state;
      return true;
    }
  return false;
}

/* Returns the length of the character at the start of ISO-2022-JP. */
static size_t charset_next_escaped(const struct charset *charset, unsigned state, uriel_text text,
                                   uint32_t *scalar)
{
  const unsigned byte = (unsigned char)*text.ptr;
  const unsigned trail = text.len > 1 ? (unsigned char)text.ptr[1] : CHARSET_ESCAPE;
  *scalar = CHARSET_BAD;
  if (state == CHARSET_JIS) {
    if (byte < 0x21 || byte > 0x7e || trail == CHARSET_ESCAPE)
      return 1;
    if (trail < 0x21 || trail > 0x7e ||
        !charset_is_jis(charset, (byte - 0x21) * JIS_CELLS + trail - 0x21, scalar))
      *scalar = CHARSET_BAD;
    return 2;
  }
  if (state == CHARSET_KATAKANA && byte >= 0x21 && byte <= 0x5f)
    *scalar = 0xff61 + byte - 0x21;
  else if (state == CHARSET_ROMAN && (byte == '\\' || byte == '~'))
    *scalar = byte == '~' ? 0x203e : 0xa5;
  else if (state != CHARSET_KATAKANA && byte < 0x80 && byte != 0x0e && byte != 0x0f &&
           byte != CHARSET_ESCAPE)
    *scalar = byte;
  return 1;
}

size_t charset_wants(const struct charset *charset, const struct charset_escapes *state, uriel_text text)
{
  const unsigned byte = (unsigned char)*text.ptr;
  const bool gb = charset->form == CHARSET_GBK || charset->form == CHARSET_GB18030;
  if (charset_has_escapes(charset))
    return byte == CHARSET_ESCAPE || state->mode == CHARSET_JIS ? 3 : 1;
  if (byte < 0x80 || charset->form == CHARSET_BYTES)
    return 1;
  if (charset->form == CHARSET_EUC_JP && byte == 0x8f)
    return 3;
  return gb && text.len > 1 && text.ptr[1] >= '0' && text.ptr[1] <= '9' ? 4 : 2;
}

size_t charset_next(const struct charset *charset, struct charset_escapes *state, uriel_text text,
                    uint32_t *scalar)
{
  const unsigned byte = (unsigned char)*text.ptr;
  if (charset_has_escapes(charset)) {
    const bool escape = charset_is_escape(text, &state->mode);
    const bool two = escape && state->escaped;
    state->escaped = escape;
    *scalar = two ? CHARSET_BAD : CHARSET_NOTHING;
    return escape ? 3 : charset_next_escaped(charset, state->mode, text, scalar);
  }
  *scalar = byte;
  if (byte < 0x80)
    return 1;
  if (charset->form != CHARSET_BYTES)
    return charset_next_bytes(charset, text.ptr, text.len, scalar);
  *scalar = charset->points[byte - 0x80] ? charset->points[byte - 0x80] : CHARSET_BAD;
  return 1;
}

/* A uriel_html_decoder of multi-byte encodings. */
static size_t charset_decode(void *context, const char *text, size_t len, char *out, size_t capacity)
{
  struct charset *const charset = context;
  const uriel_text whole = {text, len};
  size_t n = 0;
  for (size_t at = 0; at < len;) {
    const size_t ascii = charset_ascii(whole, at) - at;
    if (ascii && n <= capacity && ascii <= capacity - n)
      memcpy(out + n, text + at, ascii);
    n += ascii;
    at += ascii;
    while (at < len && (unsigned char)text[at] >= 0x80) {
      char utf_8[4];
      uint32_t scalar;
      at += charset_next_bytes(charset, text + at, len - at, &scalar);
      const size_t written = uriel_utf8_write(utf_8, scalar);
      if (n <= capacity && written <= capacity - n)
        memcpy(out + n, utf_8, written);
      n += written;
    }
  }
  return n;
}

void charset_decoder(struct charset *charset, uriel_html_options *options)
{
  const bool bytes = charset->form == CHARSET_BYTES;
  options->decoder = bytes ? uriel_encoding_decode : charset_decode;
  options->decoder_context = bytes ? (void *)&charset->points : (void *)charset;
}

/* ---- Writing ---------------------------------------------------------------------------------- */

/* Returns the length, or 0 if iconv cannot write the character. */
static size_t charset_write(const struct charset *charset, uint32_t scalar, char out[8])
{
  char *from = (char *)&scalar, *to = out;
  size_t len = sizeof scalar, left = 8;
  iconv(charset->writer, NULL, NULL, NULL, NULL);
  return iconv(charset->writer, &from, &len, &to, &left) == 0 && len == 0 ? 8 - left : 0;
}

/* Whether JIS X 0208 has the character, in the index of the standard; sets its first cell. */
static bool charset_cell(const struct charset *charset, uint32_t scalar, unsigned *cell)
{
  enum { NEC_SELECTED = 88 * JIS_CELLS, JIS_END = JIS_CELLS * JIS_CELLS };
  char out[8];
  uint32_t read;
  if (charset_write(charset, scalar, out) != 2)
    return false;
  const unsigned lead = (unsigned char)out[0], trail = (unsigned char)out[1];
  *cell = (lead - (lead < 0xa0 ? 0x81 : 0xc1)) * JIS_TRAILS + trail - (trail < 0x7f ? 0x40 : 0x41);
  /* CP932 writes IBM's characters, which the index has twice, beyond the last row. */
  for (unsigned other = NEC_SELECTED; *cell >= JIS_END && other < JIS_END; other++)
    if (charset_is_jis(charset, other, &read) && read == scalar)
      *cell = other;
  return *cell < JIS_END && charset_is_jis(charset, *cell, &read) && read == scalar;
}

/* Characters that the standard's Japanese encoders replace with others. */
static uint32_t charset_japanese(enum charset_form form, uint32_t scalar)
{
  static const uint16_t katakana[] = {
      0x3002, 0x300c, 0x300d, 0x3001, 0x30fb, 0x30f2, 0x30a1, 0x30a3, 0x30a5, 0x30a7, 0x30a9,
      0x30e3, 0x30e5, 0x30e7, 0x30c3, 0x30fc, 0x30a2, 0x30a4, 0x30a6, 0x30a8, 0x30aa, 0x30ab,
      0x30ad, 0x30af, 0x30b1, 0x30b3, 0x30b5, 0x30b7, 0x30b9, 0x30bb, 0x30bd, 0x30bf, 0x30c1,
      0x30c4, 0x30c6, 0x30c8, 0x30ca, 0x30cb, 0x30cc, 0x30cd, 0x30ce, 0x30cf, 0x30d2, 0x30d5,
      0x30d8, 0x30db, 0x30de, 0x30df, 0x30e0, 0x30e1, 0x30e2, 0x30e4, 0x30e6, 0x30e8, 0x30e9,
      0x30ea, 0x30eb, 0x30ec, 0x30ed, 0x30ef, 0x30f3, 0x309b, 0x309c};
  const bool escapes = form == CHARSET_ISO_2022_JP;
  if (form != CHARSET_SHIFT_JIS && form != CHARSET_EUC_JP && !escapes)
    return scalar;
  if (!escapes && (scalar == 0xa5 || scalar == 0x203e))
    return scalar == 0xa5 ? '\\' : '~';
  if (escapes && scalar >= 0xff61 && scalar <= 0xff9f)
    return katakana[scalar - 0xff61];
  return scalar == 0x2212 ? 0xff0d : scalar;
}

/* Writes the escape sequence that leads to the state, unless it is the present one. */
static size_t charset_escape(struct charset *charset, enum charset_state state, char out[8])
{
  static const char escapes[][4] = {"\x1b(B", "\x1b(J", "\x1b(I", "\x1b$B"};
  if (charset->writes == state)
    return 0;
  memcpy(out, escapes[state], 3);
  charset->writes = state;
  return 3;
}

static size_t charset_encode_escaped(struct charset *charset, uint32_t scalar, char out[8])
{
  const bool roman = scalar == 0xa5 || scalar == 0x203e;
  const bool shifts = scalar == 0x0e || scalar == 0x0f || scalar == CHARSET_ESCAPE;
  unsigned cell;
  size_t len;
  if (roman || (scalar < 0x80 && !shifts)) {
    const bool stays = charset->writes == CHARSET_ROMAN && scalar != '\\' && scalar != '~';
    len = charset_escape(charset, roman || stays ? CHARSET_ROMAN : CHARSET_ASCII, out);
    out[len] = (char)(scalar == 0xa5 ? '\\' : scalar == 0x203e ? '~' : scalar);
    return len + 1;
  }
  if (shifts || !charset_cell(charset, scalar, &cell))
    return (charset->writes == CHARSET_JIS ? charset_escape(charset, CHARSET_ASCII, out) : 0) +
           URIEL_URL_ENCODER_LACKS;
  len = charset_escape(charset, CHARSET_JIS, out);
  out[len] = (char)(cell / JIS_CELLS + 0x21);
  out[len + 1] = (char)(cell % JIS_CELLS + 0x21);
  return len + 2;
}

/* Returns the length of a character beyond ASCII, or 0 if the encoding lacks it: the standard's
 * encoders write nothing that its decoders read as another character. */
static size_t charset_encode_other(const struct charset *charset, uint32_t scalar, char out[8])
{
  uint32_t read;
  unsigned cell;
  if (charset->form == CHARSET_BYTES) {
    for (unsigned i = 0; i < 0x80; i++)
      if (charset->points[i] == scalar) {
        *out = (char)(i + 0x80);
        return 1;
      }
    return 0;
  }
  if (charset->form == CHARSET_EUC_JP && charset_cell(charset, scalar, &cell)) {
    out[0] = (char)(cell / JIS_CELLS + 0xa1);
    out[1] = (char)(cell % JIS_CELLS + 0xa1);
    return 2;
  }
  if (charset->form == CHARSET_EUC_JP) {
    out[0] = (char)0x8e;
    out[1] = (char)(scalar - 0xff61 + 0xa1);
    return scalar >= 0xff61 && scalar <= 0xff9f ? 2 : 0;
  }
  const bool single = (charset->form == CHARSET_GBK && scalar == CHARSET_EURO) ||
                      (charset->form == CHARSET_SHIFT_JIS && scalar == 0x80);
  *out = (char)0x80;
  const size_t len = single ? 1 : charset_write(charset, scalar, out);
  const bool lacks = (charset->form == CHARSET_GBK && len > 2) ||
                     (charset->form == CHARSET_SHIFT_JIS && scalar >= 0xe000 && scalar < 0xf900) ||
                     (charset->form == CHARSET_BIG5 && (unsigned char)*out < 0xa1);
  return len && !lacks && charset_next_bytes(charset, out, len, &read) == len && read == scalar ? len
                                                                                                : 0;
}

size_t charset_encode(void *context, uint32_t scalar, char out[8])
{
  struct charset *const charset = context;
  const bool escapes = charset->form == CHARSET_ISO_2022_JP;
  if (scalar == URIEL_URL_ENCODER_END)
    return escapes ? charset_escape(charset, CHARSET_ASCII, out) : 0;
  scalar = charset_japanese(charset->form, scalar);
  if (escapes)
    return charset_encode_escaped(charset, scalar, out);
  *out = (char)scalar;
  const size_t len = scalar < 0x80 ? 1 : charset_encode_other(charset, scalar, out);
  return len ? len : URIEL_URL_ENCODER_LACKS;
}
