/* SPDX-License-Identifier: MIT */
/* uriel_equal, uriel_compare, uriel_hash: two references of a generation, one per line, are equal on a
 * level if and only if their normal forms are the same text; then their hashes are equal. The same holds
 * for references of two generations. References that are equal on a level are equal on higher levels. */
#include "fuzz.h"

static bool check_level(const uriel_ref *a, const uriel_ref *b, uriel_level level)
{
  const uriel_text x = text_written(write_normal, &(normal_input){a, level});
  const uriel_text y = text_written(write_normal, &(normal_input){b, level});
  const bool same = text_equal(x, y);
  fuzz_must(uriel_equal(a, b, level) == same, "equal as the normal forms are");
  fuzz_must(uriel_equal(b, a, level) == same, "equal either way");
  if (same)
    fuzz_must(uriel_hash(a, level, 9) == uriel_hash(b, level, 9), "equal ones hash alike");
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
  uriel_level lowest = URIEL_LEVEL_DIFFERENT;
  for (int level = URIEL_LEVEL_DIFFERENT; level-- > 0;)
    if (check_level(&a, &b, (uriel_level)level)) {
      fuzz_must((int)lowest == level + 1, "equal at a level means equal at higher levels");
      lowest = (uriel_level)level;
    }
  fuzz_must(uriel_compare(&a, &b) == lowest, "compare gives the lowest level");
}

/* Compares a line read by RFC 3986 with one read by another document. */
static void check_across(uriel_spec spec, uriel_text line, uriel_text other)
{
  uriel_ref a;
  uriel_ref b;
  int lowest = URIEL_LEVEL_DIFFERENT;
  if (!fuzz_member(&a, URIEL_SPEC_RFC3986, line) || !fuzz_member(&b, spec, other))
    return;
  for (int at = URIEL_LEVEL_DIFFERENT; at-- > 0;) {
    const uriel_level level = (uriel_level)at;
    if (!uriel_equal(&a, &b, level))
      continue;
    const uriel_text x = text_written(write_normal, &(normal_input){&a, level});
    const uriel_text y = text_written(write_normal, &(normal_input){&b, level});
    fuzz_must(text_equal(x, y), "equal ones of two generations have one normal form");
    fuzz_must(uriel_hash(&a, level, 9) == uriel_hash(&b, level, 9), "and hash alike");
    fuzz_must(lowest == at + 1 && uriel_equal(&b, &a, level), "and are equal above, and either way");
    lowest = at;
    text_free(x);
    text_free(y);
  }
  fuzz_must((int)uriel_compare(&a, &b) == lowest, "compare gives the lowest level of two generations");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_text lines[2];
  fuzz_lines(lines, 2, data, size);
  for (int spec = URIEL_SPEC_RFC3986; spec <= FUZZ_LAST_SPEC; spec++)
    check_pair((uriel_spec)spec, lines);
  for (int spec = FUZZ_FIRST_SPEC; spec <= FUZZ_LAST_SPEC; spec++) {
    check_across((uriel_spec)spec, lines[0], lines[1]);
    check_across((uriel_spec)spec, lines[0], lines[0]);
  }
  fuzz_free(lines, 2);
  return 0;
}
