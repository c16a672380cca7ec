/* SPDX-License-Identifier: MIT */
/* uriel find: the options, and the output. */
#include "find.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/escape.h"
#include "base/sorter.h"
#include "base/unicode.h"
#include "cli/get/pages.h"
#include "cli/shared/exec.h"
#include "reader/decode.h"
#include "reader/excerpt.h"
#include "reader/ordered.h"
#include "uriel_find.h"
#include "uriel_iri.h"
#include "uriel_url.h"

/* ---- The URI of a hit --------------------------------------------------------------------------- */

/* Returns the prefix that an abbreviation or a mail address lacks (RFC 3986, 4.5). */
static const char *find_before(const struct text_hit *hit)
{
  return hit->kind == URIEL_HIT_ABBREVIATED ? "http://" : hit->kind == URIEL_HIT_MAIL ? "mailto:" : "";
}

/* Writes the hit to `find->text`, after the prefix that it lacks. */
static uriel_text find_whole(struct find *find, const struct text_hit *hit, uriel_text cleaned)
{
  const char *const before = find_before(hit);
  find->text.len = 0;
  buffer_append(&find->text, before, strlen(before));
  buffer_append(&find->text, cleaned.ptr, cleaned.len);
  return buffer_text(&find->text);
}

/* Returns the URI of an IRI, with its host in IDNA (RFC 3987, 3.1). Text that is not an IRI is
 * percent-encoded, as far as it is UTF-8. */
static uriel_text find_map(struct find *find, const struct text_hit *hit)
{
  const uriel_text text = find_whole(find, hit, hit->cleaned);
  struct buffer *const uri = &find->uri;
  uriel_ref iri;
  uri->len = URIEL_FAILED;
  if (uriel_parse_as(&iri, text.ptr, text.len, URIEL_SPEC_IRI, 0, NULL)) {
    buffer_reserve(uri, uriel_iri_bound(&iri));
    uri->len = uriel_iri_to_uri(&iri, URIEL_IRI_IDNA, uri->ptr, uri->capacity, NULL);
  }
  if (uri->len != URIEL_FAILED)
    return buffer_text(uri);
  const uriel_hit whole = {0, hit->raw.len, hit->kind, hit->delimiter, hit->flags};
  buffer_reserve(uri, uriel_encode_bound(hit->raw.len));
  uri->len = uriel_hit_clean(hit->raw.ptr, &whole, find->request.clean | URIEL_CLEAN_TO_URI, uri->ptr,
                             uri->capacity);
  return find_whole(find, hit, buffer_text(uri));
}

uriel_text find_uri(struct find *find, const struct text_hit *hit)
{
  uriel_text uri = hit->cleaned;
  if (find->spec == URIEL_SPEC_WHATWG) {
    const uriel_text text = find_whole(find, hit, hit->cleaned);
    uriel_ref url;
    buffer_reserve(&find->uri, uriel_url_bound(NULL, text.len));
    if (uriel_url_parse(&url, NULL, text.ptr, text.len, NULL, find->uri.ptr, find->uri.capacity) ==
        URIEL_FAILED)
      return uriel_text_of(NULL);
    uri = (uriel_text){url.text, url.length};
  } else if (find->spec == URIEL_SPEC_LENIENT) {
    const struct reading reading = {.spec = find->spec, .room = &find->room};
    uriel_ref ref;
    uri = find_whole(find, hit, hit->cleaned);
    if (reading_parse(&reading, &ref, uri, NULL))
      uri = (uriel_text){ref.text, ref.length};
  } else if (hit->flags & URIEL_HIT_IRI && find->spec == URIEL_SPEC_IRI) {
    uri = find_map(find, hit);
  } else if (*find_before(hit)) {
    uri = find_whole(find, hit, hit->cleaned);
  }
  const bool same =
      uri.len == hit->cleaned.len && (!uri.len || memcmp(uri.ptr, hit->cleaned.ptr, uri.len) == 0);
  return same ? uriel_text_of(NULL) : uri;
}

void find_to_uri(struct find *find, struct text_hit *hit)
{
  const uriel_text uri = find_map(find, hit);
  const size_t before = strlen(find_before(hit));
  find->encoded.len = 0; /* `uri` is used again, for find_uri */
  buffer_append(&find->encoded, uri.ptr + before, uri.len - before);
  hit->cleaned = buffer_text(&find->encoded);
  hit->flags &= ~(unsigned)URIEL_HIT_IRI;
}

