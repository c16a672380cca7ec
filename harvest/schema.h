/* SPDX-License-Identifier: MIT */
/* The database's tables, as doc/database.md describes them. */
#ifndef URIEL_HARVEST_SCHEMA_H
#define URIEL_HARVEST_SCHEMA_H

enum {
  SCHEMA_APPLICATION = 0x7572696c, /* "uril" */
  SCHEMA_VERSION = 2,
  SCHEMA_LOOKUPS = 4
};

extern const char schema_tables[];

/* The table of files that are not there and the view of broken references; and both as temporary ones,
 * which go before those. */
extern const char schema_broken[];
extern const char schema_temporary_broken[];

/* The indexes that a query needs to end soon, whatever state the database is in: there from the
 * beginning. */
extern const char schema_lookups[];

/* Counts them. */
extern const char schema_count_lookups[];

/* The other indexes, which are made at the end, when that costs less. */
extern const char schema_indexes[];

/* Drops the identifiers that nothing refers to, and what is to be found anew of them. */
extern const char schema_sweep[];

#endif
