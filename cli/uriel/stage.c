/* SPDX-License-Identifier: MIT */
/* The options of every subcommand with a loop over records, and its source. */
#include "stage.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/shared/arrow.h"
#include "cli/shared/columns.h"
#include "uriel_scheme.h"

/* The words of the general options for lines. */
static const struct general_text stage_texts[] = {
    {"file", FILES_OPTION_HELP},
    {"jobs", "number of threads for the lines; default: 1. The\noutput does not depend on it"},
    {"null", "input and output records, except JSON, end in NUL\ninstead of line feed"},
    {NULL, NULL}};

const char *const level_words[] = {"string", "case", "percent", "path", "scheme", NULL};

static void stage_options_read(struct lane *lane, struct option_reader *reader)
{
  const struct stage *const stage = lane->stage;
  struct general *const general = lane->general;
  struct reading *const reading = &general->reading;
  struct option_table *table = reader->tables;
  const bool blocks = stage->schema->pairs || stage->schema->block; /* the default on a terminal */
  if (stage->options)
    *table++ = (struct option_table){stage->options, lane->self};
  *table = general_table(general,
                         stage->has | GENERAL_FILE | GENERAL_JSON | GENERAL_COLUMNS | GENERAL_QUIET |
                             GENERAL_SILENT | GENERAL_INVALID | (blocks ? GENERAL_BLOCKS : 0) |
                             (stage->schema->changes ? GENERAL_CHANGE : GENERAL_FIELD) | GENERAL_KEYS,
                         stage_texts);
  option_read(reader);
  if ((reading->options & URIEL_PARSE_REQUIRE_PREFIX) && reading->spec != URIEL_SPEC_URL_1994)
    die_usage(reader->command, "--require-prefix goes with --spec=url-1994");
  if ((reading->options & URIEL_PARSE_PARTIAL) && !reading_has_partial(reading->spec))
    die_usage(reader->command, "--partial goes with --spec=url-1993 and --spec=url-1994");
  if (stage->partial && reading_has_partial(reading->spec))
    reading->options |= URIEL_PARSE_PARTIAL;
  if (option_given(reader, OPTION_GROUP_KEEP) && !stage->lists &&
      !option_given(reader, OPTION_GROUP_INVALID))
    general->invalid = INVALID_KEEP;
  colour_decide(general->colour);
  if (blocks && !option_given(reader, OPTION_GROUP_FORM) && standard_out.terminal)
    general->form = RENDER_LONG;
  if (stage->texts && stage->source != SOURCE_PAIR && reading->spec == URIEL_SPEC_LENIENT)
    reading->spec = URIEL_SPEC_RFC3986;
  /* Exact commands name what reads the texts that they refuse. */
  if (!(stage->has & GENERAL_LENIENT))
    reading->lenient = "uriel clean repairs it, and parse --spec=lenient reads it";
  lane->reading = *reading;
  lane->render.form = general->format ? RENDER_FORMAT : general->form;
  lane->render.terminator = general->null ? '\0' : '\n';
}

static void stage_operands(struct lane *lane, bool pair)
{
  const struct option_reader *const reader = lane->reader;
  struct input input = {0};
  for (size_t i = 0; i < reader->operand_count; i++) {
    input.number++;
    input.text = uriel_text_of(reader->operands[i]);
    if (pair)
      input.second = uriel_text_of(reader->operands[++i]);
    lane_record(lane, &input, NULL);
  }
  if (lane->stage->flush)
    lane->stage->flush(lane->self);
}

static void stage_input(struct lane *lane)
{
  const struct schema *const schema = &lane->schema;
  const struct general *const general = lane->general;
  const enum render_form form = lane->render.form;
  struct input_source source = {.terminator = lane->render.terminator,
                                .before = input_before,
                                .files = ARRAY_OF(const char *, general->files),
                                .file_count = lane->reader->file_count};
  struct progress progress;
  progress_start(&progress, general->quiet);
  lane->progress = &progress;
  /* Lines are parsed together under RFC 3986. Without colour, few of their records need be complete. */
  lane->lines = (lane->reading.spec == URIEL_SPEC_RFC3986 || lane->reading.spec == URIEL_SPEC_LENIENT) &&
                lane->reading.options == 0 && !lane->reading.guess && !general->null && !lane->texts &&
                !general->json_in.field;
  const bool open = lane->quick == QUICK_NOT && !general->quiet && !standard_out.colour;
  if (lane->quick == QUICK_NOT && general->quiet && !lane->each)
    lane->quick = QUICK_NOTHING;
  else if (open && form == RENDER_ARROW)
    lane->quick = !lane->each && arrow_takes_references(lane->render.arrow) ? QUICK_ROW : QUICK_NOT;
  else if (open && !lane->render.keys &&
           (schema->rows == ROWS_JSON
                ? form == RENDER_JSON && schema->count == ROW_COLUMNS_CHECK
                : schema->rows == ROWS_ALL && schema->count == ROW_COLUMNS && form != RENDER_LONG &&
                      form != RENDER_FORMAT && (form != RENDER_PLAIN || schema->pairs)))
    lane->quick = QUICK_ROW;
  else if (open && form == RENDER_PLAIN && !schema->line && !schema->pairs)
    lane->quick = schema->plain > 0 ? QUICK_TEXT : QUICK_COPY;
  row_start();
  (general->jobs > 1 ? lane_run_many : lane_run)(lane, &source);
  progress_clear(&progress);
  input_source_free(&source);
}

