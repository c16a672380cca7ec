/* SPDX-License-Identifier: MIT */
/* Inserts many rows by one statement, which reads them from a virtual table: faster than a statement
 * with parameters for each row. */
#include <stdlib.h>

#include "db_private.h"

struct insert_cursor {
  sqlite3_vtab_cursor base;
  size_t row;
};

struct insert_table {
  sqlite3_vtab base;
  const struct db_rows *rows;
};

/* ---- The virtual table ------------------------------------------------------------------------ */

static int insert_connect(sqlite3 *handle, void *context, int count, const char *const *arguments,
                          sqlite3_vtab **out, char **message)
{
  struct insert_table *const table = calloc(1, sizeof *table);
  (void)count, (void)arguments, (void)message;
  if (!table)
    return SQLITE_NOMEM;
  table->rows = context;
  *out = &table->base;
  const int code = sqlite3_declare_vtab(
      handle, "CREATE TABLE given(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t)");
  if (code != SQLITE_OK) {
    free(table);
    *out = NULL;
  }
  return code;
}

static int insert_disconnect(sqlite3_vtab *table)
{
  free(table);
  return SQLITE_OK;
}

static int insert_plan(sqlite3_vtab *table, sqlite3_index_info *plan)
{
  (void)table, (void)plan;
  return SQLITE_OK;
}

static int insert_open(sqlite3_vtab *table, sqlite3_vtab_cursor **out)
{
  struct insert_cursor *const cursor = calloc(1, sizeof *cursor);
  (void)table;
  if (!cursor)
    return SQLITE_NOMEM;
  *out = &cursor->base;
  return SQLITE_OK;
}

static int insert_close(sqlite3_vtab_cursor *cursor)
{
  free(cursor);
  return SQLITE_OK;
}

static int insert_rewind(sqlite3_vtab_cursor *cursor, int number, const char *name, int count,
                         sqlite3_value **values)
{
  (void)number, (void)name, (void)count, (void)values;
  ((struct insert_cursor *)cursor)->row = 0;
  return SQLITE_OK;
}

static int insert_next(sqlite3_vtab_cursor *cursor)
{
  ((struct insert_cursor *)cursor)->row++;
  return SQLITE_OK;
}

static const struct db_rows *insert_rows(const sqlite3_vtab_cursor *cursor)
{
  return ((const struct insert_table *)cursor->pVtab)->rows;
}

static int insert_is_done(sqlite3_vtab_cursor *cursor)
{
  return ((struct insert_cursor *)cursor)->row == insert_rows(cursor)->count;
}

static int insert_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column)
{
  const struct db_rows *const rows = insert_rows(cursor);
  const size_t row = ((struct insert_cursor *)cursor)->row;
  const struct row_cell *const cell = &rows->cells[row * rows->width + (size_t)column];
  switch (cell->type) {
  case ROW_NULL:
    break;
  case ROW_NUMBER:
    sqlite3_result_int64(context, cell->number);
    break;
  case ROW_TEXT:
    sqlite3_result_text64(context, cell->text, (sqlite3_uint64)cell->number, SQLITE_STATIC, SQLITE_UTF8);
    break;
  case ROW_BLOB:
    sqlite3_result_blob64(context, cell->text, (sqlite3_uint64)cell->number, SQLITE_STATIC);
    break;
  }
  return SQLITE_OK;
}

static int insert_id(sqlite3_vtab_cursor *cursor, sqlite3_int64 *id)
{
  *id = (sqlite3_int64)((struct insert_cursor *)cursor)->row;
  return SQLITE_OK;
}

static const sqlite3_module insert_module = {.xConnect = insert_connect,
                                             .xBestIndex = insert_plan,
                                             .xDisconnect = insert_disconnect,
                                             .xDestroy = insert_disconnect,
                                             .xOpen = insert_open,
                                             .xClose = insert_close,
                                             .xFilter = insert_rewind,
                                             .xNext = insert_next,
                                             .xEof = insert_is_done,
                                             .xColumn = insert_column,
                                             .xRowid = insert_id};

bool db_insert_prepare(struct db *db)
{
  return sqlite3_create_module(db->handle, "given", &insert_module, &db->rows) == SQLITE_OK ||
         db_fail(db);
}

/* ---- Inserting -------------------------------------------------------------------------------- */

static const struct {
  enum db_statement insert, next;
  size_t width; /* columns without the id */
} insert_tables[] = {
    [DB_REFERENCE] = {DB_INSERT_REFERENCES, DB_NEXT_REFERENCE, REFERENCE_CELLS},
    [DB_IDENTIFIER] = {DB_INSERT_IDENTIFIERS, DB_NEXT_IDENTIFIER, DB_IDENTIFIER_CELLS},
    [DB_ERROR] = {DB_INSERT_ERRORS, DB_NEXT_ERROR, ROW_ERROR_CELLS},
    [DB_DISAGREEMENT] = {DB_INSERT_DISAGREEMENTS, DB_NEXT_DISAGREEMENT, ROW_DISAGREEMENT_CELLS},
};

bool db_next_row(struct db *db, enum db_table table, int64_t *id)
{
  int64_t *const next = &db->next[table];
  const bool known = *next || db_get(db, insert_tables[table].next, NULL, 0, next, NULL);
  *id = *next;
  return known;
}

bool db_insert_rows(struct db *db, enum db_table table, const struct row_cell *cells, size_t count)
{
  int64_t first;
  if (count == 0)
    return true;
  if (!db_next_row(db, table, &first))
    return false;
  const int64_t next = first + (int64_t)count;
  db->rows = (struct db_rows){cells, count, insert_tables[table].width};
  db->next[table] = next;
  if (!db_do(db, insert_tables[table].insert, NULL, 0))
    return false;
  db->lost = sqlite3_changes64(db->handle) != (int64_t)count ||
             sqlite3_last_insert_rowid(db->handle) != next - 1;
  return !db->lost || db_fail_because(db, DB_ERROR_FOREIGN);
}
