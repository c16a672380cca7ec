/* SPDX-License-Identifier: MIT */
/* Encodings of one byte a character, as the C library knows them. */
#include "xml_encoding.h"

#include <iconv.h>
#include <stdint.h>
#include <string.h>

/* The character of one byte; -1: none. */
static int xml_encoding_of(iconv_t converter, unsigned char byte)
{
  char in = (char)byte, *from = &in;
  uint32_t out[2];
  char *to = (char *)out;
  size_t in_left = 1, out_left = sizeof out;
  iconv(converter, NULL, NULL, NULL, NULL);
  const bool good = iconv(converter, &from, &in_left, &to, &out_left) != (size_t)-1;
  return good && in_left == 0 && out_left == sizeof *out && out[0] < 0x110000 ? (int)out[0] : -1;
}

bool xml_encoding_map(const char *name, int map[256])
{
  const uint32_t one = 1;
  unsigned char first;
  memcpy(&first, &one, 1);
  iconv_t converter = iconv_open(first ? "UTF-32LE" : "UTF-32BE", name);
  if (converter == (iconv_t)-1)
    return false;
  bool good = true;
  unsigned missing = 0;
  for (unsigned i = 0; i < 256; i++) {
    map[i] = xml_encoding_of(converter, (unsigned char)i);
    good = good && (i >= 0x80 || map[i] == (int)i);
    missing += map[i] < 0;
  }
  iconv_close(converter);
  return good && missing < 96; /* what has more holes has characters of several bytes */
}
