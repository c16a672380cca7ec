/* SPDX-License-Identifier: MIT */
/* uriel_spec_find, uriel_byte_sets, uriel_byte_set_find: a name is found only if it is the whole text;
 * sets contain only US-ASCII, and their names are unique in a document. */
#include "fuzz.h"

#include <string.h>

static const uriel_spec specs[] = {URIEL_SPEC_RFC3986,  URIEL_SPEC_URL_1993, URIEL_SPEC_URL_1994,
                                   URIEL_SPEC_URL_1997, URIEL_SPEC_URI_2003, URIEL_SPEC_RFC2141,
                                   URIEL_SPEC_URN_2011, URIEL_SPEC_RFC8141,  URIEL_SPEC_IRI,
                                   URIEL_SPEC_WHATWG};

static void check_spec(uriel_text text)
{
  uriel_spec found = URIEL_SPEC_RFC3986;
  const bool is_name = uriel_spec_find(&found, text.ptr, text.len);
  bool expected = false;
  for (size_t at = 0; at < sizeof specs / sizeof *specs; at++)
    if (text_equal(text, uriel_text_of(uriel_spec_name(specs[at])))) {
      expected = true;
      fuzz_must(!is_name || found == specs[at], "the document of that name");
    }
  fuzz_must(is_name == expected, "a name that a document has");
}

static void check_sets(uriel_spec spec, uriel_text text)
{
  size_t count;
  const uriel_byte_set *const sets = uriel_byte_sets(&count, spec);
  const uriel_byte_set *expected = NULL;
  for (size_t at = 0; at < count; at++) {
    fuzz_must(*sets[at].name != '\0', "a set has a name");
    if (text_equal(text, uriel_text_of(sets[at].name))) {
      fuzz_must(!expected, "a name for one set");
      expected = &sets[at];
    }
    for (size_t byte = 0; byte < text.len; byte++)
      fuzz_must((unsigned char)text.ptr[byte] < 128 ||
                    !uriel_byte_set_has(&sets[at], (unsigned char)text.ptr[byte]),
                "US-ASCII");
  }
  fuzz_must(uriel_byte_set_find(spec, text.ptr, text.len) == expected, "the set of that name");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const uriel_text text = fuzz_text(data, size);
  check_spec(text);
  for (size_t at = 0; at < sizeof specs / sizeof *specs; at++)
    check_sets(specs[at], text);
  text_free(text);
  return 0;
}
