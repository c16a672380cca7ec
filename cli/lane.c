/* SPDX-License-Identifier: MIT */
/* Records to output, by one thread. */
#include "lane.h"

#include <stdio.h>

#include "fault.h"

enum { LANE_ROWS = 256 };

static void lane_fault(struct lane *lane, const struct record *record)
{
  char label[24];
  if (lane->progress)
    progress_clear(lane->progress);
  snprintf(label, sizeof label, "%llu", (unsigned long long)record->number);
  fault_print(label, &record->fault);
}

void lane_put(struct lane *lane, const struct record *record)
{
  lane->invalid |= record->invalid || record->negative;
  if (!lane->quiet)
    render_record(&lane->render, record);
  /* JSON has the fault in the record. */
  if (record->invalid && !lane->silent && (lane->render.form != RENDER_JSON || lane->quiet))
    lane_fault(lane, record);
}

void lane_record(struct lane *lane, const struct input *input)
{
  struct record *const record = &lane->record;
  record_begin(record, lane->filter->schema, input->number, &lane->reading);
  record->values[0] = input->text;
  if (input->too_long) {
    const uriel_fault fault = {.code = URIEL_FAULT_TOO_LONG,
                               .offset = input_record_max,
                               .length = input->text.len,
                               .spec = lane->reading.spec};
    record_blame(record, &fault, input->text);
  } else {
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
                                .text = {refs[at].text, refs[at].length}};
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
  while (input_next(&lane->block, &input))
    lane_record(lane, &input);
}
