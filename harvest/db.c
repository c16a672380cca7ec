/* SPDX-License-Identifier: MIT */
/* The database. This file and db_error.c are the only ones that know SQLite. */
#include "db.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "db_error.h"
#include "db_file.h"
#include "db_lock.h"
#include "db_sql.h"
#include "schema.h"

enum { DB_CACHE_KIB = 4096, DB_WAIT_MS = 5000, DB_DROPPED_AT_ONCE = 100000 };

struct db {
  sqlite3 *handle;
  sqlite3_stmt *statements[DB_STATEMENTS];
  sqlite3_stmt *insert; /* of db_insert, and its SQL */
  const char *insert_sql;
  int lock; /* -1: it is only read */
  bool finished;
  bool lost;    /* it was moved, removed, replaced, damaged or changed by another program */
  bool unbound; /* a value did not go into a statement; `message` says why */
  char path[4096];
  char message[DB_MESSAGE];
};

const char *db_message(const struct db *db)
{
  return db->message;
}

static bool db_fail(struct db *db)
{
  db_error(db->handle, db->path, db->message);
  db->lost = db->lost || (db->handle && db_error_is_lasting(db->handle));
  return false;
}

static bool db_fail_because(struct db *db, const char *reason)
{
  snprintf(db->message, sizeof db->message, "%s: %s", db->path, reason);
  return false;
}

bool db_run(struct db *db, const char *sql)
{
  return sqlite3_exec(db->handle, sql, NULL, NULL, NULL) == SQLITE_OK || db_fail(db);
}

/* Runs a statement that gives no row. */
static bool db_do(struct db *db, enum db_statement which)
{
  sqlite3_stmt *statement = db->statements[which];
  if (db->unbound)
    return false;
  const int code = sqlite3_step(statement);
  const bool done = code == SQLITE_DONE || db_fail(db);
  sqlite3_reset(statement);
  return done;
}

/* ---- Values ----------------------------------------------------------------------------------- */

/* A value that did not go in must not be one of another row: the statement is not run then. */
static void db_bound(struct db *db, int code)
{
  if (code != SQLITE_OK && !db->unbound)
    db->unbound = !db_fail(db);
}

static void db_bind_int(struct db *db, enum db_statement which, int column, int64_t number)
{
  db_bound(db, sqlite3_bind_int64(db->statements[which], column, number));
}

static void db_bind_null(struct db *db, enum db_statement which, int column)
{
  db_bound(db, sqlite3_bind_null(db->statements[which], column));
}

/* Text that is not UTF-8, or holds a NUL, is kept byte for byte as a BLOB. */
static int db_bind_to(sqlite3_stmt *statement, int column, uriel_text text)
{
  if (!text.ptr)
    return sqlite3_bind_null(statement, column);
  if (uriel_utf8_span(text.ptr, text.len) == text.len && !memchr(text.ptr, 0, text.len))
    return sqlite3_bind_text64(statement, column, text.ptr, text.len, SQLITE_STATIC, SQLITE_UTF8);
  return sqlite3_bind_blob64(statement, column, text.ptr, text.len, SQLITE_STATIC);
}

static void db_bind(struct db *db, enum db_statement which, int column, uriel_text text)
{
  db_bound(db, db_bind_to(db->statements[which], column, text));
}

static void db_bind_string(struct db *db, enum db_statement which, int column, const char *string)
{
  db_bound(db, sqlite3_bind_text(db->statements[which], column, string, -1, SQLITE_STATIC));
}

static void db_bind_number(struct db *db, enum db_statement which, int column, uint64_t number)
{
  db_bind_int(db, which, column, (int64_t)number);
}

/* 0 stands for none. */
static void db_bind_id(struct db *db, enum db_statement which, int column, int64_t id)
{
  if (id)
    db_bind_int(db, which, column, id);
  else
    db_bind_null(db, which, column);
}

/* ---- Opening ---------------------------------------------------------------------------------- */

static bool db_number(struct db *db, const char *sql, int64_t *number)
{
  sqlite3_stmt *statement = NULL;
  bool found = sqlite3_prepare_v2(db->handle, sql, -1, &statement, NULL) == SQLITE_OK &&
               sqlite3_step(statement) == SQLITE_ROW;
  if (found)
    *number = sqlite3_column_int64(statement, 0);
  else
    db_fail(db);
  sqlite3_finalize(statement);
  return found;
}

