/* SPDX-License-Identifier: MIT */
/* One member of compressed data: the interface of a compression for decode.c. */
#ifndef URIEL_READER_UNPACK_H
#define URIEL_READER_UNPACK_H

#include <stdbool.h>
#include <stddef.h>

enum unpack_result {
  UNPACK_MORE, /* until the data or the room ended */
  UNPACK_END,  /* of a member */
  UNPACK_DAMAGED,
  UNPACK_TOO_WIDE, /* its window is larger than permitted */
  UNPACK_NO_MEMORY
};

struct unpacker {
  const char *encoding;
  bool padded;          /* zeros may follow the last member */
  bool marked;          /* members begin like gzip's, so that the next can be found after damage */
  void *(*start)(void); /* NULL: no memory */
  /* Begins a member. `data` has at least its first two bytes, unless the input ends before. */
  bool (*next)(void *state, const char *data, size_t len);
  /* `*used` and `*made` are the sizes of the input and of the room; set to what was used of each. */
  enum unpack_result (*step)(void *state, const char *data, size_t *used, char *out, size_t *made);
  void (*stop)(void *state);
};

extern const struct unpacker unpacker_gzip, unpacker_deflate, unpacker_zstd;

#endif
