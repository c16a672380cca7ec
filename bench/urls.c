/* SPDX-License-Identifier: MIT */
/* Loads a file with one URL per line. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

/* Returns the whole file, or NULL with errno set. */
static char *urls_read(const char *path, size_t *len)
{
  FILE *file = fopen(path, "rb");
  if (!file)
    return NULL;
  char *text = NULL;
  size_t capacity = 0;
  const ssize_t got = getdelim(&text, &capacity, 0, file); /* no URL contains a NUL */
  const int error = errno;
  *len = got < 0 ? 0 : (size_t)got;
  const bool failed = ferror(file) != 0;
  fclose(file);
  if (!failed && text)
    return text;
  free(text);
  errno = error;
  return NULL;
}

/* Splits the copy into lines, and skips empty ones. */
static bool urls_split(bench_urls *urls)
{
  size_t room = 1;
  for (const char *at = urls->strings; *at; at++)
    room += *at == '\n' || *at == '\r';
  urls->line_ends = room;
  urls->lines = calloc(room, sizeof *urls->lines);
  if (!urls->lines)
    return false;
  char *rest = urls->strings;
  for (const char *line = strsep(&rest, "\r\n"); line; line = strsep(&rest, "\r\n")) {
    const size_t len = strlen(line);
    if (len == 0)
      continue;
    urls->lines[urls->count++] = (bench_line){line, len};
    urls->bytes += len;
  }
  return true;
}

bool bench_urls_load(bench_urls *urls, const char *path)
{
  *urls = (bench_urls){.name = path};
  urls->block = urls_read(path, &urls->block_len);
  if (!urls->block) {
    fprintf(stderr, "uriel-bench: %s: %s\n", path, strerror(errno));
    return false;
  }
  urls->strings = strdup(urls->block);
  urls->capacity = 4 * urls->block_len + 4096;
  urls->out = malloc(urls->capacity);
  if (!urls->strings || !urls->out || !urls_split(urls)) {
    fprintf(stderr, "uriel-bench: %s: out of memory\n", path);
    return false;
  }
  if (urls->count == 0)
    fprintf(stderr, "uriel-bench: %s: holds no URL\n", path);
  return urls->count > 0;
}

void bench_urls_free(bench_urls *urls)
{
  free(urls->out);
  for (int made = 0; made < BENCH_MADE; made++) {
    free(urls->made[made]);
    free(urls->made_strings[made]);
  }
  free(urls->lines);
  free(urls->strings);
  free(urls->block);
}
