/* SPDX-License-Identifier: MIT */
/* uriel links: prints documents and their references in the selected form, and errors on standard
 * error. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shared/cli.h"
#include "cli/shared/error.h"
#include "links/work.h"
#include "reader/unicode.h"
#include "run.h"

/* ---- Open documents --------------------------------------------------------------------------- */

void *links_grow(void *list, size_t count, size_t *capacity, size_t size)
{
  if (count < *capacity)
    return list;
  const size_t more = *capacity * 2 + 4;
  char *const grown = realloc(list, more * size);
  if (!grown)
    die_memory();
  memset(grown + *capacity * size, 0, (more - *capacity) * size);
  *capacity = more;
  return grown;
}

void links_push(struct links_run *run, const struct links_document *document)
{
  run->levels = links_grow(run->levels, run->level_count, &run->level_capacity, sizeof *run->levels);
  struct links_level *const level = run->level = &run->levels[run->level_count++];
  level->number = document->number;
  level->kind = document->kind;
  level->flags = document->flags;
  level->base_source = document->base_source;
  level->baseless = 0;
  level->part.len = level->base.len = level->retrieval.len = 0;
  buffer_append(&level->part, document->part.ptr, document->part.len);
  buffer_append(&level->base, document->base.ptr, document->base.len);
  buffer_append(&level->retrieval, document->retrieval.ptr, document->retrieval.len);
}

void links_pop(struct links_run *run)
{
  run->level = --run->level_count ? run->level - 1 : NULL;
}

const char *links_label(struct links_run *run, const struct place *place)
{
  char numbers[48] = "";
  struct buffer *const label = &run->label;
  if (place->line)
    snprintf(numbers, sizeof numbers, ":%llu:%llu", (unsigned long long)place->line,
             (unsigned long long)place->column);
  label->len = 0;
  buffer_append_escaped(label, run->file, strlen(run->file));
  buffer_append(label, "!", run->level->part.len > 0);
  buffer_append(label, run->level->part.ptr, run->level->part.len);
  buffer_append(label, numbers, strlen(numbers) + 1);
  return label->ptr;
}

/* Returns the form for people of a target's host in ASCII, and sets `*host` to that; both undefined if
 * it has no other form. */
static uriel_text links_host(struct links_run *run, const struct links_reference *reference,
                             uriel_text *host)
{
  uriel_text shown = {NULL, 0};
  uriel_ref ref;
  const uriel_text normal = reference->normal;
  *host = (uriel_text){NULL, 0};
  if (!normal.ptr || !memmem(normal.ptr, normal.len, "xn--", 4) ||
      !uriel_parse_as(&ref, normal.ptr, normal.len,
                      run->spec == URIEL_SPEC_WHATWG ? URIEL_SPEC_WHATWG : URIEL_SPEC_RFC3986, 0, NULL))
    return shown;
  if (!host_unicode(uriel_host(&ref), &run->host, &shown))
    die_memory();
  if (shown.ptr)
    *host = uriel_host(&ref);
  return shown;
}

/* ---- Records ------------------------------------------------------------------------------------ */

/* The columns in the order of JSON: constant, key, kind, and where it is: 0 everywhere, 1 only in JSON,
 * 2 only with --check. JSON has the offset before the line, the other forms after the column. */
