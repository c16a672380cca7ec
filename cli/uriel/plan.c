/* SPDX-License-Identifier: MIT */
/* uriel plan: how a client fetches the resource that a URI identifies. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cli/shared/cli.h"
#include "cli/shared/error.h"
#include "rules.h"
#include "stage.h"

/* ---- Steps (also for urn where) ----------------------------------------------------------------- */

bool steps_make(struct steps *steps, const uriel_ref *ref, const uriel_plan_options *options,
                uriel_error *error)
{
  uriel_plan *const plan = &steps->plan;
  size_t step_count = 32;
  size_t text_len = 1024 + 2 * (size_t)ref->length;
  for (;;) {
    buffer_reserve(&steps->list, step_count * sizeof(uriel_step));
    buffer_reserve(&steps->text, text_len);
    *plan = (uriel_plan){.steps = (uriel_step *)(void *)steps->list.ptr,
                         .step_capacity = steps->list.capacity / sizeof(uriel_step),
                         .text = steps->text.ptr,
                         .text_capacity = steps->text.capacity};
    if (uriel_plan_make(plan, ref, options, error))
      return true;
    step_count = plan->step_count;
    text_len = plan->text_len;
    if (error->code != URIEL_ERROR_BUFFER_TOO_SMALL ||
        (step_count <= plan->step_capacity && text_len <= plan->text_capacity))
      return false;
  }
}

void steps_free(struct steps *steps)
{
  buffer_free(&steps->list);
  buffer_free(&steps->text);
}

static void steps_append(struct buffer *out, const char *string)
{
  buffer_append(out, string, strlen(string));
}

/* With `lines`, a line feed after each line except the last stays; otherwise all are escaped. */
static void steps_escape_as(struct buffer *out, uriel_text text, bool lines)
{
  static const char special[] = "\r\n\t\\", letters[] = "rnt\\";
  if (!text.ptr)
    return;
  for (size_t at = 0; at < text.len;) {
    const char *found = NULL;
    size_t end = at;
    while (end < text.len && !(found = memchr(special, text.ptr[end], 4)))
      end++;
    buffer_append_escaped(out, text.ptr + at, end - at);
    at = end + 1;
    if (!found)
      continue;
    const char escape[] = {'\\', letters[found - special]};
    buffer_append(out, escape, sizeof escape);
    buffer_append(out, "\n", lines && *found == '\n' && at < text.len);
  }
}

void steps_escape(struct buffer *out, uriel_text text)
{
  steps_escape_as(out, text, false);
}

/* A step's text, escaped, with **** for its password. If that does not occur literally, all text from
 * the second word to the line's end is secret. */
