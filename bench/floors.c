/* SPDX-License-Identifier: MIT */
/* Floors: how fast the bytes of the URLs can be copied, cut into lines, and looked up one by one. */
#include <string.h>

#include "bench.h"

static size_t floor_copy(const bench_urls *urls)
{
  memcpy(urls->out, urls->block, urls->block_len);
  return (unsigned char)urls->out[urls->block_len / 2];
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

/* As a grammar in a table does: each byte's class, all of them together. */
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

static const bench_entry floor_entries[] = {
    {BENCH_PARSE, BENCH_FLOOR, "memcpy of the bytes", floor_copy},
    {BENCH_PARSE, BENCH_FLOOR, "memchr to line ends", floor_lines},
    {BENCH_PARSE, BENCH_FLOOR, "a look-up of each byte", floor_classes},
    {BENCH_PARSE, BENCH_FLOOR, NULL, NULL},
};

bench_library bench_floors(void)
{
  return (bench_library){"floors", "", floor_entries};
}
