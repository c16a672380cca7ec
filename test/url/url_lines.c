/* SPDX-License-Identifier: MIT */
/* Reads pairs "INPUT NUL BASE NUL" from standard input, and answers each with a line: the attributes of
 * the parsed URL, separated by tabs, or "-" for failure. An empty BASE means none. For compare_urls.mjs,
 * which gives the same pairs to other implementations. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "uriel_url.h"

static void *grown(void *ptr, size_t size)
{
  void *const more = realloc(ptr, size ? size : 1);
  if (!more) {
    fputs("url_lines: out of memory\n", stderr);
    exit(3);
  }
  return more;
}

/* A growing buffer for serialised URLs. */
typedef struct room {
  char *text;
  size_t capacity;
} room;

static bool parsed(uriel_ref *ref, const uriel_ref *base, const char *text, size_t len, room *into)
{
  const size_t bound = uriel_url_parse_bound(base, len);
  if (bound > into->capacity) {
    into->text = grown(into->text, bound);
    into->capacity = bound;
  }
  return uriel_url_parse(ref, base, text, len, into->text, into->capacity, NULL) != URIEL_FAILED;
}

static void answer(const uriel_ref *url)
{
  for (int attribute = URIEL_URL_HREF; attribute <= URIEL_URL_HASH; attribute++) {
    const uriel_text value = uriel_url_get(url, (uriel_url_attribute)attribute);
    fwrite(value.ptr, 1, value.len, stdout);
    putchar('\t');
  }
  const size_t len = uriel_url_origin(url, NULL, 0);
  char *const origin = grown(NULL, len);
  uriel_url_origin(url, origin, len);
  fwrite(origin, 1, len, stdout);
  putchar('\n');
  free(origin);
}

int main(void)
{
  char *input = NULL, *base = NULL;
  size_t input_size = 0, base_size = 0;
  room of_input = {NULL, 0}, of_base = {NULL, 0};
  for (;;) {
    const ssize_t input_len = getdelim(&input, &input_size, 0, stdin);
    const ssize_t base_len = input_len > 0 ? getdelim(&base, &base_size, 0, stdin) : -1;
    if (base_len <= 0)
      break;
    uriel_ref url, base_url;
    const bool has_base = base_len > 1;
    if ((!has_base || parsed(&base_url, NULL, base, (size_t)base_len - 1, &of_base)) &&
        parsed(&url, has_base ? &base_url : NULL, input, (size_t)input_len - 1, &of_input))
      answer(&url);
    else
      fputs("-\n", stdout);
    (void)fflush(stdout); /* compare_urls.mjs waits for the answers before it asks more */
  }
  free(input);
  free(base);
  free(of_input.text);
  free(of_base.text);
  return ferror(stdin) || fflush(stdout) || ferror(stdout) ? 3 : 0;
}
