/* SPDX-License-Identifier: MIT */
/* The database's tables, as doc/database.md describes them. */
#ifndef URIEL_HARVEST_SCHEMA_H
#define URIEL_HARVEST_SCHEMA_H

enum {
  SCHEMA_APPLICATION = 0x7572696c, /* "uril" */
  SCHEMA_VERSION = 5,
  SCHEMA_OLDEST = 2, /* that schema_upgrades changes */
  SCHEMA_LOOKUPS = 3
};

extern const char schema_tables[];

/* Each changes one version to the next, from SCHEMA_OLDEST on. The documents of version 2 were read
 * under RFC 3986, so a run reads them again; version 3 lacks what programs see in its references,
 * version 4 the relations of references, and pages. */
extern const char *const schema_upgrades[SCHEMA_VERSION - SCHEMA_OLDEST];

/* The table of missing files and the view of broken references; and temporary ones with the same
 * names, which SQLite prefers. */
extern const char schema_broken[];
extern const char schema_temporary_broken[];

/* Counts the views of this version: 0 in an older database. Drops view and table. */
extern const char schema_count_broken[];
extern const char schema_drop_broken[];

/* The indexes that a run keeps up to date: the indexes by which it deletes rows, and one that costs
 * nothing to keep. */
extern const char schema_lookups[];

/* A temporary table: the origins of the pages of this run. */
extern const char schema_own[];

/* Ends the rounds of this run if no page of them waits. */
extern const char schema_end_rounds[];

/* Counts the indexes of schema_lookups without which queries take hours. */
extern const char schema_count_lookups[];

/* The unique index of the identifiers' normal forms, and whether there is one: a database of an older
 * uriel has it under another name. */
extern const char schema_normals[];
extern const char schema_count_normals[];

/* The other indexes. They are created last, because that is faster. */
extern const char schema_indexes[];

/* Deletes the identifiers without references, and the table of missing files, which is created
 * again. */
extern const char schema_sweep[];

#endif
