/* SPDX-License-Identifier: MIT */
/* One document, from its bytes to its rows. */
#ifndef URIEL_HARVEST_DOCUMENT_H
#define URIEL_HARVEST_DOCUMENT_H

#include <stdbool.h>

#include "arena.h"
#include "db.h"
#include "record.h"
#include "source.h"

/* What serves one document after the other. Set all to 0, then recorder.db. */
struct document_reader {
  struct source source;
  struct arena arena;
  struct recorder recorder;
  struct growing cleaned, codebase;
  size_t html_limit;
};

/* Reads what the source holds and fills in kind, format, base, status and note of `row`, of which the
 * rest is given; recorder.retrieval is set. False where the database fails or memory does
 * (recorder.no_memory). */
bool document_read(struct document_reader *reader, const char *name, struct db_document *row);

void document_reader_free(struct document_reader *reader);

#endif
