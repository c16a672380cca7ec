/* SPDX-License-Identifier: MIT */
/* uriel find: the options, and the output. */
#include "find.h"

#include <inttypes.h>
#include <string.h>

#include "cli/shared/cli.h"
#include "cli/shared/colour.h"
#include "cli/shared/input.h"
#include "cli/shared/option.h"
#include "cli/shared/output.h"
#include "reader/ordered.h"
#include "uriel_find.h"

/* ---- Hits --------------------------------------------------------------------------------------- */

enum find_column {
  FIND_FILE,
  FIND_OFFSET,
  FIND_LINE,
  FIND_COLUMN,
  FIND_RAW,
  FIND_REFERENCE,
  FIND_KIND,
  FIND_DELIMITER,
  FIND_URI,
  FIND_VALID,
  FIND_HOST,
  FIND_HOST_UNICODE,
  FIND_COLUMNS
};

static const struct column find_columns[FIND_COLUMNS] = {
    [FIND_FILE] = {"file", COLUMN_TEXT, TONE_DIM},
    [FIND_OFFSET] = {"offset", COLUMN_LITERAL, TONE_DIM},
    [FIND_LINE] = {"line", COLUMN_LITERAL, TONE_DIM},
    [FIND_COLUMN] = {"column", COLUMN_LITERAL, TONE_DIM},
    [FIND_RAW] = {"raw", COLUMN_TEXT, TONE_PLAIN},
    [FIND_REFERENCE] = {"reference", COLUMN_REFERENCE, TONE_PLAIN},
    [FIND_KIND] = {"kind", COLUMN_TEXT, TONE_PLAIN},
    [FIND_DELIMITER] = {"delimiter", COLUMN_TEXT, TONE_PLAIN},
    [FIND_URI] = {"uri", COLUMN_REFERENCE, TONE_PLAIN},
    [FIND_VALID] = {"valid", COLUMN_VALID, TONE_PLAIN},
    [FIND_HOST] = {"host", COLUMN_TEXT, TONE_HOST},
    [FIND_HOST_UNICODE] = {"host_unicode", COLUMN_TEXT, TONE_HOST},
};

static const struct schema find_schema = {.columns = find_columns,
                                          .count = FIND_COLUMNS,
                                          .plain = FIND_REFERENCE,
                                          .aside = UINT64_C(1) << FIND_VALID | UINT64_C(1) << FIND_HOST |
                                                   UINT64_C(1) << FIND_HOST_UNICODE};

/* "FILE: ", "FILE:LINE:COLUMN: " */
static void find_prefix(const struct find *find, const struct text_hit *hit)
{
  struct output *const out = &standard_out;
  if (find->only_reference || (!find->with_name && !find->with_place))
    return;
  colour_tone(out, TONE_DIM);
  output_name(out, find->document.name, find->document.name_len, find->render.terminator);
  if (find->with_place) {
    output_char(out, ':');
    output_number(out, hit->place.line);
    output_char(out, ':');
    output_number(out, hit->place.column);
  }
  output_char(out, ':');
  colour_tone(out, TONE_PLAIN);
  output_char(out, ' ');
}

static void find_plain(const struct find *find, const struct text_hit *hit)
{
  static const struct reading reading = {0};
  find_prefix(find, hit);
  colour_reference(&standard_out, &reading, hit->cleaned);
  output_char(&standard_out, find->render.terminator);
}

/* Escapes the name for lines of --format; the other forms escape it themselves. */
static uriel_text find_shown_name(struct find *find)
{
  struct buffer *const name = &find->name;
  if (!find->render.format || !find->render.terminator)
    return (uriel_text){find->document.name, find->document.name_len};
  name->len = 0;
  buffer_append_escaped(name, find->document.name, find->document.name_len);
  return (uriel_text){name->ptr, name->len};
}

static void find_columned(struct find *find, struct record *record, const struct text_hit *hit)
{
  static char offset[NUMBER_DIGITS], line[NUMBER_DIGITS],
      column[NUMBER_DIGITS]; /* the record outlives the call */
  record->values[FIND_FILE] = find_shown_name(find);
  record->values[FIND_OFFSET] = number_text(offset, hit->place.offset);
  record->values[FIND_LINE] = number_text(line, hit->place.line);
  record->values[FIND_COLUMN] = number_text(column, hit->place.column);
  record->values[FIND_RAW] = hit->raw;
  record->values[FIND_REFERENCE] = hit->cleaned;
  record->values[FIND_KIND] = uriel_text_of(uriel_hit_kind_name(hit->kind));
  record->values[FIND_DELIMITER] = uriel_text_of(uriel_delimiter_name(hit->delimiter));
  record->values[FIND_HOST_UNICODE] =
      find_hosts(find, record->values[FIND_URI].ptr ? record->values[FIND_URI] : hit->cleaned,
                 &record->values[FIND_HOST]);
  render_record(&find->render, record);
}

