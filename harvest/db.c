/* SPDX-License-Identifier: MIT */
/* The database: opening, transactions, queries and closing. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/disagreement.h"
#include "base/unicode.h"
#include "db_file.h"
#include "db_private.h"
#include "reader/ordered.h"
#include "schema.h"

/* Pages of the log: how many a thread copies at once, and with how many every commit tries to copy all,
 * after which the log begins again. */
enum { DB_CACHE_KIB = 4096, DB_WAIT_MS = 5000, DB_PAGE = 8192, DB_LOG_STEP = 1000, DB_LOG_MOST = 6000 };

const char *db_message(const struct db *db)
{
  return db->message;
}

bool db_fail(struct db *db)
{
  db_error(db->handle, db->path, db->message);
  db->lost = db->lost || (db->handle && db_error_is_lasting(db->handle));
  return false;
}

bool db_fail_because(struct db *db, const char *reason)
{
  snprintf(db->message, sizeof db->message, "%s: %s", db->path, reason);
  return false;
}

bool db_run(struct db *db, const char *sql)
{
  return sqlite3_exec(db->handle, sql, NULL, NULL, NULL) == SQLITE_OK || db_fail(db);
}

bool db_is_lost(const struct db *db)
{
  return db->lost;
}

/* ---- Opening ---------------------------------------------------------------------------------- */

bool db_number(struct db *db, const char *sql, int64_t *number)
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

/* unicode_of(HOST) for the upgrade: the value of `host_unicode`. */
static void db_unicode_of(sqlite3_context *context, int count, sqlite3_value **values)
{
  struct buffer *const out = sqlite3_user_data(context);
  const uriel_text host = uriel_text_of((const char *)sqlite3_value_text(*values));
  uriel_text shown = {NULL, 0};
  (void)count;
  if (!host.ptr || !host_unicode(host, out, &shown))
    sqlite3_result_error_nomem(context);
  else if (shown.ptr)
    sqlite3_result_text(context, shown.ptr, (int)shown.len, SQLITE_TRANSIENT);
}

/* disagreed_of(PART, TEXT, BASE) for the upgrade: a part of the disagreement; NULL if programs agree. */
static void db_disagreed_of(sqlite3_context *context, int count, sqlite3_value **values)
{
  struct disagreement found;
  uriel_text texts[2], parts[DISAGREEMENT_PARTS];
  (void)count;
  for (size_t i = 0; i < 2; i++) {
    texts[i].ptr = sqlite3_value_blob(values[i + 1]);
    texts[i].len = (size_t)sqlite3_value_bytes(values[i + 1]);
  }
  if (!disagreement_find(&found, texts[0], texts[1], sqlite3_user_data(context))) {
    sqlite3_result_error_nomem(context);
  } else if (found.text.ptr) {
    disagreement_parts(found.text, parts);
    const uriel_text part = parts[sqlite3_value_int(values[0])];
    if (part.ptr)
      sqlite3_result_text(context, part.ptr, (int)part.len, SQLITE_TRANSIENT);
  }
}

bool db_has_normals(const struct db *db)
{
  return db->has_normals;
}

bool db_index_normals(struct db *db)
{
  db->has_normals = db->has_normals || db_run(db, schema_normals);
  return db->has_normals;
}

/* Creates the index of the identifiers, unless the database has no identifier yet. */
static bool db_set_up_normals(struct db *db)
{
  int64_t indexes = 0, identifiers = 0;
  if (!db_number(db, schema_count_normals, &indexes) ||
      !db_number(db, "SELECT EXISTS (SELECT 1 FROM identifier)", &identifiers))
    return false;
  db->has_normals = indexes != 0;
  return identifiers == 0 || db_index_normals(db);
}

