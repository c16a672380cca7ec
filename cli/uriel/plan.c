/* SPDX-License-Identifier: MIT */
/* uriel plan: how a client fetches the resource that a URI identifies. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "request.h"
#include "stage.h"

/* ---- Records ------------------------------------------------------------------------------------ */

enum {
  PLAN_INPUT,
  PLAN_VALID,
  PLAN_SCHEME,
  PLAN_STEPS,
  PLAN_WARNINGS,
  PLAN_GATEWAY,
  PLAN_RESUME,
  PLAN_TARGET
};

static const struct column plan_columns[] = {
    {"input", COLUMN_REFERENCE, TONE_PLAIN},  {"valid", COLUMN_VALID, TONE_PLAIN},
    {"scheme", COLUMN_TEXT, TONE_SCHEME},     {"steps", COLUMN_TEXT, TONE_PLAIN},
    {"warnings", COLUMN_TEXT, TONE_USERINFO}, {"gateway", COLUMN_TEXT, TONE_PLAIN},
    {"resume", COLUMN_TEXT, TONE_PLAIN},      {"target", COLUMN_REFERENCE, TONE_PLAIN}};

/* The record's buffers. */
enum { PLAN_LOWER, PLAN_LINE, PLAN_WARNED, PLAN_HEADING, PLAN_HIDDEN, PLAN_MESSAGE, PLAN_ASKED };

struct plan {
  struct request request;
  bool show_password, replies;
  struct steps steps;
  struct parts parts;
  struct buffer before; /* the last URI that had a plan */
  uriel_ref before_ref; /* that URI, parsed */
  bool has_before;
  char resume[NUMBER_DIGITS];
  request_adder *add; /* or NULL */
  void *context;
  struct buffer lines, fields; /* of `add`; all fields: an array of uriel_text */
};

static const struct option_spec plan_table[] = {
    REQUEST_OPTIONS(struct plan),
    {0, "websocket-key", "KEY", "16 random bytes in base64, for ws and wss (the\nsample of RFC 6455)",
     OPTION_CALL, OPTION_TO(struct plan, request.plan.websocket_key), .call = request_server},
    {0, "replies", NULL,
     "with --long: show where each reply ends, its use, what\nits code leads to; JSON always does",
     OPTION_FLAG, OPTION_TO(struct plan, replies)},
    {0, "show-password", NULL, "show passwords instead of ****; JSON and {input}\nalways have them",
     OPTION_FLAG, OPTION_TO(struct plan, show_password)},
    {0}};

static enum stage_source plan_ready(void *context, struct lane *lane)
{
  struct plan *const self = context;
  if (lane->general->header && lane->general->form != RENDER_TSV)
    die_usage(lane->reader->command, "--header without a value goes with --tsv");
  request_ready(&self->request, lane->general, lane->reader->command);
  return lane->stage->source;
}

/* The list of warnings, for uriel_list_next. They have no tabs. */
static uriel_text plan_warnings(const struct record *record)
{
  const struct buffer *const list = &record->scratch[PLAN_WARNED];
  return list->len > 0 ? buffer_text(list) : uriel_text_of(NULL);
}

/* The error of a host also has the warnings about it: "...; warning: low port: ...". */
static void plan_blame(const struct plan *self, struct record *record, const uriel_error *error)
{
  const uriel_gateway *const gateway = self->steps.plan.gateway;
  struct buffer *const message = &record->scratch[PLAN_MESSAGE];
  uriel_text warnings = plan_warnings(record), warning;
  record_blame(record, error,
               gateway && error->code == URIEL_ERROR_TEMPLATE ? gateway->uri_template : record->parsed,
               "no plan");
  if (!warnings.ptr)
    return;
  error_value(&record->error, ERROR_MESSAGE, message);
  while (uriel_list_next(&warnings, &warning, '\t')) {
    steps_append(message, "; warning: ");
    buffer_append(message, warning.ptr, warning.len);
  }
  buffer_append(message, "", 1);
  record->error.code = uriel_error_name(error->code);
  record->error.message = message->ptr;
}

