/* SPDX-License-Identifier: MIT */
/* uriel check: which inputs are valid references, and what is wrong with the others. */
#include "cli.h"
#include "filter.h"

enum check_column { CHECK_INPUT, CHECK_VALID, CHECK_FORM, CHECK_COLUMNS };

static const struct column check_columns[] = {
    [CHECK_INPUT] = {"input", COLUMN_REFERENCE, TONE_PLAIN},
    [CHECK_VALID] = {"valid", COLUMN_VALID, TONE_PLAIN},
    [CHECK_FORM] = {"form", COLUMN_TEXT, TONE_PLAIN},
};

static const struct schema check_schema = {check_columns, CHECK_COLUMNS, CHECK_INPUT, false};

static const struct option_spec check_options[] = {SPEC_OPTION, {0}};

static void check_option(void *self, const struct option_reader *reader, int id)
{
  (void)self;
  (void)id;
  spec_option(reader);
}

static void check_convert(void *self, const struct input *input, struct record *record)
{
  (void)self;
  uriel_ref ref;
  if (record_parse(record, &ref, input->text))
    record->values[CHECK_FORM] = uriel_text_of(uriel_form_name(uriel_form_of(&ref)));
}

static const struct filter check_filter = {
    .help =
        {
            .usage = "check [OPTION...] [REFERENCE...]",
            .about = "Checks each operand, or each line of standard input. Prints the valid ones as\n"
                     "they are, an empty line for each other, whose fault goes to standard error.\n"
                     "The exit status is 0 if all are valid and 1 if any is not.\n\n"
                     "Keys: input valid form, and those of a fault: fault_code fault_offset\n"
                     "fault_component fault_message fault_section fault_expected fault_begin\n"
                     "fault_length.",
            .examples = "uriel check 'http://example.com/a[1].html'\n"
                        "uriel check -qs < urls.txt && echo all valid\n"
                        "uriel check -s --format '{valid} {fault_code} {input}' < urls.txt",
        },
    .schema = &check_schema,
    .options = check_options,
    .option = check_option,
    .convert = check_convert,
};

int cmd_check(int argc, char **argv)
{
  return filter_run(&check_filter, NULL, argc, argv);
}
