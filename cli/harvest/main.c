/* SPDX-License-Identifier: MIT */
/* uriel harvest: writes the references of documents into a database. */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file_out.h"
#include "cli/links/run.h"
#include "cli/shared/cli.h"
#include "harvest/broken.h"
#include "harvest/db.h"
#include "harvest/harvest.h"
#include "harvest/outputs.h"
#include "harvest/report.h"
#include "pages.h"
#include "print.h"
#include "reader/ordered.h"
#include "servers.h"

/* ---- Signals ------------------------------------------------------------------------------------ */

enum { HARVEST_SECOND = 1000000000, HARVEST_GRACE = 5 /* seconds to stop in */ };

/* The signal that asked to stop, or 0. Several threads read it. */
static atomic_int harvest_signal;

static int64_t signals_clock(void)
{
  struct timespec now = {0, 0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * HARVEST_SECOND + now.tv_nsec;
}

/* Removes an unfinished page. */
static void signals_end(int number)
{
  file_out_abandon();
  (void)signal(number, SIG_DFL);
  (void)raise(number);
}

/* The first signal requests a stop between two files, or within a long one; the alarm ends a run that
 * does not stop. A signal at least a second later ends the program at once. An earlier one is ignored,
 * because timeout(1) sends each signal to a process and to its group. */
static void signals_caught(int number)
{
  static int64_t first;
  if (atomic_load(&harvest_signal) == 0) {
    first = signals_clock();
    atomic_store(&harvest_signal, number);
    alarm(HARVEST_GRACE);
  } else if (signals_clock() - first >= HARVEST_SECOND) {
    signals_end(number);
  }
}

static void signals_late(int number)
{
  (void)number;
  signals_end(atomic_load(&harvest_signal));
}

/* From now on `caught` handles signals: signals_caught, or signals_end. Respects nohup(1). */
static void signals_catch(void (*caught)(int))
{
  struct sigaction action = {.sa_handler = caught, .sa_flags = SA_RESTART};
  struct sigaction before;
  alarm(0);
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGINT);
  sigaddset(&action.sa_mask, SIGTERM);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  action.sa_handler = signals_late;
  sigaction(SIGALRM, &action, NULL);
  action.sa_handler = signals_end;
  if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
    sigaction(SIGHUP, &action, NULL);
}

/* ---- A time, given as a date or as a file ------------------------------------------------------- */

/* Reads a text of that pattern at `*at`, and moves `*at` after it: each run of "0" matches a number with
 * that many digits, any other character matches itself. */
static bool since_match(const char **at, const char *pattern, int *numbers)
{
  const char *text = *at;
  while (*pattern) {
    const size_t digits = strspn(pattern, "0"), len = digits ? digits : 1;
    uint64_t number;
    if (digits ? strlen(text) < digits || !number_read((uriel_text){text, digits}, INT_MAX, &number)
               : *text != *pattern)
      return false;
    if (digits)
      *numbers++ = (int)number;
    pattern += len;
    text += len;
  }
  *at = text;
  return true;
}

/* ---- Options ------------------------------------------------------------------------------------ */

enum { HARVEST_MOST_LISTS = 16, HARVEST_MOST_WAIT = 1000000000 };

struct harvest_command {
  struct harvest_options options;
  struct general general;
  struct buffer base;   /* the URI of --base */
  struct buffer listed; /* of char *: the paths in the files of --file */
  struct servers servers;
  struct buffer paths; /* of char *: the operands that are not pages */
  struct harvest_pages pages;
  bool reads; /* has operands or a --file, even an empty one */
  int64_t since;
  struct progress progress;
  enum answer_list lists[HARVEST_MOST_LISTS];
  size_t list_count;
  enum harvest_by by;
  bool json;
};

static void harvest_progress(void *context, const struct harvest_counts *counts, const char *path)
{
  struct harvest_command *command = context;
  struct progress *progress = &command->progress;
  if (!progress_due(progress))
    return;
  const double seconds = progress_seconds(progress);
  const uint64_t documents = counts->documents + counts->unchanged;
  progress_draw(progress, "%llu documents, %llu references, %.0f a second: %s",
                (unsigned long long)documents, (unsigned long long)counts->references,
                (double)counts->references / seconds, path);
}

static void harvest_waiting(void *context, const char *why)
{
  (void)context;
  message("waiting: %s", why);
}

