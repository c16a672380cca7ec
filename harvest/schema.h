/* SPDX-License-Identifier: MIT */
/* The database's tables, as doc/database.md describes them. */
#ifndef URIEL_HARVEST_SCHEMA_H
#define URIEL_HARVEST_SCHEMA_H

enum {
  SCHEMA_APPLICATION = 0x7572696c, /* "uril" */
  SCHEMA_VERSION = 2
};

/* The tables, and the indexes that are filled in order, so that they cost little while loading; a run
 * that goes on needs them to drop a document. */
extern const char schema_tables[];

/* The other indexes, which are made at the end. */
extern const char schema_indexes[];

/* Drops the identifiers that nothing refers to. */
extern const char schema_sweep[];

#endif
