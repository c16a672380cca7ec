/* SPDX-License-Identifier: MIT */
/* The database's rows: documents, references, identifiers and errors. */
#include <string.h>

#include "db_private.h"
#include "uriel_spec.h"

enum { DB_DROPPED_AT_ONCE = 100000 };

/* ---- Statements ------------------------------------------------------------------------------- */

static const char db_put_operand_sql[] =
    "INSERT INTO operand VALUES(?, ?) ON CONFLICT(path) DO UPDATE SET retrieval = "
    "excluded.retrieval";
static const char db_known_sql[] =
    "SELECT id, CASE WHEN status = 'partial' THEN 2 ELSE status IN ('done', 'binary')"
    " AND ifnull(size = ?2, 1)"
    " AND mtime_ns = ?3 AND retrieval IS ?4 AND spec = ?5 AND NOT EXISTS (SELECT 1 FROM document WHERE "
    "path = ?1"
    " AND status = 'too large') END FROM document WHERE path = ?1 AND part = ''";

static const char db_begin_document_sql[] =
    "INSERT INTO document VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT(id) DO UPDATE SET kind = excluded.kind, format = excluded.format,"
    " encoding = excluded.encoding, media_type = excluded.media_type, size = excluded.size,"
    " mtime_ns = excluded.mtime_ns, retrieval = excluded.retrieval, site = excluded.site,"
    " base = excluded.base, base_source = excluded.base_source, base_by = excluded.base_by,"
    " status = excluded.status, note = NULL, reference_count = 0, error_count = 0, spec = excluded.spec"
    " WHERE path = excluded.path AND part = excluded.part";

/* A file's errors, disagreements, references and parts are deleted in pieces, its own row last: see
 * db_drop_file. */
static const char db_drop_errors_sql[] =
    "DELETE FROM error WHERE id IN (SELECT error.id FROM document JOIN error"
    " ON document_id = document.id WHERE path = ?1 LIMIT ?2)";
static const char db_drop_disagreements_sql[] =
    "DELETE FROM disagreement WHERE id IN (SELECT disagreement.id FROM document JOIN disagreement"
    " ON document_id = document.id WHERE path = ?1 LIMIT ?2)";
static const char db_drop_references_sql[] =
    "DELETE FROM reference WHERE id IN (SELECT reference.id FROM document JOIN reference"
    " ON document_id = document.id WHERE path = ?1 LIMIT ?2)";
static const char db_drop_documents_sql[] =
    "DELETE FROM document WHERE id IN"
    " (SELECT id FROM document WHERE path = ?1 AND (?3 OR part <> '')"
    " ORDER BY part DESC LIMIT ?2)";

static const char db_end_document_sql[] =
    "UPDATE document SET status = ?2, note = ?3, size = ?4, reference_count = ?5, error_count = ?6"
    " WHERE id = ?1";

/* Without `id`, SQLite appends rows without a search for their place. With OR FAIL, it keeps no copy of
 * each page that a statement changes: after an error, the whole transaction is discarded anyway. */
static const char db_insert_references_sql[] =
    "INSERT OR FAIL INTO reference(document_id, ordinal, \"offset\", line, \"column\", element, "
    "attribute, "
    "header,"
    " raw, cleaned, form, identifies, base, target, excess, names_part, identifier_id, original,"
    " elsewhere, relation) SELECT * FROM given";
static const char db_insert_identifiers_sql[] =
    "INSERT OR FAIL INTO identifier(normal, scheme, userinfo, host, host_kind, port, path, query, "
    "fragment,"
    " host_unicode) SELECT a, b, c, d, e, f, g, h, i, j FROM given";
static const char db_insert_errors_sql[] = "INSERT OR FAIL INTO error(document_id, reference_id, code, "
                                           "component, \"offset\", \"begin\", length, message,"
                                           " section) SELECT a, b, c, d, e, f, g, h, i FROM given";

static const char db_insert_disagreements_sql[] =
    "INSERT OR FAIL INTO disagreement(document_id, reference_id, rule, first, others)"
    " SELECT a, b, c, d, e FROM given";

static const char db_mark_partial_sql[] =
    "UPDATE document SET status = 'partial', reference_count = 0, error_count = 0"
    " WHERE path = ? AND part = ''";

