/* SPDX-License-Identifier: MIT */
/* Options as changes of references, for `edit` and `build`. */
#ifndef URIEL_CLI_EDIT_H
#define URIEL_CLI_EDIT_H

#include "cli/shared/record.h"
#include "uriel_function.h"

/* The option of a change. */
struct edit_option {
  const char *value; /* "query.q=1" */
  size_t choices;    /* --iterate: the change is one of so many that follow each other; else 1 */
};

/* Changes in the order of their options. Zero-initialise; copies share it. */
struct edits {
  struct buffer changes;  /* array of uriel_change */
  struct buffer of;       /* array of struct edit_option, of the same length */
  struct buffer texts;    /* edits_ready: of the changes */
  struct buffer messages; /* about parts of schemes */
  unsigned options;       /* of parameters: see uriel_change */
  char separator;
  size_t turns; /* edits_ready: records of each input */
};

/* The changes of a record. */
struct edits_now {
  const uriel_change *changes;
  size_t count;
};

size_t edits_count(const struct edits *edits);
uriel_change *edits_at(const struct edits *edits, size_t index);

/* Adds a change, of `choices`. */
void edits_add(struct edits *edits, const struct option_reader *reader, const uriel_change *change,
               size_t choices);

/* Add the change of an option to struct edits, of its name and, if it has one, its value: NAME=VALUE or
 * NAME; a change for each of the values of --iterate. */
option_call edits_change, edits_iterate, edits_separator;
extern const char *const edits_names[]; /* ends with NULL */

/* After the last option: encodes the changes for references under `spec`. A part that such references
 * lack is a usage error. */
void edits_ready(struct edits *edits, const char *command, uriel_spec spec);

/* Returns the changes of that turn. If there are several turns, they are in the buffer. */
struct edits_now edits_of_turn(const struct edits *edits, size_t turn, struct buffer *room);

/* Writes the changed reference to `out`, which has `bound` bytes: uriel_edit_bound. Returns it;
 * undefined if that is not possible, after blaming the record. */
uriel_text edits_apply(const uriel_ref *ref, struct edits_now now, char *out, size_t bound,
                       struct record *record);

/* Returns the message "not a part of this scheme's URIs, whose parts are host, port, ..." in `out`, or
 * NULL if they have the part. */
const char *edits_part_message(const char *scheme, const char *part, struct buffer *out);

#endif
