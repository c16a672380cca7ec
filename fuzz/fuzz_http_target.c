/* SPDX-License-Identifier: MIT */
/* uriel_http_target_parse and uriel_http_target_uri: a method and a target, one per line, compared with
 * parsing the target within a URI. */
#include "fuzz.h"
#include "oracle.h"
#include "uriel_http.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_text lines[2];
  fuzz_lines(lines, 2, data, size);
  if (lines[1].ptr) {
    check_http_target(lines[0], lines[1]);
    check_http_target(uriel_text_of("CONNECT"), lines[1]);
  }
  fuzz_free(lines, 2);
  return 0;
}
