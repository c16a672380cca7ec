/* SPDX-License-Identifier: MIT */
/* The bytes of a document: a window that slides over a file, a pipe, memory, or what is decoded of
 * another source. */
#ifndef URIEL_READER_SOURCE_H
#define URIEL_READER_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Gives the next bytes: at most `capacity`, 0 of them at the end. -1 with errno set where it fails:
 * EBADMSG for data that is damaged, E2BIG for data that grows beyond all measure when it is decoded,
 * EOVERFLOW for a window of Zstandard that is too large, EFBIG where that would take more memory than
 * the budget has. */
typedef ssize_t source_reader(void *context, char *data, size_t capacity);

/* Set all to 0 once; the buffer is used for one document after the other. */
struct source {
  source_reader *read;
  void *context;
  char *data; /* the window, within `block` */
  size_t len;
  char *block;
  size_t capacity;
  uint64_t dropped; /* bytes before the window */
  bool ended;       /* the window holds the document's last byte, or reading failed */
  int error; /* errno of a read that failed; ENOMEM and EFBIG also where the window could not grow */
};

void source_start(struct source *source, source_reader *read, void *context);

/* Reads a file, of which the context is the descriptor: const int *. */
source_reader source_read_file;

/* Reads until the window holds `len` bytes or the document ends. Where data is damaged (EBADMSG, E2BIG),
 * the document ends before it, and `error` is set. False where `error` is another one. */
bool source_fill(struct source *source, size_t len);

/* Drops the window's first `len` bytes. */
void source_drop(struct source *source, size_t len);

/* How many bytes were read in all. */
uint64_t source_position(const struct source *source);

/* Takes up to `capacity` bytes out of the front of the source, as a source_reader of which it is the
 * context: what is read from one source is the bytes of another. */
source_reader source_take;

/* Why reading failed, in words: "the compressed data is damaged or cut off". */
const char *source_reason(int error);

/* Gives memory back where the last document took much. */
void source_shrink(struct source *source);

void source_free(struct source *source);

#endif
