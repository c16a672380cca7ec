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
  COLUMN_OWN,       /* the parts in `own`, together; it has no value of its own */
  COLUMN_PARAMS     /* a query, whose parameters JSON lists; no other form has it */
};

struct column {
  const char *key; /* in JSON, in --tsv's header and in --format */
  enum column_kind kind;
  enum tone tone;
};

struct input;
struct record;
struct suffixes;
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

  /* --format also knows the keys of a reference (key.h), which are those of this column. */
  bool has_keys;
  size_t keys_of;
  const struct suffixes *suffixes; /* of these keys; NULL: the list that is built in */

  /* A subcommand's own output forms; NULL to make them from the columns. `json` writes the members after
   * the input and before the error; `block` writes the lines of --long, for valid records only. */
  void (*json)(const struct record *record, struct json *json);
  void (*block)(const struct record *record);
  void (*line)(const struct record *record); /* the plain form of valid ones, its terminator apart */
};

/* An error with the text that it is in. `code` and the members after it are set only for the tool's own
 * errors, `section` also for those of a scheme. */
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
  const char *section; /* "4.3"; of a document other than the record's: "RFC 9110, 4.2.1" */
  const char *hint;
};

struct record {
  uint64_t number;
  const char *file;       /* the name of the file that it is of, or NULL */
  struct reading reading; /* how to parse; convert may change it */
  bool invalid;           /* then `error` says why */
  bool empty;             /* made of an empty line: neither valid nor invalid */
  bool negative;          /* valid, but the answer is no: exit status 1 */
  bool refused;           /* has a record though its input is not valid: `error` says why */
  bool kept;              /* its input is printed though it is invalid, whatever --invalid says */
  bool left_out;          /* not printed: filter, clean, sample */
  bool told;              /* its error is printed elsewhere, or has been */
  bool again;             /* there are more records of this input */
  size_t turn;            /* how many records of this input came before */
  struct record_error error;
  const uriel_own_part *own;
  size_t own_count;
  uriel_text heading;     /* defined: the heading of the --long block instead of the input */
  uriel_text plain;       /* defined: the text of the plain form instead of its column */
  struct repairs repairs; /* of the input (whatwg) */
  const struct record_error *warnings; /* about a valid input */
  size_t warning_count;
  const void *detail; /* for the schema's own forms */
  uriel_text input;   /* for --invalid=keep; undefined if there is no input, or not all of it */
  uriel_text second;  /* the second operand of a pair */
  uriel_text parsed;  /* what record_parse read last, */
  uriel_ref ref;      /* and the reference, which can be a repaired URL */

  uriel_text values[RECORD_COLUMNS]; /* as the schema's columns; undefined ones are left out */
};

/* Makes it the record of that number, of which nothing is known, for records of that schema. */
void record_begin(struct record *record, const struct schema *schema, uint64_t number,
                  const struct reading *reading);

/* Marks the record invalid: `error` is in `text`, which is not the thing named in `what`. */
void record_blame(struct record *record, const uriel_error *error, uriel_text text);

/* A column's value as text, which may be in `scratch`; undefined if it has no value, and in an empty
 * record except the input. COLUMN_OWN gives "NAME=VALUE" of each part, separated by spaces. */
uriel_text record_value(const struct schema *schema, const struct record *record, size_t column,
                        struct buffer *scratch);

/* The document's own part of that name, or undefined. */
uriel_text record_own(const struct record *record, const char *name);

/* Parses `text` as the record's reading says, or marks the record invalid. */
bool record_parse(struct record *record, uriel_ref *ref, uriel_text text);

/* Returns the reference that the keys are of, or NULL: what record_parse read if that is the column,
 * otherwise the column's text, parsed by the record's document into `ref`. */
const uriel_ref *record_reference(const struct schema *schema, const struct record *record,
                                  uriel_ref *ref);

/* Parses the value of --base. Ends the program with STATUS_USAGE if the base is missing, or is not a URI
 * with a scheme, after printing the error. */
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

/* Of a schema: the keys of a reference are those of the result. */
#define TARGET_KEYS .has_keys = true, .keys_of = TARGET_RESULT

/* Records whose first two columns are a pair to compare. */
enum pair_column { PAIR_A, PAIR_B };

/* Sets a and b: two operands, or a record split at its first tab, which no reference can hold. Blames
 * the record that is no pair. */
bool pair_split(const struct input *input, struct record *record);

#endif
