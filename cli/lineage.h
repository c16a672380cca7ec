/* SPDX-License-Identifier: MIT */
/* What every generation makes of one reference, side by side. */
#ifndef URIEL_CLI_LINEAGE_H
#define URIEL_CLI_LINEAGE_H

#include "buffer.h"
#include "json.h"
#include "record.h"

/* One generation's verdict. */
struct lineage_verdict {
  uriel_spec spec;
  bool valid; /* and, where there is a base, resolved */
  uriel_form form;
  uriel_text host;
  bool current_document;
  uriel_text fragment; /* of a reference to the current document */
  uriel_text target;   /* undefined without a base */
  uriel_text shown;    /* the target, or what is written for the current document */
  struct record_fault fault;
};

struct lineage_verdicts {
  struct lineage_verdict of[READING_SPECS]; /* of the generations that are built, from the oldest on */
  size_t count;
  bool has_base;
  bool hosts_agree;
  bool targets_agree;
};

/* Whether what a valid verdict says is not what the newest generation says that takes the reference. */
bool lineage_host_differs(const struct lineage_verdicts *verdicts, size_t index);
bool lineage_target_differs(const struct lineage_verdicts *verdicts, size_t index);

/* For the schema; `detail` of the record is its struct lineage_verdicts, NULL where it was too long. */
void lineage_json(const struct record *record, struct json *json);
void lineage_block(const struct record *record);

#endif
