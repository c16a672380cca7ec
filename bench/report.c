/* SPDX-License-Identifier: MIT */
/* Prints the results: a table for people, or one JSON object per line for programs. */
#include <string.h>

#include "bench.h"

static const char *const role_names[] = {"floor", "uriel", "peer"};

/* Returns the time of the operation's fastest peer; 0 if it has no peer. Ignores peers that accept less
 * than half of the URLs, because refusing is easy. */
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

/* Returns the time of the operation's first floor; 0 if it has no floor. */
static double first_floor(const bench_result *results, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    if (results[i].entry->role == BENCH_FLOOR)
      return results[i].min;
  }
  return 0;
}

/* Returns the ratio of the best peer's time to the result's; 0 for a floor, which bounds the peers too,
 * or without a peer. */
static double of_peer(const bench_result *result, double peer)
{
  return peer > 0 && result->entry->role != BENCH_FLOOR ? result->min / peer : 0;
}

/* Bytes per nanosecond are gigabytes per second. */
static double rate(const bench_urls *urls, const bench_result *result)
{
  return (double)urls->bytes / (double)urls->count / result->min;
}

static double goal_of(const bench_result *result)
{
  return result->kernel == BENCH_NO_KERNEL || result->entry->operation != BENCH_PARSE
             ? result->entry->goal
             : bench_kernel_goal((size_t)result->kernel);
}

/* "uriel_parse (avx2)" */
static void name_of(const bench_result *result, char name[64])
{
  if (result->kernel == BENCH_NO_KERNEL)
    snprintf(name, 64, "%s", result->entry->name);
  else
    snprintf(name, 64, "%s (%s)", result->entry->name, bench_kernel_name((size_t)result->kernel));
}

/* Stored results must not reveal the machine's folders. */
static const char *base_name(const char *path)
{
  const char *const slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* Returns how many rows, from the first on, have the same operation. */
static size_t same_operation(const bench_result *results, size_t count)
{
  size_t same = 0;
  while (same < count && results[same].entry->operation == results->entry->operation)
    same++;
  return same;
}

static void table_number(double value, int digits)
{
  if (value > 0)
    printf(" %9.*f", digits, value);
  else
    printf(" %9s", "-");
}

static void table_row(const bench_urls *urls, const bench_result *result, double peer, double floor)
{
  char name[64];
  const double goal = goal_of(result);
  name_of(result, name);
  printf("  %-34s", name);
  table_number(result->min, 1);
  table_number(result->median, 1);
  table_number(rate(urls, result), 2);
  table_number(of_peer(result, peer), 3);
  table_number(floor > 0 ? result->min / floor : 0, 2);
  table_number(goal, 0);
  printf(" %9s", goal <= 0 ? "-" : result->min <= goal ? "met" : "missed");
  if (result->entry->role == BENCH_FLOOR || result->entry->operation == BENCH_HASH)
    printf(" %9s\n", "-");
  else
    printf(" %9zu\n", result->accepted);
}

void bench_report_table(const bench_urls *urls, const bench_result *results, size_t count)
{
  printf("\n%s: %zu URLs of %.1f bytes\n", urls->name, urls->count,
         (double)urls->bytes / (double)urls->count);
  for (size_t rows = 0; count > 0; results += rows, count -= rows) {
    rows = same_operation(results, count);
    const double peer = best_peer(urls, results, rows);
    const double floor = first_floor(results, rows);
    printf("\n%s\n  %-34s %9s %9s %9s %9s %9s %9s %9s %9s\n",
           bench_operation_title(results->entry->operation), "", "ns/URL", "median", "GB/s", "of peer",
           "of floor", "goal", "", "accepted");
    for (size_t i = 0; i < rows; i++)
      table_row(urls, &results[i], peer, floor);
  }
}

static void json_string(FILE *out, const char *text)
{
  putc('"', out);
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      fprintf(out, "\\%c", *text);
    else if ((unsigned char)*text < ' ')
      fprintf(out, "\\u%04x", (unsigned)*text);
    else
      putc(*text, out);
  }
  putc('"', out);
}

static void json_row(FILE *out, const bench_urls *urls, const bench_result *result, double peer,
                     double floor)
{
  char name[64];
  const bench_entry *const entry = result->entry;
  name_of(result, name);
  fputs("{\"file\":", out);
  json_string(out, base_name(urls->name));
  fprintf(out, ",\"urls\":%zu,\"bytes\":%zu,\"operation\":\"%s\",\"title\":", urls->count, urls->bytes,
          bench_operation_name(entry->operation));
  json_string(out, bench_operation_title(entry->operation));
  fprintf(out, ",\"role\":\"%s\",\"name\":", role_names[entry->role]);
  json_string(out, name);
  fprintf(out, ",\"accepted\":%zu,\"ns_min\":%.2f,\"ns_median\":%.2f,\"gb_per_s\":%.3f",
          result->accepted, result->min, result->median, rate(urls, result));
  if (of_peer(result, peer) > 0)
    fprintf(out, ",\"of_best_peer\":%.4f", of_peer(result, peer));
  if (floor > 0)
    fprintf(out, ",\"of_floor\":%.3f", result->min / floor);
  if (goal_of(result) > 0)
    fprintf(out, ",\"goal\":%.0f", goal_of(result));
  fputs("}\n", out);
}

void bench_report_json(FILE *out, const bench_urls *urls, const bench_result *results, size_t count)
{
  for (size_t rows = 0; count > 0; results += rows, count -= rows) {
    rows = same_operation(results, count);
    const double peer = best_peer(urls, results, rows);
    const double floor = first_floor(results, rows);
    for (size_t i = 0; i < rows; i++)
      json_row(out, urls, &results[i], peer, floor);
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
