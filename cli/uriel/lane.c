/* SPDX-License-Identifier: MIT */
/* From records to output. Input is read in blocks of whole records. A lane turns a block into output;
 * several lanes run in parallel and write in the order of the blocks. */
#include "stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shared/arrow.h"
#include "reader/ordered.h"
#include "uriel_batch.h"

/* ---- One record ------------------------------------------------------------------------------- */

/* The record's place: "7", or "FILE:7" in a file. */
static const char *lane_label(struct lane *lane, const struct record *record)
{
  struct buffer *const label = &lane->label;
  const char *const name = lane->block ? lane->block->name : NULL;
  char number[24];
  if (lane->progress)
    progress_clear(lane->progress);
  snprintf(number, sizeof number, "%s%llu", name ? ":" : "", (unsigned long long)record->number);
  label->len = 0;
  buffer_append(label, name, name ? strlen(name) : 0);
  buffer_append(label, number, strlen(number) + 1);
  return label->ptr;
}

/* Prints the repairs of the URL standard, and the warnings about a valid input; JSON has them in the
 * record. */
static void lane_warn(struct lane *lane, const struct record *record)
{
  const struct repairs *const repairs = &record->repairs;
  const enum render_form form = lane->render.form;
  const bool in_record = render_holds_errors(form) && !lane->general->quiet;
  if (lane->general->silent || record_is_invalid(record) || in_record)
    return;
  const char *const label = lane_label(lane, record);
  for (size_t i = 0; lane->stage->repairs && i < repairs->listed; i++) {
    const uriel_error *const error = &repairs->list[i];
    const struct record_error warning = {.error = *error, .text = record->values[0], .what = "warning"};
    /* The standard's states can report the same character twice. */
    if (i == 0 || error->code != error[-1].code || error->offset != error[-1].offset)
      error_print(label, &warning);
  }
  if (lane->stage->repairs && repairs->count > repairs->listed)
    output_format(&standard_error, "uriel: %s: and %zu more warnings\n", label,
                  repairs->count - repairs->listed);
  for (size_t i = 0; i < record->warning_count; i++)
    error_print(label, &record->warnings[i]);
}

/* Texts of the record can be written into the free space of the output. */
static void lane_direct(struct record *record)
{
  struct output *const out = &standard_out;
  record->out = out->data + out->len;
  record->out_end = out->data + out->capacity;
}

bool lane_field(struct record *record, uriel_text line)
{
  const struct json_in *const path = &record->lane->general->json_in;
  struct json_field *const json = &record->lane->json;
  record->line = line;
  const enum json_field_found found = json_field_find(json, ARRAY_OF(const uriel_text, path->texts),
                                                      ARRAY_COUNT(uriel_text, path->texts), line);
  if (found == JSON_FIELD_INVALID) {
    struct buffer *const text = &json->line;
    text->len = 0;
    buffer_append(text, "the field \"", json->of_field ? strlen("the field \"") : 0);
    buffer_append(text, path->field, json->of_field ? strlen(path->field) : 0);
    buffer_append(text, "\" ", json->of_field ? 2 : 0);
    buffer_append(text, json->message, strlen(json->message) + 1);
    record_refuse(record, &(uriel_error){.offset = json->offset, .length = line.len}, line,
                  "cannot be read as JSON", "json", text->ptr);
  }
  record->lane->has_lines = true;
  record->lane->has_field |= found != JSON_FIELD_MISSING;
  if (found == JSON_FIELD_FOUND)
    record->input = record->values[0] = buffer_text(&json->text);
  return found == JSON_FIELD_FOUND;
}

/* Sets the plain output of a record of --json-in: its line, with the changed field. */
static void lane_line(const struct lane *lane, struct record *record)
{
  const struct schema *const schema = &lane->schema;
  const uriel_text field = record->input;
  const uriel_text value = record->plain.ptr ? record->plain : record->values[schema->plain];
  if (record_is_invalid(record)) {
    if (record->error.text.ptr != record->line.ptr && !record->error.in)
      record->error.in = lane->general->json_in.field;
  } else if (schema->changes && value.ptr &&
             (value.len != field.len || memcmp(value.ptr, field.ptr, field.len) != 0)) {
    record->plain = json_field_put(&record->lane->json, record->line, value);
  } else if (schema->changes || (schema->plain == 0 && !schema->pairs)) {
    record->plain = record->line;
  }
}

