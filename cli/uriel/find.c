/* SPDX-License-Identifier: MIT */
/* uriel find: references in running text. */
#include "find.h"

#include <stdlib.h>
#include <string.h>

#include "cli/shared/cli.h"
#include "cli/shared/colour.h"
#include "cli/shared/files.h"
#include "cli/shared/help.h"
#include "cli/shared/option.h"
#include "cli/shared/output.h"
#include "find_jobs.h"
#include "uriel_find.h"

enum find_option_id {
  FIND_OPTION_PLACE = 1,
  FIND_OPTION_ONLY,
  FIND_OPTION_COUNT,
  FIND_OPTION_UNIQUE,
  FIND_OPTION_VALID,
  FIND_OPTION_BROKEN,
  FIND_OPTION_ANY,
  FIND_OPTION_SCHEME,
  FIND_OPTION_ABBREVIATED,
  FIND_OPTION_MAIL,
  FIND_OPTION_TO_URI,
  FIND_OPTION_NO_HYPHEN,
  FIND_OPTION_INCLUDE,
  FIND_OPTION_EXCLUDE,
  FIND_OPTION_TEXT,
  FIND_OPTION_FILE,
  FIND_OPTION_JOBS,
  FIND_OPTION_JSON,
  FIND_OPTION_TSV,
  FIND_OPTION_HEADER,
  FIND_OPTION_FORMAT,
  FIND_OPTION_NULL,
  FIND_OPTION_QUIET,
  FIND_OPTION_SILENT,
  FIND_OPTION_COLOR,
  FIND_OPTION_HELP
};

static const struct option_spec find_which[] = {
    {FIND_OPTION_ANY, 0, "any-scheme", NULL,
     "schemes that are not registered without a host\ntoo: <foo:bar>, foo:///a"},
    {FIND_OPTION_SCHEME, 0, "scheme", "LIST", "these schemes alone, separated by commas"},
    {FIND_OPTION_ABBREVIATED, 0, "abbreviated", NULL,
     "www.example.com/a, example.com and\n//example.com/a too, which is guessing"},
    {FIND_OPTION_MAIL, 0, "mail", NULL, "mail addresses too, without \"mailto:\""},
    {FIND_OPTION_VALID, 0, "valid", NULL, "only those that are valid by RFC 3986"},
    {FIND_OPTION_BROKEN, 0, "broken", NULL, "only those that are not"},
    {FIND_OPTION_UNIQUE, 0, "unique", NULL, "each reference once, where it comes first"},
    {FIND_OPTION_TO_URI, 0, "to-uri", NULL, "characters beyond ASCII encoded: IRIs as URIs"},
    {FIND_OPTION_NO_HYPHEN, 0, "no-hyphen", NULL,
     "a hyphen before a line break is not part of the\nreference"},
    {0}};

static const struct option_spec find_where[] = {
    {FIND_OPTION_FILE, 'f', "file", "FILE", FILES_OPTION_HELP_PATHS},
    {FIND_OPTION_INCLUDE, 0, "include", "GLOB", "of folders only the files that match"},
    {FIND_OPTION_EXCLUDE, 0, "exclude", "GLOB", "of folders no files and folders that match"},
    {FIND_OPTION_TEXT, 0, "text", NULL, "read every file as text, whatever it is"},
    {FIND_OPTION_JOBS, 0, "jobs", "N",
     "threads that read; as many as there are\nprocessors is the default. What is printed is the\nsame "
     "for any"},
    {0}};

static const struct option_spec find_how[] = {
    {FIND_OPTION_PLACE, 0, "with-place", NULL, "FILE:LINE:COLUMN: before each reference"},
    {FIND_OPTION_ONLY, 0, "only-reference", NULL, "nothing before it, whatever is read"},
    {FIND_OPTION_COUNT, 0, "count", NULL, "only how many there are in each file"},
    {FIND_OPTION_JSON, 'j', "json", NULL, "one JSON object a line"},
    {FIND_OPTION_TSV, 't', "tsv", NULL, "tab-separated columns, \\N for undefined"},
    {FIND_OPTION_HEADER, 0, "header", NULL, "with --tsv: the columns' names first"},
    {FIND_OPTION_FORMAT, 'F', "format", "FORMAT",
     "FORMAT with {KEY} or {KEY:MODIFIER} filled in;\nmodifiers: lower, upper, decode"},
    {FIND_OPTION_NULL, '0', "null", NULL,
     "end what is printed, but for JSON, and the lines\nof --file in NUL instead of line feed"},
    {FIND_OPTION_QUIET, 'q', "quiet", NULL, "print no references and no counts"},
    {FIND_OPTION_SILENT, 's', "silent", NULL,
     "do not tell what is passed over: binary files,\nreferences that are too long"},
    {FIND_OPTION_COLOR, 0, "color", "WHEN", "auto (a terminal, the default), always, never"},
    {FIND_OPTION_COLOR, 0, "colour", "WHEN", NULL},
    {FIND_OPTION_HELP, 'h', "help", NULL, "print this"},
    {0}};

