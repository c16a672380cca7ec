/* SPDX-License-Identifier: MIT */
/* The loop over records, and the options of every subcommand with such a loop. */
#include "stage.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/shared/cli.h"
#include "cli/shared/error.h"
#include "cli/shared/input.h"
#include "cli/shared/output.h"
#include "uriel_scheme.h"

struct stage_run {
  const struct stage *stage;
  struct lane lane;
  struct option_reader reader;
  struct general general;
};

/* The words of the general options for lines. */
static const struct general_text stage_texts[] = {
    {"file", FILES_OPTION_HELP},
    {"jobs", "threads that work on the lines; 1 is the default.\nThe output is the same for any"},
    {"null", "input and output records, except JSON, end in NUL\ninstead of line feed"},
    {NULL, NULL}};

/* Whether there is --long, the default on a terminal. */
static bool stage_has_blocks(const struct stage *stage)
{
  return stage->schema->pairs || stage->schema->block;
}

/* Returns the general options of the subcommand. */
static unsigned stage_has(const struct stage *stage)
{
  static const unsigned newer[] = {
      [NEWER_NONE] = GENERAL_SPEC,
      [NEWER_IRI] = GENERAL_IRI,
      [NEWER_URL] = GENERAL_URL,
      [NEWER_ALL] = GENERAL_URL | GENERAL_GUESS,
  };
  unsigned has =
      GENERAL_FILE | GENERAL_JSON | GENERAL_COLUMNS | GENERAL_QUIET | GENERAL_SILENT | GENERAL_INVALID;
  has |= stage_has_blocks(stage) ? GENERAL_BLOCKS : 0;
  has |= stage->size > 0 ? GENERAL_JOBS : 0;
  if (stage->spec == SPEC_NAMES)
    has |= GENERAL_NAMES;
  else if (stage->spec == SPEC_PREFIX)
    has |= newer[NEWER_ALL] | GENERAL_PREFIX;
  else if (stage->spec != SPEC_NONE)
    has |= newer[stage->newer];
  return has;
}

static void stage_options_read(struct stage_run *run)
{
  const struct stage *const stage = run->stage;
  struct general *const general = &run->general;
  struct reading *const reading = &general->reading;
  struct option_table *table = run->reader.tables;
  if (stage->options)
    *table++ = (struct option_table){stage->options, run->lane.self};
  *table = general_table(general, stage_has(stage), stage_texts);
  option_read(&run->reader);
  if ((reading->options & URIEL_PARSE_REQUIRE_PREFIX) && reading->spec != URIEL_SPEC_URL_1994)
    die_usage(run->reader.command, "--require-prefix goes with --spec=url-1994");
  if ((reading->options & URIEL_PARSE_PARTIAL) && !reading_has_partial(reading->spec))
    die_usage(run->reader.command, "--partial goes with --spec=url-1993 and --spec=url-1994");
  if (stage->spec == SPEC_PARTIAL && reading_has_partial(reading->spec))
    reading->options |= URIEL_PARSE_PARTIAL;
  if (option_given(&run->reader, OPTION_GROUP_KEEP) && !option_given(&run->reader, OPTION_GROUP_INVALID))
    general->invalid = INVALID_KEEP;
  colour_decide(general->colour);
  if (stage_has_blocks(stage) && !option_given(&run->reader, OPTION_GROUP_FORM) && standard_out.terminal)
    general->form = RENDER_LONG;
  run->lane.reading = *reading;
  run->lane.on_invalid = general->invalid;
  run->lane.quiet = general->quiet;
  run->lane.silent = general->silent;
  run->lane.reads_empty = general->reads_empty;
  run->lane.render.form = general->format ? RENDER_FORMAT : general->form;
  run->lane.render.terminator = general->null ? '\0' : '\n';
}