/* Returns the document for parsing the URI of a hit: an IRI is mapped to a URI first. */
static uriel_spec find_parsed_by(const struct find *find)
{
  return find->spec == URIEL_SPEC_IRI ? URIEL_SPEC_RFC3986 : find->spec;
}

void find_parse(struct find *find, struct record *record, const struct text_hit *hit, uriel_text uri)
{
  const bool is_lenient = find->spec == URIEL_SPEC_LENIENT;
  uriel_ref ref;
  record->reading =
      (struct reading){.spec = find_parsed_by(find), .room = is_lenient ? &find->room : NULL};
  /* A URL that the standard repairs is valid. */
  if (is_lenient)
    record_parse(record, &ref, find_whole(find, hit, hit->cleaned));
  else if (find->spec != URIEL_SPEC_WHATWG || !uri.ptr)
    record_parse(record, &ref, uri.ptr ? uri : hit->cleaned);
}

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
    {"file", COLUMN_TEXT, TONE_DIM},       {"offset", COLUMN_LITERAL, TONE_DIM},
    {"line", COLUMN_LITERAL, TONE_DIM},    {"column", COLUMN_LITERAL, TONE_DIM},
    {"raw", COLUMN_TEXT, TONE_PLAIN},      {"reference", COLUMN_REFERENCE, TONE_PLAIN},
    {"kind", COLUMN_TEXT, TONE_PLAIN},     {"delimiter", COLUMN_TEXT, TONE_PLAIN},
    {"uri", COLUMN_REFERENCE, TONE_PLAIN}, {"valid", COLUMN_VALID, TONE_PLAIN},
    {"host", COLUMN_TEXT, TONE_HOST},      {"host_unicode", COLUMN_TEXT, TONE_HOST}};

static const struct schema find_schema = {.columns = find_columns,
                                          .count = FIND_COLUMNS,
                                          .plain = FIND_REFERENCE,
                                          .keys_of = FIND_URI,
                                          .aside = UINT64_C(1) << FIND_VALID | UINT64_C(1) << FIND_HOST |
                                                   UINT64_C(1) << FIND_HOST_UNICODE};

enum find_count_column { FIND_COUNT_FILE, FIND_COUNT, FIND_COUNT_COLUMNS };

static const struct column find_count_columns[FIND_COUNT_COLUMNS] = {
    {"file", COLUMN_TEXT, TONE_DIM}, {"count", COLUMN_LITERAL, TONE_PLAIN}};

static const struct schema find_count_schema = {
    .columns = find_count_columns, .count = FIND_COUNT_COLUMNS, .plain = FIND_COUNT, .no_errors = true};

/* In the plain form: "FILE: ", or "FILE:LINE:COLUMN: " for a place. */
static void find_print_name(const struct find *find, const struct place *place)
{
  struct output *const out = &standard_out;
  if (find->render.form != RENDER_PLAIN || find->only_reference || (!find->search.many && !place))
    return;
  colour_tone(out, TONE_DIM);
  /* Escaped unless records end in NUL, so that no name ends a line; on a terminal always. */
  (find->render.terminator ? output_escaped : output_foreign)(out, find->search.name,
                                                              find->search.name_len);
  if (place) {
    output_char(out, ':');
    output_number(out, place->line);
    output_char(out, ':');
    output_number(out, place->column);
  }
  output_char(out, ':');
  colour_tone(out, TONE_PLAIN);
  output_char(out, ' ');
}

