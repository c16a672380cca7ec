/* SPDX-License-Identifier: MIT */
/* Stages (parse, check, resolve, ...) read records, convert each, and print all in order. */
#ifndef URIEL_CLI_STAGE_H
#define URIEL_CLI_STAGE_H

#include "base/json_field.h"
#include "cli/shared/cli.h"
#include "cli/shared/error.h"
#include "cli/shared/general.h"
#include "rules.h"

enum stage_source {
  SOURCE_OPERANDS, /* each operand; without operands, each record of the files or standard input */
  SOURCE_PATHS,    /* the same, but the operands are names of files */
  SOURCE_PAIR,     /* two operands that form one record, or the records of files or standard input */
  SOURCE_INPUT,    /* the records of the files or standard input */
  SOURCE_NOTHING,  /* one record without input */
  SOURCE_LIST,     /* records without inputs: see `next` */
  SOURCE_TABLE,    /* SOURCE_OPERANDS, or SOURCE_LIST if there are neither operands nor files */
  SOURCE_HELD      /* as SOURCE_OPERANDS, and after the last input the records of `next` */
};

struct lane;

/* A subcommand: options, a source of records, columns, and at most one function of its own. */
struct stage {
  const struct schema *schema;
  void *self;                        /* the subcommand's state, which is kept until the program ends */
  const struct option_spec *options; /* the subcommand's own options, read into `self` */
  unsigned has;      /* enum general_option: the general options that not every stage has */
  const char *first; /* the name of the first operand ("an expression"), if it is not an input; `ready`
                        finds it in the reader */
  bool partial;      /* --spec always has the partial forms of a document */
  bool repairs;      /* prints on standard error what the URL standard repaired */
  bool files;        /* an operand can be the name of a file: a relative reference, a text, a name */
  bool texts;        /* the inputs are texts: `each` parses what it needs */
  bool lists; /* leaves out, merges or reorders records: --invalid is drop by default, and empty lines
                 have no records */
  enum stage_source source; /* of a stage without `ready` */

  /* Called after the last option; may change the lane's schema, reading and options. May be NULL. */
  enum stage_source (*ready)(void *self, struct lane *lane);

  /* Gets each valid record, whose reference is parsed (not with `texts`); with `lists` every record.
   * Sets the values, blames or hides the record. To have several records of one input it prints all
   * but the last by lane_put. NULL: the columns need nothing else. */
  void (*each)(void *self, struct record *record);

  /* For SOURCE_LIST and SOURCE_HELD: fills in the next record, which has no input, as `each` does.
   * Returns false after the last one. May be NULL. */
  bool (*next)(void *self, struct record *record);

  /* Called after each block of input; may be NULL. */
  void (*flush)(void *self);

  /* Called before the program ends, also by --invalid=stop; may be NULL. */
  void (*close)(void *self);

  /* With GENERAL_JOBS: the size of `self`, of which each thread has a copy. The members from the offset
   * `own` on are its own, and zero at first: `end` frees the members of a copy. */
  size_t size, own;
  void (*end)(void *copy);
};

/* For a stage: the state, and its size. */
#define STAGE_SELF(type, ...) .self = &(type){__VA_ARGS__}, .size = sizeof(type)

/* Runs the subcommand, once in a program; returns its exit status. */
int stage_run(const struct stage *stage, int argc, char **argv);

/* The output for references that are parsed together, without a record for each. */
enum lane_quick {
  QUICK_NOT,     /* each has a complete record */
  QUICK_NOTHING, /* --quiet */
  QUICK_COPY,    /* the unchanged input: consecutive lines are copied together */
  QUICK_TEXT,    /* the value of the plain column, which is written into the output */
  QUICK_ROW      /* the components (row_put) */
};

struct lane {
  const struct stage *stage;
  void *self; /* the subcommand's state; other lanes have a copy */
  struct schema schema;
  struct reading reading;
  struct render render;
  struct general *general;            /* all lanes share it */
  const struct option_reader *reader; /* the same; after the last option */
  bool texts;                         /* as in the stage; `ready` may change it, and `each` */
  void (*each)(void *self, struct record *record);
  bool lines; /* lines are parsed together */
  enum lane_quick quick;
  bool held;                 /* the source is SOURCE_HELD */
  bool every;                /* of a stage that lists: with --invalid=empty each line has a record */
  bool computes;             /* the output has columns of record_compute */
  bool last;                 /* these are the records of `next`, whose errors have been printed */
  bool invalid;              /* a record was invalid, or its answer was negative */
  bool has_lines, has_field; /* --json-in: a line was read; a line had the field */
  struct progress *progress; /* NULL if several lanes run */
  struct input_block *block; /* the block that is read; NULL: operands */
  struct buffer written;     /* lane_room */
  struct buffer label;       /* of the record whose error is printed */
  struct buffer scratch[RECORD_SCRATCH];
  struct warnings warnings;
  struct rules rules;
  struct json_field json;         /* the field of --json-in in the record's line */
  struct reading_room other_room; /* of a reference besides the record's: the first of a pair */
  struct record_column columns[RECORD_COLUMNS];
  struct reading_room room; /* of the record's reference */
  struct record record;
};

char *lane_room_slowly(struct record *record, size_t len);

/* Returns space of `len` bytes for the value of the plain column, until the next call: in the output, if
 * the value is printed at once and unchanged. */
static inline char *lane_room(struct record *record, size_t len)
{
  return len < (size_t)(record->out_end - record->out) ? record->out : lane_room_slowly(record, len);
}

/* Empties the lane's record, to read a reference into the lane's memory. */
void lane_begin(struct lane *lane, uint64_t number);

/* Reads, fills in and prints one record. `ref` is its reference if that is parsed, or NULL. */
void lane_record(struct lane *lane, const struct input *input, const uriel_ref *ref);

/* Prints a complete record, and its error. */
void lane_put(struct lane *lane, struct record *record);

bool lane_field(struct record *record, uriel_text line);

/* Sets the record's input: the line, or with --json-in its field. Returns false if there is no field, or
 * after blaming a line that is not JSON. */
static inline bool lane_input(struct record *record, uriel_text line)
{
  record->input = record->values[0] = line;
  return !record->lane->general->json_in.field || lane_field(record, line);
}

/* Empties the record for another one of the same input. */
void lane_again(struct lane *lane);

/* Prints the records of all inputs of the source, which is zero except for its files and terminator.
 * lane_run_many uses the threads of --jobs. */
void lane_run(struct lane *lane, struct input_source *source);
void lane_run_many(struct lane *lane, struct input_source *source);

/* Writes the last rows and the end of --arrow. */
void lane_end_arrow(const struct lane *lane);

void lane_free(struct lane *lane);

/* The words of --level, from URIEL_LEVEL_STRING on; normalize has no form at that level. */
extern const char *const level_words[];

/* ---- The components (parse.c), for other subcommands too ---- */

/* The components. The plain output is only the input. */
extern const struct schema parse_list_schema;

/* Its columns: the first have the input, its validity and the components. */
enum { PARSE_COMPONENTS = 15 };
extern const struct column parse_columns[];

/* After the last option: decides which columns the forms have. --tsv only has columns that --spec can
 * set. */
enum stage_source parse_ready(void *self, struct lane *lane);

#endif