#define LINKS_COLUMNS_EACH(X)                                                                           \
  X(TYPE, "type", TEXT, 1)                                                                              \
  X(FILE, "file", TEXT, 0)                                                                              \
  X(PART, "part", TEXT, 0)                                                                              \
  X(DOCUMENT, "document", LITERAL, 1)                                                                   \
  X(PARENT, "parent", LITERAL, 1)                                                                       \
  X(ORDINAL, "ordinal", LITERAL, 1)                                                                     \
  X(CODE, "code", TEXT, 1)                                                                              \
  X(MESSAGE, "message", TEXT, 1)                                                                        \
  X(KIND, "kind", TEXT, 0)                                                                              \
  X(FORMAT, "format", TEXT, 1)                                                                          \
  X(ENCODING, "encoding", TEXT, 1)                                                                      \
  X(MEDIA_TYPE, "media_type", TEXT, 1)                                                                  \
  X(JSON_OFFSET, "offset", LITERAL, 1)                                                                  \
  X(LINE, "line", LITERAL, 0)                                                                           \
  X(COLUMN, "column", LITERAL, 0)                                                                       \
  X(OFFSET, "offset", LITERAL, 0)                                                                       \
  X(LENGTH, "length", LITERAL, 1)                                                                       \
  X(ELEMENT, "element", TEXT, 0)                                                                        \
  X(ATTRIBUTE, "attribute", TEXT, 0)                                                                    \
  X(HEADER, "header", TEXT, 0)                                                                          \
  X(RAW, "raw", REFERENCE, 0)                                                                           \
  X(REFERENCE, "reference", REFERENCE, 0)                                                               \
  X(FORM, "form", TEXT, 0)                                                                              \
  X(RETRIEVAL, "retrieval", REFERENCE, 1)                                                               \
  X(BASE, "base", REFERENCE, 0)                                                                         \
  X(BASE_SOURCE, "base_source", TEXT, 0)                                                                \
  X(BASE_BY, "base_by", TEXT, 1)                                                                        \
  X(TARGET, "target", REFERENCE, 0)                                                                     \
  X(NORMAL, "normal", REFERENCE, 0)                                                                     \
  X(EXCESS, "excess", LITERAL, 0)                                                                       \
  X(NAMES, "names", TEXT, 0)                                                                            \
  X(RELATION, "relation", TEXT, 0)                                                                      \
  X(IDENTIFIES, "identifies", LITERAL, 0)                                                               \
  X(ORIGINAL, "original", REFERENCE, 0)                                                                 \
  X(HOST, "host", TEXT, 0)                                                                              \
  X(HOST_UNICODE, "host_unicode", TEXT, 0)                                                              \
  X(ELSEWHERE, "elsewhere", REFERENCE, 0)                                                               \
  X(PROBLEM, "problem", TEXT, 2)                                                                        \
  X(PATH, "path", TEXT, 2)                                                                              \
  X(FRAGMENT, "fragment", TEXT, 2)                                                                      \
  X(SUGGESTION, "suggestion", TEXT, 2)                                                                  \
  X(STATUS, "status", TEXT, 1)                                                                          \
  X(NOTE, "note", TEXT, 1)                                                                              \
  X(SIZE, "size", LITERAL, 1)                                                                           \
  X(REFERENCES, "references", LITERAL, 1)                                                               \
  X(ERRORS, "errors", LITERAL, 1)

enum links_column {
#define LINKS_COLUMN_CONSTANT(constant, key, kind, where) LINKS_##constant,
  LINKS_COLUMNS_EACH(LINKS_COLUMN_CONSTANT) LINKS_COLUMNS
#undef LINKS_COLUMN_CONSTANT
};

static const struct column links_columns[] = {
#define LINKS_COLUMN_ROW(constant, key, kind, where) {key, COLUMN_##kind, TONE_PLAIN},
    LINKS_COLUMNS_EACH(LINKS_COLUMN_ROW)
#undef LINKS_COLUMN_ROW
};

#define LINKS_COLUMN_BIT(constant, key, kind, where) | (uint64_t)((where) > 0) << LINKS_##constant
#define LINKS_COLUMN_CHECK(constant, key, kind, where) | (uint64_t)((where) == 1) << LINKS_##constant
const struct schema links_schema = {.columns = links_columns,
                                    .count = LINKS_COLUMNS,
                                    .partial = true,
                                    .only_json = 0 LINKS_COLUMNS_EACH(LINKS_COLUMN_BIT)};
const struct schema links_check_schema = {.columns = links_columns,
                                          .count = LINKS_COLUMNS,
                                          .partial = true,
                                          .only_json = 0 LINKS_COLUMNS_EACH(LINKS_COLUMN_CHECK)};
#undef LINKS_COLUMN_BIT
#undef LINKS_COLUMN_CHECK

static struct record links_record; /* static because it is large; written as soon as it is filled in */

static void record_text(enum links_column column, const char *string)
{
  links_record.values[column] = uriel_text_of(string);
}

static void record_number(enum links_column column, uint64_t number)
{
  static char digits[LINKS_COLUMNS][NUMBER_DIGITS];
  links_record.values[column] = number_text(digits[column], number);
}

