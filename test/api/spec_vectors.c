/* SPDX-License-Identifier: MIT */
/* Shared by the vectors of the historic generations; see spec_vectors.h. */
#include "spec_vectors.h"

#include "support.h"

uriel_spec spec_given(const vector_case *given)
{
  uriel_spec spec;
  const uriel_text name = vector_field(given, "spec");
  if (!uriel_spec_find(&spec, name.ptr, name.len))
    die("%s:%zu: no generation is called %.*s", given->file, given->line, (int)name.len, name.ptr);
  return spec;
}

unsigned spec_options(const vector_case *given)
{
  const uriel_text options = vector_field(given, "options");
  if (text_equal(options, uriel_text_of("partial")))
    return URIEL_PARSE_PARTIAL;
  return text_equal(options, uriel_text_of("prefix")) ? URIEL_PARSE_REQUIRE_PREFIX : 0;
}

uriel_ref spec_parsed(const vector_case *given, const char *column)
{
  uriel_ref ref;
  uriel_error error;
  const uriel_text text = vector_field(given, column);
  if (!uriel_parse_as(&ref, text.ptr, text.len, spec_given(given), URIEL_PARSE_PARTIAL, &error))
    die("%s:%zu: \"%.*s\" is not a member: %s at %zu", given->file, given->line, (int)text.len, text.ptr,
        uriel_error_name(error.code), error.offset);
  return ref;
}
