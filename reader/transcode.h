/* SPDX-License-Identifier: MIT */
/* Reads text that is not UTF-8 as UTF-8, and knows where each character is in the document. */
#ifndef URIEL_READER_TRANSCODE_H
#define URIEL_READER_TRANSCODE_H

#include "base/buffer.h"
#include "place.h"
#include "source.h"
#include "uriel_encoding.h"

/* Zero-initialise, then set the first three members and `place` to {0, 1, 1}. The others are private. */
struct transcoder {
  struct source *from; /* the document */
  const uriel_encoding *encoding;
  const struct source *to; /* the text, if places before its window are not needed; NULL: they may be */
  uint64_t malformed;      /* the number of malformed sequences: each is read as U+FFFD */
  uint64_t first;          /* where the first one is in the document */
  uint32_t state;          /* of the encoding */
  /* For each byte of text from `known` on: the bytes of its character in the document, for the first
   * byte of a character; with TRANSCODE_LINE for a line feed. */
  struct buffer widths;
  size_t used;        /* how many of them are before `place` */
  uint64_t known;     /* the offset of `place` in the text */
  struct place place; /* in the document */
  uint64_t read;      /* bytes of the document */
  size_t pending;     /* bytes of `rest` that were not given yet */
  char rest[4];
};

/* A source_reader; the transcoder is its context. */
source_reader transcoder_read;

/* Returns the place in the document of an offset in the text. Offsets must be in ascending order. */
struct place transcoder_place(struct transcoder *transcoder, uint64_t offset);

void transcoder_free(struct transcoder *transcoder);

#endif