/* Starts a record of the open document, or of a file that is not open. In JSON "type" names the event;
 * the other forms have only references. */
static void record_start(const struct links_run *run, const char *type, const char *file)
{
  static const struct reading reading = {.spec = URIEL_SPEC_RFC3986};
  record_begin(&links_record, &links_schema, 0, &reading);
  record_text(LINKS_TYPE, type);
  record_text(LINKS_FILE, file);
  if (!run->level_count)
    return;
  if (run->level->part.len)
    links_record.values[LINKS_PART] = buffer_text(&run->level->part);
  record_number(LINKS_DOCUMENT, run->level->number);
}

static bool links_same(uriel_text text, const struct buffer *buffer)
{
  return text.len == buffer->len && text.len > 0 && memcmp(text.ptr, buffer->ptr, text.len) == 0;
}

/* Returns the step of RFC 3986, 5.1, that determined the base of a reference. */
static enum links_base links_base_of(const struct links_level *level, uriel_text base)
{
  if (!base.ptr)
    return LINKS_BASE_NONE;
  if (links_same(base, &level->base))
    return level->base_source;
  return links_same(base, &level->retrieval) ? LINKS_BASE_RETRIEVAL : LINKS_BASE_CONTENT;
}

static struct record_error links_error_of(const struct links_reference *reference)
{
  struct record_error error = {.error = *reference->error, .text = reference->cleaned};
  if (reference->error->code != URIEL_ERROR_BASE_NOT_ABSOLUTE)
    return error;
  /* The library reports an invalid base; here the base is missing. */
  error.what = "no target";
  error.code = uriel_error_name(URIEL_ERROR_BASE_NOT_ABSOLUTE);
  error.message =
      "a relative reference, and no base URI is known (RFC 3986, 5.1): see --base and --file-base";
  return error;
}

void links_put_record(struct links_run *run, const struct links_reference *reference,
                      const struct links_broken *broken)
{
  uriel_text *const values = links_record.values;
  const struct place *const place = &reference->place;
  const bool is_json = run->render.form == RENDER_JSON;
  record_start(run, "reference", run->file);
  /* With --format, the name is escaped so that it does not end the line; the other forms escape it
   * themselves. */
  if (run->render.form == RENDER_FORMAT && run->render.terminator) {
    run->scratch.len = 0;
    buffer_append_escaped(&run->scratch, run->file, strlen(run->file));
    values[LINKS_FILE] = buffer_text(&run->scratch);
  }
  record_number(LINKS_ORDINAL, reference->ordinal);
  record_text(LINKS_KIND, run->level->kind);
  /* Line and column count from 1; without them the place is unknown. */
  if (place->offset || place->line)
    record_number(is_json ? LINKS_JSON_OFFSET : LINKS_OFFSET, place->offset);
  if (place->line) {
    record_number(LINKS_LINE, place->line);
    record_number(LINKS_COLUMN, place->column);
  }
  record_text(LINKS_ELEMENT, reference->element);
  record_text(LINKS_ATTRIBUTE, reference->attribute);
  record_text(LINKS_HEADER, reference->header);
  values[LINKS_RAW] = reference->raw;
  values[LINKS_REFERENCE] = reference->cleaned;
  record_text(LINKS_FORM, reference->form);
  if (reference->excess)
    record_number(LINKS_EXCESS, reference->excess);
  values[LINKS_NAMES] = reference->part;
  values[LINKS_RELATION] = reference->relation;
  values[LINKS_ORIGINAL] = reference->original;
  record_text(LINKS_IDENTIFIES, reference->identifies ? "true" : is_json ? NULL : "false");
  if (broken) {
    values[LINKS_TARGET] = broken->target;
    record_text(LINKS_PROBLEM, broken->problem);
    values[LINKS_PATH] = broken->path;
    values[LINKS_FRAGMENT] = broken->fragment;
    values[LINKS_SUGGESTION] = broken->suggestion;
  } else {
    values[LINKS_BASE] = reference->base;
    record_text(LINKS_BASE_SOURCE, links_base_name(links_base_of(run->level, reference->base)));
    values[LINKS_TARGET] = reference->target;
    values[LINKS_NORMAL] = reference->normal;
    values[LINKS_HOST_UNICODE] = links_host(run, reference, &values[LINKS_HOST]);
    values[LINKS_ELSEWHERE] = reference->elsewhere;
  }
  if (reference->error) {
    links_record.verdict = VERDICT_INVALID;
    links_record.error = links_error_of(reference);
  }
  render_record(&run->render, &links_record);
}

