/* SPDX-License-Identifier: MIT */
/* uriel harvest: writes the references of documents into a database. */
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/links/run.h"
#include "cli/shared/cli.h"
#include "cli/shared/colour.h"
#include "cli/shared/input.h"
#include "cli/shared/output.h"
#include "cli/shared/progress.h"
#include "cli/shared/record.h"
#include "harvest/broken.h"
#include "harvest/db.h"
#include "harvest/harvest.h"
#include "harvest/outputs.h"
#include "harvest/report.h"
#include "since.h"
#include "summary.h"

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
  report_abandon();
  (void)signal(number, SIG_DFL);
  (void)raise(number);
}

/* The first signal requests a stop between two files, or within a long one; the alarm ends a run that
 * does not stop. A later signal ends the program at once if it comes at least a second later; sooner, it
 * counts as the same one, because timeout(1) sends each signal to a process and to its group. */
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

/* Respects nohup(1). */
static void signals_catch(void (*caught)(int))
{
  struct sigaction action = {.sa_handler = caught, .sa_flags = SA_RESTART};
  struct sigaction before;
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

/* From now on the first signal requests a stop, and a later one ends the program. */
static void harvest_signals_stop(void)
{
  signals_catch(signals_caught);
}

/* From now on any signal ends the program. */
static void harvest_signals_end(void)
{
  alarm(0);
  signals_catch(signals_end);
}

/* ---- Options ------------------------------------------------------------------------------------ */

enum { HARVEST_MOST_JOBS = 256, HARVEST_MOST_LISTS = 16, HARVEST_MOST_WAIT = 1000000000 };

static const struct help harvest_help = {
    .usage = "harvest -o DB [OPTION...] [PATH...]",
    .about = "Reads documents: files, folders and their subfolders, and standard input (\"-\").\n"
             "Writes their references with place, target and error into a SQLite database and\n"
             "prints a summary. HTML, XML, mail, mailboxes, web archives, text and more, also\n"
             "compressed.\n\n"
             "A second run skips documents that have not changed and resumes a run that was\n"
             "stopped or killed. Symbolic links in folders are not followed. Without a PATH,\n"
             "the output is made from the database only.\n\n"
             "Nothing is fetched and no host is contacted: a reference is broken if it is not\n"
             "valid or leads to a file that does not exist. The text and the scripts of HTML\n"
             "are not searched for URIs: uriel find does that.",
    .examples = "uriel harvest -o doc.db /usr/share/doc\n"
                "uriel harvest -o site.db --base https://example.com/ public_html\n"
                "sqlite3 -box doc.db 'SELECT scheme, count(*) FROM identifier GROUP BY 1'",
};

struct harvest_command {
  struct harvest_options options;
  struct files files;
  struct buffer base;   /* the URI of --base */
  struct buffer listed; /* of char *: the paths in the files of --file */
  bool reads;           /* has operands or a --file, even an empty one */
  struct glob_choice choice;
  int64_t since;
  struct progress progress;
  enum answer_list lists[HARVEST_MOST_LISTS];
  size_t list_count;
  enum harvest_by by;
  bool json;
  bool quiet;
  enum colour_when colour;
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

static void harvest_read_since(void *to, struct option_reader *reader)
{
  struct harvest_command *const command = to;
  const char *reason;
  if (!harvest_since(reader->value, &command->since, &reason))
    die_usage(reader->command, "%s %s: %s", reader->name, reader->value, reason);
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
    {0, "jobs", "N",
     "number of reading threads; default: the number of\nprocessors. The database does not depend on it",
     OPTION_NUMBER, OPTION_TO(struct harvest_command, options.jobs), .low = 1,
     .high = HARVEST_MOST_JOBS},
    {'f', "file", "FILE", FILES_OPTION_HELP_PATHS, OPTION_CALL, OPTION_TO(struct harvest_command, files),
     .call = files_add, .many = true},
    {0, "include", "GLOB", "in folders, read only files that match", OPTION_CALL,
     OPTION_TO(struct harvest_command, choice.include), .call = option_glob, .many = true},
    {0, "exclude", "GLOB", "in folders, skip files and folders that match", OPTION_CALL,
     OPTION_TO(struct harvest_command, choice.exclude), .call = option_glob, .many = true},
    {0, "since", "WHEN", "only files changed since 2024-05-31,\n2024-05-31T12:00, or later than a file",
     OPTION_CALL, .call = harvest_read_since},
    {0, "max-size", "BYTES",
     "do not read larger documents of the kinds that\nare read as a whole; default: 64 MiB", OPTION_SIZE,
     OPTION_TO(struct harvest_command, options.size_limit), .low = 1, .high = (size_t)1 << 29},
    {0, "max-html", "BYTES", NULL, OPTION_SIZE, OPTION_TO(struct harvest_command, options.size_limit),
     .low = 1, .high = (size_t)1 << 29},
    {0, "memory", "BYTES",
     "memory for all documents that are read at once; a\ndocument that needs more by itself is an "
     "error;\ndefault: 1 GiB",
     OPTION_SIZE, OPTION_TO(struct harvest_command, options.memory), .low = OPTION_MEMORY_LEAST,
     .high = SIZE_MAX / 2},
    {0, "spec", "SPEC", READING_DOCUMENT_HELP, OPTION_CALL,
     OPTION_TO(struct harvest_command, options.spec), .words = reading_document_words,
     .call = reading_spec_of_documents},
    {0, "to-uri", NULL, "percent-encode non-ASCII characters also in text\nthat is not an IRI",
     OPTION_FLAG, OPTION_TO(struct harvest_command, options.to_uri)},
    {0, "list", "WHAT",
     "print references instead of the summary: broken,\nexternal, duplicates, insecure or elsewhere;\n"
     "without PATH, those in the database",
     OPTION_CALL, .words = answer_names, .call = harvest_read_list, .excludes = HARVEST_GROUP_ANSWER,
     .many = true},
    {0, "by", "WHAT", "print a table by site or document, not the summary", OPTION_WORD,
     OPTION_TO(struct harvest_command, by), .low = HARVEST_BY_SITE, .words = harvest_by_words,
     .excludes = HARVEST_GROUP_ANSWER},
    {0, "report", "FILE", "write an HTML page with charts; \"-\" is standard\noutput, without summary",
     OPTION_STRING, OPTION_TO(struct harvest_command, options.report)},
    {'j', "json", NULL, "print the summary as one JSON object, lists and\ntables as one object a line",
     OPTION_FLAG, OPTION_TO(struct harvest_command, json)},
    {'q', "quiet", NULL, "do not print the summary and the progress line", OPTION_FLAG,
     OPTION_TO(struct harvest_command, quiet)},
    {0, "color", "WHEN", "auto (a terminal, the default), always, never", OPTION_WORD,
     OPTION_TO(struct harvest_command, colour), .words = colour_words},
    {0, "colour", "WHEN", NULL, OPTION_WORD, OPTION_TO(struct harvest_command, colour),
     .words = colour_words},
    {'h', "help", NULL, "print this", .kind = OPTION_HELP},
    {0}};

/* Only one output may go to standard output. */
static void harvest_check_output(struct harvest_command *command)
{
  const char *report = command->options.report;
  const bool asked = command->list_count || command->by;
  if (report && !*report)
    die_usage("harvest", "--report needs the name of a file");
  if (!report || strcmp(report, "-") != 0)
    return;
  if (command->json || asked)
    die_usage("harvest", "the report and %s cannot both go to standard output",
              command->json ? "--json" : "a list");
  command->quiet = true;
}

static void harvest_check_operands(const struct harvest_command *command)
{
  const struct harvest_options *options = &command->options;
  const struct glob_choice *choice = options->choice;
  const bool asks_run = options->prune || options->wait_ms || options->base || options->since ||
                        choice->include.count || choice->exclude.count;
  const bool asks_list = command->list_count || command->by || options->report;
  const bool is_there = asks_list || access(options->database, F_OK) == 0;
  size_t inputs = 0;
  if (!command->reads && (asks_run || !is_there))
    die_usage("harvest", "nothing to read%s: name files or folders, or \"-\" for standard input",
              is_there ? "" : ", and no such database");
  for (size_t i = 0; i < options->operand_count; i++)
    inputs += strcmp(options->operands[i], "-") == 0;
  if (inputs > 1)
    die_usage("harvest", "standard input can be read once");
}

static void harvest_check_apart(const struct outputs *outputs)
{
  char reason[OUTPUTS_MESSAGE];
  if (outputs_are_apart(outputs, reason))
    return;
  if (!*reason)
    exit(STATUS_USAGE);
  die(STATUS_USAGE, "%s", reason);
}

/* Called before anything is written. Also covers the files of --file. */
static void harvest_check_files(const struct harvest_command *command)
{
  const struct harvest_options *options = &command->options;
  const struct buffer *lists = &command->files.names;
  harvest_check_apart(
      &(struct outputs){options->database, options->report, options->operands, options->operand_count});
  harvest_check_apart(&(struct outputs){options->database, options->report,
                                        (char *const *)(void *)lists->ptr, lists->len / sizeof(char *)});
}

static void harvest_add_path(void *context, const char *path)
{
  struct harvest_command *command = context;
  const char *copy = strdup(path);
  if (!copy)
    die_memory();
  buffer_append(&command->listed, (const char *)&copy, sizeof copy);
}

/* Takes the paths of --file as operands. Checks all of them before any work. */
static void harvest_read_paths(struct harvest_command *command)
{
  files_each_path(&command->files, '\n', harvest_add_path, command);
  command->options.operands = (char *const *)(void *)command->listed.ptr;
  command->options.operand_count = command->listed.len / sizeof(char *);
  command->reads = true;
}

static void harvest_free(struct harvest_command *command)
{
  char **listed = (char **)(void *)command->listed.ptr;
  for (size_t i = 0; i < command->listed.len / sizeof(char *); i++)
    free(listed[i]);
  buffer_free(&command->listed);
  files_free(&command->files);
  buffer_free(&command->base);
  glob_free(&command->choice.include);
  glob_free(&command->choice.exclude);
}

static void harvest_read_options(struct harvest_command *command, int argc, char **argv)
{
  struct option_reader reader = {.command = "harvest",
                                 .help = &harvest_help,
                                 .tables = {{harvest_option_table, command}},
                                 .argc = argc,
                                 .argv = argv};
  option_read(&reader);
  if (!command->options.database || !*command->options.database)
    die_usage("harvest", "a database to write is needed: -o DB");
  if (strcmp(command->options.database, "-") == 0)
    die_usage("harvest", "a database is a file, not standard output: -o DB");
  command->options.choice = &command->choice;
  command->options.operands = reader.operands;
  command->options.operand_count = reader.operand_count;
  command->reads = reader.operand_count > 0;
  files_refuse(&command->files, &reader);
  if (reader.file_count > 0)
    harvest_read_paths(command);
  harvest_check_output(command);
  harvest_check_operands(command);
  harvest_check_files(command);
}

/* ---- Output at the end ------------------------------------------------------------------------ */

/* The results of an answer other than its text. */
struct harvest_outcome {
  bool no_memory;
  bool broken; /* --list=broken printed a reference */
};

static bool harvest_print_lists(const struct harvest_command *command, struct db *db,
                                struct harvest_outcome *outcome)
{
  uint64_t count = 0;
  for (size_t i = 0; i < command->list_count; i++) {
    if (command->list_count > 1 && !command->json)
      output_format(&standard_out, "%s%s:\n", i ? "\n" : "", answer_names[command->lists[i]]);
    if (!harvest_list_print(db, command->lists[i], command->json, &count, &outcome->no_memory))
      return false;
    if (command->lists[i] == ANSWER_BROKEN && count)
      outcome->broken = true;
  }
  return true;
}

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

/* `counts` is NULL if nothing was read; then the report, if requested, is still to be written here. */
static bool harvest_print(const struct harvest_command *command, const struct harvest_counts *counts,
                          struct db *db, struct harvest_outcome *outcome)
{
  if (command->list_count)
    return harvest_print_lists(command, db, outcome);
  if (command->by)
    return harvest_by_print(db, command->by, command->json);
  const bool asked = command->json || (!command->quiet && (counts || !command->options.report));
  return !asked || harvest_print_summary(command, counts, db);
}

/* Whether the answer lists or counts broken references. */
static bool harvest_asks_broken(const struct harvest_command *command)
{
  bool asked = !command->by && command->list_count == 0;
  for (size_t i = 0; i < command->list_count; i++)
    asked = asked || command->lists[i] == ANSWER_BROKEN;
  return asked || command->options.report;
}

static int harvest_answer(const struct harvest_command *command, const struct harvest_counts *counts)
{
  const char *report = counts ? NULL : command->options.report;
  const char *database = command->options.database;
  char reason[DB_MESSAGE] = "", no_report[REPORT_MESSAGE] = "";
  struct harvest_outcome outcome = {false, false};
  struct db *db = db_open_read(database, reason);
  if (!db)
    die(STATUS_IO, "%s", reason);
  /* A run has just looked for the missing files. */
  const bool looked = counts || !harvest_asks_broken(command) || broken_look(db, &outcome.no_memory);
  const bool printed = looked && harvest_print(command, counts, db, &outcome);
  if (!printed)
    message("%s", outcome.no_memory ? "out of memory" : db_message(db));
  const bool reported =
      !printed || !report ||
      (outputs_spare_documents(db, report, no_report) && report_write(db, database, report, no_report));
  if (!reported)
    message("no report was written: %s", no_report);
  db_close(db);
  if (!printed || !reported)
    return STATUS_IO;
  return outcome.broken ? STATUS_INVALID : STATUS_OK;
}

static int harvest_done(const struct harvest_command *command, const struct harvest_counts *counts)
{
  int status = STATUS_OK;
  if (command->json || !command->quiet || command->list_count || command->by)
    status = harvest_answer(command, counts);
  return status == STATUS_OK && counts->unreadable ? STATUS_INVALID : status;
}

static int harvest_read(struct harvest_command *command)
{
  struct harvest_counts counts;
  char reason[HARVEST_MESSAGE];
  progress_start(&command->progress, true);
  for (size_t i = 0; !command->quiet && i < command->options.operand_count; i++)
    links_note_folder(command->options.base, command->options.operands[i]);
  command->options.stop = &harvest_signal;
  command->options.progress = command->quiet ? NULL : harvest_progress;
  command->options.waiting = command->quiet ? NULL : harvest_waiting;
  command->options.context = command;
  harvest_signals_stop();
  const enum harvest_result result = harvest_run(&command->options, &counts, reason);
  progress_clear(&command->progress);
  if (result == HARVEST_DONE)
    return harvest_done(command, &counts);
  if (result == HARVEST_FAILED) {
    message("%s", reason);
    for (size_t i = 0; i < command->options.operand_count; i++)
      files_note_reference("harvest", command->options.operands[i]);
    return STATUS_IO;
  }
  const uint64_t documents = counts.documents + counts.unchanged;
  message("stopped after %llu documents, which are kept: the same command goes on from there",
          (unsigned long long)documents);
  return 128 + atomic_load(&harvest_signal);
}

static int harvest_ask(const struct harvest_command *command)
{
  harvest_signals_end();
  return harvest_answer(command, NULL);
}

int cmd_harvest(int argc, char **argv)
{
  struct harvest_command command = {.options.spec = URIEL_SPEC_IRI};
  harvest_read_options(&command, argc, argv);
  colour_decide(command.colour);
  const int status = command.reads ? harvest_read(&command) : harvest_ask(&command);
  harvest_free(&command);
  return status;
}
