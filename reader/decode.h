/* SPDX-License-Identifier: MIT */
/* What undoes a compression. inflate.c alone knows zlib, unzstd.c alone Zstandard; a build without them
 * knows no encoding. */
#ifndef URIEL_READER_DECODE_H
#define URIEL_READER_DECODE_H

#include <stdbool.h>
#include <stdint.h>

#include "source.h"

struct decoder;

/* What decoders of a file have read and written between them: one that is in what another decodes counts
 * too, so that layers do not multiply. */
struct decoder_measure {
  uint64_t in;  /* bytes of the file itself: whoever reads it counts them */
  uint64_t out; /* of all decoders */
};

/* "gzip", "deflate" (with or without zlib's header), "zstd". NULL counts as not known. */
bool decoder_knows(const char *encoding);

/* Reads all of `from`: of gzip all members, of zstd all frames. Without a `measure` (NULL) the decoder
 * counts for itself. NULL: no memory. */
struct decoder *decoder_new(const char *encoding, struct source *from, struct decoder_measure *measure);

/* A source_reader of which the decoder is the context. Fails with EBADMSG where the data is damaged, cut
 * off (after what could be decoded), or followed by something else; with E2BIG where it is made to
 * explode: over 64 MiB, and more than 1,000 times what was read. */
source_reader decoder_read;

/* After data that was damaged (EBADMSG): goes on at what looks like the next member of gzip. False:
 * there is none, or it is another compression. */
bool decoder_resume(struct decoder *decoder);

void decoder_free(struct decoder *decoder);

#endif
