/* SPDX-License-Identifier: MIT */
/* The database. If a function returns false, db_message gives the reason; discard everything since
 * the last commit by calling db_close. */
#ifndef URIEL_HARVEST_DB_H
#define URIEL_HARVEST_DB_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "row.h"
#include "uriel.h"

struct db;

enum { DB_MESSAGE = 4096 + 512 };

/* How db_open waits while another process writes to the database. */
struct db_wait {
  int64_t milliseconds;   /* how long to wait; 0: not at all; below 0: without limit */
  const atomic_int *stop; /* a value other than 0 ends the wait; may be NULL */
  void (*waiting)(void *context, const char *why); /* called once, when the wait starts; may be NULL */
  void *context;
};

/* Opens or creates a database of uriel, and owns it until db_close: until then db_open fails in
 * every other process. Returns NULL, with a message, if the file is not a database of uriel (it is
 * not changed), if it cannot be opened, or if another process owns it. `path` is absolute. */
struct db *db_open(const char *path, const struct db_wait *wait, char message[DB_MESSAGE]);

/* Opens an existing database for db_query, db_run and db_insert with temporary tables, and db_close.
 * Another process may write to it at the same time. Returns NULL, with a message, as db_open does. */
struct db *db_open_read(const char *path, char message[DB_MESSAGE]);

const char *db_message(const struct db *db);

/* Starts a thread that copies committed pages from the log to the database and waits for the disk, so
 * that this one does not. Without it, commits do that. */
void db_start_thread(struct db *db);

/* Commits the current transaction and begins the next. */
bool db_commit(struct db *db);

/* Commits all rows of a new database, and opens it again: another thread can read them with db_query,
 * and use temporary tables, while this one finishes the database. Close it first. Returns NULL if the
 * database is not new, or on failure. */
struct db *db_open_beside(struct db *db);

/* Commits, creates the remaining indexes, and deletes identifiers without references. Afterwards only
 * db_query, db_run, db_insert and db_close may be called. */
bool db_finish(struct db *db);

/* Discards uncommitted changes. After db_finish it leaves one file, without a log. */
void db_close(struct db *db);

struct db_known {
  int64_t id;     /* of the file's own row; 0 if it is not in the database */
  bool unchanged; /* same size, time, base and standard, and nothing to retry */
  bool partial;   /* a run ended while it was reading the file */
};

/* `spec` names the standard by which the run reads references. A negative `size` matches any size. */
bool db_known(struct db *db, uriel_text path, int64_t size, int64_t mtime_ns, uriel_text retrieval,
              uriel_spec spec, struct db_known *known);

/* Sets `*id` to the id for the next new document. */
bool db_next_id(struct db *db, int64_t *id);

/* Inserts or replaces the row of a document (row_document), with its id. */
bool db_begin_document(struct db *db, int64_t id, const struct row_cell *cells);

/* Sets the cells of row_document_end. */
bool db_end_document(struct db *db, int64_t id, const struct row_cell *cells);

/* Deletes a file's documents with their references and errors. Deletes the file's own row if
 * `whole`, otherwise marks it as partial. Commits in pieces if the file has very many rows. */
bool db_drop_file(struct db *db, uriel_text path, bool whole);

/* Records an operand and the URI from which it was retrieved. `retrieval` is undefined if that is
 * the file URI. */
bool db_put_operand(struct db *db, uriel_text path, uriel_text retrieval);

/* Sets `*has` if the database has rows of folders, which means that they could not be read. */
bool db_has_folders(struct db *db, bool *has);

/* The tables whose rows are inserted many at a time, and the cells of a row: its columns without `id`
 * (row.h). */
enum db_table { DB_REFERENCE, DB_IDENTIFIER, DB_ERROR, DB_DISAGREEMENT, DB_TABLES };
enum { DB_IDENTIFIER_CELLS = 10 };

/* Sets `*id` to the id of the next row that is inserted. */
bool db_next_row(struct db *db, enum db_table table, int64_t *id);

/* Inserts rows, with ascending ids from db_next_row. */
bool db_insert_rows(struct db *db, enum db_table table, const struct row_cell *cells, size_t count);

/* Whether the database has the index of the identifiers' normal forms; and creates it. Without it,
 * db_find_identifier must not be called, and the caller must insert no normal form twice. */
