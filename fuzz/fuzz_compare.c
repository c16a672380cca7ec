/* SPDX-License-Identifier: MIT */
/* uriel_equal, uriel_compare, uriel_hash: two references, one per line, are equal at a level if and only
 * if their normal forms are the same; then their hashes are equal. The first line is also compared with
 * itself, read by any two documents. */
#include "fuzz.h"
#include "oracle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  enum { SPECS = URIEL_SPEC_WHATWG + 1 };
  uriel_text lines[2];
  uriel_ref refs[2][SPECS];
  bool valid[2][SPECS];
  fuzz_lines(lines, 2, data, size);
  for (int at = 0; at < 2 * SPECS; at++)
    valid[at / SPECS][at % SPECS] =
        fuzz_member(&refs[at / SPECS][at % SPECS], (uriel_spec)(at % SPECS), lines[at / SPECS]);
  for (int a = 0; a < SPECS; a++)
    for (int b = 0; b < 2 * SPECS; b++)
      if (valid[0][a] && valid[b / SPECS][b % SPECS])
        check_equal(&refs[0][a], &refs[b / SPECS][b % SPECS]);
  fuzz_free(lines, 2);
  return 0;
}