/* Prints a hit if the options select it. */
static void find_print(void *context, const struct text_hit *found)
{
  struct find *const find = context;
  static struct record record; /* static because it is large; most of it stays undefined */
  static char offset[NUMBER_DIGITS], line[NUMBER_DIGITS], column[NUMBER_DIGITS];
  const bool plain = find->render.form == RENDER_PLAIN;
  uriel_text *const values = record.values;
  struct text_hit hit = *found;
  uriel_text uri = {NULL, 0};
  record.verdict = VERDICT_VALID;
  if (find->to_uri && hit.flags & URIEL_HIT_IRI)
    find_to_uri(find, &hit);
  const bool parses = find->has_errors || find->only_valid || find->only_broken;
  if (parses || !plain)
    uri = find_uri(find, &hit);
  if (parses)
    find_parse(find, &record, &hit, uri);
  if ((find->only_valid && record_is_invalid(&record)) ||
      (find->only_broken && !record_is_invalid(&record)) ||
      (find->unique && !texts_add(&find->seen, hit.cleaned)))
    return;
  find->in_document++;
  find->references++;
  if (find->count || find->general.quiet)
    return;
  if (plain) {
    static const struct reading reading = {.spec = URIEL_SPEC_RFC3986};
    find_print_name(find, find->with_place ? &hit.place : NULL);
    colour_reference(&standard_out, &reading, hit.cleaned);
    output_char(&standard_out, find->render.terminator);
    return;
  }
  values[FIND_REFERENCE] = hit.cleaned;
  values[FIND_FILE] = (uriel_text){find->search.name, find->search.name_len};
  if (find->render.format && find->render.terminator) {
    /* The other forms escape it themselves. */
    find->name.len = 0;
    buffer_append_as(&find->name, ESCAPE_TERMINAL, find->search.name, find->search.name_len);
    values[FIND_FILE] = buffer_text(&find->name);
  }
  values[FIND_OFFSET] = number_text(offset, hit.place.offset);
  values[FIND_LINE] = number_text(line, hit.place.line);
  values[FIND_COLUMN] = number_text(column, hit.place.column);
  values[FIND_RAW] = hit.raw;
  values[FIND_KIND] = uriel_text_of(uriel_hit_kind_name(hit.kind));
  values[FIND_DELIMITER] = uriel_text_of(uriel_delimiter_name(hit.delimiter));
  values[FIND_URI] = uri;
  /* The host has a value if its "xn--" labels mean other characters. */
  uriel_ref ref;
  const uriel_text whole = uri.ptr ? uri : hit.cleaned;
  values[FIND_HOST] = values[FIND_HOST_UNICODE] = uriel_text_of(NULL);
  if (uriel_parse_as(&ref, whole.ptr, whole.len, find_parsed_by(find), 0, NULL)) {
    if (!host_unicode(uriel_host(&ref), &find->host, &values[FIND_HOST_UNICODE]))
      die_memory();
    if (values[FIND_HOST_UNICODE].ptr)
      values[FIND_HOST] = uriel_host(&ref);
  }
  render_record(&find->render, &record);
}

bool find_complains(struct find *find)
{
  find->status = find->status ? find->status : STATUS_INVALID;
  if (!find->general.silent)
    progress_clear(&find->progress);
  return !find->general.silent;
}

/* ---- What the search reports --------------------------------------------------------------------- */

static void find_too_long(void *context, const struct place *place)
{
  struct find *const find = context;
  if (!find_complains(find))
    return;
  if (find->request.no_lines)
    message("%s: byte %" PRIu64 ": skipped a reference of more than %d bytes", find->search.name,
            place->offset, TEXT_REFERENCE_LIMIT);
  else
    message("%s:%" PRIu64 ":%" PRIu64 ": skipped a reference of more than %d bytes", find->search.name,
            place->line, place->column, TEXT_REFERENCE_LIMIT);
}

static void find_end(void *context, uint64_t malformed, uint64_t first, bool is_whole)
{
  static struct record record; /* large */
  struct find *const find = context;
  char digits[NUMBER_DIGITS];
  if (malformed && find_complains(find))
    message("%s: byte %" PRIu64 ": malformed text; %" PRIu64 " %s read as U+FFFD", find->search.name,
            first, malformed, malformed == 1 ? "sequence is" : "sequences are");
  if (find->count && is_whole) {
    const struct render render = {
        .schema = &find_count_schema, .form = find->render.form, .terminator = find->render.terminator};
    record.values[FIND_COUNT_FILE] = (uriel_text){find->search.name, find->search.name_len};
    record.values[FIND_COUNT] = number_text(digits, find->in_document);
    find_print_name(find, NULL);
    render_record(&render, &record);
  }
  find->in_document = 0;
}

/* Reports a skipped file: immediately if it was named; files in folders are counted until the end. */
static void find_skipped(void *context, const char *format, bool in_folder)
{
  static const char *const compressed[] = {"gzip", "zstd", "bzip2", "xz"};
  struct find *const find = context;
  const char *advice = "use --text to read it as text";
  const bool counts = format && in_folder;
  find->passed_over += counts;
  if (counts || find->general.silent)
    return;
  progress_clear(&find->progress);
  for (size_t i = 0; format && i < sizeof compressed / sizeof *compressed; i++)
    if (strcmp(format, compressed[i]) == 0)
      advice = "decompress it first";
  if (format)
    message("%s: binary (%s), skipped: %s", find->search.name, format, advice);
  else
    message("%s: skipped, because it is the output", find->search.name);
}

