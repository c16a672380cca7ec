/* SPDX-License-Identifier: MIT */
/* uriel check: which inputs are valid references, and the errors of the others. */
#include "cli/shared/cli.h"
#include "cli/shared/output.h"
#include "cli/shared/warnings.h"
#include "stage.h"

enum check_column { CHECK_INPUT, CHECK_VALID, CHECK_SPEC, CHECK_FORM, CHECK_PREFIX, CHECK_COLUMNS };

static const struct column check_columns[] = {
    [CHECK_INPUT] = {"input", COLUMN_REFERENCE, TONE_PLAIN},
    [CHECK_VALID] = {"valid", COLUMN_VALID, TONE_PLAIN},
    [CHECK_SPEC] = {"spec", COLUMN_TEXT, TONE_PLAIN},
    [CHECK_FORM] = {"form", COLUMN_TEXT, TONE_PLAIN},
    [CHECK_PREFIX] = {"prefix", COLUMN_LITERAL, TONE_PLAIN},
};

struct check {
  struct schema schema;
  struct warnings warnings;
};

static enum stage_source check_ready(void *context, const struct option_reader *reader,
                                     const struct reading *reading)
{
  struct check *const self = context;
  (void)reader;
  if (reading->spec != URIEL_SPEC_RFC3986)
    self->schema.aside = 0;
  return SOURCE_OPERANDS;
}

static void check_convert(void *context, const struct input *input, struct record *record)
{
  struct check *const self = context;
  const uriel_spec spec = record->reading.spec;
  uriel_ref ref;
  if (spec != URIEL_SPEC_RFC3986)
    record->values[CHECK_SPEC] = uriel_text_of(uriel_spec_name(spec));
  if (!record_parse(record, &ref, input->text))
    return;
  record->values[CHECK_FORM] = uriel_text_of(uriel_form_name(uriel_form_of(&ref)));
  if (ref.flags & URIEL_HAS_PREFIX)
    record->values[CHECK_PREFIX] = uriel_text_of("true");
  if (reading_is_new(spec))
    warnings_find(&self->warnings, &ref, record);
}

/* Returns how many references are consecutive lines, with only a line feed between them: they can be
 * printed as one text. */
static size_t check_run(const uriel_ref *refs, size_t count)
{
  const char *end = refs->text + refs->length;
  size_t at = 1;
  while (at < count && stage_is_reference(&refs[at]) && refs[at].text == end + 1) {
    end += 1 + refs[at].length;
    at++;
  }
  return at;
}

static size_t check_print(void *self, const uriel_ref *refs, size_t count)
{
  (void)self;
  size_t at = 0;
  while (at < count && stage_is_reference(&refs[at])) {
    const uriel_ref *const first = &refs[at];
    at += check_run(first, count - at);
    output_put(&standard_out, first->text,
               (size_t)(refs[at - 1].text - first->text) + refs[at - 1].length);
    output_char(&standard_out, '\n');
  }
  return at;
}

static stage_rows *check_rows(const void *self, enum render_form form)
{
  (void)self;
  return form == RENDER_PLAIN ? check_print : NULL;
}

static void check_begin(void *copy)
{
  struct check *const self = copy;
  self->warnings = (struct warnings){0};
}

static void check_end(void *copy)
{
  struct check *const self = copy;
  warnings_free(&self->warnings);
}

static const struct stage check_stage = {
    .help =
        {
            .usage = "check [OPTION...] [REFERENCE...]",
            .about =
                "Checks each operand, or each line of standard input. Prints each valid one\n"
                "unchanged. For an invalid one it prints an empty line, and the error on\n"
                "standard error. The exit status is 0 if all are valid and 1 if any is not.\n\n"
                "With --spec=whatwg, an input that the URL standard repairs is valid, and each\n"
                "repair is a warning. With iri and whatwg, so are hosts that look like others.\n\n"
                "Keys: input valid form, and those of an error: error_code error_offset\n"
                "error_component error_message error_section error_rule error_expected\n"
                "error_hint error_begin error_length. With another --spec also: spec;\n"
                "prefix, whether \"URL:\" came first. Only JSON: repairs (with whatwg) and warnings\n"
                "(with iri and whatwg), arrays of objects with code, offset and message.",
            .examples = "uriel check 'http://example.com/a[1].html'\n"
                        "uriel check --spec=whatwg 'http://example.com\\@evil.example/'\n"
                        "uriel check --spec=url-1994 'http://example.com/a=b'\n"
                        "uriel check -qs < urls.txt && echo all valid\n"
                        "uriel check -s --format '{valid} {error_code} {input}' < urls.txt",
        },
    .spec = SPEC_PREFIX,
    .repairs = true,
    .ready = check_ready,
    .convert = check_convert,
    .size = sizeof(struct check),
    .begin = check_begin,
    .end = check_end,
    .rows = check_rows,
    .any_reference = true,
};

int cmd_check(int argc, char **argv)
{
  struct check self = {.schema = {.columns = check_columns,
                                  .count = CHECK_COLUMNS,
                                  .plain = CHECK_INPUT,
                                  .has_keys = true,
                                  .aside = 1u << CHECK_SPEC | 1u << CHECK_PREFIX}};
  struct stage stage = check_stage;
  stage.schema = &self.schema;
  const int status = stage_run(&stage, &self, argc, argv);
  check_end(&self);
  return status;
}