static void harvest_base(void *to, struct option_reader *reader)
{
  struct harvest_command *const command = to;
  links_read_base("harvest", reader->value, &command->base);
  command->options.base = command->base.ptr;
}

static void harvest_wait(void *to, struct option_reader *reader)
{
  *(int64_t *)to = reader->value ? (int64_t)option_number(reader, 0, HARVEST_MOST_WAIT) * 1000 : -1;
}

/* Reads YYYY-MM-DD, optionally with THH:MM or THH:MM:SS (or a space instead of the T) and with Z for UTC
 * instead of local time; or the path of a file, which means just after its last change. */
static void harvest_since(void *to, struct option_reader *reader)
{
  struct harvest_command *const command = to;
  const char *const when = reader->value;
  int date[3] = {0}, time[3] = {0}; /* of day: hours, minutes, seconds */
  const char *at = when, *reason = NULL;
  int64_t seconds = 0, rest = 0;
  struct stat status;
  if (since_match(&at, "0000-00-00", date)) {
    bool good = true;
    if (*at && strchr("Tt ", *at)) {
      at++;
      good = since_match(&at, "00:00", time);
      if (good && *at == ':') {
        at++;
        good = since_match(&at, "00", time + 2);
      }
    }
    const bool is_universal = *at == 'Z' || *at == 'z';
    struct tm made = {.tm_year = date[0] - 1900,
                      .tm_mon = date[1] - 1,
                      .tm_mday = date[2],
                      .tm_hour = time[0],
                      .tm_min = time[1],
                      .tm_sec = time[2],
                      .tm_isdst = -1};
    seconds = is_universal ? timegm(&made) : mktime(&made);
    /* The C library changes February 31 to March 3; an existing date does not change. */
    if (!good || at[is_universal] || made.tm_year != date[0] - 1900 || made.tm_mon != date[1] - 1 ||
        made.tm_mday != date[2] || time[0] >= 24 || time[1] >= 60 || time[2] >= 60)
      reason = "no such day or time exists";
  } else if (stat(when, &status) == 0) {
    seconds = status.st_mtim.tv_sec;
    rest = status.st_mtim.tv_nsec + 1;
  } else {
    reason = errno == ENOENT ? "it is neither a date as 2024-05-31T12:00 nor a file" : strerror(errno);
  }
  if (reason)
    die_usage(reader->command, "%s %s: %s", reader->name, when, reason);
  /* Nanoseconds cover 292 years before and after 1970. Times outside are clamped, because no file is
   * older or newer. */
  const int64_t most = INT64_MAX / HARVEST_SECOND - 1;
  command->since = seconds > most    ? INT64_MAX
                   : seconds < -most ? INT64_MIN
                                     : seconds * HARVEST_SECOND + rest;
  command->options.since = &command->since;
}

static void harvest_read_list(void *to, struct option_reader *reader)
{
  struct harvest_command *const command = to;
  if (command->list_count == HARVEST_MOST_LISTS)
    die_usage(reader->command, "%s: at most %d lists", reader->name, HARVEST_MOST_LISTS);
  command->lists[command->list_count++] = (enum answer_list)option_word(reader, answer_names);
}

static const char *const harvest_by_words[] = {"site", "document", NULL};

enum { HARVEST_GROUP_ANSWER = OPTION_GROUP_OWN };

