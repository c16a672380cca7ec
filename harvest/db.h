/* SPDX-License-Identifier: MIT */
/* The database behind a small interface. Where a function returns false, db_message says why, and all
 * since the last commit is to be thrown away: db_close does. */
#ifndef URIEL_HARVEST_DB_H
#define URIEL_HARVEST_DB_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uriel.h"

struct db;

enum { DB_MESSAGE = 4096 + 512 };

/* What to do while another process writes to the database. */
struct db_wait {
  int64_t milliseconds;   /* how long to wait for it; 0: not at all; below 0: without limit */
  const atomic_int *stop; /* not 0: end the wait; NULL: nothing ends it */
  void (*waiting)(void *context, const char *why); /* called once, when a wait begins; may be NULL */
  void *context;
};

/* Opens a database of uriel, or makes one, and owns it until db_close: no other process can then open it
 * so. NULL, with a message, if the file is something else, which is then not touched, if it cannot be
 * opened, or if another process owns it. `path` is absolute. */
struct db *db_open(const char *path, const struct db_wait *wait, char message[DB_MESSAGE]);

/* Opens one that is there, for db_query, db_insert into temporary tables, and db_close. Another process
 * may be writing to it. NULL, with a message, as db_open. */
struct db *db_open_read(const char *path, char message[DB_MESSAGE]);

const char *db_message(const struct db *db);

/* Work goes on in a transaction that db_open begins; this ends it and begins the next. */
bool db_commit(struct db *db);

/* Commits, makes the rest of the indexes, forgets identifiers that nothing refers to. After it only
 * db_query, db_insert and db_close. */
bool db_finish(struct db *db);

/* Throws away what is not committed. After db_finish it leaves one plain file. */
void db_close(struct db *db);

struct db_known {
  int64_t id;     /* of the file's own row; 0: it is not in the database */
  bool unchanged; /* same size, time and base, and there is nothing to try again */
  bool partial;   /* a run ended within it */
};

bool db_known(struct db *db, uriel_text path, int64_t size, int64_t mtime_ns, uriel_text retrieval,
              struct db_known *known);

/* The id that the next new document gets. */
bool db_next_id(struct db *db, int64_t *id);

/* Texts may be undefined where there is no such thing, strings NULL. */
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

/* Writes the row of a document, new or in place of the one it had. Its status is "partial" until its
 * end is written. */
bool db_begin_document(struct db *db, const struct db_document *document);

struct db_end {
  int64_t id, size;
  const char *status, *note;
  uint64_t references, errors;
};

bool db_end_document(struct db *db, const struct db_end *end);

/* Drops all of a file's documents with their references and errors, but the file's own row only where
 * `whole`: else that is marked as partial. Of a file with very many it commits what it has done. */
bool db_drop_file(struct db *db, uriel_text path, bool whole);

/* What is harvested, and from where it was retrieved: undefined for what is its own file URI. */
bool db_put_operand(struct db *db, uriel_text path, uriel_text retrieval);

/* Whether there are rows of folders, which stand for what could not be read. */
bool db_has_folders(struct db *db, bool *has);

/* The id of an identifier, which is added where it is new. `normal` is parsed from its normal form. */
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
  int64_t reference_id; /* 0: an error of the document itself */
  const char *code, *component, *section;
  uint64_t offset, begin, length;
  uriel_text message;
};

bool db_put_error(struct db *db, const struct db_error *error);

/* The first file after `*id`, which is moved to it; `*path` is valid until the next call. `*id` is 0
 * where there is none. It may be a folder, that could not be read. */
bool db_next_file(struct db *db, int64_t *id, uriel_text *path, bool *is_folder);

/* Whether there are documents of a file. */
bool db_has_file(struct db *db, uriel_text path, bool *has);

/* Whether a call failed because the database is no longer at its place, or no longer as a run left it:
 * the next run does not go on with it. */
bool db_is_lost(const struct db *db);

/* Rows of a query, one after the other: numbers in `numbers`, text in `texts`. */
enum { DB_COLUMNS = 24 };

struct db_row {
  const char *const *names; /* of the columns */
  size_t count;
  int64_t numbers[DB_COLUMNS];
  uriel_text texts[DB_COLUMNS];
};

/* Returns false to end the query. */
typedef bool db_visitor(void *context, const struct db_row *row);
bool db_query(struct db *db, const char *sql, db_visitor *visit, void *context);

/* The same for a query with parameters. Returns the value of one, with an undefined text for NULL;
 * `name` begins with ":". */
typedef uriel_text db_parameter(void *context, const char *name);
bool db_query_with(struct db *db, uriel_text sql, db_parameter *parameter, db_visitor *visit,
                   void *context);

/* Runs statements that give no rows. */
bool db_run(struct db *db, const char *sql);

/* Runs a statement with three parameters that gives no rows. Cheap when called again with the same
 * `sql`. */
bool db_insert(struct db *db, const char *sql, int64_t first, int64_t second, uriel_text third);

#endif