/* Whether --valid, --broken and --unique select the hit. */
static bool find_chosen(struct find *find, const struct text_hit *hit, bool broken)
{
  if (find->only_valid && broken)
    return false;
  if (find->only_broken && !broken)
    return false;
  return !find->unique || texts_add(&find->seen, hit->cleaned);
}

void find_parse(struct find *find, struct record *record, const struct text_hit *hit, uriel_text uri)
{
  uriel_ref ref;
  record->reading.spec = find_parsed_by(find);
  if (find->spec != URIEL_SPEC_WHATWG) {
    record_parse(record, &ref, uri.ptr ? uri : hit->cleaned);
    return;
  }
  /* A URL that the standard repairs is valid. */
  if (!uri.ptr)
    record_parse(record, &ref, hit->cleaned);
}

void find_print(struct find *find, const struct text_hit *found)
{
  struct text_hit hit_to_print = *found;
  const struct text_hit *const hit = &hit_to_print;
  static struct record record; /* static because it is large; most of it stays undefined */
  uriel_text uri = {NULL, 0};
  record.verdict = VERDICT_VALID;
  if (find->to_uri && found->flags & URIEL_HIT_IRI) {
    hit_to_print.cleaned = find_to_uri(find, found);
    hit_to_print.flags &= ~(unsigned)URIEL_HIT_IRI;
  }
  if (find->tells_errors || find->only_valid || find->only_broken) {
    uri = find_uri(find, hit);
    find_parse(find, &record, hit, uri);
  } else if (find->render.form != RENDER_PLAIN) {
    uri = find_uri(find, hit);
  }
  if (!find_chosen(find, hit, record_is_invalid(&record)))
    return;
  find->document.count++;
  find->references++;
  if (find->count || find->quiet)
    return;
  record.values[FIND_URI] = uri;
  if (find->render.form == RENDER_PLAIN)
    find_plain(find, hit);
  else
    find_columned(find, &record, hit);
}

void find_print_count(const struct find *find)
{
  struct output *const out = &standard_out;
  const struct find_document *const document = &find->document;
  if (find->render.form == RENDER_JSON) {
    struct json json = {.out = out};
    json_object_begin(&json, NULL);
    json_text(&json, "file", document->name, document->name_len);
    json_number(&json, "count", document->count);
    json_object_end(&json);
    output_char(out, '\n');
    return;
  }
  if (find->with_name && !find->only_reference) {
    colour_tone(out, TONE_DIM);
    output_name(out, document->name, document->name_len, find->render.terminator);
    colour_tone(out, TONE_PLAIN);
    output_text(out, ": ");
  }
  output_number(out, document->count);
  output_char(out, find->render.terminator);
}

void find_print_too_long(struct find *find, const struct place *place)
{
  find->status = find->status ? find->status : STATUS_INVALID;
  if (find->silent)
    return;
  progress_clear(&find->progress);
  if (find->request.no_lines)
    message("%s: byte %" PRIu64 ": skipped a reference of more than %d bytes", find->document.name,
            place->offset, TEXT_REFERENCE_LIMIT);
  else
    message("%s:%" PRIu64 ":%" PRIu64 ": skipped a reference of more than %d bytes", find->document.name,
            place->line, place->column, TEXT_REFERENCE_LIMIT);
}

void find_print_malformed(struct find *find, uint64_t count, uint64_t first)
{
  find->status = find->status ? find->status : STATUS_INVALID;
  if (find->silent)
    return;
  progress_clear(&find->progress);
  message("%s: byte %" PRIu64 ": malformed text; %" PRIu64 " %s read as U+FFFD", find->document.name,
          first, count, count == 1 ? "sequence is" : "sequences are");
}

/* ---- Options ------------------------------------------------------------------------------------ */

size_t find_part_own = (size_t)512 * 1024;
size_t find_part_beyond = 8192;