static const struct option_spec harvest_option_table[] = {
    {'o', "output", "DB", "the database to create or to update", OPTION_STRING,
     OPTION_TO(struct harvest_command, options.database)},
    {'b', "base", "URI",
     "the URI that the operands were retrieved from; a\nfolder's URI ends in \"/\". Default: file URIs",
     OPTION_CALL, .to = 0, .size = sizeof(struct harvest_command), .call = harvest_base},
    {0, "prune", NULL, "forget documents whose files are gone", OPTION_FLAG,
     OPTION_TO(struct harvest_command, options.prune)},
    {0, "wait", "[SECONDS]",
     "while another process writes to the database,\nwait for it, at most this long; without --wait "
     "the\n"
     "run is refused",
     OPTION_CALL, OPTION_TO(struct harvest_command, options.wait_ms), .call = harvest_wait},
    {0, "since", "WHEN", "only files changed since 2024-05-31,\n2024-05-31T12:00, or later than a file",
     OPTION_CALL, .call = harvest_since},
    {0, "max-html", "BYTES", NULL, OPTION_SIZE, OPTION_TO(struct harvest_command, general.max_size),
     .low = 1, .high = (size_t)1 << 29},
    {0, "spec", "SPEC", READING_DOCUMENT_HELP, OPTION_CALL,
     OPTION_TO(struct harvest_command, options.spec), .words = reading_document_words,
     .call = reading_spec_of_documents, .excludes = OPTION_GROUP_SPEC},
    {0, "strict", NULL, "the same as --spec=rfc3986", OPTION_CHOICE,
     OPTION_TO(struct harvest_command, options.spec), .low = URIEL_SPEC_RFC3986,
     .excludes = OPTION_GROUP_SPEC},
    {0, "guess", NULL,
     "also values that scripts or conventions make\nURLs: data-src, <param name=movie>", OPTION_FLAG,
     OPTION_TO(struct harvest_command, options.guess)},
    {0, "to-uri", NULL,
     "with --spec=rfc3986 or iri: percent-encode non-ASCII\ncharacters also in text that is not an IRI",
     OPTION_FLAG, OPTION_TO(struct harvest_command, options.to_uri)},
    {0, "list", "WHAT",
     "print references instead of the summary: broken,\nexternal, duplicates, insecure, elsewhere or\n"
     "disagreed; without PATH, those in the database",
     OPTION_CALL, .words = answer_names, .call = harvest_read_list, .excludes = HARVEST_GROUP_ANSWER,
     .many = true},
    {0, "by", "WHAT", "print a table by site or document, not the summary", OPTION_WORD,
     OPTION_TO(struct harvest_command, by), .low = HARVEST_BY_SITE, .words = harvest_by_words,
     .excludes = HARVEST_GROUP_ANSWER},
    {0, "report", "FILE", "write an HTML page with charts; \"-\" is standard\noutput, without summary",
     OPTION_STRING, OPTION_TO(struct harvest_command, options.report)},
    {0}};

static const struct general_text harvest_texts[] = {
    {"memory",
     "memory for all documents that are read at once; a\ndocument that needs more by itself is an "
     "error;\ndefault: 1 GiB"},
    {"jobs", "number of reading threads; default: the number of\nprocessors. The database does not "
             "depend on it"},
    {"header", "with --check-online: \"HOST NAME: VALUE\", send this\nheader field to HOST"},
    {"json", "print the summary as one JSON object, lists and\ntables as one object a line"},
    {"quiet", "do not print the summary and the progress line"},
    {0}};

/* Refuses an output that is also an operand or another output. */
static void harvest_check_apart(const struct harvest_options *options, char *const *paths, size_t count)
{
  char reason[OUTPUTS_MESSAGE];
  if (outputs_are_apart(&(struct outputs){options->database, options->report, paths, count}, reason))
    return;
  if (!*reason)
    exit(STATUS_USAGE);
  die(STATUS_USAGE, "%s", reason);
}

/* Called before anything is read or written. */
static void harvest_check(struct harvest_command *command)
{
  struct harvest_options *const options = &command->options;
  const struct glob_choice *const choice = options->choice;
  const struct buffer *const lists = &command->general.files;
  const bool asks_run = options->prune || options->wait_ms || options->base || options->since ||
                        choice->include.rules.len > 0 || choice->exclude.rules.len > 0;
  const bool asks_list = command->list_count || command->by;
  size_t inputs = 0;
  if (options->report && !*options->report)
    die_usage("harvest", "--report needs the name of a file");
  if (options->report && strcmp(options->report, "-") == 0) {
    if (command->json || asks_list)
      die_usage("harvest", "the report and %s cannot both go to standard output",
                command->json ? "--json" : "a list");
    command->general.quiet = true;
  }
  const bool is_there = asks_list || options->report || access(options->database, F_OK) == 0;
  if (!command->reads && (asks_run || !is_there))
    die_usage("harvest", "nothing to read%s: name files or folders, or \"-\" for standard input",
              is_there ? "" : ", and no such database");
  for (size_t i = 0; i < options->operand_count; i++)
    inputs += strcmp(options->operands[i], "-") == 0;
  if (inputs > 1)
    die_usage("harvest", "standard input can be read once");
  harvest_check_apart(options, options->operands, options->operand_count);
  harvest_check_apart(options, (char *const *)(void *)lists->ptr, lists->len / sizeof(char *));
}

static void harvest_add_path(void *context, const char *path)
{
  struct harvest_command *command = context;
  const char *copy = strdup(path);
  if (!copy)
    die_memory();
  buffer_append(&command->listed, (const char *)&copy, sizeof copy);
}