/* Adds what the version lacks. */
static bool db_upgrade(struct db *db, int64_t version)
{
  if (sqlite3_create_function(db->handle, "unicode_of", 1, SQLITE_UTF8, &db->host, db_unicode_of, NULL,
                              NULL) != SQLITE_OK ||
      sqlite3_create_function(db->handle, "disagreed_of", 3, SQLITE_UTF8, &db->host, db_disagreed_of,
                              NULL, NULL) != SQLITE_OK)
    return db_fail_because(db, "out of memory");
  bool good = true;
  for (; good && version < SCHEMA_VERSION; version++)
    good = db_run(db, schema_upgrades[version - SCHEMA_OLDEST]);
  return good;
}

/* Uses one transaction with a rollback journal, so that the header identifies the file as uriel's from
 * the start. */
static bool db_create(struct db *db)
{
  char marks[96];
  int64_t tables = 0, version = 0, views = 0;
  snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d;",
           SCHEMA_APPLICATION, SCHEMA_VERSION);
  if (!db_run(db, "BEGIN IMMEDIATE") || !db_number(db, "SELECT count(*) FROM sqlite_master", &tables))
    return false;
  db->is_new = tables == 0;
  if (db->is_new && (!db_run(db, marks) || !db_run(db, schema_tables)))
    return false;
  if (!db_number(db, "PRAGMA user_version", &version))
    return false;
  if (version < SCHEMA_VERSION && !(db_upgrade(db, version) && db_run(db, marks)))
    return false;
  return db_number(db, schema_count_broken, &views) && (views || db_run(db, schema_drop_broken)) &&
         db_run(db, schema_broken) && db_run(db, schema_lookups) && db_set_up_normals(db) &&
         db_run(db, "COMMIT");
}

/* Whether the path still names the file that this process owns and that SQLite has open. */
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

static bool db_set_up(struct db *db)
{
  char sizes[80];
  snprintf(sizes, sizeof sizes, "PRAGMA page_size = %d; PRAGMA cache_size = -%d", DB_PAGE, DB_CACHE_KIB);
  sqlite3_extended_result_codes(db->handle, 1);
  sqlite3_busy_timeout(db->handle, DB_WAIT_MS);
  return db_run(db, sizes) && db_create(db) && db_is_there(db) &&
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

/* Without the indexes some queries would take hours. */
static bool db_is_readable(struct db *db)
{
  int64_t tables = 0, lookups = 0, version = 0;
  sqlite3_busy_timeout(db->handle, DB_WAIT_MS);
  if (!db_number(db, "SELECT count(*) FROM sqlite_master", &tables))
    return false;
  if (tables == 0) {
    char holder[64], reason[160] = "it is empty";
    if (db_lock_holder(db->path, holder))
      snprintf(reason, sizeof reason, "it is still empty: %s is about to write to it", holder);
    return db_fail_because(db, reason);
  }
  if (!db_number(db, "PRAGMA user_version", &version))
    return false;
  if (version < SCHEMA_VERSION)
    return db_fail_because(db,
                           "it was written by an older uriel: run that command again, which upgrades "
                           "it, then ask");
  return db_number(db, schema_count_lookups, &lookups) &&
         (lookups == SCHEMA_LOOKUPS ||
          db_fail_because(db,
                          "a run of an older uriel into it did not finish, so it has no indexes: run "
                          "that command again, then ask"));
}

/* Reads a database without a log as immutable if its folder is not writable. */
static struct db *db_open_immutable(const char *path, char message[DB_MESSAGE])
{
  char uri[sizeof((struct db *)0)->path * 3 + 32] = "file:";
  size_t len = strlen(uri);
  len += uriel_encode(path, strlen(path), URIEL_ENCODE_PATH, URIEL_ENCODE_PERCENT, uri + len,
                      sizeof uri - len);
  memcpy(uri + len, "?immutable=1", sizeof "?immutable=1");
  struct db *db = db_new(uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, message);
  if (db)
    snprintf(db->path, sizeof db->path, "%s", path);
  return db && !db_is_readable(db) ? db_refuse(db, message) : db;
}

/* SQLite must not have it open yet: see db_file.h. */
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
  /* Open it to write: SQLite repairs what a killed run left on the first read. */
  struct db *db = db_new(path, SQLITE_OPEN_READWRITE, message);
  if (!db || db_is_readable(db))
    return db;
  const bool locked_out = db_error_is_of_place(db->handle) && !db_file_has_log(path);
  db_refuse(db, message);
  return locked_out ? db_open_immutable(path, message) : NULL;
}