static const struct help find_help = {
    .usage = "find [OPTION...] [FILE...]",
    .about = "Finds the references in running text, by RFC 3986, Appendix C: in files, in\n"
             "folders with all in them, in standard input where there is no operand or \"-\".\n"
             "Prints each as it was meant: without the delimiters, line breaks and quotation\n"
             "marks that its surroundings put around and into it.\n\n"
             "Binary files are passed over; symbolic links in folders are not followed.\n"
             "What is found need not be valid: see --json, --valid and --broken.",
    .examples = "uriel find README.md\n"
                "uriel find --with-place --include='*.md' doc\n"
                "uriel find --unique --scheme=http,https mail.mbox\n"
                "uriel find --json --broken /usr/share/doc",
};

/* The command line, while it is read. */
struct find_command {
  struct find *find;
  struct option_reader reader;
  struct files files;
  const char *form_name; /* the option that chose the form */
  const char *format;
  bool header;
  enum colour_when colour;
  struct buffer schemes; /* of uriel_text */
};

static _Noreturn void find_print_help(const struct option_reader *reader)
{
  help_print(&find_help, reader->tables);
  output_finish();
  exit(STATUS_OK);
}

static void find_form(struct find_command *command, enum render_form form)
{
  const char *const name = form == RENDER_JSON ? "--json" : form == RENDER_TSV ? "--tsv" : "--format";
  if (command->form_name && command->find->render.form != form)
    die_usage("find", "%s and %s exclude each other", command->form_name, name);
  command->form_name = name;
  command->find->render.form = form;
}

/* ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ) (RFC 3986, 3.1) */
static bool find_is_scheme(uriel_text name)
{
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  static const char others[] = "0123456789+-.";
  if (name.len == 0 || !memchr(letters, name.ptr[0], sizeof letters - 1))
    return false;
  for (size_t i = 1; i < name.len; i++)
    if (!memchr(letters, name.ptr[i], sizeof letters - 1) &&
        !memchr(others, name.ptr[i], sizeof others - 1))
      return false;
  return true;
}

/* The names in "http,https" are looked for together with those of an option before. */
static void find_schemes(struct find_command *command)
{
  const char *at = command->reader.value;
  for (;; at++) {
    const uriel_text name = {at, strcspn(at, ",")};
    if (!find_is_scheme(name))
      die_usage("find", "option \"%s\": \"%.*s\" is not a scheme's name", command->reader.name,
                name.len < 64 ? (int)name.len : 64, name.ptr);
    buffer_append(&command->schemes, (const char *)&name, sizeof name);
    at += name.len;
    if (!*at)
      break;
  }
}

/* Options that choose among the references. */
static bool find_option_which(struct find_command *command, int id)
{
  struct find *const find = command->find;
  uriel_find_options *const options = &find->request.find;
  switch (id) {
  case FIND_OPTION_ANY:
    options->options |= URIEL_FIND_ANY_SCHEME;
    return true;
  case FIND_OPTION_SCHEME:
    find_schemes(command);
    return true;
  case FIND_OPTION_ABBREVIATED:
    options->options |= URIEL_FIND_ABBREVIATED;
    return true;
  case FIND_OPTION_MAIL:
    options->options |= URIEL_FIND_MAIL;
    return true;
  case FIND_OPTION_VALID:
    find->only_valid = true;
    return true;
  case FIND_OPTION_BROKEN:
    find->only_broken = true;
    return true;
  case FIND_OPTION_UNIQUE:
    find->unique = true;
    return true;
  case FIND_OPTION_TO_URI:
    find->request.clean |= URIEL_CLEAN_TO_URI;
    return true;
  case FIND_OPTION_NO_HYPHEN:
    find->request.clean |= URIEL_CLEAN_NO_HYPHEN;
    return true;
  default:
    return false;
  }
}

/* Options that choose among the files. */
static bool find_option_where(struct find_command *command, int id)
{
  struct find *const find = command->find;
  switch (id) {
  case FIND_OPTION_INCLUDE:
    option_glob(&command->reader, &find->choice.include);
    return true;
  case FIND_OPTION_EXCLUDE:
    option_glob(&command->reader, &find->choice.exclude);
    return true;
  case FIND_OPTION_TEXT:
    find->as_text = true;
    return true;
  case FIND_OPTION_FILE:
    files_add(&command->files, &command->reader);
    return true;
  case FIND_OPTION_JOBS:
    find->jobs = option_number(&command->reader, 1, FIND_MOST_JOBS);
    return true;
  default:
    return false;
  }
}

