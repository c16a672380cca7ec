/* SPDX-License-Identifier: MIT */
/* Encodings of HTML that are not UTF-8, by iconv. */
#include "charset.h"

#include <errno.h>
#include <iconv.h>
#include <string.h>
#include <strings.h>

#include "reader/unicode.h"
#include "uriel_url.h"
#include "value.h"

enum { CHARSET_BAD = 0xfffd, CHARSET_CONTROLS = 0xa0, CHARSET_EURO = 0x20ac };

enum charset_form {
  CHARSET_BYTES,    /* one byte a character */
  CHARSET_PAIRS,    /* two, sometimes one, three or four */
  CHARSET_JAPANESE, /* the same, with the standard's rules for three characters */
  CHARSET_GBK,      /* the same, with the byte 80 for the euro sign */
  CHARSET_ESCAPES   /* ISO-2022-JP */
};

/* Encodings (Encoding standard, 4.2): the names of iconv to read and to write, and the labels, between
 * spaces. */
static const struct charset_row {
  enum charset_form form;
  const char *read, *write, *labels;
} charset_rows[] = {
    {CHARSET_BYTES, "CP1252", "CP1252",
     " windows-1252 ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 "
     "iso8859-1 "
     "iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii x-cp1252 x-user-defined "},
    {CHARSET_BYTES, "CP1250", "CP1250", " windows-1250 cp1250 x-cp1250 "},
    {CHARSET_BYTES, "CP1251", "CP1251", " windows-1251 cp1251 x-cp1251 "},
    {CHARSET_BYTES, "CP1253", "CP1253", " windows-1253 cp1253 x-cp1253 "},
    {CHARSET_BYTES, "CP1254", "CP1254",
     " windows-1254 cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 "
     "iso_8859-9:1989 "
     "l5 latin5 x-cp1254 "},
    {CHARSET_BYTES, "CP1255", "CP1255", " windows-1255 cp1255 x-cp1255 "},
    {CHARSET_BYTES, "CP1256", "CP1256", " windows-1256 cp1256 x-cp1256 "},
    {CHARSET_BYTES, "CP1257", "CP1257", " windows-1257 cp1257 x-cp1257 "},
    {CHARSET_BYTES, "CP1258", "CP1258", " windows-1258 cp1258 x-cp1258 "},
    {CHARSET_BYTES, "CP874", "CP874", " windows-874 dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 "},
    {CHARSET_BYTES, "CP866", "CP866", " ibm866 866 cp866 csibm866 "},
    {CHARSET_BYTES, "ISO-8859-2", "ISO-8859-2",
     " iso-8859-2 csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2 "},
    {CHARSET_BYTES, "ISO-8859-3", "ISO-8859-3",
     " iso-8859-3 csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3 "},
    {CHARSET_BYTES, "ISO-8859-4", "ISO-8859-4",
     " iso-8859-4 csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4 "},
    {CHARSET_BYTES, "ISO-8859-5", "ISO-8859-5",
     " iso-8859-5 csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 "
     "iso_8859-5:1988 "},
    {CHARSET_BYTES, "ISO-8859-6", "ISO-8859-6",
     " iso-8859-6 arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e "
     "iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987 "},
    {CHARSET_BYTES, "ISO-8859-7", "ISO-8859-7",
     " iso-8859-7 csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 "
     "iso_8859-7 "
     "iso_8859-7:1987 sun_eu_greek "},
    {CHARSET_BYTES, "ISO-8859-8", "ISO-8859-8",
     " iso-8859-8 csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso-ir-138 iso8859-8 iso88598 "
     "iso_8859-8 "
     "iso_8859-8:1988 visual iso-8859-8-i csiso88598i logical "},
    {CHARSET_BYTES, "ISO-8859-10", "ISO-8859-10",
     " iso-8859-10 csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6 "},
    {CHARSET_BYTES, "ISO-8859-13", "ISO-8859-13", " iso-8859-13 iso8859-13 iso885913 "},
    {CHARSET_BYTES, "ISO-8859-14", "ISO-8859-14", " iso-8859-14 iso8859-14 iso885914 "},
    {CHARSET_BYTES, "ISO-8859-15", "ISO-8859-15",
     " iso-8859-15 csisolatin9 iso8859-15 iso885915 iso_8859-15 l9 "},
    {CHARSET_BYTES, "ISO-8859-16", "ISO-8859-16", " iso-8859-16 "},
    {CHARSET_BYTES, "KOI8-R", "KOI8-R", " koi8-r cskoi8r koi koi8 koi8_r "},
    {CHARSET_BYTES, "KOI8-U", "KOI8-U", " koi8-u koi8-ru "},
    {CHARSET_BYTES, "MACINTOSH", "MACINTOSH", " macintosh csmacintosh mac x-mac-roman "},
    {CHARSET_BYTES, "MAC-UK", "MAC-UK", " x-mac-cyrillic x-mac-ukrainian "},
    {CHARSET_JAPANESE, "CP932", "CP932",
     " shift_jis csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis "},
    {CHARSET_JAPANESE, "EUC-JP-MS", "EUC-JP-MS", " euc-jp cseucpkdfmtjapanese x-euc-jp "},
    {CHARSET_ESCAPES, "ISO-2022-JP", "ISO-2022-JP", " iso-2022-jp csiso2022jp "},
    {CHARSET_GBK, "GB18030", "GBK",
     " gbk chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58 x-gbk "},
    {CHARSET_PAIRS, "GB18030", "GB18030", " gb18030 "},
    {CHARSET_PAIRS, "BIG5-HKSCS", "BIG5-HKSCS", " big5 big5-hkscs cn-big5 csbig5 x-x-big5 "},
    {CHARSET_PAIRS, "CP949", "CP949",
     " euc-kr cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 "
     "windows-949 "},
};