static const char *const db_sql[DB_ORIGIN_WAIT] = {
    [DB_KNOWN] = db_known_sql,
    [DB_NEXT_ID] = "SELECT ifnull(max(id), 0) + 1 FROM document",
    [DB_BEGIN_DOCUMENT] = db_begin_document_sql,
    [DB_END_DOCUMENT] = db_end_document_sql,
    [DB_MARK_FILE] = db_mark_partial_sql,
    [DB_DROP_ERRORS] = db_drop_errors_sql,
    [DB_DROP_DISAGREEMENTS] = db_drop_disagreements_sql,
    [DB_DROP_REFERENCES] = db_drop_references_sql,
    [DB_DROP_DOCUMENTS] = db_drop_documents_sql,
    [DB_FIND_IDENTIFIER] = "SELECT id FROM identifier WHERE normal = ?",
    [DB_INSERT_REFERENCES] = db_insert_references_sql,
    [DB_INSERT_IDENTIFIERS] = db_insert_identifiers_sql,
    [DB_INSERT_ERRORS] = db_insert_errors_sql,
    [DB_INSERT_DISAGREEMENTS] = db_insert_disagreements_sql,
    [DB_NEXT_REFERENCE] = "SELECT ifnull(max(id), 0) + 1 FROM reference",
    [DB_NEXT_IDENTIFIER] = "SELECT ifnull(max(id), 0) + 1 FROM identifier",
    [DB_NEXT_ERROR] = "SELECT ifnull(max(id), 0) + 1 FROM error",
    [DB_NEXT_DISAGREEMENT] = "SELECT ifnull(max(id), 0) + 1 FROM disagreement",
    [DB_NEXT_FILE] =
        "SELECT id, path, kind = 'folder' FROM document WHERE id > ? AND part = '' ORDER BY id LIMIT 1",
    [DB_PUT_OPERAND] = db_put_operand_sql,
};

bool db_prepare(struct db *db)
{
  if (!db_insert_prepare(db) || !db_pages_prepare(db))
    return false;
  for (int i = 0; i < DB_STATEMENTS; i++) {
    const char *const sql = i < DB_ORIGIN_WAIT ? db_sql[i] : db_pages_sql[i - DB_ORIGIN_WAIT];
    if (sqlite3_prepare_v3(db->handle, sql, -1, SQLITE_PREPARE_PERSISTENT, &db->statements[i], NULL) !=
        SQLITE_OK)
      return db_fail(db);
  }
  return true;
}

/* ---- Values ----------------------------------------------------------------------------------- */

int db_bind(sqlite3_stmt *statement, int column, struct row_cell cell)
{
  switch (cell.type) {
  case ROW_NUMBER:
    return sqlite3_bind_int64(statement, column, cell.number);
  case ROW_TEXT:
    return sqlite3_bind_text64(statement, column, cell.text, (sqlite3_uint64)cell.number, SQLITE_STATIC,
                               SQLITE_UTF8);
  case ROW_BLOB:
    return sqlite3_bind_blob64(statement, column, cell.text, (sqlite3_uint64)cell.number, SQLITE_STATIC);
  default:
    return sqlite3_bind_null(statement, column);
  }
}

int db_start(struct db *db, enum db_statement which, const struct row_cell *cells, size_t count)
{
  sqlite3_stmt *const statement = db->statements[which];
  int code = SQLITE_OK;
  for (size_t i = 0; i < count && code == SQLITE_OK; i++)
    code = db_bind(statement, (int)i + 1, cells[i]);
  if (code == SQLITE_OK)
    code = sqlite3_step(statement);
  return code == SQLITE_ROW || code == SQLITE_DONE ? code : db_fail(db);
}

bool db_do(struct db *db, enum db_statement which, const struct row_cell *cells, size_t count)
{
  const bool done = db_start(db, which, cells, count) == SQLITE_DONE;
  sqlite3_reset(db->statements[which]);
  return done;
}

bool db_get(struct db *db, enum db_statement which, const struct row_cell *cells, size_t count,
            int64_t *first, int64_t *second)
{
  sqlite3_stmt *const statement = db->statements[which];
  const int code = db_start(db, which, cells, count);
  if (code == SQLITE_ROW) {
    *first = sqlite3_column_int64(statement, 0);
    if (second)
      *second = sqlite3_column_int64(statement, 1);
  }
  sqlite3_reset(statement);
  return code;
}

/* ---- Documents -------------------------------------------------------------------------------- */

bool db_known(struct db *db, uriel_text path, int64_t size, int64_t mtime_ns, uriel_text retrieval,
              uriel_spec spec, struct db_known *known)
{
  const struct row_cell cells[] = {
      row_text(path), size < 0 ? (struct row_cell){0} : row_number((uint64_t)size),
      row_number((uint64_t)mtime_ns), row_text(retrieval), row_string(uriel_spec_name(spec))};
  int64_t same = 0;
  *known = (struct db_known){0};
  if (!db_get(db, DB_KNOWN, cells, sizeof cells / sizeof *cells, &known->id, &same))
    return false;
  known->unchanged = same == 1;
  known->partial = same == 2;
  return true;
}

bool db_next_id(struct db *db, int64_t *id)
{
  return db_get(db, DB_NEXT_ID, NULL, 0, id, NULL);
}

