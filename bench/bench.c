/* SPDX-License-Identifier: MIT */
/* uriel-bench: nanoseconds a URL of uriel and of other libraries, measured side by side in one process.
 * Each round runs every contestant once, in an order shuffled anew, so that what else the machine does
 * falls on all alike; the least of the rounds is what the code can do, the median what it did. */
#include <getopt.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"

enum { LIBRARIES = 6, ENTRIES_MAX = 64, ROUNDS_MAX = 1000 };

static size_t rounds = 25;
static bool as_json = false;

/* Where each pass leaves its result, so that no compiler takes the work for idle. */
static volatile size_t bench_sink;

static double bench_now(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* xorshift64: the same order in each run. */
static size_t bench_random(size_t below)
{
  static uint64_t state = 0x9e3779b97f4a7c15;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (size_t)(state % below);
}

static void bench_shuffle(size_t *order, size_t count)
{
  for (size_t i = count; i > 1; i--) {
    const size_t j = bench_random(i);
    const size_t kept = order[i - 1];
    order[i - 1] = order[j];
    order[j] = kept;
  }
}

static int compare_times(const void *a, const void *b)
{
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The entries of one operation, of every library that is there. */
static size_t bench_gather(bench_result *results, const bench_library *libraries,
                           bench_operation operation)
{
  size_t count = 0;
  for (size_t i = 0; i < LIBRARIES; i++) {
    for (const bench_entry *entry = libraries[i].entries; entry && entry->name; entry++) {
      if (entry->operation == operation && count < ENTRIES_MAX)
        results[count++] = (bench_result){.entry = entry};
    }
  }
  return count;
}

static bool bench_measure(const bench_urls *urls, bench_result *results, size_t count)
{
  double *times = calloc(count * rounds, sizeof *times);
  size_t order[ENTRIES_MAX];
  if (!times) {
    fputs("uriel-bench: out of memory\n", stderr);
    return false;
  }
  for (size_t i = 0; i < count; i++) {
    order[i] = i;
    results[i].accepted = results[i].entry->pass(urls); /* and warms up */
  }
  for (size_t round = 0; round < rounds; round++) {
    bench_shuffle(order, count);
    for (size_t i = 0; i < count; i++) {
      const double begin = bench_now();
      bench_sink += results[order[i]].entry->pass(urls);
      times[order[i] * rounds + round] = (bench_now() - begin) / (double)urls->count;
    }
  }
  for (size_t i = 0; i < count; i++) {
    qsort(&times[i * rounds], rounds, sizeof *times, compare_times);
    results[i].min = times[i * rounds];
    results[i].median = times[i * rounds + rounds / 2];
  }
  free(times);
  return true;
}

static bool bench_file(const bench_library *libraries, const char *path)
{
  bench_urls urls;
  bool done = bench_urls_load(&urls, path);
  for (bench_operation operation = BENCH_PARSE; done && operation < BENCH_OPERATIONS; operation++) {
    bench_result results[ENTRIES_MAX];
    const size_t count = bench_gather(results, libraries, operation);
    done = bench_measure(&urls, results, count);
    if (done && as_json)
      bench_report_json(&urls, results, count);
    else if (done)
      bench_report_table(&urls, results, count);
  }
  bench_urls_free(&urls);
  return done;
}

static bool bench_options(int argc, char **argv)
{
  static const struct option options[] = {
      {"json", no_argument, NULL, 'j'}, {"rounds", required_argument, NULL, 'r'}, {NULL, 0, NULL, 0}};
  for (int option = 0; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) {
    if (option == 'j')
      as_json = true;
    else if (option == 'r')
      rounds = strtoul(optarg, NULL, 10);
    else
      return false;
  }
  return optind < argc && rounds > 0 && rounds <= ROUNDS_MAX;
}

int main(int argc, char **argv)
{
  if (!bench_options(argc, argv)) {
    fputs("usage: uriel-bench [--json] [--rounds N] FILE...   (FILE: one URL a line; N: 1 to 1000, "
          "default 25)\n",
          stderr);
    return 2;
  }
  const bench_library libraries[LIBRARIES] = {bench_floors(), bench_uriel(),   bench_uriparser(),
                                              bench_glib(),   bench_libxml2(), bench_libcurl()};
  if (!as_json)
    bench_report_libraries(libraries, LIBRARIES);
  for (; optind < argc; optind++) {
    if (!bench_file(libraries, argv[optind]))
      return 3;
  }
  return 0;
}
