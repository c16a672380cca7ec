/* SPDX-License-Identifier: MIT */
/* libcurl's URL interface. Uses a new handle for each URL: a used one would resolve a relative URL. */
#include "bench.h"

#ifdef BENCH_LIBCURL
#include <curl/curl.h>

static bool libcurl_parse(const bench_urls *urls, const bench_line *line)
{
  (void)urls;
  CURLU *url = curl_url();
  const bool done =
      url && curl_url_set(url, CURLUPART_URL, line->text, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK;
  curl_url_cleanup(url);
  return done;
}

static bool libcurl_resolve(const bench_urls *urls, const bench_line *line)
{
  (void)urls;
  CURLU *url = curl_url();
  char *target = NULL;
  const bool done =
      url && curl_url_set(url, CURLUPART_URL, BENCH_BASE, 0) == CURLUE_OK &&
      curl_url_set(url, CURLUPART_URL, line->text, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK &&
      curl_url_get(url, CURLUPART_URL, &target, 0) == CURLUE_OK;
  curl_free(target);
  curl_url_cleanup(url);
  return done;
}

/* Scheme in lower case, no dot segments, no default port, "/" for an empty path. */
static bool libcurl_normalize(const bench_urls *urls, const bench_line *line)
{
  (void)urls;
  CURLU *url = curl_url();
  char *text = NULL;
  const bool done =
      url && curl_url_set(url, CURLUPART_URL, line->text, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK &&
      curl_url_get(url, CURLUPART_URL, &text, CURLU_NO_DEFAULT_PORT) == CURLUE_OK;
  curl_free(text);
  curl_url_cleanup(url);
  return done;
}

BENCH_PASS(pass_parse, lines, libcurl_parse)
BENCH_PASS(pass_resolve, lines, libcurl_resolve)
BENCH_PASS(pass_resolve_path, made[BENCH_PATH], libcurl_resolve)
BENCH_PASS(pass_normalize, lines, libcurl_normalize)
BENCH_PASS(pass_normalize_normal, made[BENCH_NORMAL], libcurl_normalize)

static const bench_entry libcurl_entries[] = {
    BENCH_ROW(BENCH_PARSE, BENCH_PEER, "libcurl curl_url_set", pass_parse),
    BENCH_ROW(BENCH_RESOLVE, BENCH_PEER, "libcurl curl_url_set twice", pass_resolve),
    BENCH_ROW(BENCH_RESOLVE_PATH, BENCH_PEER, "libcurl curl_url_set twice", pass_resolve_path),
    BENCH_ROW(BENCH_NORMALIZE, BENCH_PEER, "libcurl curl_url_set, get", pass_normalize),
    BENCH_ROW(BENCH_NORMALIZE_NORMAL, BENCH_PEER, "libcurl curl_url_set, get", pass_normalize_normal),
    BENCH_ROW(BENCH_PARSE, BENCH_PEER, NULL, NULL),
};

bench_library bench_libcurl(void)
{
  return (bench_library){.name = "libcurl", .version = BENCH_LIBCURL, .entries = libcurl_entries};
}
#else
bench_library bench_libcurl(void)
{
  return (bench_library){.name = "libcurl", .version = "", .entries = NULL};
}
#endif
