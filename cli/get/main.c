/* SPDX-License-Identifier: MIT */
/* uriel get: retrieves what URIs identify. */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/file_out.h"
#include "cli/get/get.h"
#include "cli/shared/error.h"
#include "cli/uriel/stage.h"

enum { GET_MOST_SECONDS = 1000000, GET_MOST_REDIRECTS = 1000 };

/* Removes an unfinished file. */
static void get_end(int number)
{
  file_out_abandon();
  (void)signal(number, SIG_DFL);
  (void)raise(number);
}

static const struct option_spec get_options_table[] = {
    {'o', "output", "FILE", "write to FILE, which changes only if all of it is\nreceived", OPTION_STRING,
     OPTION_TO(struct get_command, output), .excludes = GET_GROUP_OUTPUT},
    {0, "output-dir", "DIR", "write to files in DIR, named after the URIs; no file\nthere is replaced",
     OPTION_STRING, OPTION_TO(struct get_command, folder), .excludes = GET_GROUP_OUTPUT},
    {0, "max-size", "BYTES", "refuse larger objects; default: 1G", OPTION_SIZE,
     OPTION_TO(struct get_command, max_size), .low = 0, .high = SIZE_MAX / 2},
    {0, "timeout", "SECONDS", "for each URI with its redirects; default: 300", OPTION_NUMBER,
     OPTION_TO(struct get_command, seconds), .low = 1, .high = GET_MOST_SECONDS},
    {0, "connect-timeout", "SECONDS", "for each connection, with the look-up of its name;\ndefault: 10",
     OPTION_NUMBER, OPTION_TO(struct get_command, connect_seconds), .low = 1, .high = GET_MOST_SECONDS},
    {0, "max-redirects", "N", "follow at most N redirects; default: 10", OPTION_NUMBER,
     OPTION_TO(struct get_command, max_redirects), .low = 0, .high = GET_MOST_REDIRECTS},
    {0, "policy", "FILE",
     "rules of uriel guard for URIs that you did not name,\nafter its default policy; \"-\" is standard "
     "input",
     OPTION_CALL, OPTION_TO(struct get_command, policy), .call = policy_add, .many = true},
    REQUEST_OPTIONS(struct get_command),
    {0, "messages", "PATH",
     "find the messages of mid and cid in PATH: a message,\na mailbox, or a folder such as a Maildir",
     OPTION_STRING, OPTION_TO(struct get_command, messages)},
    {0, "ca-file", "FILE", "trust the certificate authorities of FILE instead of\nthe system's",
     OPTION_STRING, OPTION_TO(struct get_command, ca_file)},
    {0, "dns", "ADDRESS:PORT", "look up names only at this server", OPTION_STRING,
     OPTION_TO(struct get_command, dns)},
    {0, "dry-run", NULL, "print the plans, as uriel plan does, and contact\nnothing", OPTION_FLAG,
     OPTION_TO(struct get_command, dry_run), .excludes = GET_GROUP_OUTPUT},
    {0}};

/* ---- Operands ------------------------------------------------------------------------------------ */

/* Returns the URI of an operand: without "<", ">" and "URL:", with a note. */
static uriel_text get_trim(struct get_command *self, uriel_text text)
{
  const struct reading trims = {.trims = true};
  uriel_text uri = reading_trim(&trims, text);
  if (uri.len > 4 && strncasecmp(uri.ptr, "URL:", 4) == 0)
    uri = (uriel_text){uri.ptr + 4, uri.len - 4};
  if (uri.len != text.len && !self->general.silent) {
    const uriel_text shown = get_hide(self, uri);
    message("note: an operand is read as \"%.*s\"", (int)shown.len, shown.ptr);
  }
  return uri;
}

static void get_one(struct get_command *self, uriel_text text)
{
  struct record record = {.reading = self->general.reading};
  struct get_result *const result = &self->result;
  uriel_error error = {.code = URIEL_ERROR_NONE};
  uriel_ref ref;
  const uriel_text uri = get_trim(self, text);
  result->target.len = result->steps.len = result->media_type.len = 0;
  result->failure.status = GET_DONE;
  result->redirects = 0;
  self->input = text;
  self->number++;
  bool valid = record_parse(&record, &ref, uri);
  record.parsed = uri;
  if (valid && request_asks(&self->request)) {
    valid = request_ask(&self->request, &record, &ref, &self->asked);
    if (valid && !self->general.silent) {
      const uriel_text shown = get_hide(self, (uriel_text){ref.text, ref.length});
      message("note: the URI of this request is %.*s", (int)shown.len, shown.ptr);
    }
  }
  if (valid && !uriel_scheme(&ref).ptr) {
    error = (uriel_error){.code = URIEL_ERROR_PLAN_BASE, .component = URIEL_REFERENCE};
    valid = get_plan(self->get, &ref, &error) || record_blame(&record, &error, uri, "no plan");
  }
  if (valid && save_begin(self, &ref)) {
    const bool good = get_fetch(self->get, &ref, result, &error);
    if (!good && result->failure.status == GET_DONE)
      valid = record_blame(&record, &error, uri, "no plan");
    save_end(self, good);
  }
  progress_clear(&self->progress);
  get_report(self, valid ? NULL : &record.error);
}

