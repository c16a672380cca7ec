/* SPDX-License-Identifier: MIT */
/* uriel plan: how a client fetches the resource that a URI identifies. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cli/shared/cli.h"
#include "cli/shared/error.h"
#include "reader/unicode.h"
#include "stage.h"
#include "steps.h"
#include "uriel_scheme.h"

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

/* Zero-initialise for no options. */
struct plan_options {
  uriel_plan_options plan;
  bool show_password;
  uriel_registry registry;
  struct buffer gateways; /* array of uriel_gateway */
};

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

/* RFC 3986, 3.1: a URI must start with a scheme. */
static bool plan_scheme_fits(uriel_text scheme)
{
  struct buffer uri = {0};
  uriel_ref ref;
  buffer_append(&uri, scheme.ptr, scheme.len);
  buffer_append(&uri, ":", 1);
  const bool fits = uriel_parse(&ref, uri.ptr, uri.len, NULL) && uriel_scheme(&ref).len == scheme.len;
  buffer_free(&uri);
  return fits;
}

static void plan_gateway_option(void *to, struct option_reader *reader)
{
  const char *const equals = strchr(reader->value, '=');
  uriel_error error = {.code = URIEL_ERROR_NONE};
  if (!equals || equals == reader->value)
    die_usage(reader->command, "option \"%s\" takes SCHEME=TEMPLATE", reader->name);
  const uriel_gateway gateway = {.scheme = {reader->value, (size_t)(equals - reader->value)},
                                 .uri_template = uriel_text_of(equals + 1)};
  if (!plan_scheme_fits(gateway.scheme))
    die_usage(reader->command, "\"%.*s\" is no scheme", (int)gateway.scheme.len, gateway.scheme.ptr);
  if (!plan_template_fits(gateway.uri_template, &error))
    die_usage(reader->command, "\"%s\": %s", equals + 1, uriel_error_message(error.code));
  buffer_append(to, (const char *)&gateway, sizeof gateway);
}

struct plan {
  struct plan_options options;
  struct steps steps;
  struct parts parts;
  struct buffer before; /* the last URI that had a plan */
  uriel_ref before_ref; /* that URI, parsed */
  bool has_before;

  uriel_ref ref;        /* the record's reference */
  bool read;            /* whether it is valid */
  struct buffer scheme; /* its scheme, in lower case */
  struct buffer line;   /* the text of its columns */
  struct buffer warnings;
  struct buffer plain;
  struct buffer heading;
  struct buffer gateway;
  struct buffer message; /* of the error, and of the warnings of a reference without a plan */
  char resume[24];
};

static const struct option_spec plan_table[] = {
    {0, "gateway", "SCHEME=TEMPLATE",
     "go to TEMPLATE for the URIs of SCHEME: a URI with\n{uri} {scheme} {host} {port} {path} {query}\n"
     "{nid} {nss} filled in, encoded; {+uri} as\nwritten; may be given several times",
     OPTION_CALL, OPTION_TO(struct plan, options.gateways), .call = plan_gateway_option, .many = true},
    {0, "proxy", "HOST[:PORT]", "go through this HTTP proxy (port 8080); also as\nhttp://HOST[:PORT]/",
     OPTION_CALL, OPTION_TO(struct plan, options.plan.proxy), .call = plan_proxy_option},
    {0, "mail-address", "ADDRESS", "the password of anonymous ftp (anonymous@)", OPTION_LINE,
     OPTION_TO(struct plan, options.plan.mail_address)},
    {0, "news-server", "HOST[:PORT]", "for news without a host (news)", OPTION_CALL,
     OPTION_TO(struct plan, options.plan.news_server), .call = plan_news_option},
    {0, "local-user", "NAME", "who asks, for rlogin (user)", OPTION_LINE,
     OPTION_TO(struct plan, options.plan.local_user)},
    {0, "terminal", "TYPE/SPEED", "which one, for rlogin (xterm/38400)", OPTION_LINE,
     OPTION_TO(struct plan, options.plan.terminal)},
    {0, "websocket-key", "KEY", "16 random bytes in base64, for ws and wss (the\nsample of RFC 6455)",
     OPTION_CALL, OPTION_TO(struct plan, options.plan.websocket_key), .call = plan_key_option},
    {0, "user-agent", "TEXT", "send this User-Agent (none)", OPTION_LINE,
     OPTION_TO(struct plan, options.plan.user_agent)},
    {0, "show-password", NULL, "show passwords instead of ****; JSON and {input}\nalways have them",
     OPTION_FLAG, OPTION_TO(struct plan, options.show_password)},
    {0}};

