/* SPDX-License-Identifier: MIT */
/* Finds references in plain text of any length, through a window. */
#ifndef URIEL_READER_TEXT_H
#define URIEL_READER_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "place.h"
#include "source.h"
#include "uriel_find.h"

/* A longer reference is not read, but reported as too long. */
enum { TEXT_WINDOW = 1024 * 1024, TEXT_REFERENCE_LIMIT = 64 * 1024 };

struct text_hit {
  struct place place; /* only the offset with `no_lines` */
  uriel_text raw;     /* unchanged, as in the text */
  uriel_text cleaned; /* by uriel_hit_clean; points to `raw` if equal */
  uriel_hit_kind kind;
  uriel_delimiter delimiter;
  unsigned flags; /* uriel_hit_flag */
};

/* Options for finding and cleaning hits; zero-initialise for the defaults. */
struct text_request {
  uriel_find_options find;
  unsigned clean; /* uriel_clean_option */
  bool no_lines;  /* lines and columns are not needed, and stay 1 */
  bool prompt;    /* report the hits of one read before the next, which may block (pipe, terminal) */
};

struct text_sink {
  void *context;
  /* Return false to stop reading. */
  bool (*found)(void *context, const struct text_hit *hit);
  bool (*too_long)(void *context, const struct place *place);
};

enum text_result { TEXT_READ, TEXT_ENDED, TEXT_FAILED /* the source's `error` has the reason */ };

/* Sets `cleaned` to the result of uriel_hit_clean. Returns false if memory runs out. */
bool text_clean(const char *data, const uriel_hit *hit, unsigned options, struct buffer *cleaned);

/* Returns TEXT_FAILED if memory runs out. Cleans a hit in `data` at `place`, and passes it to the
 * sink. */
enum text_result text_tell(const char *data, const uriel_hit *hit, const struct place *place,
                           const struct text_request *request, struct buffer *cleaned,
                           const struct text_sink *sink);

/* Returns where to resume after a reference that is too long: the first byte from `at` that ends any
 * reference, or `len`. */
size_t text_skip(const char *data, size_t len, size_t at);

/* Reads in steps. */
struct text_reader {
  struct source *source;
  const struct text_request *request;
  struct buffer *cleaned;
  const struct text_sink *sink;
  struct place place; /* of the start of the window, between two steps */
  size_t at;          /* the index that `place` belongs to */
  size_t kept;        /* how many bytes the last step left in the window */
  uint64_t floor; /* the end of the last hit in the whole text; the search never goes back before it */
  bool skipping;  /* within a reference that is too long */
};

/* Returns TEXT_READ until the source ends. Searches the data that the source has now. */
enum text_result text_step(struct text_reader *reader);

/* Reads all of the source, which is at `place`; `cleaned` is a scratch buffer. If the source fails or
 * its data is damaged, reports the hits before that first, except one that may continue there. */
enum text_result text_read(struct source *source, const struct place *place,
                           const struct text_request *request, struct buffer *cleaned,
                           const struct text_sink *sink);

#endif
