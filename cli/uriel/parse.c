/* SPDX-License-Identifier: MIT */
/* uriel parse: the components of references. */
#include "cli/shared/cli.h"
#include "filter.h"
#include "parse_rows.h"

enum parse_column {
  PARSE_INPUT,
  PARSE_VALID,
  PARSE_SPEC,
  PARSE_FORM,
  PARSE_PREFIX,
  PARSE_SCHEME,
  PARSE_AUTHORITY,
  PARSE_USERINFO,
  PARSE_HOST,
  PARSE_HOST_KIND,
  PARSE_PORT,
  PARSE_PATH,
  PARSE_QUERY,
  PARSE_FRAGMENT,
  PARSE_OWN,
  PARSE_COLUMNS
};

static const struct column parse_columns[] = {
    [PARSE_INPUT] = {"input", COLUMN_REFERENCE, TONE_PLAIN},
    [PARSE_VALID] = {"valid", COLUMN_VALID, TONE_PLAIN},
    [PARSE_SPEC] = {"spec", COLUMN_TEXT, TONE_PLAIN},
    [PARSE_FORM] = {"form", COLUMN_TEXT, TONE_PLAIN},
    [PARSE_PREFIX] = {"prefix", COLUMN_BOOL, TONE_PLAIN},
    [PARSE_SCHEME] = {"scheme", COLUMN_TEXT, TONE_SCHEME},
    [PARSE_AUTHORITY] = {"authority", COLUMN_TEXT, TONE_PLAIN},
    [PARSE_USERINFO] = {"userinfo", COLUMN_TEXT, TONE_USERINFO},
    [PARSE_HOST] = {"host", COLUMN_TEXT, TONE_HOST},
    [PARSE_HOST_KIND] = {"host_kind", COLUMN_TEXT, TONE_PLAIN},
    [PARSE_PORT] = {"port", COLUMN_TEXT, TONE_PORT},
    [PARSE_PATH] = {"path", COLUMN_TEXT, TONE_PATH},
    [PARSE_QUERY] = {"query", COLUMN_TEXT, TONE_QUERY},
    [PARSE_FRAGMENT] = {"fragment", COLUMN_TEXT, TONE_FRAGMENT},
    [PARSE_OWN] = {"own", COLUMN_OWN, TONE_PLAIN},
};

struct parse {
  struct schema schema;
  uriel_own_part own[URIEL_OWN_PARTS_MAX];
};

static enum filter_source parse_ready(void *context, const struct option_reader *reader,
                                      const struct reading *reading)
{
  struct parse *const self = context;
  (void)reader;
  if (reading->spec != URIEL_SPEC_RFC3986)
    self->schema.aside = 0;
  return SOURCE_OPERANDS;
}

static void parse_components(const uriel_ref *ref, uriel_text *values)
{
  values[PARSE_FORM] = uriel_text_of(uriel_form_name(uriel_form_of(ref)));
  if (ref->flags & URIEL_HAS_PREFIX)
    values[PARSE_PREFIX] = uriel_text_of("true");
  values[PARSE_SCHEME] = uriel_scheme(ref);
  values[PARSE_AUTHORITY] = uriel_authority(ref);
  values[PARSE_USERINFO] = uriel_userinfo(ref);
  values[PARSE_HOST] = uriel_host(ref);
  if (values[PARSE_HOST].ptr)
    values[PARSE_HOST_KIND] = uriel_text_of(uriel_host_kind_name(uriel_host_kind_of(ref)));
  values[PARSE_PORT] = uriel_port(ref);
  values[PARSE_PATH] = uriel_path(ref);
  values[PARSE_QUERY] = uriel_query(ref);
  values[PARSE_FRAGMENT] = uriel_fragment(ref);
}

static void parse_convert(void *context, const struct input *input, struct record *record)
{
  struct parse *const self = context;
  const uriel_spec spec = record->reading.spec;
  uriel_ref ref;
  if (spec != URIEL_SPEC_RFC3986)
    record->values[PARSE_SPEC] = uriel_text_of(uriel_spec_name(spec));
  if (!record_parse(record, &ref, input->text))
    return;
  parse_components(&ref, record->values);
  record->own = self->own;
  record->own_count = uriel_own_parts(&ref, self->own);
}

static const struct filter parse_filter = {
    .help =
        {
            .usage = "parse [OPTION...] [REFERENCE...]",
            .about = "Prints the components of each reference: operands, or the lines of standard\n"
                     "input. One line for each, KEY=VALUE separated by tabs, undefined components\n"
                     "left out; an empty line, and the error on standard error, for what is not a\n"
                     "reference. On a terminal, a block of lines for each.\n\n"
                     "Keys: input valid form scheme authority userinfo host host_kind port path\n"
                     "query fragment; of an error, for --format: error_code error_offset\n"
                     "error_component error_message error_section error_rule error_expected\n"
                     "error_hint error_begin error_length. With an older --spec also: spec;\n"
                     "prefix, whether \"URL:\" was there; own, what the document names otherwise\n"
                     "(own.site, own.search, ...).",
            .examples = "uriel parse 'http://example.com:80/a?b#c'\n"
                        "uriel parse --format '{host:lower} {path:decode}' < urls.txt\n"
                        "uriel parse --spec=url-1997 'ftp://user:pw@example.com/a'\n"
                        "uriel parse --json < urls.txt | jq -r .host",
        },
    .blocks = true,
    .spec = SPEC_PREFIX,
    .ready = parse_ready,
    .convert = parse_convert,
    .size = sizeof(struct parse),
    .rows = parse_rows,
};

int cmd_parse(int argc, char **argv)
{
  struct parse self = {.schema = {.columns = parse_columns,
                                  .count = PARSE_COLUMNS,
                                  .plain = PARSE_FORM,
                                  .pairs = true,
                                  .aside = 1u << PARSE_SPEC | 1u << PARSE_PREFIX | 1u << PARSE_OWN}};
  struct filter filter = parse_filter;
  filter.schema = &self.schema;
  return filter_run(&filter, &self, argc, argv);
}
