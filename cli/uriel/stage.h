/* SPDX-License-Identifier: MIT */
/* Stages (parse, check, resolve, ...) read records, convert each, and print all in order. */
#ifndef URIEL_CLI_STAGE_H
#define URIEL_CLI_STAGE_H

#include "cli/shared/input.h"
#include "cli/shared/option.h"
#include "cli/shared/progress.h"
#include "cli/shared/record.h"
#include "cli/shared/render.h"

enum stage_source {
  SOURCE_OPERANDS, /* each operand; without operands, each record of the files or standard input */
  SOURCE_PATHS,    /* the same, but the operands are names of files */
  SOURCE_PAIR,     /* two operands that form one record, or the records of files or standard input */
  SOURCE_INPUT,    /* the records of the files or standard input */
  SOURCE_NOTHING,  /* one record without input */
  SOURCE_LIST      /* the subcommand's own inputs: see `next` */
};

/* Whether the subcommand has --spec, and for which documents. */
enum stage_spec {
  SPEC_NONE,
  SPEC_FULL,    /* the document's top rule */
  SPEC_PREFIX,  /* the top rule, with --require-prefix and --partial; NEWER_ALL */
  SPEC_PARTIAL, /* always with partial forms, if the document has separate ones */
  SPEC_NAMES    /* only the documents about names; default rfc8141 */
};

/* Which documents younger than RFC 3986 --spec takes, too. */
enum stage_newer {
  NEWER_NONE,
  NEWER_IRI,
  NEWER_URL, /* iri and whatwg */
  NEWER_ALL  /* the same, and there is --guess-scheme */
};

/* Prints the records of references that were parsed together. Returns how many it printed: it stops at
 * the first text that is not a reference (stage_is_reference) or that `convert` must handle. */
typedef size_t stage_rows(void *self, const uriel_ref *refs, size_t count);

/* Whether the text is a reference by itself. An empty line is a reference only with the option for it;
 * `convert` handles it then. */
static inline bool stage_is_reference(const uriel_ref *ref)
{
  return !(ref->flags & URIEL_INVALID) && ref->length > 0;
}

/* `quiet_rows` of a subcommand that gives every reference a valid record. */
stage_rows *stage_pass(const void *self);

struct lane;

struct stage {
  struct help help;
  const struct schema *schema;
  const struct option_spec *options; /* the subcommand's own options, read into `self` */
  const char *first;                 /* what the first operand is ("an expression"), if it is not an
                                        input; `ready` finds it in the reader */
  bool blocks;                       /* has --long, the default on a terminal */
  enum stage_spec spec;
  enum stage_newer newer;
  bool repairs; /* prints on standard error what the URL standard repaired */

  /* `self` is the argument of stage_run; the subcommand's own options are read into it. `ready` is
   * called after the last option and decides where input comes from; it may be NULL. `convert` gets a
   * record whose first value is the input; it sets the other values, or blames the record, or leaves it
   * out. If it sets `again`, it is called again for the same input, with a new record whose `turn` is
   * one higher. */
  enum stage_source (*ready)(void *self, const struct option_reader *reader,
                             const struct reading *reading);
  void (*convert)(void *self, const struct input *input, struct record *record);

  /* Writes the plain form of a valid reference, as snprintf does. Returns URIEL_FAILED if `convert` must
   * handle the reference. If both exist, `write` is the faster way for lines by RFC 3986. */
  size_t (*write)(const void *self, const uriel_ref *ref, char *out, size_t capacity);

  /* For SOURCE_LIST, and for records that are known only after the last input (sort, count). Fills in
   * `record`, whose number is set, as `convert` does but without an input. Returns false after the last
   * record. */
  bool (*next)(void *self, struct record *record);
  bool at_end; /* `next` is for records after the last input */

  /* For subcommands that leave out, merge or reorder records: --invalid is drop by default, and empty
   * lines have no records. */
  bool lists;

  /* `start` is called before the first record, `close` after the last one. `collect` is called for each
   * record of an input before it is printed, and may leave it out. Each may be NULL. */
  void (*start)(void *self, const struct lane *lane);
  void (*close)(void *self);
  void (*collect)(void *self, struct record *record);

  /* For subcommands with --jobs: the size of `self`. Each additional thread works on a copy; `begin`
   * gives the copy its own state and `end` frees that. Both may be NULL. */
  size_t size;
  void (*begin)(void *copy);
  void (*end)(void *copy);

  /* Returns the fast path that prints lines of references by RFC 3986 without colour in that form, or
   * NULL. May be NULL. */
  stage_rows *(*rows)(const void *self, enum render_form form);

  /* The same for --quiet: prints nothing. NULL: each reference needs a record. */
  stage_rows *(*quiet_rows)(const void *self);
};

/* Runs the subcommand; returns its exit status. */
int stage_run(const struct stage *stage, void *self, int argc, char **argv);

/* The output for invalid records. */
enum lane_invalid {
  INVALID_EMPTY, /* an empty record */
  INVALID_DROP,  /* no output */
  INVALID_KEEP,  /* the input */
  INVALID_STOP   /* the program ends */
};

struct lane {
  const struct stage *stage;
  void *self; /* the subcommand's state; other lanes have a copy */
  struct reading reading;
  struct render render;
  bool quiet;
  bool silent;
  enum lane_invalid on_invalid;
  bool reads_empty; /* an empty line is the empty reference */
  bool quick;       /* lines are parsed together */
  stage_rows *rows; /* prints lines that are parsed together; NULL: stage->write is called for each */
  bool invalid;     /* some record was invalid */
  struct progress *progress; /* NULL if several lanes run */
  struct input_block *block; /* the block that is read; NULL: operands */
  struct buffer written;     /* the last output of stage->write */
  struct reading_room room;  /* of the record's reference */
  struct record record;
};

/* Empties the lane's record, to read a reference in the lane's room. */
void lane_begin(struct lane *lane, uint64_t number);

/* Converts and prints one record. */
void lane_record(struct lane *lane, const struct input *input);

/* Prints a complete record, and its error. */
void lane_put(struct lane *lane, const struct record *record);

/* Converts and prints all records of the source, which is zero except for its files and terminator.
 * lane_run_many uses up to `jobs` threads. `format` is the value of --format, or NULL. */
void lane_run(struct lane *lane, struct input_source *source);
void lane_run_many(struct lane *lane, struct input_source *source, size_t jobs, const char *format);

void lane_free(struct lane *lane);

#endif
