/* SPDX-License-Identifier: MIT */
/* Finds references in the text of files and folders. With jobs, threads search small files and parts of
 * large files; the caller's thread reports all in order. */
#ifndef URIEL_READER_SEARCH_H
#define URIEL_READER_SEARCH_H

#include "base/unicode.h"
#include "text.h"
#include "transcode.h"
#include "walk.h"

/* What the search reports, in the caller's thread; `context` comes first. */
struct search_sink {
  void *context;
  void (*hit)(void *context, const struct text_hit *hit);
  void (*too_long)(void *context, const struct place *place);
  /* A document ends. `malformed` sequences were read as U+FFFD, the first at byte `first`.
   * `is_whole`: the document was read to its end. */
  void (*end)(void *context, uint64_t malformed, uint64_t first, bool is_whole);
  /* The document is binary, of this format; NULL: it is the program's own output file. */
  void (*skipped)(void *context, const char *format, bool in_folder);
  void (*failed)(void *context, const char *name, const char *reason);
  void (*reads)(void *context, bool may_block);
  /* Whether the program writes to the file. */
  bool (*is_output)(void *context, const struct stat *status);
};

/* Zero-initialise, then set the members before the private ones. */
struct search {
  const struct search_sink *sink;
  const struct text_request *request;
  const struct glob_choice *choice; /* in folders */
  size_t jobs;                      /* 1: this thread only */
  bool as_text;                     /* read binary files, too */
  bool many;                        /* there are several documents */
  const uriel_encoding *charset;    /* of files without a byte order mark; NULL: UTF-8 */

  /* The document that is read, or whose hits are reported, and the bytes of all. */
  const char *name;
  size_t name_len;
  uint64_t bytes;

  /* Private. */
  struct ordered *threads; /* NULL if they have not started */
  size_t waiting;          /* small files that stay open until a thread has read them */
  size_t open_most;        /* the limit of `waiting` */
  struct source file, decoded, recoded;
  struct transcoder *transcoder; /* of the current document; NULL: its bytes are the text */
  struct buffer cleaned;
};

/* A large file is read in parts of search_part_own bytes, each with search_part_beyond bytes past its
 * end. A smaller file is one part. A test program sets other sizes. */
extern size_t search_part_own, search_part_beyond;

enum { SEARCH_MOST_JOBS = 256 };

/* Reads an operand: a file, a folder, or "-". An error is reported, and ends only its document. Ends the
 * program if memory runs out. */
void search_operand(struct search *search, const char *operand);

/* Reads an open file with this name, and closes it. */
void search_open(struct search *search, int fd, const char *name);

/* Reports the hits of all queued files. Keeps the name of the current document. */
void search_drain(struct search *search);

#endif
