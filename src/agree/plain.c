/* SPDX-License-Identifier: MIT */
/* URLs that every present reader reads alike: most URLs of a crawl. */
#include "agree/reader.h"

/* Returns 0x80 in each byte of a word that is from `low` to `high`. No byte is above 0x7F. */
static uint64_t plain_between(uint64_t word, unsigned char low, unsigned char high)
{
  return (word + WORD_OF(0x80 - low)) & ~(word + WORD_OF(0x7F - high)) & WORD_OF(0x80);
}

/* Returns whether no reader takes a name for an address, converts or refuses it: labels of letters and
 * digits, joined by single hyphens; the last one begins with a letter. The name is in a text of 8 bytes
 * or more, is not empty, and has no "/". */
static bool plain_name(const char *text, size_t len, size_t at, size_t end)
{
  uint64_t wrong = 0, joined = 0x80; /* the byte before joins labels or parts of one */
  const char *last = text + end - 1;
  if (*last == '-' || *last == '.')
    return false;
  while (last[-1] != '.' && last > text + at)
    last--;
  for (; at < end; at += 8) {
    uint64_t word =
        len - at >= 8 ? word_read(text + at) : word_read(text + len - 8) >> 8 * (at + 8 - len);
    if (end - at < 8) {
      const uint64_t after = ~(uint64_t)0 << 8 * (end - at);
      word = (word & ~after) | (WORD_OF('z') & after);
    }
    const uint64_t joins = plain_between(word, '-', '.');
    wrong |= ~(plain_between(word | WORD_OF(0x20), 'a', 'z') | plain_between(word, '-', '9'));
    wrong |= joins & (joins << 8 | joined);
    joined = joins >> 56;
  }
  return (wrong & WORD_OF(0x80)) == 0 && byte_is(*last, BYTE_ALPHA);
}

/* Returns whether the port is from 1 to 65535 in its shortest form. */
static bool plain_port(uriel_text digits)
{
  const int32_t port = uriel_reader_port(digits);
  return port > 0 && port <= (int32_t)UINT16_MAX && digits.ptr[0] != '0';
}

/* Returns whether a host from `begin` to `end`, and the port after it up to `stop`, are plain. */
static bool plain_place(const char *text, size_t len, size_t begin, size_t end, size_t stop)
{
  return len >= 8 && end > begin && end - begin <= READER_PLAIN_MAX &&
         plain_name(text, len, begin, end) &&
         (stop == end || plain_port((uriel_text){text + end + 1, stop - end - 1}));
}

bool uriel_reader_is_plain(const uriel_ref *ref)
{
  const char *const text = ref->text;
  return ref->length >= 8 && ref->length <= READER_TEXT_MAX && memcmp(text, "http", 4) == 0 &&
         ref->host_begin == ref->scheme_end + 3 && ref->host_begin - 7u == (text[4] == 's') &&
         (ref->flags & URIEL_HOST_KIND_MASK) == URIEL_HOST_NAME &&
         plain_place(text, ref->length, ref->host_begin, ref->host_end, ref->path_begin);
}

bool uriel_reader_is_plain_text(const char *text, size_t len)
{
  enum { PORT_MAX = 6 }; /* with its colon */
  if (len < 9 || memcmp(text, "http", 4) != 0)
    return false;
  const size_t begin = 7 + (text[4] == 's'), most = begin + READER_PLAIN_MAX + PORT_MAX;
  const char *const limit = text + (len < most ? len : most), *const end = bytes_past(text + begin,
                                                                                      limit, BYTE_NAME);
  const char *const stop = end < limit && *end == ':' ? bytes_past(end + 1, limit, BYTE_DIGIT) : end;
  return memcmp(text + begin - 3, "://", 3) == 0 &&
         (stop == text + len || *stop == '/' || *stop == '?' || *stop == '#') &&
         plain_place(text, len, begin, (size_t)(end - text), (size_t)(stop - text));
}
