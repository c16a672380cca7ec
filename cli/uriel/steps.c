/* SPDX-License-Identifier: MIT */
/* The steps of an access plan as text and as JSON: for plan and for urn where. */
#include <stdio.h>
#include <string.h>

#include "base/escape.h"

#include "stage.h"

bool steps_make(struct steps *steps, const uriel_ref *ref, const uriel_plan_options *options,
                uriel_error *error)
{
  uriel_plan *const plan = &steps->plan;
  for (size_t steps_need = 64, text_need = 1024 + 2 * (size_t)ref->length, branches_need = 96;;
       steps_need = plan->step_count, text_need = plan->text_len, branches_need = plan->branch_count) {
    buffer_reserve(&steps->list, steps_need * sizeof(uriel_step));
    buffer_reserve(&steps->text, text_need);
    if (steps->replies)
      buffer_reserve(&steps->branches, branches_need * sizeof(uriel_branch));
    *plan = (uriel_plan){.steps = (uriel_step *)(void *)steps->list.ptr,
                         .step_capacity = steps->list.capacity / sizeof(uriel_step),
                         .text = steps->text.ptr,
                         .text_capacity = steps->text.capacity,
                         .branches = steps->replies ? (uriel_branch *)(void *)steps->branches.ptr : NULL,
                         .branch_capacity = steps->branches.capacity / sizeof(uriel_branch)};
    if (uriel_plan_make(plan, ref, options, error))
      return true;
    if (error->code != URIEL_ERROR_BUFFER_TOO_SMALL)
      return false;
  }
}

void steps_append(struct buffer *out, const char *string)
{
  buffer_append(out, string, strlen(string));
}

void steps_escape(struct buffer *out, uriel_text text, bool lines)
{
  for (size_t at = 0, end; text.ptr && at < text.len; at = end) {
    const char *const feed = lines ? memchr(text.ptr + at, '\n', text.len - at) : NULL;
    end = feed ? (size_t)(feed - text.ptr) + 1 : text.len;
    buffer_append_as(out, ESCAPE_TSV_TERMINAL, text.ptr + at, end - at);
    if (end < text.len)
      buffer_append(out, "\n", 1);
  }
}

/* A step's text, escaped, with **** for its password. If that does not occur literally, all text from
 * the second word to the line's end is secret. */
static void steps_text(const struct steps *steps, const uriel_step *step, bool lines, struct buffer *out)
{
  const uriel_text text = step->text, password = steps->password;
  if (!step->secret || !steps->hide || text.len == 0) {
    steps_escape(out, text, lines);
    return;
  }
  const char *begin = password.len ? memmem(text.ptr, text.len, password.ptr, password.len) : NULL;
  const char *end = begin ? begin + password.len : text.ptr + text.len;
  if (!begin) {
    const char *const space = memchr(text.ptr, ' ', text.len);
    begin = space ? space + 1 : text.ptr;
    while (end > begin && (end[-1] == '\n' || end[-1] == '\r'))
      end--;
  }
  steps_escape(out, (uriel_text){text.ptr, (size_t)(begin - text.ptr)}, lines);
  steps_append(out, "****");
  steps_escape(out, (uriel_text){end, (size_t)(text.ptr + text.len - end)}, lines);
}

/* Adds brackets to an IPv6 address. */
static void steps_host(struct buffer *out, uriel_text host)
{
  const bool brackets = host.ptr && memchr(host.ptr, ':', host.len);
  buffer_append(out, "[", brackets);
  steps_escape(out, host, false);
  buffer_append(out, "]", brackets);
}

void steps_line(const struct steps *steps, struct buffer *out)
{
  char number[16];
  out->len = 0;
  for (size_t i = 0; i < steps->plan.step_count; i++) {
    const uriel_step *const step = &steps->plan.steps[i];
    buffer_append(out, "\t", i > 0);
    steps_append(out, uriel_step_name(step->kind));
    steps_append(out, step->data ? " data" : "");
    if (step->kind == URIEL_STEP_CONNECT) {
      snprintf(number, sizeof number, " %u ", (unsigned)step->port);
      steps_append(out, step->host.ptr ? " " : " -");
      steps_host(out, step->host);
      steps_append(out, step->port ? number : " - ");
      steps_append(out, uriel_transport_name(step->transport));
    } else if (step->text.len > 0) {
      buffer_append(out, " ", 1);
      steps_text(steps, step, false, out);
    }
  }
}

enum { STEPS_COLUMN = 16 };

/* A line on the reply: "lines, status; 331 -> 5, 530 -> credentials". */
static void steps_print_reply(const uriel_step *step, struct buffer *line)
{
  char number[24];
  line->len = 0;
  if (step->form != URIEL_REPLY_NONE) {
    steps_append(line, uriel_reply_form_name(step->form));
    steps_append(line, ", ");
    steps_append(line, uriel_reply_use_name(step->use));
  }
  for (size_t i = 0; i < step->branch_count; i++) {
    const uriel_branch *const branch = &step->branches[i];
    steps_append(line, i == 0 ? "; " : ", ");
    steps_append(line, branch->codes);
    steps_append(line, *branch->reply ? " " : "");
    steps_append(line, branch->reply);
    snprintf(number, sizeof number, " -> %zu", branch->to);
    steps_append(line, branch->action == URIEL_ACTION_STEP ? number : " -> ");
    steps_append(line, branch->action == URIEL_ACTION_STEP ? "" : uriel_action_name(branch->action));
  }
  if (step->fill != URIEL_FILL_NONE) {
    steps_append(line, *step->after ? "then the " : "plan again, with the ");
    steps_append(line, uriel_fill_name(step->fill));
    steps_append(line, *step->after ? " and " : "");
    steps_escape(line, uriel_text_of(step->after), false);
  }
  if (step->bytes.ptr) {
    steps_append(line, "the bytes ");
    steps_escape(line, step->bytes, false);
  }
  if (step->inside)
    steps_append(line, "in the connection that is open");
  if (line->len == 0)
    return;
  output_format(&standard_out, "%*s", STEPS_COLUMN, "");
  colour_put(&standard_out, TONE_DIM, line->ptr, line->len);
  output_char(&standard_out, '\n');
}

