/* SPDX-License-Identifier: MIT */
/* The database. If a function returns false, db_message says why, and everything since the last commit
 * must be thrown away, which db_close does. */
#ifndef URIEL_HARVEST_DB_H
#define URIEL_HARVEST_DB_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uriel.h"

struct db;

enum { DB_MESSAGE = 4096 + 512 };

/* What db_open does while another process writes to the database. */
struct db_wait {
  int64_t milliseconds;   /* how long to wait; 0: not at all; below 0: without limit */
  const atomic_int *stop; /* the wait ends when it is not 0; may be NULL */
  void (*waiting)(void *context, const char *why); /* called once, when a wait begins; may be NULL */
  void *context;
};

/* Opens or creates a database of uriel, and owns it until db_close: no other process can db_open it
 * until then. Returns NULL, with a message, if the file is something else (it is not changed), if it
 * cannot be opened, or if another process owns it. `path` is absolute. */
struct db *db_open(const char *path, const struct db_wait *wait, char message[DB_MESSAGE]);

/* Opens an existing database for db_query, db_run and db_insert with temporary tables, and db_close.
 * Another process may write to it meanwhile. Returns NULL, with a message, as db_open does. */
struct db *db_open_read(const char *path, char message[DB_MESSAGE]);

const char *db_message(const struct db *db);

/* Commits the transaction that db_open or the last db_commit began, and begins the next. */
bool db_commit(struct db *db);

/* Commits, makes the remaining indexes, and deletes identifiers without references. Afterwards only
 * db_query, db_run, db_insert and db_close may be called. */
bool db_finish(struct db *db);

/* Throws away what is not committed. After db_finish it leaves one file, without a log. */
void db_close(struct db *db);

struct db_known {
  int64_t id;     /* of the file's own row; 0 if it is not in the database */
  bool unchanged; /* same size, time and base, and nothing to try again */
  bool partial;   /* a run ended while it read the file */
};

bool db_known(struct db *db, uriel_text path, int64_t size, int64_t mtime_ns, uriel_text retrieval,
              struct db_known *known);

/* The id for the next new document. */
bool db_next_id(struct db *db, int64_t *id);

/* Texts may be undefined and strings NULL if there is no value. */
struct db_document {
  int64_t id;
  int64_t parent_id;     /* 0: none */
  uriel_text path, part; /* `part` is empty for the file itself */
  const char *kind, *format, *encoding;
  uriel_text media_type;
  int64_t size, mtime_ns;
  uriel_text retrieval, site, base;
  const char *base_source, *base_by;
};

/* Inserts or replaces the row of a document. Its status is "partial" until db_end_document. */
bool db_begin_document(struct db *db, const struct db_document *document);

struct db_end {
  int64_t id, size;
  const char *status, *note;
  uint64_t references, errors;
};

bool db_end_document(struct db *db, const struct db_end *end);

/* Deletes a file's documents with their references and errors. The file's own row is deleted if `whole`,
 * otherwise marked as partial. If the file has very many rows, commits piece by piece. */
bool db_drop_file(struct db *db, uriel_text path, bool whole);

/* Records an operand and the URI it was retrieved from, which is undefined if that is its file URI. */
bool db_put_operand(struct db *db, uriel_text path, uriel_text retrieval);

/* Whether there are rows of folders: of those that could not be read. */
bool db_has_folders(struct db *db, bool *has);

/* The id of an identifier; adds a new one. `normal` is parsed from its normal form. */
bool db_identifier(struct db *db, const uriel_ref *normal, int64_t *id);

struct db_reference {
  int64_t document_id;
  uint64_t ordinal, offset, line, column;
  const char *element, *attribute, *header; /* may be NULL */
  uriel_text raw, cleaned, base, target, names_part;
  const char *form; /* may be NULL */
  bool identifies;
  unsigned excess;
  int64_t identifier_id; /* 0: none */
};

bool db_put_reference(struct db *db, const struct db_reference *reference, int64_t *id);

struct db_error {
  int64_t document_id;
  int64_t reference_id; /* 0 for an error of the document itself */
  const char *code, *component, *section;
  uint64_t offset, begin, length;
  uriel_text message;
};

bool db_put_error(struct db *db, const struct db_error *error);

/* Sets `*id` and `*path` to those of the next file after `*id`, or `*id` to 0 if there is none. `*path`
 * is valid until the next call. The file may be a folder that could not be read. */
bool db_next_file(struct db *db, int64_t *id, uriel_text *path, bool *is_folder);

/* Whether the database has a file. */
bool db_has_file(struct db *db, uriel_text path, bool *has);

/* Whether a call failed because the database was moved or changed, so that the next run cannot continue
 * with it. */
bool db_is_lost(const struct db *db);

/* One row of a query. Each column is in `numbers` and in `texts`, which is undefined for NULL. */
enum { DB_COLUMNS = 24 };

struct db_row {
  const char *const *names; /* of the columns */
  size_t count;
  int64_t numbers[DB_COLUMNS];
  uriel_text texts[DB_COLUMNS];
};

/* Called for each row; returns false to end the query. */
typedef bool db_visitor(void *context, const struct db_row *row);
bool db_query(struct db *db, const char *sql, db_visitor *visit, void *context);

/* The same for a query with parameters. Returns the value of one, with an undefined text for NULL;
 * `name` begins with ":". */
typedef uriel_text db_parameter(void *context, const char *name);
bool db_query_with(struct db *db, uriel_text sql, db_parameter *parameter, db_visitor *visit,
                   void *context);

/* Runs statements that return no rows. */
bool db_run(struct db *db, const char *sql);

/* Runs a statement with three parameters that returns no rows. Fast if called again with the same `sql`.
 */
bool db_insert(struct db *db, const char *sql, int64_t first, int64_t second, uriel_text third);

#endif