static void find_failed(void *context, const char *name, const char *reason)
{
  struct find *const find = context;
  progress_clear(&find->progress);
  find->status = STATUS_IO;
  message("cannot read %s: %s", name, reason);
}

/* Draws the progress if it is time, and writes the hits found so far before reading may block. */
static void find_reads(void *context, bool may_block)
{
  struct find *const find = context;
  char bytes[16], rate[16];
  if (progress_due(&find->progress)) {
    const double read = (double)find->search.bytes, seconds = progress_seconds(&find->progress);
    progress_draw(&find->progress, "%llu references, %s, %s/s: %s", (unsigned long long)find->references,
                  progress_bytes(read, bytes), progress_bytes(read / seconds, rate), find->search.name);
  }
  if (may_block)
    output_flush_both();
}

static bool find_is_output(void *context, const struct stat *status)
{
  const struct find *const find = context;
  return !find->count && !find->general.quiet && output_is_file(status);
}

/* ---- Options ------------------------------------------------------------------------------------ */

bool find_is_scheme(uriel_text name)
{
  const uriel_parts parts = {.scheme = name, .path = {"", 0}};
  return uriel_build(&parts, NULL, 0, NULL) != URIEL_FAILED;
}

/* Adds the names in "http,https" to the names of earlier options. */
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
  reading_spec(&reading, reader);
  find->spec = reading.spec;
  find->request.find.options &= ~(unsigned)URIEL_FIND_IRI;
  find->request.find.options |= find->spec == URIEL_SPEC_IRI ? URIEL_FIND_IRI : 0;
}

/* Sets the encoding that the label names. */
static void find_charset(void *to, struct option_reader *reader)
{
  struct find *const find = to;
  const uriel_encoding *const found =
      uriel_encoding_find(&uriel_encodings, reader->value, strlen(reader->value));
  if (!found)
    die_usage("find", "option \"%s\": \"%s\" is not an encoding that uriel reads", reader->name,
              reader->value);
  find->search.charset = strcmp(uriel_encoding_name(found), "utf-8") == 0 ? NULL : found;
}

enum { FIND_GROUP_SCHEMES = OPTION_GROUP_OWN, FIND_GROUP_VERDICT = OPTION_GROUP_OWN << 1 };

/* Options that choose among the references. */
static const struct option_spec find_options[] = {
    {0, "any-scheme", NULL, "also unregistered schemes without a host:\n<foo:bar>, foo:///a", OPTION_BIT,
     OPTION_TO(struct find, request.find.options), .low = URIEL_FIND_ANY_SCHEME,
     .excludes = FIND_GROUP_SCHEMES},
    {0, "scheme", "LIST", "only these schemes, separated by commas", OPTION_CALL,
     OPTION_TO(struct find, schemes), .call = find_schemes, .excludes = FIND_GROUP_SCHEMES,
     .many = true},
    {0, "abbreviated", NULL,
     "also www.example.com/a, example.com and\n//example.com/a, which is guessing", OPTION_BIT,
     OPTION_TO(struct find, request.find.options), .low = URIEL_FIND_ABBREVIATED},
    {0, "mail", NULL, "also mail addresses without \"mailto:\"", OPTION_BIT,
     OPTION_TO(struct find, request.find.options), .low = URIEL_FIND_MAIL},
    {0, "spec", "SPEC",
     "which references are valid: any SPEC of uriel\nparse; iri has more punctuation beyond "
     "ASCII.\n"
     "Default: URIs and IRIs; with --typed, lenient",
     OPTION_CALL, .call = find_spec, .low = READING_ANY, .excludes = OPTION_GROUP_SPEC},
    {0, "strict", NULL, "the same as --spec=rfc3986", OPTION_CHOICE, OPTION_TO(struct find, spec),
     .low = URIEL_SPEC_RFC3986, .excludes = OPTION_GROUP_SPEC},
    {0, "valid", NULL, "only references that are valid under --spec", OPTION_FLAG,
     OPTION_TO(struct find, only_valid), .excludes = FIND_GROUP_VERDICT},
    {0, "broken", NULL, "only references that are not valid", OPTION_FLAG,
     OPTION_TO(struct find, only_broken), .excludes = FIND_GROUP_VERDICT},
    {0, "unique", NULL, "print each reference once, at its first place", OPTION_FLAG,
     OPTION_TO(struct find, unique)},
    {0, "to-uri", NULL, "print IRIs as URIs: hosts in IDNA, other\ncharacters percent-encoded",
     OPTION_FLAG, OPTION_TO(struct find, to_uri)},
    {0, "no-hyphen", NULL, "a hyphen before a line break is not part of the\nreference", OPTION_BIT,
     OPTION_TO(struct find, request.clean), .low = URIEL_CLEAN_NO_HYPHEN},
    {0, "no-ignore", NULL, "in folders, also files that git ignores, and\nfolders named .git",
     OPTION_CHOICE, OPTION_TO(struct find, general.choice.gitignore), .low = false},
    {0, "text", NULL, "read every file as text, also binary files", OPTION_FLAG,
     OPTION_TO(struct find, search.as_text)},
    {0, "charset", "NAME",
     "the encoding of files without a byte order mark:\nshift_jis, latin1, utf-16le, ...; default: "
     "utf-8",
     OPTION_CALL, .call = find_charset},
    {0, "typed", NULL,
     "each operand, or all of standard input, is text of\none reference: remove its wrapper and line "
     "breaks",
     OPTION_FLAG, OPTION_TO(struct find, typed)},
    {0, "with-place", NULL, "print FILE:LINE:COLUMN: before each reference", OPTION_FLAG,
     OPTION_TO(struct find, with_place), .excludes = OPTION_GROUP_BEFORE | OPTION_GROUP_COUNT},
    {0, "only-reference", NULL, "print nothing before a reference", OPTION_FLAG,
     OPTION_TO(struct find, only_reference), .excludes = OPTION_GROUP_BEFORE},
    {0, "count", NULL, "print only the number of references in each file", OPTION_FLAG,
     OPTION_TO(struct find, count), .excludes = OPTION_GROUP_COUNT},
    {0}};

