/* SPDX-License-Identifier: MIT */
/* uriel_normalize: a normal form is a reference with the same generation and components. It is its
 * own normal form on its level and on lower levels; on higher levels it has the same normal form as
 * its source, and is equal to it. On level path, the path of a URI is exactly the result of RFC
 * 3986, 5.2.4. */
#include "fuzz.h"
#include "support.h"

#include <stdlib.h>

/* Level scheme removes a port and a query of ldap or mailto, and adds the authority of file. */
static void check_shape(const uriel_ref *ref, const uriel_ref *normal, uriel_level level)
{
  for (int c = URIEL_SCHEME; c <= URIEL_FRAGMENT; c++)
    if (level < URIEL_LEVEL_SCHEME || c == URIEL_SCHEME || c == URIEL_USERINFO || c == URIEL_FRAGMENT)
      fuzz_must(!uriel_component_get(ref, (uriel_component)c).ptr ==
                    !uriel_component_get(normal, (uriel_component)c).ptr,
                "the normal form has the same components");
}

/* Removes the dot segments of the form on level percent by resolving it against itself. */
static void check_path(const uriel_ref *percent, uriel_text path_form)
{
  if (!uriel_scheme(percent).ptr)
    return;
  const uriel_text literal = literal_resolve(percent, percent, false);
  fuzz_must(text_equal(literal, path_form), "level path is 5.2.4 to the letter");
  text_free(literal);
}

static void check_level(const uriel_ref *ref, uriel_level level)
{
  const uriel_text normal = text_written(write_normal, &(normal_input){ref, level});
  uriel_ref again;
  fuzz_must(fuzz_member(&again, uriel_spec_of(ref), normal), "a normal form is a reference");
  check_shape(ref, &again, level);
  for (int lower = URIEL_LEVEL_STRING; lower <= (int)level; lower++) {
    const uriel_text twice = text_written(write_normal, &(normal_input){&again, (uriel_level)lower});
    fuzz_must(text_equal(twice, normal), "a normal form is its own, on lower levels too");
    text_free(twice);
  }
  for (int higher = (int)level + 1; higher < URIEL_LEVEL_DIFFERENT; higher++) {
    const uriel_text form = text_written(write_normal, &(normal_input){ref, (uriel_level)higher});
    const uriel_text twice = text_written(write_normal, &(normal_input){&again, (uriel_level)higher});
    fuzz_must(text_equal(twice, form), "a level includes those below it");
    text_free(form);
    text_free(twice);
  }
  fuzz_must(uriel_equal(ref, &again, level), "equal to its normal form");
  fuzz_must(uriel_hash(ref, level, 3) == uriel_hash(&again, level, 3), "hashes as its normal form");
  if (level == URIEL_LEVEL_PERCENT && uriel_spec_of(ref) == URIEL_SPEC_RFC3986) {
    const uriel_text path_form = text_written(write_normal, &(normal_input){ref, URIEL_LEVEL_PATH});
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
    for (int level = URIEL_LEVEL_STRING; level < URIEL_LEVEL_DIFFERENT; level++)
      check_level(&ref, (uriel_level)level);
  }
  text_free(text);
  return 0;
}
