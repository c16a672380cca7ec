/* SPDX-License-Identifier: MIT */
/* uriel plan: how a client fetches the resource that a URI identifies. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "stage.h"

/* ---- Options ------------------------------------------------------------------------------------ */

/* Reads --proxy, --news-server or --websocket-key, which the library checks before the URI. --proxy also
 * accepts the form of the variable http_proxy: "http://HOST:PORT/". */
static void plan_option(void *to, struct option_reader *reader)
{
  static const char sample[] = "http://h/", before[] = "http://";
  const size_t len = sizeof before - 1;
  const bool proxy = strcmp(reader->name, "--proxy") == 0;
  const bool key = strcmp(reader->name, "--websocket-key") == 0;
  uriel_plan_options options = {.registry = NULL};
  uriel_plan plan = {.steps = NULL};
  uriel_text text = uriel_text_of(option_line(reader));
  uriel_ref ref;
  uriel_error error;
  if (proxy && text.len > len && strncasecmp(text.ptr, before, len) == 0) {
    text = (uriel_text){text.ptr + len, text.len - len};
    text.len -= text.ptr[text.len - 1] == '/';
  }
  *(key ? &options.websocket_key : proxy ? &options.proxy : &options.news_server) = text;
  uriel_parse(&ref, sample, sizeof sample - 1, NULL);
  if (!uriel_plan_make(&plan, &ref, &options, &error) && error.code != URIEL_ERROR_BUFFER_TOO_SMALL)
    die_usage(reader->command, "option \"%s\" takes %s", reader->name,
              key ? "16 bytes in base64, which are 24 characters (RFC 6455, 4.1)"
                  : "a host, or a host and \":\" and a port");
  *(uriel_text *)to = text;
}

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
  uriel_plan_options options;
  bool show_password, replies;
  uriel_text words;       /* --words, or undefined */
  struct buffer answers;  /* array of uriel_text */
  struct buffer gateways; /* array of uriel_gateway */
  uriel_registry registry;
  struct steps steps;
  struct parts parts;
  struct buffer before; /* the last URI that had a plan */
  uriel_ref before_ref; /* that URI, parsed */
  bool has_before;
  char resume[NUMBER_DIGITS];
};

static void plan_gateway_option(void *to, struct option_reader *reader)
{
  struct plan *const self = to;
  /* Which parts a URI has depends on its scheme: the template must fit one of these. */
  static const char *const samples[] = {"x://h:1/p?q", "urn:example:a"};
  const char *const equals = strchr(reader->value, '=');
  uriel_error error = {.code = URIEL_ERROR_NONE}, other;
  uriel_ref ref;
  bool fits = false;
  if (!equals || equals == reader->value)
    die_usage(reader->command, "option \"%s\" takes SCHEME=TEMPLATE", reader->name);
  const uriel_gateway gateway = {.scheme = {reader->value, (size_t)(equals - reader->value)},
                                 .uri_template = uriel_text_of(equals + 1)};
  const uriel_text text = gateway.uri_template;
  /* RFC 3986, 3.1: a URI must start with a scheme. */
  if (uriel_build(&(uriel_parts){.scheme = gateway.scheme}, NULL, 0, NULL) == URIEL_FAILED)
    die_usage(reader->command, "\"%.*s\" is not a scheme", (int)gateway.scheme.len, gateway.scheme.ptr);
  for (size_t i = 0; !fits && i < sizeof samples / sizeof *samples; i++) {
    uriel_parse(&ref, samples[i], strlen(samples[i]), NULL);
    fits = uriel_template_expand(text.ptr, text.len, &ref, NULL, 0, &other) != URIEL_FAILED;
    if (!fits && error.code != URIEL_ERROR_TEMPLATE)
      error = other;
  }
  if (!fits)
    die_usage(reader->command, "\"%s\": %s", equals + 1, uriel_error_message(error.code));
  buffer_append(&self->gateways, (const char *)&gateway, sizeof gateway);
  self->registry.gateways = (const uriel_gateway *)(const void *)self->gateways.ptr;
  self->registry.gateway_count++;
  self->options.registry = &self->registry;
}

static void plan_answer_option(void *to, struct option_reader *reader)
{
  struct plan *const self = to;
  const uriel_text answer = uriel_text_of(reader->value);
  buffer_append(&self->answers, (const char *)&answer, sizeof answer);
}

static const struct option_spec plan_table[] = {
    {0, "words", "WORDS",
     "plan a search for WORDS: of a gopher index, a WAIS\ndatabase or an http URI (\"?a+b\")",
     OPTION_LINE, OPTION_TO(struct plan, words)},
    {0, "answer", "TEXT", "fill in a Gopher+ form; given once for each line", OPTION_CALL,
     .call = plan_answer_option, .many = true},
    {0, "head", NULL,
     "what the server knows about the object, not the\nobject: HEAD, MLST, \"!\" of Gopher+",
     OPTION_FLAG, OPTION_TO(struct plan, options.head)},
    {0, "gateway", "SCHEME=TEMPLATE",
     "go to TEMPLATE for the URIs of SCHEME: a URI with\n{uri} {scheme} {host} {port} {path} {query}\n"
     "{nid} {nss} filled in, encoded; {+uri} as\nwritten; may be given several times",
     OPTION_CALL, .call = plan_gateway_option, .many = true},
    {0, "proxy", "HOST[:PORT]", "go through this HTTP proxy (port 8080); also as\nhttp://HOST[:PORT]/",
     OPTION_CALL, OPTION_TO(struct plan, options.proxy), .call = plan_option},
    {0, "mail-address", "ADDRESS", "the password of anonymous ftp (anonymous@)", OPTION_LINE,
     OPTION_TO(struct plan, options.mail_address)},
    {0, "news-server", "HOST[:PORT]", "for news without a host (news)", OPTION_CALL,
     OPTION_TO(struct plan, options.news_server), .call = plan_option},
    {0, "local-user", "NAME", "the local user, for rlogin (user)", OPTION_LINE,
     OPTION_TO(struct plan, options.local_user)},
    {0, "terminal", "TYPE/SPEED", "the terminal, for rlogin (xterm/38400)", OPTION_LINE,
     OPTION_TO(struct plan, options.terminal)},
    {0, "websocket-key", "KEY", "16 random bytes in base64, for ws and wss (the\nsample of RFC 6455)",
     OPTION_CALL, OPTION_TO(struct plan, options.websocket_key), .call = plan_option},
    {0, "user-agent", "TEXT", "send this User-Agent (none)", OPTION_LINE,
     OPTION_TO(struct plan, options.user_agent)},
    {0, "replies", NULL,
     "with --long: show where each reply ends, its use, what\nits code leads to; JSON always does",
     OPTION_FLAG, OPTION_TO(struct plan, replies)},
    {0, "show-password", NULL, "show passwords instead of ****; JSON and {input}\nalways have them",
     OPTION_FLAG, OPTION_TO(struct plan, show_password)},
    {0}};

