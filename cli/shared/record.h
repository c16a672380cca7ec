/* SPDX-License-Identifier: MIT */
/* An output record: the result of a subcommand for an input, independent of the form of output. */
#ifndef URIEL_CLI_RECORD_H
#define URIEL_CLI_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "key.h"
#include "output.h"
#include "reading.h"

enum { RECORD_COLUMNS = 64 }; /* as many as `aside` has bits */
enum { RECORD_SCRATCH = 7 };

enum column_kind {
  COLUMN_TEXT,
  COLUMN_REFERENCE, /* in colour, component by component */
  COLUMN_VALID,     /* true or false: whether there is no error */
  COLUMN_LITERAL,   /* a number, "true" or "false": JSON has it without quotation marks */
  COLUMN_KEY,       /* the value of the key of that name (key.h) */
  COLUMN_SPEC,      /* the document of the reference, except RFC 3986 */
  COLUMN_PREFIX,    /* true if the reference has the prefix "URL:" */
  COLUMN_OWN,       /* the parts that the document names otherwise (uriel_own_parts) */
  COLUMN_PARAMS,    /* a query, whose parameters JSON lists; no other form has it */
  /* With --columns: */
  COLUMN_HIDDEN,        /* in no form: the input, and a subcommand's own columns */
  COLUMN_INPUT,         /* the input */
  COLUMN_COPY,          /* the hidden column of that name */
  COLUMN_CHOSEN,        /* as COLUMN_KEY, after modifiers: text, */
  COLUMN_BOOL,          /* bool */
  COLUMN_INTEGER,       /* or integer */
  COLUMN_ERROR,         /* the member of the error of that name */
  COLUMN_ERROR_INTEGER, /* the same */
  COLUMN_READ           /* record_read */
};

static inline bool column_is_key(enum column_kind kind)
{
  return kind == COLUMN_KEY || (kind >= COLUMN_CHOSEN && kind <= COLUMN_INTEGER);
}

/* Returns URIEL_KIND_BOOL if the values are "true" and "false", URIEL_KIND_INTEGER for numbers. */
static inline uriel_kind column_result(enum column_kind kind)
{
  return kind == COLUMN_VALID || kind == COLUMN_PREFIX || kind == COLUMN_BOOL ? URIEL_KIND_BOOL
         : kind == COLUMN_INTEGER || kind == COLUMN_ERROR_INTEGER             ? URIEL_KIND_INTEGER
                                                                              : URIEL_KIND_TEXT;
}

struct column {
  const char *key; /* in JSON, in --tsv's header and in --format */
  enum column_kind kind;
  enum tone tone;
};

struct record;
struct lane;
struct json;

/* Whether the columns are the components, so that row_put can print them. */
enum schema_rows {
  ROWS_NONE,
  ROWS_ALL,
  ROWS_JSON /* only in JSON, and without parameters */
};

/* The columns of a subcommand's records, in the order of JSON, which adds `error` after them. */
struct schema {
  const struct column *columns;
  const struct key *keys; /* with --columns; NULL: the columns' names */
  size_t count;
  size_t plain; /* the column that is the plain output; with `pairs`, from here all, as key=value */
  bool pairs;
  uint64_t aside;     /* bits of columns that are not in --tsv */
  uint64_t only_json; /* bits of columns that only JSON has */
  bool partial;       /* an invalid record has values, too, which --format prints */
  bool changes;       /* the plain output is the input, changed */
  bool explains;      /* the columns give the reason of an invalid record that has `detail`: all forms
                         print them */
  bool no_errors;     /* `convert` reports no errors, so that --tsv has no columns for them */

  /* The column whose reference has the keys (key.h), or the plain one if that is undefined: for --keys,
   * and with has_keys for --format. Column 0 without has_keys: no keys. */
  bool has_keys;
  size_t keys_of;

  enum schema_rows rows;

  /* A subcommand's own output forms; NULL to make them from the columns. `json` writes the members after
   * the input and before the error; `block` writes the lines of --long, for valid records only. */
  void (*json)(const struct record *record, struct json *json);
  void (*block)(const struct record *record);
  void (*line)(const struct record *record); /* the plain form of valid ones, its terminator apart */
};

