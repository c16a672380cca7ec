/* SPDX-License-Identifier: MIT */
/* References of one document into rows: parsed, resolved, normalised, or the fault that stands in the
 * way. */
#ifndef URIEL_HARVEST_RECORD_H
#define URIEL_HARVEST_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "attribute.h"
#include "db.h"
#include "growing.h"
#include "place.h"

/* Set all to 0 once, then `db`; the buffers serve one document after the other. */
struct recorder {
  struct db *db;
  int64_t document_id;
  uint64_t ordinal; /* of the last reference, from 1 */
  uint64_t faults;
  bool no_memory;
  struct growing retrieval; /* `len` 0: there is none */
  struct growing base;      /* that of the content or of retrieval; `len` 0: there is none */
  struct growing codebase, target, normal, message;
};

struct record_item {
  struct place place;
  const char *element, *attribute; /* NULL in text */
  uriel_text raw;                  /* as it was found */
  uriel_text cleaned;              /* less white space; may be `raw` */
  enum reference_base base;
  uriel_text codebase; /* for BASE_OF_CODEBASE, cleaned */
};

/* Begins a document whose retrieval URI is in `retrieval`. */
bool record_begin(struct recorder *recorder, int64_t document_id);

/* The base that the content states (RFC 3986, 5.1.1), cleaned. `*used` tells whether it is one. */
bool record_base(struct recorder *recorder, uriel_text href, bool *used);

/* False where the database fails or memory does: see no_memory. */
bool record_reference(struct recorder *recorder, const struct record_item *item);

/* A fault of the document itself. `length` is 0 where no text is to blame. */
bool record_fault(struct recorder *recorder, const char *code, const char *message, uint64_t offset,
                  uint64_t length);

void record_free(struct recorder *recorder);

#endif