static void harvest_add_page(struct harvest_command *command, const char *operand)
{
  const uriel_text uri = uriel_text_of(operand);
  harvest_pages_add(&command->pages, operand);
  buffer_append(&command->servers.named, &uri, sizeof uri);
}

/* Divides the operands into pages and paths. */
static void harvest_divide(struct harvest_command *command)
{
  struct harvest_options *const options = &command->options;
  for (size_t i = 0; i < options->operand_count; i++) {
    if (files_is_page(options->operands[i]))
      harvest_add_page(command, options->operands[i]);
    else
      buffer_append(&command->paths, &options->operands[i], sizeof(char *));
  }
  options->operands = ARRAY_OF(char *, command->paths);
  options->operand_count = ARRAY_COUNT(char *, command->paths);
  options->follow = harvest_pages_start(&command->pages, &command->servers.pages);
  command->servers.online.rate = command->pages.rate;
  if (command->pages.depth > 0 && !options->follow)
    die_usage("harvest", "--follow follows the links of pages: name the URI of one");
}

static void harvest_read_options(struct harvest_command *command, int argc, char **argv)
{
  struct harvest_options *const options = &command->options;
  struct general *const general = &command->general;
  struct option_reader reader = {
      .command = "harvest",
      .tables = {{harvest_option_table, command},
                 general_table(general,
                               GENERAL_FILE | GENERAL_CHOICE | GENERAL_WHOLE | GENERAL_MEMORY |
                                   GENERAL_JOBS | GENERAL_JSON | GENERAL_QUIET | GENERAL_HEADER,
                               harvest_texts),
                 {online_of_harvest, &command->servers.online},
                 {pages_option_table, &command->servers.pages},
                 {harvest_pages_table, &command->pages}},
      .argc = argc,
      .argv = argv};
  option_read(&reader);
  if (general->header)
    die_usage("harvest", "option \"--header\" takes \"HOST NAME: VALUE\"");
  online_ready(&command->servers.online, general, "harvest");
  if (!options->database || !*options->database)
    die_usage("harvest", "a database to write is needed: -o DB");
  if (strcmp(options->database, "-") == 0)
    die_usage("harvest", "a database is a file, not standard output: -o DB");
  command->json = general->form == RENDER_JSON;
  options->choice = &general->choice;
  options->jobs = general->jobs;
  options->memory = general->memory;
  options->size_limit = general->max_size;
  options->operands = reader.operands;
  options->operand_count = reader.operand_count;
  command->reads = reader.operand_count > 0 || reader.file_count > 0;
  files_refuse(&general->files, &reader, false);
  if (reader.file_count >
      0) { /* the paths of --file are the operands: all are checked before any work */
    files_each_path(&general->files, '\n', harvest_add_path, command);
    options->operands = (char *const *)(void *)command->listed.ptr;
    options->operand_count = command->listed.len / sizeof(char *);
  }
  harvest_divide(command);
  harvest_check(command);
  colour_decide(general->colour);
}

/* ---- Output at the end ------------------------------------------------------------------------ */

static bool harvest_print_summary(const struct harvest_command *command,
                                  const struct harvest_counts *counts, struct db *db)
{
  struct harvest_summary *summary = calloc(1, sizeof *summary);
  if (!summary)
    die_memory();
  const bool good = summary_read(db, summary);
  const struct harvest_report report = {command->options.database, counts, summary,
                                        progress_seconds(&command->progress)};
  if (good && command->json)
    harvest_report_json(&report);
  else if (good)
    harvest_report_print(&report);
  free(summary);
  return good;
}

/* Prints what was asked for. Returns false if the database or memory (`*no_memory`) fails. `counts` is
 * NULL if nothing was read. Sets `*is_broken` if --list=broken printed a reference. */
static bool harvest_print(const struct harvest_command *command, const struct harvest_counts *counts,
                          struct db *db, bool *is_broken, bool *no_memory)
{
  const char *const report = command->options.report;
  bool asks_broken = report || (!command->by && command->list_count == 0);
  for (size_t i = 0; i < command->list_count; i++)
    asks_broken = asks_broken || command->lists[i] == ANSWER_BROKEN;
  /* A run has just looked for the missing files. */
  if (!counts && asks_broken && !broken_look(db, ordered_processors(), no_memory))
    return false;
  for (size_t i = 0; i < command->list_count; i++) {
    uint64_t count = 0;
    if (command->list_count > 1 && !command->json)
      output_format(&standard_out, "%s%s:\n", i ? "\n" : "", answer_names[command->lists[i]]);
    if (!harvest_list_print(db, command->lists[i], command->json, &count, no_memory))
      return false;
    *is_broken |= command->lists[i] == ANSWER_BROKEN && count;
  }
  if (command->list_count)
    return true;
  if (command->by)
    return harvest_by_print(db, command->by, command->json);
  const bool asked = command->json || (!command->general.quiet && (counts || !report));
  return !asked || harvest_print_summary(command, counts, db);
}

