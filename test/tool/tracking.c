/* SPDX-License-Identifier: MIT */
/* Strips queries, for test_tracking.py. A line of input is a host, a tab and a query. A line of output
 * is the query that is left, after "=" if nothing was removed and "?" if something was; "-" without a
 * query. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "uriel_query.h"

/* A copy in a heap block of exactly its length. */
static uriel_text copy_of(const char *from, size_t len)
{
  char *const copy = malloc(len ? len : 1);
  if (!copy)
    abort();
  memcpy(copy, from, len);
  return (uriel_text){copy, len};
}

int main(void)
{
  char *line = NULL;
  size_t size = 0;
  for (ssize_t read; (read = getline(&line, &size, stdin)) > 0;) {
    const size_t tab = strcspn(line, "\t");
    const uriel_text host = copy_of(line, tab), query = copy_of(line + tab + 1, (size_t)read - tab - 2);
    const uriel_text out = copy_of(query.ptr, query.len);
    uriel_text left;
    (void)uriel_query_strip_tracking(&left, query, host, (char *)(uintptr_t)out.ptr, query.len);
    if (left.ptr)
      printf("%c%.*s\n", left.ptr != query.ptr ? '?' : '=', (int)left.len, left.ptr);
    else
      puts("-");
    free((void *)(uintptr_t)host.ptr);
    free((void *)(uintptr_t)query.ptr);
    free((void *)(uintptr_t)out.ptr);
  }
  free(line);
  return 0;
}
