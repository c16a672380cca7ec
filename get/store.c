/* SPDX-License-Identifier: MIT */
/* The file of answers. Only this file of `get` uses SQLite. */
#include "store.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buffer.h"

enum {
  STORE_APPLICATION = 0x75726963, /* "uric" */
  STORE_HARVEST = 0x7572696c,     /* "uril": harvest/schema.h */
  STORE_VERSION = 1,              /* tables are added without a new version */
  STORE_WAIT_MS = 20000,
  STORE_STATEMENTS = 32
};

struct store_statement {
  const char *sql;
  sqlite3_stmt *prepared;
};

struct store {
  sqlite3 *handle;
  struct store_statement statements[STORE_STATEMENTS];
  const char *path;
  char message[STORE_MESSAGE];
};

const char *store_message(const struct store *store)
{
  return store->message;
}

/* ---- Failures ------------------------------------------------------------------------------------ */

static bool store_refuse(struct store *store, const char *reason)
{
  snprintf(store->message, sizeof store->message, "%s: %s", store->path, reason);
  return false;
}

static bool store_fail(struct store *store)
{
  const int code = sqlite3_extended_errcode(store->handle);
  const int error = sqlite3_system_errno(store->handle);
  const bool is_of_system =
      (code & 0xff) == SQLITE_IOERR || (code & 0xff) == SQLITE_FULL || (code & 0xff) == SQLITE_CANTOPEN;
  if (is_of_system && error)
    snprintf(store->message, sizeof store->message, "%s: %s (%s)", store->path, sqlite3_errstr(code),
             strerror(error));
  else if ((code & 0xff) == SQLITE_BUSY)
    store_refuse(store, "another program is writing to it");
  else if ((code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_ERROR)
    store_refuse(store, "it is damaged, or another program changed it: remove it");
  else
    store_refuse(store, sqlite3_errstr(code));
  store_undo(store);
  return false;
}

/* ---- Statements ---------------------------------------------------------------------------------- */

static sqlite3_stmt *store_prepare(struct store *store, const char *sql)
{
  struct store_statement *statement = store->statements;
  while (statement->sql && statement->sql != sql)
    if (++statement == store->statements + STORE_STATEMENTS)
      abort();
  if (!statement->sql && sqlite3_prepare_v3(store->handle, sql, -1, SQLITE_PREPARE_PERSISTENT,
                                            &statement->prepared, NULL) == SQLITE_OK)
    statement->sql = sql;
  return statement->prepared;
}

static int store_bind(sqlite3_stmt *prepared, int column, const struct store_value *value)
{
  const uriel_text text = value->text;
  if (value->type == STORE_NUMBER)
    return sqlite3_bind_int64(prepared, column, value->number);
  if (value->type == STORE_TEXT)
    return sqlite3_bind_text64(prepared, column, text.ptr, text.len, SQLITE_STATIC, SQLITE_UTF8);
  return sqlite3_bind_blob64(prepared, column, text.ptr, text.len, SQLITE_STATIC);
}

static void store_read(sqlite3_stmt *prepared, int column, struct store_value *value)
{
  value->type = (enum store_type)0;
  value->number = sqlite3_column_int64(prepared, column);
  value->text.ptr = sqlite3_column_blob(prepared, column);
  value->text.len = (size_t)sqlite3_column_bytes(prepared, column);
  if (!value->text.ptr && sqlite3_column_type(prepared, column) != SQLITE_NULL)
    value->text.ptr = ""; /* SQLite has no address for an empty value */
}

bool store_run(struct store *store, const char *sql, const struct store_value *values, size_t count,
               store_visitor *visit, void *context)
{
  sqlite3_stmt *const prepared = store_prepare(store, sql);
  struct store_value row[STORE_COLUMNS] = {{.number = 0}};
  int code = prepared ? SQLITE_OK : SQLITE_ERROR;
  for (size_t i = 0; i < count && code == SQLITE_OK; i++)
    code = store_bind(prepared, (int)i + 1, &values[i]);
  if (code != SQLITE_OK)
    return store_fail(store);
  while ((code = sqlite3_step(prepared)) == SQLITE_ROW && visit) {
    const int columns = sqlite3_column_count(prepared);
    for (int i = 0; i < columns && i < STORE_COLUMNS; i++)
      store_read(prepared, i, &row[i]);
    if (!visit(context, row))
      break;
  }
  const bool good = code == SQLITE_DONE || code == SQLITE_ROW || store_fail(store);
  sqlite3_reset(prepared);
  sqlite3_clear_bindings(prepared);
  return good;
}

bool store_begin(struct store *store)
{
  return store_run(store, "BEGIN IMMEDIATE", NULL, 0, NULL, NULL);
}

bool store_commit(struct store *store)
{
  return store_run(store, "COMMIT", NULL, 0, NULL, NULL);
}

void store_undo(struct store *store)
{
  if (!sqlite3_get_autocommit(store->handle))
    sqlite3_exec(store->handle, "ROLLBACK", NULL, NULL, NULL);
}

int64_t store_changes(const struct store *store)
{
  return sqlite3_changes64(store->handle);
}

int64_t store_last_id(const struct store *store)
{
  return sqlite3_last_insert_rowid(store->handle);
}

/* ---- Opening ------------------------------------------------------------------------------------- */

/* Whether the file is a database or empty: SQLite would write over a short text. Reads it through
 * SQLite, as to close another descriptor would release SQLite's locks. */
static bool store_is_database(struct store *store)
{
  static const char magic[] = "SQLite format 3";
  char begin[sizeof magic] = {0};
  sqlite3_file *file = NULL;
  sqlite3_int64 size = 0;
  const bool known =
      sqlite3_file_control(store->handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK &&
      file && file->pMethods && file->pMethods->xFileSize(file, &size) == SQLITE_OK &&
      (size == 0 || (size > (sqlite3_int64)sizeof begin &&
                     file->pMethods->xRead(file, begin, (int)sizeof begin, 0) == SQLITE_OK &&
                     memcmp(begin, magic, sizeof begin) == 0));
  return known || store_refuse(store, "it is not a file of --cache: left unchanged");
}

static bool store_take_number(void *context, const struct store_value *row)
{
  *(int64_t *)context = row->number;
  return false;
}

static bool store_create(struct store *store, enum store_kind kind, const char *tables)
{
  int64_t application = 0, version = 0, count = 0;
  char marks[96];
  snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d",
           STORE_APPLICATION, STORE_VERSION);
  if (!store_begin(store) ||
      !store_run(store, "PRAGMA application_id", NULL, 0, store_take_number, &application) ||
      !store_run(store, "PRAGMA user_version", NULL, 0, store_take_number, &version) ||
      !store_run(store, "SELECT count(*) FROM sqlite_master", NULL, 0, store_take_number, &count))
    return false;
  const bool is_harvest = application == STORE_HARVEST;
  if (count > 0 && is_harvest && kind != STORE_OR_HARVEST)
    return store_refuse(store, "it is a database of uriel harvest: left unchanged; name another file");
  if (count > 0 && application != STORE_APPLICATION && !is_harvest)
    return store_refuse(store, "it is a database of another program: left unchanged");
  if (count > 0 && !is_harvest && version != STORE_VERSION)
    return store_refuse(store, "another version of uriel wrote it: left unchanged; remove it, or name "
                               "another file");
  if (count == 0 && sqlite3_exec(store->handle, marks, NULL, NULL, NULL) != SQLITE_OK)
    return store_fail(store);
  if (sqlite3_exec(store->handle, tables, NULL, NULL, NULL) != SQLITE_OK)
    return store_fail(store);
  if (!store_commit(store))
    return false;
  /* With a log, readers do not wait for writers. Harvest has its own modes. Without it all works. */
  if (!is_harvest)
    sqlite3_exec(store->handle, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", NULL, NULL,
                 NULL);
  return true;
}

struct store *store_open(const char *path, enum store_kind kind, const char *tables,
                         char message[STORE_MESSAGE])
{
  struct store *const store = calloc(1, sizeof *store);
  if (!store)
    base_die_memory();
  store->path = path;
  bool good = *path || store_refuse(store, "the name is empty");
  /* What servers answer to one user, other users cannot read. */
  const int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (fd >= 0)
    close(fd);
  if (good && sqlite3_open_v2(path, &store->handle,
                              SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                              NULL) != SQLITE_OK)
    good = store->handle ? store_fail(store) : store_refuse(store, "out of memory");
  if (good) {
    sqlite3_extended_result_codes(store->handle, 1);
    sqlite3_busy_timeout(store->handle, STORE_WAIT_MS);
    good = store_is_database(store) && store_create(store, kind, tables);
  }
  if (good)
    return store;
  memcpy(message, store->message, STORE_MESSAGE);
  store_close(store);
  return NULL;
}

void store_close(struct store *store)
{
  if (!store)
    return;
  for (size_t i = 0; i < STORE_STATEMENTS; i++)
    sqlite3_finalize(store->statements[i].prepared);
  if (store->handle)
    store_undo(store);
  sqlite3_close(store->handle);
  free(store);
}
