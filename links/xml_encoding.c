/* SPDX-License-Identifier: MIT */
/* Encodings that extend ASCII, by iconv. */
#include "xml_encoding.h"

#include <errno.h>
#include <iconv.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "base/budget.h"

enum { XML_ENCODING_NONE = -1, XML_ENCODING_PART = -2, XML_ENCODING_UNKNOWN = 0xfffd };

struct xml_encoding {
  iconv_t converter;
  unsigned char len[256]; /* number of bytes of the characters that begin with the byte */
};

/* Returns the character of the bytes, or that they are invalid or incomplete. */
static int xml_encoding_of(iconv_t converter, const char *bytes, size_t len)
{
  char in[4], *from = in;
  uint32_t out[4];
  char *to = (char *)out;
  size_t out_left = sizeof out;
  memcpy(in, bytes, len);
  iconv(converter, NULL, NULL, NULL, NULL);
  if (iconv(converter, &from, &len, &to, &out_left) == (size_t)-1)
    return errno == EINVAL ? XML_ENCODING_PART : XML_ENCODING_NONE;
  return len == 0 && out_left == sizeof out - sizeof *out && out[0] < 0x110000 ? (int)out[0]
                                                                               : XML_ENCODING_NONE;
}

/* Returns the length of a character by its first byte; tries later bytes that are valid in all of these
 * encodings. */
static unsigned char xml_encoding_length(iconv_t converter, char first)
{
  const char bytes[4] = {first, '\xa1', '\xa1', '\xa1'};
  for (unsigned char len = 1; len < 4; len++) {
    if (xml_encoding_of(converter, bytes, len) != XML_ENCODING_PART)
      return len;
  }
  return 4;
}

static void xml_encoding_fill(struct xml_encoding *encoding, int map[256])
{
  for (int i = 0; i < 256; i++) {
    const char byte = (char)i;
    const int c = i < 0x80 ? i : xml_encoding_of(encoding->converter, &byte, 1);
    const unsigned char len =
        c == XML_ENCODING_PART ? xml_encoding_length(encoding->converter, byte) : 1;
    encoding->len[i] = len;
    map[i] = c >= 0 && c < 0x10000 ? c : c == XML_ENCODING_PART ? -(int)len : XML_ENCODING_UNKNOWN;
  }
}

/* Whether the letters and marks are those of ASCII: UTF-7 and EBCDIC cannot be read with such a map. */
static bool xml_encoding_extends_ascii(iconv_t converter)
{
  for (int i = 0x20; i < 0x7f; i++) {
    const char byte = (char)i;
    /* In some encodings these two are a currency sign and an overline; markup does not use them. */
    if (i != '\\' && i != '~' && xml_encoding_of(converter, &byte, 1) != i)
      return false;
  }
  return true;
}

struct xml_encoding *xml_encoding_new(const char *name, int map[256])
{
  const uint16_t one = 1;
  const bool little = *(const unsigned char *)&one;
  iconv_t converter = iconv_open(little ? "UTF-32LE" : "UTF-32BE", name);
  if (converter == (iconv_t)-1)
    return NULL;
  struct xml_encoding *encoding = budget_take(sizeof *encoding);
  const bool good = encoding && xml_encoding_extends_ascii(converter);
  if (!good) {
    iconv_close(converter);
    errno = encoding ? EINVAL : ENOMEM;
    budget_give(encoding);
    return NULL;
  }
  encoding->converter = converter;
  xml_encoding_fill(encoding, map);
  return encoding;
}

static bool xml_encoding_has_mark(const char *data, size_t len)
{
  return (len >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0) ||
         (len >= 2 && (memcmp(data, "\xfe\xff", 2) == 0 || memcmp(data, "\xff\xfe", 2) == 0));
}

const char *xml_encoding_declared(const char *charset, const char *data, size_t len)
{
  static const char *const passed[] = {"us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be"};
  int map[256];
  if (!charset || !*charset || xml_encoding_has_mark(data, len))
    return NULL;
  for (size_t i = 0; i < sizeof passed / sizeof *passed; i++)
    if (strcasecmp(charset, passed[i]) == 0)
      return NULL;
  if (strcasecmp(charset, "utf-8") == 0)
    return charset;
  struct xml_encoding *known = xml_encoding_new(charset, map);
  if (known)
    xml_encoding_free(known);
  return known ? charset : NULL;
}

int xml_encoding_read(void *encoding, const char *bytes)
{
  const struct xml_encoding *from = encoding;
  const int c = xml_encoding_of(from->converter, bytes, from->len[(unsigned char)*bytes]);
  return c >= 0 && c < 0x10000 ? c : XML_ENCODING_UNKNOWN;
}

void xml_encoding_free(void *encoding)
{
  iconv_close(((struct xml_encoding *)encoding)->converter);
  budget_give(encoding);
}
