/* SPDX-License-Identifier: MIT */
/* The class Harvest: documents in, tables out. */
#ifndef URIEL_PYTHON_HARVEST_H
#define URIEL_PYTHON_HARVEST_H

#include "arrow/column.h"
#include "column.h"
#include "harvest/row.h"
#include "reader/unpack.h"

/* ---- harvest_rows.c: rows as columns, without objects of Python --------------------------------- */

/* The tables of row.h, and the edges between hosts. */
enum { HARVEST_EDGES = ROW_TABLES, HARVEST_TABLES, HARVEST_COLUMNS = 1 + ROW_CELLS };

typedef struct harvest_table {
  arrow_column columns[HARVEST_COLUMNS];
  int64_t rows; /* of the batch that grows */
  size_t bytes; /* of its texts */
  int64_t id;   /* of the last row */
  bool written; /* at least one batch */
} harvest_table;

typedef struct harvest_open harvest_open;

typedef struct harvest_rows {
  harvest_table tables[HARVEST_TABLES];
  harvest_open *open;   /* the documents that have not ended, the innermost first */
  struct row_file file; /* `size` is negative for the decoded size */
  uriel_text part;      /* of the file, as a document in another one; or empty */
  uint64_t children;    /* documents directly in the file */
  uint64_t size;        /* its decoded bytes */
  int64_t most;         /* rows of a batch */
  int error;            /* a number of errno.h: why it failed; or 0 */
  const char *why;
  struct disagreement_memory memory;
  struct buffer site, place;
  /* Gets a batch, which it takes. Returns false to end the reading. */
  bool (*write)(void *context, size_t table, struct ArrowArray *batch);
  void *context;
} harvest_rows;

const char *uriel_python_harvest_name(size_t table);

/* Makes the schema of a table. Returns false without memory. */
bool uriel_python_harvest_schema(struct ArrowSchema *out, size_t table);

/* Events of links.h, whose context is a harvest_rows. */
extern const struct links_sink uriel_python_harvest_sink;

/* Adds a file or folder that cannot be read, and why, as record_closed of harvest does. */
bool uriel_python_harvest_unreadable(harvest_rows *rows, const char *kind, const char *why);

/* Writes the batches that have rows, and an empty batch for each table that never had a row. Returns
 * false if that fails. */
bool uriel_python_harvest_flush(harvest_rows *rows);

/* Forgets the documents that have not ended. */
void uriel_python_harvest_forget(harvest_rows *rows);

void uriel_python_harvest_free(harvest_rows *rows);

/* ---- inflate.c: gzip and deflate by the module zlib of Python ------------------------------------ */

/* The context of the decoders of a harvest. They run without the interpreter's lock. `hold` takes it,
 * and returns false, with the lock, if the reading must end; `leave` releases it. */
typedef struct inflate_module {
  PyObject *decompressobj, *error; /* attributes of zlib */
  bool (*hold)(void *context);     /* signal handlers run */
  void (*leave)(void *context);
  void *context;
} inflate_module;

enum { INFLATE_UNPACKERS = 2 };
extern const struct unpacker *const uriel_python_unpackers[INFLATE_UNPACKERS];

#endif
