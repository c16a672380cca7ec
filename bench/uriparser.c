/* SPDX-License-Identifier: MIT */
/* uriparser. */
#include "bench.h"

#ifdef BENCH_URIPARSER
#include <stdlib.h>
#include <uriparser/Uri.h>

/* Parsed in advance, for comparing; empty if a URL does not parse. */
static UriUriA *parsed;
static UriUriA *copies;
static size_t parsed_count;

static UriUriA *uriparser_refs(const bench_urls *urls, const bench_line *lines)
{
  UriUriA *const refs = calloc(urls->count, sizeof *refs);
  const char *error = NULL;
  for (size_t i = 0; refs && i < urls->count; i++) {
    if (uriParseSingleUriExA(&refs[i], lines[i].text, lines[i].text + lines[i].len, &error) !=
        URI_SUCCESS)
      refs[i] = (UriUriA){0};
  }
  return refs;
}

static bool uriparser_prepare(const bench_urls *urls)
{
  parsed_count = urls->count;
  parsed = uriparser_refs(urls, urls->lines);
  copies = uriparser_refs(urls, urls->made[BENCH_COPY]);
  return parsed && copies;
}

static void uriparser_free_refs(UriUriA **refs)
{
  for (size_t i = 0; *refs && i < parsed_count; i++)
    uriFreeUriMembersA(&(*refs)[i]);
  free(*refs);
  *refs = NULL;
}

static void uriparser_discard(void)
{
  uriparser_free_refs(&parsed);
  uriparser_free_refs(&copies);
}

static bool uriparser_parse(const bench_urls *urls, const bench_line *line)
{
  (void)urls;
  UriUriA uri;
  const char *error = NULL;
  if (uriParseSingleUriExA(&uri, line->text, line->text + line->len, &error) != URI_SUCCESS)
    return false;
  uriFreeUriMembersA(&uri);
  return true;
}

static bool uriparser_write(const bench_urls *urls, const UriUriA *uri)
{
  const int room = urls->capacity > 1 << 20 ? 1 << 20 : (int)urls->capacity;
  return uriToStringA(urls->out, uri, room, NULL) == URI_SUCCESS;
}

static bool uriparser_normalize(const bench_urls *urls, const bench_line *line)
{
  UriUriA uri;
  const char *error = NULL;
  if (uriParseSingleUriExA(&uri, line->text, line->text + line->len, &error) != URI_SUCCESS)
    return false;
  const bool done = uriNormalizeSyntaxA(&uri) == URI_SUCCESS && uriparser_write(urls, &uri);
  uriFreeUriMembersA(&uri);
  return done;
}

/* Parses the base once per pass, as a caller can. */
static bool uriparser_resolve(const bench_urls *urls, const UriUriA *base, const bench_line *line)
{
  UriUriA uri;
  UriUriA target;
  const char *error = NULL;
  if (uriParseSingleUriExA(&uri, line->text, line->text + line->len, &error) != URI_SUCCESS)
    return false;
  const bool added = uriAddBaseUriA(&target, &uri, base) == URI_SUCCESS;
  const bool done = added && uriparser_write(urls, &target);
  uriFreeUriMembersA(&uri);
  if (added)
    uriFreeUriMembersA(&target);
  return done;
}

BENCH_PASS(pass_parse, lines, uriparser_parse)
BENCH_PASS(pass_normalize, lines, uriparser_normalize)
BENCH_PASS(pass_normalize_normal, made[BENCH_NORMAL], uriparser_normalize)

static size_t resolve_each(const bench_urls *urls, const bench_line *lines)
{
  UriUriA base;
  const char *error = NULL;
  size_t done = 0;
  if (uriParseSingleUriA(&base, BENCH_BASE, &error) != URI_SUCCESS)
    return 0;
  for (size_t i = 0; i < urls->count; i++)
    done += uriparser_resolve(urls, &base, &lines[i]);
  uriFreeUriMembersA(&base);
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

/* Compares the components byte by byte: uriparser has no other equality. */
static size_t pass_equal_copy(const bench_urls *urls)
{
  size_t equal = 0;
  for (size_t i = 0; i < urls->count; i++)
    equal += uriEqualsUriA(&parsed[i], &copies[i]) != 0;
  return equal;
}

static const bench_entry uriparser_entries[] = {
    BENCH_ROW(BENCH_PARSE, BENCH_PEER, "uriparser uriParseSingleUriExA", pass_parse),
    BENCH_ROW(BENCH_NORMALIZE_PATH, BENCH_PEER, "uriparser uriNormalizeSyntaxA", pass_normalize),
    BENCH_ROW(BENCH_NORMALIZE_NORMAL, BENCH_PEER, "uriparser uriNormalizeSyntaxA",
              pass_normalize_normal),
    BENCH_ROW(BENCH_RESOLVE, BENCH_PEER, "uriparser uriAddBaseUriA", pass_resolve),
    BENCH_ROW(BENCH_RESOLVE_PATH, BENCH_PEER, "uriparser uriAddBaseUriA", pass_resolve_path),
    BENCH_ROW(BENCH_EQUAL_COPY, BENCH_PEER, "uriparser uriEqualsUriA", pass_equal_copy),
    BENCH_ROW(BENCH_PARSE, BENCH_PEER, NULL, NULL),
};

bench_library bench_uriparser(void)
{
  return (bench_library){.name = "uriparser",
                         .version = BENCH_URIPARSER,
                         .entries = uriparser_entries,
                         .prepare = uriparser_prepare,
                         .discard = uriparser_discard};
}
#else
bench_library bench_uriparser(void)
{
  return (bench_library){.name = "uriparser", .version = "", .entries = NULL};
}
#endif
