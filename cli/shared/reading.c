/* SPDX-License-Identifier: MIT */
/* By which document references are read. */
#include "reading.h"

#include <string.h>

#include "cli.h"

const uriel_spec reading_specs[READING_SPECS] = {
    URIEL_SPEC_URL_1993, URIEL_SPEC_URL_1994, URIEL_SPEC_URL_1997, URIEL_SPEC_URI_2003,
    URIEL_SPEC_RFC3986,  URIEL_SPEC_RFC2141,  URIEL_SPEC_URN_2011, URIEL_SPEC_RFC8141,
};

/* The drafts are the only texts, but the RFCs' numbers are better known. */
static const struct {
  const char *name;
  const char *hint;
} reading_others[] = {
    {"rfc1738", "url-1993 and url-1994 are drafts of it"},
    {"rfc1808", "url-1997 is a draft of RFC 2396, which took its place"},
    {"rfc2396", "url-1997 is a draft of it"},
};
enum { READING_OTHERS = sizeof reading_others / sizeof *reading_others };

static void reading_other(const struct option_reader *reader)
{
  for (size_t i = 0; i < READING_OTHERS; i++)
    if (strcmp(reading_others[i].name, reader->value) == 0)
      die_usage(reader->command, "no \"%s\" for option \"%s\": %s", reader->value, reader->name,
                reading_others[i].hint);
}

/* A name that this build knows, but cannot read. */
static void reading_not_built(const struct option_reader *reader)
{
  uriel_spec spec;
  if (uriel_spec_find(&spec, reader->value, strlen(reader->value)) && !uriel_spec_built(spec))
    die_usage(reader->command,
              "this build does not read %s (%s): to have the historic documents, build with cmake "
              "-DURIEL_HISTORIC=ON",
              uriel_spec_name(spec), uriel_spec_document(spec));
}

static void reading_choose(struct reading *reading, const struct option_reader *reader, bool names_alone)
{
  const char *words[READING_SPECS + 1] = {0};
  uriel_spec specs[READING_SPECS];
  size_t count = 0;
  for (size_t i = 0; i < READING_SPECS; i++) {
    if (!uriel_spec_built(reading_specs[i]) || (names_alone && !reading_is_of_names(reading_specs[i])))
      continue;
    specs[count] = reading_specs[i];
    words[count++] = uriel_spec_name(reading_specs[i]);
  }
  reading->spec = specs[option_word(reader, words)];
}

void reading_spec(void *to, struct option_reader *reader)
{
  reading_not_built(reader);
  reading_other(reader);
  reading_choose(to, reader, false);
}

void reading_spec_of_names(void *to, struct option_reader *reader)
{
  reading_choose(to, reader, true);
}

bool reading_is_of_names(uriel_spec spec)
{
  return spec == URIEL_SPEC_RFC2141 || spec == URIEL_SPEC_URN_2011 || spec == URIEL_SPEC_RFC8141;
}

bool reading_has_historic(void)
{
  return uriel_spec_built(URIEL_SPEC_URL_1993);
}

bool reading_has_partial(uriel_spec spec)
{
  return spec == URIEL_SPEC_URL_1993 || spec == URIEL_SPEC_URL_1994;
}

bool reading_parse(const struct reading *reading, uriel_ref *ref, uriel_text text, uriel_error *error)
{
  return uriel_parse_as(ref, text.ptr, text.len, reading->spec, reading->options, error);
}