struct charset {
  const struct charset_row *row;
  iconv_t reader, writer;
};

/* ---- Labels ----------------------------------------------------------------------------------- */

static const struct charset_row *charset_find(uriel_text label)
{
  enum { LONGEST = 32 };
  char name[LONGEST + 3] = " ";
  while (label.len && value_space(*label.ptr)) {
    label.ptr++;
    label.len--;
  }
  while (label.len && value_space(label.ptr[label.len - 1]))
    label.len--;
  if (!label.len || label.len > LONGEST || memchr(label.ptr, ' ', label.len))
    return NULL;
  memcpy(name + 1, label.ptr, label.len);
  memcpy(name + 1 + label.len, " ", 2);
  for (size_t i = 0; i < sizeof charset_rows / sizeof *charset_rows; i++)
    if (strcasestr(charset_rows[i].labels, name))
      return &charset_rows[i];
  return NULL;
}

bool charset_open(struct charset **charset, uriel_text label)
{
  const uint16_t one = 1;
  const char *const utf_32 = *(const unsigned char *)&one ? "UTF-32LE" : "UTF-32BE";
  const struct charset_row *const row = charset_find(label);
  *charset = NULL;
  if (!row)
    return true;
  const struct charset open = {row, iconv_open(utf_32, row->read), iconv_open(row->write, utf_32)};
  const bool known = open.reader != (iconv_t)-1 && open.writer != (iconv_t)-1;
  *charset = known ? budget_take(sizeof **charset) : NULL;
  if (*charset) {
    **charset = open;
    return true;
  }
  if (open.reader != (iconv_t)-1)
    iconv_close(open.reader);
  if (open.writer != (iconv_t)-1)
    iconv_close(open.writer);
  return !known;
}

void charset_close(struct charset *charset)
{
  if (!charset)
    return;
  iconv_close(charset->reader);
  iconv_close(charset->writer);
  budget_give(charset);
}

/* ---- Reading ---------------------------------------------------------------------------------- */

/* Where a run of bytes, all ASCII or none, begins in the UTF-8 and in the text. */
struct charset_run {
  size_t to, from;
};

static bool charset_put_run(struct buffer *map, size_t to, size_t from)
{
  const struct charset_run run = {to, from};
  if (!buffer_grow(map, map->len + sizeof run))
    return false;
  memcpy(map->ptr + map->len, &run, sizeof run);
  map->len += sizeof run;
  return true;
}

/* Whether the first `len` bytes are one character; sets it. */
static bool charset_is_one(const struct charset *charset, const char *bytes, size_t len,
                           uint32_t *scalar)
{
  char in[4], *from = in;
  uint32_t out[4];
  char *to = (char *)out;
  size_t left = sizeof out;
  memcpy(in, bytes, len);
  iconv(charset->reader, NULL, NULL, NULL, NULL);
  if (iconv(charset->reader, &from, &len, &to, &left) == (size_t)-1 || len ||
      left != sizeof out - sizeof *out)
    return false;
  *scalar = *out;
  return true;
}

/* Returns the length of the character at the start, whose first byte is not ASCII. */
static size_t charset_next(const struct charset *charset, const char *bytes, size_t left,
                           uint32_t *scalar)
{
  static const unsigned char lengths[] = {2, 1, 3, 4};
  const bool is_byte = charset->row->form == CHARSET_BYTES;
  const unsigned char first = (unsigned char)*bytes;
  if (charset->row->form == CHARSET_GBK && first == 0x80) {
    *scalar = CHARSET_EURO;
    return 1;
  }
  for (size_t i = is_byte; i < (is_byte ? 2 : sizeof lengths); i++)
    if (lengths[i] <= left && charset_is_one(charset, bytes, lengths[i], scalar))
      return lengths[i];
  *scalar = is_byte && first < CHARSET_CONTROLS ? first : CHARSET_BAD;
  return !is_byte && left > 1 && (unsigned char)bytes[1] >= 0x80 ? 2 : 1;
}

