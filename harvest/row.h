/* SPDX-License-Identifier: MIT */
/* Rows of the tables, for the database and for Arrow: the events of links.h as cells. */
#ifndef URIEL_HARVEST_ROW_H
#define URIEL_HARVEST_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/disagreement.h"
#include "links/links.h"

/* ---- Cells ------------------------------------------------------------------------------------ */

enum row_cell_type { ROW_NULL, ROW_NUMBER, ROW_TEXT, ROW_BLOB };

struct row_cell {
  const char *text;
  int64_t number; /* or the length of the text */
  enum row_cell_type type;
};

/* Return a cell: for a text, NULL if it is undefined, a BLOB if it is not UTF-8 or contains a NUL; for a
 * string of US-ASCII, NULL for NULL; for an id, NULL for 0. Texts stay the caller's. */
struct row_cell row_text(uriel_text text);
struct row_cell row_string(const char *string);
struct row_cell row_number(uint64_t number);
struct row_cell row_id(int64_t id);

/* Returns the text of a cell; undefined for NULL. */
static inline uriel_text row_text_of(const struct row_cell *cell)
{
  return (uriel_text){cell->text, cell->text ? (size_t)cell->number : 0};
}

/* ---- Tables ----------------------------------------------------------------------------------- */

enum row_table { ROW_DOCUMENTS, ROW_REFERENCES, ROW_ERRORS, ROW_DISAGREEMENTS, ROW_TABLES };

/* The columns without `id`, which comes first. */
enum row_document_cell {
  DOCUMENT_PATH,
  DOCUMENT_PART,
  DOCUMENT_PARENT,
  DOCUMENT_KIND,
  DOCUMENT_FORMAT,
  DOCUMENT_ENCODING,
  DOCUMENT_MEDIA_TYPE,
  DOCUMENT_SIZE,
  DOCUMENT_MTIME_NS,
  DOCUMENT_RETRIEVAL,
  DOCUMENT_SITE,
  DOCUMENT_BASE,
  DOCUMENT_BASE_SOURCE,
  DOCUMENT_BASE_BY,
  DOCUMENT_STATUS,
  DOCUMENT_NOTE,
  DOCUMENT_REFERENCE_COUNT,
  DOCUMENT_ERROR_COUNT,
  DOCUMENT_SPEC,
  DOCUMENT_CELLS
};

enum row_reference_cell {
  REFERENCE_DOCUMENT,
  REFERENCE_ORDINAL,
  REFERENCE_OFFSET,
  REFERENCE_LINE,
  REFERENCE_COLUMN,
  REFERENCE_ELEMENT,
  REFERENCE_ATTRIBUTE,
  REFERENCE_HEADER,
  REFERENCE_RAW,
  REFERENCE_CLEANED,
  REFERENCE_FORM,
  REFERENCE_IDENTIFIES,
  REFERENCE_BASE,
  REFERENCE_TARGET,
  REFERENCE_EXCESS,
  REFERENCE_NAMES_PART,
  REFERENCE_NORMAL, /* of the database: the id of the identifier */
  REFERENCE_ORIGINAL,
  REFERENCE_ELSEWHERE,
  REFERENCE_RELATION,
  REFERENCE_CELLS
};

enum { ROW_ERROR_CELLS = 9, ROW_DISAGREEMENT_CELLS = 5, ROW_CELLS = REFERENCE_CELLS /* at most */ };

struct row_columns {
  const char *table;
  size_t count;
  const char *names[ROW_CELLS];
  uint32_t numbers; /* a bit for each column that holds numbers; the others hold texts */
};

extern const struct row_columns row_columns[ROW_TABLES];

/* ---- Documents -------------------------------------------------------------------------------- */

/* The file that contains the document. */
struct row_file {
  uriel_text path;
  int64_t size, mtime_ns;
  uriel_spec spec; /* under which its references are read */
};

/* Sets the cells of a document that begins. Its status is "partial" until row_document_end. */
void row_document(struct row_cell cells[DOCUMENT_CELLS], const struct links_document *document,
                  const struct row_file *file, uriel_text site);

/* Sets the cells that are known at its end. `size` is as the file system has it; negative: the decoded
 * size. */
void row_document_end(struct row_cell cells[DOCUMENT_CELLS], const struct links_end *end, int64_t size);

/* Sets `*site` to the host of the document's URI in normal form, which `normal` holds; undefined without
 * one. Returns false if memory runs out. */
bool row_site(uriel_text *site, const struct links_document *document, struct buffer *normal);

/* ---- References ------------------------------------------------------------------------------- */

/* Sets all cells, except that the document and the normal form are NULL. */
void row_reference(struct row_cell cells[REFERENCE_CELLS], const struct links_reference *reference);

/* Makes the cell NULL if the base is the document's. */
void row_base(struct row_cell *base, uriel_text of_document);

/* Parses the normal form of a target under the specification by which its reference was read. Returns
 * false if it is not valid: the target then has no row of `identifier`. */
bool row_parse_normal(uriel_ref *ref, uriel_text normal, uriel_spec spec);

/* Sets `*found` as disagreement_recall does; undefined for a name, which programs compare and do not
 * follow. Returns false if memory runs out. */
bool row_judge(uriel_text *found, const struct links_reference *reference,
               struct disagreement_memory *memory);

/* Set the cells of a disagreement, of a reference's error, and of an error of a document. */
void row_disagreement(struct row_cell cells[ROW_DISAGREEMENT_CELLS], int64_t document, int64_t reference,
                      uriel_text disagreement);
void row_reference_error(struct row_cell cells[ROW_ERROR_CELLS], int64_t document, int64_t reference,
                         const uriel_error *error, struct row_cell message);
void row_document_error(struct row_cell cells[ROW_ERROR_CELLS], int64_t document,
                        const struct links_error *error);

#endif
