/* SPDX-License-Identifier: MIT */
/* Bytes in memory as a document's source. */
#ifndef URIEL_LINKS_MEMORY_H
#define URIEL_LINKS_MEMORY_H

#include <string.h>

#include "reader/source.h"

struct memory {
  const char *ptr;
  size_t len; /* not read yet */
};

/* A source_reader of which the memory is the context. */
static inline ssize_t memory_read(void *context, char *data, size_t capacity)
{
  struct memory *memory = context;
  const size_t len = memory->len < capacity ? memory->len : capacity;
  if (len)
    memcpy(data, memory->ptr, len);
  memory->ptr += len;
  memory->len -= len;
  return (ssize_t)len;
}

#endif
