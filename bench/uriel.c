/* SPDX-License-Identifier: MIT */
/* uriel itself. */
#include "uriel.h"

#include "bench.h"

static bool uriel_bench_parse(const bench_urls *urls, const bench_line *line)
{
  (void)urls;
  uriel_ref ref;
  return uriel_parse(&ref, line->text, line->len, NULL);
}

/* With the fault, as somebody does who wants to say what is wrong. */
static bool uriel_bench_explain(const bench_urls *urls, const bench_line *line)
{
  (void)urls;
  uriel_ref ref;
  uriel_fault fault;
  return uriel_parse(&ref, line->text, line->len, &fault);
}

/* Text to text, as the peers do it: parse, normalise as far as they do, write. */
static bool uriel_bench_normalize(const bench_urls *urls, const bench_line *line)
{
  uriel_ref ref;
  return uriel_parse(&ref, line->text, line->len, NULL) &&
         uriel_normalize(&ref, URIEL_RUNG_PATH, urls->out, urls->capacity) != URIEL_FAILED;
}

static bool uriel_bench_normalize_scheme(const bench_urls *urls, const bench_line *line)
{
  uriel_ref ref;
  return uriel_parse(&ref, line->text, line->len, NULL) &&
         uriel_normalize(&ref, URIEL_RUNG_SCHEME, urls->out, urls->capacity) != URIEL_FAILED;
}

/* The base is parsed once for a pass: that is the caller's to choose. */
static size_t uriel_bench_resolve(const bench_urls *urls)
{
  uriel_ref base;
  uriel_ref ref;
  size_t done = 0;
  if (!uriel_parse(&base, BENCH_BASE, sizeof BENCH_BASE - 1, NULL))
    return 0;
  for (size_t i = 0; i < urls->count; i++)
    done += uriel_parse(&ref, urls->lines[i].text, urls->lines[i].len, NULL) &&
            uriel_resolve(&base, &ref, URIEL_RESOLVE_STRICT, urls->out, urls->capacity, NULL) !=
                URIEL_FAILED;
  return done;
}

static bool uriel_bench_hash(const bench_urls *urls, const bench_line *line)
{
  (void)urls;
  uriel_ref ref;
  return uriel_parse(&ref, line->text, line->len, NULL) && uriel_hash(&ref, URIEL_RUNG_SCHEME, 1) != 0;
}

/* Each URL with the next one of the file. */
static size_t uriel_bench_compare(const bench_urls *urls)
{
  uriel_ref before = {0};
  uriel_ref ref;
  size_t equal = 0;
  for (size_t i = 0; i < urls->count; i++) {
    if (!uriel_parse(&ref, urls->lines[i].text, urls->lines[i].len, NULL))
      continue;
    equal += before.text && uriel_compare(&before, &ref) != URIEL_RUNG_DIFFERENT;
    before = ref;
  }
  return equal;
}

static size_t pass_parse(const bench_urls *urls)
{
  return bench_count(urls, uriel_bench_parse);
}

static size_t pass_explain(const bench_urls *urls)
{
  return bench_count(urls, uriel_bench_explain);
}

static size_t pass_normalize(const bench_urls *urls)
{
  return bench_count(urls, uriel_bench_normalize);
}

static size_t pass_normalize_scheme(const bench_urls *urls)
{
  return bench_count(urls, uriel_bench_normalize_scheme);
}

static size_t pass_hash(const bench_urls *urls)
{
  return bench_count(urls, uriel_bench_hash);
}

static const bench_entry uriel_entries[] = {
    {BENCH_PARSE, BENCH_OURS, "uriel_parse", pass_parse},
    {BENCH_PARSE, BENCH_OURS, "uriel_parse, with the fault", pass_explain},
    {BENCH_NORMALIZE, BENCH_OURS, "uriel_normalize to path", pass_normalize},
    {BENCH_NORMALIZE, BENCH_OURS, "uriel_normalize to scheme", pass_normalize_scheme},
    {BENCH_RESOLVE, BENCH_OURS, "uriel_resolve", uriel_bench_resolve},
    {BENCH_IDENTITY, BENCH_OURS, "uriel_hash", pass_hash},
    {BENCH_IDENTITY, BENCH_OURS, "uriel_compare", uriel_bench_compare},
    {BENCH_PARSE, BENCH_OURS, NULL, NULL},
};

bench_library bench_uriel(void)
{
  return (bench_library){"uriel", uriel_version(), uriel_entries};
}
