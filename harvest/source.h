/* SPDX-License-Identifier: MIT */
/* The bytes of a document: a window that slides over a file, a pipe or standard input. */
#ifndef URIEL_HARVEST_SOURCE_H
#define URIEL_HARVEST_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

/* Set all to 0 once; the buffer is used for one document after the other. */
struct source {
  int fd;
  char *data; /* the window */
  size_t len;
  size_t capacity;
  bool ended; /* the window holds the document's last byte, or reading failed */
  int error;  /* errno of a read that failed; ENOMEM also where the window could not grow */
};

void source_start(struct source *source, int fd);

/* Reads until the window holds `len` bytes or the document ends. False where `error` is set. */
bool source_fill(struct source *source, size_t len);

/* Drops the window's first `len` bytes. */
void source_drop(struct source *source, size_t len);

/* Gives memory back where the last document took much. */
void source_shrink(struct source *source);

void source_free(struct source *source);

#endif