static void steps_text(const struct steps *steps, const uriel_step *step, bool lines, struct buffer *out)
{
  const uriel_text text = step->text, password = steps->password;
  if (!step->secret || !steps->hide || text.len == 0) {
    steps_escape_as(out, text, lines);
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
  steps_escape_as(out, (uriel_text){text.ptr, (size_t)(begin - text.ptr)}, lines);
  steps_append(out, "****");
  steps_escape_as(out, (uriel_text){end, (size_t)(text.ptr + text.len - end)}, lines);
}

/* Adds brackets to an IPv6 address. */
static void steps_host(struct buffer *out, uriel_text host)
{
  const bool brackets = host.ptr && memchr(host.ptr, ':', host.len);
  buffer_append(out, "[", brackets);
  steps_escape(out, host);
  buffer_append(out, "]", brackets);
}

/* The steps in short form, separated by tabs: "connect h 21 tcp", "send QUIT\r\n". */
static void steps_line(const struct steps *steps, struct buffer *out)
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

enum { STEPS_COLUMN = 16 }; /* the column of a step's text */

/* Prints the server of a connection, or the text: each line that is sent on a line of its own, and
 * between the codes of a reply " or ". */
static void steps_print_text(const struct steps *steps, const uriel_step *step, struct buffer *scratch)
{
  struct output *const out = &standard_out;
  const char separator = step->kind == URIEL_STEP_EXPECT ? ' ' : '\n';
  if (step->kind == URIEL_STEP_CONNECT) {
    steps_host(scratch, step->host);
    colour_put(out, TONE_HOST, scratch->ptr, scratch->len);
    if (step->port)
      output_format(out, " port %u", (unsigned)step->port);
    output_text(out, step->port || scratch->len > 0 ? ", " : "");
    output_text(out, uriel_transport_name(step->transport));
    return;
  }
  steps_text(steps, step, separator == '\n', scratch);
  for (const char *at = scratch->ptr, *const end = at + scratch->len; at < end;) {
    const char *const stop = memchr(at, separator, (size_t)(end - at));
    colour_put(out, step->kind == URIEL_STEP_SEND ? TONE_STRONG : TONE_PLAIN, at,
               (size_t)((stop ? stop : end) - at));
    if (stop && separator == ' ')
      output_text(out, " or ");
    else if (stop)
      output_format(out, "\n%*s", STEPS_COLUMN, "");
    at = stop ? stop + 1 : end;
  }
}

void steps_print(const struct steps *steps)
{
  enum { NOTE_AFTER = 80 };
  struct output *const out = &standard_out;
  struct buffer *const scratch = scratch_of(SCRATCH_STEPS);
  for (size_t i = 0; i < steps->plan.step_count; i++) {
    const uriel_step *const step = &steps->plan.steps[i];
    const bool said = step->kind == URIEL_STEP_CONNECT || step->text.len > 0;
    const size_t note = strlen(step->note);
    buffer_reserve(scratch, 1);
    scratch->len = 0;
    output_format(out, "%4zu  %-*s", i + 1, said || step->data || note > 0 ? 10 : 0,
                  uriel_step_name(step->kind));
    steps_print_text(steps, step, scratch);
    if (step->data && step->text.len > 0)
      output_text(out, " on the data connection");
    else if (step->data && note == 0)
      output_text(out, "the data connection");
    /* The reply or the reason comes in parentheses after the step, or on its own line if that is long.
     */
    if (said && note > 0 && (note > NOTE_AFTER || memchr(scratch->ptr, '\n', scratch->len)))
      output_format(out, "\n%*s", STEPS_COLUMN - 2, "");
    scratch->len = 0;
    steps_append(scratch, said && note > 0 ? "  (" : "");
    steps_append(scratch, step->note);
    steps_append(scratch, said && note > 0 ? ")" : "");
    colour_put(out, TONE_DIM, scratch->ptr, scratch->len);
    output_char(out, '\n');
  }
}

void steps_json(const struct steps *steps, struct json *json)
{
  json_array_begin(json, "steps");
  for (size_t i = 0; i < steps->plan.step_count; i++) {
    const uriel_step *const step = &steps->plan.steps[i];
    json_object_begin(json, NULL);
    json_string(json, "do", uriel_step_name(step->kind));
    if (step->kind == URIEL_STEP_CONNECT) {
      json_defined(json, "host", step->host);
      if (step->port)
        json_number(json, "port", step->port);
      json_string(json, "transport", uriel_transport_name(step->transport));
    } else if (step->kind == URIEL_STEP_EXPECT) {
      json_defined(json, "reply", step->text.len > 0 ? step->text : uriel_text_of(NULL));
    } else {
      json_defined(json, "text", step->text);
    }
    if (step->data)
      json_string(json, "channel", "data");
    if (*step->note)
      json_string(json, "note", step->note);
    json_object_end(json);
  }
  json_array_end(json);
}

/* ---- Options ------------------------------------------------------------------------------------ */

/* Whether the library accepts the options, which it checks before the URI. */
static bool plan_options_fit(const uriel_plan_options *options)
{
  static const char sample[] = "http://h/";
  uriel_ref ref;
  uriel_error error;
  uriel_plan plan = {.steps = NULL};
  uriel_parse(&ref, sample, sizeof sample - 1, NULL);
  return uriel_plan_make(&plan, &ref, options, &error) || error.code == URIEL_ERROR_BUFFER_TOO_SMALL;
}

static void plan_key_option(void *to, struct option_reader *reader)
{
  const uriel_text text = uriel_text_of(option_line(reader));
  if (!plan_options_fit(&(uriel_plan_options){.websocket_key = text}))
    die_usage(reader->command,
              "option \"%s\" takes 16 bytes in base64, which are 24 characters (RFC 6455, 4.1)",
              reader->name);
  *(uriel_text *)to = text;
}

static void plan_check_server(const struct option_reader *reader, const uriel_plan_options *options)
{
  if (!plan_options_fit(options))
    die_usage(reader->command, "option \"%s\" takes a host, or a host and \":\" and a port",
              reader->name);
}

/* Also accepts the form of the variable http_proxy: "http://HOST:PORT/". */
static void plan_proxy_option(void *to, struct option_reader *reader)
{
  static const char before[] = "http://";
  const size_t len = sizeof before - 1;
  uriel_text text = uriel_text_of(option_line(reader));
  if (text.len > len && strncasecmp(text.ptr, before, len) == 0) {
    text = (uriel_text){text.ptr + len, text.len - len};
    text.len -= text.ptr[text.len - 1] == '/';
  }
  plan_check_server(reader, &(uriel_plan_options){.proxy = text});
  *(uriel_text *)to = text;
}

static void plan_news_option(void *to, struct option_reader *reader)
{
  const uriel_text text = uriel_text_of(option_line(reader));
  plan_check_server(reader, &(uriel_plan_options){.news_server = text});
  *(uriel_text *)to = text;
}

/* Whether the template can be filled in for some URI. Which parts a URI has depends on its scheme. */
static bool plan_template_fits(uriel_text uri_template, uriel_error *error)
{
  static const char *const samples[] = {"x://h:1/p?q", "urn:example:a"};
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
    uriel_ref ref;
    uriel_error of_sample;
    if (!uriel_parse(&ref, samples[i], strlen(samples[i]), NULL) ||
        uriel_template_expand(uri_template.ptr, uri_template.len, &ref, NULL, 0, &of_sample) !=
            URIEL_FAILED)
      return true;
    if (error->code != URIEL_ERROR_TEMPLATE)
      *error = of_sample;
  }
  return false;
}