/* Each line that is sent is on a line of its own; " or " is between the codes of a reply. */
void steps_print(const struct steps *steps)
{
  enum { NOTE_AFTER = 80 };
  struct output *const out = &standard_out;
  struct buffer scratch = {0};
  for (size_t i = 0; i < steps->plan.step_count + steps->plan.aside_count; i++) {
    const uriel_step *const step = &steps->plan.steps[i];
    const bool connects = step->kind == URIEL_STEP_CONNECT, said = connects || step->text.len > 0;
    const char separator = step->kind == URIEL_STEP_EXPECT ? ' ' : '\n';
    const size_t note = strlen(step->note);
    if (i == steps->plan.step_count)
      output_text(out, "  only after those replies:\n");
    buffer_reserve(&scratch, 1);
    scratch.len = 0;
    output_format(out, "%4zu  %-*s", i + 1, said || step->data || note > 0 ? 10 : 0,
                  uriel_step_name(step->kind));
    if (connects) {
      steps_host(&scratch, step->host);
      colour_put(out, TONE_HOST, scratch.ptr, scratch.len);
      if (step->port)
        output_format(out, " port %u", (unsigned)step->port);
      output_text(out, step->port || scratch.len > 0 ? ", " : "");
      output_text(out, uriel_transport_name(step->transport));
    } else {
      steps_text(steps, step, separator == '\n', &scratch);
      uriel_text rest = {scratch.len > 0 ? scratch.ptr : NULL, scratch.len}, piece;
      while (uriel_list_next(&rest, &piece, separator)) {
        if (piece.ptr > scratch.ptr && separator == ' ')
          output_text(out, " or ");
        else if (piece.ptr > scratch.ptr)
          output_format(out, "\n%*s", STEPS_COLUMN, "");
        colour_put(out, step->kind == URIEL_STEP_SEND ? TONE_STRONG : TONE_PLAIN, piece.ptr, piece.len);
      }
    }
    if (step->data && step->text.len > 0)
      output_text(out, " on the data connection");
    else if (step->data && note == 0)
      output_text(out, "the data connection");
    /* The reply or the reason is in parentheses after the step, or on its own line if that is long. */
    if (said && note > 0 && (note > NOTE_AFTER || memchr(scratch.ptr, '\n', scratch.len)))
      output_format(out, "\n%*s", STEPS_COLUMN - 2, "");
    scratch.len = 0;
    steps_append(&scratch, said && note > 0 ? "  (" : "");
    steps_append(&scratch, step->note);
    steps_append(&scratch, said && note > 0 ? ")" : "");
    colour_put(out, TONE_DIM, scratch.ptr, scratch.len);
    output_char(out, '\n');
    if (steps->replies)
      steps_print_reply(step, &scratch);
  }
  buffer_free(&scratch);
}

static void steps_json_branches(const uriel_step *step, struct json *json)
{
  json_array_begin(json, "branches");
  for (size_t i = 0; i < step->branch_count; i++) {
    const uriel_branch *const branch = &step->branches[i];
    json_object_begin(json, NULL);
    json_string(json, "codes", branch->codes);
    if (*branch->reply)
      json_string(json, "reply", branch->reply);
    json_string(json, "action", uriel_action_name(branch->action));
    if (branch->to)
      json_number(json, "to", branch->to);
    json_object_end(json);
  }
  json_array_end(json);
}

static void steps_json_list(const uriel_step *list, size_t count, const char *key, struct json *json)
{
  json_array_begin(json, key);
  for (size_t i = 0; i < count; i++) {
    const uriel_step *const step = &list[i];
    json_object_begin(json, NULL);
    json_string(json, "do", uriel_step_name(step->kind));
    if (step->kind == URIEL_STEP_CONNECT) {
      json_defined(json, "host", step->host);
      if (step->port)
        json_number(json, "port", step->port);
      json_string(json, "transport", uriel_transport_name(step->transport));
      if (step->inside)
        json_bool(json, "inside", true);
    } else if (step->kind == URIEL_STEP_EXPECT) {
      json_defined(json, "reply", step->text.len > 0 ? step->text : uriel_text_of(NULL));
    } else {
      json_defined(json, "text", step->text);
    }
    if (step->fill != URIEL_FILL_NONE) {
      json_string(json, "fill", uriel_fill_name(step->fill));
      json_string(json, "after", step->after);
    }
    json_defined(json, "bytes", step->bytes);
    if (step->last > 0) {
      json_number(json, "first", step->first);
      json_number(json, "last", step->last);
    }
    if (step->length > 0)
      json_number(json, "length", step->length);
    if (step->form != URIEL_REPLY_NONE) {
      json_string(json, "form", uriel_reply_form_name(step->form));
      json_string(json, "use", uriel_reply_use_name(step->use));
    }
    if (step->branch_count > 0)
      steps_json_branches(step, json);
    if (step->data)
      json_string(json, "channel", "data");
    if (*step->note)
      json_string(json, "note", step->note);
    json_object_end(json);
  }
  json_array_end(json);
}

void steps_json(const struct steps *steps, struct json *json)
{
  const uriel_plan *const plan = &steps->plan;
  steps_json_list(plan->steps, plan->step_count, "steps", json);
  if (plan->aside_count > 0)
    steps_json_list(plan->steps + plan->step_count, plan->aside_count, "aside", json);
}