static const struct help find_help = {
    .usage = "find [OPTION...] [FILE...]\nfind --typed [OPTION...] [TEXT...]",
    .about = "Finds the references in running text, by RFC 3986, Appendix C: in files, in\n"
             "folders and their subfolders, and in standard input (\"-\", or no operand). Prints\n"
             "each reference without the delimiters, line breaks and quotation marks that the\n"
             "surrounding text put around and into it.\n\n"
             "Binary files are skipped; symbolic links in folders are not followed.\n"
             "References need not be valid: see --json, --valid and --broken.",
    .examples = "uriel find README.md\n"
                "uriel find --with-place --include='*.md' doc\n"
                "uriel find --unique --scheme=http,https mail.mbox\n"
                "uriel find --json --broken /usr/share/doc\n"
                "uriel find --typed '<URL:http://example.com/ a>'",
};

/* The command line. */
struct find_command {
  struct find find;
  struct option_reader reader;
  struct files files;
  const char *format;
  bool header;
  bool typed;
  enum colour_when colour;
  struct buffer schemes; /* array of uriel_text */
};

/* ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ) (RFC 3986, 3.1) */
bool find_is_scheme(uriel_text name)
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

/* Adds the names in "http,https" to those of earlier options. */
static void find_schemes(void *to, struct option_reader *reader)
{
  const char *at = reader->value;
  for (;; at++) {
    const uriel_text name = {at, strcspn(at, ",")};
    if (!find_is_scheme(name))
      die_usage("find", "option \"%s\": \"%.*s\" is not a scheme's name", reader->name,
                name.len < 64 ? (int)name.len : 64, name.ptr);
    buffer_append(to, (const char *)&name, sizeof name);
    at += name.len;
    if (!*at)
      break;
  }
}

/* With "iri", hits have the characters of IRIs. */
static void find_spec(void *to, struct option_reader *reader)
{
  struct find *const find = to;
  struct reading reading = {.spec = find->spec};
  reading_spec_any(&reading, reader);
  find->spec = reading.spec;
  find->request.find.options &= ~(unsigned)URIEL_FIND_IRI;
  find->request.find.options |= find->spec == URIEL_SPEC_IRI ? URIEL_FIND_IRI : 0;
}

/* Sets the encoding that the label names. */
static void find_charset(void *to, struct option_reader *reader)
{
  struct find *const find = to;
  struct charset *open = NULL;
  const uriel_text name = uriel_encoding_of(uriel_text_of(reader->value));
  const bool utf_8 = name.len == 5 && memcmp(name.ptr, "utf-8", 5) == 0;
  const bool utf_16 = name.len == 8 && memcmp(name.ptr, "utf-16", 6) == 0;
  if (!charset_open(&open, name))
    die_memory();
  if (!open && !utf_8 && !utf_16)
    die_usage("find", "option \"%s\": \"%s\" is not an encoding that uriel reads", reader->name,
              reader->value);
  find->charset = open ? name : uriel_text_of(NULL);
  find->charset_order = !utf_16 ? UTF16_NO : name.ptr[6] == 'l' ? UTF16_LITTLE : UTF16_BIG;
  charset_close(open);
}

enum {
  FIND_GROUP_SCHEMES = OPTION_GROUP_OWN,
  FIND_GROUP_VERDICT = OPTION_GROUP_OWN << 1,
  FIND_GROUP_BEFORE = OPTION_GROUP_OWN << 2, /* printed before a reference */
  FIND_GROUP_COUNT = OPTION_GROUP_OWN << 3
};

/* Options that choose among the references. */
static const struct option_spec find_which[] = {
    {0, "any-scheme", NULL, "also unregistered schemes without a host:\n<foo:bar>, foo:///a", OPTION_BIT,
     OPTION_TO(struct find_command, find.request.find.options), .low = URIEL_FIND_ANY_SCHEME,
     .excludes = FIND_GROUP_SCHEMES},
    {0, "scheme", "LIST", "only these schemes, separated by commas", OPTION_CALL,
     OPTION_TO(struct find_command, schemes), .call = find_schemes, .excludes = FIND_GROUP_SCHEMES,
     .many = true},
    {0, "abbreviated", NULL,
     "also www.example.com/a, example.com and\n//example.com/a, which is guessing", OPTION_BIT,
     OPTION_TO(struct find_command, find.request.find.options), .low = URIEL_FIND_ABBREVIATED},
    {0, "mail", NULL, "also mail addresses without \"mailto:\"", OPTION_BIT,
     OPTION_TO(struct find_command, find.request.find.options), .low = URIEL_FIND_MAIL},
    {0, "spec", "SPEC",
     "which references count as valid: any SPEC of uriel\nparse; iri has more punctuation beyond "
     "ASCII.\n"
     "Default: URIs and IRIs",
     OPTION_CALL, OPTION_TO(struct find_command, find), .call = find_spec},
    {0, "valid", NULL, "only references that are valid by --spec", OPTION_FLAG,
     OPTION_TO(struct find_command, find.only_valid), .excludes = FIND_GROUP_VERDICT},
    {0, "broken", NULL, "only references that are not valid", OPTION_FLAG,
     OPTION_TO(struct find_command, find.only_broken), .excludes = FIND_GROUP_VERDICT},
    {0, "unique", NULL, "print each reference once, at its first place", OPTION_FLAG,
     OPTION_TO(struct find_command, find.unique)},
    {0, "to-uri", NULL, "print the URIs of IRIs: hosts by IDNA, other\ncharacters percent-encoded",
     OPTION_FLAG, OPTION_TO(struct find_command, find.to_uri)},
    {0, "no-hyphen", NULL, "a hyphen before a line break is not part of the\nreference", OPTION_BIT,
     OPTION_TO(struct find_command, find.request.clean), .low = URIEL_CLEAN_NO_HYPHEN},
    {0}};

