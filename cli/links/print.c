/* SPDX-License-Identifier: MIT */
/* uriel links: prints documents and their references in the selected form, and errors on standard
 * error. */
#include <stdio.h>
#include <string.h>

#include "base/escape.h"
#include "base/unicode.h"
#include "cli/shared/error.h"
#include "cli/shared/junit.h"
#include "links/work.h"
#include "run.h"

/* ---- Open documents --------------------------------------------------------------------------- */

/* Returns "page.html" or "mail.eml!1.2", the current document, then ":LINE:COLUMN" of a place. */
static const char *links_label(struct links_run *run, const struct place *place)
{
  char numbers[48] = "";
  struct buffer *const label = &run->label;
  if (place && place->line)
    snprintf(numbers, sizeof numbers, ":%llu:%llu", (unsigned long long)place->line,
             (unsigned long long)place->column);
  label->len = 0;
  buffer_append_as(label, ESCAPE_TERMINAL, run->file, strlen(run->file));
  buffer_append(label, "!", run->levels.last->part.len > 0);
  buffer_append(label, run->levels.last->part.ptr, run->levels.last->part.len);
  buffer_append(label, numbers, strlen(numbers) + 1);
  return label->ptr;
}

/* Returns the form for people of a target's host in ASCII, and sets `*host` to that; both undefined if
 * it has no other form. */
