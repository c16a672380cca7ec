/* SPDX-License-Identifier: MIT */
/* A file of answers, for this run and later ones: an SQLite database that several processes share. */
#ifndef URIEL_GET_STORE_H
#define URIEL_GET_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "uriel.h"

enum { STORE_MESSAGE = 4096 + 256, STORE_COLUMNS = 12 };

struct store; /* used by one thread */

enum store_kind {
  STORE_OWN,       /* a file of --cache */
  STORE_OR_HARVEST /* or a database of uriel harvest, which keeps its other tables */
};

/* Opens the file, or creates it, and runs `tables`, which create the tables that are missing. Returns
 * NULL with "PATH: REASON" if it cannot be written or is another file, which stays unchanged. */
struct store *store_open(const char *path, enum store_kind kind, const char *tables,
                         char message[STORE_MESSAGE]);
void store_close(struct store *store);

/* Returns "PATH: REASON" for the last function that returned false. Such a function also undoes the
 * transaction. */
const char *store_message(const struct store *store);

enum store_type { STORE_NUMBER, STORE_TEXT, STORE_BYTES };

/* Of a parameter or a column. An undefined text is NULL in SQL. */
struct store_value {
  enum store_type type;
  int64_t number;
  uriel_text text; /* of a column of any type */
};

static inline struct store_value store_number(int64_t number)
{
  return (struct store_value){.type = STORE_NUMBER, .number = number};
}

static inline struct store_value store_text(uriel_text text)
{
  return (struct store_value){.type = STORE_TEXT, .text = text};
}

static inline struct store_value store_bytes(uriel_text bytes)
{
  return (struct store_value){.type = STORE_BYTES, .text = bytes};
}

/* Gets a row, whose values are valid until it returns. Returns false to end the query. */
typedef bool store_visitor(void *context, const struct store_value *row);

/* Runs one statement with the values of its parameters, and passes its rows to `visit`, or drops them if
 * that is NULL. `sql` is a constant, as the prepared statement is kept with its address. Returns false
 * if SQLite fails. */
bool store_run(struct store *store, const char *sql, const struct store_value *values, size_t count,
               store_visitor *visit, void *context);

/* Begin and end a transaction that writes. While another process has one, begin waits for seconds. */
bool store_begin(struct store *store);
bool store_commit(struct store *store);
void store_undo(struct store *store);

/* Return the number of rows that the last statement changed, and the id of the row that was inserted
 * last. */
int64_t store_changes(const struct store *store);
int64_t store_last_id(const struct store *store);

#endif
