/* SPDX-License-Identifier: MIT */
/* Shared by the API's tests; see support.h. */
#include "support.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CANARY = 0x5A, CANARY_BYTES = 16, LARGER = 9 };

void die(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  /* NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): clang 14 does not see va_start */
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  abort();
}

char *room(size_t size)
{
  char *const bytes = malloc(size ? size : 1);
  if (!bytes)
    die("out of memory");
  return bytes;
}

uriel_text text_from(const char *ptr, size_t len)
{
  return (uriel_text){ptr, len};
}

uriel_text text_copy(uriel_text text)
{
  if (!text.ptr)
    return text;
  char *const copy = room(text.len);
  memcpy(copy, text.ptr, text.len);
  return text_from(copy, text.len);
}

void text_free(uriel_text text)
{
  free((void *)(uintptr_t)text.ptr);
}

bool text_equal(uriel_text a, uriel_text b)
{
  if (!a.ptr || !b.ptr)
    return a.ptr == b.ptr;
  return a.len == b.len && memcmp(a.ptr, b.ptr, a.len) == 0;
}

/* Writes into a block of `capacity` bytes and canaries, and compares the result with the expected text.
 */
static void check_capacity(text_writer *write, const void *context, uriel_text expected, size_t capacity)
{
  char *const out = room(capacity + CANARY_BYTES);
  memset(out, CANARY, capacity + CANARY_BYTES);
  const size_t len = write(context, out, capacity);
  if (len != expected.len)
    die("capacity %zu: returned %zu, not %zu", capacity, len, expected.len);
  const size_t written = len < capacity ? len : capacity;
  if (memcmp(out, expected.ptr, written) != 0)
    die("capacity %zu: wrote \"%.*s\", not \"%.*s\"", capacity, (int)written, out, (int)expected.len,
        expected.ptr);
  for (size_t at = written; at < capacity + CANARY_BYTES; at++)
    if (out[at] != CANARY)
      die("capacity %zu, length %zu: byte %zu was written", capacity, len, at);
  free(out);
}

/* Ends the program if a function that fails without a buffer writes to one, or does not fail. */
static void check_failure(text_writer *write, const void *context)
{
  char out[4096], untouched[sizeof out];
  memset(untouched, '#', sizeof untouched);
  for (size_t capacity = 1; capacity <= sizeof out; capacity *= 64) {
    memcpy(out, untouched, sizeof out);
    if (write(context, out, capacity) != URIEL_FAILED)
      die("fails without a buffer only");
    if (memcmp(out, untouched, sizeof out) != 0)
      die("fails and writes \"%.64s\"", out);
  }
}

uriel_text text_written(text_writer *write, const void *context)
{
  const size_t len = write(context, NULL, 0);
  if (len == URIEL_FAILED) {
    check_failure(write, context);
    return text_from(NULL, 0);
  }
  char *const out = room(len);
  if (write(context, out, len) != len)
    die("another length the second time");
  const uriel_text result = text_from(out, len);
  check_capacity(write, context, result, len + LARGER);
  if (len) {
    check_capacity(write, context, result, len - 1);
    check_capacity(write, context, result, len / 2);
  }
  return result;
}

uriel_ref parsed(uriel_text text)
{
  uriel_ref ref;
  uriel_error error;
  if (!uriel_parse(&ref, text.ptr, text.len, &error))
    die("\"%.*s\" is not a reference: %s at %zu", (int)text.len, text.ptr, uriel_error_name(error.code),
        error.offset);
  return ref;
}

/* Returns the result; ends the program if it exceeds its bound. */
static size_t bounded(size_t len, size_t bound, const char *function)
{
  if (len != URIEL_FAILED && len != URIEL_CURRENT_DOCUMENT && len > bound)
    die("%s wrote %zu bytes, and its bound is %zu", function, len, bound);
  return len;
}

size_t write_resolved(const void *context, char *out, size_t capacity)
{
  const pair_input *const in = context;
  return bounded(uriel_resolve(in->base, in->other, in->options, out, capacity, NULL),
                 uriel_resolve_bound(in->base, in->other), "uriel_resolve");
}

size_t write_relative(const void *context, char *out, size_t capacity)
{
  const pair_input *const in = context;
  return bounded(uriel_relative(in->base, in->other, out, capacity, NULL), in->other->length,
                 "uriel_relative");
}

