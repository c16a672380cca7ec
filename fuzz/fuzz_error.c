/* SPDX-License-Identifier: MIT */
/* uriel_error_describe, uriel_error_expected, uriel_error_hint: printable text for every parse error,
 * and a repair that works; invented errors do no harm. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

typedef struct described {
  uriel_error error;
  uriel_text text;
} described;

static size_t write_described(const void *context, char *out, size_t capacity)
{
  const described *const in = context;
  return uriel_error_describe(&in->error, in->text.ptr, in->text.len, out, capacity);
}

static size_t write_expected(const void *context, char *out, size_t capacity)
{
  const described *const in = context;
  return uriel_error_expected(&in->error, in->text.ptr, in->text.len, out, capacity);
}

static size_t write_hint(const void *context, char *out, size_t capacity)
{
  const described *const in = context;
  return uriel_error_hint(&in->error, in->text.ptr, in->text.len, out, capacity);
}

static size_t check_printable(text_writer *write, const described *in)
{
  const uriel_text text = text_written(write, in);
  for (size_t at = 0; at < text.len; at++)
    fuzz_must(text.ptr[at] >= ' ' && text.ptr[at] <= '~', "printable ASCII");
  const size_t len = text.len;
  fuzz_must(len <= URIEL_ERROR_TEXT_MAX, "the bound of an error's texts");
  text_free(text);
  return len;
}

/* If the character at the offset can be written as "%XX", writing it so moves the error on. */
static void check_repair(const described *in)
{
  char hint[URIEL_ERROR_TEXT_MAX + 1] = {0};
  uriel_ref ref;
  uriel_error error;
  const size_t at = in->error.offset;
  fuzz_must(check_printable(write_hint, in) <= URIEL_ERROR_TEXT_MAX, "a short hint");
  uriel_error_hint(&in->error, in->text.ptr, in->text.len, hint, URIEL_ERROR_TEXT_MAX);
  if (strncmp(hint, "write ", 6) != 0 || !strstr(hint, " as %") || in->error.code == URIEL_ERROR_PERCENT)
    return;
  const char *const by = strstr(hint, " as %") + 4;
  if (at == in->text.len || in->text.ptr[at] != (char)strtoul((char[]){by[1], by[2], 0}, NULL, 16))
    return;
  char *const text = room(in->text.len + 2);
  memcpy(text, in->text.ptr, at);
  memcpy(text + at, strstr(hint, " as %") + 4, 3);
  memcpy(text + at + 3, in->text.ptr + at + 1, in->text.len - at - 1);
  fuzz_must(uriel_parse(&ref, text, in->text.len + 2, &error) || error.offset >= at + 3, "a repair");
  free(text);
}

static void check_parse(uriel_text text)
{
  uriel_ref ref;
  described in = {.text = text};
  if (uriel_parse(&ref, text.ptr, text.len, &in.error))
    return;
  fuzz_must(check_printable(write_described, &in) > 0, "a message");
  fuzz_must(check_printable(write_expected, &in) > 0, "what was expected");
  check_repair(&in);
}

static void check_made_up(uriel_text text, const uint8_t *data)
{
  described in = {.text = text};
  in.error.code = (uriel_error_code)data[0];
  in.error.component = (uriel_component)(data[1] % 9);
  in.error.offset = data[2] < 128 ? data[2] : (size_t)-1;
  in.error.begin = data[3] < 128 ? data[3] : (size_t)-1;
  in.error.length = data[4] < 128 ? data[4] : (size_t)-1;
  check_printable(write_described, &in);
  check_printable(write_expected, &in);
  check_printable(write_hint, &in);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size < 5)
    return 0;
  const uriel_text text = fuzz_text(data + 5, size - 5);
  check_parse(text);
  check_made_up(text, data);
  text_free(text);
  return 0;
}
