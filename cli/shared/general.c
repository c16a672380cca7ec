/* SPDX-License-Identifier: MIT */
/* The one table of the general options. */
#include "general.h"

#include <string.h>

#include "base/escape.h"
#include "cli.h"
#include "uriel_site.h"

#define GENERAL_TO(member) OPTION_TO(struct general, member)

/* As in enum general_invalid. */
static const char *const general_invalid_words[] = {"empty", "drop", "keep", "stop", NULL};
static const char *const general_empty_words[] = {"pass", "reference", NULL};

enum { OPTION_MEMORY_LEAST = 1024 }; /* of --memory: no document is read in less */

/* Of a struct reading: --strict. */
static void general_strict(void *to, struct option_reader *reader)
{
  (void)reader;
  ((struct reading *)to)->spec = URIEL_SPEC_RFC3986;
}

/* Of a struct general: a header field, or without a value the names of the columns. */
static void general_header(void *to, struct option_reader *reader)
{
  struct general *const general = to;
  const uriel_text field = uriel_text_of(reader->value);
  if (reader->value)
    buffer_append(&general->header_fields, (const char *)&field, sizeof field);
  else
    general->header = true;
}

/* In the order of the help. */
static const struct {
  unsigned has;    /* 0: every program */
  unsigned unless; /* not with these */
  struct option_spec spec;
  const char *alone; /* the help in a build without the documents before RFC 3986, which reads the option
                        only to refuse it if this is ""; NULL: the same */
} general_rows[] = {
    {GENERAL_SPILL,
     .spec =
         {0, "memory", "BYTES",
          "keep so much of the list in memory, and the rest\nin temporary files (TMPDIR). Default 1G",
          OPTION_SIZE, GENERAL_TO(memory), .low = OPTION_MEMORY_LEAST, .high = (size_t)1 << 39}},
    {GENERAL_SITES,
     .spec = {0, "suffix-list", "FILE",
              "find sites with FILE, a public_suffix_list.dat,\ninstead of the built-in list",
              OPTION_STRING, GENERAL_TO(suffix_list)}},
    {GENERAL_SITES,
     .spec = {0, "private-suffixes", NULL,
              "use the private section of the list, too:\n\"github.io\" is a suffix, not a site",
              OPTION_BIT, GENERAL_TO(suffix_options), .low = URIEL_SUFFIX_PRIVATE}},
    {GENERAL_BLOCKS,
     .spec = {'l', "long", NULL, "a block of lines for each record; what a\nterminal gets",
              OPTION_CHOICE, GENERAL_TO(form), .low = RENDER_LONG, .excludes = OPTION_GROUP_FORM}},
    {GENERAL_BLOCKS,
     .spec = {0, "short", NULL, "one line for each record, on a terminal too", OPTION_CHOICE,
              GENERAL_TO(form), .low = RENDER_PLAIN, .excludes = OPTION_GROUP_FORM}},
    {GENERAL_SPEC,
     .spec = {0, "spec", "SPEC",
              "the specification: url-1993, url-1994, url-1997,\nuri-2003 or rfc3986 (the "
              "default); for names\nonly: rfc2141, urn-2011 or rfc8141",
              OPTION_CALL, GENERAL_TO(reading), .call = reading_spec,
              .low = READING_OLD | READING_NAMES},
     .alone = "the specification: rfc3986 (the default); for\nnames only: rfc2141, urn-2011 or "
              "rfc8141"},
    {GENERAL_IRI,
     .spec = {0, "spec", "SPEC",
              "the specification: url-1993, url-1994, url-1997,\nuri-2003, rfc3986 (the default) "
              "or iri (RFC 3987);\nfor names only: rfc2141, urn-2011 or rfc8141",
              OPTION_CALL, GENERAL_TO(reading), .call = reading_spec,
              .low = READING_OLD | READING_IRI | READING_NAMES, .excludes = OPTION_GROUP_SPEC},
     .alone = "the specification: rfc3986 (the default) or iri\n(RFC 3987); for names only: "
              "rfc2141, urn-2011 or\nrfc8141"},
    {GENERAL_URL,
     .spec = {0, "spec", "SPEC",
              "the specification: url-1993, url-1994, url-1997,\nuri-2003, rfc3986 (the default), "
              "iri (RFC 3987),\nwhatwg (as browsers read URLs) or lenient (as\nclean does); for names "
              "only: rfc2141, "
              "urn-2011\nor rfc8141",
              OPTION_CALL, GENERAL_TO(reading), .call = reading_spec, .low = READING_ANY},
     .alone = "the specification: rfc3986 (the default), iri\n(RFC 3987), whatwg (as browsers "
              "read URLs) or\nlenient (as clean does); for names only: rfc2141,\nurn-2011 or rfc8141"},
    {GENERAL_LENIENT,
     .spec =
         {0, "spec", "SPEC",
          "the specification: lenient (the default: rfc3986\nif that is possible, else "
          "percent-encoded, else\nwhatwg), url-1993, url-1994, url-1997, uri-2003,\nrfc3986, iri (RFC "
          "3987) or whatwg (as browsers\nread URLs); for names only: rfc2141, urn-2011 or\nrfc8141",
          OPTION_CALL, GENERAL_TO(reading), .call = reading_spec, .low = READING_ANY,
          .excludes = OPTION_GROUP_SPEC},
     .alone = "the specification: lenient (the default: rfc3986\nif that is possible, else "
              "percent-encoded, else\nwhatwg), rfc3986, iri (RFC 3987) or whatwg (as\nbrowsers read "
              "URLs); for names only: rfc2141,\nurn-2011 or rfc8141"},
    {GENERAL_LENIENT,
     .spec = {0, "strict", NULL, "the same as --spec=rfc3986", OPTION_CALL, GENERAL_TO(reading),
              .call = general_strict, .excludes = OPTION_GROUP_SPEC}},
    {GENERAL_NAMES,
     .spec = {0, "spec", "SPEC",
              "the specification of names: rfc2141, urn-2011\nor rfc8141 (the default)", OPTION_CALL,
              GENERAL_TO(reading), .call = reading_spec, .low = READING_NAMES}},
    {GENERAL_GUESS,
     .spec =
         {0, "guess-scheme", "[SCHEME]",
          "complete typed addresses as curl does: hosts\nthat begin with \"ftp.\", "
          "\"dict.\", \"ldap.\",\n\"imap.\", \"smtp.\" or \"pop3.\" give that\nscheme, others SCHEME "
          "(default http); in\n\"localhost:8080\" the number is a port;\ngit@host:path gives ssh",
          OPTION_CALL, GENERAL_TO(reading), .call = reading_guess}},
    {GENERAL_PREFIX,
     .spec = {0, "require-prefix", NULL,
              "with --spec=url-1994: only inputs that begin with\n\"URL:\" are valid", OPTION_BIT,
              GENERAL_TO(reading.options), .low = URIEL_PARSE_REQUIRE_PREFIX},
     .alone = ""},
    {GENERAL_PREFIX,
     .spec = {0, "partial", NULL,
              "with --spec=url-1993 or url-1994: partial forms\n(relative references) are valid too",
              OPTION_BIT, GENERAL_TO(reading.options), .low = URIEL_PARSE_PARTIAL},
     .alone = ""},
    {GENERAL_FILE, .spec = {'f', "file", "FILE", FILES_OPTION_HELP_PATHS, OPTION_CALL, GENERAL_TO(files),
                            .call = files_add, .excludes = OPTION_GROUP_INPUT, .many = true}},
    {GENERAL_FIELD,
     .spec = {0, "json-in", "FIELD",
              "each line is JSON: the input is this field of it (a.b:\nb of the object a). "
              "Commands that print the input\nprint the line",
              OPTION_CALL, GENERAL_TO(json_in), .call = json_in_read}},
    {GENERAL_CHANGE,
     .spec =
         {0, "json-in", "FIELD",
          "each line is JSON: change this field of it (a.b: b\nof the object a), and keep every other "
          "byte;\nlines that are not valid stay, as with\n--invalid=keep",
          OPTION_CALL, GENERAL_TO(json_in), .call = json_in_read,
          .excludes = OPTION_GROUP_FORM | OPTION_GROUP_KEEP}},
    {GENERAL_CHOICE,
     .spec = {0, "include", "GLOB",
              "in folders, read only files whose name, or path if\nit has a slash, matches", OPTION_CALL,
              GENERAL_TO(choice.include), .call = option_glob, .many = true}},
    {GENERAL_CHOICE,
     .spec = {0, "exclude", "GLOB", "in folders, skip files and folders that match", OPTION_CALL,
              GENERAL_TO(choice.exclude), .call = option_glob, .many = true}},
    {GENERAL_WHOLE,
     .spec = {0, "max-size", "BYTES",
              "do not read larger documents of the kinds that\nare read as a whole; default: 64 MiB",
              OPTION_SIZE, GENERAL_TO(max_size), .low = 1, .high = (size_t)1 << 29}},
    {GENERAL_MEMORY,
     .spec = {0, "memory", "BYTES", "a document that needs more memory is an error;\ndefault: 1 GiB",
              OPTION_SIZE, GENERAL_TO(memory), .low = OPTION_MEMORY_LEAST, .high = SIZE_MAX / 2}},
    {GENERAL_JOBS, .spec = {0, "jobs", "N",
                            "number of reading threads; default: the number of\nprocessors. The output "
                            "does not depend on it",
                            OPTION_NUMBER, GENERAL_TO(jobs), .low = 1, .high = GENERAL_MOST_JOBS,
                            .excludes = OPTION_GROUP_JOBS}},
    {GENERAL_INVALID, .spec = {0, "invalid", "WHAT",
                               "for an input that is not valid, write an empty\nrecord (empty, the "
                               "default), the input as it is\n"
                               "(keep) or nothing (drop), or end there (stop).\nclean, count, filter, "
                               "sample and sort drop it "
                               "by\ndefault; lines of output then do not match those\nof input",
                               OPTION_WORD, GENERAL_TO(invalid), .words = general_invalid_words,
                               .excludes = OPTION_GROUP_INVALID}},
    {GENERAL_INVALID,
     .spec = {0, "empty", "WHAT",
              "pass an empty line on as an empty record (pass,\nthe default), or read it as the empty "
              "reference\n"
              "(reference). clean, count, filter, sample and sort\nleave empty lines out",
              OPTION_WORD, GENERAL_TO(reads_empty), .words = general_empty_words}},
    {GENERAL_JSON, .spec = {'j', "json", NULL, "one JSON object a line", OPTION_CHOICE, GENERAL_TO(form),
                            .low = RENDER_JSON, .excludes = OPTION_GROUP_FORM | OPTION_GROUP_BEFORE}},
    {GENERAL_KEYS,
     .spec = {0, "keys", "KEY,...",
              "with --json: also these keys of a reference, such as\nsite, suffix, ip, surt "
              "and port_effective",
              OPTION_CALL, GENERAL_TO(keys.by), .call = by_read, .with = "json"}},
    {GENERAL_SARIF,
     .spec = {0, "sarif", NULL, "one document of SARIF 2.1.0 with all findings", OPTION_CHOICE,
              GENERAL_TO(form), .low = RENDER_SARIF, .excludes = OPTION_GROUP_FORM | OPTION_GROUP_JOBS}},
    {GENERAL_JUNIT,
     .spec = {0, "junit", NULL,
              "JUnit's XML, for servers that run tests: a test case\nfor each reference", OPTION_CHOICE,
              GENERAL_TO(form), .low = RENDER_JUNIT, .excludes = OPTION_GROUP_FORM | OPTION_GROUP_JOBS}},
    {GENERAL_COLUMNS,
     .spec = {'t', "tsv", NULL, "tab-separated columns, \\N for undefined", OPTION_CHOICE,
              GENERAL_TO(form), .low = RENDER_TSV,
              .excludes = OPTION_GROUP_FORM | OPTION_GROUP_BEFORE | OPTION_GROUP_COUNT}},
    {GENERAL_ARROW,
     .spec = {0, "arrow", NULL,
              "a stream of Arrow's IPC format, with the columns of\n--tsv, for pyarrow, polars, ...",
              OPTION_CHOICE, GENERAL_TO(form), .low = RENDER_ARROW,
              .excludes = OPTION_GROUP_FORM | OPTION_GROUP_BEFORE | OPTION_GROUP_COUNT}},
    {GENERAL_ARROW,
     .spec = {0, "binary", NULL,
              "with --arrow: texts are binary columns, which keep\nbytes that are not UTF-8",
              OPTION_FLAG, GENERAL_TO(binary), .with = "arrow"}},
    {GENERAL_ARROW,
     .spec = {0, "columns", "NAME,...",
              "only these columns, in this order: keys of --format\nand of errors, and functions of a "
              "reference (see\nuriel functions); for --arrow, --tsv, --json, ...",
              OPTION_LINE, GENERAL_TO(columns), .excludes = OPTION_GROUP_COLUMNS}},
    {GENERAL_HEADER, .spec = {0, "header", "[NAME: VALUE]",
                              "with a value: also send this header field of\nhttp; may be given several "
                              "times. Without: with\n--tsv, the columns' names first",
                              OPTION_CALL, .call = general_header, .many = true}},
    {GENERAL_COLUMNS, .unless = GENERAL_HEADER,
     .spec = {0, "header", NULL, "with --tsv: the columns' names first", OPTION_FLAG, GENERAL_TO(header),
              .with = "tsv"}},
    {GENERAL_COLUMNS,
     .spec = {'F', "format", "FORMAT",
              "FORMAT with {KEY} or {KEY:MODIFIER} filled in;\nmodifiers: lower, upper, decode, form, "
              "encode,\naddress and filename (see man uriel)",
              OPTION_STRING, GENERAL_TO(format),
              .excludes =
                  OPTION_GROUP_FORM | OPTION_GROUP_BEFORE | OPTION_GROUP_COUNT | OPTION_GROUP_COLUMNS}},
    {GENERAL_COLUMNS,
     .spec = {'0', "null", NULL,
              "records, except JSON, and the lines of --file end\nin NUL instead of line feed",
              OPTION_FLAG, GENERAL_TO(null)}},
    {GENERAL_QUIET,
     .spec = {'q', "quiet", NULL, "print no records, only errors", OPTION_FLAG, GENERAL_TO(quiet)}},
    {GENERAL_SILENT,
     .spec = {'s', "silent", NULL, "print no errors, only records", OPTION_FLAG, GENERAL_TO(silent)}},
    {0, .spec = {0, "color", "WHEN", "auto (a terminal, the default), always, never", OPTION_WORD,
                 GENERAL_TO(colour), .words = colour_words}},
    {0, .spec = {0, "colour", "WHEN", NULL, OPTION_WORD, GENERAL_TO(colour), .words = colour_words}},
    {0, .spec = {'h', "help", NULL, "print this", .kind = OPTION_HELP}}};

