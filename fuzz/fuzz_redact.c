/* SPDX-License-Identifier: MIT */
/* A reference, and a name of a parameter that is a secret, one per line. The first byte is the
 * delimiter. */
#include "fuzz.h"
#include "redact_laws.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_text lines[2];
  if (size == 0)
    return 0;
  fuzz_lines(lines, 2, data + 1, size - 1);
  const uriel_redact_options options = {.names = &lines[1], .name_count = lines[1].ptr != NULL};
  check_redact_laws(lines[0], (uriel_delimiter)(*data % 5), &options);
  fuzz_free(lines, 2);
  return 0;
}
