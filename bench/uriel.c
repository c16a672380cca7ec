/* SPDX-License-Identifier: MIT */
/* uriel itself. */
#include "uriel_batch.h"
#include "uriel_guard.h"
#include "uriel_url.h"

#include <stdlib.h>

#include "bench.h"

/* Parsed in advance, for comparing and hashing. */
static uriel_ref *refs[BENCH_MADE];
static uriel_ref *refs_of_lines;

/* The output of batches. */
static uriel_columns columns;

static uriel_ref *refs_parse(const bench_urls *urls, const bench_line *lines)
{
  uriel_ref *const parsed = calloc(urls->count, sizeof *parsed);
  for (size_t i = 0; parsed && i < urls->count; i++)
    uriel_parse(&parsed[i], lines[i].text, lines[i].len, NULL);
  return parsed;
}

/* Nine columns of 32 bits, one of 64 bits for the starts of rows, and one bit per row. */
static bool columns_prepare(size_t rows)
{
  uint32_t *const room = calloc(rows * 11 + 1, sizeof *room);
  if (!room)
    return false;
  columns = (uriel_columns){.begin = (uint64_t *)room,
                            .length = room + 2 * rows,
                            .scheme_end = room + 3 * rows,
                            .host_begin = room + 4 * rows,
                            .host_end = room + 5 * rows,
                            .path_begin = room + 6 * rows,
                            .path_end = room + 7 * rows,
                            .query_end = room + 8 * rows,
                            .flags = room + 9 * rows,
                            .valid = (uint8_t *)(room + 10 * rows)};
  return true;
}

static bool refs_prepare(const bench_urls *urls)
{
  bool done =
      columns_prepare(urls->line_ends) && (refs_of_lines = refs_parse(urls, urls->lines)) != NULL;
  for (int made = BENCH_COPY; done && made <= BENCH_ESCAPED; made++)
    done = (refs[made] = refs_parse(urls, urls->made[made])) != NULL;
  return done;
}

static void refs_discard(void)
{
  free(columns.begin);
  columns.begin = NULL;
  free(refs_of_lines);
  refs_of_lines = NULL;
  for (int made = BENCH_COPY; made <= BENCH_ESCAPED; made++) {
    free(refs[made]);
    refs[made] = NULL;
  }
}

/* ---- Parsing ------------------------------------------------------------------------------------ */

static bool uriel_bench_parse(const bench_urls *urls, const bench_line *line)
{
  (void)urls;
  uriel_ref ref;
  return uriel_parse(&ref, line->text, line->len, NULL);
}

/* With the error, for callers that report it. */
static bool uriel_bench_explain(const bench_urls *urls, const bench_line *line)
{
  (void)urls;
  uriel_ref ref;
  uriel_error error;
  return uriel_parse(&ref, line->text, line->len, &error);
}

BENCH_PASS(pass_parse, lines, uriel_bench_parse)
BENCH_PASS(pass_explain, lines, uriel_bench_explain)

/* Few enough rows to stay in the cache until they are read. */
enum { PASS_ROWS = 256 };

static size_t pass_lines(const bench_urls *urls)
{
  uriel_ref rows[PASS_ROWS];
  size_t from = 0;
  size_t sum = 0;
  for (size_t count = 1; count > 0; sum += count)
    count = uriel_parse_lines(rows, PASS_ROWS, &from, urls->block, urls->block_len, true);
  return sum;
}

static size_t pass_columns(const bench_urls *urls)
{
  uriel_ref rows[PASS_ROWS];
  size_t from = 0;
  size_t sum = 0;
  columns.text = urls->block;
  for (size_t count = 1; count > 0; sum += count) {
    count = uriel_parse_lines(rows, PASS_ROWS, &from, urls->block, urls->block_len, true);
    uriel_columns_put(&columns, sum, rows, count);
  }
  return sum;
}

/* ---- Text to text: parse, and write the result --------------------------------------------------- */

static bool normalize_to(const bench_urls *urls, const bench_line *line, uriel_level level)
{
  uriel_ref ref;
  return uriel_parse(&ref, line->text, line->len, NULL) &&
         uriel_normalize(&ref, level, urls->out, urls->capacity) != URIEL_FAILED;
}

static bool uriel_bench_normalize_path(const bench_urls *urls, const bench_line *line)
{
  return normalize_to(urls, line, URIEL_LEVEL_PATH);
}

