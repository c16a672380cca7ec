/* SPDX-License-Identifier: MIT */
/* uriel_resolve for every generation before RFC 3986: base and reference, one per line, compared with a
 * literal implementation of the document's steps. */
#include "fuzz.h"
#include "support.h"

static void check_resolved(const uriel_ref *base, const uriel_ref *reference, unsigned options)
{
  uriel_error error;
  const literal_result literal = literal_historic(base, reference, options);
  const size_t returned = uriel_resolve(base, reference, options, NULL, 0, &error);
  if (literal.code != URIEL_ERROR_NONE) {
    fuzz_must(returned == URIEL_FAILED && error.code == literal.code, "the error of the steps");
  } else if (!literal.target.ptr) {
    fuzz_must(returned == URIEL_CURRENT_DOCUMENT, "the current document");
  } else {
    fuzz_must(returned == literal.target.len, "the length of the result of the steps");
    const uriel_text target = text_written(write_resolved, &(pair_input){base, reference, options});
    fuzz_must(text_equal(target, literal.target), "the steps to the letter");
    text_free(target);
  }
  text_free(literal.target);
}

static void check_pair(uriel_spec spec, const uriel_text *lines)
{
  static const unsigned options[] = {0, URIEL_RESOLVE_LENIENT, URIEL_RESOLVE_DOTS_KEEP,
                                     URIEL_RESOLVE_DOTS_DROP,
                                     URIEL_RESOLVE_LENIENT | URIEL_RESOLVE_DOTS_ERROR};
  uriel_ref base;
  uriel_ref reference;
  if (!fuzz_member(&base, spec, lines[0]) || !fuzz_member(&reference, spec, lines[1]))
    return;
  for (size_t at = 0; at < sizeof options / sizeof *options; at++)
    check_resolved(&base, &reference, options[at]);
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
