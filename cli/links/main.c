/* SPDX-License-Identifier: MIT */
/* uriel links: the references of documents, resolved. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shared/cli.h"
#include "cli/shared/colour.h"
#include "cli/shared/error.h"
#include "cli/shared/files.h"
#include "cli/uriel/filter.h"
#include "run.h"

enum links_option_id {
  LINKS_OPTION_BASE = FILTER_OPTION,
  LINKS_OPTION_FILE_BASE,
  LINKS_OPTION_KIND,
  LINKS_OPTION_TARGETS,
  LINKS_OPTION_UNIQUE,
  LINKS_OPTION_NO_IDENTIFIERS,
  LINKS_OPTION_FILE,
  LINKS_OPTION_INCLUDE,
  LINKS_OPTION_EXCLUDE,
  LINKS_OPTION_MAX_SIZE,
  LINKS_OPTION_MEMORY,
  LINKS_OPTION_TO_URI,
  LINKS_OPTION_JSON,
  LINKS_OPTION_TSV,
  LINKS_OPTION_HEADER,
  LINKS_OPTION_FORMAT,
  LINKS_OPTION_NULL,
  LINKS_OPTION_QUIET,
  LINKS_OPTION_SILENT,
  LINKS_OPTION_COLOR,
  LINKS_OPTION_HELP
};

static const struct option_spec links_option_table[] = {
    {LINKS_OPTION_BASE, 'b', "base", "URI",
     "what each operand was retrieved from: a folder's\nURI ends in \"/\"; again for each redirect, of "
     "which\nthe last counts"},
    {LINKS_OPTION_FILE_BASE, 0, "file-base", NULL, "documents were retrieved from their file: URIs"},
    {LINKS_OPTION_KIND, 0, "kind", "KIND",
     "documents are declared to be html, xml, css, text,\nmarkdown, message, mbox, http or warc"},
    {LINKS_OPTION_TARGETS, 0, "only-target", NULL, "print targets alone, one a line"},
    {LINKS_OPTION_UNIQUE, 0, "unique", NULL, "print references with one normal form once"},
    {LINKS_OPTION_NO_IDENTIFIERS, 0, "no-identifiers", NULL,
     "leave out what is a name and no link: xmlns"},
    {LINKS_OPTION_FILE, 'f', "file", "FILE", FILES_OPTION_HELP_PATHS},
    {LINKS_OPTION_INCLUDE, 0, "include", "GLOB",
     "of folders: read files alone whose name, or path\nif it has a slash, is like GLOB"},
    {LINKS_OPTION_EXCLUDE, 0, "exclude", "GLOB", "of folders: leave out files and folders like GLOB"},
    {LINKS_OPTION_MAX_SIZE, 0, "max-size", "BYTES",
     "do not read larger documents of the kinds that\nare read as a whole; 64 MiB is the default"},
    {LINKS_OPTION_MEMORY, 0, "memory", "BYTES",
     "a document that takes more memory is an error;\n1 GiB is the default"},
    {LINKS_OPTION_TO_URI, 0, "to-uri", NULL, "characters beyond ASCII encoded: IRIs as URIs"},
    {LINKS_OPTION_JSON, 'j', "json", NULL, "one JSON object a line"},
    {LINKS_OPTION_TSV, 't', "tsv", NULL, "tab-separated columns, \\N for undefined"},
    {LINKS_OPTION_HEADER, 0, "header", NULL, "with --tsv: the columns' names first"},
    {LINKS_OPTION_FORMAT, 'F', "format", "FORMAT",
     "FORMAT with {KEY} or {KEY:MODIFIER} filled in;\nmodifiers: lower, upper, decode"},
    {LINKS_OPTION_NULL, '0', "null", NULL,
     "with --only-target, --tsv and --format records,\nand the lines of --file, end in NUL instead "
     "of\nline feed"},
    {LINKS_OPTION_QUIET, 'q', "quiet", NULL, "print no records, only errors"},
    {LINKS_OPTION_SILENT, 's', "silent", NULL, "print no errors, only records"},
    {LINKS_OPTION_COLOR, 0, "color", "WHEN", "auto (a terminal, the default), always, never"},
    {LINKS_OPTION_COLOR, 0, "colour", "WHEN", NULL},
    {LINKS_OPTION_HELP, 'h', "help", NULL, "print this"},
    {0}};

static const struct help links_help = {
    .usage = "links [OPTION...] [FILE...]",
    .about = "Prints the references of documents: files, folders with all in them, \"-\" for\n"
             "standard input, which is read also where there is no operand. Below a line for\n"
             "each document, which tells its base URI and where that comes from (RFC 3986,\n"
             "5.1), a line for each reference: place, element and attribute, what stands\n"
             "there, and its target. Errors are on standard error.\n\n"
             "A base is what the document states, else that of what it is in, else where it\n"
             "was retrieved from: --base or --file-base. Without any a relative reference\n"
             "has no target and is an error.\n\n"
             "Nothing is fetched. The text and the scripts of HTML are not searched for URIs:\n"
             "uriel find does that.\n\n"
             "Keys: file part kind line column offset element attribute header raw reference\n"
             "form base base_source target normal excess names relation identifies, and those\n"
             "of an error (see uriel help check).",
    .examples = "uriel links page.html\n"
                "uriel links --base https://example.com/ public_html\n"
                "curl -s https://h.example/ | uriel links --only-target -b https://h.example/\n"
                "uriel links --format '{file}:{line}: {target}' mail.eml",
};

/* What the options are read into besides the run. */
struct links_command {
  struct links_run run;
  struct option_reader reader;
  struct files files;
  enum colour_when colour;
  const char *form_name; /* the option that chose the form */
  const char *format;
  bool header;
};

