/* SPDX-License-Identifier: MIT */
/* libcurl's URL interface. A fresh handle for each URL: on a used one a relative URL would be resolved.
 */
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

static size_t pass_parse(const bench_urls *urls)
{
  return bench_count(urls, libcurl_parse);
}

static size_t pass_resolve(const bench_urls *urls)
{
  return bench_count(urls, libcurl_resolve);
}

static const bench_entry libcurl_entries[] = {
    {BENCH_PARSE, BENCH_PEER, "libcurl curl_url_set", pass_parse},
    {BENCH_RESOLVE, BENCH_PEER, "libcurl curl_url_set twice", pass_resolve},
    {BENCH_PARSE, BENCH_PEER, NULL, NULL},
};

bench_library bench_libcurl(void)
{
  return (bench_library){"libcurl", BENCH_LIBCURL, libcurl_entries};
}
#else
bench_library bench_libcurl(void)
{
  return (bench_library){"libcurl", "", NULL};
}
#endif
