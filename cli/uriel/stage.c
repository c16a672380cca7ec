/* SPDX-License-Identifier: MIT */
/* The loop over records, and the options of every subcommand with such a loop. */
#include "stage.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/shared/cli.h"
#include "cli/shared/colour.h"
#include "cli/shared/error.h"
#include "cli/shared/input.h"
#include "cli/shared/output.h"
#include "cli/shared/row.h"
#include "uriel_scheme.h"

enum { STAGE_MOST_JOBS = 256 };

struct stage_run {
  const struct stage *stage;
  struct lane lane;
  struct option_reader reader;
  enum colour_when colour;
  const char *format;
  struct files files;
  size_t jobs;
  bool header;
  bool null;
};

/* The options of a build with the historic documents and of one without. The latter reads these options
 * only to refuse them, and omits them from its help. */
#define STAGE_SPEC(spec_call, help)                                                                     \
  {                                                                                                     \
    0, "spec", "SPEC", (help), OPTION_CALL, OPTION_TO(struct stage_run, lane.reading),                  \
        .call = (spec_call)                                                                             \
  }
#define STAGE_PREFIX(help)                                                                              \
  {                                                                                                     \
    0, "require-prefix", NULL, (help), OPTION_BIT, OPTION_TO(struct stage_run, lane.reading.options),   \
        .low = URIEL_PARSE_REQUIRE_PREFIX                                                               \
  }
#define STAGE_PARTIAL(help)                                                                             \
  {                                                                                                     \
    0, "partial", NULL, (help), OPTION_BIT, OPTION_TO(struct stage_run, lane.reading.options),          \
        .low = URIEL_PARSE_PARTIAL                                                                      \
  }
#define STAGE_GUESS                                                                                     \
  {                                                                                                     \
    0, "guess-scheme", "[SCHEME]",                                                                      \
        "complete addresses as people type them, by\ncurl's rule: hosts that begin with \"ftp.\", "     \
        "\"dict.\",\n\"ldap.\", \"imap.\", \"smtp.\" or \"pop3.\" give that\nscheme, others SCHEME "    \
        "(default http); in\n"                                                                          \
        "\"localhost:8080\" the number is a port",                                                      \
        OPTION_CALL, OPTION_TO(struct stage_run, lane.reading), .call = reading_guess                   \
  }
#define STAGE_SPEC_HELP                                                                                 \
  "the specification: url-1993, url-1994, url-1997,\nuri-2003 or rfc3986 (the default); for names\n"    \
  "only: rfc2141, urn-2011 or rfc8141"
#define STAGE_SPEC_HELP_ALONE                                                                           \
  "the specification: rfc3986 (the default); for\nnames only: rfc2141, urn-2011 or rfc8141"
#define STAGE_IRI_HELP                                                                                  \
  "the specification: url-1993, url-1994, url-1997,\nuri-2003, rfc3986 (the default) or iri (RFC "      \
  "3987);\n"                                                                                            \
  "for names only: rfc2141, urn-2011 or rfc8141"
#define STAGE_IRI_HELP_ALONE                                                                            \
  "the specification: rfc3986 (the default) or iri\n(RFC 3987); for names only: rfc2141, urn-2011 or\n" \
  "rfc8141"
#define STAGE_ANY_HELP                                                                                  \
  "the specification: url-1993, url-1994, url-1997,\nuri-2003, rfc3986 (the default), iri (RFC 3987) "  \
  "or\n"                                                                                                \
  "whatwg (as browsers read URLs); for names only:\nrfc2141, urn-2011 or rfc8141"
#define STAGE_ANY_HELP_ALONE                                                                            \
  "the specification: rfc3986 (the default), iri\n(RFC 3987) or whatwg (as browsers read URLs); for\n"  \
  "names only: rfc2141, urn-2011 or rfc8141"

static const struct option_spec stage_spec_options[] = {STAGE_SPEC(reading_spec, STAGE_SPEC_HELP), {0}};
static const struct option_spec stage_spec_alone[] = {STAGE_SPEC(reading_spec, STAGE_SPEC_HELP_ALONE),
                                                      {0}};

