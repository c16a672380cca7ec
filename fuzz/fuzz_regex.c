/* SPDX-License-Identifier: MIT */
/* A regular expression and a text, one per line. The first byte has the options. */
#include "fuzz.h"
#include "regex_laws.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_text lines[2];
  if (size == 0 || size > 4096)
    return 0;
  fuzz_lines(lines, 2, data + 1, size - 1);
  check_regex_laws(lines[0], lines[1], *data & 1);
  fuzz_free(lines, 2);
  return 0;
}