/* Prints what was asked for and, if nothing was read, writes the report, if requested. */
static int harvest_answer(const struct harvest_command *command, const struct harvest_counts *counts)
{
  const char *const report = counts ? NULL : command->options.report;
  const char *const database = command->options.database;
  char reason[DB_MESSAGE] = "", no_report[REPORT_MESSAGE] = "";
  bool is_broken = false, no_memory = false;
  struct db *db = db_open_read(database, reason);
  if (!db)
    die(STATUS_IO, "%s", reason);
  const bool printed = harvest_print(command, counts, db, &is_broken, &no_memory);
  if (!printed)
    message("%s", no_memory ? "out of memory" : db_message(db));
  const bool reported =
      !printed || !report ||
      (outputs_spare_documents(db, report, no_report) && report_write(db, database, report, no_report));
  if (!reported)
    message("no report was written: %s", no_report);
  db_close(db);
  if (!printed || !reported)
    return STATUS_IO;
  return is_broken ? STATUS_INVALID : STATUS_OK;
}

static int harvest_read(struct harvest_command *command)
{
  struct harvest_options *const options = &command->options;
  const bool quiet = command->general.quiet;
  struct harvest_counts counts;
  char reason[HARVEST_MESSAGE];
  progress_start(&command->progress, true);
  for (size_t i = 0; !quiet && i < options->operand_count; i++)
    links_note_folder(options->base, options->operands[i]);
  options->stop = &harvest_signal;
  options->progress = quiet ? NULL : harvest_progress;
  options->waiting = quiet ? NULL : harvest_waiting;
  options->context = command;
  signals_catch(signals_caught);
  const enum harvest_result result = harvest_run(options, &counts, reason);
  progress_clear(&command->progress);
  if (result == HARVEST_STOPPED) {
    const uint64_t documents = counts.documents + counts.unchanged;
    message("stopped after %llu documents, which are kept: the same command continues from there",
            (unsigned long long)documents);
    return 128 + atomic_load(&harvest_signal);
  }
  if (result == HARVEST_FAILED) {
    message("%s", reason);
    return STATUS_IO;
  }
  if (command->servers.online.is_on)
    servers_ask(&command->servers, options->database, &command->progress);
  const bool asked = command->json || !quiet || command->list_count || command->by;
  const int status = asked ? harvest_answer(command, &counts) : STATUS_OK;
  if (counts.waiting)
    message("%llu page%s: the same command continues", (unsigned long long)counts.waiting,
            counts.waiting == 1 ? " waits" : "s wait");
  if (counts.unread)
    return STATUS_IO;
  const bool is_whole = !counts.unreadable && !counts.failed && !counts.waiting;
  return status == STATUS_OK && !is_whole ? STATUS_INVALID : status;
}

int cmd_harvest(int argc, char **argv)
{
  static struct harvest_command command = {
      .options.spec = URIEL_SPEC_LENIENT,
      .servers = {.online = ONLINE_DEFAULTS, .pages = PAGES_DEFAULTS},
      .pages = HARVEST_PAGES_DEFAULTS};
  int status;
  harvest_read_options(&command, argc, argv);
  if (command.reads) {
    status = harvest_read(&command);
  } else {
    if (command.servers.online.is_on)
      servers_ask(&command.servers, command.options.database, &command.progress);
    signals_catch(signals_end); /* any signal ends the program, and removes an unfinished page */
    status = harvest_answer(&command, NULL);
  }
  char **const listed = (char **)(void *)command.listed.ptr;
  for (size_t i = 0; i < command.listed.len / sizeof(char *); i++)
    free(listed[i]);
  buffer_free(&command.listed);
  buffer_free(&command.paths);
  harvest_pages_free(&command.pages);
  buffer_free(&command.servers.named);
  buffer_free(&command.base);
  general_free(&command.general);
  return status;
}
