/* SPDX-License-Identifier: MIT */
/* Rows of harvest as columns of Arrow. Runs without the interpreter's lock. */
#include <errno.h>
#include <stdlib.h>

#include "arrow/give.h"
#include "arrow/schema.h"
#include "harvest.h"

enum {
  ROWS_BYTES = 16 * 1024 * 1024 /* the texts of a batch, until the row after which it is written */
};

static const struct row_columns rows_edges = {"edge", 2, {"from_host", "to_host"}, 0};

static const struct row_columns *rows_of(size_t table)
{
  return table == HARVEST_EDGES ? &rows_edges : &row_columns[table];
}

const char *uriel_python_harvest_name(size_t table)
{
  return rows_of(table)->table;
}

/* Edges have no id. */
static size_t rows_ids(size_t table)
{
  return table != HARVEST_EDGES;
}

static arrow_format rows_format(size_t table, size_t column)
{
  const size_t ids = rows_ids(table);
  return column < ids || rows_of(table)->numbers >> (column - ids) & 1 ? ARROW_INT64 : ARROW_UTF8;
}

bool uriel_python_harvest_schema(struct ArrowSchema *out, size_t table)
{
  const size_t ids = rows_ids(table), count = ids + rows_of(table)->count;
  struct ArrowSchema columns[HARVEST_COLUMNS];
  for (size_t i = 0; i < count; i++)
    uriel_arrow_schema_leaf(&columns[i], i < ids ? "id" : rows_of(table)->names[i - ids],
                            rows_format(table, i));
  return uriel_arrow_schema_outer(out, "", "+s", columns, count);
}

/* ---- Batches ---------------------------------------------------------------------------------- */

static bool rows_fail(harvest_rows *rows, int error, const char *why)
{
  rows->error = error;
  rows->why = why;
  return false;
}

static bool rows_no_memory(harvest_rows *rows)
{
  return rows_fail(rows, ENOMEM, "out of memory");
}

static void rows_close(harvest_table *table)
{
  for (size_t i = 0; i < HARVEST_COLUMNS; i++)
    uriel_arrow_column_close(&table->columns[i]);
  table->rows = 0;
  table->bytes = 0;
}

/* Writes the batch, unless it is empty and not the table's first. */
static bool rows_write(harvest_rows *rows, size_t which)
{
  harvest_table *const table = &rows->tables[which];
  const size_t count = rows_ids(which) + rows_of(which)->count;
  struct ArrowArray batch;
  if (table->rows == 0 && table->written)
    return true;
  for (size_t i = 0; i < count && table->rows == 0; i++) {
    const int error = uriel_arrow_column_open(&table->columns[i], rows_format(which, i), 0, &rows->why);
    if (error)
      return rows_fail(rows, error, rows->why);
  }
  table->written = true;
  if (!uriel_arrow_give_struct(&batch, table->columns, count, table->rows, NULL))
    return rows_no_memory(rows);
  rows_close(table);
  return rows->write(rows->context, which, &batch);
}

static int rows_put(harvest_table *table, size_t column, arrow_format format,
                    const struct row_cell *cell, const char **why)
{
  arrow_column *const to = &table->columns[column];
  const bool is_number = cell->type == ROW_NUMBER, is_null = cell->type == ROW_NULL;
  const uriel_value value = {.kind = is_null     ? URIEL_KIND_UNDEFINED
                                     : is_number ? URIEL_KIND_INTEGER
                                                 : URIEL_KIND_TEXT,
                             .integer = is_number ? cell->number : 0,
                             .text = row_text_of(cell)};
  const int error = to->values ? 0 : uriel_arrow_column_open(to, format, 0, why);
  table->bytes += value.text.len;
  return error ? error : uriel_arrow_column_add(to, &value, why);
}

static bool rows_add_as(harvest_rows *rows, size_t which, int64_t id, const struct row_cell *cells)
{
  harvest_table *const table = &rows->tables[which];
  const size_t ids = rows_ids(which), count = ids + rows_of(which)->count;
  const struct row_cell first = row_id(id);
  for (size_t i = 0; i < count; i++) {
    const int error =
        rows_put(table, i, rows_format(which, i), i < ids ? &first : &cells[i - ids], &rows->why);
    if (error)
      return rows_fail(rows, error, rows->why);
  }
  table->rows++;
  return (table->rows < rows->most && table->bytes < ROWS_BYTES) || rows_write(rows, which);
}

/* Adds a row with the next id. */
static bool rows_add(harvest_rows *rows, size_t which, const struct row_cell *cells)
{
  return rows_add_as(rows, which, ++rows->tables[which].id, cells);
}

bool uriel_python_harvest_flush(harvest_rows *rows)
{
  for (size_t i = 0; i < HARVEST_TABLES; i++)
    if (!rows_write(rows, i))
      return false;
  return true;
}

void uriel_python_harvest_free(harvest_rows *rows)
{
  uriel_python_harvest_forget(rows);
  for (size_t i = 0; i < HARVEST_TABLES; i++)
    rows_close(&rows->tables[i]);
  disagreement_forget(&rows->memory);
  buffer_free(&rows->site);
  buffer_free(&rows->place);
}

/* ---- Documents -------------------------------------------------------------------------------- */

/* An open document: its row, with copies of the texts. */
struct harvest_open {
  harvest_open *outer;
  int64_t id;
  struct row_cell cells[DOCUMENT_CELLS];
  char bytes[];
};

void uriel_python_harvest_forget(harvest_rows *rows)
{
  while (rows->open) {
    harvest_open *const open = rows->open;
    rows->open = open->outer;
    free(open);
  }
}

