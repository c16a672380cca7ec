/* SPDX-License-Identifier: MIT */
/* Floors: the minimum time to read the bytes. Each operation is compared with its own first floor. */
#include <stdint.h>
#include <string.h>

#include "bench.h"

static size_t floor_copy(const bench_urls *urls)
{
  memcpy(urls->out, urls->block, urls->block_len);
  return (unsigned char)urls->out[urls->block_len / 2];
}

static size_t copy_each(const bench_urls *urls, const bench_line *lines)
{
  size_t sum = 0;
  for (size_t i = 0; i < urls->count; i++) {
    memcpy(urls->out, lines[i].text, lines[i].len);
    sum += (unsigned char)urls->out[lines[i].len / 2];
  }
  return sum;
}

static size_t floor_copy_each(const bench_urls *urls)
{
  return copy_each(urls, urls->lines);
}

static size_t floor_copy_paths(const bench_urls *urls)
{
  return copy_each(urls, urls->made[BENCH_PATH]);
}

static size_t floor_lines(const bench_urls *urls)
{
  const char *at = urls->block;
  const char *const end = at + urls->block_len;
  size_t lines = 0;
  while (at < end) {
    const char *feed = memchr(at, '\n', (size_t)(end - at));
    lines++;
    at = feed ? feed + 1 : end;
  }
  return lines;
}

/* Combines the class of each byte, as a table-driven grammar does. */
static size_t floor_classes(const bench_urls *urls)
{
  static unsigned char classes[256];
  if (!classes['a']) {
    for (int i = 0; i < 256; i++)
      classes[i] = (unsigned char)(i * 7 + 1);
  }
  size_t sum = 0;
  for (size_t i = 0; i < urls->count; i++) {
    unsigned all = 0;
    for (size_t j = 0; j < urls->lines[i].len; j++)
      all = (all << 1 ^ classes[(unsigned char)urls->lines[i].text[j]]) & 0xff;
    sum += all;
  }
  return sum;
}

static size_t floor_compare(const bench_urls *urls)
{
  size_t equal = 0;
  for (size_t i = 0; i < urls->count; i++)
    equal += memcmp(urls->lines[i].text, urls->made[BENCH_COPY][i].text, urls->lines[i].len) == 0;
  return equal;
}

/* FNV-1a, a hash that reads one byte at a time. */
static size_t floor_fnv(const bench_urls *urls)
{
  uint64_t sum = 0;
  for (size_t i = 0; i < urls->count; i++) {
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t j = 0; j < urls->lines[i].len; j++)
      hash = (hash ^ (unsigned char)urls->lines[i].text[j]) * 0x100000001b3;
    sum += hash;
  }
  return (size_t)sum;
}

#define FLOOR(OPERATION, NAME, PASS) BENCH_ROW(OPERATION, BENCH_FLOOR, NAME, PASS)
static const bench_entry floor_entries[] = {
    FLOOR(BENCH_PARSE, "a look-up of each byte", floor_classes),
    FLOOR(BENCH_LINES, "memchr to line ends", floor_lines),
    FLOOR(BENCH_LINES, "memcpy of the file", floor_copy),
    FLOOR(BENCH_NORMALIZE_PATH, "memcpy of each URL", floor_copy_each),
    FLOOR(BENCH_NORMALIZE, "memcpy of each URL", floor_copy_each),
    FLOOR(BENCH_NORMALIZE_NORMAL, "memcpy of each URL", floor_copy_each),
    FLOOR(BENCH_RESOLVE, "memcpy of each URL", floor_copy_each),
    FLOOR(BENCH_RESOLVE_PATH, "memcpy of each reference", floor_copy_paths),
    FLOOR(BENCH_EQUAL_COPY, "memcmp with the copy", floor_compare),
    FLOOR(BENCH_EQUAL_UPPER, "memcmp with the copy", floor_compare),
    FLOOR(BENCH_EQUAL_PORT, "memcmp with the copy", floor_compare),
    FLOOR(BENCH_EQUAL_ESCAPED, "memcmp with the copy", floor_compare),
    FLOOR(BENCH_EQUAL_OTHER, "memcmp with the copy", floor_compare),
    FLOOR(BENCH_HASH, "FNV-1a of the bytes", floor_fnv),
    FLOOR(BENCH_URL, "a look-up of each byte", floor_classes),
    FLOOR(BENCH_URL_PASTED, "memcpy of each URL", floor_copy_each),
    FLOOR(BENCH_PARSE, NULL, NULL),
};

bench_library bench_floors(void)
{
  return (bench_library){.name = "floors", .version = "", .entries = floor_entries};
}
