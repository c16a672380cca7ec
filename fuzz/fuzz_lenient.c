/* SPDX-License-Identifier: MIT */
/* uriel_lenient_parse. The first line is a base of the URL standard, the second the text. */
#include "fuzz.h"
#include "lenient_laws.h"
#include "uriel_spec.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  enum { BASE, TEXT, LINES };
  uriel_text lines[LINES];
  uriel_ref base;
  fuzz_lines(lines, LINES, data, size);
  const bool has_base =
      lines[BASE].ptr && lines[TEXT].ptr &&
      uriel_parse_as(&base, lines[BASE].ptr, lines[BASE].len, URIEL_SPEC_WHATWG, 0, NULL);
  for (int i = 0; i < LINES; i++)
    if (lines[i].ptr) {
      lenient_check_laws(has_base ? &base : NULL, lines[i], 0);
      lenient_check_laws(has_base ? &base : NULL, lines[i], URIEL_LENIENT_RELATIVE);
    }
  fuzz_free(lines, LINES);
  return 0;
}
