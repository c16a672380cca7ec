/* SPDX-License-Identifier: MIT */
/* uriel_normalize: a normal form is a reference of the same generation and components, its own normal
 * form on its rung and those below, on those above has what it came from for its own, and is equal to
 * it; on rung path a URI's of RFC 3986 is that of 5.2.4 to the letter. */
#include "fuzz.h"

#include <stdlib.h>

/* On the rung scheme a port and a query of ldap or mailto go, and file gets its authority. */
static void check_shape(const uriel_ref *ref, const uriel_ref *normal, uriel_rung rung)
{
  for (int c = URIEL_SCHEME; c <= URIEL_FRAGMENT; c++)
    if (rung < URIEL_RUNG_SCHEME || c == URIEL_SCHEME || c == URIEL_USERINFO || c == URIEL_FRAGMENT)
      fuzz_must(!uriel_component_get(ref, (uriel_component)c).ptr ==
                    !uriel_component_get(normal, (uriel_component)c).ptr,
                "the normal form has the same components");
}

/* What the rung percent gives, less its dot segments, resolved against itself. */
static void check_path(const uriel_ref *percent, uriel_text path_form)
{
  if (!uriel_scheme(percent).ptr)
    return;
  const uriel_text literal = literal_resolve(percent, percent, false);
  fuzz_must(text_equal(literal, path_form), "rung path is 5.2.4 to the letter");
  text_free(literal);
}

static void check_rung(const uriel_ref *ref, uriel_rung rung)
{
  const uriel_text normal = text_written(write_normal, &(normal_input){ref, rung});
  uriel_ref again;
  fuzz_must(fuzz_member(&again, uriel_spec_of(ref), normal), "a normal form is a reference");
  check_shape(ref, &again, rung);
  for (int lower = URIEL_RUNG_STRING; lower <= (int)rung; lower++) {
    const uriel_text twice = text_written(write_normal, &(normal_input){&again, (uriel_rung)lower});
    fuzz_must(text_equal(twice, normal), "a normal form is its own, on lower rungs too");
    text_free(twice);
  }
  for (int higher = (int)rung + 1; higher < URIEL_RUNG_DIFFERENT; higher++) {
    const uriel_text form = text_written(write_normal, &(normal_input){ref, (uriel_rung)higher});
    const uriel_text twice = text_written(write_normal, &(normal_input){&again, (uriel_rung)higher});
    fuzz_must(text_equal(twice, form), "a rung includes those below it");
    text_free(form);
    text_free(twice);
  }
  fuzz_must(uriel_equal(ref, &again, rung), "equal to its normal form");
  fuzz_must(uriel_hash(ref, rung, 3) == uriel_hash(&again, rung, 3), "hashes as its normal form");
  if (rung == URIEL_RUNG_PERCENT && uriel_spec_of(ref) == URIEL_SPEC_RFC3986) {
    const uriel_text path_form = text_written(write_normal, &(normal_input){ref, URIEL_RUNG_PATH});
    check_path(&again, path_form);
    text_free(path_form);
  }
  text_free(normal);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_ref ref;
  const uriel_text text = fuzz_text(data, size);
  for (int spec = URIEL_SPEC_RFC3986; spec <= FUZZ_LAST_SPEC; spec++) {
    if (!fuzz_member(&ref, (uriel_spec)spec, text))
      continue;
    for (int rung = URIEL_RUNG_STRING; rung < URIEL_RUNG_DIFFERENT; rung++)
      check_rung(&ref, (uriel_rung)rung);
  }
  text_free(text);
  return 0;
}
