/* SPDX-License-Identifier: MIT */
/* uriel_query_* with URIEL_QUERY_FORM: a query, a name and a value, a line each, through the laws of the
 * API tests. */
#include "fuzz.h"
#include "search_params.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_text lines[3];
  fuzz_lines(lines, 3, data, size);
  if (lines[1].ptr)
    check_params_laws(lines[0], lines[1], lines[2]);
  fuzz_free(lines, 3);
  return 0;
}
