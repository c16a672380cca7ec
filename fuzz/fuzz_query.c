/* SPDX-License-Identifier: MIT */
/* uriel_query_*: a byte of options, then a query, a name and a value, a line each, through the laws of
 * the API tests. */
#include "fuzz.h"
#include "query_laws.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_text lines[3];
  if (size == 0)
    return 0;
  fuzz_lines(lines, 3, data + 1, size - 1);
  if (lines[1].ptr)
    check_query_laws(lines[0], lines[1], lines[2], data[0] & 31u);
  fuzz_free(lines, 3);
  return 0;
}