void lane_end_arrow(const struct lane *lane)
{
  if (!lane->render.arrow)
    return;
  arrow_flush(lane->render.arrow, false);
  arrow_end();
}

void lane_put(struct lane *lane, struct record *record)
{
  const bool invalid = record_is_invalid(record);
  const bool json = render_holds_errors(lane->render.form);
  lane->invalid |= invalid || record->verdict == VERDICT_NO;
  if (record->line.ptr)
    lane_line(lane, record);
  if (invalid && lane->general->invalid == INVALID_STOP) {
    /* Ends the program, after all earlier output has been written in order. */
    if (!lane->general->silent)
      error_print(lane_label(lane, record), &record->error);
    lane_end_arrow(lane);
    output_turn();
    if (lane->progress)
      progress_clear(lane->progress);
    if (lane->stage->close)
      lane->stage->close(lane->self);
    output_finish();
    exit(STATUS_INVALID);
  }
  const bool drops = invalid && lane->general->invalid == INVALID_DROP;
  const bool shown = !lane->general->quiet && !record->hidden && !drops;
  if (shown) {
    if (lane->computes)
      record_compute(&lane->schema, record, lane->columns);
    render_record(&lane->render, record);
    if (record->out)
      lane_direct(record);
  }
  if (invalid && !lane->general->silent) {
    /* JSON has the error in the record, now or at the end. The errors of `next`'s records were printed
     * before. */
    const bool later = json && record->hidden && lane->held && lane->general->invalid == INVALID_KEEP;
    if (record_fails(&lane->schema, record) ? !lane->last && !later && !(json && shown)
                                            : !shown && !lane->general->quiet)
      error_print(lane_label(lane, record), &record->error);
  }
  if (record->repairs.count > 0 || record->warning_count > 0)
    lane_warn(lane, record);
}

void lane_begin(struct lane *lane, uint64_t number)
{
  record_begin(&lane->record, &lane->schema, number, &lane->reading);
  lane->record.lane = lane;
  lane->record.scratch = lane->scratch;
  lane->record.reading.room = &lane->room;
  lane->record.other_room = &lane->other_room;
  lane->record.file = lane->block ? lane->block->name : NULL;
  lane->record.is_operand = !lane->block;
  lane->room.reports =
      lane->render.form == RENDER_JSON || lane->render.form == RENDER_LONG || lane->stage->repairs;
}

void lane_again(struct lane *lane)
{
  struct record *const record = &lane->record;
  const struct record before = *record;
  lane_begin(lane, before.number);
  record->values[0] = record->input = before.input;
  record->line = before.line;
  record->passes_empty = before.passes_empty;
}

void lane_record(struct lane *lane, const struct input *input, const uriel_ref *ref)
{
  struct record *const record = &lane->record;
  uriel_ref parsed;
  bool absent = false; /* the line of JSON has no input */
  lane_begin(lane, input->number);
  record->values[0] = input->text;
  record->passes_empty = input->passes_empty;
  if (input->too_long) {
    const uriel_error error = {.code = URIEL_ERROR_TOO_LONG,
                               .offset = input_record_max,
                               .length = input->text.len,
                               .spec = lane->reading.spec};
    record_blame(record, &error, input->text, NULL);
  } else if (input->passes_empty && reading_trim(&lane->reading, input->text).len == 0) {
    record->verdict = VERDICT_EMPTY;
    record->hidden = lane->stage->lists;
  } else if (!lane_input(record, input->text) ||
             (record->line.ptr && input->passes_empty &&
              reading_trim(&lane->reading, record->input).len == 0)) {
    absent = !record_is_invalid(record);
    record->hidden = absent && lane->stage->lists;
    if (absent && (record->hidden || !lane->schema.changes)) {
      record->verdict = VERDICT_EMPTY;
      record->values[0] = (uriel_text){"", 0};
    }
  } else {
    record->second = input->second;
    record->ref = ref;
    if (ref) {
      record->parsed = (uriel_text){ref->text, ref->length};
      record->reading.spec = uriel_spec_of(ref);
    } else if (!lane->texts) {
      (void)record_parse(record, &parsed, reading_trim(&lane->reading, record->input));
    }
  }
  if (lane->each && (!absent || lane->stage->lists) &&
      (record->verdict == VERDICT_VALID || lane->stage->lists))
    lane->each(lane->self, record);
  lane_put(lane, record);
}