size_t write_normal(const void *context, char *out, size_t capacity)
{
  const normal_input *const in = context;
  return bounded(uriel_normalize(in->ref, in->level, out, capacity), uriel_normalize_bound(in->ref),
                 "uriel_normalize");
}

size_t write_built(const void *context, char *out, size_t capacity)
{
  return bounded(uriel_build(context, out, capacity, NULL), uriel_build_bound(context), "uriel_build");
}

size_t write_appended(const void *context, char *out, size_t capacity)
{
  const segment_input *const in = context;
  return bounded(uriel_segment_append(&in->ref, in->segment.ptr, in->segment.len, out, capacity, NULL),
                 in->ref.length + 3 * in->segment.len + 1, "uriel_segment_append");
}

size_t write_encoded(const void *context, char *out, size_t capacity)
{
  const percent_input *const in = context;
  return bounded(uriel_encode(in->text.ptr, in->text.len, in->where, in->options, out, capacity),
                 uriel_encode_bound(in->text.len), "uriel_encode");
}

size_t write_decoded(const void *context, char *out, size_t capacity)
{
  const percent_input *const in = context;
  return bounded(uriel_decode(in->text.ptr, in->text.len, in->options, out, capacity, NULL),
                 in->text.len, "uriel_decode");
}

size_t write_encoded_as(const void *context, char *out, size_t capacity)
{
  const percent_input *const in = context;
  const size_t len =
      uriel_encode_as(in->text.ptr, in->text.len, in->spec, in->where, in->options, out, capacity, NULL);
  return bounded(len, uriel_encode_bound(in->text.len), "uriel_encode_as");
}

size_t write_decoded_as(const void *context, char *out, size_t capacity)
{
  const percent_input *const in = context;
  const size_t len =
      uriel_decode_as(in->text.ptr, in->text.len, in->spec, in->options, out, capacity, NULL);
  return bounded(len, in->text.len, "uriel_decode_as");
}

/* Counts up in base `count`; index[0] is the last token. */
static bool next_indices(size_t *index, size_t length, size_t count)
{
  for (size_t at = 0; at < length; at++) {
    if (++index[at] < count)
      return true;
    index[at] = 0;
  }
  return false;
}

static void visit_tokens(const char *const *tokens, const size_t *index, size_t length, visitor *visit,
                         void *context)
{
  char joined[256];
  size_t len = 0;
  for (size_t at = length; at-- > 0;) {
    const char *const token = tokens[index[at]];
    memcpy(joined + len, token, strlen(token));
    len += strlen(token);
  }
  const uriel_text text = text_copy(text_from(joined, len));
  visit(text, context);
  text_free(text);
}

void each_text(const char *const *tokens, size_t count, size_t length, visitor *visit, void *context)
{
  size_t index[16];
  for (size_t size = 0; size <= length && size < 16; size++) {
    memset(index, 0, sizeof index);
    do {
      visit_tokens(tokens, index, size, visit, context);
    } while (next_indices(index, size, count));
  }
}

/* splitmix64. */
uint32_t random_below(uint64_t *state, uint32_t below)
{
  uint64_t z = (*state += 0x9E3779B97F4A7C15U);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return (uint32_t)((z ^ (z >> 31)) % below);
}

size_t random_text(uint64_t *state, char *out, size_t length)
{
  static const char *const tokens[] = {
      "a",    "B",    "z",   "1",    "80",    "/",        "/",       "//",      ":",     "@",
      "?",    "#",    ".",   "..",   "./",    "../",      "/./",     "/../",    "%41",   "%2e",
      "%2E",  "%2f",  "%c3", "%",    "%4",    "[",        "]",       "[::]",    "[::1]", "-",
      "_",    "~",    "=",   "&",    ";",     "+",        "(",       ")",       " ",     "\t",
      "\xC3", "\xA9", "<",   "v1.",  "http:", "https://", "mailto:", "http://", "ftp",   "443",
      ":80",  "1.2.", "3.4", "foo:", "//h",   "%00",      "\\",
  };
  size_t len = 0;
  for (uint32_t left = random_below(state, (uint32_t)length + 1); left > 0; left--) {
    const char *const token = tokens[random_below(state, sizeof tokens / sizeof *tokens)];
    memcpy(out + len, token, strlen(token));
    len += strlen(token);
  }
  return len;
}