static const struct option_spec stage_iri_options[] = {STAGE_SPEC(reading_spec_iri, STAGE_IRI_HELP),
                                                       {0}};
static const struct option_spec stage_iri_alone[] = {STAGE_SPEC(reading_spec_iri, STAGE_IRI_HELP_ALONE),
                                                     {0}};

static const struct option_spec stage_url_options[] = {STAGE_SPEC(reading_spec_any, STAGE_ANY_HELP),
                                                       {0}};
static const struct option_spec stage_url_alone[] = {STAGE_SPEC(reading_spec_any, STAGE_ANY_HELP_ALONE),
                                                     {0}};

static const struct option_spec stage_any_options[] = {
    STAGE_SPEC(reading_spec_any, STAGE_ANY_HELP), STAGE_GUESS, {0}};
static const struct option_spec stage_any_alone[] = {
    STAGE_SPEC(reading_spec_any, STAGE_ANY_HELP_ALONE), STAGE_GUESS, {0}};

static const struct option_spec stage_prefix_options[] = {
    STAGE_SPEC(reading_spec_any, STAGE_ANY_HELP),
    STAGE_GUESS,
    STAGE_PREFIX("with --spec=url-1994: only inputs that begin with\n\"URL:\" are valid"),
    STAGE_PARTIAL(
        "with --spec=url-1993 or url-1994: partial forms\n(relative references) are valid too"),
    {0}};
static const struct option_spec stage_prefix_alone[] = {
    STAGE_SPEC(reading_spec_any, STAGE_ANY_HELP_ALONE),
    STAGE_GUESS,
    STAGE_PREFIX(NULL),
    STAGE_PARTIAL(NULL),
    {0}};

static const struct option_spec stage_names_options[] = {
    {0, "spec", "SPEC", "the specification of names: rfc2141, urn-2011\nor rfc8141 (the default)",
     OPTION_CALL, OPTION_TO(struct stage_run, lane.reading), .call = reading_spec_of_names},
    {0}};

static const struct option_spec stage_block_options[] = {
    {'l', "long", NULL, "a block of lines for each record; what a\nterminal gets", OPTION_CHOICE,
     OPTION_TO(struct stage_run, lane.render.form), .low = RENDER_LONG, .excludes = OPTION_GROUP_FORM},
    {0, "short", NULL, "one line for each record, on a terminal too", OPTION_CHOICE,
     OPTION_TO(struct stage_run, lane.render.form), .low = RENDER_PLAIN, .excludes = OPTION_GROUP_FORM},
    {0}};

static const struct option_spec stage_jobs_options[] = {
    {0, "jobs", "N", "threads that work on the lines; 1 is the default.\nThe output is the same for any",
     OPTION_NUMBER, OPTION_TO(struct stage_run, jobs), .low = 1, .high = STAGE_MOST_JOBS,
     .excludes = OPTION_GROUP_JOBS},
    {0}};

/* As in enum lane_invalid. */
static const char *const stage_invalid_words[] = {"empty", "drop", "keep", "stop", NULL};
static const char *const stage_empty_words[] = {"pass", "reference", NULL};

