/* SPDX-License-Identifier: MIT */
/* An output record: what one subcommand makes of one input, before any form of output. */
#ifndef URIEL_CLI_RECORD_H
#define URIEL_CLI_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffer.h"
#include "colour.h"
#include "reading.h"
#include "uriel.h"

enum { RECORD_COLUMNS = 64 }; /* as many as `aside` has bits */

enum column_kind {
  COLUMN_TEXT,
  COLUMN_REFERENCE, /* in colour, component by component */
  COLUMN_VALID,     /* true or false: whether there is no error */
  COLUMN_LITERAL,   /* a number, "true" or "false": JSON has it without quotation marks */
  COLUMN_OWN        /* the parts in `own`, together; it has no value of its own */
};

struct column {
  const char *key; /* in JSON, in --tsv's header and in --format */
  enum column_kind kind;
  enum tone tone;
};

struct input;
struct record;
struct json;

/* The columns of a subcommand's records, in the order of JSON; `error` comes after them by itself. */
struct schema {
  const struct column *columns;
  size_t count;
  size_t plain; /* the column that is the plain output; with `pairs`, from here all, as key=value */
  bool pairs;
  uint64_t aside;     /* bits of columns that are not in --tsv */
  uint64_t only_json; /* bits of columns that only JSON has */
  bool partial;       /* an invalid record has values, too, which --format prints */
  bool no_errors;     /* convert blames no record, so that --tsv has no columns for it */

  /* Forms of a subcommand's own; NULL for those that columns give. `json` writes what comes after the
   * input, of invalid records before the error; `block` the lines of --long, of valid ones alone. */
  void (*json)(const struct record *record, struct json *json);
  void (*block)(const struct record *record);
  void (*line)(const struct record *record); /* the plain form of valid ones, its terminator apart */
};

/* An error with the text that it is in. `code`, `message` and `expected` are NULL but for the tool's
 * own.
 */
struct record_error {
  uriel_error error;
  uriel_text text;
  uriel_component within; /* which component `text` is; URIEL_REFERENCE for a whole one */
  const char *what;       /* "not a base URI"; "": the message says it all; NULL: "not a", and what the
                             document       calls its own */
  const char *in;         /* "a", "b": which of several inputs; NULL for the one */
  const char *code;
  const char *message;
  const char *expected;
};

struct record {
  uint64_t number;
  struct reading reading; /* how to parse; convert may change it */
  bool invalid;           /* then `error` says why */
  bool empty;             /* made of an empty line: neither valid nor invalid */
  bool negative;          /* valid, but the answer is no: exit status 1 */
  bool refused;           /* has a record though its input is not valid: `error` says why */
  struct record_error error;
  const uriel_own_part *own;
  size_t own_count;
  uriel_text heading; /* defined: what --long has above its block in place of the input */
  uriel_text plain;   /* defined: what the plain form has in place of its column */
  const void *detail; /* for the schema's own forms */
  uriel_text input;   /* all of it, for --invalid=keep; undefined if there is none, or not all of it */
  uriel_text second;  /* the second operand of a pair */

  uriel_text values[RECORD_COLUMNS]; /* as the schema's columns; undefined ones are left out */
};

/* Makes it the record of that number, of which nothing is known, for records of that schema. */
void record_begin(struct record *record, const struct schema *schema, uint64_t number,
                  const struct reading *reading);

/* Marks the record invalid: `error` is in `text`, which is not what the document defines. */
void record_blame(struct record *record, const uriel_error *error, uriel_text text);

/* A column's value in words, of which `scratch` may hold some; undefined where it has none, and in an
 * empty record except the input. Of
 * COLUMN_OWN, "NAME=VALUE" of each part, separated by spaces. */
uriel_text record_value(const struct schema *schema, const struct record *record, size_t column,
                        struct buffer *scratch);

/* The part of that name of the document's own; undefined where there is none. */
uriel_text record_own(const struct record *record, const char *name);

/* Parses `text` as the record's reading says, or marks the record invalid. */
bool record_parse(struct record *record, uriel_ref *ref, uriel_text text);

/* Parses what --base gave. None is a usage error; one that is not a URI, or has no scheme, has its error
 * printed; both end the program with STATUS_USAGE. */
void base_read(const char *command, const char *text, const struct reading *reading, uriel_ref *base);

/* The same without an end: whether it could be read; if not, the record is blamed. */
bool base_parse(struct record *record, uriel_text text, uriel_ref *base);

/* Records of subcommands that make one text of one input: `input valid RESULT`. */
enum target_column { TARGET_INPUT, TARGET_VALID, TARGET_RESULT, TARGET_COLUMNS };

/* An initialiser for the columns, the result under `key`. */
#define TARGET_COLUMNS_OF(key, kind)                                                                    \
  {                                                                                                     \
    [TARGET_INPUT] = {"input", (kind), TONE_PLAIN},                                                     \
    [TARGET_VALID] = {"valid", COLUMN_VALID, TONE_PLAIN}, [TARGET_RESULT] = {key, (kind), TONE_PLAIN},  \
  }

/* Records whose first two columns are a pair to compare. */
enum pair_column { PAIR_A, PAIR_B };

/* Sets a and b: two operands, or a record split at its first tab, which no reference can hold. Blames
 * the record that is no pair. */
bool pair_split(const struct input *input, struct record *record);

#endif