/* An error with the text that it is in. `code` and the members after it are set only for the tool's own
 * errors, `section` also for a scheme's errors. */
struct record_error {
  uriel_error error;
  uriel_text text;
  uriel_component within; /* which component `text` is; URIEL_REFERENCE for a whole one */
  const char
      *what; /* "not a base URI"; "": the message is complete; NULL: "not a", and the document's noun */
  const char *in; /* "a", "b": which of several inputs; NULL for the one */
  const char *code;
  const char *message;
  const char *expected;
  const char *section; /* "4.3"; of a document other than the record's: "RFC 9110, 4.2.1" */
  const char *hint;
  const char *lenient; /* follows the hint if only lenient reading accepts the text; or NULL */
};

enum verdict {
  VERDICT_VALID,
  VERDICT_INVALID, /* `error` gives the reason */
  VERDICT_EMPTY,   /* of an empty line: neither valid nor invalid */
  VERDICT_NO       /* valid, but the answer is negative: exit status 1 */
};

struct record {
  enum verdict verdict;
  bool hidden; /* not printed */
  uint64_t number;
  uriel_text input;     /* undefined if there is no input, or not all of it */
  uriel_text second;    /* the second operand of a pair */
  uriel_text line;      /* with --json-in: the line whose field is the input */
  const uriel_ref *ref; /* the reference that was parsed last, perhaps a repaired URL, or NULL */
  bool passes_empty;    /* an empty text is not a reference */
  const char *file;     /* the name of the file that the input is in, or NULL */
  bool is_operand;      /* the input is an operand, not a line */
  struct lane *lane;
  struct buffer *scratch;          /* RECORD_SCRATCH buffers of the lane, for the subcommand */
  char *out, *out_end;             /* where a text can be written: see lane_room */
  struct reading reading;          /* how to parse; the subcommand may change it */
  struct reading_room *other_room; /* of another reference than the one that was parsed last */
  uriel_read read;                 /* how the reference was read; if not EXACT, `error` is RFC 3986's */
  struct record_error error;
  size_t own_count;       /* of `own` */
  uriel_text heading;     /* defined: the heading of the --long block instead of the input */
  uriel_text plain;       /* defined: the text of the plain form instead of its column */
  struct repairs repairs; /* of the input (whatwg) */
  const struct record_error *warnings; /* about a valid input */
  size_t warning_count;
  const void *detail; /* for the schema's own forms */
  uriel_text parsed;  /* the text of `ref` */
  uriel_ref storage;  /* `ref`, unless the loop parsed it */

  uriel_text values[RECORD_COLUMNS]; /* as the schema's columns; undefined ones are left out */
  uriel_own_part own[URIEL_OWN_PARTS_MAX];
};

/* Returns whether a line is a reference by itself: an empty one is only with --empty=reference. */
static inline bool record_is_reference(const uriel_ref *ref)
{
  return !(ref->flags & URIEL_INVALID) && ref->length > 0;
}

/* Returns the record's line: the input, or the JSON around it. */
static inline uriel_text record_line(const struct record *record)
{
  return record->line.ptr ? record->line : record->input;
}

static inline bool record_is_invalid(const struct record *record)
{
  return record->verdict == VERDICT_INVALID;
}

/* Returns whether RFC 3986, or the document of --spec, has an error in the reference, even if it was
 * read otherwise. */
static inline bool record_has_error(const struct record *record)
{
  return record_is_invalid(record) || record->read != URIEL_READ_EXACT;
}

/* Returns "encoded" or "whatwg" if RFC 3986 does not accept the unchanged text; otherwise NULL.
 */
static inline const char *record_read(const struct record *record)
{
  return record->read == URIEL_READ_ENCODED  ? "encoded"
         : record->read == URIEL_READ_WHATWG ? "whatwg"
                                             : NULL;
}

/* Returns whether the record is printed as an invalid one, with its error. */
static inline bool record_fails(const struct schema *schema, const struct record *record)
{
  return record_is_invalid(record) && !(schema->explains && record->detail);
}