static const struct option_spec stage_options[] = {
    {'f', "file", "FILE", FILES_OPTION_HELP, OPTION_CALL, OPTION_TO(struct stage_run, files),
     .call = files_add, .excludes = OPTION_GROUP_INPUT, .many = true},
    {0, "invalid", "WHAT",
     "for an input that is not valid, write an empty\nrecord (empty, the default), the input as it is\n"
     "(keep) or nothing (drop), or end there (stop).\nclean, count, filter, sample and sort drop it by\n"
     "default; lines of output then do not match those\nof input",
     OPTION_WORD, OPTION_TO(struct stage_run, lane.on_invalid), .words = stage_invalid_words,
     .excludes = OPTION_GROUP_INVALID},
    {0, "empty", "WHAT",
     "pass an empty line on as an empty record (pass,\nthe default), or read it as the empty reference\n"
     "(reference). clean, count, filter, sample and sort\nleave empty lines out",
     OPTION_WORD, OPTION_TO(struct stage_run, lane.reads_empty), .words = stage_empty_words},
    {'j', "json", NULL, "one JSON object a line", OPTION_CHOICE,
     OPTION_TO(struct stage_run, lane.render.form), .low = RENDER_JSON, .excludes = OPTION_GROUP_FORM},
    {'t', "tsv", NULL, "tab-separated columns, \\N for undefined", OPTION_CHOICE,
     OPTION_TO(struct stage_run, lane.render.form), .low = RENDER_TSV, .excludes = OPTION_GROUP_FORM},
    {0, "header", NULL, "with --tsv: the columns' names first", OPTION_FLAG,
     OPTION_TO(struct stage_run, header), .with = "tsv"},
    {'F', "format", "FORMAT",
     "FORMAT with {KEY} or {KEY:MODIFIER} filled in;\nman uriel lists keys and modifiers", OPTION_STRING,
     OPTION_TO(struct stage_run, format), .excludes = OPTION_GROUP_FORM},
    {'0', "null", NULL, "input and output records, except JSON, end in NUL\ninstead of line feed",
     OPTION_FLAG, OPTION_TO(struct stage_run, null)},
    {'q', "quiet", NULL, "print no records, only errors", OPTION_FLAG,
     OPTION_TO(struct stage_run, lane.quiet)},
    {'s', "silent", NULL, "print no errors, only records", OPTION_FLAG,
     OPTION_TO(struct stage_run, lane.silent)},
    {0, "color", "WHEN", "auto (a terminal, the default), always, never", OPTION_WORD,
     OPTION_TO(struct stage_run, colour), .words = colour_words},
    {0, "colour", "WHEN", NULL, OPTION_WORD, OPTION_TO(struct stage_run, colour), .words = colour_words},
    {'h', "help", NULL, "print this", .kind = OPTION_HELP},
    {0}};

static const struct option_spec *stage_spec_table(const struct stage *stage)
{
  const bool historic = reading_has_historic();
  if (stage->spec == SPEC_NAMES)
    return stage_names_options;
  if (stage->spec == SPEC_PREFIX)
    return historic ? stage_prefix_options : stage_prefix_alone;
  if (stage->newer == NEWER_ALL)
    return historic ? stage_any_options : stage_any_alone;
  if (stage->newer == NEWER_URL)
    return historic ? stage_url_options : stage_url_alone;
  if (stage->newer == NEWER_IRI)
    return historic ? stage_iri_options : stage_iri_alone;
  return historic ? stage_spec_options : stage_spec_alone;
}

/* Whether there is --long, the default on a terminal. */
static bool stage_has_blocks(const struct stage *stage)
{
  return stage->schema->pairs || stage->schema->block;
}

static void stage_tables(struct stage_run *run)
{
  struct option_table *table = run->reader.tables;
  if (run->stage->options)
    *table++ = (struct option_table){run->stage->options, run->lane.self};
  if (stage_has_blocks(run->stage))
    *table++ = (struct option_table){stage_block_options, run};
  if (run->stage->spec != SPEC_NONE)
    *table++ = (struct option_table){stage_spec_table(run->stage), run};
  if (run->stage->size > 0)
    *table++ = (struct option_table){stage_jobs_options, run};
  *table = (struct option_table){stage_options, run};
}

/* Settings that depend on several options. */
static void stage_reading(struct stage_run *run)
{
  if ((run->lane.reading.options & URIEL_PARSE_REQUIRE_PREFIX) &&
      run->lane.reading.spec != URIEL_SPEC_URL_1994)
    die_usage(run->reader.command, "--require-prefix goes with --spec=url-1994");
  if ((run->lane.reading.options & URIEL_PARSE_PARTIAL) && !reading_has_partial(run->lane.reading.spec))
    die_usage(run->reader.command, "--partial goes with --spec=url-1993 and --spec=url-1994");
  if (run->stage->spec == SPEC_PARTIAL && reading_has_partial(run->lane.reading.spec))
    run->lane.reading.options |= URIEL_PARSE_PARTIAL;
}

