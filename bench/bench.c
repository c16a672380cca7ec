/* SPDX-License-Identifier: MIT */
/* uriel-bench: nanoseconds per URL for uriel and other libraries, measured in one process. Each round
 * runs every row once, in a newly shuffled order, so that other load on the machine affects all rows
 * alike. The minimum of the rounds is the speed that the code can reach, the median the speed that it
 * did reach. */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { FLOORS = 2, LIBRARIES = 9, ROUNDS_MAX = 1000 };

typedef struct bench_options {
  size_t rounds;
  bool json;        /* JSON instead of the table */
  const char *path; /* also write JSON to this file */
  const char *only; /* the only library, in addition to the floors */
} bench_options;

static size_t bench_row(bench_result *results, size_t count, const bench_entry *entry)
{
  const size_t kernels = entry->each_kernel ? bench_kernels() : 0;
  for (size_t kernel = 0; kernel < kernels && count < BENCH_ROWS_MAX; kernel++)
    results[count++] = (bench_result){.entry = entry, .kernel = (int)kernel};
  if (kernels == 0 && count < BENCH_ROWS_MAX)
    results[count++] = (bench_result){.entry = entry, .kernel = BENCH_NO_KERNEL};
  return count;
}

/* Gathers the rows of all available libraries, sorted by operation. */
static size_t bench_gather(bench_result *results, const bench_library *libraries, const char *only)
{
  size_t count = 0;
  for (bench_operation operation = BENCH_PARSE; operation < BENCH_OPERATIONS; operation++) {
    for (size_t i = 0; i < LIBRARIES; i++) {
      if (i >= FLOORS && only && strcmp(only, libraries[i].name) != 0)
        continue;
      for (const bench_entry *entry = libraries[i].entries; entry && entry->name; entry++) {
        if (entry->operation == operation)
          count = bench_row(results, count, entry);
      }
    }
  }
  return count;
}

static bool bench_prepare(const bench_library *libraries, const bench_urls *urls)
{
  for (size_t i = 0; i < LIBRARIES; i++) {
    if (libraries[i].prepare && !libraries[i].prepare(urls)) {
      fprintf(stderr, "uriel-bench: %s: out of memory\n", urls->name);
      return false;
    }
  }
  return true;
}

static void bench_discard(const bench_library *libraries)
{
  for (size_t i = 0; i < LIBRARIES; i++) {
    if (libraries[i].discard)
      libraries[i].discard();
  }
}

static bool bench_file(const bench_library *libraries, const char *path, const bench_options *options,
                       FILE *json)
{
  bench_urls urls;
  bench_result results[BENCH_ROWS_MAX];
  const size_t count = bench_gather(results, libraries, options->only);
  const bool done = bench_urls_load(&urls, path) && bench_urls_make(&urls) &&
                    bench_prepare(libraries, &urls) &&
                    bench_measure(&urls, results, count, options->rounds);
  if (done && json)
    bench_report_json(json, &urls, results, count);
  if (done && options->json)
    bench_report_json(stdout, &urls, results, count);
  else if (done)
    bench_report_table(&urls, results, count);
  bench_discard(libraries);
  bench_urls_free(&urls);
  return done;
}

/* Measures all files. Returns false if one cannot be read, or the results cannot be written. */
static bool bench_files(const bench_library *libraries, char **paths, const bench_options *options)
{
  FILE *const json = options->path ? fopen(options->path, "w") : NULL;
  bool done = json || !options->path;
  for (; done && *paths; paths++) {
    if (!bench_file(libraries, *paths, options, json)) {
      if (json)
        fclose(json);
      return false;
    }
  }
  const bool written = !json || (!ferror(json) && !fflush(json));
  if (json && fclose(json) != 0)
    done = false;
  if (done && written && fflush(stdout) == 0 && !ferror(stdout))
    return true;
  fprintf(stderr, "uriel-bench: %s: %s\n", options->path ? options->path : "standard output",
          strerror(errno));
  return false;
}

static bool bench_number(const char *text, size_t *number)
{
  char *end = NULL;
  errno = 0;
  const unsigned long value = strtoul(text, &end, 10);
  *number = value;
  return *text >= '0' && *text <= '9' && *end == 0 && errno == 0 && value > 0 && value <= ROUNDS_MAX;
}

static bool bench_read_options(int argc, char **argv, bench_options *given)
{
  static const struct option options[] = {{"json", no_argument, NULL, 'j'},
                                          {"output", required_argument, NULL, 'o'},
                                          {"only", required_argument, NULL, 'l'},
                                          {"rounds", required_argument, NULL, 'r'},
                                          {NULL, 0, NULL, 0}};
  *given = (bench_options){.rounds = 25};
  for (int option = 0; (option = getopt_long(argc, argv, "o:", options, NULL)) != -1;) {
    if (option == 'j')
      given->json = true;
    else if (option == 'o')
      given->path = optarg;
    else if (option == 'l')
      given->only = optarg;
    else if (option != 'r' || !bench_number(optarg, &given->rounds))
      return false;
  }
  return optind < argc;
}

int main(int argc, char **argv)
{
  bench_options options;
  if (!bench_read_options(argc, argv, &options)) {
    fputs("usage: uriel-bench [--json] [-o FILE] [--rounds N] [--only LIBRARY] URLS...\n"
          "  URLS           a file of URLs, one a line\n"
          "  --json         print a JSON object a line, not a table\n"
          "  -o FILE        write those to FILE as well\n"
          "  --rounds N     1 to 1000, by default 25\n"
          "  --only LIBRARY measure only uriel, uriparser, ... and the floors\n",
          stderr);
    return 2;
  }
  const bench_library libraries[LIBRARIES] = {bench_vector(),    bench_floors(), bench_uriel(),
                                              bench_uriparser(), bench_glib(),   bench_libxml2(),
                                              bench_libcurl(),   bench_boost(),  bench_ada()};
  if (!options.json)
    bench_report_libraries(libraries, LIBRARIES);
  return bench_files(libraries, argv + optind, &options) ? 0 : 3;
}
