/* SPDX-License-Identifier: MIT */
/* Records to output, by one thread. */
#include "lane.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shared/cli.h"
#include "cli/shared/error.h"
#include "cli/shared/output.h"
#include "cli/shared/scratch.h"
#include "uriel_batch.h"

enum { LANE_ROWS = 256 };

/* "7", or "FILE:7" of a file. */
static void lane_error(struct lane *lane, const struct record *record)
{
  struct buffer *const label = scratch_of(SCRATCH_LABEL);
  const char *const name = lane->block.name;
  char number[24];
  if (lane->progress)
    progress_clear(lane->progress);
  snprintf(number, sizeof number, "%s%llu", name ? ":" : "", (unsigned long long)record->number);
  label->len = 0;
  buffer_append(label, name, name ? strlen(name) : 0);
  buffer_append(label, number, strlen(number) + 1);
  error_print(label->ptr, &record->error);
}

/* What comes before has been written, in its turn, when the program ends. */
static _Noreturn void lane_stop(struct lane *lane, const struct record *record)
{
  if (!lane->silent)
    lane_error(lane, record);
  output_turn();
  if (lane->progress)
    progress_clear(lane->progress);
  output_finish();
  exit(STATUS_INVALID);
}

void lane_put(struct lane *lane, const struct record *record)
{
  const bool invalid = record->invalid || record->refused;
  lane->invalid |= invalid || record->negative;
  if (invalid && lane->on_invalid == INVALID_STOP)
    lane_stop(lane, record);
  const bool shown = !lane->quiet && !(invalid && lane->on_invalid == INVALID_DROP);
  const bool tells = record->invalid && (lane->render.form != RENDER_JSON || !shown);
  const bool dropped = record->refused && !shown && !lane->quiet;
  if (shown)
    render_record(&lane->render, record);
  if ((tells || dropped) && !lane->silent)
    lane_error(lane, record);
}

void lane_record(struct lane *lane, const struct input *input)
{
  struct record *const record = &lane->record;
  record_begin(record, lane->filter->schema, input->number, &lane->reading);
  record->values[0] = input->text;
  if (input->too_long) {
    const uriel_error error = {.code = URIEL_ERROR_TOO_LONG,
                               .offset = input_record_max,
                               .length = input->text.len,
                               .spec = lane->reading.spec};
    record_blame(record, &error, input->text);
  } else if (input->passes_empty && input->text.len == 0) {
    record->empty = true;
  } else {
    record->input = input->text;
    record->second = input->second;
    lane->filter->convert(lane->self, input, record);
  }
  lane_put(lane, record);
}

/* The rows that can be printed together are; each other is a record of its own. */
static void lane_rows(struct lane *lane, const uriel_ref *refs, size_t count)
{
  size_t at = 0;
  while (at < count) {
    at += lane->rows(lane->self, refs + at, count - at);
    if (at == count)
      break;
    const struct input input = {.number = lane->block.number + at + 1,
                                .text = {refs[at].text, refs[at].length},
                                .passes_empty = !lane->reads_empty};
    lane_record(lane, &input);
    at++;
  }
  lane->block.number += count;
}

static void lane_lines(struct lane *lane)
{
  struct input_block *const block = &lane->block;
  uriel_ref refs[LANE_ROWS];
  size_t count;
  while ((count = uriel_parse_lines(refs, LANE_ROWS, block->buffer.ptr, block->buffer.len, true,
                                    &block->at)) > 0)
    lane_rows(lane, refs, count);
}

void lane_block(struct lane *lane)
{
  struct input input;
  if (lane->rows && !lane->block.too_long && lane->block.buffer.len <= input_record_max)
    lane_lines(lane);
  while (input_next(&lane->block, &input)) {
    input.passes_empty = !lane->reads_empty;
    lane_record(lane, &input);
  }
}
