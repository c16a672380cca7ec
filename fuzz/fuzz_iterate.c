/* SPDX-License-Identifier: MIT */
/* uriel_segment_next and uriel_query_next: their results, joined with the delimiters, are the text. */
#include "fuzz.h"
#include "uriel_query.h"

#include <string.h>

static void check_segments(uriel_text path)
{
  const char *at = path.ptr;
  const char *const end = at + path.len;
  uriel_text segment;
  for (bool first = true; uriel_segment_next(&path, &segment); first = false) {
    if (!first || (at < end && *at == '/'))
      fuzz_must(at < end && *at++ == '/', "a slash between segments");
    fuzz_must(segment.ptr == at && segment.len <= (size_t)(end - at), "segments follow each other");
    fuzz_must(!segment.len || !memchr(segment.ptr, '/', segment.len), "no slash in a segment");
    at += segment.len;
  }
  fuzz_must(at == end, "segments end with the path");
}

static const char *skip_pair(const char *at, const char *end, uriel_text key, uriel_text value)
{
  fuzz_must(key.ptr == at && key.len <= (size_t)(end - at), "a key follows its separator");
  fuzz_must(!key.len || !memchr(key.ptr, '=', key.len), "no \"=\" in a key");
  fuzz_must(key.len || value.ptr, "no empty piece");
  at += key.len;
  if (!value.ptr)
    return at;
  fuzz_must(at < end && *at == '=' && value.ptr == at + 1, "\"=\" between key and value");
  fuzz_must(value.len <= (size_t)(end - value.ptr), "a value ends with the query");
  return value.ptr + value.len;
}

static void check_pairs(uriel_text query, unsigned options)
{
  const char *at = query.ptr;
  const char *const end = at + query.len;
  for (uriel_param param; uriel_query_next(&query, &param, options);) {
    for (; at < param.name.ptr; at++)
      fuzz_must(*at == '&' || (options && *at == ';'), "separators between pairs");
    at = skip_pair(at, end, param.name, param.value);
    fuzz_must(at == end || *at == '&' || (options && *at == ';'), "a separator after a pair");
  }
  for (; at < end; at++)
    fuzz_must(*at == '&' || (options && *at == ';'), "nothing but separators is left");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const uriel_text text = fuzz_text(data, size);
  check_segments(text);
  check_pairs(text, 0);
  check_pairs(text, URIEL_QUERY_SEMICOLON);
  text_free(text);
  return 0;
}