char *lane_room_slowly(struct record *record, size_t len)
{
  struct lane *const lane = record->lane;
  if (record->out && output_room(&standard_out, len + 1)) {
    lane_direct(record);
    return record->out;
  }
  buffer_reserve(&lane->written, len + 1);
  return lane->written.ptr;
}

void lane_free(struct lane *lane)
{
  buffer_free(&lane->written);
  buffer_free(&lane->label);
  buffer_free(&lane->warnings.messages);
  buffer_free(&lane->rules.parts.list);
  buffer_free(&lane->rules.parts.scratch);
  buffer_free(&lane->rules.steps.list);
  buffer_free(&lane->rules.steps.text);
  json_field_free(&lane->json);
  reading_room_free(&lane->other_room);
  for (size_t i = 0; i < RECORD_SCRATCH; i++)
    buffer_free(&lane->scratch[i]);
  for (size_t i = 0; i < RECORD_COLUMNS; i++)
    buffer_free(&lane->columns[i].text);
  reading_room_free(&lane->room);
}

/* ---- A block ---------------------------------------------------------------------------------- */

/* Prints references in the output form, after passing each to the subcommand's function, if any. Stops
 * at the first that needs a complete record, and sets `*put` if the function has filled in that record.
 * Returns how many were printed. Inlined for each `quick`. */
static inline __attribute__((always_inline)) size_t
lane_treat_as(struct lane *lane, enum lane_quick quick, const uriel_ref *refs, size_t count, bool *put)
{
  struct record *const record = &lane->record;
  void (*const each)(void *, struct record *) = lane->each;
  void *const self = lane->self;
  const size_t plain = lane->schema.plain;
  struct output *const out = &standard_out;
  const char *begin = refs->text; /* consecutive lines that are not copied yet */
  const char *end = begin;
  size_t at = 0;
  if (quick == QUICK_ROW && !each)
    return row_put(&lane->render, refs, count);
  if (quick == QUICK_TEXT)
    lane_direct(record);
  for (; at < count && record_is_reference(&refs[at]); at++) {
    const uriel_ref *const ref = &refs[at];
    record->hidden = false;
    record->ref = ref;
    record->input = (uriel_text){ref->text, ref->length};
    if (each)
      each(self, record);
    if (record->verdict != VERDICT_VALID) {
      *put = true;
      break;
    }
    if (record->hidden)
      continue;
    if (quick == QUICK_TEXT) {
      const uriel_text text = record->values[plain];
      if (text.ptr == record->out) {
        record->out[text.len] = '\n';
        record->out += text.len + 1;
        out->len += text.len + 1;
      } else {
        output_put(out, text.ptr, text.len);
        output_char(out, '\n');
        lane_direct(record);
      }
    } else if (quick == QUICK_COPY) {
      if (ref->text != end) {
        output_put(out, begin, (size_t)(end - begin));
        begin = ref->text;
      }
      end = ref->text + ref->length + 1; /* after its line feed */
      if (end[-1] != '\n') {             /* or "\r\n", or the end of the text */
        output_put(out, begin, (size_t)(end - 1 - begin));
        output_char(out, '\n');
        begin = end;
      }
    } else if (quick == QUICK_ROW && row_put(&lane->render, ref, 1) == 0) {
      break;
    }
  }
  if (quick == QUICK_COPY)
    output_put(out, begin, (size_t)(end - begin));
  record->out = record->out_end = NULL;
  return at;
}

static __attribute__((noinline)) size_t lane_treat(struct lane *lane, const uriel_ref *refs,
                                                   size_t count, bool *put)
{
  return lane->quick == QUICK_NOTHING ? lane_treat_as(lane, QUICK_NOTHING, refs, count, put)
         : lane->quick == QUICK_COPY  ? lane_treat_as(lane, QUICK_COPY, refs, count, put)
         : lane->quick == QUICK_TEXT  ? lane_treat_as(lane, QUICK_TEXT, refs, count, put)
                                      : lane_treat_as(lane, QUICK_ROW, refs, count, put);
}