/* Whether events other than references have records. */
static bool record_all(const struct links_run *run)
{
  return run->render.form == RENDER_JSON && !run->general.quiet && !run->check;
}

static void record_document(struct links_run *run, const struct links_document *document)
{
  uriel_text *const values = links_record.values;
  record_start(run, "document", run->file);
  if (document->parent)
    record_number(LINKS_PARENT, document->parent);
  record_text(LINKS_KIND, document->kind);
  record_text(LINKS_FORMAT, document->format);
  record_text(LINKS_ENCODING, document->encoding);
  values[LINKS_MEDIA_TYPE] = document->media_type;
  values[LINKS_RETRIEVAL] = document->retrieval;
  values[LINKS_BASE] = document->base;
  record_text(LINKS_BASE_SOURCE, links_base_name(document->base_source));
  record_text(LINKS_BASE_BY, document->base_by);
  render_record(&run->render, &links_record);
}

/* ---- The list for people ------------------------------------------------------------------------ */

static const struct reading list_reading = {.spec = URIEL_SPEC_RFC3986};

/* Starts a line: "mail.eml!1.2: ". */
static void list_put_name(const struct links_run *run)
{
  struct output *const out = &standard_out;
  const struct buffer *const part = &run->level->part;
  colour_tone(out, TONE_STRONG);
  output_escaped(out, run->file, strlen(run->file));
  output_text(out, part->len ? "!" : "");
  output_put(out, part->ptr, part->len);
  colour_tone(out, TONE_PLAIN);
  output_text(out, ": ");
}

/* Prints the heading of a document without a base; `what` depends on whether it has references. */
static void list_unheaded(struct links_run *run, const char *what)
{
  if (run->unheaded) {
    list_put_name(run);
    output_text(&standard_out, what);
  }
  run->unheaded = 0;
}

/* "page.html: base https://example.com/a/ (content: base element)" */
static void list_heading(struct links_run *run, const struct links_document *document)
{
  struct output *const out = &standard_out;
  const bool is_binary = strcmp(document->kind, "binary") == 0;
  run->heading = document->number;
  if (is_binary && run->is_found && document->number == 1)
    return; /* in folders, binary files have no line */
  if (!is_binary && !document->base.ptr) {
    run->unheaded = document->number;
    return;
  }
  list_put_name(run);
  if (is_binary) {
    output_format(out, "binary (%s)\n", document->format ? document->format : "data");
    return;
  }
  output_text(out, "base ");
  colour_reference(out, &list_reading, document->base);
  output_format(out, " (%s%s%s)\n", links_base_name(document->base_source),
                document->base_by ? ": " : "", document->base_by ? document->base_by : "");
}

static void list_pad(size_t from, size_t to)
{
  do
    output_char(&standard_out, ' ');
  while (++from < to);
}

/* "  3:12      a@href            ", or the origins "Link:" and "Link@anchor:"; spaces instead of the
 * origin for text in markup, to align the columns. */
static void list_put_place(const struct links_reference *reference, bool is_markup)
{
  enum { PLACE_WIDTH = 10, HOLDER_WIDTH = 18 };
  struct output *const out = &standard_out;
  char digits[2][NUMBER_DIGITS];
  const uriel_text line = number_text(digits[0], reference->place.line),
                   column = number_text(digits[1], reference->place.column);
  const char *const name = reference->header ? reference->header : reference->element;
  const char *const rest = reference->attribute;
  size_t len = name ? strlen(name) : 0;
  output_put(out, "  ", 2);
  colour_tone(out, TONE_DIM);
  output_put(out, line.ptr, line.len);
  output_char(out, ':');
  output_put(out, column.ptr, column.len);
  colour_tone(out, TONE_PLAIN);
  list_pad(line.len + 1 + column.len, PLACE_WIDTH);
  if (len) {
    colour_tone(out, TONE_DIM);
    output_escaped(out, name, len);
    colour_tone(out, TONE_PLAIN);
  }
  if (rest) {
    const bool is_both = name && *rest;
    output_put(out, "@", is_both);
    output_escaped(out, rest, strlen(rest));
    len += is_both + strlen(rest);
  }
  output_put(out, ":", reference->header != NULL);
  len += reference->header != NULL;
  if (name || rest || is_markup)
    list_pad(len, HOLDER_WIDTH);
}

