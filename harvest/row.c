/* SPDX-License-Identifier: MIT */
/* Rows of the tables. */
#include "row.h"

#include <string.h>

#include "uriel_spec.h"

/* ---- Cells ------------------------------------------------------------------------------------ */

struct row_cell row_text(uriel_text text)
{
  if (!text.ptr)
    return (struct row_cell){NULL, 0, ROW_NULL};
  const bool plain =
      uriel_utf8_span(text.ptr, text.len) == text.len && !(text.len && memchr(text.ptr, 0, text.len));
  return (struct row_cell){text.ptr, (int64_t)text.len, plain ? ROW_TEXT : ROW_BLOB};
}

struct row_cell row_string(const char *string)
{
  return string ? (struct row_cell){string, (int64_t)strlen(string), ROW_TEXT} : (struct row_cell){0};
}

struct row_cell row_number(uint64_t number)
{
  return (struct row_cell){NULL, (int64_t)number, ROW_NUMBER};
}

struct row_cell row_id(int64_t id)
{
  return (struct row_cell){NULL, id, id ? ROW_NUMBER : ROW_NULL};
}

/* ---- Tables ----------------------------------------------------------------------------------- */

#define BIT(cell) (UINT32_C(1) << (cell))

const struct row_columns row_columns[ROW_TABLES] = {
    [ROW_DOCUMENTS] = {"document",
                       DOCUMENT_CELLS,
                       {"path", "part", "parent_id", "kind", "format", "encoding", "media_type", "size",
                        "mtime_ns", "retrieval", "site", "base", "base_source", "base_by", "status",
                        "note", "reference_count", "error_count", "spec"},
                       BIT(DOCUMENT_PARENT) | BIT(DOCUMENT_SIZE) | BIT(DOCUMENT_MTIME_NS) |
                           BIT(DOCUMENT_REFERENCE_COUNT) | BIT(DOCUMENT_ERROR_COUNT)},
    [ROW_REFERENCES] = {"reference",
                        REFERENCE_CELLS,
                        {"document_id", "ordinal",    "offset",   "line",      "column",
                         "element",     "attribute",  "header",   "raw",       "cleaned",
                         "form",        "identifies", "base",     "target",    "excess",
                         "names_part",  "normal",     "original", "elsewhere", "relation"},
                        BIT(REFERENCE_DOCUMENT) | BIT(REFERENCE_ORDINAL) | BIT(REFERENCE_OFFSET) |
                            BIT(REFERENCE_LINE) | BIT(REFERENCE_COLUMN) | BIT(REFERENCE_IDENTIFIES) |
                            BIT(REFERENCE_EXCESS)},
    [ROW_ERRORS] = {"error",
                    ROW_ERROR_CELLS,
                    {"document_id", "reference_id", "code", "component", "offset", "begin", "length",
                     "message", "section"},
                    BIT(0) | BIT(1) | BIT(4) | BIT(5) | BIT(6)},
    [ROW_DISAGREEMENTS] = {"disagreement",
                           ROW_DISAGREEMENT_CELLS,
                           {"document_id", "reference_id", "rule", "first", "others"},
                           BIT(0) | BIT(1)}};

/* ---- Documents -------------------------------------------------------------------------------- */

void row_document(struct row_cell cells[DOCUMENT_CELLS], const struct links_document *document,
                  const struct row_file *file, uriel_text site)
{
  const struct row_cell made[DOCUMENT_CELLS] = {
      [DOCUMENT_PATH] = row_text(file->path),
      [DOCUMENT_PART] = row_text(document->part.ptr ? document->part : uriel_text_of("")),
      [DOCUMENT_KIND] = row_string(document->kind),
      [DOCUMENT_FORMAT] = row_string(document->format),
      [DOCUMENT_ENCODING] = row_string(document->encoding),
      [DOCUMENT_MEDIA_TYPE] = row_text(document->media_type),
      [DOCUMENT_SIZE] = row_number((uint64_t)file->size),
      [DOCUMENT_MTIME_NS] = row_number((uint64_t)file->mtime_ns),
      [DOCUMENT_RETRIEVAL] = row_text(document->retrieval),
      [DOCUMENT_SITE] = row_text(site),
      [DOCUMENT_BASE] = row_text(document->base),
      [DOCUMENT_BASE_SOURCE] = row_string(links_base_name(document->base_source)),
      [DOCUMENT_BASE_BY] = row_string(document->base_by),
      [DOCUMENT_STATUS] = row_string("partial"),
      [DOCUMENT_REFERENCE_COUNT] = row_number(0),
      [DOCUMENT_ERROR_COUNT] = row_number(0),
      [DOCUMENT_SPEC] = row_string(uriel_spec_name(file->spec))};
  memcpy(cells, made, sizeof made);
}

void row_document_end(struct row_cell cells[DOCUMENT_CELLS], const struct links_end *end, int64_t size)
{
  cells[DOCUMENT_SIZE] = row_number(size < 0 ? end->size : (uint64_t)size);
  cells[DOCUMENT_STATUS] = row_string(end->status);
  cells[DOCUMENT_NOTE] = row_string(end->note);
  cells[DOCUMENT_REFERENCE_COUNT] = row_number(end->references);
  cells[DOCUMENT_ERROR_COUNT] = row_number(end->errors);
}

