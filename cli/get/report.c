/* SPDX-License-Identifier: MIT */
/* The outcome of a URI: a message, or a record of JSON. */
#include <string.h>

#include "cli/shared/error.h"
#include "get.h"

static const char *const report_statuses[] = {[GET_DONE] = "done",
                                              [GET_ABSENT] = "absent",
                                              [GET_REFUSED] = "refused",
                                              [GET_FAILED] = "failed",
                                              [GET_REPORTED] = "reported"};

static const char *const report_cached[] = {
    [CACHED_HIT] = "hit", [CACHED_VALIDATED] = "validated", [CACHED_STORED] = "stored"};

static void report_step(const struct get_result *result, const struct get_step *step, struct json *json)
{
  const uriel_text text = {step->has_text ? result->texts.ptr + step->text : NULL, step->text_len};
  const bool connects = step->kind == URIEL_STEP_CONNECT;
  json_object_begin(json, NULL);
  json_string(json, "do",
              step->cached     ? "cache"
              : step->resolves ? "resolve"
                               : uriel_step_name(step->kind));
  if (step->cached)
    json_string(json, "result", report_cached[step->cached]);
  if (step->data)
    json_string(json, "channel", "data");
  json_defined(json, connects || step->resolves ? "host" : "text", text);
  if (connects && step->port)
    json_number(json, "port", step->port);
  if (*step->code)
    json_string(json, "reply", step->code);
  if (step->bytes)
    json_number(json, "bytes", step->bytes);
  json_real(json, "seconds", step->seconds);
  if (step->is_cut)
    json_bool(json, "incomplete", true);
  json_object_end(json);
}

uriel_text get_hide(struct get_command *self, uriel_text uri)
{
  struct excerpt_marks marks = {0};
  return excerpt_hide_password(uri, URIEL_REFERENCE, &marks, &self->scratch);
}

static void report_json(struct get_command *self, const struct record_error *error)
{
  const struct get_result *const result = &self->result;
  const bool good = !error && result->failure.status == GET_DONE;
  struct json json = {.out = &standard_out};
  json_object_begin(&json, NULL);
  const uriel_text input = get_hide(self, self->input);
  json_text(&json, "input", input.ptr, input.len);
  if (!error)
    json_defined(&json, "target", get_hide(self, buffer_defined(&result->target)));
  json_string(&json, "status", error ? "invalid" : report_statuses[result->failure.status]);
  if (!error && !good)
    json_string(&json, "reason", result->failure.message);
  if (good) {
    uint8_t digest[32];
    char digits[64];
    json_defined(&json, "media_type", buffer_defined(&result->media_type));
    json_number(&json, "length", result->length);
    uriel_digest_end(&self->digest, digest);
    for (size_t i = 0; i < sizeof digest; i++)
      hex_write(digits + 2 * i, digest[i]);
    json_text(&json, "sha256", digits, sizeof digits);
    if (self->output || self->folder)
      json_string(&json, "file", self->path.ptr);
  }
  if (!error) {
    json_array_begin(&json, "steps");
    for (size_t i = 0; i < ARRAY_COUNT(struct get_step, result->steps); i++)
      report_step(result, &ARRAY_OF(struct get_step, result->steps)[i], &json);
    json_array_end(&json);
  }
  if (error)
    render_json_error(&json, "error", error);
  json_object_end(&json);
  output_char(&standard_out, '\n');
}

void get_report(struct get_command *self, const struct record_error *error)
{
  static const int statuses[] = {[GET_DONE] = STATUS_OK,
                                 [GET_ABSENT] = STATUS_ABSENT,
                                 [GET_REFUSED] = STATUS_REFUSED,
                                 [GET_FAILED] = STATUS_IO,
                                 [GET_REPORTED] = STATUS_INVALID};
  const struct get_result *const result = &self->result;
  const int status = error ? STATUS_INVALID : statuses[result->failure.status];
  self->status = status > self->status ? status : self->status;
  if (self->general.form == RENDER_JSON)
    report_json(self, error);
  const bool prints = self->general.form != RENDER_JSON && !self->general.silent;
  if (error && prints) {
    char digits[NUMBER_DIGITS + 1];
    const uriel_text number = number_text(digits, self->number);
    digits[NUMBER_DIGITS] = '\0';
    error_print(number.ptr, error);
  } else if (status && prints) {
    uriel_text shown = get_hide(self, self->input);
    message("%.*s: %s", (int)shown.len, shown.ptr, result->failure.message);
    shown = get_hide(self, buffer_text(&result->target));
    if (result->redirects)
      message("note: the server redirected to %.*s", (int)shown.len, shown.ptr);
  }
}