struct option_table general_table(struct general *general, unsigned has,
                                  const struct general_text *texts)
{
  size_t count = 0;
  for (size_t i = 0; i < sizeof general_rows / sizeof *general_rows; i++) {
    struct option_spec *const spec = &general->specs[count];
    if ((general_rows[i].has && !(general_rows[i].has & has)) || (general_rows[i].unless & has))
      continue;
    *spec = general_rows[i].spec;
    if (general_rows[i].alone && !reading_has_historic())
      spec->help = *general_rows[i].alone ? general_rows[i].alone : NULL;
    for (const struct general_text *text = texts; text && text->name; text++)
      if (strcmp(text->name, spec->name) == 0)
        spec->help = text->help;
    count++;
  }
  general->specs[count] = (struct option_spec){0};
  return (struct option_table){general->specs, general};
}

void general_keys(struct general *general, const char *command, struct render *render)
{
  enum { ESCAPED_MOST = 6 }; /* "\u0022" */
  const struct schema *const schema = render->schema;
  struct render_keys *const keys = &general->keys;
  const size_t count = keys->by.count;
  size_t bound = 0;
  if (count > 0 && !schema->has_keys && schema->keys_of == 0)
    die_usage(command, "--keys goes with commands whose records are references");
  for (size_t k = 0; k < count; k++)
    bound += ESCAPED_MOST * keys->by.keys[k].text.len + 1;
  buffer_reserve(&keys->texts, bound);
  keys->by.count = 0;
  for (size_t k = 0; k < count; k++) {
    const struct key key = keys->by.keys[k];
    bool known = false;
    for (size_t i = 0; i < schema->count; i++)
      known |= text_is(key.text, schema->columns[i].key);
    for (size_t i = 0; i < keys->by.count; i++) {
      const uriel_text other = keys->by.keys[i].text;
      known |= other.len == key.text.len && memcmp(other.ptr, key.text.ptr, other.len) == 0;
    }
    if (known)
      continue;
    keys->names[keys->by.count] = keys->texts.ptr + keys->texts.len;
    keys->by.keys[keys->by.count++] = key;
    buffer_append_as(&keys->texts, ESCAPE_JSON, key.text.ptr, key.text.len);
    buffer_append(&keys->texts, "", 1);
  }
  render->keys = keys->by.count > 0 ? keys : NULL;
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
  general_keys(general, command, render);
}

void general_free(struct general *general)
{
  buffer_free(&general->files);
  buffer_free(&general->json_in.texts);
  buffer_free(&general->json_in.keys);
  buffer_free(&general->keys.texts);
  glob_free(&general->choice.include);
  glob_free(&general->choice.exclude);
}
