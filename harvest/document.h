/* SPDX-License-Identifier: MIT */
/* One file, from its bytes to its rows. */
#ifndef URIEL_HARVEST_DOCUMENT_H
#define URIEL_HARVEST_DOCUMENT_H

#include <stdbool.h>

#include "db.h"
#include "record.h"

/* What serves one file after the other. Set all to 0, then recorder.db and links. */
struct document_reader {
  struct links *links;
  struct recorder recorder;
};

/* Reads the file and fills in kind, format, base, status and note of `row`, of which the rest is given.
 * False where the database fails or memory does (recorder.no_memory). */
bool document_read(struct document_reader *reader, int fd, const char *name, struct db_document *row);

#endif
