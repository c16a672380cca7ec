/* SPDX-License-Identifier: MIT */
/* uriel_build_as: seven components, one per line ("-" is undefined). In every generation, the result
 * parses back to them; joined parts that are refused would not. */
#include "fuzz.h"
#include "support.h"

enum { PARTS = 7 };

static bool same_parts(const uriel_parts *a, const uriel_parts *b)
{
  return text_equal(a->scheme, b->scheme) && text_equal(a->userinfo, b->userinfo) &&
         text_equal(a->host, b->host) && text_equal(a->port, b->port) &&
         text_equal(a->path.ptr ? a->path : text_from("", 0), b->path) &&
         text_equal(a->query, b->query) && text_equal(a->fragment, b->fragment);
}

static void try_spec(uriel_spec spec, unsigned options, const uriel_parts *parts)
{
  uriel_error error;
  uriel_ref ref;
  const size_t len = uriel_build_as(parts, spec, options, NULL, 0, &error);
  fuzz_must(len == URIEL_FAILED || len <= uriel_build_bound(parts), "the bound");
  fuzz_must(len != URIEL_FAILED || error.code != URIEL_ERROR_NONE, "an error says why");
  if (len == URIEL_FAILED)
    return;
  char *const out = room(len);
  const size_t written = uriel_build_as(parts, spec, options, out, len, &error);
  fuzz_must(written == len || written == URIEL_FAILED, "the length is the length");
  const bool reads = uriel_parse_as(&ref, out, len, spec, options, NULL);
  const uriel_parts back = uriel_parts_of(&ref);
  fuzz_must((reads && same_parts(parts, &back)) == (written == len), "what reads back is built");
  fuzz_must((error.code == URIEL_ERROR_NONE) == (written == len), "an error or a result");
  text_free(text_from(out, len));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_text lines[PARTS];
  fuzz_lines(lines, PARTS, data, size);
  for (size_t at = 0; at < PARTS; at++)
    if (lines[at].ptr && lines[at].len == 1 && lines[at].ptr[0] == '-') {
      text_free(lines[at]);
      lines[at] = text_from(NULL, 0);
    }
  const uriel_parts parts = {lines[0], lines[1], lines[2], lines[3], lines[4], lines[5], lines[6]};
  for (int spec = 0; spec <= URIEL_SPEC_RFC2141; spec++)
    for (unsigned options = 0; options < 4; options++)
      try_spec((uriel_spec)spec, options, &parts);
  fuzz_free(lines, PARTS);
  return 0;
}