/* Options that choose among the files. */
static const struct option_spec find_where[] = {
    {'f', "file", "FILE", FILES_OPTION_HELP_PATHS, OPTION_CALL, OPTION_TO(struct find_command, files),
     .call = files_add, .many = true},
    {0, "include", "GLOB", "in folders, read only files that match", OPTION_CALL,
     OPTION_TO(struct find_command, find.choice.include), .call = option_glob, .many = true},
    {0, "exclude", "GLOB", "in folders, skip files and folders that match", OPTION_CALL,
     OPTION_TO(struct find_command, find.choice.exclude), .call = option_glob, .many = true},
    {0, "no-ignore", NULL, "in folders, also files that git ignores, and\nfolders named .git",
     OPTION_CHOICE, OPTION_TO(struct find_command, find.choice.gitignore), .low = false},
    {0, "text", NULL, "read every file as text, also binary files", OPTION_FLAG,
     OPTION_TO(struct find_command, find.as_text)},
    {0, "charset", "NAME",
     "the encoding of files without a byte order mark:\nshift_jis, latin1, utf-16le, ...; default: "
     "utf-8",
     OPTION_CALL, OPTION_TO(struct find_command, find), .call = find_charset},
    {0, "jobs", "N",
     "number of reading threads; default: the number of\nprocessors. The output does not depend on it",
     OPTION_NUMBER, OPTION_TO(struct find_command, find.jobs), .low = 1, .high = FIND_MOST_JOBS},
    {0}};

static const struct option_spec find_how[] = {
    {0, "typed", NULL,
     "each operand, or all of standard input, is text of\none reference: remove its wrapper and line "
     "breaks",
     OPTION_FLAG, OPTION_TO(struct find_command, typed)},
    {0, "with-place", NULL, "print FILE:LINE:COLUMN: before each reference", OPTION_FLAG,
     OPTION_TO(struct find_command, find.with_place), .excludes = FIND_GROUP_BEFORE | FIND_GROUP_COUNT},
    {0, "only-reference", NULL, "print nothing before a reference", OPTION_FLAG,
     OPTION_TO(struct find_command, find.only_reference), .excludes = FIND_GROUP_BEFORE},
    {0, "count", NULL, "print only the number of references in each file", OPTION_FLAG,
     OPTION_TO(struct find_command, find.count), .excludes = FIND_GROUP_COUNT},
    {'j', "json", NULL, "one JSON object a line", OPTION_CHOICE,
     OPTION_TO(struct find_command, find.render.form), .low = RENDER_JSON,
     .excludes = OPTION_GROUP_FORM | FIND_GROUP_BEFORE},
    {'t', "tsv", NULL, "tab-separated columns, \\N for undefined", OPTION_CHOICE,
     OPTION_TO(struct find_command, find.render.form), .low = RENDER_TSV,
     .excludes = OPTION_GROUP_FORM | FIND_GROUP_BEFORE | FIND_GROUP_COUNT},
    {0, "header", NULL, "with --tsv: the columns' names first", OPTION_FLAG,
     OPTION_TO(struct find_command, header), .with = "tsv"},
    {'F', "format", "FORMAT",
     "FORMAT with {KEY} or {KEY:MODIFIER} filled in;\nmodifiers: lower, upper, decode", OPTION_STRING,
     OPTION_TO(struct find_command, format),
     .excludes = OPTION_GROUP_FORM | FIND_GROUP_BEFORE | FIND_GROUP_COUNT},
    {'0', "null", NULL,
     "end records, except in JSON, and the lines of --file\nin NUL instead of line feed", OPTION_CHOICE,
     OPTION_TO(struct find_command, find.render.terminator), .low = '\0'},
    {'q', "quiet", NULL, "print no references and no counts", OPTION_FLAG,
     OPTION_TO(struct find_command, find.quiet)},
    {'s', "silent", NULL, "do not report skipped input: binary files,\nreferences that are too long",
     OPTION_FLAG, OPTION_TO(struct find_command, find.silent)},
    {0, "color", "WHEN", "auto (a terminal, the default), always, never", OPTION_WORD,
     OPTION_TO(struct find_command, colour), .words = colour_words},
    {0, "colour", "WHEN", NULL, OPTION_WORD, OPTION_TO(struct find_command, colour),
     .words = colour_words},
    {'h', "help", NULL, "print this", .kind = OPTION_HELP},
    {0}};

