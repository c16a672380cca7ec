/* SPDX-License-Identifier: MIT */
/* uriel links: the references of documents, resolved. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shared/cli.h"
#include "cli/shared/colour.h"
#include "cli/shared/error.h"
#include "cli/shared/files.h"
#include "run.h"

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
  const char *format;
  bool header;
};

/* Each is resolved against the one before: the last is where the chain of redirects ended (RFC 3986,
 * 5.1.3). */
static void links_base(void *to, struct option_reader *reader)
{
  static const struct reading reading = {.spec = URIEL_SPEC_RFC3986};
  struct links_run *const run = to;
  struct buffer *const chain = &run->base_chain;
  struct buffer next = {0};
  uriel_ref base, ref;
  size_t need;
  if (chain->len == 0) {
    base_read("links", reader->value, &reading, &base);
    buffer_append(chain, reader->value, strlen(reader->value) + 1);
  } else {
    uriel_parse(&base, chain->ptr, chain->len - 1, NULL);
    struct record record = {.reading = reading};
    if (!record_parse(&record, &ref, uriel_text_of(reader->value))) {
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
  run->base = chain->ptr;
}

/* What is declared in place of what a server or a message would: a word, and its media type. */
static const char *const links_kinds[] = {"html",    "xml",  "css",  "text", "markdown",
                                          "message", "mbox", "http", "warc", NULL};
static const char *const links_types[] = {"text/html",        "application/xml",  "text/css",
                                          "text/plain",       "text/markdown",    "message/rfc822",
                                          "application/mbox", "application/http", "application/warc"};

static void links_kind(void *to, struct option_reader *reader)
{
  *(const char **)to = links_types[option_word(reader, links_kinds)];
}

enum { LINKS_GROUP_BASE = OPTION_GROUP_OWN };

static const struct option_spec links_option_table[] = {
    {'b', "base", "URI",
     "what each operand was retrieved from: a folder's\nURI ends in \"/\"; again for each redirect, of "
     "which\nthe last counts",
     OPTION_CALL, OPTION_TO(struct links_command, run), .call = links_base, .excludes = LINKS_GROUP_BASE,
     .many = true},
    {0, "file-base", NULL, "documents were retrieved from their file: URIs", OPTION_FLAG,
     OPTION_TO(struct links_command, run.file_base), .excludes = LINKS_GROUP_BASE},
    {0, "kind", "KIND",
     "documents are declared to be html, xml, css, text,\nmarkdown, message, mbox, http or warc",
     OPTION_CALL, OPTION_TO(struct links_command, run.media_type), .words = links_kinds,
     .call = links_kind},
    {0, "only-target", NULL, "print targets alone, one a line", OPTION_CHOICE,
     OPTION_TO(struct links_command, run.render.form), .low = RENDER_PLAIN,
     .excludes = OPTION_GROUP_FORM},
    {0, "unique", NULL, "print references with one normal form once", OPTION_FLAG,
     OPTION_TO(struct links_command, run.is_unique)},
    {0, "no-identifiers", NULL, "leave out what is a name and no link: xmlns", OPTION_FLAG,
     OPTION_TO(struct links_command, run.no_identifiers)},
    {'f', "file", "FILE", FILES_OPTION_HELP_PATHS, OPTION_CALL, OPTION_TO(struct links_command, files),
     .call = files_add, .many = true},
    {0, "include", "GLOB",
     "of folders: read files alone whose name, or path\nif it has a slash, is like GLOB", OPTION_CALL,
     OPTION_TO(struct links_command, run.choice.include), .call = option_glob, .many = true},
    {0, "exclude", "GLOB", "of folders: leave out files and folders like GLOB", OPTION_CALL,
     OPTION_TO(struct links_command, run.choice.exclude), .call = option_glob, .many = true},
    {0, "max-size", "BYTES",
     "do not read larger documents of the kinds that\nare read as a whole; 64 MiB is the default",
     OPTION_SIZE, OPTION_TO(struct links_command, run.max_size), .low = 1, .high = (size_t)1 << 29},
    {0, "memory", "BYTES", "a document that takes more memory is an error;\n1 GiB is the default",
     OPTION_SIZE, OPTION_TO(struct links_command, run.memory), .low = OPTION_MEMORY_LEAST,
     .high = SIZE_MAX / 2},
    {0, "to-uri", NULL, "characters beyond ASCII encoded: IRIs as URIs", OPTION_FLAG,
     OPTION_TO(struct links_command, run.to_uri)},
    {'j', "json", NULL, "one JSON object a line", OPTION_CHOICE,
     OPTION_TO(struct links_command, run.render.form), .low = RENDER_JSON,
     .excludes = OPTION_GROUP_FORM},
    {'t', "tsv", NULL, "tab-separated columns, \\N for undefined", OPTION_CHOICE,
     OPTION_TO(struct links_command, run.render.form), .low = RENDER_TSV, .excludes = OPTION_GROUP_FORM},
    {0, "header", NULL, "with --tsv: the columns' names first", OPTION_FLAG,
     OPTION_TO(struct links_command, header), .with = "tsv"},
    {'F', "format", "FORMAT",
     "FORMAT with {KEY} or {KEY:MODIFIER} filled in;\nmodifiers: lower, upper, decode", OPTION_STRING,
     OPTION_TO(struct links_command, format), .excludes = OPTION_GROUP_FORM},
    {'0', "null", NULL,
     "with --only-target, --tsv and --format records,\nand the lines of --file, end in NUL instead "
     "of\nline feed",
     OPTION_CHOICE, OPTION_TO(struct links_command, run.render.terminator), .low = '\0'},
    {'q', "quiet", NULL, "print no records, only errors", OPTION_FLAG,
     OPTION_TO(struct links_command, run.quiet)},
    {'s', "silent", NULL, "print no errors, only records", OPTION_FLAG,
     OPTION_TO(struct links_command, run.silent)},
    {0, "color", "WHEN", "auto (a terminal, the default), always, never", OPTION_WORD,
     OPTION_TO(struct links_command, colour), .words = colour_words},
    {0, "colour", "WHEN", NULL, OPTION_WORD, OPTION_TO(struct links_command, colour),
     .words = colour_words},
    {'h', "help", NULL, "print this", .kind = OPTION_HELP},
    {0}};

static void links_read_options(struct links_command *command)
{
  struct option_reader *const reader = &command->reader;
  size_t inputs = 0;
  option_read(reader);
  for (size_t i = 0; i < reader->operand_count; i++)
    inputs += strcmp(reader->operands[i], "-") == 0;
  if (inputs > 1)
    die_usage("links", "standard input can be read once");
  files_refuse(&command->files, reader);
  if (!command->format)
    return;
  command->run.render.form = RENDER_FORMAT;
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
      .run = {.render = {.schema = &links_schema, .form = RENDER_LONG, .terminator = '\n'}},
      .reader = {.command = "links",
                 .help = &links_help,
                 .tables = {{links_option_table, &command}},
                 .argc = argc,
                 .argv = argv}};
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