static void stage_options_read(struct stage_run *run)
{
  stage_tables(run);
  option_read(&run->reader);
  stage_reading(run);
  run->lane.render.terminator = run->null ? '\0' : '\n';
  if (option_given(&run->reader, OPTION_GROUP_KEEP) && !option_given(&run->reader, OPTION_GROUP_INVALID))
    run->lane.on_invalid = INVALID_KEEP;
  colour_decide(run->colour);
  if (stage_has_blocks(run->stage) && !option_given(&run->reader, OPTION_GROUP_FORM) &&
      standard_out.terminal)
    run->lane.render.form = RENDER_LONG;
  if (run->format)
    run->lane.render.form = RENDER_FORMAT;
}

static void stage_list(struct lane *lane)
{
  struct record *const record = &lane->record;
  lane->last = true;
  for (uint64_t number = 1;; number++) {
    lane_begin(lane, number);
    if (!lane->stage->next(lane->self, record))
      break;
    lane_put(lane, record);
  }
}

static void stage_operands(struct stage_run *run, bool pair)
{
  const struct option_reader *const reader = &run->reader;
  struct input input = {0};
  for (size_t i = 0; i < reader->operand_count; i++) {
    input.number++;
    input.text = uriel_text_of(reader->operands[i]);
    if (pair)
      input.second = uriel_text_of(reader->operands[++i]);
    lane_record(&run->lane, &input, NULL);
  }
  if (run->stage->flush)
    run->stage->flush(run->lane.self);
}

/* Decides whether lines are parsed together, and which of their records need not be complete:
 * references by RFC 3986, without colour. */
static void stage_quick(struct stage_run *run)
{
  struct lane *const lane = &run->lane;
  const struct schema *const schema = &lane->schema;
  const enum render_form form = lane->render.form;
  const bool plain = form == RENDER_PLAIN && !schema->line;
  lane->lines = lane->reading.spec == URIEL_SPEC_RFC3986 && lane->reading.options == 0 &&
                !lane->reading.guess && !run->null && !lane->texts;
  if (lane->quick != QUICK_NOT)
    return;
  if (lane->quiet)
    lane->quick = lane->each ? QUICK_NOT : QUICK_NOTHING;
  else if (standard_out.colour)
    lane->quick = QUICK_NOT;
  else if (schema->rows && form != RENDER_LONG && form != RENDER_FORMAT &&
           (form != RENDER_PLAIN || schema->pairs))
    lane->quick = QUICK_ROW;
  else if (plain && !schema->pairs)
    lane->quick = schema->plain > 0 ? QUICK_TEXT : QUICK_COPY;
  row_start();
}

static void stage_input(struct stage_run *run)
{
  struct input_source source = {.terminator = run->null ? '\0' : '\n',
                                .files = files_names(&run->files),
                                .file_count = run->reader.file_count};
  struct progress progress;
  progress_start(&progress, run->lane.quiet);
  run->lane.progress = &progress;
  stage_quick(run);
  if (run->jobs > 1)
    lane_run_many(&run->lane, &source, run->jobs, run->format);
  else
    lane_run(&run->lane, &source);
  progress_clear(&progress);
  input_source_free(&source);
}

/* Operands are inputs, not names of files. Prints a note for the first that names a file. */
static void stage_note_operands(const struct stage_run *run)
{
  struct stat status;
  for (size_t i = 0; i < run->reader.operand_count; i++) {
    const char *const operand = run->reader.operands[i];
    if (stat(operand, &status) == 0 && !S_ISDIR(status.st_mode)) {
      message("note: \"%s\" is also a file; to read its lines, use -f %s", operand, operand);
      return;
    }
  }
}

/* "--guess-scheme https": the value of the option needs a "=". */
static void stage_note_guess(const struct stage_run *run)
{
  for (size_t i = 0; run->lane.reading.guess_is_usual && i < run->reader.operand_count; i++) {
    const char *const operand = run->reader.operands[i];
    if (!strchr(operand, '.') && uriel_scheme_find(NULL, operand, strlen(operand))) {
      message("note: \"%s\" is read as an address; did you mean --guess-scheme=%s?", operand, operand);
      return;
    }
  }
}

