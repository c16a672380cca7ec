/* SPDX-License-Identifier: MIT */
/* uriel get: retrieves what URIs identify. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/file_out.h"
#include "cli/get/get.h"
#include "cli/shared/error.h"
#include "cli/uriel/stage.h"

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
     OPTION_TO(struct get_command, client.max_size), .low = 0, .high = SIZE_MAX / 2},
    CLIENT_OPTIONS(struct get_command, "300", NULL, NULL),
    REQUEST_OPTIONS(struct get_command),
    {0, "messages", "PATH",
     "find the messages of mid and cid in PATH: a message,\na mailbox, or a folder such as a Maildir",
     OPTION_STRING, OPTION_TO(struct get_command, messages)},
    {0, "articles", "PATH",
     "find the articles of news and nntp in PATH, without a\nserver: a spool, a mailbox, or a folder "
     "such as a\nMaildir",
     OPTION_STRING, OPTION_TO(struct get_command, articles)},
    {0, "part", NULL,
     "write only the part that the fragment leads to: an\nelement, a section, lines, rows", OPTION_FLAG,
     OPTION_TO(struct get_command, part)},
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

static void get_one(struct get_command *self, const struct input *input)
{
  const uriel_text text = input->text;
  struct record record = {.reading = self->general.reading};
  struct get_result *const result = &self->result;
  uriel_error error = {.code = URIEL_ERROR_NONE};
  uriel_ref ref;
  const uriel_text uri = get_trim(self, text);
  result->target.len = result->steps.len = result->media_type.len = 0;
  result->failure.status = GET_DONE;
  result->redirects = 0;
  self->object.len = 0;
  self->input = text;
  self->number = input->number;
  const uriel_error too_long = {.code = URIEL_ERROR_TOO_LONG,
                                .offset = input_record_max,
                                .length = text.len,
                                .spec = record.reading.spec};
  bool valid =
      input->too_long ? record_blame(&record, &too_long, text, NULL) : record_parse(&record, &ref, uri);
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
  get_keep(self->get, self->number < self->operands);
  if (valid && save_begin(self, &ref)) {
    bool good = get_fetch(self->get, &ref, result, &error);
    if (!good && result->failure.status == GET_DONE)
      valid = record_blame(&record, &error, uri, "no plan");
    good = good && (!self->part || part_write(self));
    save_end(self, good);
  }
  progress_clear(&self->progress);
  get_report(self, valid ? NULL : &record.error);
}

/* A line of a list; an empty one is not a reference. */
static void get_line(void *context, const struct input *line)
{
  static const char empty[] = "{\"input\":\"\"}\n";
  struct get_command *const self = context;
  if (line->text.len > 0)
    get_one(self, line);
  else if (self->general.form == RENDER_JSON)
    output_put(&standard_out, empty, sizeof empty - 1);
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

/* Appends an operand or a line to `dry`. */
static void get_push_one(void *context, const char *text)
{
  struct get_command *const self = context;
  get_push(&self->dry, "", get_trim(self, uriel_text_of(text)));
}

/* A request_adder: the conditions for the stored answer (RFC 9111, 4.3.1). */
static void get_conditions(void *context, const uriel_ref *ref, const uriel_plan *plan,
                           struct buffer *fields)
{
  struct get_command *const self = context;
  const uriel_step *step = plan->steps;
  const uriel_step *const end = step + plan->step_count;
  while (step < end && (step->text.len < 4 || memcmp(step->text.ptr, "GET ", 4) != 0))
    step++;
  if (step == end || plan->gateway)
    return;
  const struct cache_answer *const answer = cache_find(self->cache, ref, step->text);
  if (answer->state == CACHE_STALE)
    buffer_append(fields, answer->conditions.ptr, answer->conditions.len);
  if (answer->state == CACHE_FRESH && !self->general.silent) {
    const uriel_text shown = get_hide(self, (uriel_text){ref->text, ref->length});
    message("note: without --dry-run, nothing is sent for %.*s, whose stored answer is fresh",
            (int)shown.len, shown.ptr);
  }
}

/* Runs `uriel plan` with the same URIs. */
static int get_dry_run(struct get_command *self, const struct option_reader *reader)
{
  const uriel_plan_options *const plan = &self->request.plan;
  const struct request *const request = &self->request;
  const struct buffer *const fields = &self->general.header_fields;
  const uriel_text flag = uriel_text_of("");
  struct buffer *const arguments = &self->dry;
  if (self->articles && !self->general.silent)
    message("note: without --dry-run, %s answers news and nntp, and no server is contacted",
            self->articles);
  get_push(arguments, "plan", flag);
  get_push(arguments, "--spec=", uriel_text_of(uriel_spec_name(self->general.reading.spec)));
  get_push(arguments, "--words=", request->words);
  get_push(arguments, "--proxy=", plan->proxy);
  get_push(arguments, "--https-proxy=", plan->https_proxy);
  get_push(arguments, "--no-proxy=", plan->no_proxy);
  get_push(arguments, "--mail-address=", plan->mail_address);
  get_push(arguments, "--news-server=", plan->news_server);
  get_push(arguments, "--local-user=", plan->local_user);
  get_push(arguments, "--terminal=", plan->terminal);
  get_push(arguments, "--user-agent=", plan->user_agent);
  for (size_t i = 0; i < ARRAY_COUNT(uriel_text, request->answers); i++)
    get_push(arguments, "--answer=", ARRAY_OF(uriel_text, request->answers)[i]);
  for (size_t i = 0; i < ARRAY_COUNT(uriel_gateway, request->gateways); i++)
    get_push(arguments,
             "--gateway=", uriel_text_of(ARRAY_OF(uriel_gateway, request->gateways)[i].scheme.ptr));
  for (size_t i = 0; i < ARRAY_COUNT(uriel_text, *fields); i++)
    get_push(arguments, "--header=", ARRAY_OF(uriel_text, *fields)[i]);
  if (plan->head)
    get_push(arguments, "--head", flag);
  if (self->general.form == RENDER_JSON)
    get_push(arguments, "--json", flag);
  if (self->general.reading.guess)
    get_push(arguments, self->general.reading.guess_is_usual ? "--guess-scheme" : "--guess-scheme=",
             self->general.reading.guess_is_usual ? flag : uriel_text_of(self->general.reading.guess));
  if (self->general.silent)
    get_push(arguments, "--silent", flag);
  get_push(arguments, "--", flag);
  files_each(&self->general.files, reader, '\n', get_push_one, self);
  struct buffer *const texts = ARRAY_OF(struct buffer, *arguments);
  const size_t count = ARRAY_COUNT(struct buffer, *arguments);
  struct buffer argv = {0};
  for (size_t i = 0; i <= count; i++)
    buffer_append(&argv, i < count ? &texts[i].ptr : &(char *){NULL}, sizeof(char *));
  char reason[STORE_MESSAGE];
  if (self->client.cache && access(self->client.cache, F_OK) == 0) {
    self->cache = cache_open(self->client.cache, reason);
    if (!self->cache && !self->general.silent)
      message("note: the cache is not used: %s", reason);
  }
  if (self->cache)
    plan_ask_for_fields(get_conditions, self);
  const int status = stage_run(&plan_stage, (int)count, ARRAY_OF(char *, argv));
  for (size_t i = 0; i < count; i++)
    buffer_free(&texts[i]);
  buffer_free(arguments);
  buffer_free(&argv);
  cache_close(self->cache);
  return status;
}

/* ---- The program --------------------------------------------------------------------------------- */

static void get_note(void *context, const char *text)
{
  const struct get_command *const self = context;
  if (!self->general.silent)
    message("note: %s", text);
}

static void get_start(struct get_command *self)
{
  struct get_options options = client_options(&self->client, &self->request);
  options.messages = self->messages;
  options.articles = self->articles;
  options.object = save_object;
  options.login = netrc_find;
  options.note = get_note;
  options.ask = prompt_ask;
  options.context = self;
  self->get = client_start(&options, "get");
}

int cmd_get(int argc, char **argv)
{
  static struct get_command whole = {.client = CLIENT_DEFAULTS(300),
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
  if (argc > 2 && strcmp(argv[1], "compare") == 0 && strcmp(argv[2], "--fetched") == 0)
    return fetched_run(argc - 1, argv + 1); /* uriel compare runs this program so */
  option_read(&reader);
  colour_decide(general->colour);
  files_refuse(&general->files, &reader, false);
  files_refuse_operands(&reader);
  policy_refuse(&self->client.policy, &general->files, &reader);
  if (general->header)
    die_usage("get", "option \"--header\" takes a field, as in --header=\"Accept: text/html\"");
  request_ready(&self->request, general, "get");
  if (self->part && self->request.plan.head)
    die_usage("get", "--part needs the object, which --head leaves out");
  client_read_settings(&self->request, "get");
  if (self->output && (reader.operand_count != 1 || reader.file_count > 0))
    die_usage("get", "-o takes the bytes of one URI: use --output-dir for several");
  const char *const input = "-";
  if (reader.operand_count == 0 && reader.file_count == 0) {
    buffer_append(&general->files, &input, sizeof input);
    reader.file_count = 1;
  }
  if (self->dry_run)
    return get_dry_run(self, &reader);
  struct sigaction action = {.sa_handler = get_end};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGHUP, &action, NULL);
  get_start(self);
  progress_start(&self->progress, self->output || self->folder);
  self->operands = reader.operand_count > 0 ? reader.operand_count : SIZE_MAX;
  for (size_t i = 0; i < reader.operand_count; i++)
    get_one(self, &(struct input){.number = i + 1, .text = uriel_text_of(reader.operands[i])});
  if (reader.file_count > 0)
    files_each_record(&general->files, '\n', get_line, self);
  get_free(self->get);
  get_result_free(&self->result);
  return self->status;
}