/* Splits standard input and files into lines. */
static void get_visit(void *context, const char *path)
{
  get_one(context, uriel_text_of(path));
}

/* ---- The options of a plan, for --dry-run -------------------------------------------------------- */

/* Appends an argument, a buffer, unless the value is undefined. */
static void get_push(struct buffer *arguments, const char *name, uriel_text value)
{
  struct buffer text = {0};
  if (!value.ptr)
    return;
  buffer_append(&text, name, strlen(name));
  buffer_append(&text, value.ptr, value.len);
  buffer_append(&text, "", 1);
  buffer_append(arguments, &text, sizeof text);
}

/* Runs `uriel plan` with the same operands. */
static int get_dry_run(struct get_command *self, const struct option_reader *reader)
{
  const uriel_plan_options *const plan = &self->request.plan;
  const struct request *const request = &self->request;
  const struct buffer *const fields = &self->general.header_fields;
  const uriel_text flag = uriel_text_of("");
  struct buffer arguments = {0};
  get_push(&arguments, "plan", flag);
  get_push(&arguments, "--words=", request->words);
  get_push(&arguments, "--proxy=", plan->proxy);
  get_push(&arguments, "--mail-address=", plan->mail_address);
  get_push(&arguments, "--news-server=", plan->news_server);
  get_push(&arguments, "--local-user=", plan->local_user);
  get_push(&arguments, "--terminal=", plan->terminal);
  get_push(&arguments, "--user-agent=", plan->user_agent);
  for (size_t i = 0; i < ARRAY_COUNT(uriel_text, request->answers); i++)
    get_push(&arguments, "--answer=", ARRAY_OF(uriel_text, request->answers)[i]);
  for (size_t i = 0; i < ARRAY_COUNT(uriel_gateway, request->gateways); i++)
    get_push(&arguments,
             "--gateway=", uriel_text_of(ARRAY_OF(uriel_gateway, request->gateways)[i].scheme.ptr));
  for (size_t i = 0; i < ARRAY_COUNT(uriel_text, *fields); i++)
    get_push(&arguments, "--header=", ARRAY_OF(uriel_text, *fields)[i]);
  if (plan->head)
    get_push(&arguments, "--head", flag);
  if (self->general.form == RENDER_JSON)
    get_push(&arguments, "--json", flag);
  if (self->general.reading.guess)
    get_push(&arguments, self->general.reading.guess_is_usual ? "--guess-scheme" : "--guess-scheme=",
             self->general.reading.guess_is_usual ? flag : uriel_text_of(self->general.reading.guess));
  for (size_t i = 0; i < reader->file_count; i++)
    get_push(&arguments, "--file=", uriel_text_of(ARRAY_OF(const char *, self->general.files)[i]));
  get_push(&arguments, "--", flag);
  for (size_t i = 0; i < reader->operand_count; i++)
    get_push(&arguments, "", get_trim(self, uriel_text_of(reader->operands[i])));
  struct buffer *const texts = ARRAY_OF(struct buffer, arguments);
  const size_t count = ARRAY_COUNT(struct buffer, arguments);
  struct buffer argv = {0};
  for (size_t i = 0; i <= count; i++)
    buffer_append(&argv, i < count ? &texts[i].ptr : &(char *){NULL}, sizeof(char *));
  const int status = stage_run(&plan_stage, (int)count, ARRAY_OF(char *, argv));
  for (size_t i = 0; i < count; i++)
    buffer_free(&texts[i]);
  buffer_free(&arguments);
  buffer_free(&argv);
  return status;
}

/* ---- Settings of the user ------------------------------------------------------------------------ */

/* Adds the gateways of a file: lines of a scheme, a tab and a template. */
static void get_read_gateways(struct get_command *self, const char *path)
{
  struct buffer text = {0}; /* stays, as the next one: gateways are in it */
  if (!buffer_load(&text, path)) {
    if (errno != ENOENT && errno != ENOTDIR)
      die(STATUS_IO, "cannot read %s: %s", path, strerror(errno));
    return;
  }
  size_t number = 0;
  for (char *line = text.ptr, *end; line < text.ptr + text.len; line = end + 1) {
    struct option_reader reader = {.command = "get"};
    end = strchr(line, '\n');
    end = end ? end : line + strlen(line);
    *end = '\0';
    number++;
    char *const tab = strchr(line, '\t');
    if (*line == '#' || *line == '\0')
      continue;
    if (!tab)
      die_usage("get", "%s:%zu: a line is a scheme, a tab and a template", path, number);
    *tab = '=';
    reader.value = line;
    snprintf(reader.name, sizeof reader.name, "gateways.tsv:%zu", number);
    request_gateway(&self->request, &reader);
  }
}

