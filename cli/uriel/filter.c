/* SPDX-License-Identifier: MIT */
/* uriel filter: the references that an expression selects. */
#include <stdlib.h>

#include "expression.h"
#include "stage.h"

struct filter {
  struct expression expression;
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

static enum stage_source filter_ready(void *context, struct lane *lane)
{
  struct filter *const self = context;
  struct expression_error error = {0};
  (void)parse_ready(self, lane);
  if (!expression_compile(&self->expression, uriel_text_of(lane->reader->first), &error))
    filter_fail(lane->reader->first, &error);
  buffer_free(&error.message);
  /* An expression with "valid" selects the invalid inputs to print. */
  if (self->expression.has_valid && lane->general->invalid != INVALID_STOP)
    lane->general->invalid = INVALID_KEEP;
  return SOURCE_OPERANDS;
}

static void filter_each(void *context, struct record *record)
{
  struct filter *const self = context;
  if (record->verdict == VERDICT_VALID)
    record->hidden = !expression_matches(&self->expression, record->ref, record->scratch);
  else if (record_is_invalid(record) && record->input.ptr && self->expression.has_valid)
    record->hidden = !expression_matches(&self->expression, NULL, record->scratch);
}

static struct filter filter_self;

const struct stage filter_stage = {
    .schema = &parse_list_schema,
    .self = &filter_self,
    .first = "an expression, such as 'scheme == https'",
    .has = GENERAL_ANY | GENERAL_PREFIX | GENERAL_SITES | GENERAL_JOBS,
    .lists = true,
    .ready = filter_ready,
    .each = filter_each,
    .size = sizeof(struct filter),
};
