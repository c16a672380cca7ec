/* SPDX-License-Identifier: MIT */
/* uriel links --json, --tsv and --format: one record per event. In JSON "type" names the event; the
 * other forms have only references. */
#include <string.h>

#include "check.h"

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

/* Starts a record with the fields that all records have. */
static void record_start(const char *type, const char *file)
{
  static const struct reading reading = {.spec = URIEL_SPEC_RFC3986};
  record_begin(&links_record, &links_schema, 0, &reading);
  record_text(LINKS_TYPE, type);
  record_text(LINKS_FILE, file);
}

static void record_start_in(const char *type, struct links_run *run)
{
  const struct links_level *const level = links_level_now(run);
  record_start(type, run->file);
  if (level->part.len)
    links_record.values[LINKS_PART] = buffer_text(&level->part);
  record_number(LINKS_DOCUMENT, level->number);
}

void links_record_document(struct links_run *run, const struct links_document *document)
{
  record_start_in("document", run);
  if (document->parent)
    record_number(LINKS_PARENT, document->parent);
  record_text(LINKS_KIND, document->kind);
  record_text(LINKS_FORMAT, document->format);
  record_text(LINKS_ENCODING, document->encoding);
  links_record.values[LINKS_MEDIA_TYPE] = document->media_type;
  links_record.values[LINKS_RETRIEVAL] = document->retrieval;
  links_record.values[LINKS_BASE] = document->base;
  record_text(LINKS_BASE_SOURCE, links_base_name(document->base_source));
  record_text(LINKS_BASE_BY, document->base_by);
  render_record(&run->render, &links_record);
}

/* With --format, escapes the name so that it does not end the line; the other forms escape it
 * themselves. */
static void record_escape_file(struct links_run *run)
{
  struct buffer *const name = &run->scratch;
  if (run->render.form != RENDER_FORMAT || !run->render.terminator)
    return;
  name->len = 0;
  buffer_append_escaped(name, run->file, strlen(run->file));
  links_record.values[LINKS_FILE] = buffer_text(name);
}

/* Leaves out line and column if the place is unknown: they count from 1. */
static void record_place(const struct place *place, bool is_json)
{
  if (place->offset || place->line)
    record_number(is_json ? LINKS_JSON_OFFSET : LINKS_OFFSET, place->offset);
  if (!place->line)
    return;
  record_number(LINKS_LINE, place->line);
  record_number(LINKS_COLUMN, place->column);
}

static void record_resolution(const struct links_level *level, const struct links_reference *reference)
{
  links_record.values[LINKS_BASE] = reference->base;
  record_text(LINKS_BASE_SOURCE, links_base_name(links_base_of(level, reference)));
  links_record.values[LINKS_TARGET] = reference->target;
  links_record.values[LINKS_NORMAL] = reference->normal;
  if (reference->excess)
    record_number(LINKS_EXCESS, reference->excess);
}

static void record_fill(struct links_run *run, const struct links_reference *reference)
{
  const struct links_level *const level = links_level_now(run);
  const bool is_json = run->render.form == RENDER_JSON;
  record_start_in("reference", run);
  record_escape_file(run);
  record_number(LINKS_ORDINAL, reference->ordinal);
  record_text(LINKS_KIND, level->kind);
  record_place(&reference->place, is_json);
  record_text(LINKS_ELEMENT, reference->element);
  record_text(LINKS_ATTRIBUTE, reference->attribute);
  record_text(LINKS_HEADER, reference->header);
  links_record.values[LINKS_RAW] = reference->raw;
  links_record.values[LINKS_REFERENCE] = reference->cleaned;
  record_text(LINKS_FORM, reference->form);
  record_resolution(level, reference);
  links_record.values[LINKS_NAMES] = reference->part;
  links_record.values[LINKS_RELATION] = reference->relation;
  links_record.values[LINKS_ORIGINAL] = reference->original;
  links_record.values[LINKS_HOST_UNICODE] = links_host(run, reference, &links_record.values[LINKS_HOST]);
  links_record.values[LINKS_ELSEWHERE] = reference->elsewhere;
  record_text(LINKS_IDENTIFIES, reference->identifies ? "true" : is_json ? NULL : "false");
  if (reference->error) {
    links_record.verdict = VERDICT_INVALID;
    links_record.error = links_error_of(reference);
  }
}

void links_record_reference(struct links_run *run, const struct links_reference *reference)
{
  record_fill(run, reference);
  render_record(&run->render, &links_record);
}

void links_record_broken(struct links_run *run, const struct links_reference *reference,
                         const struct links_broken *broken)
{
  static const enum links_column unknown[] = {LINKS_BASE, LINKS_BASE_SOURCE,  LINKS_NORMAL,
                                              LINKS_HOST, LINKS_HOST_UNICODE, LINKS_ELSEWHERE};
  record_fill(run, reference);
  links_record.values[LINKS_TARGET] = broken->target;
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
    links_record.values[unknown[i]] = (uriel_text){NULL, 0};
  record_text(LINKS_PROBLEM, goal_problem_name(broken->problem));
  links_record.values[LINKS_PATH] = broken->path;
  links_record.values[LINKS_FRAGMENT] = broken->fragment;
  links_record.values[LINKS_SUGGESTION] = broken->suggestion;
  render_record(&run->render, &links_record);
}

void links_record_error(struct links_run *run, const struct links_error *error)
{
  record_start_in("error", run);
  record_text(LINKS_CODE, error->code);
  links_record.values[LINKS_MESSAGE] = error->message;
  if (error->offset || error->length) {
    record_number(LINKS_JSON_OFFSET, error->offset);
    record_number(LINKS_LENGTH, error->length);
  }
  render_record(&run->render, &links_record);
}

void links_record_end(struct links_run *run, const struct links_end *end)
{
  record_start_in("end", run);
  record_text(LINKS_STATUS, end->status);
  record_text(LINKS_NOTE, end->note);
  record_number(LINKS_SIZE, end->size);
  record_number(LINKS_REFERENCES, end->references);
  record_number(LINKS_ERRORS, end->errors);
  render_record(&run->render, &links_record);
}

void links_record_unread(struct links_run *run, const char *file, const char *reason)
{
  record_start("error", file);
  record_text(LINKS_CODE, "document-unreadable");
  record_text(LINKS_MESSAGE, reason);
  render_record(&run->render, &links_record);
}
