/* SPDX-License-Identifier: MIT */
/* Answers of Prospero. The object is not longer than the answer, places are URIs, and a list has one URI
 * a line besides its comments. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "get/prospero.h"
#include "uriel_scheme.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const uriel_text text = fuzz_text(data, size);
  const struct prospero_place place = {.host = uriel_text_of("::1"), .port = 1525};
  struct prospero_answer answer = {.code = ""};
  uriel_ref ref;
  if (prospero_read(&answer, text, &place)) {
    uriel_text rest = {answer.links.ptr, answer.links.len}, line;
    fuzz_must(answer.code[0] && strlen(answer.code) < PROSPERO_CODE, "an answer has a code");
    fuzz_must(answer.contents.len <= size, "an object is not longer than the answer");
    if (answer.location.len > 0)
      fuzz_must(uriel_parse(&ref, answer.location.ptr, answer.location.len, NULL) &&
                    uriel_scheme(&ref).ptr,
                "a place has a URI");
    while (answer.links.len > 0 && uriel_list_next(&rest, &line, '\n'))
      fuzz_must(line.len == 0 || *line.ptr == '#' ||
                    (uriel_parse(&ref, line.ptr, line.len - 1, NULL) && uriel_scheme(&ref).ptr),
                "a list has comments and URIs");
  }
  prospero_free(&answer);
  text_free(text);
  return 0;
}
