/* SPDX-License-Identifier: MIT */
/* Command-line options from tables: -b VALUE, -bVALUE, --base VALUE, --base=VALUE, -q0. "--" ends the
 * options; operands may come before them. A table says where each value goes and which options exclude
 * each other, so that reading, help, completions and manual pages come from one place. Any mistake ends
 * the program with a usage error that names the nearest right word. */
#ifndef URIEL_CLI_OPTION_H
#define URIEL_CLI_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/glob.h"

struct option_reader;

/* Reads reader->value into the member of the table's struct that the option names. */
typedef void option_call(void *to, struct option_reader *reader);

/* How an option sets the member that OPTION_TO names. An integer may be a bool, an enum, an
 * unsigned or a size_t. */
enum option_kind {
  OPTION_END,    /* the end of a table */
  OPTION_FLAG,   /* a bool: becomes true */
  OPTION_CHOICE, /* an integer: becomes `low` */
  OPTION_BIT,    /* an integer: gets the bits of `low` */
  OPTION_WORD,   /* an integer: the value's index in `words`, plus `low` */
  OPTION_NUMBER, /* an integer: the value, from `low` to `high` */
  OPTION_SIZE,   /* the same in bytes: 65536, 64k, 64M or 1G */
  OPTION_STRING, /* a const char *: the value, one of `words` if there are any */
  OPTION_LINE,   /* a uriel_text: the value, not empty, without control characters */
  OPTION_CALL,   /* runs `call`, which can read `low` in reader->spec */
  OPTION_HELP    /* prints the help and exits */
};

struct option_spec {
  char letter;       /* 'b' for -b, 0 for none */
  const char *name;  /* "base" for --base */
  const char *value; /* what the help calls the option's value, as in --base=URI; NULL: the option has no
                        value; "[N]": it is optional, --wait or --wait=N, and NULL if left out */
  const char *help;  /* lines of at most 50 columns, separated by \n; NULL: not in the help */
  enum option_kind kind;
  size_t to, size;          /* the member: OPTION_TO */
  size_t low, high;         /* see the kinds */
  const char *const *words; /* ends with NULL */
  option_call *call;
  unsigned excludes; /* a bit for each group that the option is in: two options of a group exclude each
                        other */
  const char *with;  /* the name of the option without which this one means nothing; NULL */
  bool many;         /* can be given several times: for completions */
  const char *title; /* a heading before the option in the help; NULL: none */
};

#define OPTION_TO(type, member) .to = offsetof(type, member), .size = sizeof(((type *)0)->member)

/* The groups of more than one table; a table's own begin at OPTION_GROUP_OWN. */
enum {
  OPTION_GROUP_FORM = 1,
  OPTION_GROUP_INPUT = 2,
  OPTION_GROUP_OWN = 4,
  OPTION_GROUP_BEFORE = 1 << 14, /* text before a reference in the output */
  OPTION_GROUP_COUNT = 1 << 15,  /* prints numbers instead of records */
  OPTION_GROUP_JOBS = 1 << 16,
  OPTION_GROUP_INVALID = 1 << 17, /* --invalid */
  OPTION_GROUP_KEEP = 1 << 18,    /* makes --invalid=keep the default */
  OPTION_GROUP_SPEC = 1 << 19,    /* --spec */
  OPTION_GROUP_COLUMNS = 1 << 20  /* which columns there are */
};

struct option_table {
  const struct option_spec *specs;
  void *self; /* the struct that the options are read into */
};

/* A part of a subcommand's help (cli/help.txt), without the final line feed; empty if the help lacks the
 * part. */
enum help_part { HELP_USAGE, HELP_ABOUT, HELP_EXAMPLES };
uriel_text help_part(const char *command, enum help_part part);

enum { OPTION_TABLES = 5, OPTION_MOST = 128 /* options in all tables */ };

struct option_reader {
  const char *command;                       /* for messages and the help */
  const char *note;                          /* a paragraph of the help; NULL: none */
  struct option_table tables[OPTION_TABLES]; /* up to the first without specs */
  int argc;
  char **argv;                    /* skips argv[0] */
  const struct option_spec *spec; /* the option that is being read */
  const char *value;              /* its value */
  char name[32];                  /* "--base" or "-b": that option as it was written, for messages */
  const char *first; /* the operand before the others, if the subcommand has one (stage.h) */
  char **operands;   /* complete after option_read; points into argv */
  size_t operand_count;
  size_t open_count; /* how many operands precede "--" */
  size_t file_count; /* how many --file have been given */
  /* private */
  int at;
  const char *letters;
  bool given[OPTION_MOST]; /* for each option, in the order of the tables */
};

/* Reads all options. Set command, tables, argc and argv, all else to 0, first. */
void option_read(struct option_reader *reader);

/* The option of that number in all tables; NULL after the last. */
const struct option_spec *option_numbered(const struct option_reader *reader, size_t number);

/* Prints the help. It is in a file of its own because tools/dump-options.c has another. */
void help_print(const struct option_reader *reader);

/* Whether an option of the group was given. */
bool option_given(const struct option_reader *reader, unsigned group);

static inline bool text_is(uriel_text text, const char *word)
{
  return text.len == strlen(word) && memcmp(text.ptr, word, text.len) == 0;
}

/* Undefined equals only undefined. */
static inline bool text_same(uriel_text a, uriel_text b)
{
  if (!a.ptr || !b.ptr)
    return a.ptr == b.ptr;
  return a.len == b.len && memcmp(a.ptr, b.ptr, a.len) == 0;
}

/* The index of `value` in `words` (ends with NULL); else the usage error that lists them. */
size_t option_word(const struct option_reader *reader, const char *const *words);

/* The value as a number from `low` to `high`, else the usage error. */
size_t option_number(const struct option_reader *reader, size_t low, size_t high);

/* The value as a text that is not empty and has no control characters, else the usage error. */
const char *option_line(const struct option_reader *reader);

/* An option_call of a struct glob_list: adds the pattern of paths. */
void option_glob(void *to, struct option_reader *reader);

/* An option_call of a struct buffer, an array of const char *: adds the pattern of text. */
void option_pattern(void *to, struct option_reader *reader);

#endif
