/* SPDX-License-Identifier: MIT */
/* uriel_fault_describe, uriel_fault_expected: printable text for every fault of parsing; and for faults
 * that are made up, which must do no harm. */
#include "fuzz.h"

#include <string.h>

typedef struct described {
  uriel_fault fault;
  uriel_text text;
} described;

static size_t write_described(const void *context, char *out, size_t capacity)
{
  const described *const in = context;
  return uriel_fault_describe(&in->fault, in->text.ptr, in->text.len, out, capacity);
}

static size_t write_expected(const void *context, char *out, size_t capacity)
{
  const described *const in = context;
  return uriel_fault_expected(&in->fault, in->text.ptr, in->text.len, out, capacity);
}

static size_t check_printable(writer *write, const described *in)
{
  const uriel_text text = text_written(write, in);
  for (size_t at = 0; at < text.len; at++)
    fuzz_must(text.ptr[at] >= ' ' && text.ptr[at] <= '~', "printable ASCII");
  const size_t len = text.len;
  text_free(text);
  return len;
}

static void check_parse(uriel_text text)
{
  uriel_ref ref;
  described in = {.text = text};
  if (uriel_parse(&ref, text.ptr, text.len, &in.fault))
    return;
  fuzz_must(check_printable(write_described, &in) > 0, "a message");
  fuzz_must(check_printable(write_expected, &in) > 0, "what was expected");
}

static void check_made_up(uriel_text text, const uint8_t *data)
{
  described in = {.text = text};
  in.fault.code = (uriel_fault_code)data[0];
  in.fault.component = (uriel_component)(data[1] % 9);
  in.fault.offset = data[2] < 128 ? data[2] : (size_t)-1;
  in.fault.begin = data[3] < 128 ? data[3] : (size_t)-1;
  in.fault.length = data[4] < 128 ? data[4] : (size_t)-1;
  check_printable(write_described, &in);
  check_printable(write_expected, &in);
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
