/* SPDX-License-Identifier: MIT */
/* uriel filter: the references that an expression selects. */
#include <string.h>

#include "expression.h"
#include "stage.h"

static enum stage_source filter_ready(void *context, struct lane *lane)
{
  struct expression *const expression = context;
  const struct option_reader *const reader = lane->reader;
  bool unquoted = false;
  for (size_t i = 0; i < reader->open_count; i++)
    unquoted |= expression_is_operator(reader->operands[i]);
  if (unquoted) {
    struct buffer whole = {0};
    buffer_append(&whole, reader->first, strlen(reader->first));
    for (size_t i = 0; i < reader->open_count; i++) {
      buffer_append(&whole, " ", 1);
      buffer_append(&whole, reader->operands[i], strlen(reader->operands[i]));
    }
    die_usage(reader->command,
              "put the expression in quotation marks: '%.*s'. After \"--\", operands are "
              "always references",
              (int)whole.len, whole.ptr);
  }
  (void)parse_ready(NULL, lane);
  expression_read(expression, lane->reader->first);
  /* The expression selects the invalid inputs to print. */
  if (expression->selects_invalid && lane->general->invalid != INVALID_STOP)
    lane->general->invalid = INVALID_KEEP;
  return SOURCE_OPERANDS;
}

static void filter_each(void *context, struct record *record)
{
  const struct expression *const expression = context;
  const bool valid = record->verdict == VERDICT_VALID;
  if (valid || (record_is_invalid(record) && record->input.ptr && expression->selects_invalid))
    record->hidden = !expression_matches(expression, valid ? record->ref : NULL, record->input,
                                         !record_has_error(record), record->scratch);
}

const struct stage filter_stage = {
    .schema = &parse_list_schema,
    STAGE_SELF(struct expression, .selects_invalid = false),
    .first = "an expression, such as 'scheme == https'",
    .has = GENERAL_EVERYDAY | GENERAL_PREFIX | GENERAL_SITES | GENERAL_JOBS,
    .lists = true,
    .ready = filter_ready,
    .each = filter_each,
};
