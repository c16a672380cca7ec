/* SPDX-License-Identifier: MIT */
/* Filters (parse, check, resolve, ...): read records, convert each, print all in order. */
#ifndef URIEL_CLI_FILTER_H
#define URIEL_CLI_FILTER_H

#include "cli/shared/input.h"
#include "cli/shared/option.h"
#include "cli/shared/progress.h"
#include "cli/shared/record.h"
#include "cli/shared/render.h"

enum filter_source {
  SOURCE_OPERANDS, /* each operand; without operands, each record of the files or standard input */
  SOURCE_PATHS,    /* the same: the operands are names of files by themselves */
  SOURCE_PAIR,     /* two operands that are one record, or the records of files or standard input */
  SOURCE_INPUT,    /* the records of the files or standard input */
  SOURCE_NOTHING,  /* one record without any input */
  SOURCE_LIST      /* the subcommand's own inputs: see `next` */
};

/* Whether the subcommand has --spec, and for which documents. */
enum filter_spec {
  SPEC_NONE,
  SPEC_FULL,    /* the document's top rule */
  SPEC_PREFIX,  /* the same, and --require-prefix and --partial */
  SPEC_PARTIAL, /* partial forms always, where the document has them apart */
  SPEC_NAMES    /* only the documents about names; default rfc8141 */
};

/* Prints the records of references that were parsed together; returns how many, up to the first that
 * is not a reference (filter_is_reference) or that it leaves to convert. */
typedef size_t filter_rows(const uriel_ref *refs, size_t count);

/* Whether the text is a reference by itself: an empty line is one only if that was asked for, and then
 * it is left to convert too. */
static inline bool filter_is_reference(const uriel_ref *ref)
{
  return !(ref->flags & URIEL_INVALID) && ref->length > 0;
}

struct filter {
  struct help help;
  const struct schema *schema;
  const struct option_spec *options; /* the subcommand's own, of `self` */
  bool blocks;                       /* offers --long, the default on a terminal */
  enum filter_spec spec;

  /* `self` is the argument of filter_run, which the subcommand's own options are read into. `ready`
   * comes after the last and decides where input comes from; it may be NULL. `convert` sees a record
   * whose first value is the input and sets the others, or blames it. */
  enum filter_source (*ready)(void *self, const struct option_reader *reader,
                              const struct reading *reading);
  void (*convert)(void *self, const struct input *input, struct record *record);

  /* Writes the plain form of a valid reference, as snprintf does. URIEL_FAILED, unless convert
   * is NULL: convert does it. Both may be there: write is quicker for lines by RFC 3986. */
  size_t (*write)(const void *self, const uriel_ref *ref, char *out, size_t capacity);

  /* Of SOURCE_LIST: fills in `record`, whose number is set, as convert does, without an input; false
   * after the last. */
  bool (*next)(void *self, struct record *record);

  /* Of subcommands that --jobs can share out: how large `self` is. Each thread more works on a copy, in
   * which `begin` undoes what two may not share, and `end` frees what it came to have; both may be NULL.
   */
  size_t size;
  void (*begin)(void *copy);
  void (*end)(void *copy);

  /* May be NULL. The quick way to print lines of references by RFC 3986, without colour, in that form,
   * or NULL. */
  filter_rows *(*rows)(enum render_form form);
  bool any_reference; /* every reference has a record that is valid: --quiet only has to parse */
};

/* Runs the subcommand; returns its exit status. */
int filter_run(const struct filter *filter, void *self, int argc, char **argv);

/* The output for invalid records. */
enum lane_invalid {
  INVALID_EMPTY, /* an empty record */
  INVALID_DROP,  /* none */
  INVALID_KEEP,  /* the input */
  INVALID_STOP   /* the program ends */
};

struct lane {
  const struct filter *filter;
  void *self; /* the subcommand's, in other lanes a copy of it */
  struct reading reading;
  struct render render;
  bool quiet;
  bool silent;
  enum lane_invalid on_invalid;
  bool reads_empty;          /* an empty line is the empty reference */
  bool quick;                /* lines are parsed together */
  filter_rows *rows;         /* if they are: prints them; NULL: filter->write makes each */
  bool invalid;              /* some record was */
  struct progress *progress; /* NULL if the lane is one of several */
  struct input_block *block; /* that is read; NULL: operands */
  struct buffer written;     /* the last output of filter->write */
  struct record record;
};

/* One record, from its input to the output. */
void lane_record(struct lane *lane, const struct input *input);

/* Prints a record that is complete, and its error. */
void lane_put(struct lane *lane, const struct record *record);

/* All records of the source, which has its files and terminator and all else 0; the second by `jobs`
 * threads, or as many as there can be. `format` is the value of --format, or NULL. */
void lane_run(struct lane *lane, struct input_source *source);
void lane_run_many(struct lane *lane, struct input_source *source, size_t jobs, const char *format);

/* Frees the lane's memory. */
void lane_free(struct lane *lane);

#endif
