/* SPDX-License-Identifier: MIT */
/* How every generation reads one reference, side by side. */
#ifndef URIEL_CLI_LINEAGE_H
#define URIEL_CLI_LINEAGE_H

#include "cli/shared/buffer.h"
#include "cli/shared/json.h"
#include "cli/shared/record.h"

/* One generation's verdict. */
struct lineage_verdict {
  uriel_spec spec;
  bool not_asked; /* a document of names, and the input is no name: nothing else is set then */
  bool valid;     /* the reference, whatever becomes of it with a base */
  uriel_form form;
  uriel_text host;
  struct record_error error; /* if not valid */

  /* With a base, and undefined or false without. Of a valid reference there is either `shown` or
   * `base_error`. */
  bool current_document;
  uriel_text fragment;    /* of a reference to the current document */
  uriel_text target;      /* undefined for the current document */
  uriel_text shown;       /* the target, or the text that stands for the current document */
  bool target_read;       /* the generation accepts the target too, or it is the current document */
  uriel_text target_host; /* as that generation reads the target; the current document's is the base's */
  struct record_error base_error;
};

struct lineage_verdicts {
  struct lineage_verdict of[READING_SPECS]; /* of the generations that are built, from the oldest on */
  size_t count;
  bool has_base;
  bool hosts_agree;
  bool targets_agree;
  bool target_hosts_agree;
};

/* Whether the reference is valid, and the base nothing to resolve it against. */
bool lineage_refuses_base(const struct lineage_verdict *verdict);

/* Fills in on which parts the generations agree. */
void lineage_compare(struct lineage_verdicts *verdicts);

/* For the schema; `detail` of the record is its struct lineage_verdicts, NULL if the input was too long.
 */
void lineage_json(const struct record *record, struct json *json);
void lineage_block(const struct record *record);

#endif
