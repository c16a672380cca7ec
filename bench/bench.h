/* SPDX-License-Identifier: MIT */
/* Shared by the parts of the benchmark: the URLs, and the libraries that process them. */
#ifndef URIEL_BENCH_H
#define URIEL_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One URL with a NUL after it, for libraries that need strings. */
typedef struct bench_line {
  const char *text;
  size_t len;
} bench_line;

/* Spellings of the URLs. All except PATH, PASTED and HOSTILE are equivalent to the URL. A URL that has
 * no such spelling is copied unchanged. */
typedef enum bench_made {
  BENCH_COPY,    /* a copy in other memory */
  BENCH_UPPER,   /* scheme and host in upper case */
  BENCH_PORT,    /* with the scheme's default port */
  BENCH_ESCAPED, /* "/./" before the path, and one letter of the path percent-encoded */
  BENCH_NORMAL,  /* its normal form */
  BENCH_PATH,    /* a relative reference: the path and the rest */
  BENCH_PASTED,  /* as people paste it, which only browsers read */
  BENCH_HOSTILE, /* with another host before it, which only some programs see */
  BENCH_MADE
} bench_made;

/* The URLs of a file. `block` has the content of the file: the URLs with a line feed between them. */
typedef struct bench_urls {
  const char *name;
  char *block;
  size_t block_len;
  size_t line_ends; /* maximum number of lines in the block, including empty ones */
  char *strings;    /* a copy of the block, split by NULs */
  bench_line *lines;
  size_t count;
  size_t bytes; /* of the URLs only */
  char *made_strings[BENCH_MADE];
  bench_line *made[BENCH_MADE];
  char *out; /* space for the output for one URL or for the whole block */
  size_t capacity;
} bench_urls;

/* Processes all URLs once. Returns how many were accepted, or another number that depends on the
 * work. */
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
  BENCH_URL,
  BENCH_URL_PASTED,
  BENCH_AGREE,
  BENCH_AGREE_HOSTILE,
  BENCH_GUARD,
  BENCH_HTML,
  BENCH_OPERATIONS
} bench_operation;

typedef enum bench_role {
  BENCH_FLOOR, /* a bound: reads the bytes and does nothing else; the first floor of an operation is its
                  reference */
  BENCH_OURS,
  BENCH_PEER
} bench_role;

typedef struct bench_entry {
  bench_operation operation;
  bench_role role;
  const char *name;
  bench_pass *pass;
  double goal;      /* nanoseconds per URL; 0: no goal */
  bool each_kernel; /* measure it with each kernel that this machine supports */
} bench_entry;

/* A row of a table of entries. */
#define BENCH_ROW(OPERATION, ROLE, NAME, PASS)                                                          \
  {                                                                                                     \
    .operation = (OPERATION), .role = (ROLE), .name = (NAME), .pass = (PASS)                            \
  }

/* One library and its entries; the last entry has no name. */
typedef struct bench_library {
  const char *name;
  const char *version;
  const bench_entry *entries;
  /* Prepares data for the passes, untimed. Returns false if memory runs out. Both may be NULL.
   * `discard` is also called after a failure. */
  bool (*prepare)(const bench_urls *urls);
  void (*discard)(void);
} bench_library;

/* The base for all resolve entries. */
#define BENCH_BASE "http://www.example.com/over/there/index.html?query"

/* One library per file; `entries` is NULL if the library was not available to the build. */
bench_library bench_vector(void);
bench_library bench_floors(void);
bench_library bench_uriel(void);
bench_library bench_uriparser(void);
bench_library bench_glib(void);
bench_library bench_libxml2(void);
bench_library bench_libcurl(void);
bench_library bench_boost(void);
bench_library bench_ada(void);

/* Of uriel-bench-html, which measures pages: `lines` has a page each. A pass returns the number of
 * references that it finds: the values of href and src. */
bench_library bench_html_floors(void);
bench_library bench_html_uriel(void);
bench_library bench_html_gumbo(void);
bench_library bench_html_libxml2(void);
bench_library bench_html_lexbor(void);

/* Counts the lines that `accepts` returns true for. In the header, so that each compiler can inline
 * the call. */
static inline size_t bench_count_of(const bench_urls *urls, const bench_line *lines,
                                    bool (*accepts)(const bench_urls *, const bench_line *))
{
  size_t accepted = 0;
  for (size_t i = 0; i < urls->count; i++)
    accepted += accepts(urls, &lines[i]);
  return accepted;
}

/* Defines a pass of this kind: BENCH_PASS(pass_parse, lines, glib_parse), or made[BENCH_NORMAL] for a
 * spelling of the URLs. */
#define BENCH_PASS(PASS, LINES, ACCEPTS)                                                                \
  static size_t PASS(const bench_urls *urls)                                                            \
  {                                                                                                     \
    return bench_count_of(urls, urls->LINES, ACCEPTS);                                                  \
  }

/* urls.c: loads a file with one URL per line. Returns false, with the reason on standard error. */
bool bench_urls_load(bench_urls *urls, const char *path);
/* Call it after a failed load too. */
void bench_urls_free(bench_urls *urls);
/* made.c: fills `made`. Returns false, with the reason on standard error. */
bool bench_urls_make(bench_urls *urls);

/* kernels.c: the kernels supported by this machine, by number, and back to the default. */
size_t bench_kernels(void);
const char *bench_kernel_name(size_t kernel);
void bench_kernel_force(size_t kernel);
void bench_kernel_release(void);
/* Returns the goal for parsing with this kernel. */
double bench_kernel_goal(size_t kernel);

enum { BENCH_NO_KERNEL = -1, BENCH_ROWS_MAX = 128 };

/* The times of one entry for one file. */
typedef struct bench_result {
  const bench_entry *entry;
  int kernel; /* its number, or BENCH_NO_KERNEL */
  size_t accepted;
  double min; /* nanoseconds per URL */
  double median;
} bench_result;

/* measure.c: runs `rounds` rounds of all. Returns false if memory runs out. */
bool bench_measure(const bench_urls *urls, bench_result *results, size_t count, size_t rounds);

/* operations.c: "equal-upper", and a description. */
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
