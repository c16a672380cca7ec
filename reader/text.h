/* SPDX-License-Identifier: MIT */
/* References in plain text of any length, through a window. */
#ifndef URIEL_READER_TEXT_H
#define URIEL_READER_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "buffer.h"
#include "place.h"
#include "source.h"
#include "uriel_find.h"

/* A reference that is longer than the limit is not read but told as too long. */
enum { TEXT_WINDOW = 1024 * 1024, TEXT_REFERENCE_LIMIT = 64 * 1024 };

struct text_hit {
  struct place place; /* by `no_lines` the offset alone */
  uriel_text raw;     /* as it stands there */
  uriel_text cleaned; /* uriel_hit_clean; where it is the same, `raw` itself */
  uriel_hit_kind kind;
  uriel_delimiter delimiter;
  unsigned flags; /* uriel_hit_flag */
};

/* What to look for, and how hits are cleaned; all zero are the defaults. */
struct text_request {
  uriel_find_options find;
  unsigned clean; /* uriel_clean_option */
  bool no_lines;  /* lines and columns are not counted, and stay 1 */
  bool prompt;    /* what one read gives is told before the next, which may wait: a pipe, a terminal */
};

struct text_sink {
  void *context;
  /* Return false to end the reading. */
  bool (*found)(void *context, const struct text_hit *hit);
  bool (*too_long)(void *context, const struct place *place);
};

enum text_result { TEXT_READ, TEXT_ENDED, TEXT_FAILED /* the source's `error` says why */ };

/* Tells the sink of a hit in `data` at `place`, cleaned. TEXT_FAILED: no memory. */
enum text_result text_tell(const char *data, const uriel_hit *hit, const struct place *place,
                           const struct text_request *request, struct buffer *cleaned,
                           const struct text_sink *sink);

/* Where a reference that is too long is over for whoever reads on behind it: at the first byte from `at`
 * on that ends one wherever it stands, or at `len`. */
size_t text_skip(const char *data, size_t len, size_t at);

/* A reading, to be done by steps. */
struct text_reader {
  struct source *source;
  const struct text_request *request;
  struct buffer *cleaned;
  const struct text_sink *sink;
  struct place place; /* of the window's begin, between two steps */
  size_t at;          /* what `place` is the place of */
  size_t kept;        /* what the last look left in the window */
  uint64_t floor;     /* of all that is read, the end of the last hit: nothing before it counts */
  bool skipping;      /* within a reference that is too long */
};

/* One look at what the source has: TEXT_READ until its end. */
enum text_result text_step(struct text_reader *reader);

/* Reads all of the source; `cleaned` is a buffer to use. What was read before the source failed, or its
 * data turned out to be damaged, is told first; what may go on there is not. */
enum text_result text_read(struct source *source, const struct text_request *request,
                           struct buffer *cleaned, const struct text_sink *sink);

#endif
