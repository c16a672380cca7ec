/* SPDX-License-Identifier: MIT */
/* Functions that the fuzz targets share; see fuzz.h. */
#include "fuzz.h"

#include <string.h>

uriel_text fuzz_text(const uint8_t *data, size_t size)
{
  return text_copy(text_from(size ? (const char *)data : "", size));
}

void fuzz_lines(uriel_text *lines, size_t count, const uint8_t *data, size_t size)
{
  for (size_t at = 0; at < count; at++) {
    lines[at] = text_from(NULL, 0);
    if (!data)
      continue;
    const uint8_t *const feed = at + 1 < count && size ? memchr(data, '\n', size) : NULL;
    const size_t len = feed ? (size_t)(feed - data) : size;
    lines[at] = fuzz_text(data, len);
    size -= feed ? len + 1 : size;
    data = feed ? feed + 1 : NULL;
  }
}

void fuzz_free(uriel_text *lines, size_t count)
{
  for (size_t at = 0; at < count; at++)
    text_free(lines[at]);
}

bool fuzz_reference(uriel_ref *ref, uriel_text text)
{
  return text.ptr && uriel_parse(ref, text.ptr, text.len, NULL);
}

bool fuzz_member(uriel_ref *ref, uriel_spec spec, uriel_text text)
{
  return text.ptr && uriel_parse_as(ref, text.ptr, text.len, spec, URIEL_PARSE_PARTIAL, NULL);
}

void fuzz_must(bool holds, const char *what)
{
  if (!holds)
    die("does not hold: %s", what);
}
