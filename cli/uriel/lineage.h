/* SPDX-License-Identifier: MIT */
/* How each generation reads one reference, side by side. */
#ifndef URIEL_CLI_LINEAGE_H
#define URIEL_CLI_LINEAGE_H

#include "cli/shared/buffer.h"
#include "cli/shared/json.h"
#include "cli/shared/record.h"

/* One generation's verdict.
 *
 * The URL standard has no references: a text is a URL, or one with the help of a base. With a base, a
 * text that is not the same URL without it counts as a relative reference, of which no host is known. */
struct lineage_verdict {
  uriel_spec spec;
  bool not_asked; /* a document of names, and the input is not a name: nothing else is set */
  bool valid;     /* the reference is valid, even if it does not resolve against the base */
  uriel_form form;
  uriel_text host;
  uriel_text normal; /* whatwg, without a base: the URL */
  struct repairs repairs;
  uriel_text repair_names;   /* separated by commas */
  struct record_error error; /* if not valid */

  /* Whether it is not that of the newest RFC that accepts the reference, has a target, or accepts its
   * target. */
  bool host_differs;
  bool target_differs;
  bool target_host_differs;

  /* Undefined or false without a base. A valid reference has either `shown` or `base_error`. */
  bool current_document;
  uriel_text fragment;    /* if the reference is to the current document */
  uriel_text target;      /* undefined for the current document */
  uriel_text shown;       /* the target, or the text printed for the current document */
  bool target_read;       /* the generation also accepts the target, or it is the current document */
  uriel_text target_host; /* of the target, or of the base for the current document */
  struct record_error base_error;
};

struct lineage_verdicts {
  uriel_text text;
  struct lineage_verdict of[READING_SPECS]; /* the built generations, oldest first */
  size_t count;
  bool has_base;
  bool hosts_agree;
  bool targets_agree;
  bool target_hosts_agree;

  /* The host that a reader sees who only splits the text (RFC 3986, Appendix B), if RFC 3986 rejects the
   * text and a browser goes to a different host. */
  uriel_text split_host;
  struct reading_room room; /* for comparing with a URL of the URL standard */
  struct buffer scratch;
};

/* Whether the reference is valid but the base cannot be resolved against. */
bool lineage_refuses_base(const struct lineage_verdict *verdict);

/* Whether all readers agree: the rows, as `rows` says, and one that only splits. */
bool lineage_agrees(const struct lineage_verdicts *verdicts, bool rows);

/* Sets the fields about agreement between the generations. */
void lineage_compare(struct lineage_verdicts *verdicts);

/* For the schema. `detail` of the record is its struct lineage_verdicts, or NULL if the input was too
 * long. */
void lineage_json(const struct record *record, struct json *json);
void lineage_block(const struct record *record);

#endif
