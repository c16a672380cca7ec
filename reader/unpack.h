/* SPDX-License-Identifier: MIT */
/* The interface that decode.c needs from a compression: decodes one member of compressed data. */
#ifndef URIEL_READER_UNPACK_H
#define URIEL_READER_UNPACK_H

#include <stdbool.h>
#include <stddef.h>

enum unpack_result {
  UNPACK_MORE, /* the input or the output buffer is used up */
  UNPACK_END,  /* end of a member */
  UNPACK_DAMAGED,
  UNPACK_TOO_WIDE, /* the window is larger than permitted */
  UNPACK_NO_MEMORY
};

struct unpacker {
  const char *encoding;
  bool padded; /* zeros may follow the last member */
  bool single; /* only one member; the bytes after it are not part of the data */
  bool marked; /* members begin with gzip's magic bytes, so that the next can be found after damage */
  void *(*start)(void *context); /* of the set; returns NULL if memory runs out */
  /* Begins a member. `data` has at least its first four bytes, unless the input ends earlier. */
  bool (*next)(void *state, const char *data, size_t len);
  /* `*used` and `*made` are the sizes of the input and of the output buffer; set to how much was
   * used of each. */
  enum unpack_result (*step)(void *state, const char *data, size_t *used, char *out, size_t *made);
  void (*stop)(void *state);
};

/* Compressions that replace the compressions of the build (decoder_enter). */
struct unpacker_set {
  const struct unpacker *const *unpackers;
  size_t count;
  void *context;
};

/* The format of the data, for zlib: the size of the window. */
enum { UNPACK_RAW = -15, UNPACK_ZLIB = 15, UNPACK_GZIP = 15 + 16 };

/* Returns the format of HTTP's deflate: some servers leave out zlib's header (RFC 1950, 2.2). */
static inline int unpack_deflate_format(const char *data, size_t len)
{
  const unsigned first = len > 0 ? (unsigned char)data[0] : 0,
                 second = len > 1 ? (unsigned char)data[1] : 0;
  const bool has_header = (first & 0x0f) == 8 && first >> 4 <= 7 && (first << 8 | second) % 31 == 0;
  return has_header ? UNPACK_ZLIB : UNPACK_RAW;
}

extern const struct unpacker unpacker_gzip, unpacker_deflate, unpacker_raw, unpacker_zstd,
    unpacker_brotli;

#endif
