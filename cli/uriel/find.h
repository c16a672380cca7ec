/* SPDX-License-Identifier: MIT */
/* Shared by the files of `uriel find`: find.c has the options and prints the hits, find_read.c reads the
 * documents, find_typed.c reads text of one reference. */
#ifndef URIEL_CLI_FIND_H
#define URIEL_CLI_FIND_H

#include "base/buffer.h"
#include "base/glob.h"
#include "base/texts.h"
#include "cli/shared/cli.h"
#include "cli/shared/general.h"
#include "cli/shared/input.h"
#include "cli/shared/output.h"
#include "cli/shared/render.h"
#include "reader/text.h"
#include "reader/transcode.h"
#include "uriel_historic.h"

struct find_document {
  const char *name;
  size_t name_len;
  uint64_t count; /* selected references */
};

/* A document's bytes on disk. */
struct find_file {
  struct find *find;
  int fd;
  bool prompt;    /* a pipe or a terminal: reading may block */
  bool in_folder; /* found in a folder, not named */
  uint64_t start; /* the offset at which reading of standard input starts, if it is a file */
  uint64_t size;  /* the size of a regular file after `start`, when it was opened */
};

struct find {
  /* The options. */
  struct text_request request;
  struct general general;
  struct render render;
  struct buffer schemes; /* array of uriel_text */
  bool typed;
  bool with_place;
  bool only_reference;
  bool with_name; /* more than one operand: the plain form prints the document's name */
  bool count;
  bool unique;
  uriel_spec spec; /* by which references are read */
  bool to_uri;
  bool only_valid;
  bool only_broken;
  bool tells_errors; /* references are parsed to print their errors */
  bool as_text;
  uriel_text charset;       /* of files without a byte order mark; undefined: UTF-8, or */
  enum utf16 charset_order; /* UTF-16 */

  /* The progress. */
  struct find_document document;
  struct texts seen; /* for --unique */
  struct progress progress;
  uint64_t bytes;
  uint64_t references;
  uint64_t passed_over; /* skipped binary files in folders */
  int status;
  struct ordered *threads; /* NULL if they have not started */
  size_t waiting;          /* small files that stay open until a thread has read them */
  size_t open_most;        /* the limit of `waiting` */

  /* Reused for every document. */
  struct source file;
  struct source decoded;
  struct source recoded;
  struct transcoder *transcoder; /* of the current document; NULL: its bytes are the text */
  struct buffer cleaned;
  struct buffer text, uri, encoded, host, name;
};

/* ---- find.c ----------------------------------------------------------------------------------- */

/* Returns the URI of an abbreviation, a mail address or an IRI (RFC 3986, 4.5; RFC 3987, 3.1), or with
 * --spec=whatwg the URL that a browser makes of the hit. Undefined if that is the text of the hit, or if
 * it has none. */
uriel_text find_uri(struct find *find, const struct text_hit *hit);

/* For --to-uri: replaces the text of a hit that is an IRI with its URI. */
void find_to_uri(struct find *find, struct text_hit *hit);

/* Marks the record invalid if the hit, whose URI is `uri` if that is another text, is no reference by
 * --spec. */
void find_parse(struct find *find, struct record *record, const struct text_hit *hit, uriel_text uri);

/* Whether the text has the syntax of a scheme. */
bool find_is_scheme(uriel_text name);

/* Prints a hit if the options select it. */
void find_print(struct find *find, const struct text_hit *found);

/* For --count: prints the number of references in the document. */
void find_print_count(const struct find *find);

/* To be called if input is not valid: the program's status becomes STATUS_INVALID. Returns whether to
 * print a message. */
bool find_complains(struct find *find);

/* ---- find_read.c ------------------------------------------------------------------------------ */

/* A large file is read in parts of find_part_own bytes, each with find_part_beyond bytes past its end. A
 * smaller file is one part. A test program sets other sizes. */
extern size_t find_part_own, find_part_beyond;

enum { FIND_MOST_JOBS = 256 };

/* Reads an operand: a file, a folder, or "-". */
void find_operand(struct find *find, const char *operand);

source_reader find_bytes; /* the context is a struct find_file */

/* Prints the hits of all queued files. Keeps the current document. */
void find_jobs_drain(struct find *find);

void find_jobs_free(struct find *find);

/* ---- find_typed.c ----------------------------------------------------------------------------- */

/* For --typed: reads each operand as text, or all of standard input, and prints its reference. */
extern const struct schema find_typed_schema;
void find_typed(struct find *find, const struct option_reader *reader);

#endif
