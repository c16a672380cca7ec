/* SPDX-License-Identifier: MIT */
/* What the parts of the benchmark share: the URLs, and the contestants that go through them. */
#ifndef URIEL_BENCH_H
#define URIEL_BENCH_H

#include <stdbool.h>
#include <stddef.h>

/* One URL, followed by a NUL, for the libraries that want strings. */
typedef struct bench_line {
  const char *text;
  size_t len;
} bench_line;

/* The URLs of a file. `block` holds them as the file does, one behind the other with a line feed
 * between. */
typedef struct bench_urls {
  const char *name;
  char *block;
  size_t block_len;
  char *strings; /* the block again, cut up by NULs */
  bench_line *lines;
  size_t count;
  size_t bytes; /* of the URLs alone */
  char *out;    /* room for whatever a contestant writes of one URL, or of the whole block */
  size_t capacity;
} bench_urls;

/* Goes through all URLs once; returns how many it accepted (or any number that depends on its work). */
typedef size_t bench_pass(const bench_urls *urls);

typedef enum bench_operation {
  BENCH_PARSE,
  BENCH_NORMALIZE,
  BENCH_RESOLVE,
  BENCH_IDENTITY, /* hash and comparison */
  BENCH_OPERATIONS
} bench_operation;

typedef enum bench_role {
  BENCH_FLOOR, /* a bound that no parser can pass: it looks at the bytes and does nothing */
  BENCH_OURS,
  BENCH_PEER
} bench_role;

typedef struct bench_entry {
  bench_operation operation;
  bench_role role;
  const char *name;
  bench_pass *pass;
} bench_entry;

/* One library: its entries, of which the last has no name. */
typedef struct bench_library {
  const char *name;
  const char *version;
  const bench_entry *entries;
} bench_library;

/* What every resolve entry resolves against. */
#define BENCH_BASE "http://www.example.com/over/there/index.html?query"

/* The library of a file of its own, each; NULL entries where it was not there when this was built. */
bench_library bench_floors(void);
bench_library bench_uriel(void);
bench_library bench_uriparser(void);
bench_library bench_glib(void);
bench_library bench_libxml2(void);
bench_library bench_libcurl(void);

/* Calls `accepts` for each URL and counts; written here so that each compiler can put the call in line.
 */
static inline size_t bench_count(const bench_urls *urls,
                                 bool (*accepts)(const bench_urls *, const bench_line *))
{
  size_t accepted = 0;
  for (size_t i = 0; i < urls->count; i++)
    accepted += accepts(urls, &urls->lines[i]);
  return accepted;
}

/* urls.c: a file of newline-separated URLs; false, with the reason on standard error. */
bool bench_urls_load(bench_urls *urls, const char *path);
/* Also after a load that failed. */
void bench_urls_free(bench_urls *urls);

/* What was measured of one entry over one file. */
typedef struct bench_result {
  const bench_entry *entry;
  size_t accepted;
  double min; /* nanoseconds a URL */
  double median;
} bench_result;

/* report.c */
void bench_report_table(const bench_urls *urls, const bench_result *results, size_t count);
void bench_report_json(const bench_urls *urls, const bench_result *results, size_t count);
void bench_report_libraries(const bench_library *libraries, size_t count);

#endif