static size_t charset_ascii(uriel_text text, size_t at)
{
  while (at < text.len && (unsigned char)text.ptr[at] < 0x80)
    at++;
  return at;
}

bool charset_is_ascii(const struct charset *charset, uriel_text text)
{
  return charset_ascii(text, 0) == text.len &&
         (charset->row->form != CHARSET_ESCAPES || !text.len || !memchr(text.ptr, 0x1b, text.len));
}

/* Converts a text with escape sequences, which has no map. */
static bool charset_decode_escapes(struct charset *charset, uriel_text text, struct buffer *out)
{
  char *from = (char *)text.ptr;
  size_t left = text.len;
  iconv(charset->reader, NULL, NULL, NULL, NULL);
  while (left) {
    uint32_t scalars[64];
    char *to = (char *)scalars;
    size_t room = sizeof scalars;
    const bool bad = iconv(charset->reader, &from, &left, &to, &room) == (size_t)-1 && errno != E2BIG;
    if (!buffer_grow(out, out->len + sizeof scalars + 4))
      return false;
    for (size_t i = 0; i < (sizeof scalars - room) / sizeof *scalars; i++)
      out->len += utf8_write(scalars[i], out->ptr + out->len);
    if (bad) {
      out->len += utf8_write(CHARSET_BAD, out->ptr + out->len);
      from++;
      left--;
    }
  }
  return true;
}

bool charset_decode(struct charset *charset, uriel_text text, struct buffer *out, struct buffer *map)
{
  out->len = map->len = 0;
  if (charset->row->form == CHARSET_ESCAPES)
    return charset_decode_escapes(charset, text, out);
  for (size_t at = 0; at < text.len;) {
    const size_t ascii = charset_ascii(text, at) - at;
    if (!buffer_grow(out, out->len + ascii) || !charset_put_run(map, out->len, at))
      return false;
    memcpy(out->ptr + out->len, text.ptr + at, ascii);
    out->len += ascii;
    at += ascii;
    if (at < text.len && !charset_put_run(map, out->len, at))
      return false;
    while (at < text.len && (unsigned char)text.ptr[at] >= 0x80) {
      uint32_t scalar;
      at += charset_next(charset, text.ptr + at, text.len - at, &scalar);
      if (!buffer_grow(out, out->len + 4))
        return false;
      out->len += utf8_write(scalar, out->ptr + out->len);
    }
  }
  return true;
}

uint64_t charset_origin(const struct buffer *map, size_t *from, uint64_t offset)
{
  const struct charset_run *const runs = (const struct charset_run *)(const void *)map->ptr;
  const size_t count = map->len / sizeof *runs;
  if (!count)
    return offset;
  while (*from + 1 < count && runs[*from + 1].to <= offset)
    ++*from;
  const uint64_t origin = runs[*from].from + (offset - runs[*from].to);
  return *from + 1 < count && origin > runs[*from + 1].from ? runs[*from + 1].from : origin;
}

/* ---- Writing ---------------------------------------------------------------------------------- */

/* Characters that the standard's encoders of Japanese take for others. */
static uint32_t charset_japanese(enum charset_form form, uint32_t scalar)
{
  if (form == CHARSET_JAPANESE && (scalar == 0xa5 || scalar == 0x203e))
    return scalar == 0xa5 ? '\\' : '~';
  return (form == CHARSET_JAPANESE || form == CHARSET_ESCAPES) && scalar == 0x2212 ? 0xff0d : scalar;
}

/* Returns the length of the escape sequence that leads back to ASCII. */
static size_t charset_return(const struct charset *charset, char out[8])
{
  char *to = out;
  size_t left = 8;
  return iconv(charset->writer, NULL, NULL, &to, &left) == (size_t)-1 ? 0 : 8 - left;
}

size_t charset_encode(void *context, uint32_t scalar, char out[8])
{
  const struct charset *const charset = context;
  const enum charset_form form = charset->row->form;
  if (scalar == URIEL_URL_ENCODER_END)
    return charset_return(charset, out);
  scalar = charset_japanese(form, scalar);
  if (form != CHARSET_ESCAPES && scalar < 0x80) {
    *out = (char)scalar;
    return 1;
  }
  if (form == CHARSET_GBK && scalar == CHARSET_EURO) {
    *out = (char)0x80;
    return 1;
  }
  char *from = (char *)&scalar, *to = out;
  size_t len = sizeof scalar, left = 8;
  if (iconv(charset->writer, &from, &len, &to, &left) == 0 && len == 0)
    return 8 - left;
  /* The standard's encodings of one byte have these controls; iconv's have not all of them. */
  uint32_t other;
  *out = (char)scalar;
  if (form == CHARSET_BYTES && scalar < CHARSET_CONTROLS && !charset_is_one(charset, out, 1, &other))
    return 1;
  return charset_return(charset, out) + URIEL_URL_ENCODER_LACKS;
}