/* Prints notes about likely mistakes. */
static void stage_note(const struct stage_run *run, enum stage_source source)
{
  const size_t operands = run->reader.operand_count;
  const bool reads = source != SOURCE_NOTHING && source != SOURCE_LIST;
  if (run->lane.silent)
    return;
  if (!reads && input_is_waiting())
    message("note: standard input is not read; to read its lines, use --stdin");
  stage_note_guess(run);
  if (operands > 0 && source != SOURCE_PATHS && (standard_error.terminal || run->stage->lists))
    stage_note_operands(run);
  else if (standard_error.terminal && reads && operands == 0 && run->reader.file_count == 0 &&
           isatty(STDIN_FILENO) == 1)
    message("note: reading lines from the terminal; Ctrl-D ends them");
}

static void stage_source_run(struct stage_run *run, enum stage_source source)
{
  const struct input nothing = {.number = 1};
  const size_t operands = run->reader.operand_count;
  if (source == SOURCE_PAIR && operands != 0 && operands != 2)
    die_usage(run->reader.command, "takes two operands, not %zu", operands);
  if (source == SOURCE_INPUT && operands > 0)
    die_usage(run->reader.command, "takes no operands when it reads standard input");
  stage_note(run, source);
  if (run->header && !run->lane.quiet)
    render_header(&run->lane.render);
  if (source == SOURCE_NOTHING)
    lane_record(&run->lane, &nothing, NULL);
  else if (operands > 0)
    stage_operands(run, source == SOURCE_PAIR);
  else if (source != SOURCE_LIST)
    stage_input(run);
  if (source == SOURCE_LIST || source == SOURCE_HELD)
    stage_list(&run->lane);
  if (run->stage->close)
    run->stage->close(run->lane.self);
}

/* Takes the first operand, if it is not an input. */
static void stage_first(struct stage_run *run)
{
  struct option_reader *const reader = &run->reader;
  if (!run->stage->first)
    return;
  if (reader->operand_count == 0)
    die_usage(reader->command, "the first operand is missing: %s", run->stage->first);
  reader->first = *reader->operands++;
  reader->operand_count--;
}

int stage_run(const struct stage *stage, void *self, int argc, char **argv)
{
  struct stage_run run = {.stage = stage, .lane = {.stage = stage, .self = self}, .jobs = 1};
  run.reader.command = argv[0];
  run.reader.help = &stage->help;
  run.reader.argc = argc;
  run.reader.argv = argv;
  run.lane.texts = stage->texts;
  run.lane.each = stage->each;
  if (stage->lists)
    run.lane.on_invalid = INVALID_DROP;
  if (stage->spec == SPEC_NAMES)
    run.lane.reading.spec = URIEL_SPEC_RFC8141;
  stage_options_read(&run);
  run.lane.schema = *stage->schema;
  run.lane.render.schema = &run.lane.schema;
  stage_first(&run);
  files_refuse(&run.files, &run.reader);
  const enum stage_source source =
      stage->ready ? stage->ready(self, &run.reader, &run.lane) : SOURCE_OPERANDS;
  run.lane.held = source == SOURCE_HELD;
  if (run.lane.held && run.lane.on_invalid != INVALID_DROP && run.lane.on_invalid != INVALID_KEEP)
    die_usage(run.reader.command, "--invalid is drop (the default) or keep");
  run.lane.render.keep = run.lane.on_invalid == INVALID_KEEP;
  run.lane.computes = run.lane.render.form != RENDER_PLAIN || run.lane.schema.pairs;
  record_bind(&run.lane.schema, run.lane.columns);
  if (run.format) /* `ready` decides which columns there are */
    run.lane.render.format = template_compile(run.reader.command, run.format, &run.lane.schema);
  stage_source_run(&run, source);
  if (stage->end)
    stage->end(self);
  template_free(run.lane.render.format);
  lane_free(&run.lane);
  files_free(&run.files);
  return run.lane.invalid ? STATUS_INVALID : STATUS_OK;
}