static void lane_lines(struct lane *lane)
{
  enum { LANE_ROWS = 256 };
  struct input_block *const block = lane->block;
  uriel_ref refs[LANE_ROWS];
  size_t count;
  while ((count = uriel_parse_lines(refs, LANE_ROWS, &block->at, block->buffer.ptr, block->buffer.len,
                                    true)) > 0) {
    for (size_t at = 0; at < count; at++) {
      const uriel_ref *ref = &refs[at];
      bool put = false;
      if (lane->quick != QUICK_NOT) {
        lane_begin(lane, 0);
        lane->record.reading.spec = URIEL_SPEC_RFC3986;
        at += lane_treat(lane, ref, count - at, &put);
        if (at == count)
          break;
        ref = &refs[at];
      }
      const struct input input = {.number = block->number + at + 1,
                                  .text = {ref->text, ref->length},
                                  .passes_empty = !lane->general->reads_empty};
      lane->record.number = input.number;
      if (put)
        lane_put(lane, &lane->record);
      else
        lane_record(lane, &input, (ref->flags & URIEL_INVALID) || ref->length == 0 ? NULL : ref);
    }
    block->number += count;
  }
}

static void lane_block(struct lane *lane)
{
  struct input input;
  if (lane->lines && !lane->block->too_long && lane->block->buffer.len <= input_record_max)
    lane_lines(lane);
  while (input_next(lane->block, &input)) {
    input.passes_empty = !lane->general->reads_empty;
    lane_record(lane, &input, NULL);
  }
  if (lane->stage->flush)
    lane->stage->flush(lane->self);
}

static void lane_draw(struct progress *progress, const struct input_block *block, uint64_t read)
{
  const uint64_t records = block->earlier + block->number;
  char bytes[16];
  char rate[16];
  if (!progress_due(progress))
    return;
  const double seconds = progress_seconds(progress);
  progress_draw(progress, "%llu records, %s, %s/s", (unsigned long long)records,
                progress_bytes((double)read, bytes), progress_bytes((double)read / seconds, rate));
}

void lane_run(struct lane *lane, struct input_source *source)
{
  struct input_block block = {0};
  lane->block = &block;
  while (input_read(source, &block)) {
    lane_block(lane);
    if (lane->render.arrow)
      arrow_flush(lane->render.arrow, input_is_waiting());
    lane_draw(lane->progress, &block, source->bytes);
  }
  if (lane->render.arrow)
    arrow_flush(lane->render.arrow, false);
  buffer_free(&block.buffer);
  lane->block = NULL;
}

/* ---- Several lanes ---------------------------------------------------------------------------- */

struct lanes {
  struct lane *lane; /* the program's first lane */
  struct ordered *ordered;
  struct progress *progress;
  bool used; /* standard output was used */
};

struct lanes_job {
  struct input_block block;
  uint64_t bytes; /* bytes of input read up to the end of this block */
};

struct lanes_worker {
  struct lanes *lanes;
  struct lane lane;
  struct output out;
  struct output error;
  const struct lanes_job *job;
  bool has_turn;
};

/* Waits for the worker's turn to write. Clears the progress line before errors. */
static void lanes_wait(void *self)
{
  struct lanes_worker *const worker = self;
  if (worker->has_turn)
    return;
  (void)ordered_turn(worker->lanes->ordered, worker->job);
  worker->has_turn = true;
  if (standard_error.len > 0) {
    output_set(NULL, NULL);
    progress_clear(worker->lanes->progress);
    output_set(&worker->out, &worker->error);
  }
}

/* The same for the reading thread, which writes only a final error. */
static void lanes_wait_all(void *self)
{
  ordered_drain(((const struct lanes *)self)->ordered);
}