/* The words of find for general options. */
static const struct general_text find_texts[] = {
    {"null", "end records, except in JSON, and the lines of --file\nin NUL instead of line feed"},
    {"quiet", "print no references and no counts"},
    {"silent", "do not report skipped input: binary files,\nreferences that are too long"},
    {NULL, NULL}};

/* With --typed operands are text: options that choose files or references are refused. */
static void find_refuse_with_typed(const struct find *find)
{
  const struct {
    bool given;
    const char *name;
  } others[] = {{find->general.files.len > 0, "file"},
                {find->general.choice.include.rules.len > 0, "include"},
                {find->general.choice.exclude.rules.len > 0, "exclude"},
                {find->search.as_text, "text"},
                {find->search.charset != NULL, "charset"},
                {find->with_place, "with-place"},
                {find->count, "count"},
                {find->unique, "unique"},
                {find->only_valid, "valid"},
                {find->only_broken, "broken"}};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (others[i].given)
      die_usage("find", "--typed and --%s exclude each other", others[i].name);
}

/* ---- Pages --------------------------------------------------------------------------------------- */

enum { FIND_PAGE_OPTIONS = 16 };

/* Keeps an option for uriel-get, which reads it. */
static void find_forward(void *to, struct option_reader *reader)
{
  const size_t size = strlen(reader->spec->name) + strlen(reader->value) + sizeof "--=";
  char *const text = malloc(size); /* stays */
  if (!text)
    die_memory();
  snprintf(text, size, "--%s=%s", reader->spec->name, reader->value);
  buffer_append(to, &text, sizeof text);
}

static struct option_table find_page_table(struct find *find)
{
  static struct option_spec specs[FIND_PAGE_OPTIONS];
  if (!pages_are_read)
    return (struct option_table){pages_option_table, find};
  for (size_t i = 0; pages_option_table[i].kind != OPTION_END; i++) {
    specs[i] = pages_option_table[i];
    specs[i].kind = OPTION_CALL;
    specs[i].to = 0;
    specs[i].call = find_forward;
  }
  return (struct option_table){specs, &find->online};
}

/* Reads a page, which uriel-get writes to a temporary file: this program starts faster without the
 * libraries that it needs. */