static void plan_append(struct buffer *out, const char *string)
{
  buffer_append(out, string, strlen(string));
}

static enum stage_source plan_ready(void *context, const struct option_reader *reader, struct lane *lane)
{
  struct plan *const self = context;
  (void)reader;
  (void)lane;
  struct plan_options *const options = &self->options;
  options->registry.gateways = (const uriel_gateway *)(const void *)options->gateways.ptr;
  options->registry.gateway_count = options->gateways.len / sizeof(uriel_gateway);
  options->plan.registry = &options->registry;
  return SOURCE_OPERANDS;
}

/* Remembers the URI: the next record's plan can resume on its open connection. */
static void plan_remember(struct plan *self, const struct record *record, uriel_text text)
{
  self->before.len = 0;
  buffer_append(&self->before, text.ptr, text.len);
  self->has_before = reading_parse(&record->reading, &self->before_ref,
                                   (uriel_text){self->before.ptr, self->before.len}, NULL);
}

static void plan_scheme(struct plan *self, struct record *record)
{
  const uriel_text scheme = uriel_scheme(&self->ref);
  self->scheme.len = 0;
  if (!scheme.ptr)
    return;
  for (size_t i = 0; i < scheme.len; i++) {
    const char lower = ascii_lower(scheme.ptr[i]);
    buffer_append(&self->scheme, &lower, 1);
  }
  record->values[PLAN_SCHEME] = (uriel_text){self->scheme.ptr, self->scheme.len};
}

static void plan_warnings(struct plan *self, struct record *record)
{
  uriel_text text;
  self->warnings.len = 0;
  for (unsigned bit = 0; steps_warning(&self->steps, &self->ref, &bit, &text);) {
    plan_append(&self->warnings, self->warnings.len > 0 ? "\t" : "");
    buffer_append(&self->warnings, text.ptr, text.len);
    plan_append(&self->plain, "\twarning: ");
    buffer_append(&self->plain, text.ptr, text.len);
  }
  if (self->warnings.len > 0)
    record->values[PLAN_WARNINGS] = (uriel_text){self->warnings.ptr, self->warnings.len};
}

/* Returns the template without its password. */
static uriel_text plan_gateway_shown(struct plan *self)
{
  struct excerpt_marks marks = {0};
  const uriel_text whole = self->steps.plan.gateway->uri_template;
  return self->options.show_password
             ? whole
             : excerpt_hide_password(whole, URIEL_REFERENCE, &marks, &self->gateway);
}

static void plan_values(struct plan *self, struct record *record)
{
  const uriel_plan *const plan = &self->steps.plan;
  steps_line(&self->steps, &self->line);
  record->values[PLAN_STEPS] = (uriel_text){self->line.ptr, self->line.len};
  self->plain.len = 0;
  buffer_append(&self->plain, self->line.ptr, self->line.len);
  plan_warnings(self, record);
  if (plan->gateway)
    record->values[PLAN_GATEWAY] = plan_gateway_shown(self);
  if (plan->resume_step) {
    snprintf(self->resume, sizeof self->resume, "%zu", plan->resume_step);
    record->values[PLAN_RESUME] = uriel_text_of(self->resume);
  }
  if (!self->options.show_password) {
    struct excerpt_marks marks = {0};
    record->heading =
        excerpt_hide_password(record->values[PLAN_INPUT], URIEL_REFERENCE, &marks, &self->heading);
  }
}