static void stage_list(struct lane *lane)
{
  struct record *const record = &lane->record;
  lane->last = true;
  for (uint64_t number = 1; lane->stage->next; number++) {
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
                !lane->reading.guess && !run->general.null && !lane->texts;
  if (lane->quick != QUICK_NOT)
    return;
  if (lane->quiet)
    lane->quick = lane->each ? QUICK_NOT : QUICK_NOTHING;
  else if (standard_out.colour)
    lane->quick = QUICK_NOT;
  else if (schema->rows && schema->count == ROW_COLUMNS && form != RENDER_LONG &&
           form != RENDER_FORMAT && (form != RENDER_PLAIN || schema->pairs))
    lane->quick = QUICK_ROW;
  else if (plain && !schema->pairs)
    lane->quick = schema->plain > 0 ? QUICK_TEXT : QUICK_COPY;
  row_start();
}

static void stage_input(struct stage_run *run)
{
  struct input_source source = {.terminator = run->general.null ? '\0' : '\n',
                                .before = input_before,
                                .files = files_names(&run->general.files),
                                .file_count = run->reader.file_count};
  struct progress progress;
  progress_start(&progress, run->lane.quiet);
  run->lane.progress = &progress;
  stage_quick(run);
  if (run->general.jobs > 1)
    lane_run_many(&run->lane, &source, run->general.jobs, run->general.format);
  else
    lane_run(&run->lane, &source);
  progress_clear(&progress);
  input_source_free(&source);
}

/* Prints notes about likely mistakes. */
static void stage_note(const struct stage_run *run, enum stage_source source)
{
  char *const *const operands = run->reader.operands;
  const size_t count = run->reader.operand_count;
  const bool reads = source != SOURCE_NOTHING && source != SOURCE_LIST;
  struct stat status;
  if (run->lane.silent)
    return;
  if (!reads && input_is_waiting())
    message("note: standard input is not read; to read its lines, use --stdin");
  /* "--guess-scheme https": the value of the option needs a "=". */
  for (size_t i = 0; run->lane.reading.guess_is_usual && i < count; i++)
    if (!strchr(operands[i], '.') && uriel_scheme_find(NULL, operands[i], strlen(operands[i]))) {
      message("note: \"%s\" is read as an address; did you mean --guess-scheme=%s?", operands[i],
              operands[i]);
      break;
    }
  if (standard_error.terminal && reads && count == 0 && run->reader.file_count == 0 &&
      isatty(STDIN_FILENO) == 1)
    message("note: reading lines from the terminal; Ctrl-D ends them");
  if (source == SOURCE_PATHS || !(standard_error.terminal || run->stage->lists))
    return;
  /* Operands are inputs, not names of files. */
  for (size_t i = 0; i < count; i++)
    if (stat(operands[i], &status) == 0 && !S_ISDIR(status.st_mode)) {
      message("note: \"%s\" is also a file; to read its lines, use -f %s", operands[i], operands[i]);
      break;
    }
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
  if (run->general.header && !run->lane.quiet)
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

int stage_run(const struct stage *stage, void *self, int argc, char **argv)
{
  struct stage_run run = {
      .stage = stage, .lane = {.stage = stage, .self = self}, .general = {.jobs = 1}};
  run.reader.command = argv[0];
  run.reader.argc = argc;
  run.reader.argv = argv;
  run.lane.texts = stage->texts;
  run.lane.each = stage->each;
  if (stage->lists)
    run.general.invalid = INVALID_DROP;
  if (stage->spec == SPEC_NAMES)
    run.general.reading.spec = URIEL_SPEC_RFC8141;
  stage_options_read(&run);
  run.lane.schema = *stage->schema;
  run.lane.render.schema = &run.lane.schema;
  if (stage->first && run.reader.operand_count == 0)
    die_usage(run.reader.command, "the first operand is missing: %s", stage->first);
  if (stage->first) {
    run.reader.first = *run.reader.operands++;
    run.reader.operand_count--;
  }
  files_refuse(&run.general.files, &run.reader, false);
  const enum stage_source source =
      stage->ready ? stage->ready(self, &run.reader, &run.lane) : stage->source;
  run.lane.held = source == SOURCE_HELD;
  if (stage->lists && stage->next && run.lane.on_invalid != INVALID_DROP &&
      run.lane.on_invalid != INVALID_KEEP)
    die_usage(run.reader.command, "--invalid is drop (the default) or keep");
  run.lane.render.keep = run.lane.on_invalid == INVALID_KEEP;
  run.lane.computes = run.lane.render.form != RENDER_PLAIN || run.lane.schema.pairs;
  record_bind(&run.lane.schema, run.lane.columns);
  if (run.general.format) /* `ready` decides which columns there are */
    run.lane.render.format = template_compile(run.reader.command, run.general.format, &run.lane.schema);
  stage_source_run(&run, source);
  if (stage->end)
    stage->end(self);
  template_free(run.lane.render.format);
  lane_free(&run.lane);
  general_free(&run.general);
  return run.lane.invalid ? STATUS_INVALID : STATUS_OK;
}
