/* SPDX-License-Identifier: MIT */
/* GLib's GUri. G_URI_FLAGS_ENCODED leaves the components encoded, as the other libraries do. */
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

/* Normalises only schemes that GLib supports: lower case, no default port, "/" for an empty path. */
static bool glib_normalize(const bench_urls *urls, const bench_line *line)
{
  (void)urls;
  GUri *uri = g_uri_parse(line->text, G_URI_FLAGS_ENCODED | G_URI_FLAGS_SCHEME_NORMALIZE, NULL);
  if (!uri)
    return false;
  char *text = g_uri_to_string(uri);
  g_uri_unref(uri);
  g_free(text);
  return true;
}

BENCH_PASS(pass_valid, lines, glib_valid)
BENCH_PASS(pass_parse, lines, glib_parse)
BENCH_PASS(pass_resolve, lines, glib_resolve)
BENCH_PASS(pass_resolve_path, made[BENCH_PATH], glib_resolve)
BENCH_PASS(pass_normalize, lines, glib_normalize)
BENCH_PASS(pass_normalize_normal, made[BENCH_NORMAL], glib_normalize)

static const bench_entry glib_entries[] = {
    BENCH_ROW(BENCH_PARSE, BENCH_PEER, "GLib g_uri_is_valid", pass_valid),
    BENCH_ROW(BENCH_PARSE, BENCH_PEER, "GLib g_uri_parse", pass_parse),
    BENCH_ROW(BENCH_RESOLVE, BENCH_PEER, "GLib g_uri_resolve_relative", pass_resolve),
    BENCH_ROW(BENCH_RESOLVE_PATH, BENCH_PEER, "GLib g_uri_resolve_relative", pass_resolve_path),
    BENCH_ROW(BENCH_NORMALIZE, BENCH_PEER, "GLib g_uri_parse, to_string", pass_normalize),
    BENCH_ROW(BENCH_NORMALIZE_NORMAL, BENCH_PEER, "GLib g_uri_parse, to_string", pass_normalize_normal),
    BENCH_ROW(BENCH_PARSE, BENCH_PEER, NULL, NULL),
};

bench_library bench_glib(void)
{
  return (bench_library){.name = "GLib", .version = BENCH_GLIB, .entries = glib_entries};
}
#else
bench_library bench_glib(void)
{
  return (bench_library){.name = "GLib", .version = "", .entries = NULL};
}
#endif
