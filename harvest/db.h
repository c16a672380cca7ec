/* SPDX-License-Identifier: MIT */
/* The database behind a small interface. Where a function returns false, db_message says why, and all
 * since the last commit is to be thrown away: db_close does. */
#ifndef URIEL_HARVEST_DB_H
#define URIEL_HARVEST_DB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uriel.h"

struct db;

enum { DB_MESSAGE = 4096 + 512 };

/* Opens a database of uriel, or makes one. NULL, with a message, where the file is something else, which
 * is then not touched, or cannot be opened. `path` is absolute. */
struct db *db_open(const char *path, char message[DB_MESSAGE]);

const char *db_message(const struct db *db);

/* Work goes on in a transaction that db_open begins; this ends it and begins the next. */
bool db_commit(struct db *db);

/* Commits, makes the indexes, forgets identifiers that nothing refers to. After it only db_query and
 * db_close. */
bool db_finish(struct db *db);

/* Throws away what is not committed. After db_finish it leaves one plain file. */
void db_close(struct db *db);

struct db_known {
  int64_t id; /* 0: the path is not in the database, and `next` is the id it gets */
  int64_t next;
  bool unchanged; /* same size, time and base, and there is nothing to try again */
};

bool db_known(struct db *db, uriel_text path, int64_t size, int64_t mtime_ns, uriel_text retrieval,
              struct db_known *known);

struct db_document {
  int64_t id;
  bool is_new;
  uriel_text path;
  const char *kind, *format;
  int64_t size, mtime_ns;
  uriel_text retrieval, base;
  const char *base_source, *status, *note;
};

/* Writes the row of a document, new or in place of the one it had. */
bool db_put_document(struct db *db, const struct db_document *document);

/* Drops a document's references and faults, and the document itself where `whole`. */
bool db_drop_document(struct db *db, int64_t id, bool whole);

/* Whether there are rows of folders, which stand for what could not be read. */
bool db_has_folders(struct db *db, bool *has);

/* The id of an identifier, which is added where it is new. `normal` is parsed from its normal form. */
bool db_identifier(struct db *db, const uriel_ref *normal, int64_t *id);

struct db_reference {
  int64_t document_id;
  uint64_t ordinal, offset, line, column;
  const char *element, *attribute; /* may be NULL */
  uriel_text raw, cleaned, target;
  const char *form; /* may be NULL */
  unsigned excess;
  int64_t identifier_id; /* 0: none */
};

bool db_put_reference(struct db *db, const struct db_reference *reference, int64_t *id);

struct db_fault {
  int64_t document_id;
  int64_t reference_id; /* 0: a fault of the document itself */
  const char *code, *component, *section;
  uint64_t offset, begin, length;
  uriel_text message;
};

bool db_put_fault(struct db *db, const struct db_fault *fault);

/* The first document after `*id`, which is moved to it; `*path` is valid until the next call. `*id` is 0
 * where there is none. */
bool db_next_document(struct db *db, int64_t *id, uriel_text *path);

/* Rows of a query that has up to 8 columns, one after the other: numbers in `numbers`, text in `texts`.
 */
struct db_row {
  int64_t numbers[8];
  uriel_text texts[8];
};
typedef bool db_visitor(void *context, const struct db_row *row);
bool db_query(struct db *db, const char *sql, db_visitor *visit, void *context);

#endif
