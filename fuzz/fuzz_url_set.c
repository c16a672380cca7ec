/* SPDX-License-Identifier: MIT */
/* uriel_url_set and uriel_url_get: a URL and a value, a line each, through the laws of the API tests for
 * every attribute. The value may have line feeds. */
#include "fuzz.h"
#include "url_laws.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const uint8_t *const feed = size ? memchr(data, '\n', size) : NULL;
  if (!feed)
    return 0;
  const size_t first = (size_t)(feed - data);
  const uriel_text text = fuzz_text(data, first), value = fuzz_text(feed + 1, size - first - 1);
  uriel_ref url;
  if (url_parsed(&url, text)) {
    for (int at = 0; at < URL_ATTRIBUTES; at++)
      check_url_set_laws(&url, (uriel_url_attribute)at, value);
    text_free(text_from(url.text, url.length));
  }
  text_free(text);
  text_free(value);
  return 0;
}