void links_put_text(struct links_run *run, uriel_text text, enum tone tone)
{
  enum { SHOWN = 1000 }; /* a "data:" URI may have any size */
  struct output *const out = &standard_out;
  struct excerpt_marks marks = {0};
  uriel_text shown = excerpt_hide_password(text, URIEL_REFERENCE, &marks, &run->scratch);
  const bool is_cut = shown.len > SHOWN;
  if (is_cut)
    shown.len = SHOWN;
  while (is_cut && shown.len > 0 && ((unsigned char)shown.ptr[shown.len] & 0xC0) == 0x80)
    shown.len--;
  if (tone == TONE_PLAIN)
    colour_reference(out, &list_reading, shown);
  else {
    colour_tone(out, tone);
    output_escaped(out, shown.ptr, shown.len);
    colour_tone(out, TONE_PLAIN);
  }
  output_put(out, "...", is_cut ? 3 : 0);
}

/* Whether a reference can be a URI; others are IRIs at most. */
static bool list_is_ascii(uriel_text text)
{
  unsigned char all = 0;
  for (size_t i = 0; i < text.len; i++)
    all |= (unsigned char)text.ptr[i];
  return all < 0x80;
}

static void list_reference(struct links_run *run, const struct links_reference *reference)
{
  struct output *const out = &standard_out;
  const uriel_text raw = reference->raw, target = reference->target;
  uriel_text host;
  if (run->unheaded)
    list_unheaded(run, "no base\n");
  if (run->heading != run->level->number) {
    list_put_name(run);
    output_text(out, "continued\n");
    run->heading = run->level->number;
  }
  list_put_place(reference, run->level->flags & KIND_MARKUP);
  if (!target.ptr || raw.len != target.len || memcmp(raw.ptr, target.ptr, raw.len) != 0) {
    /* Quotes make leading and trailing spaces visible. */
    const bool is_quoted = raw.len == 0 || raw.ptr[0] == ' ' || raw.ptr[raw.len - 1] == ' ';
    output_put(out, "\"", is_quoted);
    links_put_text(run, raw, reference->error ? TONE_ERROR : TONE_STRONG);
    output_put(out, "\"", is_quoted);
    output_put(out, " -> ", target.ptr ? 4 : 3);
  }
  if (target.ptr)
    links_put_text(run, target, TONE_PLAIN);
  if (reference->excess)
    output_format(out, " (\"..\" beyond the root: %u)", reference->excess);
  if (reference->part.ptr)
    output_format(out, reference->part.len ? " (part %.*s)" : " (the message itself%.*s)",
                  (int)reference->part.len, reference->part.ptr);
  if (reference->relation.ptr) {
    output_text(out, " (rel ");
    output_escaped(out, reference->relation.ptr, reference->relation.len);
    output_char(out, ')');
  }
  if (reference->identifies)
    output_text(out, " (a name)");
  const uriel_text letters = links_host(run, reference, &host);
  if (letters.ptr && !memmem(raw.ptr, raw.len, letters.ptr, letters.len)) {
    output_text(out, " (host ");
    output_escaped(out, letters.ptr, letters.len);
    output_char(out, ')');
  }
  if (reference->elsewhere.ptr) {
    output_text(out, list_is_ascii(reference->cleaned) ? " (RFC 3986: " : " (RFC 3987: ");
    output_text(out, reference->elsewhere.len ? "" : "no target");
    links_put_text(run, reference->elsewhere, TONE_PLAIN);
    output_char(out, ')');
  }
  output_char(out, '\n');
}

/* ---- Events ------------------------------------------------------------------------------------- */

/* Whether errors go to standard error: --json has records of them. */
static bool links_prints_errors(struct links_run *run)
{
  const bool prints =
      !run->general.silent && (run->render.form != RENDER_JSON || run->general.quiet || run->check);
  if (prints)
    progress_clear(&run->progress);
  return prints;
}

