/* SPDX-License-Identifier: MIT */
/* What is found in documents into rows. */
#ifndef URIEL_HARVEST_RECORD_H
#define URIEL_HARVEST_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "db.h"
#include "links/links.h"

/* Set all to 0 once, then `db`, and `row` for each document. */
struct recorder {
  struct db *db;
  struct db_document *row;
  uint64_t ordinal; /* of the last reference, from 1 */
  uint64_t faults;
  bool no_memory;
};

/* False where the database fails. */
bool record_document(struct recorder *recorder, const struct links_document *document);
bool record_reference(struct recorder *recorder, const struct links_reference *reference);
bool record_fault(struct recorder *recorder, const struct links_fault *fault);
bool record_end(struct recorder *recorder, const struct links_end *end);

#endif
