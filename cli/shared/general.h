/* SPDX-License-Identifier: MIT */
/* The general options, which mean the same in every program that has them. */
#ifndef URIEL_CLI_GENERAL_H
#define URIEL_CLI_GENERAL_H

#include "base/glob.h"
#include "input.h"
#include "render.h"

/* Which of them a program has. --color, --colour and --help: all. */
enum general_option {
  GENERAL_FILE = 1,          /* --file */
  GENERAL_CHOICE = 1 << 1,   /* --include, --exclude */
  GENERAL_WHOLE = 1 << 2,    /* --max-size */
  GENERAL_MEMORY = 1 << 3,   /* --memory */
  GENERAL_JOBS = 1 << 4,     /* --jobs */
  GENERAL_BLOCKS = 1 << 5,   /* --long, --short */
  GENERAL_JSON = 1 << 6,     /* --json */
  GENERAL_COLUMNS = 1 << 7,  /* --tsv, --header, --format, --null */
  GENERAL_QUIET = 1 << 8,    /* --quiet */
  GENERAL_SILENT = 1 << 9,   /* --silent */
  GENERAL_INVALID = 1 << 10, /* --invalid, --empty */
  GENERAL_SPEC = 1 << 11,    /* --spec: the documents up to RFC 3986 */
  GENERAL_IRI = 1 << 12,     /* --spec: also iri */
  GENERAL_URL = 1 << 13,     /* --spec: also iri and whatwg */
  GENERAL_NAMES = 1 << 14,   /* --spec: the documents about names */
  GENERAL_GUESS = 1 << 15,   /* --guess-scheme */
  GENERAL_PREFIX = 1 << 16,  /* --require-prefix, --partial */
  GENERAL_SPILL = 1 << 17,   /* --memory of a list that can be written to temporary files */
  GENERAL_SITES = 1 << 18,   /* --suffix-list, --private-suffixes */
  GENERAL_LENIENT = 1 << 19, /* --spec: all documents, lenient by default; --strict */
  GENERAL_FIELD = 1 << 20,   /* --json-in */
  GENERAL_CHANGE = 1 << 21,  /* --json-in of a program that changes the field */
  GENERAL_SARIF = 1 << 22,   /* --sarif */
  GENERAL_KEYS = 1 << 23,    /* --keys */
  GENERAL_JUNIT = 1 << 24,   /* --junit */
  GENERAL_HEADER = 1 << 25,  /* --header=FIELD, besides --header */
  GENERAL_ARROW = 1 << 26,   /* --arrow, --binary, --columns */
  GENERAL_ANY = GENERAL_URL | GENERAL_GUESS,
  GENERAL_EVERYDAY = GENERAL_LENIENT | GENERAL_GUESS,
  GENERAL_OPTIONS = 32 /* the rows of the table, and its end */
};

/* The output for invalid records, in the order of the words of --invalid. */
enum general_invalid {
  INVALID_EMPTY, /* an empty record */
  INVALID_DROP,  /* no output */
  INVALID_KEEP,  /* the input */
  INVALID_STOP   /* the program ends */
};

/* A program's words for an option, instead of the table's. */
struct general_text {
  const char *name; /* NULL after the last */
  const char *help;
};

/* Zero-initialise, then set the program's defaults of `form` and `jobs`. */
struct general {
  struct buffer files; /* --file: const char * */
  struct json_in json_in;
  struct render_keys keys; /* --keys */
  struct glob_choice choice;
  size_t max_size, memory; /* 0 without the option */
  uriel_text columns;      /* --columns */
  const char *suffix_list; /* for suffixes_load */
  unsigned suffix_options;
  size_t jobs;
  enum render_form form;
  const char *format; /* then general_render sets `form` to RENDER_FORMAT */
  bool header;
  struct buffer header_fields; /* --header=FIELD: uriel_text, unchecked */
  bool null;
  bool binary; /* --arrow: texts are binary columns */
  bool quiet, silent;
  struct reading reading;
  enum general_invalid invalid;
  bool reads_empty; /* an empty line is the empty reference */
  enum colour_when colour;
  struct option_spec specs[GENERAL_OPTIONS]; /* private: the rows of the program */
};

enum { GENERAL_MOST_JOBS = 256, SPILL_MEMORY = 1 << 30 /* the default of GENERAL_SPILL */ };

/* Returns the table of the options in `has`. `texts` may be NULL. The program's own tables come before
 * it. */
struct option_table general_table(struct general *general, unsigned has,
                                  const struct general_text *texts);

/* After the last option: decides on colours, and sets all of `render` except `keep`, for records of that
 * schema. */
void general_render(struct general *general, const char *command, const struct schema *schema,
                    struct render *render);

/* Sets the keys of `render`, whose schema is set: each key of --keys that is not a column. */
void general_keys(struct general *general, const char *command, struct render *render);

void general_free(struct general *general);

#endif