/* Checks each answer in a form. */
static void plan_check_answers(const struct plan *self, const char *command)
{
  static const char form[] = "gopher://h/0%09%09?";
  const uriel_text *const answers = (const uriel_text *)(const void *)self->answers.ptr;
  uriel_ref ref;
  uriel_error error;
  uriel_parse(&ref, form, sizeof form - 1, NULL);
  for (size_t i = 0; i < self->answers.len / sizeof *answers; i++)
    if (uriel_answers_write(&ref, &answers[i], 1, NULL, 0, &error) == URIEL_FAILED)
      die_usage(command, "option \"--answer\": %s",
                error.code == URIEL_ERROR_PART_FORM
                    ? "a line \".\" would end the answers"
                    : "an answer is one line: give the option once for each line");
  if (self->words.ptr && self->answers.len > 0)
    die_usage(command, "--words and --answer exclude each other");
}

/* Checks the header fields of --header, as the library does. */
static enum stage_source plan_ready(void *context, struct lane *lane)
{
  static const char sample[] = "http://h/";
  struct plan *const self = context;
  const struct buffer *const fields = &lane->general->header_fields;
  const char *const command = lane->reader->command;
  const uriel_text *field = (const uriel_text *)(const void *)fields->ptr;
  const uriel_text *const end = field + fields->len / sizeof *field;
  uriel_ref ref;
  uriel_error error;
  self->options.fields = field;
  self->options.field_count = (size_t)(end - field);
  if (lane->general->header && lane->general->form != RENDER_TSV)
    die_usage(command, "--header without a value goes with --tsv");
  plan_check_answers(self, command);
  uriel_parse(&ref, sample, sizeof sample - 1, NULL);
  for (; field < end; field++) {
    const uriel_plan_options options = {.fields = field, .field_count = 1};
    uriel_plan plan = {.steps = NULL};
    uriel_plan_make(&plan, &ref, &options, &error);
    if (error.code == URIEL_ERROR_PART_LINE_BREAK || error.code == URIEL_ERROR_PART_CHARACTER)
      die_usage(command, "option \"--header\": byte %zu of \"%s\" %s", error.offset + 1, field->ptr,
                error.code == URIEL_ERROR_PART_CHARACTER ? "cannot be in a header field"
                                                         : "would end the line of the header field");
    if (error.code == URIEL_ERROR_PART_FORM)
      die_usage(command, "option \"--header\" takes \"NAME: VALUE\", %s",
                error.offset > 0 || field->len == 0 || *field->ptr == ':'
                    ? "with a NAME and a colon"
                    : "for a field that the plan itself does not send");
  }
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

/* Replaces the reference by the URI of the search or of the filled-in form. */
static bool plan_ask(const struct plan *self, struct record *record, uriel_ref *ref)
{
  const uriel_text *const answers = (const uriel_text *)(const void *)self->answers.ptr;
  const size_t count = self->answers.len / sizeof *answers;
  struct buffer *const out = &record->scratch[PLAN_ASKED];
  uriel_error error;
  size_t len = 0;
  if (!self->words.ptr && count == 0)
    return true;
  do {
    buffer_reserve(out, len);
    len = count ? uriel_answers_write(ref, answers, count, out->ptr, out->capacity, &error)
                : uriel_search_write(ref, self->words.ptr, self->words.len, out->ptr, out->capacity,
                                     &error);
  } while (len != URIEL_FAILED && len > out->capacity);
  if (len == URIEL_FAILED)
    return record_blame(record, &error, record->parsed, count ? "no form" : "no search"), false;
  out->len = len;
  record->values[PLAN_TARGET] = buffer_text(out);
  return record_parse(record, ref, buffer_text(out));
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
  if (!plan_ask(self, record, &ref))
    return;
  record->detail = self;
  self->parts.count = 0;
  if (uriel_scheme(&ref).ptr)
    values[PLAN_SCHEME] = scheme_lower(uriel_scheme(&ref), &scratch[PLAN_LOWER]);
  const bool whole = parts_read(&self->parts, &ref, &error);
  self->steps.hide = !self->show_password;
  self->steps.replies = self->replies || record->lane->render.form == RENDER_JSON;
  self->steps.password = whole ? parts_find(&self->parts, "password") : uriel_text_of(NULL);
  self->options.previous = self->has_before ? &self->before_ref : NULL;
  const bool made = steps_make(&self->steps, &ref, &self->options, &error);
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
