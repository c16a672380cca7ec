/* SPDX-License-Identifier: MIT */
/* Decompression. Only inflate.c uses zlib, and only unzstd.c Zstandard; a build without them supports no
 * encoding. */
#ifndef URIEL_READER_DECODE_H
#define URIEL_READER_DECODE_H

#include <stdbool.h>
#include <stdint.h>

#include "source.h"

struct decoder;

/* What all decoders of a file have read and written together, so that nested compression does not
 * multiply the limit. */
struct decoder_measure {
  uint64_t in;  /* bytes of the file itself; its reader counts them */
  uint64_t out; /* of all decoders */
};

/* "gzip", "deflate" (with or without zlib's header), "zstd". NULL counts as unknown. */
bool decoder_knows(const char *encoding);

/* Decodes all of `from`: all members of gzip, all frames of zstd. If `measure` is NULL, the decoder has
 * its own. Returns NULL if there is no memory. */
struct decoder *decoder_new(const char *encoding, struct source *from, struct decoder_measure *measure);

/* A source_reader; the decoder is its context. Fails with EBADMSG if the data is damaged, is cut off
 * (after all that could be decoded), or has something else after it; with E2BIG if it grows too much:
 * over 64 MiB, and more than 1,000 times the bytes read. */
source_reader decoder_read;

/* After damaged data (EBADMSG): continues at what looks like the next member of gzip. Returns false if
 * there is none, or for another compression. */
bool decoder_resume(struct decoder *decoder);

void decoder_free(struct decoder *decoder);

#endif
