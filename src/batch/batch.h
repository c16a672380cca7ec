/* SPDX-License-Identifier: MIT */
/* Rows of a batch: what uriel_parse makes of each text, or a mark that it made nothing. */
#ifndef URIEL_BATCH_BATCH_H
#define URIEL_BATCH_BATCH_H

#include "uriel.h"

/* The row of a text that is no reference: the empty path at its end, which every accessor can read. A
 * text that no row can hold is given with the length 0. */
static inline void batch_mark(uriel_ref *ref, const char *text, size_t len)
{
  const uint32_t end = len <= UINT32_MAX ? (uint32_t)len : 0;
  *ref = (uriel_ref){.text = text,
                     .length = end,
                     .path_begin = end,
                     .path_end = end,
                     .query_end = end,
                     .flags = URIEL_INVALID};
}

/* One row; `text` is not NULL. Returns whether it is a reference. */
static inline bool batch_row(uriel_ref *ref, const char *text, size_t len)
{
  if (uriel_parse(ref, text, len, NULL))
    return true;
  batch_mark(ref, text, len);
  return false;
}

#endif
