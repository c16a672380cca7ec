/* SPDX-License-Identifier: MIT */
/* uriel_relative: base and target, one per line. The result resolves to the same as the target, and is
 * no longer than the forms that are always valid. */
#include "fuzz.h"
#include "support.h"

static void check_back(const uriel_ref *base, const uriel_ref *target, uriel_text text,
                       uriel_text relative)
{
  uriel_ref back;
  fuzz_must(fuzz_reference(&back, relative), "a relative reference is one");
  const uriel_text got = text_written(write_resolved, &(pair_input){base, &back, 0});
  const uriel_text want = literal_resolve(target, target, false);
  fuzz_must(text_equal(got, want), "resolves to the target");
  fuzz_must(relative.len <= text.len, "not longer than the target");
  text_free(want);
  text_free(got);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_text lines[2];
  uriel_ref base;
  uriel_ref target;
  fuzz_lines(lines, 2, data, size);
  if (fuzz_reference(&base, lines[0]) && fuzz_reference(&target, lines[1])) {
    const uriel_text relative = text_written(write_relative, &(pair_input){&base, &target, 0});
    if (uriel_scheme(&base).ptr && uriel_scheme(&target).ptr)
      check_back(&base, &target, lines[1], relative);
    else
      fuzz_must(text_equal(relative, lines[1]), "the target as it is");
    text_free(relative);
  }
  fuzz_free(lines, 2);
  return 0;
}