static void plan_gateway_option(void *to, struct option_reader *reader)
{
  const char *const equals = strchr(reader->value, '=');
  uriel_error error = {.code = URIEL_ERROR_NONE};
  if (!equals || equals == reader->value)
    die_usage(reader->command, "option \"%s\" takes SCHEME=TEMPLATE", reader->name);
  const uriel_gateway gateway = {.scheme = {reader->value, (size_t)(equals - reader->value)},
                                 .uri_template = uriel_text_of(equals + 1)};
  /* RFC 3986, 3.1: a URI must start with a scheme. */
  if (uriel_build(&(uriel_parts){.scheme = gateway.scheme}, NULL, 0, NULL) == URIEL_FAILED)
    die_usage(reader->command, "\"%.*s\" is no scheme", (int)gateway.scheme.len, gateway.scheme.ptr);
  if (!plan_template_fits(gateway.uri_template, &error))
    die_usage(reader->command, "\"%s\": %s", equals + 1, uriel_error_message(error.code));
  buffer_append(to, (const char *)&gateway, sizeof gateway);
}

/* ---- Records ------------------------------------------------------------------------------------ */

enum plan_column {
  PLAN_INPUT,
  PLAN_VALID,
  PLAN_SCHEME,
  PLAN_STEPS,
  PLAN_WARNINGS,
  PLAN_GATEWAY,
  PLAN_RESUME,
  PLAN_COLUMNS
};

static const struct column plan_columns[] = {
    [PLAN_INPUT] = {"input", COLUMN_REFERENCE, TONE_PLAIN},
    [PLAN_VALID] = {"valid", COLUMN_VALID, TONE_PLAIN},
    [PLAN_SCHEME] = {"scheme", COLUMN_TEXT, TONE_SCHEME},
    [PLAN_STEPS] = {"steps", COLUMN_TEXT, TONE_PLAIN},
    [PLAN_WARNINGS] = {"warnings", COLUMN_TEXT, TONE_USERINFO},
    [PLAN_GATEWAY] = {"gateway", COLUMN_TEXT, TONE_PLAIN},
    [PLAN_RESUME] = {"resume", COLUMN_TEXT, TONE_PLAIN},
};

