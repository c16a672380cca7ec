/* SPDX-License-Identifier: MIT */
/* Tables that are written row by row as the database gives them. */
#ifndef URIEL_HARVEST_REPORT_TABLE_H
#define URIEL_HARVEST_REPORT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "report_out.h"
#include "uriel.h"

struct db;

enum table_cell {
  TABLE_END,
  TABLE_TEXT,
  TABLE_REFERENCE, /* its password is not shown */
  TABLE_SITE,      /* "" is that of local files */
  TABLE_NUMBER,
  TABLE_BYTES,
  TABLE_DOCUMENT, /* two columns of the query: path, part */
  TABLE_PLACE     /* four: path, part, line, column */
};

enum { TABLE_COLUMNS = 8 };

struct table {
  const char *id;
  const char *caption;
  const char *none; /* a sentence instead of a table without rows */
  const char *sql;  /* its first column is how many rows there are in all */
  struct table_column {
    enum table_cell cell;
    const char *heading;
  } columns[TABLE_COLUMNS]; /* the first is the row's heading */
};

/* `root` is the folder that paths are told from. False where the database fails. */
bool report_table(struct db *db, struct report_out *out, const struct table *table, uriel_text root);

#endif