static bool uriel_bench_normalize(const bench_urls *urls, const bench_line *line)
{
  return normalize_to(urls, line, URIEL_LEVEL_SCHEME);
}

BENCH_PASS(pass_normalize_path, lines, uriel_bench_normalize_path)
BENCH_PASS(pass_normalize, lines, uriel_bench_normalize)
BENCH_PASS(pass_normalize_normal, made[BENCH_NORMAL], uriel_bench_normalize)

/* Parses the base once per pass, as a caller can. */
static size_t resolve_each(const bench_urls *urls, const bench_line *lines)
{
  uriel_ref base;
  uriel_ref ref;
  size_t done = 0;
  if (!uriel_parse(&base, BENCH_BASE, sizeof BENCH_BASE - 1, NULL))
    return 0;
  for (size_t i = 0; i < urls->count; i++)
    done += uriel_parse(&ref, lines[i].text, lines[i].len, NULL) &&
            uriel_resolve(&base, &ref, URIEL_RESOLVE_STRICT, urls->out, urls->capacity, NULL) !=
                URIEL_FAILED;
  return done;
}

static size_t pass_resolve(const bench_urls *urls)
{
  return resolve_each(urls, urls->lines);
}

static size_t pass_resolve_path(const bench_urls *urls)
{
  return resolve_each(urls, urls->made[BENCH_PATH]);
}

/* ---- Parsed references --------------------------------------------------------------------------- */

static size_t equal_to(const bench_urls *urls, bench_made made)
{
  size_t equal = 0;
  for (size_t i = 0; i < urls->count; i++)
    equal += uriel_equal(&refs_of_lines[i], &refs[made][i], URIEL_LEVEL_SCHEME);
  return equal;
}

static size_t compare_to(const bench_urls *urls, bench_made made)
{
  size_t equal = 0;
  for (size_t i = 0; i < urls->count; i++)
    equal += uriel_compare(&refs_of_lines[i], &refs[made][i]) != URIEL_LEVEL_DIFFERENT;
  return equal;
}

static size_t pass_equal_copy(const bench_urls *urls)
{
  return equal_to(urls, BENCH_COPY);
}

static size_t pass_equal_upper(const bench_urls *urls)
{
  return equal_to(urls, BENCH_UPPER);
}

static size_t pass_equal_port(const bench_urls *urls)
{
  return equal_to(urls, BENCH_PORT);
}

static size_t pass_equal_escaped(const bench_urls *urls)
{
  return equal_to(urls, BENCH_ESCAPED);
}

static size_t pass_compare_upper(const bench_urls *urls)
{
  return compare_to(urls, BENCH_UPPER);
}

static size_t pass_compare_port(const bench_urls *urls)
{
  return compare_to(urls, BENCH_PORT);
}

/* Compares each URL with the next one of the file. */
static size_t pass_equal_other(const bench_urls *urls)
{
  size_t equal = 0;
  for (size_t i = 0; i < urls->count; i++)
    equal += uriel_equal(&refs_of_lines[i], &refs[BENCH_COPY][i ? i - 1 : urls->count - 1],
                         URIEL_LEVEL_SCHEME);
  return equal;
}

static size_t pass_hash(const bench_urls *urls)
{
  uint64_t sum = 0;
  for (size_t i = 0; i < urls->count; i++)
    sum += uriel_hash(&refs_of_lines[i], URIEL_LEVEL_SCHEME, 1);
  return (size_t)sum;
}

/* ---- URLs as browsers read them ------------------------------------------------------------------ */

static bool uriel_bench_url(const bench_urls *urls, const bench_line *line)
{
  uriel_ref ref;
  return uriel_url_parse(&ref, NULL, line->text, line->len, NULL, urls->out, urls->capacity) !=
         URIEL_FAILED;
}

static bool uriel_bench_url_can(const bench_urls *urls, const bench_line *line)
{
  (void)urls;
  return uriel_url_can_parse(NULL, line->text, line->len);
}

BENCH_PASS(pass_url, lines, uriel_bench_url)
BENCH_PASS(pass_url_can, lines, uriel_bench_url_can)
BENCH_PASS(pass_url_pasted, made[BENCH_PASTED], uriel_bench_url)
BENCH_PASS(pass_url_pasted_can, made[BENCH_PASTED], uriel_bench_url_can)

/* ---- Readers of programs ------------------------------------------------------------------------- */

