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

/* The same without decoding the components. */
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

/* Dot segments only. */
static bool libxml2_normalize(const bench_urls *urls, const bench_line *line)
{
  (void)urls;
  xmlURI *uri = xmlParseURI(line->text);
  if (!uri)
    return false;
  if (uri->path)
    xmlNormalizeURIPath(uri->path);
  xmlChar *text = xmlSaveUri(uri);
  xmlFreeURI(uri);
  if (!text)
    return false;
  xmlFree(text);
  return true;
}

BENCH_PASS(pass_parse, lines, libxml2_parse)
BENCH_PASS(pass_parse_raw, lines, libxml2_parse_raw)
BENCH_PASS(pass_resolve, lines, libxml2_resolve)
BENCH_PASS(pass_resolve_path, made[BENCH_PATH], libxml2_resolve)
BENCH_PASS(pass_normalize, lines, libxml2_normalize)

static const bench_entry libxml2_entries[] = {
    BENCH_ROW(BENCH_PARSE, BENCH_PEER, "libxml2 xmlParseURI", pass_parse),
    BENCH_ROW(BENCH_PARSE, BENCH_PEER, "libxml2 xmlParseURIRaw", pass_parse_raw),
    BENCH_ROW(BENCH_RESOLVE, BENCH_PEER, "libxml2 xmlBuildURI", pass_resolve),
    BENCH_ROW(BENCH_RESOLVE_PATH, BENCH_PEER, "libxml2 xmlBuildURI", pass_resolve_path),
    BENCH_ROW(BENCH_NORMALIZE_PATH, BENCH_PEER, "libxml2 xmlNormalizeURIPath", pass_normalize),
    BENCH_ROW(BENCH_PARSE, BENCH_PEER, NULL, NULL),
};

bench_library bench_libxml2(void)
{
  return (bench_library){.name = "libxml2", .version = BENCH_LIBXML2, .entries = libxml2_entries};
}
#else
bench_library bench_libxml2(void)
{
  return (bench_library){.name = "libxml2", .version = "", .entries = NULL};
}
#endif
