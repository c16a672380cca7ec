/* SPDX-License-Identifier: MIT */
/* uriel filter: the references that an expression selects. */
#include <stdlib.h>

#include "cli/shared/cli.h"
#include "cli/shared/error.h"
#include "cli/shared/output.h"
#include "expression.h"
#include "stage.h"

struct filter {
  struct suffixes suffixes;
  struct expression expression;
  struct buffer scratch;
};

/* Ends the program with a usage error that shows the place in the expression. */
static _Noreturn void filter_fail(const char *source, struct expression_error *error)
{
  const struct record_error shown = {.error = {.component = URIEL_PATH, /* mark all of its bytes */
                                               .offset = error->offset,
                                               .begin = error->offset,
                                               .length = error->length},
                                     .text = uriel_text_of(source),
                                     .within = URIEL_PATH,
                                     .what = "",
                                     .code = "expression",
                                     .message = error->message.ptr,
                                     .expected = error->expected};
  error_print("expression", &shown);
  output_text(&standard_error, "Try \"uriel help filter\".\n");
  output_flush_both();
  exit(STATUS_USAGE);
}

static const struct option_spec filter_options[] = {SUFFIX_OPTIONS(struct filter, suffixes), {0}};

static enum stage_source filter_ready(void *context, const struct option_reader *reader,
                                      struct lane *lane)
{
  struct filter *const self = context;
  struct expression_error error = {0};
  parse_reads(&self->suffixes, reader, lane);
  self->expression.suffixes = &self->suffixes;
  if (!expression_compile(&self->expression, uriel_text_of(reader->first), &error))
    filter_fail(reader->first, &error);
  buffer_free(&error.message);
  /* If the expression asks for validity, that decides which invalid inputs are printed. */
  if (self->expression.asks_valid && lane->on_invalid != INVALID_STOP)
    lane->on_invalid = INVALID_KEEP;
  return SOURCE_OPERANDS;
}

static void filter_each(void *context, struct record *record)
{
  struct filter *const self = context;
  if (record->verdict == VERDICT_VALID)
    record->hidden = !expression_matches(&self->expression, record->ref, &self->scratch);
  else if (record_is_invalid(record) && record->input.ptr && self->expression.asks_valid)
    record->hidden = !expression_matches(&self->expression, NULL, &self->scratch);
}

static void filter_end(void *context)
{
  struct filter *const self = context;
  buffer_free(&self->scratch);
}

static const struct stage filter_stage = {
    .schema = &parse_list_schema,
    .options = filter_options,
    .first = "an expression, such as 'scheme == https'",
    .spec = SPEC_PREFIX,
    .lists = true,
    .ready = filter_ready,
    .each = filter_each,
    .size = sizeof(struct filter),
    .own = offsetof(struct filter, scratch),
    .end = filter_end,
};

int cmd_filter(int argc, char **argv)
{
  struct filter self = {0};
  const int status = stage_run(&filter_stage, &self, argc, argv);
  suffixes_free(&self.suffixes);
  expression_free(&self.expression);
  return status;
}
