/* SPDX-License-Identifier: MIT */
/* By which document references are read. */
#include "reading.h"

#include "cli.h"

const uriel_spec reading_specs[READING_SPECS] = {
#define READING_SPEC(constant, value, name, document, noun) URIEL_SPEC_##constant,
    URIEL_SPECS(READING_SPEC)
#undef READING_SPEC
};

void reading_spec(struct reading *reading, const struct option_reader *reader)
{
  const char *words[READING_SPECS + 1] = {0};
  for (size_t i = 0; i < READING_SPECS; i++)
    words[i] = uriel_spec_name(reading_specs[i]);
  const uriel_spec spec = reading_specs[option_word(reader, words)];
  if (!uriel_spec_built(spec))
    die_usage(reader->command,
              "this build does not read %s (%s): to have the historic documents, build with cmake "
              "-DURIEL_HISTORIC=ON",
              uriel_spec_name(spec), uriel_spec_document(spec));
  reading->spec = spec;
}

bool reading_has_partial(uriel_spec spec)
{
  return spec == URIEL_SPEC_URL_1993 || spec == URIEL_SPEC_URL_1994;
}

bool reading_parse(const struct reading *reading, uriel_ref *ref, uriel_text text, uriel_fault *fault)
{
  return uriel_parse_as(ref, reading->spec, reading->options, text.ptr, text.len, fault);
}