/* Makes the plan again with the fields that the client adds. */
static bool plan_add(struct plan *self, const uriel_ref *ref, uriel_error *error)
{
  uriel_plan_options options = self->request.plan;
  self->lines.len = 0;
  self->add(self->context, ref, &self->steps.plan, &self->lines);
  uriel_text rest = buffer_text(&self->lines), line;
  buffer_put(&self->fields, options.fields, options.field_count * sizeof *options.fields);
  while (self->lines.len > 0 && uriel_list_next(&rest, &line, '\n') && line.len > 1) {
    line.len--; /* CR */
    buffer_append(&self->fields, &line, sizeof line);
  }
  options.fields = ARRAY_OF(const uriel_text, self->fields);
  options.field_count = ARRAY_COUNT(uriel_text, self->fields);
  return steps_make(&self->steps, ref, &options, error);
}

static void plan_each(void *context, struct record *record)
{
  struct plan *const self = context;
  const uriel_plan *const plan = &self->steps.plan;
  struct buffer *const scratch = record->scratch, *const list = &scratch[PLAN_WARNED];
  uriel_text *const values = record->values;
  struct excerpt_marks marks = {0};
  uriel_error error;
  uriel_ref ref;
  if (!record_parse(record, &ref, record->input))
    return;
  record->parsed = (uriel_text){ref.text, ref.length};
  if (ref.text != record->input.ptr && record->reading.guess) {
    buffer_put(&scratch[PLAN_ASKED], ref.text, ref.length);
    values[PLAN_TARGET] = buffer_text(&scratch[PLAN_ASKED]);
  }
  if (!request_ask(&self->request, record, &ref, &scratch[PLAN_ASKED]))
    return;
  if (request_asks(&self->request))
    values[PLAN_TARGET] = buffer_text(&scratch[PLAN_ASKED]);
  record->detail = self;
  self->parts.count = 0;
  if (uriel_scheme(&ref).ptr)
    values[PLAN_SCHEME] = scheme_lower(uriel_scheme(&ref), &scratch[PLAN_LOWER]);
  const bool whole = parts_read(&self->parts, &ref, &error);
  self->steps.hide = !self->show_password;
  self->steps.replies = self->replies || record->lane->render.form == RENDER_JSON;
  self->steps.password = whole ? parts_find(&self->parts, "password") : uriel_text_of(NULL);
  self->request.plan.previous = self->has_before ? &self->before_ref : NULL;
  bool made = steps_make(&self->steps, &ref, &self->request.plan, &error);
  if (made && self->add)
    made = plan_add(self, &ref, &error);
  list->len = 0;
  for (unsigned left = plan->warnings; left; left &= left - 1) {
    const uriel_warning warning = {.kind = (uriel_warning_kind)(left & (0U - left))};
    const size_t need = uriel_warning_describe(&warning, &ref, NULL, 0);
    buffer_append(list, "\t", list->len > 0);
    steps_append(list, uriel_warning_name(warning.kind));
    steps_append(list, ": ");
    buffer_reserve(list, list->len + need);
    list->len += uriel_warning_describe(&warning, &ref, list->ptr + list->len, need);
  }
  if (!made) {
    plan_blame(self, record, &error);
    return;
  }
  steps_line(&self->steps, &scratch[PLAN_LINE]);
  values[PLAN_STEPS] = buffer_text(&scratch[PLAN_LINE]);
  values[PLAN_WARNINGS] = plan_warnings(record);
  if (plan->resume_step)
    values[PLAN_RESUME] = number_text(self->resume, plan->resume_step);
  if (plan->gateway)
    values[PLAN_GATEWAY] = plan->gateway->uri_template;
  if (!self->show_password) {
    if (plan->gateway)
      values[PLAN_GATEWAY] =
          excerpt_hide_password(values[PLAN_GATEWAY], URIEL_REFERENCE, &marks, &scratch[PLAN_HIDDEN]);
    record->heading =
        excerpt_hide_password(values[PLAN_INPUT], URIEL_REFERENCE, &marks, &scratch[PLAN_HEADING]);
  }
  /* The next record's plan can resume on this one's open connection. */
  self->before.len = 0;
  buffer_append(&self->before, record->parsed.ptr, record->parsed.len);
  self->has_before =
      reading_parse(&record->reading, &self->before_ref, buffer_text(&self->before), NULL);
}