bool links_print_error(void *context, const struct links_error *error)
{
  struct links_run *const run = context;
  run->invalid = true;
  if (record_all(run)) {
    record_start(run, "error", run->file);
    record_text(LINKS_CODE, error->code);
    links_record.values[LINKS_MESSAGE] = error->message;
    if (error->offset || error->length) {
      record_number(LINKS_JSON_OFFSET, error->offset);
      record_number(LINKS_LENGTH, error->length);
    }
    render_record(&run->render, &links_record);
  }
  if (!links_prints_errors(run))
    return true;
  const char *const label = links_label(run, &(struct place){0});
  if (error->offset || error->length)
    message("%s: byte %llu: %.*s", label, (unsigned long long)error->offset, (int)error->message.len,
            error->message.ptr);
  else
    message("%s: %.*s", label, (int)error->message.len, error->message.ptr);
  return true;
}

void links_print_unread(struct links_run *run, const char *file, const char *reason)
{
  progress_clear(&run->progress);
  if (record_all(run)) {
    record_start(run, "error", file);
    record_text(LINKS_CODE, "document-unreadable");
    record_text(LINKS_MESSAGE, reason);
    render_record(&run->render, &links_record);
  }
  message("cannot read %s: %s", file, reason);
}

static bool links_begin(void *context, const struct links_document *document)
{
  struct links_run *const run = context;
  list_unheaded(run, "no base\n");
  links_push(run, document);
  if (run->general.quiet)
    return true;
  if (run->render.form == RENDER_LONG)
    list_heading(run, document);
  else if (run->render.form == RENDER_JSON)
    record_document(run, document);
  return true;
}

static bool links_reference(void *context, const struct links_reference *reference)
{
  struct links_run *const run = context;
  const uriel_text target = reference->target;
  /* References are the same if their normal forms are. Each one without a normal form is new. */
  const uriel_text key = reference->normal.ptr ? reference->normal : target;
  if (reference->identifies && run->no_identifiers)
    return true;
  run->references++;
  run->invalid |= reference->error != NULL;
  if (run->is_unique && key.ptr && !texts_add(&run->seen, key))
    return true;
  if (run->general.quiet) {
    /* only errors */
  } else if (run->render.form == RENDER_LONG) {
    list_reference(run, reference);
  } else if (run->render.form != RENDER_PLAIN) {
    links_put_record(run, reference, NULL);
  } else if (target.ptr) {
    output_foreign(&standard_out, target.ptr, target.len);
    output_char(&standard_out, run->render.terminator);
  }
  if (!reference->error)
    return true;
  /* A missing base is reported once for each document, not for each reference. */
  if (reference->error->code == URIEL_ERROR_BASE_NOT_ABSOLUTE) {
    run->level->baseless++;
  } else if (links_prints_errors(run)) {
    const struct record_error error = links_error_of(reference);
    error_print(links_label(run, &reference->place), &error);
  }
  return true;
}

static bool links_end(void *context, const struct links_end *end)
{
  struct links_run *const run = context;
  const uint64_t baseless = run->level->baseless;
  if (record_all(run)) {
    record_start(run, "end", run->file);
    record_text(LINKS_STATUS, end->status);
    record_text(LINKS_NOTE, end->note);
    record_number(LINKS_SIZE, end->size);
    record_number(LINKS_REFERENCES, end->references);
    record_number(LINKS_ERRORS, end->errors);
    render_record(&run->render, &links_record);
  }
  list_unheaded(run, "no references\n");
  if (baseless && links_prints_errors(run))
    message("%s: %llu relative reference%s, and no base URI is known (RFC 3986, 5.1): see --base and"
            " --file-base",
            links_label(run, &(struct place){0}), (unsigned long long)baseless,
            baseless == 1 ? "" : "s");
  if (run->render.form == RENDER_LONG && !run->general.quiet && end->note)
    output_format(&standard_out, "  note: %s\n", end->note);
  links_pop(run);
  return true;
}

struct links_sink links_printer(struct links_run *run)
{
  return (struct links_sink){.context = run,
                             .begin = links_begin,
                             .reference = links_reference,
                             .error = links_print_error,
                             .end = links_end};
}
