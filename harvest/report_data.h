/* SPDX-License-Identifier: MIT */
/* The numbers of a report, read from the database; a list is its first rows and what all come to. */
#ifndef URIEL_HARVEST_REPORT_DATA_H
#define URIEL_HARVEST_REPORT_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uriel.h"

struct db;

enum { REPORT_ROWS = 24, REPORT_NAME = 256 };

struct report_name {
  size_t len;
  char data[REPORT_NAME]; /* cut to what fits */
};

struct report_row {
  struct report_name name;
  uint64_t count;
  uint64_t second; /* what it is, the list tells */
};

struct report_list {
  struct report_row rows[REPORT_ROWS];
  size_t count;
  uint64_t total;  /* of the counts of all rows, also those that are not here */
  uint64_t groups; /* rows in all */
};

struct report_data {
  uint64_t documents, files, references, identifiers, hosts, errors, broken, missing;
  struct report_name newest, first, last; /* a date, or empty; the first and the last path */
  struct report_list schemes;             /* of references; second: identifiers */
  struct report_list host_list;           /* the same */
  struct report_list depths;              /* of identifiers */
  struct report_list kinds;               /* of documents; second: bytes */
  struct report_list bases;               /* of documents that were read */
  struct report_list error_codes;         /* second: documents */
  struct report_list places;              /* of references: where they lead */
  struct report_list channels;  /* of references: whether what they name is fetched encrypted */
  struct report_list spellings; /* of references; second: spellings */
  bool no_memory;
};

/* False where the database or memory (`no_memory`) fails. */
bool report_read(struct db *db, struct report_data *data);

static inline uriel_text report_name_text(const struct report_name *name)
{
  return (uriel_text){name->data, name->len};
}

#endif
