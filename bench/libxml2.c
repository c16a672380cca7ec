/* SPDX-License-Identifier: MIT */
/* libxml2. */
#include "bench.h"

#ifdef BENCH_LIBXML2
#include <libxml/uri.h>
#include <libxml/xmlmemory.h>

static bool libxml2_parse(const bench_urls *urls, const bench_line *line)
{
  (void)urls;
  xmlURI *uri = xmlParseURI(line->text);
  if (!uri)
    return false;
  xmlFreeURI(uri);
  return true;
}

/* The same without decoding what it splits. */
static bool libxml2_parse_raw(const bench_urls *urls, const bench_line *line)
{
  (void)urls;
  xmlURI *uri = xmlParseURIRaw(line->text, 1);
  if (!uri)
    return false;
  xmlFreeURI(uri);
  return true;
}

static bool libxml2_resolve(const bench_urls *urls, const bench_line *line)
{
  (void)urls;
  xmlChar *target = xmlBuildURI((const xmlChar *)line->text, (const xmlChar *)BENCH_BASE);
  if (!target)
    return false;
  xmlFree(target);
  return true;
}

static size_t pass_parse(const bench_urls *urls)
{
  return bench_count(urls, libxml2_parse);
}

static size_t pass_parse_raw(const bench_urls *urls)
{
  return bench_count(urls, libxml2_parse_raw);
}

static size_t pass_resolve(const bench_urls *urls)
{
  return bench_count(urls, libxml2_resolve);
}

static const bench_entry libxml2_entries[] = {
    {BENCH_PARSE, BENCH_PEER, "libxml2 xmlParseURI", pass_parse},
    {BENCH_PARSE, BENCH_PEER, "libxml2 xmlParseURIRaw", pass_parse_raw},
    {BENCH_RESOLVE, BENCH_PEER, "libxml2 xmlBuildURI", pass_resolve},
    {BENCH_PARSE, BENCH_PEER, NULL, NULL},
};

bench_library bench_libxml2(void)
{
  return (bench_library){"libxml2", BENCH_LIBXML2, libxml2_entries};
}
#else
bench_library bench_libxml2(void)
{
  return (bench_library){"libxml2", "", NULL};
}
#endif