static void plan_json(const struct record *record, struct json *json)
{
  const struct plan *const self = record->detail;
  const bool made = !record_is_invalid(record);
  if (!self)
    return;
  uriel_text warnings = plan_warnings(record), warning;
  json_defined(json, "scheme", record->values[PLAN_SCHEME]);
  if (self->parts.count > 0 || (made && parts_are_known(self->parts.scheme)))
    parts_json(&self->parts, json);
  if (made)
    steps_json(&self->steps, json);
  if (made || warnings.ptr) {
    json_array_begin(json, "warnings");
    while (uriel_list_next(&warnings, &warning, '\t'))
      json_text(json, NULL, warning.ptr, warning.len);
    json_array_end(json);
  }
  json_defined(json, "target", record->values[PLAN_TARGET]);
  if (record->values[PLAN_GATEWAY].ptr)
    json_defined(json, "gateway", self->steps.plan.gateway->uri_template);
  if (record->values[PLAN_RESUME].ptr)
    json_number(json, "resume", self->steps.plan.resume_step);
}

/* A line of a block: a label, and text from outside. */
static void plan_row(enum tone tone, const char *label, uriel_text text)
{
  colour_put(&standard_out, tone, label, strlen(label));
  output_foreign(&standard_out, text.ptr, text.len);
  output_char(&standard_out, '\n');
}

static void plan_block(const struct record *record)
{
  const struct plan *const self = record->detail;
  uriel_text warnings = record->values[PLAN_WARNINGS], warning;
  if (record->values[PLAN_TARGET].ptr)
    plan_row(TONE_DIM, "  as ", record->values[PLAN_TARGET]);
  if (record->values[PLAN_GATEWAY].ptr)
    plan_row(TONE_DIM, "  through the gateway ", record->values[PLAN_GATEWAY]);
  steps_print(&self->steps);
  while (uriel_list_next(&warnings, &warning, '\t'))
    plan_row(TONE_USERINFO, "  warning: ", warning);
  if (self->steps.plan.resume_step)
    output_format(&standard_out,
                  "  if the connection of the previous URI is still open: continue at step %zu\n",
                  self->steps.plan.resume_step);
}

/* Everything is escaped for a terminal except the line's own tabs. */
static void plan_line(const struct record *record)
{
  uriel_text warnings = record->values[PLAN_WARNINGS], warning;
  output_put(&standard_out, record->values[PLAN_STEPS].ptr, record->values[PLAN_STEPS].len);
  while (uriel_list_next(&warnings, &warning, '\t')) {
    output_text(&standard_out, "\twarning: ");
    output_put(&standard_out, warning.ptr, warning.len);
  }
}

const struct stage plan_stage = {
    .schema = &(const struct schema){.columns = plan_columns,
                                     .count = sizeof plan_columns / sizeof *plan_columns,
                                     .plain = PLAN_STEPS,
                                     .aside = UINT64_C(1) << PLAN_TARGET,
                                     .has_keys = true,
                                     .json = plan_json,
                                     .block = plan_block,
                                     .line = plan_line},
    .self = &(struct plan){.show_password = false},
    .options = plan_table,
    .has = GENERAL_SPEC | GENERAL_GUESS | GENERAL_HEADER,
    .ready = plan_ready,
    .texts = true,
    .each = plan_each,
};

void plan_ask_for_fields(request_adder *add, void *context)
{
  struct plan *const self = plan_stage.self;
  self->add = add;
  self->context = context;
}
