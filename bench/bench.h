/* SPDX-License-Identifier: MIT */
/* What the parts of the benchmark share: the URLs, and the contestants that go through them. */
#ifndef URIEL_BENCH_H
#define URIEL_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One URL, followed by a NUL, for the libraries that want strings. */
typedef struct bench_line {
  const char *text;
  size_t len;
} bench_line;

/* Variants of the URLs, a text for each; all except OTHER are equivalent to the URL. A URL that has no
 * such spelling is there as it is. */
typedef enum bench_made {
  BENCH_COPY,    /* the same in other memory */
  BENCH_UPPER,   /* scheme and host in upper case */
  BENCH_PORT,    /* with its scheme's default port */
  BENCH_ESCAPED, /* "/./" before the path, and one letter of the path percent-encoded */
  BENCH_NORMAL,  /* its normal form */
  BENCH_PATH,    /* a relative reference, of its path and what follows */
  BENCH_MADE
} bench_made;

/* The URLs of a file. `block` holds them as the file does, one after the other with a line feed
 * between. */
typedef struct bench_urls {
  const char *name;
  char *block;
  size_t block_len;
  size_t line_ends; /* as many lines the block has at the most, empty ones too */
  char *strings;    /* the block again, cut up by NULs */
  bench_line *lines;
  size_t count;
  size_t bytes; /* of the URLs only */
  char *made_strings[BENCH_MADE];
  bench_line *made[BENCH_MADE];
  char *out; /* room for whatever a contestant writes of one URL, or of the whole block */
  size_t capacity;
} bench_urls;

/* Goes through all URLs once; returns how many it accepted (or any number that depends on its work). */
typedef size_t bench_pass(const bench_urls *urls);

typedef enum bench_operation {
  BENCH_PARSE,
  BENCH_LINES,
  BENCH_NORMALIZE_PATH,
  BENCH_NORMALIZE,
  BENCH_NORMALIZE_NORMAL,
  BENCH_RESOLVE,
  BENCH_RESOLVE_PATH,
  BENCH_EQUAL_COPY,
  BENCH_EQUAL_UPPER,
  BENCH_EQUAL_PORT,
  BENCH_EQUAL_ESCAPED,
  BENCH_EQUAL_OTHER,
  BENCH_HASH,
  BENCH_OPERATIONS
} bench_operation;

typedef enum bench_role {
  BENCH_FLOOR, /* a bound: it looks at the bytes and does nothing; an operation's first is its measure */
  BENCH_OURS,
  BENCH_PEER
} bench_role;

typedef struct bench_entry {
  bench_operation operation;
  bench_role role;
  const char *name;
  bench_pass *pass;
  double goal;      /* nanoseconds a URL; 0: none is set */
  bool each_kernel; /* measured with each kernel that this machine can run */
} bench_entry;

/* A row of a table of entries. */
#define BENCH_ROW(OPERATION, ROLE, NAME, PASS)                                                          \
  {                                                                                                     \
    .operation = (OPERATION), .role = (ROLE), .name = (NAME), .pass = (PASS)                            \
  }

/* One library: its entries; the last has no name. */
typedef struct bench_library {
  const char *name;
  const char *version;
  const bench_entry *entries;
  /* What the passes want to have been done beforehand, which no time is taken of; false where memory ran
   * out. Both may be NULL. `discard` also after a failure. */
  bool (*prepare)(const bench_urls *urls);
  void (*discard)(void);
} bench_library;

/* What every resolve entry resolves against. */
#define BENCH_BASE "http://www.example.com/over/there/index.html?query"

/* The library of a file of its own, each; NULL entries where it was not there when this was built. */
bench_library bench_vector(void);
bench_library bench_floors(void);
bench_library bench_uriel(void);
bench_library bench_uriparser(void);
bench_library bench_glib(void);
bench_library bench_libxml2(void);
bench_library bench_libcurl(void);
bench_library bench_boost(void);

/* Calls `accepts` for each line and counts; written here so that each compiler can put the call in line.
 */
static inline size_t bench_count_of(const bench_urls *urls, const bench_line *lines,
                                    bool (*accepts)(const bench_urls *, const bench_line *))
{
  size_t accepted = 0;
  for (size_t i = 0; i < urls->count; i++)
    accepted += accepts(urls, &lines[i]);
  return accepted;
}

/* A pass that does so: BENCH_PASS(pass_parse, lines, glib_parse), or of a variant of the URLs,
 * made[BENCH_NORMAL]. */
#define BENCH_PASS(PASS, LINES, ACCEPTS)                                                                \
  static size_t PASS(const bench_urls *urls)                                                            \
  {                                                                                                     \
    return bench_count_of(urls, urls->LINES, ACCEPTS);                                                  \
  }

/* urls.c: a file of newline-separated URLs; false, with the reason on standard error. */
bool bench_urls_load(bench_urls *urls, const char *path);
/* Also after a load that failed. */
void bench_urls_free(bench_urls *urls);
/* made.c: fills `made`; false, with the reason on standard error. */
bool bench_urls_make(bench_urls *urls);

/* kernels.c: the kernels that this machine can run, by number, and back to the one that uriel chooses.
 */
size_t bench_kernels(void);
const char *bench_kernel_name(size_t kernel);
void bench_kernel_force(size_t kernel);
void bench_kernel_release(void);
/* The goal of parsing with it. */
double bench_kernel_goal(size_t kernel);

enum { BENCH_NO_KERNEL = -1, BENCH_ROWS_MAX = 128 };

/* What was measured of one entry over one file. */
typedef struct bench_result {
  const bench_entry *entry;
  int kernel; /* its number, or BENCH_NO_KERNEL */
  size_t accepted;
  double min; /* nanoseconds a URL */
  double median;
} bench_result;

/* measure.c: `rounds` rounds of all; false where memory ran out. */
bool bench_measure(const bench_urls *urls, bench_result *results, size_t count, size_t rounds);

/* operations.c: "equal-upper", and the same in a sentence. */
const char *bench_operation_name(bench_operation operation);
const char *bench_operation_title(bench_operation operation);

/* report.c */
void bench_report_table(const bench_urls *urls, const bench_result *results, size_t count);
void bench_report_json(FILE *out, const bench_urls *urls, const bench_result *results, size_t count);
void bench_report_libraries(const bench_library *libraries, size_t count);

#ifdef __cplusplus
}
#endif

#endif