static void find_page(struct find *find, const char *uri)
{
  static char program[] = "uriel-get", ends[] = "--";
  struct excerpt_marks marks = {0};
  struct buffer argv = {0}, copy = {0}, hidden = {0};
  int status = 0;
  buffer_append(&copy, uri, strlen(uri) + 1);
  char *const more[] = {ends, copy.ptr, NULL};
  if (!pages_are_read)
    pages_off("find");
  buffer_append(&argv, &(char *){program}, sizeof(char *));
  buffer_append(&argv, find->online.ptr, find->online.len);
  buffer_append(&argv, more, sizeof more);
  search_drain(&find->search);
  output_flush_both();
  const int fd = spill_make(spill_folder());
  const pid_t child = fd < 0 ? -1 : fork();
  if (child == 0 && dup2(fd, STDOUT_FILENO) >= 0)
    program_run(ARRAY_OF(char *, argv), "");
  if (child == 0)
    _exit(STATUS_IO);
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
    continue;
  if (child < 0)
    die(STATUS_IO, "cannot start %s: %s", program, strerror(errno));
  const uriel_text shown = excerpt_hide_password(uriel_text_of(uri), URIEL_REFERENCE, &marks, &hidden);
  buffer_put(&find->page, shown.ptr, shown.len);
  buffer_append(&find->page, "", 1);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != STATUS_OK || lseek(fd, 0, SEEK_SET) < 0) {
    find->status = STATUS_IO;
    close(fd);
  } else {
    search_open(&find->search, fd, find->page.ptr);
  }
  buffer_free(&argv);
  buffer_free(&copy);
  buffer_free(&hidden);
}

static void find_path(void *context, const char *path)
{
  struct find *const find = context;
  if (files_is_page(path)) {
    find_page(find, path);
    return;
  }
  search_operand(&find->search, path);
}

int cmd_find(int argc, char **argv)
{
  const size_t processors = ordered_processors();
  static struct find find; /* large, and never freed */
  find.spec = URIEL_SPEC_IRI;
  find.general.choice.gitignore = true;
  find.general.jobs = processors < SEARCH_MOST_JOBS ? processors : SEARCH_MOST_JOBS;
  struct option_reader reader = {
      .command = "find", .tables = {{find_options, &find}}, .argc = argc, .argv = argv};
  if (!decoder_knows("gzip"))
    reader.note = "This build has no libraries: compressed files and pages need the full uriel,\n"
                  "built from its source.";
  reader.tables[1] = general_table(&find.general,
                                   GENERAL_FILE | GENERAL_CHOICE | GENERAL_JOBS | GENERAL_JSON |
                                       GENERAL_KEYS | GENERAL_COLUMNS | GENERAL_QUIET | GENERAL_SILENT,
                                   find_texts);
  reader.tables[2] = find_page_table(&find);
  option_read(&reader);
  const struct search_sink sink = {&find,        find_print,  find_too_long, find_end,
                                   find_skipped, find_failed, find_reads,    find_is_output};
  struct render *const render = &find.render;
  files_refuse(&find.general.files, &reader, true);
  if (find.typed) {
    find_refuse_with_typed(&find);
    find.spec = option_given(&reader, OPTION_GROUP_SPEC) ? find.spec : URIEL_SPEC_LENIENT;
  }
  general_render(&find.general, "find", find.typed ? &find_typed_schema : &find_schema, render);
  find.has_errors = render->form == RENDER_JSON || render->form == RENDER_TSV ||
                    (render->format && template_has_errors(render->format));
  find.request.no_lines = render->form == RENDER_PLAIN && !find.with_place;
  find.search.many = reader.operand_count > 1 || reader.file_count > 0;
  find.count = find.count && !find.general.quiet;
  find.request.find.schemes = (const uriel_text *)(const void *)find.schemes.ptr;
  find.request.find.scheme_count = find.schemes.len / sizeof(uriel_text);
  find.search.sink = &sink;
  find.search.request = &find.request;
  find.search.choice = &find.general.choice;
  find.search.jobs = find.general.jobs;
  if (find.general.header && !find.general.quiet)
    render_header(&find.render);
  if (find.typed) {
    find_typed(&find, &reader);
    return find.status;
  }
  /* An error in one operand does not stop the others. */
  progress_start(&find.progress, find.count || find.general.quiet);
  files_each(&find.general.files, &reader, find.render.terminator, find_path, &find);
  search_drain(&find.search);
  progress_clear(&find.progress);
  if (find.passed_over && !find.general.silent)
    message("%" PRIu64 " binary %s skipped: use --text to read binary files", find.passed_over,
            find.passed_over == 1 ? "file was" : "files were");
  return find.status;
}
