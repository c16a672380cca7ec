/* SPDX-License-Identifier: MIT */
/* The one table of the general options. */
#include "general.h"

#include <string.h>

#define GENERAL_TO(member) OPTION_TO(struct general, member)

/* In the order of the help. */
static const struct {
  unsigned has; /* 0: every program */
  struct option_spec spec;
} general_rows[] = {
    {GENERAL_FILE,
     {'f', "file", "FILE", FILES_OPTION_HELP_PATHS, OPTION_CALL, GENERAL_TO(files), .call = files_add,
      .excludes = OPTION_GROUP_INPUT, .many = true}},
    {GENERAL_CHOICE,
     {0, "include", "GLOB",
      "in folders, read only files whose name, or path if\nit has a slash, matches", OPTION_CALL,
      GENERAL_TO(choice.include), .call = option_glob, .many = true}},
    {GENERAL_CHOICE,
     {0, "exclude", "GLOB", "in folders, skip files and folders that match", OPTION_CALL,
      GENERAL_TO(choice.exclude), .call = option_glob, .many = true}},
    {GENERAL_WHOLE,
     {0, "max-size", "BYTES",
      "do not read larger documents of the kinds that\nare read as a whole; default: 64 MiB",
      OPTION_SIZE, GENERAL_TO(max_size), .low = 1, .high = (size_t)1 << 29}},
    {GENERAL_MEMORY,
     {0, "memory", "BYTES", "a document that needs more memory is an error;\ndefault: 1 GiB",
      OPTION_SIZE, GENERAL_TO(memory), .low = OPTION_MEMORY_LEAST, .high = SIZE_MAX / 2}},
    {GENERAL_JOBS,
     {0, "jobs", "N",
      "number of reading threads; default: the number of\nprocessors. The output does not depend on it",
      OPTION_NUMBER, GENERAL_TO(jobs), .low = 1, .high = GENERAL_MOST_JOBS,
      .excludes = OPTION_GROUP_JOBS}},
    {GENERAL_BLOCKS,
     {'l', "long", NULL, "a block of lines for each record; what a\nterminal gets", OPTION_CHOICE,
      GENERAL_TO(form), .low = RENDER_LONG, .excludes = OPTION_GROUP_FORM}},
    {GENERAL_BLOCKS,
     {0, "short", NULL, "one line for each record, on a terminal too", OPTION_CHOICE, GENERAL_TO(form),
      .low = RENDER_PLAIN, .excludes = OPTION_GROUP_FORM}},
    {GENERAL_JSON,
     {'j', "json", NULL, "one JSON object a line", OPTION_CHOICE, GENERAL_TO(form), .low = RENDER_JSON,
      .excludes = OPTION_GROUP_FORM | OPTION_GROUP_BEFORE}},
    {GENERAL_COLUMNS,
     {'t', "tsv", NULL, "tab-separated columns, \\N for undefined", OPTION_CHOICE, GENERAL_TO(form),
      .low = RENDER_TSV, .excludes = OPTION_GROUP_FORM | OPTION_GROUP_BEFORE | OPTION_GROUP_COUNT}},
    {GENERAL_COLUMNS,
     {0, "header", NULL, "with --tsv: the columns' names first", OPTION_FLAG, GENERAL_TO(header),
      .with = "tsv"}},
    {GENERAL_COLUMNS,
     {'F', "format", "FORMAT",
      "FORMAT with {KEY} or {KEY:MODIFIER} filled in;\nmodifiers: lower, upper, decode, form, encode "
      "and\naddress (see man uriel)",
      OPTION_STRING, GENERAL_TO(format),
      .excludes = OPTION_GROUP_FORM | OPTION_GROUP_BEFORE | OPTION_GROUP_COUNT}},
    {GENERAL_COLUMNS,
     {'0', "null", NULL,
      "records, except JSON, and the lines of --file end\nin NUL instead of line feed", OPTION_FLAG,
      GENERAL_TO(null)}},
    {GENERAL_QUIET,
     {'q', "quiet", NULL, "print no records, only errors", OPTION_FLAG, GENERAL_TO(quiet)}},
    {GENERAL_SILENT,
     {'s', "silent", NULL, "print no errors, only records", OPTION_FLAG, GENERAL_TO(silent)}},
    {0,
     {0, "color", "WHEN", "auto (a terminal, the default), always, never", OPTION_WORD,
      GENERAL_TO(colour), .words = colour_words}},
    {0, {0, "colour", "WHEN", NULL, OPTION_WORD, GENERAL_TO(colour), .words = colour_words}},
    {0, {'h', "help", NULL, "print this", .kind = OPTION_HELP}}};

struct option_table general_table(struct general *general, unsigned has,
                                  const struct general_text *texts)
{
  size_t count = 0;
  for (size_t i = 0; i < sizeof general_rows / sizeof *general_rows; i++) {
    struct option_spec *const spec = &general->specs[count];
    if (general_rows[i].has && !(general_rows[i].has & has))
      continue;
    *spec = general_rows[i].spec;
    for (const struct general_text *text = texts; text && text->name; text++)
      if (strcmp(text->name, spec->name) == 0)
        spec->help = text->help;
    count++;
  }
  general->specs[count] = (struct option_spec){0};
  return (struct option_table){general->specs, general};
}

void general_render(struct general *general, const char *command, const struct schema *schema,
                    struct render *render)
{
  colour_decide(general->colour);
  render->schema = schema;
  render->terminator = general->null ? '\0' : '\n';
  if (general->format) {
    general->form = RENDER_FORMAT;
    render->format = template_compile(command, general->format, schema);
  }
  render->form = general->form;
}

void general_free(struct general *general)
{
  files_free(&general->files);
  glob_free(&general->choice.include);
  glob_free(&general->choice.exclude);
}
