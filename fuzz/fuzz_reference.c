/* SPDX-License-Identifier: MIT */
/* uriel_user, uriel_password, uriel_without_fragment and uriel_rebase for a reference of every
 * generation; uriel_remove_dot_segments for any bytes. */
#include "fuzz.h"
#include "oracle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_ref ref;
  const uriel_text text = fuzz_text(data, size);
  for (int spec = URIEL_SPEC_RFC3986; spec <= URIEL_SPEC_RFC2141; spec++) {
    if (!fuzz_member(&ref, (uriel_spec)spec, text))
      continue;
    check_user(&ref);
    check_without_fragment(&ref);
    check_rebase(&ref);
  }
  check_remove_dots(text);
  text_free(text);
  return 0;
}