static void lanes_block(void *context, void *self, void *block)
{
  struct lanes *const lanes = context;
  struct lanes_worker *const worker = self;
  struct lanes_job *const job = block;
  worker->job = job;
  worker->lane.block = &job->block;
  output_set(&worker->out, &worker->error);
  lane_block(&worker->lane);
  if (worker->lane.render.arrow)
    arrow_flush(worker->lane.render.arrow, false);
  lanes_wait(worker);
  output_flush_both();
  output_set(NULL, NULL);
  lane_draw(lanes->progress, &job->block, job->bytes);
  worker->has_turn = false;
  lanes->lane->invalid |= worker->lane.invalid;
  lanes->lane->has_lines |= worker->lane.has_lines;
  lanes->lane->has_field |= worker->lane.has_field;
  lanes->used |= worker->out.used;
}

static void lanes_streams(struct output *out, struct output *error, void (*turn)(void *), void *self)
{
  /* Usually enough for the output of one block of input; more must wait for its turn. */
  enum { LANES_OUTPUT = 1 << 22 };
  output_copy(out, &standard_out, LANES_OUTPUT);
  output_copy(error, &standard_error, LANES_OUTPUT);
  out->turn = error->turn = turn;
  out->turn_self = error->turn_self = self;
}

static bool lanes_begin(void *context, void *self)
{
  struct lanes *const lanes = context;
  struct lanes_worker *const worker = self;
  const struct stage *const stage = lanes->lane->stage;
  worker->lanes = lanes;
  worker->lane = *lanes->lane;
  worker->lane.progress = NULL;
  lanes_streams(&worker->out, &worker->error, lanes_wait, worker);
  worker->lane.self = malloc(stage->size + 1);
  if (!worker->lane.self)
    die_memory();
  if (stage->size > 0)
    memcpy(worker->lane.self, lanes->lane->self, stage->size);
  if (stage->own > 0)
    memset((char *)worker->lane.self + stage->own, 0, stage->size - stage->own);
  if (worker->lane.general->format)
    worker->lane.render.format =
        template_compile(NULL, worker->lane.general->format, &lanes->lane->schema);
  if (worker->lane.render.arrow)
    worker->lane.render.arrow =
        arrow_rows_new(&lanes->lane->schema, worker->lane.columns, worker->lane.general->binary);
  return true;
}

static void lanes_end(void *context, void *self)
{
  const struct lanes *const lanes = context;
  struct lanes_worker *const worker = self;
  const struct stage *const stage = lanes->lane->stage;
  output_copy_free(&worker->out);
  output_copy_free(&worker->error);
  lane_free(&worker->lane);
  if (stage->end)
    stage->end(worker->lane.self);
  free(worker->lane.self);
  template_free(worker->lane.render.format);
  arrow_rows_free(worker->lane.render.arrow);
}

static void lanes_free_job(void *job)
{
  buffer_free(&((struct lanes_job *)job)->block.buffer);
}

void lane_run_many(struct lane *lane, struct input_source *source)
{
  const size_t jobs = lane->general->jobs;
  struct lanes lanes = {.lane = lane, .progress = lane->progress};
  const struct ordered_plan plan = {.threads = jobs,
                                    .ahead = jobs + 2,
                                    .job_size = sizeof(struct lanes_job),
                                    .worker_size = sizeof(struct lanes_worker),
                                    .context = &lanes,
                                    .begin = lanes_begin,
                                    .run = lanes_block,
                                    .end = lanes_end,
                                    .free_job = lanes_free_job};
  struct output out, error; /* of the thread that reads, so that an error message follows all output */
  source->numbered = true;
  output_flush_both();
  excerpt_start();
  lanes.ordered = ordered_new(&plan);
  if (!lanes.ordered)
    die_memory();
  lanes_streams(&out, &error, lanes_wait_all, &lanes);
  if (ordered_threads(lanes.ordered) > 0)
    output_set(&out, &error);
  struct lanes_job *job = ordered_blank(lanes.ordered);
  while (input_read(source, &job->block)) {
    job->bytes = source->bytes;
    ordered_submit(lanes.ordered);
    job = ordered_blank(lanes.ordered);
  }
  ordered_drain(lanes.ordered);
  output_set(NULL, NULL);
  output_copy_free(&out);
  output_copy_free(&error);
  ordered_free(lanes.ordered);
  standard_out.used |= lanes.used;
}
