/* SPDX-License-Identifier: MIT */
/* uriel-bench-html: the time that uriel and other libraries take to list the references of HTML pages,
 * measured in one process. All pages are in memory before. Prints one JSON object for each row. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { LIBRARIES = 5, OURS = 2, ROUNDS_MAX = 1000 };

static bool html_failed(const char *path, const char *why)
{
  fprintf(stderr, "uriel-bench-html: %s: %s\n", path, why);
  return false;
}

/* Reads a page into a block of its exact size. */
static bool html_page(bench_line *page, const char *path)
{
  FILE *const file = fopen(path, "rb");
  if (!file)
    return html_failed(path, strerror(errno));
  const long end = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
  char *const text = end < 0 ? NULL : malloc((size_t)end + 1);
  rewind(file);
  const bool done = text && fread(text, 1, (size_t)end, file) == (size_t)end;
  *page = (bench_line){text, done ? (size_t)end : 0};
  fclose(file);
  return done || html_failed(path, text ? "cannot be read" : "out of memory");
}

/* Reads the pages whose paths `list` contains, one a line. */
static bool html_pages(bench_urls *pages, const char *list)
{
  char *path = NULL;
  size_t capacity = 0, room = 0;
  FILE *const file = fopen(list, "r");
  bool done = true;
  if (!file)
    return html_failed(list, strerror(errno));
  for (ssize_t len = 0; done && (len = getline(&path, &capacity, file)) > 0; pages->count += done) {
    path[len - (path[len - 1] == '\n')] = 0;
    if (pages->count == room) {
      room = room * 2 + 1024;
      bench_line *const lines = realloc(pages->lines, room * sizeof *lines);
      if (!lines)
        done = html_failed(list, "out of memory");
      else
        pages->lines = lines;
    }
    done = done && html_page(&pages->lines[pages->count], path);
    pages->bytes += done ? pages->lines[pages->count].len : 0;
  }
  free(path);
  fclose(file);
  return done && (pages->count > 0 || html_failed(list, "lists no pages"));
}

static size_t html_rows(bench_result *results, size_t count, const bench_entry *entry)
{
  const size_t kernels = entry->each_kernel ? bench_kernels() : 1;
  for (size_t kernel = 0; kernel < kernels; kernel++)
    results[count++] =
        (bench_result){.entry = entry, .kernel = entry->each_kernel ? (int)kernel : BENCH_NO_KERNEL};
  return count;
}

int main(int argc, char **argv)
{
  const bench_library libraries[LIBRARIES] = {bench_html_floors(), bench_html_uriel(),
                                              bench_html_gumbo(), bench_html_lexbor(),
                                              bench_html_libxml2()};
  bench_result results[BENCH_ROWS_MAX];
  size_t count = 0;
  const bool ours = argc == 4 && strcmp(argv[3], "uriel") == 0;
  const long rounds = argc >= 3 ? strtol(argv[2], NULL, 10) : 0;
  if (rounds < 1 || rounds > ROUNDS_MAX || (argc != 3 && !ours)) {
    fputs("usage: uriel-bench-html LIST ROUNDS [uriel]\n"
          "  LIST    a file with the path of a page on each line\n"
          "  ROUNDS  1 to 1000\n"
          "  uriel   without the other libraries\n",
          stderr);
    return 2;
  }
  for (size_t i = 0; i < (ours ? OURS : LIBRARIES); i++) {
    for (const bench_entry *entry = libraries[i].entries; entry && entry->name; entry++)
      count = html_rows(results, count, entry);
  }
  bench_urls pages = {.name = argv[1]};
  const bool done = html_pages(&pages, argv[1]) && bench_measure(&pages, results, count, (size_t)rounds);
  if (done)
    bench_report_json(stdout, &pages, results, count);
  for (size_t i = 0; i < pages.count; i++)
    free((char *)pages.lines[i].text);
  free(pages.lines);
  return done && fflush(stdout) == 0 ? 0 : 3;
}