/* In one transaction of the plain kind, so that the header tells whose file it is from the first. */
static bool db_create(struct db *db)
{
  char marks[96];
  int64_t tables = 0;
  snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d;",
           SCHEMA_APPLICATION, SCHEMA_VERSION);
  if (!db_run(db, "BEGIN IMMEDIATE") || !db_number(db, "SELECT count(*) FROM sqlite_master", &tables))
    return false;
  if (tables == 0 && (!db_run(db, marks) || !db_run(db, schema_tables)))
    return false;
  return db_run(db, schema_broken) && db_run(db, schema_lookups) && db_run(db, "COMMIT");
}

/* Whether it is still the file that this process owns, and SQLite has the same one open. */
static bool db_is_there(struct db *db)
{
  int moved = 0;
  sqlite3_file_control(db->handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  db->lost = moved || !db_lock_is_of(db->lock, db->path);
  return !db->lost ||
         db_fail_because(db, "it was moved, removed or replaced while the run wrote to it: run "
                             "again to make a new one, or put it back together with its -wal "
                             "file first");
}

static bool db_prepare(struct db *db)
{
  for (int i = 0; i < DB_STATEMENTS; i++) {
    if (sqlite3_prepare_v3(db->handle, db_sql[i], -1, SQLITE_PREPARE_PERSISTENT, &db->statements[i],
                           NULL) != SQLITE_OK)
      return db_fail(db);
  }
  return true;
}

static bool db_set_up(struct db *db)
{
  char cache[48];
  snprintf(cache, sizeof cache, "PRAGMA cache_size = -%d", DB_CACHE_KIB);
  sqlite3_extended_result_codes(db->handle, 1);
  sqlite3_busy_timeout(db->handle, DB_WAIT_MS);
  return db_run(db, cache) && db_create(db) && db_is_there(db) &&
         db_run(db, "PRAGMA journal_mode = WAL") && db_run(db, "PRAGMA synchronous = NORMAL") &&
         db_prepare(db) && db_run(db, "BEGIN IMMEDIATE");
}

static struct db *db_new(const char *path, int flags, char message[DB_MESSAGE])
{
  struct db *db = calloc(1, sizeof *db);
  if (!db) {
    snprintf(message, DB_MESSAGE, "%s: out of memory", path);
    return NULL;
  }
  db->lock = -1;
  snprintf(db->path, sizeof db->path, "%s", path);
  if (sqlite3_open_v2(path, &db->handle, flags | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK)
    return db;
  db_fail(db);
  memcpy(message, db->message, DB_MESSAGE);
  db_close(db);
  return NULL;
}

static struct db *db_refuse(struct db *db, char message[DB_MESSAGE])
{
  memcpy(message, db->message, DB_MESSAGE);
  db_close(db);
  return NULL;
}

struct db *db_open(const char *path, const struct db_wait *wait, char message[DB_MESSAGE])
{
  int lock = -1;
  if (db_lock_wait(path, wait, &lock, message) != DB_LOCK_HELD)
    return NULL;
  struct db *db = db_new(path, SQLITE_OPEN_READWRITE, message);
  if (!db) {
    close(lock);
    return NULL;
  }
  db->lock = lock;
  return db_set_up(db) ? db : db_refuse(db, message);
}

/* ---- Opening to read -------------------------------------------------------------------------- */

static bool db_read_empty(struct db *db)
{
  char holder[64], reason[160] = "it is empty";
  if (db_lock_holder(db->path, holder))
    snprintf(reason, sizeof reason, "it is still empty: %s is about to write to it", holder);
  return db_fail_because(db, reason);
}

/* Without the indexes some queries would take hours. */
static bool db_is_readable(struct db *db)
{
  int64_t tables = 0, lookups = 0;
  sqlite3_busy_timeout(db->handle, DB_WAIT_MS);
  if (!db_number(db, "SELECT count(*) FROM sqlite_master", &tables))
    return false;
  if (tables == 0)
    return db_read_empty(db);
  return db_number(db, schema_count_lookups, &lookups) &&
         (lookups == SCHEMA_LOOKUPS ||
          db_fail_because(db,
                          "a run of an older uriel into it did not finish, so it has no indexes: run "
                          "that command again, then ask"));
}

/* A database that lies where nothing can be written, and that has no log, is read as it is. */
static struct db *db_open_immutable(const char *path, char message[DB_MESSAGE])
{
  char uri[sizeof((struct db *)0)->path * 3 + 32] = "file:";
  size_t len = strlen(uri);
  len += uriel_encode(URIEL_ENCODE_PATH, path, strlen(path), URIEL_ENCODE_PERCENT, uri + len,
                      sizeof uri - len);
  memcpy(uri + len, "?immutable=1", sizeof "?immutable=1");
  struct db *db = db_new(uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, message);
  if (db)
    snprintf(db->path, sizeof db->path, "%s", path);
  return db && !db_is_readable(db) ? db_refuse(db, message) : db;
}

/* SQLite must not have it open yet: see db_lock_take. */
static bool db_may_read(const char *path, char message[DB_MESSAGE])
{
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) {
    snprintf(message, DB_MESSAGE, "%s: %s", path, strerror(errno));
    return false;
  }
  const bool good = db_file_is_ours_open(fd, path, message) && db_file_has_one_name(fd, path, message);
  close(fd);
  return good;
}

struct db *db_open_read(const char *path, char message[DB_MESSAGE])
{
  if (!db_may_read(path, message))
    return NULL;
  /* To write, as what a killed run left is made whole when it is read first. */
  struct db *db = db_new(path, SQLITE_OPEN_READWRITE, message);
  if (!db || db_is_readable(db))
    return db;
  const bool locked_out = db_error_is_of_place(db->handle) && !db_file_has_log(path);
  db_refuse(db, message);
  return locked_out ? db_open_immutable(path, message) : NULL;
}

/* ---- Ending ----------------------------------------------------------------------------------- */

bool db_commit(struct db *db)
{
  return db_run(db, "COMMIT") && db_is_there(db) && db_run(db, "BEGIN IMMEDIATE");
}

static void db_finalize(struct db *db)
{
  for (int i = 0; i < DB_STATEMENTS; i++) {
    sqlite3_finalize(db->statements[i]);
    db->statements[i] = NULL;
  }
  sqlite3_finalize(db->insert);
  db->insert = NULL;
  db->insert_sql = NULL;
}

bool db_finish(struct db *db)
{
  db_finalize(db);
  db->finished =
      db_run(db, "COMMIT") && db_run(db, schema_indexes) && db_run(db, schema_sweep) && db_is_there(db);
  return db->finished;
}

void db_close(struct db *db)
{
  if (!db)
    return;
  db_finalize(db);
  if (db->handle && !sqlite3_get_autocommit(db->handle))
    sqlite3_exec(db->handle, "ROLLBACK", NULL, NULL, NULL);
  /* It stays a write-ahead log, which is as good, while another program reads. */
  if (db->finished)
    sqlite3_exec(db->handle, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
  sqlite3_close(db->handle);
  if (db->lock >= 0)
    close(db->lock);
  free(db);
}

/* ---- Documents -------------------------------------------------------------------------------- */

/* One row; 0 rows leave the columns as they are. */
static bool db_get(struct db *db, enum db_statement which, int64_t *first, int64_t *second)
{
  sqlite3_stmt *statement = db->statements[which];
  if (db->unbound)
    return false;
  const int code = sqlite3_step(statement);
  if (code == SQLITE_ROW) {
    *first = sqlite3_column_int64(statement, 0);
    if (second)
      *second = sqlite3_column_int64(statement, 1);
  }
  const bool done = code == SQLITE_ROW || code == SQLITE_DONE || db_fail(db);
  sqlite3_reset(statement);
  return done;
}

bool db_known(struct db *db, uriel_text path, int64_t size, int64_t mtime_ns, uriel_text retrieval,
              struct db_known *known)
{
  int64_t same = 0;
  *known = (struct db_known){0};
  db_bind(db, DB_KNOWN, 1, path);
  db_bind_int(db, DB_KNOWN, 2, size);
  db_bind_int(db, DB_KNOWN, 3, mtime_ns);
  db_bind(db, DB_KNOWN, 4, retrieval);
  if (!db_get(db, DB_KNOWN, &known->id, &same))
    return false;
  known->unchanged = same == 1;
  known->partial = same == 2;
  return true;
}

bool db_next_id(struct db *db, int64_t *id)
{
  return db_get(db, DB_NEXT_ID, id, NULL);
}

bool db_begin_document(struct db *db, const struct db_document *document)
{
  db_bind_int(db, DB_BEGIN_DOCUMENT, 1, document->id);
  db_bind(db, DB_BEGIN_DOCUMENT, 2, document->path);
  db_bind(db, DB_BEGIN_DOCUMENT, 3, document->part);
  db_bind_id(db, DB_BEGIN_DOCUMENT, 4, document->parent_id);
  db_bind_string(db, DB_BEGIN_DOCUMENT, 5, document->kind);
  db_bind_string(db, DB_BEGIN_DOCUMENT, 6, document->format);
  db_bind_string(db, DB_BEGIN_DOCUMENT, 7, document->encoding);
  db_bind(db, DB_BEGIN_DOCUMENT, 8, document->media_type);
  db_bind_int(db, DB_BEGIN_DOCUMENT, 9, document->size);
  db_bind_int(db, DB_BEGIN_DOCUMENT, 10, document->mtime_ns);
  db_bind(db, DB_BEGIN_DOCUMENT, 11, document->retrieval);
  db_bind(db, DB_BEGIN_DOCUMENT, 12, document->site);
  db_bind(db, DB_BEGIN_DOCUMENT, 13, document->base);
  db_bind_string(db, DB_BEGIN_DOCUMENT, 14, document->base_source);
  db_bind_string(db, DB_BEGIN_DOCUMENT, 15, document->base_by);
  if (!db_do(db, DB_BEGIN_DOCUMENT))
    return false;
  db->lost = sqlite3_changes(db->handle) != 1;
  return !db->lost || db_fail_because(db, DB_ERROR_FOREIGN);
}

bool db_end_document(struct db *db, const struct db_end *end)
{
  db_bind_int(db, DB_END_DOCUMENT, 1, end->id);
  db_bind_string(db, DB_END_DOCUMENT, 2, end->status);
  db_bind_string(db, DB_END_DOCUMENT, 3, end->note);
  db_bind_int(db, DB_END_DOCUMENT, 4, end->size);
  db_bind_number(db, DB_END_DOCUMENT, 5, end->references);
  db_bind_number(db, DB_END_DOCUMENT, 6, end->errors);
  return db_do(db, DB_END_DOCUMENT);
}

/* The file's own row says that not all is there. */
static bool db_mark(struct db *db, uriel_text path)
{
  db_bind(db, DB_MARK_FILE, 1, path);
  return db_do(db, DB_MARK_FILE);
}

/* Drops all that the statement finds. A file may have more rows than a transaction should take: then it
 * is marked as one of which not all is there, and what was dropped is committed. */
static bool db_drop_all(struct db *db, enum db_statement which, uriel_text path, bool whole)
{
  for (;;) {
    db_bind(db, which, 1, path);
    db_bind_int(db, which, 2, DB_DROPPED_AT_ONCE);
    if (which == DB_DROP_DOCUMENTS)
      db_bind_int(db, which, 3, whole);
    if (!db_do(db, which))
      return false;
    if (sqlite3_changes(db->handle) < DB_DROPPED_AT_ONCE)
      return true;
    if (!db_mark(db, path) || !db_commit(db))
      return false;
  }
}

bool db_drop_file(struct db *db, uriel_text path, bool whole)
{
  return db_drop_all(db, DB_DROP_ERRORS, path, whole) &&
         db_drop_all(db, DB_DROP_REFERENCES, path, whole) &&
         db_drop_all(db, DB_DROP_DOCUMENTS, path, whole) && (whole || db_mark(db, path));
}

bool db_put_operand(struct db *db, uriel_text path, uriel_text retrieval)
{
  db_bind(db, DB_PUT_OPERAND, 1, path);
  db_bind(db, DB_PUT_OPERAND, 2, retrieval);
  return db_do(db, DB_PUT_OPERAND);
}

bool db_has_folders(struct db *db, bool *has)
{
  int64_t number = 0;
  const bool done =
      db_number(db, "SELECT EXISTS (SELECT 1 FROM document WHERE kind = 'folder')", &number);
  *has = number != 0;
  return done;
}

bool db_is_lost(const struct db *db)
{
  return db->lost;
}

bool db_has_file(struct db *db, uriel_text path, bool *has)
{
  static const char sql[] = "SELECT 1 FROM document WHERE path = ?1 AND part = ''";
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(db->handle, sql, -1, &statement, NULL) != SQLITE_OK)
    return db_fail(db);
  if (db_bind_to(statement, 1, path) != SQLITE_OK) {
    sqlite3_finalize(statement);
    return db_fail(db);
  }
  const int code = sqlite3_step(statement);
  *has = code == SQLITE_ROW;
  const bool done = code == SQLITE_ROW || code == SQLITE_DONE || db_fail(db);
  sqlite3_finalize(statement);
  return done;
}

bool db_next_file(struct db *db, int64_t *id, uriel_text *path, bool *is_folder)
{
  sqlite3_stmt *statement = db->statements[DB_NEXT_FILE];
  sqlite3_reset(statement);
  db_bind_int(db, DB_NEXT_FILE, 1, *id);
  if (db->unbound)
    return false;
  const int code = sqlite3_step(statement);
  *id = 0;
  if (code != SQLITE_ROW)
    return code == SQLITE_DONE || db_fail(db);
  *id = sqlite3_column_int64(statement, 0);
  path->ptr = sqlite3_column_blob(statement, 1);
  path->len = (size_t)sqlite3_column_bytes(statement, 1);
  *is_folder = sqlite3_column_int(statement, 2) != 0;
  return path->ptr != NULL || db_fail(db);
}

/* ---- References ------------------------------------------------------------------------------- */

/* A port beyond 65535 stays as it is written. */
static void db_bind_port(struct db *db, enum db_statement which, int column, const uriel_ref *ref)
{
  uint16_t number = 0;
  if (uriel_port_number(ref, &number, NULL))
    db_bind_int(db, which, column, number);
  else
    db_bind(db, which, column, uriel_port(ref));
}

static bool db_add_identifier(struct db *db, const uriel_ref *normal, int64_t *id)
{
  db_bind(db, DB_INSERT_IDENTIFIER, 1, (uriel_text){normal->text, normal->length});
  db_bind(db, DB_INSERT_IDENTIFIER, 2, uriel_scheme(normal));
  db_bind(db, DB_INSERT_IDENTIFIER, 3, uriel_userinfo(normal));
  db_bind(db, DB_INSERT_IDENTIFIER, 4, uriel_host(normal));
  db_bind_string(db, DB_INSERT_IDENTIFIER, 5, uriel_host_kind_name(uriel_host_kind_of(normal)));
  db_bind_port(db, DB_INSERT_IDENTIFIER, 6, normal);
  db_bind(db, DB_INSERT_IDENTIFIER, 7, uriel_path(normal));
  db_bind(db, DB_INSERT_IDENTIFIER, 8, uriel_query(normal));
  db_bind(db, DB_INSERT_IDENTIFIER, 9, uriel_fragment(normal));
  if (!db_do(db, DB_INSERT_IDENTIFIER))
    return false;
  *id = sqlite3_last_insert_rowid(db->handle);
  return true;
}

bool db_identifier(struct db *db, const uriel_ref *normal, int64_t *id)
{
  *id = 0;
  db_bind(db, DB_FIND_IDENTIFIER, 1, (uriel_text){normal->text, normal->length});
  return db_get(db, DB_FIND_IDENTIFIER, id, NULL) && (*id || db_add_identifier(db, normal, id));
}

bool db_put_reference(struct db *db, const struct db_reference *reference, int64_t *id)
{
  db_bind_int(db, DB_INSERT_REFERENCE, 1, reference->document_id);
  db_bind_number(db, DB_INSERT_REFERENCE, 2, reference->ordinal);
  db_bind_number(db, DB_INSERT_REFERENCE, 3, reference->offset);
  db_bind_number(db, DB_INSERT_REFERENCE, 4, reference->line);
  db_bind_number(db, DB_INSERT_REFERENCE, 5, reference->column);
  db_bind_string(db, DB_INSERT_REFERENCE, 6, reference->element);
  db_bind_string(db, DB_INSERT_REFERENCE, 7, reference->attribute);
  db_bind_string(db, DB_INSERT_REFERENCE, 8, reference->header);
  db_bind(db, DB_INSERT_REFERENCE, 9, reference->raw);
  db_bind(db, DB_INSERT_REFERENCE, 10, reference->cleaned);
  db_bind_string(db, DB_INSERT_REFERENCE, 11, reference->form);
  db_bind_int(db, DB_INSERT_REFERENCE, 12, reference->identifies);
  db_bind(db, DB_INSERT_REFERENCE, 13, reference->base);
  db_bind(db, DB_INSERT_REFERENCE, 14, reference->target);
  db_bind_number(db, DB_INSERT_REFERENCE, 15, reference->excess);
  db_bind(db, DB_INSERT_REFERENCE, 16, reference->names_part);
  db_bind_id(db, DB_INSERT_REFERENCE, 17, reference->identifier_id);
  if (!db_do(db, DB_INSERT_REFERENCE))
    return false;
  *id = sqlite3_last_insert_rowid(db->handle);
  return true;
}

bool db_put_error(struct db *db, const struct db_error *error)
{
  db_bind_int(db, DB_INSERT_ERROR, 1, error->document_id);
  db_bind_id(db, DB_INSERT_ERROR, 2, error->reference_id);
  db_bind_string(db, DB_INSERT_ERROR, 3, error->code);
  db_bind_string(db, DB_INSERT_ERROR, 4, error->component);
  db_bind_number(db, DB_INSERT_ERROR, 5, error->offset);
  db_bind_number(db, DB_INSERT_ERROR, 6, error->begin);
  db_bind_number(db, DB_INSERT_ERROR, 7, error->length);
  db_bind(db, DB_INSERT_ERROR, 8, error->message);
  db_bind_string(db, DB_INSERT_ERROR, 9, error->section);
  return db_do(db, DB_INSERT_ERROR);
}

/* ---- Queries ---------------------------------------------------------------------------------- */

static bool db_bind_parameters(sqlite3_stmt *statement, db_parameter *parameter, void *context)
{
  for (int i = 1; parameter && i <= sqlite3_bind_parameter_count(statement); i++)
    if (db_bind_to(statement, i, parameter(context, sqlite3_bind_parameter_name(statement, i))) !=
        SQLITE_OK)
      return false;
  return true;
}

/* Column names are valid after the first step, which may prepare the statement again. */
static size_t db_columns(sqlite3_stmt *statement, const char *names[DB_COLUMNS])
{
  const int count = sqlite3_column_count(statement);
  const int most = count < DB_COLUMNS ? count : DB_COLUMNS;
  for (int i = 0; i < most; i++) {
    names[i] = sqlite3_column_name(statement, i);
    names[i] = names[i] ? names[i] : ""; /* out of memory */
  }
  return (size_t)most;
}

static int db_visit(sqlite3_stmt *statement, db_visitor *visit, void *context)
{
  const char *names[DB_COLUMNS];
  struct db_row row = {.names = names};
  int code;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    if (row.count == 0)
      row.count = db_columns(statement, names);
    for (size_t i = 0; i < row.count; i++) {
      row.numbers[i] = sqlite3_column_int64(statement, (int)i);
      row.texts[i].ptr = sqlite3_column_blob(statement, (int)i);
      row.texts[i].len = (size_t)sqlite3_column_bytes(statement, (int)i);
    }
    if (!visit(context, &row))
      return SQLITE_DONE;
  }
  return code;
}