static bool uriel_bench_agree(const bench_urls *urls, const bench_line *line)
{
  size_t count;
  const uriel_reader *const readers = uriel_present_readers(&count);
  uriel_agreement agreement;
  return uriel_agree(&agreement, NULL, readers, count, URIEL_AGREE_PLACE, line->text, line->len,
                     urls->out, urls->capacity);
}

static bool uriel_bench_guard(const bench_urls *urls, const bench_line *line)
{
  uriel_guarded request;
  return uriel_guard(&request, NULL, 0, line->text, line->len, urls->out, urls->capacity);
}

BENCH_PASS(pass_agree, lines, uriel_bench_agree)
BENCH_PASS(pass_agree_hostile, made[BENCH_HOSTILE], uriel_bench_agree)
BENCH_PASS(pass_parse_hostile, made[BENCH_HOSTILE], uriel_bench_parse)
BENCH_PASS(pass_guard, lines, uriel_bench_guard)

#define URIEL_ROW(OPERATION, NAME, PASS, GOAL)                                                          \
  {                                                                                                     \
    .operation = (OPERATION), .role = BENCH_OURS, .name = (NAME), .pass = (PASS), .goal = (GOAL)        \
  }
static const bench_entry uriel_entries[] = {
    {.operation = BENCH_PARSE,
     .role = BENCH_OURS,
     .name = "uriel_parse",
     .pass = pass_parse,
     .each_kernel = true},
    URIEL_ROW(BENCH_PARSE, "uriel_parse, with the error", pass_explain, 0),
    URIEL_ROW(BENCH_LINES, "uriel_parse_lines", pass_lines, 0),
    URIEL_ROW(BENCH_LINES, "uriel_parse_lines, columns_put", pass_columns, 6),
    URIEL_ROW(BENCH_NORMALIZE_PATH, "uriel_normalize", pass_normalize_path, 0),
    URIEL_ROW(BENCH_NORMALIZE, "uriel_normalize", pass_normalize, 20),
    URIEL_ROW(BENCH_NORMALIZE_NORMAL, "uriel_normalize", pass_normalize_normal, 14),
    URIEL_ROW(BENCH_RESOLVE, "uriel_resolve", pass_resolve, 22),
    URIEL_ROW(BENCH_RESOLVE_PATH, "uriel_resolve", pass_resolve_path, 22),
    URIEL_ROW(BENCH_EQUAL_COPY, "uriel_equal", pass_equal_copy, 20),
    URIEL_ROW(BENCH_EQUAL_UPPER, "uriel_equal", pass_equal_upper, 20),
    URIEL_ROW(BENCH_EQUAL_UPPER, "uriel_compare", pass_compare_upper, 0),
    URIEL_ROW(BENCH_EQUAL_PORT, "uriel_equal", pass_equal_port, 20),
    URIEL_ROW(BENCH_EQUAL_PORT, "uriel_compare", pass_compare_port, 0),
    URIEL_ROW(BENCH_EQUAL_ESCAPED, "uriel_equal", pass_equal_escaped, 20),
    URIEL_ROW(BENCH_EQUAL_OTHER, "uriel_equal", pass_equal_other, 0),
    URIEL_ROW(BENCH_HASH, "uriel_hash", pass_hash, 15),
    URIEL_ROW(BENCH_URL, "uriel_url_parse", pass_url, 10),
    URIEL_ROW(BENCH_URL, "uriel_url_can_parse", pass_url_can, 0),
    URIEL_ROW(BENCH_URL_PASTED, "uriel_url_parse", pass_url_pasted, 0),
    URIEL_ROW(BENCH_URL_PASTED, "uriel_url_can_parse", pass_url_pasted_can, 0),
    BENCH_ROW(BENCH_AGREE, BENCH_FLOOR, "uriel_parse", pass_parse),
    URIEL_ROW(BENCH_AGREE, "uriel_agree", pass_agree, 0),
    BENCH_ROW(BENCH_AGREE_HOSTILE, BENCH_FLOOR, "uriel_parse", pass_parse_hostile),
    URIEL_ROW(BENCH_AGREE_HOSTILE, "uriel_agree", pass_agree_hostile, 0),
    BENCH_ROW(BENCH_GUARD, BENCH_FLOOR, "uriel_parse", pass_parse),
    URIEL_ROW(BENCH_GUARD, "uriel_guard", pass_guard, 0),
    URIEL_ROW(BENCH_PARSE, NULL, NULL, 0),
};

bench_library bench_uriel(void)
{
  return (bench_library){"uriel", uriel_version(), uriel_entries, refs_prepare, refs_discard};
}
