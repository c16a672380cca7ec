/* SPDX-License-Identifier: MIT */
/* Decompression. Only inflate.c uses zlib, only unzstd.c Zstandard, only unbrotli.c Brotli; a build
 * without them supports no encoding. */
#ifndef URIEL_READER_DECODE_H
#define URIEL_READER_DECODE_H

#include <stdbool.h>
#include <stdint.h>

#include "source.h"

struct decoder;
struct unpacker_set;

/* The bytes read and written by all decoders of a file together, so that nested compression does not
 * multiply the limit. */
struct decoder_measure {
  uint64_t in;  /* bytes of the file itself; its reader counts them */
  uint64_t out; /* of all decoders */
};

/* Returns the previous set. New decoders of this thread have the compressions of `set`; NULL selects the
 * compressions of the build. */
const struct unpacker_set *decoder_enter(const struct unpacker_set *set);

/* A build can support "gzip", "deflate" (with or without zlib's header), "raw" (deflate of a ZIP file's
 * member: the bytes after its end stay in the source), "zstd", with a dictionary in its first frame or
 * without, and "br". NULL is unknown. */
bool decoder_knows(const char *encoding);

/* Returns the encoding of a file that another build decodes, by its format (kind_of) and its name, which
 * may be NULL; or NULL. */
const char *decoder_lacks(const char *format, const char *name);

/* Returns NULL if memory runs out. Decodes all of `from`: all members of gzip, all frames of zstd.
 * If `measure` is NULL, the decoder uses its own. */
struct decoder *decoder_new(const char *encoding, struct source *from, struct decoder_measure *measure);

/* Of gzip: decoding ends before the first member that starts at or after `limit` in `from`. */
void decoder_limit(struct decoder *decoder, uint64_t limit);

/* Whether decoding ended before such a member. */
bool decoder_is_stopped(const struct decoder *decoder);

/* Returns where that member starts; without one, how many bytes of `from` were read. */
uint64_t decoder_position(const struct decoder *decoder);

/* A source_reader; the decoder is its context. Fails with EBADMSG if the data is damaged, is cut off
 * (after everything that can be decoded), or has other data after it; with E2BIG if it grows too
 * much: over 64 MiB, and more than 1,000 times the bytes read. */
source_reader decoder_read;

/* After damaged data (EBADMSG): continues at the next possible gzip member. Returns false if it
 * finds no such member, and for other compressions. */
bool decoder_resume(struct decoder *decoder);

/* Whether data has the encoding as far as its start shows: KIND_SAMPLE bytes, or all. For encodings
 * without magic bytes. */
bool decoder_fits(const char *encoding, const char *data, size_t len);

/* Returns the encoding of a file that only its name shows, or NULL: "br" for ".br", if the data fits. */
const char *decoder_of_name(const char *name, const char *data, size_t len);

void decoder_free(struct decoder *decoder);

#endif