bool db_has_normals(const struct db *db);
bool db_index_normals(struct db *db);

/* Sets `*id` to the id of an identifier by its normal form; 0 if the database does not have it. */
bool db_find_identifier(struct db *db, uriel_text normal, int64_t *id);

/* Sets `*id` and `*path` to the next file after `*id`; sets `*id` to 0 after the last file. `*path`
 * is valid until the next call. The file may be a folder that could not be read. */
bool db_next_file(struct db *db, int64_t *id, uriel_text *path, bool *is_folder);

/* Sets `*has` if the database has a file with this path. */
bool db_has_file(struct db *db, uriel_text path, bool *has);

/* ---- Pages: the frontier of a site -------------------------------------------------------------- */

/* The pages of an origin are asked for in rounds. A run continues a round that another one did not
 * finish. */

/* Adds an origin to the pages of this run: begins a round, or continues one, up to the depth `follow`.
 */
bool db_origin_begin(struct db *db, uriel_text origin, int64_t follow);

/* Removes an origin: its pages wait for another run, and its round does not end. */
bool db_origin_leave(struct db *db, uriel_text origin);

/* Sets `*has` to whether the rules of the origin's robots.txt were kept in this round after `since`, and
 * `out` to their text. Keeps them. */
bool db_robots(struct db *db, uriel_text origin, int64_t since, bool *has, struct buffer *out);
bool db_keep_robots(struct db *db, uriel_text origin, uriel_text text, int64_t time);

/* Texts without a value are undefined. */
struct db_page {
  int64_t id; /* 0: no page waits */
  int64_t depth, redirects;
  bool is_asked; /* in this round: only its links are to be followed */
  uriel_text url, origin, etag, last_modified;
  uriel_text state, target; /* if it is asked */
};

/* Adds a page of an origin of this run to the frontier, unless it has been asked for, or waits, at the
 * same or a smaller depth. */
bool db_add_page(struct db *db, const struct db_page *page);

/* Adds the pages to which the page leads to the frontier. */
bool db_add_links(struct db *db, const struct db_page *page);

/* Sets the first page that waits. Its texts are valid until the next call. */
bool db_next_page(struct db *db, struct db_page *page);

/* Removes a page from the frontier; `state` is NULL if it was asked for before. */
struct db_page_end {
  int64_t id, time;
  const char *state, *code;
  uriel_text target, note, etag, last_modified;
};

bool db_end_page(struct db *db, const struct db_page_end *end);
bool db_wait_again(struct db *db, int64_t id);

/* Calls `visit` with the text of each redirect from a page of depth 0 of the origin, in this round. */
typedef bool db_text_visitor(void *context, uriel_text text);
bool db_redirects(struct db *db, uriel_text origin, db_text_visitor *visit, void *context);

/* Sets `*count` to the number of pages that wait. */
bool db_count_waiting(struct db *db, uint64_t *count);

/* Ends the rounds of this run if none of their pages waits. After db_finish. */
bool db_end_rounds(struct db *db);

/* Whether the last answer for the page with this URL was that it does not exist. */
bool db_page_is_gone(struct db *db, uriel_text url, bool *is_gone);

/* Whether a call failed because the database was moved or changed, so that the next run cannot
 * continue with it. */
bool db_is_lost(const struct db *db);

/* One row of a query. Each column is in `numbers` and in `texts`, which is undefined for NULL. */
enum { DB_COLUMNS = 28 };

struct db_row {
  const char *const *names; /* of the columns */
  size_t count;
  int64_t numbers[DB_COLUMNS];
  uriel_text texts[DB_COLUMNS];
};

/* Called for each row; returns false to end the query. */
typedef bool db_visitor(void *context, const struct db_row *row);
bool db_query(struct db *db, const char *sql, db_visitor *visit, void *context);

/* The same for a query with parameters: returns the value of one, or an undefined text for NULL.
 * `name` starts with ":". */
typedef uriel_text db_parameter(void *context, const char *name);
bool db_query_with(struct db *db, uriel_text sql, db_parameter *parameter, db_visitor *visit,
                   void *context);

/* Runs statements that return no rows. */
bool db_run(struct db *db, const char *sql);

/* Runs a statement with three parameters that returns no rows. Fast if called again with the same `sql`.
 */
bool db_insert(struct db *db, const char *sql, int64_t first, int64_t second, uriel_text third);

#endif