bool db_query_with(struct db *db, uriel_text sql, db_parameter *parameter, db_visitor *visit,
                   void *context)
{
  sqlite3_stmt *statement = NULL;
  const bool done =
      (sqlite3_prepare_v2(db->handle, sql.ptr, (int)sql.len, &statement, NULL) == SQLITE_OK &&
       db_bind_parameters(statement, parameter, context) &&
       db_visit(statement, visit, context) == SQLITE_DONE) ||
      db_fail(db);
  sqlite3_finalize(statement);
  return done;
}

bool db_query(struct db *db, const char *sql, db_visitor *visit, void *context)
{
  return db_query_with(db, uriel_text_of(sql), NULL, visit, context);
}

bool db_insert(struct db *db, const char *sql, int64_t first, int64_t second, uriel_text third)
{
  if (db->insert_sql != sql) {
    sqlite3_finalize(db->insert);
    db->insert = NULL;
    db->insert_sql = sql;
    if (sqlite3_prepare_v2(db->handle, sql, -1, &db->insert, NULL) != SQLITE_OK)
      return db_fail(db);
  }
  const bool bound = sqlite3_bind_int64(db->insert, 1, first) == SQLITE_OK &&
                     sqlite3_bind_int64(db->insert, 2, second) == SQLITE_OK &&
                     db_bind_to(db->insert, 3, third) == SQLITE_OK;
  const bool done = bound && sqlite3_step(db->insert) == SQLITE_DONE;
  if (!done)
    db_fail(db);
  sqlite3_reset(db->insert);
  return done;
}
