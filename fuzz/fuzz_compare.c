/* SPDX-License-Identifier: MIT */
/* uriel_equal, uriel_compare, uriel_hash: two references of a generation, a line each, are equal on a
 * rung where their normal forms are the same text, and then hash alike. */
#include "fuzz.h"

static bool check_rung(const uriel_ref *a, const uriel_ref *b, uriel_rung rung)
{
  const uriel_text x = text_written(write_normal, &(normal_input){a, rung});
  const uriel_text y = text_written(write_normal, &(normal_input){b, rung});
  const bool same = text_equal(x, y);
  fuzz_must(uriel_equal(a, b, rung) == same, "equal as the normal forms are");
  fuzz_must(uriel_equal(b, a, rung) == same, "equal either way");
  if (same)
    fuzz_must(uriel_hash(a, rung, 9) == uriel_hash(b, rung, 9), "equal ones hash alike");
  text_free(x);
  text_free(y);
  return same;
}

static void check_pair(uriel_spec spec, const uriel_text *lines)
{
  uriel_ref a;
  uriel_ref b;
  if (!fuzz_member(&a, spec, lines[0]) || !fuzz_member(&b, spec, lines[1]))
    return;
  uriel_rung lowest = URIEL_RUNG_DIFFERENT;
  for (int rung = URIEL_RUNG_DIFFERENT; rung-- > 0;)
    if (check_rung(&a, &b, (uriel_rung)rung))
      lowest = (uriel_rung)rung;
  fuzz_must(uriel_compare(&a, &b) == lowest, "compare gives the lowest rung");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_text lines[2];
  fuzz_lines(lines, 2, data, size);
  for (int spec = URIEL_SPEC_RFC3986; spec <= FUZZ_LAST_SPEC; spec++)
    check_pair((uriel_spec)spec, lines);
  fuzz_free(lines, 2);
  return 0;
}