bool db_begin_document(struct db *db, int64_t id, const struct row_cell *cells)
{
  struct row_cell all[1 + DOCUMENT_CELLS] = {row_id(id)};
  memcpy(all + 1, cells, DOCUMENT_CELLS * sizeof *cells);
  if (!db_do(db, DB_BEGIN_DOCUMENT, all, sizeof all / sizeof *all))
    return false;
  db->lost = sqlite3_changes(db->handle) != 1;
  return !db->lost || db_fail_because(db, DB_ERROR_FOREIGN);
}

bool db_end_document(struct db *db, int64_t id, const struct row_cell *cells)
{
  const struct row_cell ends[] = {
      row_id(id),           cells[DOCUMENT_STATUS],          cells[DOCUMENT_NOTE],
      cells[DOCUMENT_SIZE], cells[DOCUMENT_REFERENCE_COUNT], cells[DOCUMENT_ERROR_COUNT]};
  return db_do(db, DB_END_DOCUMENT, ends, sizeof ends / sizeof *ends);
}

/* Marks the file's own row as partial: the database does not contain all of the file. */
static bool db_mark(struct db *db, uriel_text path)
{
  const struct row_cell cell = row_text(path);
  return db_do(db, DB_MARK_FILE, &cell, 1);
}

/* Deletes all rows that the statement selects. If a file has more rows than one transaction should
 * delete, marks the file as partial and commits each piece. */
static bool db_drop_all(struct db *db, enum db_statement which, uriel_text path, bool whole)
{
  const struct row_cell cells[] = {row_text(path), row_number(DB_DROPPED_AT_ONCE), row_number(whole)};
  for (;;) {
    if (!db_do(db, which, cells, which == DB_DROP_DOCUMENTS ? 3 : 2))
      return false;
    db->is_new = false;
    memset(db->next, 0, sizeof db->next);
    if (sqlite3_changes(db->handle) < DB_DROPPED_AT_ONCE)
      return true;
    if (!db_mark(db, path) || !db_commit(db))
      return false;
  }
}

bool db_drop_file(struct db *db, uriel_text path, bool whole)
{
  return db_drop_all(db, DB_DROP_ERRORS, path, whole) &&
         db_drop_all(db, DB_DROP_DISAGREEMENTS, path, whole) &&
         db_drop_all(db, DB_DROP_REFERENCES, path, whole) &&
         db_drop_all(db, DB_DROP_DOCUMENTS, path, whole) && (whole || db_mark(db, path));
}

bool db_put_operand(struct db *db, uriel_text path, uriel_text retrieval)
{
  const struct row_cell cells[] = {row_text(path), row_text(retrieval)};
  return db_do(db, DB_PUT_OPERAND, cells, 2);
}

bool db_has_folders(struct db *db, bool *has)
{
  int64_t number = 0;
  const bool done =
      db_number(db, "SELECT EXISTS (SELECT 1 FROM document WHERE kind = 'folder')", &number);
  *has = number != 0;
  return done;
}

bool db_has_file(struct db *db, uriel_text path, bool *has)
{
  static const char sql[] = "SELECT 1 FROM document WHERE path = ?1 AND part = ''";
  sqlite3_stmt *statement = NULL;
  const bool good = sqlite3_prepare_v2(db->handle, sql, -1, &statement, NULL) == SQLITE_OK &&
                    db_bind(statement, 1, row_text(path)) == SQLITE_OK;
  const int code = good ? sqlite3_step(statement) : SQLITE_ERROR;
  *has = code == SQLITE_ROW;
  const bool done = code == SQLITE_ROW || code == SQLITE_DONE || db_fail(db);
  sqlite3_finalize(statement);
  return done;
}

bool db_next_file(struct db *db, int64_t *id, uriel_text *path, bool *is_folder)
{
  sqlite3_stmt *statement = db->statements[DB_NEXT_FILE];
  const struct row_cell after = row_number((uint64_t)*id);
  sqlite3_reset(statement);
  const int code = db_start(db, DB_NEXT_FILE, &after, 1);
  *id = 0;
  if (code != SQLITE_ROW)
    return code;
  *id = sqlite3_column_int64(statement, 0);
  path->ptr = sqlite3_column_blob(statement, 1);
  path->len = (size_t)sqlite3_column_bytes(statement, 1);
  *is_folder = sqlite3_column_int(statement, 2) != 0;
  return path->ptr != NULL || db_fail(db);
}

/* ---- Identifiers ------------------------------------------------------------------------------ */

bool db_find_identifier(struct db *db, uriel_text normal, int64_t *id)
{
  const struct row_cell cell = row_text(normal);
  *id = 0;
  return db_get(db, DB_FIND_IDENTIFIER, &cell, 1, id, NULL);
}