static _Noreturn void links_print_help(const struct links_command *command)
{
  help_print(&links_help, command->reader.tables);
  output_finish();
  exit(STATUS_OK);
}

static void links_form(struct links_command *command, enum links_form form, const char *name)
{
  if (command->form_name && command->run.form != form)
    die_usage("links", "%s and %s exclude each other", command->form_name, name);
  command->form_name = name;
  command->run.form = form;
}

/* Each is resolved against the one before: the last is where the chain of redirects ended (RFC 3986,
 * 5.1.3). */
static void links_base(struct links_command *command)
{
  static const struct reading reading = {.spec = URIEL_SPEC_RFC3986};
  struct buffer *const chain = &command->run.base_chain;
  struct buffer next = {0};
  uriel_ref base, ref;
  size_t need;
  if (chain->len == 0) {
    base_read("links", command->reader.value, &reading, &base);
    buffer_append(chain, command->reader.value, strlen(command->reader.value) + 1);
  } else {
    uriel_parse(&base, chain->ptr, chain->len - 1, NULL);
    struct record record = {.reading = reading};
    if (!record_parse(&record, &ref, uriel_text_of(command->reader.value))) {
      error_print("base", &record.error);
      output_flush_both();
      exit(STATUS_USAGE);
    }
    do
      need = uriel_resolve(&base, &ref, URIEL_RESOLVE_STRICT, next.ptr, next.capacity, NULL);
    while (buffer_short(&next, need));
    buffer_append(&next, "", 1);
    buffer_free(chain);
    *chain = next;
  }
  command->run.base = chain->ptr;
}

/* What is declared in place of what a server or a message would: a word, and its media type. */
static const char *const links_kinds[] = {"html",    "xml",  "css",  "text", "markdown",
                                          "message", "mbox", "http", "warc", NULL};
static const char *const links_types[] = {"text/html",        "application/xml",  "text/css",
                                          "text/plain",       "text/markdown",    "message/rfc822",
                                          "application/mbox", "application/http", "application/warc"};

