/* SPDX-License-Identifier: MIT */
/* Prints made-up results as the benchmark prints measured results: floors, uriel and peers of one
 * operation, for test_bench.py. */
#include "bench.h"

static const bench_entry entries[] = {
    BENCH_ROW(BENCH_PARSE, BENCH_FLOOR, "first floor", NULL),
    BENCH_ROW(BENCH_PARSE, BENCH_FLOOR, "second floor", NULL),
    BENCH_ROW(BENCH_PARSE, BENCH_OURS, "ours", NULL),
    BENCH_ROW(BENCH_PARSE, BENCH_PEER, "slow peer", NULL),
    BENCH_ROW(BENCH_PARSE, BENCH_PEER, "best peer", NULL),
    BENCH_ROW(BENCH_PARSE, BENCH_PEER, "peer that refuses", NULL),
};
enum { ENTRIES = sizeof entries / sizeof *entries };

int main(void)
{
  static const double times[ENTRIES] = {2, 4, 8, 64, 32, 1};
  const bench_urls urls = {.name = "urls", .count = 10, .bytes = 100};
  bench_result results[ENTRIES];
  for (size_t i = 0; i < ENTRIES; i++)
    results[i] = (bench_result){.entry = &entries[i],
                                .kernel = BENCH_NO_KERNEL,
                                .accepted = i + 1 == ENTRIES ? 4 : 10,
                                .min = times[i],
                                .median = times[i]};
  bench_report_json(stdout, &urls, results, ENTRIES);
  bench_report_table(&urls, results, ENTRIES);
  return 0;
}
