/* SPDX-License-Identifier: MIT */
/* What the database is asked and told, in SQL. */
#include "db_sql.h"

static const char db_put_operand_sql[] =
    "INSERT INTO operand VALUES(?, ?) ON CONFLICT(path) DO UPDATE SET retrieval = "
    "excluded.retrieval";
static const char db_known_sql[] =
    "SELECT id, CASE WHEN status = 'partial' THEN 2 ELSE status IN ('done', 'binary') AND size = ?2"
    " AND mtime_ns = ?3 AND retrieval IS ?4 AND NOT EXISTS (SELECT 1 FROM document WHERE path = ?1"
    " AND status = 'too large') END FROM document WHERE path = ?1 AND part = ''";

static const char db_begin_document_sql[] =
    "INSERT INTO document VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'partial', NULL, 0, 0)"
    " ON CONFLICT(id) DO UPDATE SET kind = excluded.kind, format = excluded.format,"
    " encoding = excluded.encoding, media_type = excluded.media_type, size = excluded.size,"
    " mtime_ns = excluded.mtime_ns, retrieval = excluded.retrieval, site = excluded.site,"
    " base = excluded.base, base_source = excluded.base_source, base_by = excluded.base_by,"
    " status = excluded.status, note = NULL, reference_count = 0, error_count = 0"
    " WHERE path = excluded.path AND part = excluded.part";

/* What hangs on a file's documents goes in pieces, its own row last: see db_drop_file. */
static const char db_drop_errors_sql[] =
    "DELETE FROM error WHERE id IN (SELECT error.id FROM document JOIN error"
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

static const char db_mark_partial_sql[] =
    "UPDATE document SET status = 'partial', reference_count = 0, error_count = 0"
    " WHERE path = ? AND part = ''";

const char *const db_sql[DB_STATEMENTS] = {
    [DB_KNOWN] = db_known_sql,
    [DB_NEXT_ID] = "SELECT ifnull(max(id), 0) + 1 FROM document",
    [DB_BEGIN_DOCUMENT] = db_begin_document_sql,
    [DB_END_DOCUMENT] = db_end_document_sql,
    [DB_MARK_FILE] = db_mark_partial_sql,
    [DB_DROP_ERRORS] = db_drop_errors_sql,
    [DB_DROP_REFERENCES] = db_drop_references_sql,
    [DB_DROP_DOCUMENTS] = db_drop_documents_sql,
    [DB_FIND_IDENTIFIER] = "SELECT id FROM identifier WHERE normal = ?",
    [DB_INSERT_IDENTIFIER] = "INSERT INTO identifier VALUES(NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [DB_INSERT_REFERENCE] =
        "INSERT INTO reference VALUES(NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [DB_INSERT_ERROR] = "INSERT INTO error VALUES(NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [DB_NEXT_FILE] =
        "SELECT id, path, kind = 'folder' FROM document WHERE id > ? AND part = '' ORDER BY id LIMIT 1",
    [DB_PUT_OPERAND] = db_put_operand_sql,
};
