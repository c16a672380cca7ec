/* SPDX-License-Identifier: MIT */
/* The bytes of a document: a window that slides over a file, a pipe, memory, or the decoded bytes of
 * another source. */
#ifndef URIEL_READER_SOURCE_H
#define URIEL_READER_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Returns how many bytes it wrote, at most `capacity`: 0 at the end. Returns -1 with errno set on
 * failure: EBADMSG for damaged data, E2BIG for data that grows too much when decoded, EOVERFLOW for
 * a Zstandard window that is too large, EFBIG if it needs more memory than the budget has. */
typedef ssize_t source_reader(void *context, char *data, size_t capacity);

/* Zero-initialise once; the block is reused for all documents. */
struct source {
  source_reader *read;
  void *context;
  char *data; /* the window, within `block` */
  size_t len;
  char *block;
  size_t capacity;
  uint64_t dropped; /* bytes before the window */
  bool ended;       /* the window contains the document's last byte, or reading failed */
  int error;        /* errno of a failed read; ENOMEM and EFBIG also if the window could not grow */
};

void source_start(struct source *source, source_reader *read, void *context);

/* Reads as read(2) does, but resumes after a signal, and waits where the descriptor is non-blocking, as
 * one shared with another process may be. The context is the descriptor: const int *. */
source_reader source_read_file;

/* Reads from memory. The context is a struct source_memory. */
struct source_memory {
  const char *ptr;
  size_t len; /* not read yet */
};
source_reader source_read_memory;

/* Returns false for errors other than damaged data. Reads until the window contains `len` bytes or
 * the document ends. Damaged data (EBADMSG, E2BIG) ends the document and sets `error`. */
bool source_fill(struct source *source, size_t len);

/* Drops the window's first `len` bytes. */
void source_drop(struct source *source, size_t len);

/* Drop the next `*left` bytes, and subtract from it how many the document has; the next bytes that are
 * in `bytes`; and the next line. The last returns whether the line has an end. */
void source_skip(struct source *source, uint64_t *left);
void source_skip_any(struct source *source, const char *bytes, size_t count);
bool source_skip_line(struct source *source);

/* Returns what a source_reader returns at the end of a source from which it reads: 0, or -1 with errno
 * set. */
ssize_t source_end(const struct source *source);

/* Returns how many bytes were read in total. */
uint64_t source_position(const struct source *source);

/* Reads from the start of another source, which is the context. */
source_reader source_take;

/* Returns a description of an error: "the compressed data is damaged or cut off". */
const char *source_reason(int error);

/* Frees memory if the last document needed a large window. */
void source_shrink(struct source *source);

void source_free(struct source *source);

#endif
