/* SPDX-License-Identifier: MIT */
/* uriel_resolve: base and reference, one per line, compared with a literal implementation of RFC 3986,
 * 5.2. */
#include "fuzz.h"
#include "support.h"

static void check_resolved(const uriel_ref *base, const uriel_ref *reference, bool lenient)
{
  const uriel_text target = text_written(write_resolved, &(pair_input){base, reference, lenient});
  const uriel_text literal = literal_resolve(base, reference, lenient);
  fuzz_must(text_equal(target, literal), "5.2 to the letter");
  uriel_ref again;
  fuzz_must(!target.ptr || (fuzz_reference(&again, target) && uriel_scheme(&again).ptr),
            "a target is a URI");
  text_free(literal);
  text_free(target);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_text lines[2];
  uriel_ref base;
  uriel_ref reference;
  fuzz_lines(lines, 2, data, size);
  if (fuzz_reference(&base, lines[0]) && fuzz_reference(&reference, lines[1])) {
    check_resolved(&base, &reference, false);
    check_resolved(&base, &reference, true);
  }
  fuzz_free(lines, 2);
  return 0;
}
