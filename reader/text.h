/* SPDX-License-Identifier: MIT */
/* References in plain text of any length, through a window. */
#ifndef URIEL_READER_TEXT_H
#define URIEL_READER_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "growing.h"
#include "place.h"
#include "source.h"
#include "uriel.h"

/* A reference that is longer than the limit is not read but told as too long. */
enum { TEXT_WINDOW = 256 * 1024, TEXT_REFERENCE_LIMIT = 64 * 1024 };

struct text_hit {
  struct place place;
  uriel_text raw;     /* as it stands there */
  uriel_text cleaned; /* uriel_hit_clean */
  uriel_hit_kind kind;
  uriel_delimiter delimiter;
  unsigned flags; /* uriel_hit_flag */
};

/* What to look for, and how hits are cleaned; all zero are the defaults. */
struct text_request {
  uriel_find_options find;
  unsigned clean; /* uriel_clean_option */
};

struct text_sink {
  void *context;
  /* Return false to end the reading. */
  bool (*found)(void *context, const struct text_hit *hit);
  bool (*too_long)(void *context, const struct place *place);
};

enum text_result { TEXT_READ, TEXT_ENDED, TEXT_FAILED /* the source's `error` says why */ };

/* Reads all of the source; `cleaned` is a buffer to use. */
enum text_result text_read(struct source *source, const struct text_request *request,
                           struct growing *cleaned, const struct text_sink *sink);

#endif
