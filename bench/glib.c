/* SPDX-License-Identifier: MIT */
/* GLib's GUri. G_URI_FLAGS_ENCODED: components stay as they are written, which is what the others do
 * too. */
#include "bench.h"

#ifdef BENCH_GLIB
#include <glib.h>

static bool glib_valid(const bench_urls *urls, const bench_line *line)
{
  (void)urls;
  return g_uri_is_valid(line->text, G_URI_FLAGS_ENCODED, NULL) != 0;
}

static bool glib_parse(const bench_urls *urls, const bench_line *line)
{
  (void)urls;
  GUri *uri = g_uri_parse(line->text, G_URI_FLAGS_ENCODED, NULL);
  if (!uri)
    return false;
  g_uri_unref(uri);
  return true;
}

static bool glib_resolve(const bench_urls *urls, const bench_line *line)
{
  (void)urls;
  char *target = g_uri_resolve_relative(BENCH_BASE, line->text, G_URI_FLAGS_ENCODED, NULL);
  const bool done = target != NULL;
  g_free(target);
  return done;
}

static size_t pass_valid(const bench_urls *urls)
{
  return bench_count(urls, glib_valid);
}

static size_t pass_parse(const bench_urls *urls)
{
  return bench_count(urls, glib_parse);
}

static size_t pass_resolve(const bench_urls *urls)
{
  return bench_count(urls, glib_resolve);
}

static const bench_entry glib_entries[] = {
    {BENCH_PARSE, BENCH_PEER, "GLib g_uri_is_valid", pass_valid},
    {BENCH_PARSE, BENCH_PEER, "GLib g_uri_parse", pass_parse},
    {BENCH_RESOLVE, BENCH_PEER, "GLib g_uri_resolve_relative", pass_resolve},
    {BENCH_PARSE, BENCH_PEER, NULL, NULL},
};

bench_library bench_glib(void)
{
  return (bench_library){"GLib", BENCH_GLIB, glib_entries};
}
#else
bench_library bench_glib(void)
{
  return (bench_library){"GLib", "", NULL};
}
#endif