static uriel_text links_host(struct links_run *run, uriel_text normal, uriel_text *host)
{
  uriel_text shown = {NULL, 0};
  uriel_ref ref;
  *host = shown;
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
 * 2 only with --check, 3 not in --tsv. JSON has the offset before the line, the other forms after the
 * column. */
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
  X(VALID, "valid", LITERAL, 3)                                                                         \
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
  X(GUESS, "guess", LITERAL, 0)                                                                         \
  X(ORIGINAL, "original", REFERENCE, 0)                                                                 \
  X(HOST, "host", TEXT, 0)                                                                              \
  X(HOST_UNICODE, "host_unicode", TEXT, 0)                                                              \
  X(ELSEWHERE, "elsewhere", REFERENCE, 0)                                                               \
  X(PROBLEM, "problem", TEXT, 2)                                                                        \
  X(PATH, "path", TEXT, 2)                                                                              \
  X(FRAGMENT, "fragment", TEXT, 2)                                                                      \
  X(SUGGESTION, "suggestion", TEXT, 2)                                                                  \
  X(CHAIN, "chain", TEXT, 2)                                                                            \
  X(STATUS, "status", TEXT, 2)                                                                          \
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

#define LINKS_COLUMN_BIT(constant, key, kind, where)                                                    \
  | (uint64_t)((where) == 1 || (where) == 2) << LINKS_##constant
#define LINKS_COLUMN_ASIDE(constant, key, kind, where) | (uint64_t)((where) == 3) << LINKS_##constant
#define LINKS_COLUMN_CHECK(constant, key, kind, where) | (uint64_t)((where) == 1) << LINKS_##constant
const struct schema links_schema = {.columns = links_columns,
                                    .count = LINKS_COLUMNS,
                                    .plain = LINKS_TARGET,
                                    .keys_of = LINKS_TARGET,
                                    .partial = true,
                                    .aside = 0 LINKS_COLUMNS_EACH(LINKS_COLUMN_ASIDE),
                                    .only_json = 0 LINKS_COLUMNS_EACH(LINKS_COLUMN_BIT)};
const struct schema links_check_schema = {.columns = links_columns,
                                          .count = LINKS_COLUMNS,
                                          .plain = LINKS_TARGET,
                                          .keys_of = LINKS_TARGET,
                                          .partial = true,
                                          .aside = 0 LINKS_COLUMNS_EACH(LINKS_COLUMN_ASIDE),
                                          .only_json = 0 LINKS_COLUMNS_EACH(LINKS_COLUMN_CHECK)};
#undef LINKS_COLUMN_BIT
#undef LINKS_COLUMN_ASIDE
#undef LINKS_COLUMN_CHECK

static void record_text(struct links_run *run, enum links_column column, const char *string)
{
  run->record.values[column] = uriel_text_of(string);
}

static void record_number(struct links_run *run, enum links_column column, uint64_t number)
{
  run->record.values[column] = number_text(run->digits[column], number);
}

static const struct reading links_reading = {.spec = URIEL_SPEC_RFC3986};

/* Starts a record of the open document, or of a file that is not open. In JSON "type" names the event;
 * the other forms have only references. */
static void record_start(struct links_run *run, const char *type, const char *file)
{
  record_begin(&run->record, &links_schema, 0, &links_reading);
  record_text(run, LINKS_TYPE, type);
  record_text(run, LINKS_FILE, file);
  if (!run->levels.count)
    return;
  if (run->levels.last->part.len)
    run->record.values[LINKS_PART] = buffer_text(&run->levels.last->part);
  record_number(run, LINKS_DOCUMENT, run->levels.last->number);
}

/* Returns the step of RFC 3986, 5.1, that determined the base of a reference. */
static enum links_base links_base_of(const struct links_level *level, uriel_text base)
{
  const struct buffer *const own = &level->base, *const from = &level->retrieval;
  if (!base.ptr)
    return LINKS_BASE_NONE;
  if (base.len && base.len == own->len && memcmp(base.ptr, own->ptr, base.len) == 0)
    return level->base_source;
  const bool is_from = base.len && base.len == from->len && memcmp(base.ptr, from->ptr, base.len) == 0;
  return is_from ? LINKS_BASE_RETRIEVAL : LINKS_BASE_CONTENT;
}

static struct record_error links_error_of(const struct links_reference *reference)
{
  struct record_error error = {.error = *reference->error,
                               .text = reference->read == URIEL_READ_EXACT ? reference->cleaned
                                                                           : reference->original};
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
                      const struct check_broken *broken)
{
  uriel_text *const values = run->record.values;
  const struct place *const place = &reference->place;
  const bool is_json = run->render.form == RENDER_JSON;
  record_start(run, "reference", run->file);
  /* With --format, the name is escaped so that it does not end the line; the other forms escape it
   * themselves. */
  if (run->render.form == RENDER_FORMAT && run->render.terminator) {
    run->scratch.len = 0;
    buffer_append_as(&run->scratch, ESCAPE_TERMINAL, run->file, strlen(run->file));
    values[LINKS_FILE] = buffer_text(&run->scratch);
  }
  record_number(run, LINKS_ORDINAL, reference->ordinal);
  record_text(run, LINKS_KIND, run->levels.last->kind);
  /* Line and column count from 1; without them the place is unknown. */
  if (place->offset || place->line)
    record_number(run, is_json ? LINKS_JSON_OFFSET : LINKS_OFFSET, place->offset);
  if (place->line) {
    record_number(run, LINKS_LINE, place->line);
    record_number(run, LINKS_COLUMN, place->column);
  }
  record_text(run, LINKS_ELEMENT, reference->element);
  record_text(run, LINKS_ATTRIBUTE, reference->attribute);
  record_text(run, LINKS_HEADER, reference->header);
  values[LINKS_RAW] = reference->raw;
  record_text(run, LINKS_VALID, reference->error ? "false" : "true");
  values[LINKS_REFERENCE] = reference->cleaned;
  record_text(run, LINKS_FORM, reference->form);
  if (reference->excess)
    record_number(run, LINKS_EXCESS, reference->excess);
  values[LINKS_NAMES] = reference->part;
  values[LINKS_RELATION] = reference->relation;
  values[LINKS_ORIGINAL] = reference->original;
  record_text(run, LINKS_IDENTIFIES, reference->identifies ? "true" : is_json ? NULL : "false");
  record_text(run, LINKS_GUESS, reference->is_guess ? "true" : is_json ? NULL : "false");
  if (broken) {
    values[LINKS_TARGET] = broken->target;
    record_text(run, LINKS_PROBLEM, broken->name);
    values[LINKS_PATH] = broken->path;
    values[LINKS_FRAGMENT] = broken->fragment;
    values[LINKS_SUGGESTION] = broken->suggestion;
    values[LINKS_MESSAGE] = broken->message;
    values[LINKS_STATUS] = broken->status;
    values[LINKS_CHAIN] = broken->chain;
  } else {
    values[LINKS_BASE] = reference->base;
    record_text(run, LINKS_BASE_SOURCE,
                links_base_name(links_base_of(run->levels.last, reference->base)));
    values[LINKS_TARGET] = reference->target;
    values[LINKS_NORMAL] = reference->normal;
    values[LINKS_HOST_UNICODE] = links_host(run, reference->normal, &values[LINKS_HOST]);
    values[LINKS_ELSEWHERE] = reference->elsewhere;
  }
  run->record.read = reference->read;
  if (reference->is_invalid)
    run->record.verdict = VERDICT_INVALID;
  if (reference->error)
    run->record.error = links_error_of(reference);
  render_record(&run->render, &run->record);
}

/* Whether events other than references have records. */
static bool record_all(const struct links_run *run)
{
  return run->render.form == RENDER_JSON && !run->general.quiet && !run->check;
}

static void record_error(struct links_run *run, const char *file, const struct links_error *error)
{
  if (!record_all(run))
    return;
  record_start(run, "error", file);
  record_text(run, LINKS_CODE, error->code);
  run->record.values[LINKS_MESSAGE] = error->message;
  if (error->offset || error->length) {
    record_number(run, LINKS_JSON_OFFSET, error->offset);
    record_number(run, LINKS_LENGTH, error->length);
  }
  render_record(&run->render, &run->record);
}

/* ---- The list for people ------------------------------------------------------------------------ */

/* Prints a text from outside in a tone. */
static void list_put(enum tone tone, const char *text, size_t len)
{
  struct output *const out = &standard_out;
  if (out->colour)
    colour_tone(out, tone);
  output_escaped(out, text, len);
  if (out->colour)
    colour_tone(out, TONE_PLAIN);
}

void links_put_text(struct links_run *run, uriel_text text, enum tone tone)
{
  enum { SHOWN = 1000 }; /* a "data:" URI may have any size */
  struct output *const out = &standard_out;
  struct excerpt_marks marks = {0};
  if (text.len && memchr(text.ptr, '@', text.len)) /* there may be a password */
    text = excerpt_hide_password(text, URIEL_REFERENCE, &marks, &run->scratch);
  const bool is_cut = text.len > SHOWN;
  if (is_cut)
    text.len = SHOWN;
  while (is_cut && text.len > 0 && ((unsigned char)text.ptr[text.len] & 0xC0) == 0x80)
    text.len--;
  if (tone == TONE_PLAIN && out->colour)
    colour_reference(out, &links_reading, text);
  else
    list_put(tone, text.ptr, text.len);
  output_put(out, "...", is_cut ? 3 : 0);
}

void links_put_label(struct links_run *run, const struct place *place)
{
  const char *const label = links_label(run, place);
  list_put(TONE_STRONG, label, strlen(label));
  output_text(&standard_out, ": ");
}

/* Prints the heading of a document without a base; `what` depends on whether it has references. */
static void list_unheaded(struct links_run *run, const char *what)
{
  if (!run->unheaded)
    return;
  links_put_label(run, NULL);
  output_text(&standard_out, what);
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
  links_put_label(run, NULL);
  if (is_binary) {
    output_format(out, "binary (%s)\n", document->format ? document->format : "data");
    return;
  }
  output_text(out, "base ");
  links_put_text(run, document->base, TONE_PLAIN);
  output_format(out, " (%s%s%s)\n", links_base_name(document->base_source),
                document->base_by ? ": " : "", document->base_by ? document->base_by : "");
}

/* " (host x)" */
static void list_note(const char *name, uriel_text text)
{
  output_format(&standard_out, " (%s ", name);
  output_escaped(&standard_out, text.ptr, text.len);
  output_put(&standard_out, ")", 1);
}

static void list_reference(struct links_run *run, const struct links_reference *reference)
{
  static const char spaces[] = "                  ";
  enum { PLACE_WIDTH = 10, HOLDER_WIDTH = sizeof spaces - 1 };
  struct output *const out = &standard_out;
  const uriel_text raw = reference->raw, target = reference->target;
  uriel_text host;
  if (run->unheaded)
    list_unheaded(run, "no base\n");
  if (run->heading != run->levels.last->number) {
    links_put_label(run, NULL);
    output_text(out, "continued\n");
    run->heading = run->levels.last->number;
  }
  /* "  3:12      ": the column ends the digits, and the line is before it. */
  char digits[2 * NUMBER_DIGITS + 1];
  const uriel_text column = number_text(digits + NUMBER_DIGITS + 1, reference->place.column);
  char *const colon = digits + sizeof digits - column.len - 1;
  const uriel_text line = number_text(colon - NUMBER_DIGITS, reference->place.line);
  size_t len = line.len + 1 + column.len;
  *colon = ':';
  output_put(out, spaces, 2);
  list_put(TONE_DIM, line.ptr, len);
  output_put(out, spaces, len < PLACE_WIDTH ? PLACE_WIDTH - len : 1);
  /* "a@href            ", or the origins "Link:" and "Link@anchor:"; spaces instead of the origin for
   * text in markup, to align the columns. */
  const char *const name = reference->header ? reference->header : reference->element;
  const char *const rest = reference->attribute;
  len = name ? strlen(name) : 0;
  if (len)
    list_put(TONE_DIM, name, len);
  if (rest) {
    const bool is_both = name && *rest;
    output_put(out, "@", is_both);
    output_escaped(out, rest, strlen(rest));
    len += is_both + strlen(rest);
  }
  output_put(out, ":", reference->header != NULL);
  len += reference->header != NULL;
  if (name || rest || run->levels.last->flags & KIND_MARKUP)
    output_put(out, spaces, len < HOLDER_WIDTH ? HOLDER_WIDTH - len : 1);
  if (!target.ptr || raw.len != target.len || memcmp(raw.ptr, target.ptr, raw.len) != 0) {
    /* Quotes make leading and trailing spaces visible. */
    const bool is_quoted = raw.len == 0 || raw.ptr[0] == ' ' || raw.ptr[raw.len - 1] == ' ';
    output_put(out, "\"", is_quoted);
    links_put_text(run, raw, reference->is_invalid ? TONE_ERROR : TONE_STRONG);
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
  if (reference->relation.ptr)
    list_note("rel", reference->relation);
  if (reference->identifies)
    output_text(out, " (a name)");
  if (reference->is_guess)
    output_text(out, " (a guess)");
  const uriel_text letters = links_host(run, reference->normal, &host);
  if (letters.ptr && !memmem(raw.ptr, raw.len, letters.ptr, letters.len))
    list_note("host", letters);
  if (reference->elsewhere.ptr) {
    unsigned char all = 0; /* whether the reference can be a URI; others are IRIs at most */
    for (size_t i = 0; i < reference->cleaned.len; i++)
      all |= (unsigned char)reference->cleaned.ptr[i];
    output_text(out, all < 0x80 ? " (RFC 3986: " : " (RFC 3987: ");
    output_text(out, reference->elsewhere.len ? "" : "no target");
    links_put_text(run, reference->elsewhere, TONE_PLAIN);
    output_put(out, ")", 1);
  }
  output_put(out, "\n", 1);
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
  const bool has_place = error->offset || error->length;
  char byte[40] = "";
  *(strcmp(error->code, LINKS_LACKS) == 0 ? &run->failed : &run->invalid) = true;
  record_error(run, run->file, error);
  if (has_place)
    snprintf(byte, sizeof byte, "byte %llu: ", (unsigned long long)error->offset);
  if (links_prints_errors(run))
    message("%s: %s%.*s", links_label(run, NULL), byte, (int)error->message.len, error->message.ptr);
  return true;
}

void links_print_unread(struct links_run *run, const char *file, const char *reason)
{
  run->failed = true;
  progress_clear(&run->progress);
  record_error(run, file, &(struct links_error){"document-unreadable", uriel_text_of(reason), 0, 0});
  if (run->render.form == RENDER_JUNIT && !run->general.quiet) {
    const struct junit_case test = {.name = uriel_text_of(file),
                                    .group = file,
                                    .code = "document-unreadable",
                                    .is_error = true,
                                    .message = uriel_text_of(reason)};
    run->scratch.len = 0;
    junit_put(&run->scratch, &test);
    junit_suite(file, buffer_text(&run->scratch));
  }
  message("cannot read %s: %s", file, reason);
}

static bool links_begin(void *context, const struct links_document *document)
{
  struct links_run *const run = context;
  uriel_text *const values = run->record.values;
  list_unheaded(run, "no base\n");
  levels_push(&run->levels, document);
  if (run->render.form == RENDER_LONG && !run->general.quiet)
    list_heading(run, document);
  if (!record_all(run))
    return true;
  record_start(run, "document", run->file);
  if (document->parent)
    record_number(run, LINKS_PARENT, document->parent);
  record_text(run, LINKS_KIND, document->kind);
  record_text(run, LINKS_FORMAT, document->format);
  record_text(run, LINKS_ENCODING, document->encoding);
  values[LINKS_MEDIA_TYPE] = document->media_type;
  values[LINKS_RETRIEVAL] = document->retrieval;
  values[LINKS_BASE] = document->base;
  record_text(run, LINKS_BASE_SOURCE, links_base_name(document->base_source));
  record_text(run, LINKS_BASE_BY, document->base_by);
  render_record(&run->render, &run->record);
  return true;
}

static bool links_reference(void *context, const struct links_reference *reference)
{
  struct links_run *const run = context;
  const uriel_text target = reference->target;
  /* References are the same if their normal forms are equal. A reference without a normal form is always
   * new. */
  const uriel_text key = reference->normal.ptr ? reference->normal : target;
  if (reference->identifies && run->no_identifiers)
    return true;
  run->references++;
  run->invalid |= reference->is_invalid;
  if (run->key)
    run->key(run, key);
  else if (run->is_unique && key.ptr && !texts_add(&run->seen, key))
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
  if (!reference->is_invalid)
    return true;
  /* A missing base is reported once for each document, not for each reference. */
  if (reference->error->code == URIEL_ERROR_BASE_NOT_ABSOLUTE) {
    run->levels.last->baseless++;
  } else if (links_prints_errors(run)) {
    const struct record_error error = links_error_of(reference);
    error_print(links_label(run, &reference->place), &error);
  }
  return true;
}

/* The same, after which output belongs to the document again. */
static bool links_keyed_reference(void *context, const struct links_reference *reference)
{
  struct links_run *const run = context;
  (void)links_reference(run, reference);
  run->key(run, (uriel_text){NULL, 0});
  return true;
}

static bool links_end(void *context, const struct links_end *end)
{
  struct links_run *const run = context;
  const uint64_t baseless = run->levels.last->baseless;
  if (record_all(run)) {
    record_start(run, "end", run->file);
    record_text(run, LINKS_STATUS, end->status);
    record_text(run, LINKS_NOTE, end->note);
    record_number(run, LINKS_SIZE, end->size);
    record_number(run, LINKS_REFERENCES, end->references);
    record_number(run, LINKS_ERRORS, end->errors);
    render_record(&run->render, &run->record);
  }
  list_unheaded(run, strcmp(end->status, "unreadable") == 0 ? "unreadable\n" : "no references\n");
  if (baseless && links_prints_errors(run))
    message("%s: %llu relative reference%s, and no base URI is known (RFC 3986, 5.1): see --base and"
            " --file-base",
            links_label(run, NULL), (unsigned long long)baseless, baseless == 1 ? "" : "s");
  if (run->render.form == RENDER_LONG && !run->general.quiet && end->note)
    output_format(&standard_out, "  note: %s\n", end->note);
  levels_pop(&run->levels);
  return true;
}

struct links_sink links_printer(struct links_run *run)
{
  return (struct links_sink){.context = run,
                             .begin = links_begin,
                             .reference = run->key ? links_keyed_reference : links_reference,
                             .error = links_print_error,
                             .end = links_end};
}
