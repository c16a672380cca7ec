/* SPDX-License-Identifier: MIT */
/* Shared by the files of the database, which are the only ones that use SQLite. */
#ifndef URIEL_HARVEST_DB_PRIVATE_H
#define URIEL_HARVEST_DB_PRIVATE_H

#include <sqlite3.h>

#include "base/buffer.h"
#include "db.h"

enum db_statement {
  DB_KNOWN,
  DB_NEXT_ID,
  DB_BEGIN_DOCUMENT,
  DB_END_DOCUMENT,
  DB_MARK_FILE,
  DB_DROP_ERRORS,
  DB_DROP_DISAGREEMENTS,
  DB_DROP_REFERENCES,
  DB_DROP_DOCUMENTS,
  DB_FIND_IDENTIFIER,
  DB_INSERT_REFERENCES,
  DB_INSERT_IDENTIFIERS,
  DB_INSERT_ERRORS,
  DB_INSERT_DISAGREEMENTS,
  DB_NEXT_REFERENCE,
  DB_NEXT_IDENTIFIER,
  DB_NEXT_ERROR,
  DB_NEXT_DISAGREEMENT,
  DB_NEXT_FILE,
  DB_PUT_OPERAND,
  DB_ORIGIN_WAIT,
  DB_ORIGIN_REST,
  DB_ORIGIN_BEGIN,
  DB_ORIGIN_OWN,
  DB_ORIGIN_LEAVE,
  DB_ROBOTS,
  DB_KEEP_ROBOTS,
  DB_ADD_PAGE,
  DB_ADD_LINKS,
  DB_NEXT_PAGE,
  DB_END_PAGE,
  DB_REST_PAGE,
  DB_WAIT_AGAIN,
  DB_STATEMENTS
};

/* The rows of db_insert_rows. */
struct db_rows {
  const struct row_cell *cells;
  size_t count, width;
};

struct db {
  sqlite3 *handle;
  sqlite3_stmt *statements[DB_STATEMENTS];
  sqlite3_stmt *insert; /* of db_insert */
  const char *insert_sql;
  struct db *second;          /* connection of the thread of db_start_thread; or NULL */
  struct ordered *thread;     /* which runs checkpoints; or NULL */
  int copied;                 /* pages of the log at its last checkpoint */
  int lock;                   /* file descriptor; -1 for a database opened to read */
  struct db_rows rows;        /* which are being inserted */
  int64_t next[DB_TABLES];    /* id of the next row; 0: unknown */
  bool has_normals;           /* the index of identifier(normal) */
  bool rows_ended, rows_kept; /* the last rows were committed, once: successfully */
  bool is_new;                /* this run created it, and has deleted no row */
  bool finished;
  bool lost;          /* moved, removed, replaced, damaged or changed by another program */
  struct buffer page; /* the texts of db_next_page */
  struct buffer host; /* of an identifier, for people; scratch of the upgrade */
  char path[4096];
  char message[DB_MESSAGE];
};

/* Returns false, and sets `db->message`. */
bool db_fail(struct db *db);
bool db_fail_because(struct db *db, const char *reason);

/* Returns SQLite's code. The text must stay until the statement was run. */
int db_bind(sqlite3_stmt *statement, int column, struct row_cell cell);

/* Reads the number that a query returns as its only result. */
bool db_number(struct db *db, const char *sql, int64_t *number);

/* Prepares the statements of db_rows.c, and before them the table that db_insert_rows reads. */
bool db_prepare(struct db *db);
bool db_insert_prepare(struct db *db);

/* The statements of db_pages.c, from DB_ORIGIN_WAIT on; creates the function and the table that they
 * use. */
extern const char *const db_pages_sql[DB_STATEMENTS - DB_ORIGIN_WAIT];
bool db_pages_prepare(struct db *db);

/* Runs a statement to its first row. Returns SQLITE_ROW or SQLITE_DONE, or 0 if it fails. */
int db_start(struct db *db, enum db_statement which, const struct row_cell *cells, size_t count);

/* Runs a statement with the values of its parameters, which returns no row. */
bool db_do(struct db *db, enum db_statement which, const struct row_cell *cells, size_t count);

/* Reads the first row. Without a row, `*first` and `*second`, which may be NULL, keep their values. */
bool db_get(struct db *db, enum db_statement which, const struct row_cell *cells, size_t count,
            int64_t *first, int64_t *second);

/* ---- Errors ----------------------------------------------------------------------------------- */

#define DB_ERROR_FOREIGN                                                                                \
  "its rows contradict each other: another program changed it; restore a copy, or remove it and run "   \
  "again"

/* Writes "PATH: REASON" about the last failure of `handle`, which may be NULL if there was no memory. */
void db_error(sqlite3 *handle, const char *path, char message[DB_MESSAGE]);

/* Whether the next run would fail too, because the database is not in the state in which a run left
 * it. */
bool db_error_is_lasting(sqlite3 *handle);

/* Whether it failed because the database's folder is not writable. */
bool db_error_is_of_place(sqlite3 *handle);

#endif
