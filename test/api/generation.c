/* SPDX-License-Identifier: MIT */
/* Shared by the tests of the historic generations; see generation.h. */
#include "generation.h"

const uriel_spec specs[SPECS] = {URIEL_SPEC_URL_1993, URIEL_SPEC_URL_1994, URIEL_SPEC_URL_1997,
                                 URIEL_SPEC_URI_2003};

bool is_early(uriel_spec spec)
{
  return spec == URIEL_SPEC_URL_1993 || spec == URIEL_SPEC_URL_1994;
}

bool read_as(uriel_ref *ref, uriel_spec spec, uriel_text text)
{
  return uriel_parse_as(ref, text.ptr, text.len, spec, URIEL_PARSE_PARTIAL, NULL);
}

uriel_ref parsed_as(uriel_spec spec, const char *text)
{
  uriel_ref ref;
  if (!read_as(&ref, spec, uriel_text_of(text)))
    die("%s: \"%s\" is not valid", uriel_spec_name(spec), text);
  return ref;
}
