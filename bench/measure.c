/* SPDX-License-Identifier: MIT */
/* Measures the times: each round runs every row once, in a newly shuffled order. */
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "bench.h"

/* Receives the result of each pass, so that no compiler removes the work. */
static volatile size_t bench_sink;

/* Returns processor time: other load on the machine distorts wall-clock time, especially of long
 * passes. */
static double bench_now(void)
{
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
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

/* No cache keeps this much, so that a first run changes nothing. */
enum { BENCH_TOO_LARGE = 32 * 1024 * 1024 };

/* Runs once untimed, so that the cache has the same state for every row, and once timed. */
static double bench_time(const bench_urls *urls, bench_result *result)
{
  if (result->kernel != BENCH_NO_KERNEL)
    bench_kernel_force((size_t)result->kernel);
  if (urls->bytes < BENCH_TOO_LARGE)
    bench_sink += result->entry->pass(urls);
  const double begin = bench_now();
  result->accepted = result->entry->pass(urls);
  const double end = bench_now();
  bench_sink += result->accepted;
  if (result->kernel != BENCH_NO_KERNEL)
    bench_kernel_release();
  return (end - begin) / (double)urls->count;
}

bool bench_measure(const bench_urls *urls, bench_result *results, size_t count, size_t rounds)
{
  double *const times = calloc(count * rounds, sizeof *times);
  size_t order[BENCH_ROWS_MAX];
  if (!times) {
    fputs("uriel-bench: out of memory\n", stderr);
    return false;
  }
  for (size_t i = 0; i < count; i++)
    order[i] = i;
  for (size_t round = 0; round < rounds; round++) {
    bench_shuffle(order, count);
    for (size_t i = 0; i < count; i++)
      times[order[i] * rounds + round] = bench_time(urls, &results[order[i]]);
  }
  for (size_t i = 0; i < count; i++) {
    qsort(&times[i * rounds], rounds, sizeof *times, compare_times);
    results[i].min = times[i * rounds];
    results[i].median = times[i * rounds + rounds / 2];
  }
  free(times);
  return true;
}