/* With --typed operands are text: options that choose files or references mean nothing. */
static void find_refuse_with_typed(const struct find_command *command)
{
  const struct find *const find = &command->find;
  const struct {
    bool given;
    const char *name;
  } others[] = {{command->reader.file_count > 0, "file"},
                {find->choice.include.count > 0, "include"},
                {find->choice.exclude.count > 0, "exclude"},
                {find->as_text, "text"},
                {find->charset.ptr || find->charset_order != UTF16_NO, "charset"},
                {find->with_place, "with-place"},
                {find->count, "count"},
                {find->unique, "unique"},
                {find->only_valid, "valid"},
                {find->only_broken, "broken"}};
  for (size_t i = 0; command->typed && i < sizeof others / sizeof *others; i++)
    if (others[i].given)
      die_usage("find", "--typed and --%s exclude each other", others[i].name);
}

/* Applies the settings that depend on several options. */
static void find_decide(struct find_command *command)
{
  struct find *const find = &command->find;
  struct render *const render = &find->render;
  files_refuse_operands(&command->files, &command->reader);
  find_refuse_with_typed(command);
  colour_decide(command->colour);
  if (command->typed)
    render->schema = &find_typed_schema;
  if (command->format) {
    render->form = RENDER_FORMAT;
    render->format = template_compile("find", command->format, render->schema);
  }
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
      .command = "find",
      .help = &find_help,
      .tables = {{find_which, command}, {find_where, command}, {find_how, command}},
      .argc = argc,
      .argv = argv};
  command->find.render.schema = &find_schema;
  command->find.render.terminator = '\n';
  const size_t processors = ordered_processors();
  command->find.jobs = processors < FIND_MOST_JOBS ? processors : FIND_MOST_JOBS;
  option_read(&command->reader);
  find_decide(command);
}

static void find_path(void *context, const char *path)
{
  find_operand(context, path);
  files_note_reference("find", path);
}

/* Reads all operands in order; an error in one does not stop the others. */
static void find_operands(struct find_command *command)
{
  struct find *const find = &command->find;
  if (command->header && !find->quiet)
    render_header(&find->render);
  if (command->typed) {
    find_typed(find, &command->reader);
    return;
  }
  progress_start(&find->progress, find->count || find->quiet);
  files_each(&command->files, &command->reader, find->render.terminator, find_path, find);
  find_jobs_drain(find);
  progress_clear(&find->progress);
  if (find->passed_over && !find->silent)
    message("%llu binary %s skipped: use --text to read binary files",
            (unsigned long long)find->passed_over, find->passed_over == 1 ? "file was" : "files were");
}

static void find_free(struct find *find)
{
  find_jobs_free(find);
  texts_free(&find->seen);
  source_free(&find->file);
  source_free(&find->decoded);
  source_free(&find->recoded);
  buffer_free(&find->cleaned);
  buffer_free(&find->text);
  buffer_free(&find->uri);
  buffer_free(&find->encoded);
  buffer_free(&find->host);
  buffer_free(&find->name);
  template_free(find->render.format);
  glob_free(&find->choice.include);
  glob_free(&find->choice.exclude);
}

int cmd_find(int argc, char **argv)
{
  struct find_command command = {.find = {.spec = URIEL_SPEC_IRI, .choice.gitignore = true}};
  find_options(&command, argc, argv);
  find_operands(&command);
  find_free(&command.find);
  buffer_free(&command.schemes);
  files_free(&command.files);
  return command.find.status;
}
