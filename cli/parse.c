/* SPDX-License-Identifier: MIT */
/* uriel parse: the components of references. */
#include "cli.h"
#include "filter.h"

enum parse_column {
  PARSE_INPUT,
  PARSE_VALID,
  PARSE_FORM,
  PARSE_SCHEME,
  PARSE_AUTHORITY,
  PARSE_USERINFO,
  PARSE_HOST,
  PARSE_HOST_KIND,
  PARSE_PORT,
  PARSE_PATH,
  PARSE_QUERY,
  PARSE_FRAGMENT,
  PARSE_COLUMNS
};

static const struct column parse_columns[] = {
    [PARSE_INPUT] = {"input", COLUMN_REFERENCE, TONE_PLAIN},
    [PARSE_VALID] = {"valid", COLUMN_VALID, TONE_PLAIN},
    [PARSE_FORM] = {"form", COLUMN_TEXT, TONE_PLAIN},
    [PARSE_SCHEME] = {"scheme", COLUMN_TEXT, TONE_SCHEME},
    [PARSE_AUTHORITY] = {"authority", COLUMN_TEXT, TONE_PLAIN},
    [PARSE_USERINFO] = {"userinfo", COLUMN_TEXT, TONE_USERINFO},
    [PARSE_HOST] = {"host", COLUMN_TEXT, TONE_HOST},
    [PARSE_HOST_KIND] = {"host_kind", COLUMN_TEXT, TONE_PLAIN},
    [PARSE_PORT] = {"port", COLUMN_TEXT, TONE_PORT},
    [PARSE_PATH] = {"path", COLUMN_TEXT, TONE_PATH},
    [PARSE_QUERY] = {"query", COLUMN_TEXT, TONE_QUERY},
    [PARSE_FRAGMENT] = {"fragment", COLUMN_TEXT, TONE_FRAGMENT},
};

static const struct schema parse_schema = {parse_columns, PARSE_COLUMNS, PARSE_FORM, true};

static const struct option_spec parse_options[] = {SPEC_OPTION, {0}};

static void parse_option(void *self, const struct option_reader *reader, int id)
{
  (void)self;
  (void)id;
  spec_option(reader);
}

static void parse_convert(void *self, const struct input *input, struct record *record)
{
  (void)self;
  uriel_ref ref;
  if (!record_parse(record, &ref, input->text))
    return;
  uriel_text *const values = record->values;
  values[PARSE_FORM] = uriel_text_of(uriel_form_name(uriel_form_of(&ref)));
  values[PARSE_SCHEME] = uriel_scheme(&ref);
  values[PARSE_AUTHORITY] = uriel_authority(&ref);
  values[PARSE_USERINFO] = uriel_userinfo(&ref);
  values[PARSE_HOST] = uriel_host(&ref);
  if (values[PARSE_HOST].ptr)
    values[PARSE_HOST_KIND] = uriel_text_of(uriel_host_kind_name(uriel_host_kind_of(&ref)));
  values[PARSE_PORT] = uriel_port(&ref);
  values[PARSE_PATH] = uriel_path(&ref);
  values[PARSE_QUERY] = uriel_query(&ref);
  values[PARSE_FRAGMENT] = uriel_fragment(&ref);
}

static const struct filter parse_filter = {
    .help =
        {
            .usage = "parse [OPTION...] [REFERENCE...]",
            .about = "Prints the components of each reference: operands, or the lines of standard\n"
                     "input. One line for each, KEY=VALUE separated by tabs, undefined components\n"
                     "left out; an empty line, and the fault on standard error, for what is not a\n"
                     "reference. On a terminal, a block of lines for each.\n\n"
                     "Keys: input valid form scheme authority userinfo host host_kind port path\n"
                     "query fragment; of a fault, for --format: fault_code fault_offset\n"
                     "fault_component fault_message fault_section fault_expected fault_begin\n"
                     "fault_length.",
            .examples = "uriel parse 'http://example.com:80/a?b#c'\n"
                        "uriel parse --format '{host:lower} {path:decode}' < urls.txt\n"
                        "uriel parse --json < urls.txt | jq -r .host",
        },
    .schema = &parse_schema,
    .options = parse_options,
    .blocks = true,
    .option = parse_option,
    .convert = parse_convert,
};

int cmd_parse(int argc, char **argv)
{
  return filter_run(&parse_filter, NULL, argc, argv);
}