struct plan {
  uriel_plan_options options;
  bool show_password;
  struct buffer gateways; /* array of uriel_gateway */
  uriel_registry registry;
  struct steps steps;
  struct parts parts;
  struct buffer before; /* the last URI that had a plan */
  uriel_ref before_ref; /* that URI, parsed */
  bool has_before;

  uriel_ref ref;          /* the record's reference */
  bool read;              /* whether it is valid */
  struct buffer scheme;   /* its scheme, in lower case */
  struct buffer line;     /* the steps */
  struct buffer warnings; /* separated by tabs, which they do not contain */
  struct buffer heading;
  struct buffer gateway;
  struct buffer message; /* of the error, and of the warnings of a reference without a plan */
  char resume[NUMBER_DIGITS];
};

static const struct option_spec plan_table[] = {
    {0, "gateway", "SCHEME=TEMPLATE",
     "go to TEMPLATE for the URIs of SCHEME: a URI with\n{uri} {scheme} {host} {port} {path} {query}\n"
     "{nid} {nss} filled in, encoded; {+uri} as\nwritten; may be given several times",
     OPTION_CALL, OPTION_TO(struct plan, gateways), .call = plan_gateway_option, .many = true},
    {0, "proxy", "HOST[:PORT]", "go through this HTTP proxy (port 8080); also as\nhttp://HOST[:PORT]/",
     OPTION_CALL, OPTION_TO(struct plan, options.proxy), .call = plan_proxy_option},
    {0, "mail-address", "ADDRESS", "the password of anonymous ftp (anonymous@)", OPTION_LINE,
     OPTION_TO(struct plan, options.mail_address)},
    {0, "news-server", "HOST[:PORT]", "for news without a host (news)", OPTION_CALL,
     OPTION_TO(struct plan, options.news_server), .call = plan_news_option},
    {0, "local-user", "NAME", "who asks, for rlogin (user)", OPTION_LINE,
     OPTION_TO(struct plan, options.local_user)},
    {0, "terminal", "TYPE/SPEED", "which one, for rlogin (xterm/38400)", OPTION_LINE,
     OPTION_TO(struct plan, options.terminal)},
    {0, "websocket-key", "KEY", "16 random bytes in base64, for ws and wss (the\nsample of RFC 6455)",
     OPTION_CALL, OPTION_TO(struct plan, options.websocket_key), .call = plan_key_option},
    {0, "user-agent", "TEXT", "send this User-Agent (none)", OPTION_LINE,
     OPTION_TO(struct plan, options.user_agent)},
    {0, "show-password", NULL, "show passwords instead of ****; JSON and {input}\nalways have them",
     OPTION_FLAG, OPTION_TO(struct plan, show_password)},
    {0}};

static enum stage_source plan_ready(void *context, const struct option_reader *reader, struct lane *lane)
{
  struct plan *const self = context;
  (void)reader;
  (void)lane;
  self->registry.gateways = (const uriel_gateway *)(const void *)self->gateways.ptr;
  self->registry.gateway_count = self->gateways.len / sizeof(uriel_gateway);
  self->options.registry = &self->registry;
  return SOURCE_OPERANDS;
}

/* Writes the warnings: "low port: ...". An invalid host can have some, too. */
static void plan_warnings(struct plan *self)
{
  struct buffer *const out = &self->warnings, *const message = &self->message;
  out->len = 0;
  for (unsigned left = self->steps.plan.warnings; left; left &= left - 1) {
    const uriel_warning warning = (uriel_warning)(left & (0U - left));
    size_t need;
    do
      need = uriel_warning_describe(warning, &self->ref, message->ptr, message->capacity);
    while (buffer_short(message, need));
    buffer_append(out, "\t", out->len > 0);
    steps_append(out, uriel_warning_name(warning));
    steps_append(out, ": ");
    buffer_append(out, message->ptr, message->len);
  }
}

