/* SPDX-License-Identifier: MIT */
/* uriparser. */
#include "bench.h"

#ifdef BENCH_URIPARSER
#include <uriparser/Uri.h>

static bool uriparser_parse(const bench_urls *urls, const bench_line *line)
{
  (void)urls;
  UriUriA uri;
  const char *fault = NULL;
  if (uriParseSingleUriExA(&uri, line->text, line->text + line->len, &fault) != URI_SUCCESS)
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
  const char *fault = NULL;
  if (uriParseSingleUriExA(&uri, line->text, line->text + line->len, &fault) != URI_SUCCESS)
    return false;
  const bool done = uriNormalizeSyntaxA(&uri) == URI_SUCCESS && uriparser_write(urls, &uri);
  uriFreeUriMembersA(&uri);
  return done;
}

/* The base is parsed once for a pass: that is the caller's to choose. */
static bool uriparser_resolve(const bench_urls *urls, const UriUriA *base, const bench_line *line)
{
  UriUriA uri;
  UriUriA target;
  const char *fault = NULL;
  if (uriParseSingleUriExA(&uri, line->text, line->text + line->len, &fault) != URI_SUCCESS)
    return false;
  const bool added = uriAddBaseUriA(&target, &uri, base) == URI_SUCCESS;
  const bool done = added && uriparser_write(urls, &target);
  uriFreeUriMembersA(&uri);
  if (added)
    uriFreeUriMembersA(&target);
  return done;
}

static size_t pass_parse(const bench_urls *urls)
{
  return bench_count(urls, uriparser_parse);
}

static size_t pass_normalize(const bench_urls *urls)
{
  return bench_count(urls, uriparser_normalize);
}

static size_t pass_resolve(const bench_urls *urls)
{
  UriUriA base;
  const char *fault = NULL;
  size_t done = 0;
  if (uriParseSingleUriA(&base, BENCH_BASE, &fault) != URI_SUCCESS)
    return 0;
  for (size_t i = 0; i < urls->count; i++)
    done += uriparser_resolve(urls, &base, &urls->lines[i]);
  uriFreeUriMembersA(&base);
  return done;
}

static const bench_entry uriparser_entries[] = {
    {BENCH_PARSE, BENCH_PEER, "uriparser uriParseSingleUriExA", pass_parse},
    {BENCH_NORMALIZE, BENCH_PEER, "uriparser uriNormalizeSyntaxA", pass_normalize},
    {BENCH_RESOLVE, BENCH_PEER, "uriparser uriAddBaseUriA", pass_resolve},
    {BENCH_PARSE, BENCH_PEER, NULL, NULL},
};

bench_library bench_uriparser(void)
{
  return (bench_library){"uriparser", BENCH_URIPARSER, uriparser_entries};
}
#else
bench_library bench_uriparser(void)
{
  return (bench_library){"uriparser", "", NULL};
}
#endif
