/* SPDX-License-Identifier: MIT */
/* An output record: what one subcommand makes of one input, before any form of output. */
#ifndef URIEL_CLI_RECORD_H
#define URIEL_CLI_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "colour.h"
#include "uriel.h"

enum { RECORD_COLUMNS = 16 };

enum column_kind {
  COLUMN_TEXT,
  COLUMN_REFERENCE, /* in colour, component by component */
  COLUMN_VALID      /* true or false: whether there is no fault */
};

struct column {
  const char *key; /* in JSON, in --tsv's header and in --format */
  enum column_kind kind;
  enum tone tone;
};

/* The columns of a subcommand's records, in the order of JSON; `fault` comes after them by itself. */
struct schema {
  const struct column *columns;
  size_t count;
  size_t plain; /* the column that is the plain output; with `pairs`, from here all, as key=value */
  bool pairs;
};

/* A fault with the text that it is in. `code`, `message` and `expected` are NULL but for the tool's own.
 */
struct record_fault {
  uriel_fault fault;
  uriel_text text;
  uriel_component within; /* which component `text` is; URIEL_REFERENCE for a whole one */
  const char *what;       /* "not a URI reference" */
  const char *in;         /* "a", "b": which of several inputs; NULL for the one */
  const char *code;
  const char *message;
  const char *expected;
};

struct record {
  uint64_t number;
  uriel_text values[RECORD_COLUMNS]; /* as the schema's columns; undefined ones are left out */
  bool invalid;                      /* then `fault` says why */
  bool negative;                     /* valid, but the answer is no: exit status 1 */
  struct record_fault fault;
};

/* Marks the record invalid: `fault` is in `text`, which is (or is not) `what`. */
void record_blame(struct record *record, const uriel_fault *fault, uriel_text text, const char *what);

/* Parses `text`, or marks the record invalid. */
bool record_parse(struct record *record, uriel_ref *ref, uriel_text text);

#endif
