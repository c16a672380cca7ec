/* SPDX-License-Identifier: MIT */
/* Prints what was measured: a table for people, a JSON object a line for machines. */
#include <stdio.h>

#include "bench.h"

static const char *const operation_names[] = {"parse", "normalize", "resolve", "identity"};
static const char *const role_names[] = {"floor", "uriel", "peer"};

/* The fastest of the peers that take at least half of the URLs: to refuse is no feat. */
static double best_peer(const bench_urls *urls, const bench_result *results, size_t count)
{
  double best = 0;
  for (size_t i = 0; i < count; i++) {
    if (results[i].entry->role != BENCH_PEER || results[i].accepted < urls->count / 2)
      continue;
    if (best == 0 || results[i].min < best)
      best = results[i].min;
  }
  return best;
}

/* Bytes a nanosecond are gigabytes a second. */
static double rate(const bench_urls *urls, const bench_result *result)
{
  return (double)urls->bytes / (double)urls->count / result->min;
}

void bench_report_table(const bench_urls *urls, const bench_result *results, size_t count)
{
  const double best = best_peer(urls, results, count);
  if (count == 0)
    return;
  printf("\n%s: %s, %zu URLs of %.1f bytes\n", operation_names[results[0].entry->operation], urls->name,
         urls->count, (double)urls->bytes / (double)urls->count);
  printf("  %-32s %10s %10s %8s %12s %10s\n", "", "ns/URL min", "median", "GB/s", "to best peer",
         "accepted");
  for (size_t i = 0; i < count; i++) {
    const bench_result *result = &results[i];
    printf("  %-32s %10.1f %10.1f %8.2f ", result->entry->name, result->min, result->median,
           rate(urls, result));
    if (best > 0)
      printf("%12.2f ", result->min / best);
    else
      printf("%12s ", "-");
    if (result->entry->role == BENCH_FLOOR || result->entry->operation == BENCH_IDENTITY)
      printf("%10s\n", "-");
    else
      printf("%10zu\n", result->accepted);
  }
}

static void json_string(const char *text)
{
  putchar('"');
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      printf("\\%c", *text);
    else if ((unsigned char)*text < ' ')
      printf("\\u%04x", (unsigned)*text);
    else
      putchar(*text);
  }
  putchar('"');
}

void bench_report_json(const bench_urls *urls, const bench_result *results, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    const bench_entry *entry = results[i].entry;
    fputs("{\"file\":", stdout);
    json_string(urls->name);
    printf(",\"urls\":%zu,\"bytes\":%zu,\"operation\":\"%s\",\"role\":\"%s\",\"name\":", urls->count,
           urls->bytes, operation_names[entry->operation], role_names[entry->role]);
    json_string(entry->name);
    printf(",\"accepted\":%zu,\"ns_min\":%.2f,\"ns_median\":%.2f,\"gb_per_s\":%.3f}\n",
           results[i].accepted, results[i].min, results[i].median, rate(urls, &results[i]));
  }
}

void bench_report_libraries(const bench_library *libraries, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    if (!libraries[i].entries)
      printf("%s: absent, not measured\n", libraries[i].name);
    else if (*libraries[i].version)
      printf("%s %s\n", libraries[i].name, libraries[i].version);
  }
}