/* ---- Checkpoints ------------------------------------------------------------------------------ */

static void db_checkpoint(void *second, void *self, void *job)
{
  (void)self, (void)job;
  (void)sqlite3_wal_checkpoint_v2(((struct db *)second)->handle, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL,
                                  NULL);
}

/* Called after a commit. A checkpoint that fails is repeated later, as SQLite's own are. */
static int db_committed(void *context, sqlite3 *handle, const char *name, int pages)
{
  struct db *const db = context;
  if (pages >= DB_LOG_MOST) {
    ordered_drain(db->thread);
    (void)sqlite3_wal_checkpoint_v2(handle, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
  } else if (pages < db->copied || pages >= db->copied + DB_LOG_STEP) {
    (void)ordered_blank(db->thread);
    ordered_submit(db->thread);
    db->copied = pages;
  }
  return SQLITE_OK;
}

void db_start_thread(struct db *db)
{
  char message[DB_MESSAGE];
  int64_t tables;
  db->second = db_new(db->path, SQLITE_OPEN_READWRITE, message);
  /* A connection knows the log after its first query. */
  if (!db->second || !db_number(db->second, "SELECT count(*) FROM sqlite_master", &tables))
    return;
  const struct ordered_plan plan = {
      .threads = 1, .ahead = 2, .job_size = 1, .context = db->second, .run = db_checkpoint};
  db->thread = ordered_new(&plan);
  if (db->thread && ordered_threads(db->thread) > 0)
    sqlite3_wal_hook(db->handle, db_committed, db);
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

/* Ends the rows: what follows changes no document, reference or identifier of a new database. */
static bool db_end_rows(struct db *db)
{
  if (!db->rows_ended) {
    db->rows_ended = true;
    db_finalize(db);
    /* The cache is also the memory for sorting. */
    db->rows_kept =
        db_run(db, "COMMIT") && db_run(db, "PRAGMA cache_size = -8192") && db_index_normals(db);
  }
  return db->rows_kept;
}

struct db *db_open_beside(struct db *db)
{
  char message[DB_MESSAGE];
  return db->is_new && db_end_rows(db) ? db_new(db->path, SQLITE_OPEN_READWRITE, message) : NULL;
}

bool db_finish(struct db *db)
{
  db->finished = db_end_rows(db) && db_run(db, schema_indexes) &&
                 (db->is_new || db_run(db, schema_sweep)) && db_is_there(db);
  return db->finished;
}

/* Closes one connection. */
static void db_end(struct db *db)
{
  db_finalize(db);
  if (db->handle && !sqlite3_get_autocommit(db->handle))
    sqlite3_exec(db->handle, "ROLLBACK", NULL, NULL, NULL);
  /* While another program reads, the write-ahead log stays, which does no harm. */
  if (db->finished)
    sqlite3_exec(db->handle, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
  sqlite3_close(db->handle);
  buffer_free(&db->host);
  buffer_free(&db->page);
  if (db->lock >= 0)
    close(db->lock);
  free(db);
}

void db_close(struct db *db)
{
  if (!db)
    return;
  ordered_free(db->thread);
  if (db->second)
    db_end(db->second);
  db_end(db);
}

/* ---- Queries ---------------------------------------------------------------------------------- */

static bool db_bind_parameters(sqlite3_stmt *statement, db_parameter *parameter, void *context)
{
  for (int i = 1; parameter && i <= sqlite3_bind_parameter_count(statement); i++)
    if (db_bind(statement, i, row_text(parameter(context, sqlite3_bind_parameter_name(statement, i)))) !=
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
                     db_bind(db->insert, 3, row_text(third)) == SQLITE_OK;
  const bool done = bound && sqlite3_step(db->insert) == SQLITE_DONE;
  if (!done)
    db_fail(db);
  sqlite3_reset(db->insert);
  return done;
}