/* Prints notes about likely mistakes. */
static void stage_note(const struct lane *lane, enum stage_source source)
{
  char *const *const operands = lane->reader->operands;
  const size_t count = lane->reader->operand_count;
  const bool reads = source != SOURCE_NOTHING && source != SOURCE_LIST;
  struct stat status;
  if (lane->general->silent)
    return;
  if (!reads && input_is_waiting())
    message("note: standard input is not read; to read its lines, use --stdin");
  /* "--guess-scheme https": the value of the option needs a "=". */
  for (size_t i = 0; lane->reading.guess_is_usual && i < count; i++)
    if (!strchr(operands[i], '.') && uriel_scheme_find(NULL, operands[i], strlen(operands[i]))) {
      message("note: \"%s\" is read as an address; did you mean --guess-scheme=%s?", operands[i],
              operands[i]);
      break;
    }
  if (standard_error.terminal && reads && count == 0 && lane->reader->file_count == 0 &&
      isatty(STDIN_FILENO) == 1)
    message("note: reading lines from the terminal; Ctrl-D ends them");
  if (source == SOURCE_PATHS || !(standard_error.terminal || lane->stage->lists))
    return;
  /* Operands are inputs, not names of files. */
  for (size_t i = 0; i < lane->reader->open_count; i++)
    if (stat(operands[i], &status) == 0 && !S_ISDIR(status.st_mode)) {
      message("note: \"%s\" is also a file; to read its lines, use -f %s", operands[i], operands[i]);
      break;
    }
}

/* Writes what precedes the records. */
static void stage_begin(struct lane *lane)
{
  struct render *const render = &lane->render;
  if (lane->general->header && !lane->general->quiet)
    render_header(render);
  if (render->form != RENDER_ARROW)
    return;
  if (standard_out.terminal)
    die_usage(lane->reader->command, "--arrow writes bytes that a terminal cannot show: send them to a "
                                     "file or a program");
  render->arrow = arrow_rows_new(&lane->schema, lane->columns, lane->general->binary);
  arrow_begin(render->arrow);
}

int stage_run(const struct stage *stage, int argc, char **argv)
{
  static struct general general = {.jobs = 1, .memory = SPILL_MEMORY};
  static struct lane lane; /* large */
  struct option_reader reader = {.command = argv[0], .argc = argc, .argv = argv};
  const struct input nothing = {.number = 1};
  if (stage->lists)
    general.invalid = INVALID_DROP;
  if (stage->has & GENERAL_NAMES)
    general.reading.spec = URIEL_SPEC_RFC8141;
  if (stage->has & GENERAL_LENIENT)
    general.reading.spec = URIEL_SPEC_LENIENT;
  lane = (struct lane){.stage = stage,
                       .self = stage->self,
                       .general = &general,
                       .reader = &reader,
                       .texts = stage->texts,
                       .each = stage->each};
  stage_options_read(&lane, &reader);
  lane.schema = *stage->schema;
  lane.render.schema = &lane.schema;
  if (stage->first && reader.operand_count == 0)
    die_usage(reader.command, "the first operand is missing: %s", stage->first);
  if (stage->first) {
    reader.first = *reader.operands++;
    reader.operand_count--;
    reader.open_count -= reader.open_count > 0;
  }
  files_refuse(&general.files, &reader, false);
  suffixes_load(reader.command, general.suffix_list, general.suffix_options);
  enum stage_source source = stage->ready ? stage->ready(stage->self, &lane) : stage->source;
  const size_t operands = reader.operand_count;
  if (source == SOURCE_TABLE)
    source = operands > 0 || reader.file_count > 0 ? SOURCE_OPERANDS : SOURCE_LIST;
  if (general.columns.ptr && stage->each && lane.render.form == RENDER_PLAIN)
    die_usage(reader.command, "--columns goes with --arrow, --json and --tsv");
  if (general.columns.ptr)
    columns_choose(&lane.schema, reader.command, general.columns, lane.render.form,
                   stage->each ? lane.schema.count : 0);
  lane.held = source == SOURCE_HELD;
  if (stage->lists && stage->next && general.invalid != INVALID_DROP &&
      general.invalid != INVALID_KEEP && !(general.invalid == INVALID_EMPTY && lane.every))
    die_usage(reader.command, "--invalid must be drop (the default) or keep");
  lane.render.keep = general.invalid == INVALID_KEEP;
  lane.computes = lane.render.form != RENDER_PLAIN || lane.schema.pairs;
  record_bind(&lane.schema, lane.columns);
  general_keys(&general, reader.command, &lane.render);
  if (general.format) /* `ready` decides which columns there are */
    lane.render.format = template_compile(reader.command, general.format, &lane.schema);
  if (source == SOURCE_PAIR && operands != 0 && operands != 2)
    die_usage(reader.command, "takes two operands, not %zu", operands);
  if (source == SOURCE_PAIR && general.json_in.field)
    die_usage(reader.command, "--json-in and pairs exclude each other");
  if (source == SOURCE_INPUT && operands > 0)
    die_usage(reader.command, "takes no operands when it reads standard input");
  if (!stage->files && source != SOURCE_PATHS)
    files_refuse_operands(&reader);
  stage_note(&lane, source);
  stage_begin(&lane);
  if (source == SOURCE_NOTHING)
    lane_record(&lane, &nothing, NULL);
  else if (operands > 0)
    stage_operands(&lane, source == SOURCE_PAIR);
  else if (source != SOURCE_LIST)
    stage_input(&lane);
  lane.last = true;
  for (uint64_t number = 1; stage->next && (source == SOURCE_LIST || lane.held); number++) {
    lane_begin(&lane, number);
    if (!stage->next(stage->self, &lane.record))
      break;
    lane_put(&lane, &lane.record);
  }
  if (stage->close)
    stage->close(stage->self);
  lane_end_arrow(&lane);
  if (lane.has_lines && !lane.has_field && !general.silent)
    message("note: no line has the field \"%s\"", general.json_in.field);
  return lane.invalid ? STATUS_INVALID : STATUS_OK;
}
