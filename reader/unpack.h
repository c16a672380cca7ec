/* SPDX-License-Identifier: MIT */
/* What decode.c and those who know a compression have in common: one member of compressed data. */
#ifndef URIEL_READER_UNPACK_H
#define URIEL_READER_UNPACK_H

#include <stdbool.h>
#include <stddef.h>

enum unpack_result {
  UNPACK_MORE, /* as far as the data or the room goes */
  UNPACK_END,  /* of a member */
  UNPACK_DAMAGED,
  UNPACK_TOO_WIDE, /* its window is larger than is permitted */
  UNPACK_NO_MEMORY
};

struct unpacker {
  const char *encoding;
  bool padded;          /* zeros may follow the last member */
  bool marked;          /* a member begins as one of gzip does, so that it is found behind damage */
  void *(*start)(void); /* NULL: no memory */
  /* A member begins with `data`: its first two bytes at least, if there are so many. */
  bool (*next)(void *state, const char *data, size_t len);
  /* `*used` and `*made` come in as what there is and may be, and go out as what was. */
  enum unpack_result (*step)(void *state, const char *data, size_t *used, char *out, size_t *made);
  void (*stop)(void *state);
};

extern const struct unpacker unpacker_gzip, unpacker_deflate, unpacker_zstd;

#endif