static void links_option(struct links_command *command, int id)
{
  struct links_run *const run = &command->run;
  switch (id) {
  case LINKS_OPTION_BASE:
    links_base(command);
    break;
  case LINKS_OPTION_FILE_BASE:
    run->file_base = true;
    break;
  case LINKS_OPTION_KIND:
    run->media_type = links_types[option_word(&command->reader, links_kinds)];
    break;
  case LINKS_OPTION_TARGETS:
    links_form(command, LINKS_TARGETS, "--only-target");
    break;
  case LINKS_OPTION_UNIQUE:
    run->is_unique = true;
    break;
  case LINKS_OPTION_NO_IDENTIFIERS:
    run->no_identifiers = true;
    break;
  case LINKS_OPTION_FILE:
    files_add(&command->files, &command->reader);
    break;
  case LINKS_OPTION_INCLUDE:
    option_glob(&command->reader, &run->choice.include);
    break;
  case LINKS_OPTION_EXCLUDE:
    option_glob(&command->reader, &run->choice.exclude);
    break;
  case LINKS_OPTION_MAX_SIZE:
    run->max_size = option_size(&command->reader, 1, (size_t)1 << 29);
    break;
  case LINKS_OPTION_MEMORY:
    run->memory = option_size(&command->reader, OPTION_MEMORY_LEAST, SIZE_MAX / 2);
    break;
  case LINKS_OPTION_TO_URI:
    run->to_uri = true;
    break;
  case LINKS_OPTION_JSON:
    links_form(command, LINKS_JSON, "--json");
    break;
  case LINKS_OPTION_TSV:
    links_form(command, LINKS_TSV, "--tsv");
    break;
  case LINKS_OPTION_HEADER:
    command->header = true;
    break;
  case LINKS_OPTION_FORMAT:
    links_form(command, LINKS_FORMAT, "--format");
    command->format = command->reader.value;
    break;
  case LINKS_OPTION_NULL:
    run->render.terminator = '\0';
    break;
  case LINKS_OPTION_QUIET:
    run->quiet = true;
    break;
  case LINKS_OPTION_SILENT:
    run->silent = true;
    break;
  case LINKS_OPTION_COLOR:
    command->colour = (enum colour_when)option_word(&command->reader, colour_words);
    break;
  default:
    links_print_help(command);
  }
}

static void links_read_options(struct links_command *command)
{
  struct option_reader *const reader = &command->reader;
  size_t inputs = 0;
  for (int id = option_next(reader); id != 0; id = option_next(reader))
    links_option(command, id);
  for (size_t i = 0; i < reader->operand_count; i++)
    inputs += strcmp(reader->operands[i], "-") == 0;
  if (inputs > 1)
    die_usage("links", "standard input can be read once");
  files_refuse(&command->files, reader);
  if (command->run.base && command->run.file_base)
    die_usage("links", "--base and --file-base exclude each other");
  if (command->header && command->run.form != LINKS_TSV)
    die_usage("links", "--header goes with --tsv");
  if (command->format)
    command->run.render.format = template_compile("links", command->format, &links_schema);
}

static void links_path(void *context, const char *path)
{
  links_operand(context, path);
  files_note_reference("links", path);
}

static void links_run_all(struct links_command *command)
{
  const struct option_reader *const reader = &command->reader;
  struct links_run *const run = &command->run;
  run->links = links_new(&(struct links_limits){.whole = run->max_size, .to_uri = run->to_uri});
  if (!run->links)
    die_memory();
  budget_start(&run->budget, run->memory ? run->memory : LINKS_MEMORY);
  progress_start(&run->progress, run->quiet);
  if (command->header && !run->quiet)
    render_header(&run->render);
  for (size_t i = 0; i < reader->operand_count; i++)
    links_path(run, reader->operands[i]);
  if (reader->file_count > 0)
    files_each_path(&command->files, run->render.terminator, links_path, run);
  else if (reader->operand_count == 0)
    links_operand(run, "-");
  progress_clear(&run->progress);
}

int cmd_links(int argc, char **argv)
{
  struct links_command command = {
      .run = {.render = {.schema = &links_schema, .form = RENDER_TSV, .terminator = '\n'}},
      .reader = {.command = "links", .tables = {links_option_table}, .argc = argc, .argv = argv}};
  struct links_run *const run = &command.run;
  links_read_options(&command);
  colour_decide(command.colour);
  links_run_all(&command);
  links_free(run->links);
  budget_stop(&run->budget);
  links_print_free(run);
  glob_free(&run->choice.include);
  glob_free(&run->choice.exclude);
  template_free(run->render.format);
  buffer_free(&run->base_chain);
  files_free(&command.files);
  return run->failed ? STATUS_IO : run->invalid ? STATUS_INVALID : STATUS_OK;
}