/* The list of warnings, for uriel_list_next. */
static uriel_text plan_warning_list(const struct plan *self)
{
  return self->warnings.len > 0 ? buffer_text(&self->warnings) : uriel_text_of(NULL);
}

static void plan_blame(struct plan *self, struct record *record, const uriel_error *error)
{
  const uriel_gateway *const gateway = self->steps.plan.gateway;
  const bool of_template = gateway && error->code == URIEL_ERROR_TEMPLATE;
  const char *const code = uriel_error_name(error->code);
  uriel_text warnings = plan_warning_list(self);
  uriel_text warning;
  record_blame(record, error,
               of_template ? gateway->uri_template : (uriel_text){self->ref.text, self->ref.length});
  record->error.what = "no plan";
  if (!warnings.ptr)
    return;
  error_message(&record->error, &self->message);
  while (uriel_list_next(&warnings, '\t', &warning)) {
    steps_append(&self->message, "; warning: ");
    buffer_append(&self->message, warning.ptr, warning.len);
  }
  buffer_append(&self->message, "", 1);
  record->error.code = code;
  record->error.message = self->message.ptr;
}

static void plan_values(struct plan *self, struct record *record)
{
  const uriel_plan *const plan = &self->steps.plan;
  struct excerpt_marks marks = {0};
  steps_line(&self->steps, &self->line);
  record->values[PLAN_STEPS] = buffer_text(&self->line);
  record->values[PLAN_WARNINGS] = plan_warning_list(self);
  if (plan->resume_step)
    record->values[PLAN_RESUME] = number_text(self->resume, plan->resume_step);
  if (plan->gateway)
    record->values[PLAN_GATEWAY] = plan->gateway->uri_template;
  if (self->show_password)
    return;
  if (plan->gateway)
    record->values[PLAN_GATEWAY] =
        excerpt_hide_password(plan->gateway->uri_template, URIEL_REFERENCE, &marks, &self->gateway);
  record->heading =
      excerpt_hide_password(record->values[PLAN_INPUT], URIEL_REFERENCE, &marks, &self->heading);
}

static void plan_each(void *context, struct record *record)
{
  struct plan *const self = context;
  uriel_error error;
  record->detail = self;
  self->parts.count = 0;
  self->read = record_parse(record, &self->ref, record->input);
  if (!self->read)
    return;
  if (uriel_scheme(&self->ref).ptr)
    record->values[PLAN_SCHEME] = scheme_lower(uriel_scheme(&self->ref), &self->scheme);
  const bool whole = parts_read(&self->parts, &self->ref, &error);
  self->steps.hide = !self->show_password;
  self->steps.password = whole ? parts_find(&self->parts, "password") : uriel_text_of(NULL);
  self->options.previous = self->has_before ? &self->before_ref : NULL;
  const bool made = steps_make(&self->steps, &self->ref, &self->options, &error);
  plan_warnings(self);
  if (!made) {
    plan_blame(self, record, &error);
    return;
  }
  plan_values(self, record);
  /* The next record's plan can resume on this one's open connection. */
  self->before.len = 0;
  buffer_append(&self->before, record->input.ptr, record->input.len);
  self->has_before =
      reading_parse(&record->reading, &self->before_ref, buffer_text(&self->before), NULL);
}

static void plan_json(const struct record *record, struct json *json)
{
  const struct plan *const self = record->detail;
  if (!self || !self->read)
    return;
  uriel_text warnings = plan_warning_list(self);
  uriel_text warning;
  json_defined(json, "scheme", record->values[PLAN_SCHEME]);
  if (self->parts.count > 0 || (!record_is_invalid(record) && parts_are_known(self->parts.scheme)))
    parts_json(&self->parts, json);
  if (!record_is_invalid(record))
    steps_json(&self->steps, json);
  if (!record_is_invalid(record) || warnings.ptr) {
    json_array_begin(json, "warnings");
    while (uriel_list_next(&warnings, '\t', &warning))
      json_text(json, NULL, warning.ptr, warning.len);
    json_array_end(json);
  }
  if (record->values[PLAN_GATEWAY].ptr)
    json_defined(json, "gateway", self->steps.plan.gateway->uri_template);
  if (record->values[PLAN_RESUME].ptr)
    json_number(json, "resume", self->steps.plan.resume_step);
}