bool row_site(uriel_text *site, const struct links_document *document, struct buffer *normal)
{
  const uriel_text uri = document->retrieval.ptr ? document->retrieval : document->base;
  uriel_ref ref;
  *site = (uriel_text){NULL, 0};
  if (!uri.ptr || !uriel_parse(&ref, uri.ptr, uri.len, NULL))
    return true;
  while (buffer_again(normal, uriel_normalize(&ref, URIEL_LEVEL_SCHEME, normal->ptr, normal->capacity)))
    ;
  if (normal->no_memory)
    return false;
  if (uriel_parse(&ref, normal->ptr, normal->len, NULL))
    *site = uriel_host(&ref);
  return true;
}

/* ---- References ------------------------------------------------------------------------------- */

static bool row_same(uriel_text a, uriel_text b)
{
  return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

void row_reference(struct row_cell cells[REFERENCE_CELLS], const struct links_reference *reference)
{
  const uriel_text raw = reference->raw, cleaned = reference->cleaned;
  const struct row_cell made[REFERENCE_CELLS] = {
      [REFERENCE_ORDINAL] = row_number(reference->ordinal),
      [REFERENCE_OFFSET] = row_number(reference->place.offset),
      [REFERENCE_LINE] = row_number(reference->place.line),
      [REFERENCE_COLUMN] = row_number(reference->place.column),
      [REFERENCE_ELEMENT] = row_string(reference->element),
      [REFERENCE_ATTRIBUTE] = row_string(reference->attribute),
      [REFERENCE_HEADER] = row_string(reference->header),
      [REFERENCE_RAW] = row_text(raw),
      [REFERENCE_CLEANED] = row_same(raw, cleaned) ? row_id(0) : row_text(cleaned),
      [REFERENCE_FORM] = row_string(reference->form),
      [REFERENCE_IDENTIFIES] = row_number(reference->is_guess ? 2 : reference->identifies),
      [REFERENCE_BASE] = row_text(reference->base),
      [REFERENCE_TARGET] = row_text(reference->target),
      [REFERENCE_EXCESS] = row_number(reference->excess),
      [REFERENCE_NAMES_PART] = row_text(reference->part),
      [REFERENCE_ORIGINAL] = row_text(reference->original),
      [REFERENCE_ELSEWHERE] = row_text(reference->elsewhere),
      [REFERENCE_RELATION] = row_text(reference->relation)};
  memcpy(cells, made, sizeof made);
}

void row_base(struct row_cell *base, uriel_text of_document)
{
  if (base->number == 0 || (of_document.ptr && row_same(row_text_of(base), of_document)))
    *base = row_id(0);
}

bool row_parse_normal(uriel_ref *ref, uriel_text normal, uriel_spec spec)
{
  /* A target under another specification need not be a URI of RFC 3986; the target of an IRI is one. */
  const uriel_spec of_target = spec == URIEL_SPEC_IRI ? URIEL_SPEC_RFC3986 : spec;
  return uriel_parse_as(ref, normal.ptr, normal.len, of_target, 0, NULL);
}

bool row_judge(uriel_text *found, const struct links_reference *reference,
               struct disagreement_memory *memory)
{
  *found = (uriel_text){NULL, 0};
  return reference->identifies ||
         disagreement_recall(found, reference->original.ptr ? reference->original : reference->cleaned,
                             reference->base, memory);
}

void row_disagreement(struct row_cell cells[ROW_DISAGREEMENT_CELLS], int64_t document, int64_t reference,
                      uriel_text disagreement)
{
  uriel_text parts[DISAGREEMENT_PARTS];
  disagreement_parts(disagreement, parts);
  const struct row_cell made[ROW_DISAGREEMENT_CELLS] = {
      row_id(document), row_id(reference), row_text(parts[DISAGREEMENT_RULE]),
      row_text(parts[DISAGREEMENT_FIRST]), row_text(parts[DISAGREEMENT_OTHERS])};
  memcpy(cells, made, sizeof made);
}

void row_reference_error(struct row_cell cells[ROW_ERROR_CELLS], int64_t document, int64_t reference,
                         const uriel_error *error, struct row_cell message)
{
  const struct row_cell made[ROW_ERROR_CELLS] = {row_id(document),
                                                 row_id(reference),
                                                 row_string(uriel_error_name(error->code)),
                                                 row_string(uriel_component_name(error->component)),
                                                 row_number(error->offset),
                                                 row_number(error->begin),
                                                 row_number(error->length),
                                                 message,
                                                 row_string(uriel_error_section(error))};
  memcpy(cells, made, sizeof made);
}

void row_document_error(struct row_cell cells[ROW_ERROR_CELLS], int64_t document,
                        const struct links_error *error)
{
  const struct row_cell made[ROW_ERROR_CELLS] = {row_id(document),          row_id(0),
                                                 row_string(error->code),   row_string(NULL),
                                                 row_number(error->offset), row_number(error->offset),
                                                 row_number(error->length), row_text(error->message),
                                                 row_string(NULL)};
  memcpy(cells, made, sizeof made);
}