/* Reads what the environment says: NNTPSERVER, http_proxy, no_proxy, and gateways.tsv. */
static void get_read_settings(struct get_command *self)
{
  uriel_plan_options *const plan = &self->request.plan;
  const char *const server = getenv("NNTPSERVER"), *const proxy = getenv("http_proxy");
  const char *const settings = getenv("XDG_CONFIG_HOME"), *const home = getenv("HOME");
  char path[PATH_MAX];
  struct option_reader reader = {.command = "get", .name = "http_proxy", .value = proxy};
  if (!plan->news_server.ptr && server && *server)
    plan->news_server = uriel_text_of(server);
  if (!plan->proxy.ptr && proxy && *proxy)
    request_server(&plan->proxy, &reader);
  if (settings && *settings)
    snprintf(path, sizeof path, "%s/uriel/gateways.tsv", settings);
  else
    snprintf(path, sizeof path, "%s/.config/uriel/gateways.tsv", home ? home : "");
  get_read_gateways(self, path);
}

/* ---- The program --------------------------------------------------------------------------------- */

static void get_start(struct get_command *self)
{
  struct get_failure failure;
  const char *const direct = getenv("no_proxy");
  const struct get_options options = {.dns = self->dns,
                                      .ca_file = self->ca_file,
                                      .messages = self->messages,
                                      .rules = self->policy.rules,
                                      .rule_count = self->policy.count,
                                      .seconds = (double)self->seconds,
                                      .connect_seconds = (double)self->connect_seconds,
                                      .max_size = self->max_size,
                                      .max_redirects = self->max_redirects,
                                      .plan = self->request.plan,
                                      .no_proxy = uriel_text_of(direct ? direct : ""),
                                      .object = save_object,
                                      .fill = save_fill,
                                      .login = netrc_find,
                                      .context = self};
  self->get = get_new(&options, &failure);
  if (!self->get)
    die_usage("get", "%s", failure.message);
}

int cmd_get(int argc, char **argv)
{
  static struct get_command whole = {.seconds = 300,
                                     .connect_seconds = 10,
                                     .max_redirects = 10,
                                     .max_size = (size_t)1 << 30,
                                     .general.reading.spec = URIEL_SPEC_RFC3986};
  static struct reading_room room;
  struct get_command *const self = &whole;
  struct general *const general = &self->general;
  struct option_reader reader = {
      .command = "get", .tables = {{get_options_table, self}}, .argc = argc, .argv = argv};
  static const struct general_text texts[] = {
      {"file", "read URIs from the lines of FILE; \"-\" is standard\ninput"},
      {"header", "also send this header field of http; may be given\nseveral times"},
      {"json", "print an object with the outcome and the steps instead\nof the bytes; with -o and "
               "--output-dir, both"},
      {"silent", "no notes and error messages"},
      {NULL, NULL}};
  general->reading.room = &room;
  reader.tables[1] = general_table(general,
                                   GENERAL_SPEC | GENERAL_GUESS | GENERAL_FILE | GENERAL_JSON |
                                       GENERAL_SILENT | GENERAL_HEADER,
                                   texts);
  option_read(&reader);
  colour_decide(general->colour);
  files_refuse(&general->files, &reader, false);
  files_refuse_operands(&reader);
  if (general->header)
    die_usage("get", "option \"--header\" takes a field, as in --header=\"Accept: text/html\"");
  request_ready(&self->request, general, "get");
  get_read_settings(self);
  if (self->dry_run)
    return get_dry_run(self, &reader);
  if (self->output && (reader.operand_count != 1 || reader.file_count > 0))
    die_usage("get", "-o takes the bytes of one URI: use --output-dir for several");
  struct sigaction action = {.sa_handler = get_end};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGHUP, &action, NULL);
  get_start(self);
  progress_start(&self->progress, self->output || self->folder);
  const char *const input = "-";
  if (reader.operand_count == 0 && reader.file_count == 0) {
    buffer_append(&general->files, &input, sizeof input);
    reader.file_count = 1;
  }
  files_each(&general->files, &reader, '\n', get_visit, self);
  get_free(self->get);
  get_result_free(&self->result);
  return self->status;
}
