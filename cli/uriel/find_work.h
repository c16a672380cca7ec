/* SPDX-License-Identifier: MIT */
/* uriel find --jobs: what a thread does, a small file or a part of a large one, and how it is told. */
#ifndef URIEL_CLI_FIND_WORK_H
#define URIEL_CLI_FIND_WORK_H

#include "find.h"
#include "reader/part.h"

enum find_outcome {
  FIND_OUTCOME_TEXT,
  FIND_OUTCOME_BINARY,
  FIND_OUTCOME_AGAIN /* it is no plain case: the thread that tells reads it by itself */
};

struct find_work {
  bool done;
  bool whole; /* a file, not a part of one */
  struct find_file file;
  char *name; /* of a file */
  size_t name_len, name_capacity;
  uint64_t at; /* where the next read is */
  enum find_outcome outcome;
  const char *format; /* of what is binary */
  uint64_t size;      /* that was read */
  struct text_part part;
};

/* A large file that is read by parts. */
struct find_large {
  const struct find_file *file;
  uint64_t start;     /* the byte of the file at which its text begins */
  uint64_t size;      /* of the text, as far as it was known before */
  uint64_t given;     /* so much of it is in parts that were given */
  struct place begin; /* of the part that is told next */
  struct text_progress progress;
  bool ended;
};

/* Fill in what is to be done. */
void find_work_document(struct find_work *work, const struct find_file *file, const char *name,
                        size_t name_len);
void find_work_part(struct find_work *work, const struct find_file *file, uint64_t start, uint64_t at);

/* By any thread: of `find` it looks at what was asked for alone. */
void find_work_do(struct find_work *work, const struct find *find);

/* By the thread that tells. */
void find_work_tell(struct find_work *work, struct find *find);
void find_large_tell(struct find_large *large, const struct find_work *work, struct find *find);

void find_work_free(struct find_work *work);

#endif