static void find_option_how(struct find_command *command, int id)
{
  struct find *const find = command->find;
  switch (id) {
  case FIND_OPTION_PLACE:
    find->with_place = true;
    break;
  case FIND_OPTION_ONLY:
    find->only_reference = true;
    break;
  case FIND_OPTION_COUNT:
    find->count = true;
    break;
  case FIND_OPTION_JSON:
    find_form(command, RENDER_JSON);
    break;
  case FIND_OPTION_TSV:
    find_form(command, RENDER_TSV);
    break;
  case FIND_OPTION_HEADER:
    command->header = true;
    break;
  case FIND_OPTION_FORMAT:
    find_form(command, RENDER_FORMAT);
    command->format = command->reader.value;
    break;
  case FIND_OPTION_NULL:
    find->render.terminator = '\0';
    break;
  case FIND_OPTION_QUIET:
    find->quiet = true;
    break;
  case FIND_OPTION_SILENT:
    find->silent = true;
    break;
  case FIND_OPTION_COLOR:
    command->colour = (enum colour_when)option_word(&command->reader, colour_words);
    break;
  default:
    find_print_help(&command->reader);
  }
}

/* What cannot be meant. */
static void find_refuse(const struct find_command *command)
{
  const struct find *const find = command->find;
  const enum render_form form = find->render.form;
  size_t inputs = 0;
  files_refuse(&command->files, &command->reader);
  for (size_t i = 0; i < command->reader.operand_count; i++)
    inputs += strcmp(command->reader.operands[i], "-") == 0;
  if (inputs > 1)
    die_usage("find", "standard input can be read once");
  if (find->only_valid && find->only_broken)
    die_usage("find", "--valid and --broken exclude each other");
  if ((find->request.find.options & URIEL_FIND_ANY_SCHEME) && command->schemes.len)
    die_usage("find", "--any-scheme and --scheme exclude each other");
  if (find->with_place && find->only_reference)
    die_usage("find", "--with-place and --only-reference exclude each other");
  if (form != RENDER_PLAIN && (find->with_place || find->only_reference))
    die_usage("find", "%s goes with the plain form, not with %s",
              find->with_place ? "--with-place" : "--only-reference", command->form_name);
  if (find->count && form != RENDER_PLAIN && form != RENDER_JSON)
    die_usage("find", "--count and %s exclude each other", command->form_name);
  if (find->count && find->with_place)
    die_usage("find", "--count and --with-place exclude each other");
  if (command->header && form != RENDER_TSV)
    die_usage("find", "--header goes with --tsv");
}

/* What only all options together decide. */
static void find_decide(struct find_command *command)
{
  struct find *const find = command->find;
  struct render *const render = &find->render;
  find_refuse(command);
  colour_decide(command->colour);
  if (command->format)
    render->format = template_compile("find", command->format, &find_schema);
  find->tells_errors = render->form == RENDER_JSON || render->form == RENDER_TSV ||
                       (render->format && template_tells_errors(render->format));
  find->request.no_lines = render->form == RENDER_PLAIN && !find->with_place;
  find->with_name = command->reader.operand_count > 1 || command->reader.file_count > 0;
  find->count = find->count && !find->quiet;
  find->request.find.schemes = (const uriel_text *)(const void *)command->schemes.ptr;
  find->request.find.scheme_count = command->schemes.len / sizeof(uriel_text);
}

static void find_options(struct find_command *command, int argc, char **argv)
{
  command->reader = (struct option_reader){
      .command = "find", .tables = {find_which, find_where, find_how}, .argc = argc, .argv = argv};
  command->find->render.schema = &find_schema;
  command->find->render.terminator = '\n';
  command->find->jobs = find_processors();
  for (int id = option_next(&command->reader); id != 0; id = option_next(&command->reader))
    if (!find_option_which(command, id) && !find_option_where(command, id))
      find_option_how(command, id);
  find_decide(command);
}

static void find_path(void *context, const char *path)
{
  find_operand(context, path);
  files_note_reference("find", path);
}

/* All operands, in their order; nothing that goes wrong with one keeps the others from being read. */
static void find_operands(struct find *find, const struct find_command *command)
{
  const struct option_reader *const reader = &command->reader;
  if (command->header && !find->quiet)
    render_header(&find->render);
  progress_start(&find->progress, find->count || find->quiet);
  for (size_t i = 0; i < reader->operand_count; i++)
    find_path(find, reader->operands[i]);
  if (reader->file_count > 0)
    files_each_path(&command->files, find->render.terminator, find_path, find);
  else if (reader->operand_count == 0)
    find_operand(find, "-");
  find_jobs_drain(find);
  progress_clear(&find->progress);
  if (find->passed_over && !find->silent)
    message("%llu binary %s passed over: --text reads what is binary",
            (unsigned long long)find->passed_over, find->passed_over == 1 ? "file was" : "files were");
}

static void find_free(struct find *find)
{
  find_jobs_free(find);
  find_set_free(&find->seen);
  source_free(&find->file);
  source_free(&find->decoded);
  growing_free(&find->cleaned);
  buffer_free(&find->uri);
  buffer_free(&find->name);
  template_free(find->render.format);
  glob_free(&find->choice.include);
  glob_free(&find->choice.exclude);
}

int cmd_find(int argc, char **argv)
{
  struct find find = {0};
  struct find_command command = {.find = &find};
  find_options(&command, argc, argv);
  find_operands(&find, &command);
  find_free(&find);
  buffer_free(&command.schemes);
  files_free(&command.files);
  return find.status;
}