/* Adds the warnings that an invalid host also gives. */
static void plan_blame_more(struct plan *self, struct record *record)
{
  uriel_text text;
  error_message(&record->error, &self->message);
  for (unsigned bit = 0; steps_warning(&self->steps, &self->ref, &bit, &text);) {
    plan_append(&self->message, "; warning: ");
    buffer_append(&self->message, text.ptr, text.len);
  }
  buffer_append(&self->message, "", 1);
  record->error.code = uriel_error_name(record->error.error.code);
  record->error.message = self->message.ptr;
}

static void plan_blame(struct plan *self, struct record *record, const uriel_error *error)
{
  uriel_text text = {self->ref.text, self->ref.length};
  if (error->code == URIEL_ERROR_TEMPLATE)
    text = self->steps.plan.gateway->uri_template;
  record_blame(record, error, text);
  record->error.what = "no plan";
  if (self->steps.plan.warnings)
    plan_blame_more(self, record);
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
  plan_scheme(self, record);
  const bool whole = parts_read(&self->parts, &self->ref, &error);
  self->steps.hide = !self->options.show_password;
  self->steps.password = whole ? parts_find(&self->parts, "password") : uriel_text_of(NULL);
  self->options.plan.previous = self->has_before ? &self->before_ref : NULL;
  if (!steps_make(&self->steps, &self->ref, &self->options.plan, &error)) {
    plan_blame(self, record, &error);
    return;
  }
  plan_values(self, record);
  plan_remember(self, record, record->input);
}

static void plan_json_warnings(const struct plan *self, struct json *json)
{
  uriel_text text;
  json_array_begin(json, "warnings");
  for (unsigned bit = 0; steps_warning(&self->steps, &self->ref, &bit, &text);)
    json_text(json, NULL, text.ptr, text.len);
  json_array_end(json);
}

static void plan_json(const struct record *record, struct json *json)
{
  const struct plan *const self = record->detail;
  if (!self || !self->read)
    return;
  if (record->values[PLAN_SCHEME].ptr)
    json_text(json, "scheme", self->scheme.ptr, self->scheme.len);
  if (self->parts.count > 0 || (!record_is_invalid(record) && parts_are_known(self->parts.scheme)))
    parts_json(&self->parts, json);
  if (record_is_invalid(record) && self->steps.plan.warnings)
    plan_json_warnings(self, json);
  if (record_is_invalid(record))
    return;
  steps_json(&self->steps, json);
  plan_json_warnings(self, json);
  if (record->values[PLAN_GATEWAY].ptr)
    json_text(json, "gateway", self->steps.plan.gateway->uri_template.ptr,
              self->steps.plan.gateway->uri_template.len);
  if (self->steps.plan.resume_step)
    json_number(json, "resume", self->steps.plan.resume_step);
}

static void plan_block(const struct record *record)
{
  const struct plan *const self = record->detail;
  const uriel_text gateway = record->values[PLAN_GATEWAY];
  uriel_text text;
  if (gateway.ptr) {
    colour_put(&standard_out, TONE_DIM, "  through the gateway ", strlen("  through the gateway "));
    output_foreign(&standard_out, gateway.ptr, gateway.len);
    output_char(&standard_out, '\n');
  }
  steps_print(&self->steps);
  for (unsigned bit = 0; steps_warning(&self->steps, &self->ref, &bit, &text);) {
    colour_put(&standard_out, TONE_USERINFO, "  warning: ", strlen("  warning: "));
    output_foreign(&standard_out, text.ptr, text.len);
    output_char(&standard_out, '\n');
  }
  if (self->steps.plan.resume_step)
    output_format(&standard_out,
                  "  with the connection of the URI before still open: go on at step %zu\n",
                  self->steps.plan.resume_step);
}

/* Prints a line, escaped for a terminal except its own tabs. */
static void plan_line(const struct record *record)
{
  const struct plan *const self = record->detail;
  output_put(&standard_out, self->plain.ptr, self->plain.len);
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
  struct buffer *const buffers[] = {&self.before, &self.scheme,  &self.line,    &self.warnings,
                                    &self.plain,  &self.heading, &self.gateway, &self.message};
  for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
    buffer_free(buffers[i]);
  buffer_free(&self.options.gateways);
  steps_free(&self.steps);
  parts_free(&self.parts);
  return status;
}
