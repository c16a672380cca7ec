/* SPDX-License-Identifier: MIT */
/* uriel_relative for every generation before RFC 3986: base and target, one per line. The result
 * resolves to the target, or to the current document if only the fragments differ. */
#include "fuzz.h"
#include "support.h"

#include <string.h>

static uriel_text without_fragment(const uriel_ref *ref)
{
  return text_from(ref->text, ref->query_end);
}

static void check_back(const uriel_ref *base, const uriel_ref *target, uriel_text relative)
{
  uriel_ref back;
  fuzz_must(fuzz_member(&back, uriel_spec_of(target), relative), "a relative reference is a member");
  fuzz_must(relative.len <= target->length, "not longer than the target");
  if (uriel_resolve(base, &back, 0, NULL, 0, NULL) == URIEL_CURRENT_DOCUMENT) {
    fuzz_must(text_equal(without_fragment(base), without_fragment(target)), "the same document");
    fuzz_must(text_equal(uriel_fragment(&back), uriel_fragment(target)), "the target's fragment");
    return;
  }
  const uriel_text got = text_written(write_resolved, &(pair_input){base, &back, 0});
  fuzz_must(text_equal(got, uriel_component_get(target, URIEL_REFERENCE)), "resolves to the target");
  text_free(got);
}

static void check_pair(uriel_spec spec, const uriel_text *lines)
{
  uriel_ref base;
  uriel_ref target;
  if (!fuzz_member(&base, spec, lines[0]) || !fuzz_member(&target, spec, lines[1]))
    return;
  const uriel_text relative = text_written(write_relative, &(pair_input){&base, &target, 0});
  if (uriel_scheme(&base).ptr && uriel_scheme(&target).ptr)
    check_back(&base, &target, relative);
  else
    fuzz_must(text_equal(relative, uriel_component_get(&target, URIEL_REFERENCE)),
              "the target as it is");
  text_free(relative);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_text lines[2];
  fuzz_lines(lines, 2, data, size);
  for (int spec = FUZZ_FIRST_SPEC; spec <= FUZZ_LAST_SPEC; spec++)
    check_pair((uriel_spec)spec, lines);
  fuzz_free(lines, 2);
  return 0;
}
