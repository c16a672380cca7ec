/* SPDX-License-Identifier: MIT */
/* Shared by the tests of names; see urn.h. */
#include "urn.h"

const uriel_spec urn_documents[DOCUMENTS] = {URIEL_SPEC_RFC2141, URIEL_SPEC_URN_2011,
                                             URIEL_SPEC_RFC8141};

uriel_spec urn_spec_of(const vector_case *given)
{
  uriel_spec spec;
  const uriel_text name = vector_field(given, "spec");
  if (!uriel_spec_find(&spec, name.ptr, name.len))
    die("%s:%zu: no document is called %.*s", given->file, given->line, (int)name.len, name.ptr);
  return spec;
}

uriel_ref urn_read_as(uriel_spec spec, uriel_text text)
{
  uriel_ref ref;
  if (!uriel_parse_as(&ref, text.ptr, text.len, spec, 0, NULL))
    die("%s: \"%.*s\" is not one", uriel_spec_name(spec), (int)text.len, text.ptr);
  return ref;
}

uriel_ref urn_read(uriel_spec spec, const char *text)
{
  return urn_read_as(spec, uriel_text_of(text));
}

void urn_expect(const vector_case *given, const char *column, uriel_text got)
{
  expect_text(given, column, vector_field(given, column), got);
}