/* Empties the record, for that number and schema. */
void record_begin(struct record *record, const struct schema *schema, uint64_t number,
                  const struct reading *reading);

/* Marks the record invalid: `error` is in `text`, which is `what` (see struct record_error), or NULL.
 * Returns false. record_refuse does so with an error of the tool's own, and expects nothing else. */
bool record_blame(struct record *record, const uriel_error *error, uriel_text text, const char *what);
bool record_refuse(struct record *record, const uriel_error *error, uriel_text text, const char *what,
                   const char *code, const char *message);

/* A column's value as text, which may be in `scratch`; undefined if it has no value, and in an empty
 * record except the input. COLUMN_OWN gives "NAME=VALUE" of each part, separated by spaces. */
uriel_text record_value(const struct schema *schema, const struct record *record, size_t column,
                        struct buffer *scratch);

/* Returns the reference that the keys are of, which may be in `storage` and in other_room; NULL without
 * one. `given` becomes its text, before lenient reading repairs it. */
const uriel_ref *record_keyed(const struct schema *schema, const struct record *record,
                              uriel_ref *storage, uriel_text *given);

/* How a column's value is computed: the key of COLUMN_KEY, the member of an error, and memory. */
struct record_column {
  struct key key;
  struct buffer text;
  size_t error;  /* enum error_key */
  size_t copied; /* of COLUMN_COPY: the hidden column */
};

/* Finds the keys of the schema's columns. */
void record_bind(const struct schema *schema, struct record_column columns[RECORD_COLUMNS]);

/* Sets the values of the columns that follow from the reference and its reading. */
void record_compute(const struct schema *schema, struct record *record,
                    struct record_column columns[RECORD_COLUMNS]);

/* Parses `text` under the record's reading, or marks the record invalid. */
bool record_parse(struct record *record, uriel_ref *ref, uriel_text text);

/* Parses the value of --base. Ends the program with STATUS_USAGE if the base is missing, or is not a URI
 * with a scheme, after printing the error. */
void base_read(const char *command, const char *text, const struct reading *reading, uriel_ref *base);

/* The same without ending the program: returns whether the base is valid; otherwise marks the record
 * invalid. */
bool base_parse(struct record *record, uriel_text text, uriel_ref *base);

/* Whether the generation distinguishes references to the current document from references to the
 * base. */
bool resolution_has_current(uriel_spec spec);

/* Writes "(current document)#s" to `out`, the notation of Appendix C. */
uriel_text resolution_current(const uriel_ref *reference, struct buffer *out);

/* Marks the record invalid because `text` does not resolve against the base. */
void resolution_blame(struct record *record, const uriel_error *error, const uriel_ref *base,
                      uriel_text text);

/* Records of subcommands that make one text of one input: `input valid RESULT`. */
enum target_column { TARGET_INPUT, TARGET_VALID, TARGET_RESULT, TARGET_COLUMNS };

/* Their schema, with the result under `name`. A result that is a reference has the keys of --format. */
#define TARGET_SCHEMA(name, kind_, json_)                                                               \
  &(const struct schema)                                                                                \
  {                                                                                                     \
    .columns = (const struct column[]){{"input", (kind_), TONE_PLAIN},                                  \
                                       {"valid", COLUMN_VALID, TONE_PLAIN},                             \
                                       {name, (kind_), TONE_PLAIN}},                                    \
    .count = TARGET_COLUMNS, .plain = TARGET_RESULT, .json = (json_),                                   \
    .keys_of = (kind_) == COLUMN_REFERENCE ? TARGET_RESULT : 0,                                         \
    .has_keys = (kind_) == COLUMN_REFERENCE, .changes = true                                            \
  }

/* Records whose first two columns are a pair to compare. */
enum pair_column { PAIR_A, PAIR_B };

/* Sets a and b: two operands, or a record split at its first tab, which no reference can contain. Marks
 * a record that is not a pair as invalid. */
bool pair_split(struct record *record);

#endif