static bool rows_open(harvest_rows *rows, const struct row_cell *cells)
{
  size_t size = 0;
  for (size_t i = 0; i < DOCUMENT_CELLS; i++)
    size += row_text_of(&cells[i]).len;
  harvest_open *const open = malloc(sizeof *open + size + 1);
  if (!open)
    return rows_no_memory(rows);
  char *to = open->bytes;
  open->outer = rows->open;
  open->id = ++rows->tables[ROW_DOCUMENTS].id;
  for (size_t i = 0; i < DOCUMENT_CELLS; i++) {
    const uriel_text text = row_text_of(&cells[i]);
    open->cells[i] = cells[i];
    if (!text.ptr)
      continue;
    memcpy(to, text.ptr, text.len);
    open->cells[i].text = to;
    to += text.len;
  }
  rows->open = open;
  return true;
}

/* Sets the part of a document in a file that is itself a part. */
static bool rows_place(harvest_rows *rows, struct links_document *document)
{
  const uriel_text part = document->part;
  if (rows->part.len == 0)
    return true;
  if (!buffer_set(&rows->place, rows->part) || !buffer_grow(&rows->place, rows->part.len + 1 + part.len))
    return rows_no_memory(rows);
  if (part.len > 0) {
    buffer_append(&rows->place, ".", 1);
    buffer_append(&rows->place, part.ptr, part.len);
  }
  document->part = buffer_text(&rows->place);
  return true;
}

static bool rows_begin(void *context, const struct links_document *given)
{
  harvest_rows *const rows = context;
  struct links_document placed = *given, *const document = &placed;
  struct row_cell cells[DOCUMENT_CELLS];
  uriel_text site;
  if (rows->error)
    return false;
  if (!rows_place(rows, document))
    return false;
  if (!row_site(&site, document, &rows->site))
    return rows_no_memory(rows);
  row_document(cells, document, &rows->file, site);
  if (rows->open)
    cells[DOCUMENT_PARENT] = row_id(rows->open->id);
  rows->children += document->parent == 1;
  return rows_open(rows, cells);
}

static bool rows_end(void *context, const struct links_end *end)
{
  harvest_rows *const rows = context;
  harvest_open *const open = rows->open;
  if (rows->error)
    return false;
  if (!open->outer)
    rows->size = end->size;
  row_document_end(open->cells, end, open->outer ? -1 : rows->file.size);
  const bool added = rows_add_as(rows, ROW_DOCUMENTS, open->id, open->cells);
  rows->open = open->outer;
  free(open);
  return added;
}

/* ---- References and errors -------------------------------------------------------------------- */

/* Adds an edge of a link between hosts. */
static bool rows_add_edge(harvest_rows *rows, const uriel_ref *normal)
{
  const struct row_cell *const site = &rows->open->cells[DOCUMENT_SITE];
  const uriel_text host = uriel_host(normal);
  const struct row_cell cells[] = {*site, row_text(host)};
  return !site->text || site->number == 0 || host.len == 0 || rows_add(rows, HARVEST_EDGES, cells);
}

/* Adds the rows of an error and of a disagreement of the reference that was added last. */
static bool rows_add_faults(harvest_rows *rows, const struct links_reference *reference)
{
  const int64_t id = rows->tables[ROW_REFERENCES].id, document = rows->open->id;
  struct row_cell cells[ROW_CELLS];
  uriel_text found;
  if (!row_judge(&found, reference, &rows->memory))
    return rows_no_memory(rows);
  if (reference->error) {
    row_reference_error(cells, document, id, reference->error, row_text(reference->error_message));
    if (!rows_add(rows, ROW_ERRORS, cells))
      return false;
  }
  if (found.ptr)
    row_disagreement(cells, document, id, found);
  return !found.ptr || rows_add(rows, ROW_DISAGREEMENTS, cells);
}

static bool rows_reference(void *context, const struct links_reference *reference)
{
  harvest_rows *const rows = context;
  const uriel_text normal = reference->normal;
  struct row_cell cells[REFERENCE_CELLS];
  uriel_ref ref;
  if (rows->error)
    return false;
  const bool is_valid = normal.ptr && row_parse_normal(&ref, normal, rows->file.spec);
  row_reference(cells, reference);
  row_base(&cells[REFERENCE_BASE], row_text_of(&rows->open->cells[DOCUMENT_BASE]));
  cells[REFERENCE_DOCUMENT] = row_id(rows->open->id);
  if (is_valid)
    cells[REFERENCE_NORMAL] = row_text(normal);
  return rows_add(rows, ROW_REFERENCES, cells) &&
         (!is_valid || cells[REFERENCE_IDENTIFIES].number != 0 || rows_add_edge(rows, &ref)) &&
         rows_add_faults(rows, reference);
}

static bool rows_error(void *context, const struct links_error *error)
{
  harvest_rows *const rows = context;
  struct row_cell cells[ROW_ERROR_CELLS];
  if (rows->error)
    return false;
  row_document_error(cells, rows->open->id, error);
  return rows_add(rows, ROW_ERRORS, cells);
}

/* The context is set by the caller. */
const struct links_sink uriel_python_harvest_sink = {
    .begin = rows_begin, .reference = rows_reference, .error = rows_error, .end = rows_end};

bool uriel_python_harvest_unreadable(harvest_rows *rows, const char *kind, const char *why)
{
  const struct links_document document = {.number = 1, .kind = kind};
  const struct links_error error = {"document-unreadable", uriel_text_of(why), 0, 0};
  const struct links_end end = {.status = "unreadable", .errors = 1};
  return rows_begin(rows, &document) && rows_error(rows, &error) && rows_end(rows, &end);
}