static void plan_block(const struct record *record)
{
  static const char through[] = "  through the gateway ", before[] = "  warning: ";
  const struct plan *const self = record->detail;
  struct output *const out = &standard_out;
  const uriel_text gateway = record->values[PLAN_GATEWAY];
  uriel_text warnings = plan_warning_list(self);
  uriel_text warning;
  if (gateway.ptr) {
    colour_put(out, TONE_DIM, through, strlen(through));
    output_foreign(out, gateway.ptr, gateway.len);
    output_char(out, '\n');
  }
  steps_print(&self->steps);
  while (uriel_list_next(&warnings, '\t', &warning)) {
    colour_put(out, TONE_USERINFO, before, strlen(before));
    output_foreign(out, warning.ptr, warning.len);
    output_char(out, '\n');
  }
  if (self->steps.plan.resume_step)
    output_format(out, "  with the connection of the URI before still open: go on at step %zu\n",
                  self->steps.plan.resume_step);
}

/* Everything is escaped for a terminal except the line's own tabs. */
static void plan_line(const struct record *record)
{
  const struct plan *const self = record->detail;
  uriel_text warnings = plan_warning_list(self);
  uriel_text warning;
  output_put(&standard_out, self->line.ptr, self->line.len);
  while (uriel_list_next(&warnings, '\t', &warning)) {
    output_text(&standard_out, "\twarning: ");
    output_put(&standard_out, warning.ptr, warning.len);
  }
}

static const struct schema plan_schema = {.columns = plan_columns,
                                          .count = PLAN_COLUMNS,
                                          .plain = PLAN_STEPS,
                                          .has_keys = true,
                                          .json = plan_json,
                                          .block = plan_block,
                                          .line = plan_line};

static const struct stage plan_stage = {
    .help =
        {
            .usage = "plan [OPTION...] [URI...]",
            .about = "Shows how a client would fetch the resource of each operand, or of each line\n"
                     "of standard input: the server, the commands and the bytes. It contacts\n"
                     "nothing. CR, LF and TAB appear as \\r \\n \\t, a backslash as \\\\, other\n"
                     "control characters as \\xNN. Warnings come last. A URI without a plan counts as\n"
                     "invalid; its error says why, and includes the warnings if the host is the\n"
                     "reason.\n\n"
                     "A terminal gets numbered steps; otherwise a record is one line, with the steps\n"
                     "separated by tabs. If the connection of the previous URI can be used again, the\n"
                     "plan names the step to continue with.\n\n"
                     "Keys: input valid scheme steps warnings gateway resume, and those of an error\n"
                     "(see uriel help check). JSON: input scheme parts steps[do ...] warnings gateway\n"
                     "resume error.",
            .examples = "uriel plan --long ftp://ftp.example.com/pub/README\n"
                        "uriel plan --json 'gopher://gopher.example.com/0/about.txt'\n"
                        "uriel plan --gateway 'wais=http://gw.example/{uri}' wais://h/db\n"
                        "uriel plan --proxy proxy.example:3128 http://example.com/",
        },
    .schema = &plan_schema,
    .options = plan_table,
    .spec = SPEC_FULL,
    .ready = plan_ready,
    .texts = true,
    .each = plan_each,
};

int cmd_plan(int argc, char **argv)
{
  struct plan self = {0};
  const int status = stage_run(&plan_stage, &self, argc, argv);
  struct buffer *const buffers[] = {&self.before,  &self.scheme,  &self.line,    &self.warnings,
                                    &self.heading, &self.gateway, &self.message, &self.gateways};
  for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
    buffer_free(buffers[i]);
  steps_free(&self.steps);
  parts_free(&self.parts);
  return status;
}
