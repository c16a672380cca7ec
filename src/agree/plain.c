/* SPDX-License-Identifier: MIT */
/* URLs that every present reader reads alike: most URLs of a crawl. */
#include "agree/reader.h"

enum { PLAIN_PORT = 6 }; /* the longest port, with its colon */

/* Returns 0x80 in each byte of a word that is from `low` to `high`, up to the first byte above 0x7F. */
static uint64_t plain_between(uint64_t word, unsigned char low, unsigned char high)
{
  return (word + WORD_OF(0x80 - low)) & ~(word + WORD_OF(0x7F - high)) & ~word & WORD_OF(0x80);
}

/* Returns the end of the name that begins at `begin` in a text of 8 bytes or more; NULL if a reader
 * takes it for an address, converts or refuses it: other than labels of letters and digits, joined by
 * single hyphens, whose last one begins with a letter. */
static const char *plain_name(const char *text, size_t len, size_t begin)
{
  uint64_t other = 0, wrong = 0, joined = 0x80; /* the byte before joins labels or parts of one */
  size_t at = begin;
  for (; !other && at <= begin + READER_PLAIN_MAX; at += 8) {
    const size_t left = len - at;
    const uint64_t word = left >= 8  ? word_read(text + at)
                          : left > 0 ? word_read(text + len - 8) >> 8 * (8 - left)
                                     : 0;
    const uint64_t joins = plain_between(word, '-', '.');
    other = WORD_OF(0x80) &
            ~(plain_between(word | WORD_OF(0x20), 'a', 'z') | plain_between(word, '0', '9') | joins);
    wrong |= joins & (joins << 8 | joined) & ((other & (0 - other)) - 1); /* before the end */
    joined = joins >> 56;
  }
  const char *const end = text + at - 8 + (other ? word_lowest(other) / 8 : 8), *last = end - 1;
  if (wrong || end == text + begin || end > text + begin + READER_PLAIN_MAX || *last == '-' ||
      *last == '.')
    return NULL;
  while (last > text + begin && last[-1] != '.')
    last--;
  return byte_is(*last, BYTE_ALPHA) ? end : NULL;
}

/* Returns whether the port is from 1 to 65535 in its shortest form. */
static bool plain_port(uriel_text digits)
{
  const int32_t port = uriel_reader_port(digits);
  return port > 0 && port <= (int32_t)UINT16_MAX && digits.ptr[0] != '0';
}

bool uriel_reader_is_plain(const char *text, size_t len)
{
  if (len < 9 || memcmp(text, "http", 4) != 0)
    return false;
  const size_t begin = 7 + (text[4] == 's');
  const char *const name = plain_name(text, len, begin), *at = name, *const stop = text + len;
  if (!name || memcmp(text + begin - 3, "://", 3) != 0)
    return false;
  if (name < stop && *name == ':') {
    at = bytes_past(name + 1, stop - name > PLAIN_PORT ? name + PLAIN_PORT : stop, BYTE_DIGIT);
    if (!plain_port(view_of(name + 1, at)))
      return false;
  }
  return at == stop || *at == '/' || *at == '?' || *at == '#';
}
