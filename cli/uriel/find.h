/* SPDX-License-Identifier: MIT */
/* What the files of `uriel find` share: what was asked for, and how far the work is. find.c reads the
 * options, find_read.c the documents, find_print.c writes the hits. */
#ifndef URIEL_CLI_FIND_H
#define URIEL_CLI_FIND_H

#include "cli/shared/buffer.h"
#include "cli/shared/progress.h"
#include "cli/shared/render.h"
#include "find_set.h"
#include "reader/glob.h"
#include "reader/text.h"

/* The document that is being read. */
struct find_document {
  const char *name;
  size_t name_len;
  uint64_t count; /* of its references that were chosen */
};

/* The bytes of a document as they are on the disk. */
struct find_file {
  struct find *find;
  int fd;
  bool prompt;    /* a pipe or a terminal: reading it may wait */
  bool in_folder; /* it was not named itself */
  uint64_t start; /* where a file that is standard input is read from */
  uint64_t size;  /* of a regular file from there, as it was when it was opened */
};

struct ordered;

struct find {
  /* What was asked for. */
  struct text_request request;
  struct glob_choice choice;
  struct render render;
  bool with_place;
  bool only_reference;
  bool with_name; /* more than one operand: the plain form tells the document */
  bool count;
  bool unique;
  bool only_valid;
  bool only_broken;
  bool tells_errors; /* references are parsed to print what is wrong with them */
  bool as_text;
  bool quiet;
  bool silent;
  size_t jobs;

  /* How far it is. */
  struct find_document document;
  struct find_set seen;
  struct progress progress;
  uint64_t bytes;
  uint64_t references;
  uint64_t passed_over; /* binary files in folders */
  int status;
  struct ordered *threads; /* NULL: there are none, or not yet */
  size_t waiting;          /* so many small files are open until a thread has read them, */
  size_t open_most;        /* of so many at most */

  /* Used again and again. */
  struct source file;
  struct source decoded;
  struct buffer cleaned;
  struct buffer uri, name;
};

/* Reads an operand: a file, a folder, or "-". */
void find_operand(struct find *find, const char *operand);

/* Reads an open file, whose name is the document's. */
void find_document(struct find *find, struct find_file *file, const char *told);

/* What the parts of reading share. */
void find_name(struct find *find, const char *name, size_t len);
void find_progress(struct find *find);
void find_pass_over(struct find *find, const struct find_file *file, const char *format);
struct text_sink find_sink(struct find *find);

/* Prints a hit, unless it is not among those that were asked for. */
void find_print(struct find *find, const struct text_hit *hit);

/* For --count: how many there were in the document. */
void find_print_count(const struct find *find);

/* Says on standard error, behind the document's name, what is passed over. */
void find_print_too_long(struct find *find, const struct place *place);

/* A large file is cut into parts of so many bytes, each read so far beyond its end; a file of fewer is
 * read as one part. A test's program sets other sizes. */
extern size_t find_part_own, find_part_beyond;

enum { FIND_MOST_JOBS = 256 };

/* Whether a file of the size is one part. */
bool find_jobs_small(uint64_t size);

/* Reads an open file of few bytes, which it closes, when a thread has time for it, and tells what was
 * found in those before where they are in its way. False where there are no threads: nothing was done.
 */
bool find_jobs_document(struct find *find, const struct find_file *file, const char *name,
                        size_t name_len);

/* Reads a large file from where it is. False where there are no threads: nothing was done. */
bool find_jobs_text(struct find *find, const struct find_file *file, uint64_t size);

/* Tells what was found in all that is under way. */
void find_jobs_drain(struct find *find);

void find_jobs_free(struct find *find);

#endif
