/* SPDX-License-Identifier: MIT */
/* A part of a long text, searched independently. A search of the whole text finds the same hits if both
 * searches agree near the part's start. */
#ifndef URIEL_READER_PART_H
#define URIEL_READER_PART_H

#include "text.h"
#include "uriel_find.h"

struct text_part_hit {
  uriel_hit hit; /* in the part's bytes */
  size_t next;   /* where the search continued */
  struct place place;
};

/* Zero-initialise once; the memory is reused for all parts. Places are relative to the part's start. */
struct text_part {
  struct buffer text;
  size_t own;         /* start of the next part; the text after it shows where both searches agree */
  bool ended;         /* the text ends with this part */
  bool left;          /* a reference is too long; the hits end before it */
  int error;          /* errno of a failed read, or ENOMEM: the text ends here too */
  struct buffer hits; /* struct text_part_hit */
  size_t resume;      /* all hits before it are known; a search from here finds the others */
  struct place at_own, at_resume;
};

/* Reads `own` bytes and `beyond` more, fewer at the end of the text. Sets `error` on failure. */
void text_part_read(struct text_part *part, source_reader *read, void *context, size_t own,
                    size_t beyond);

/* Finds the hits before the first reference that is too long. */
void text_part_search(struct text_part *part, const struct text_request *request);

/* The progress of the search of the whole text. */
struct text_progress {
  uint64_t floor;     /* the end of the last hit */
  uint64_t limit;     /* all hits before it were reported; a search from here finds the others */
  struct place place; /* of `limit` */
};

/* Whether the part, which begins at `begin`, has all further hits before its `resume`; they start at
 * number `*first`. */
bool text_part_follows(const struct text_part *part, uint64_t begin,
                       const struct text_progress *progress, size_t *first);

/* Moves the progress to the end of the part at `begin`. */
void text_part_pass(const struct text_part *part, const struct place *begin,
                    struct text_progress *progress);

void text_part_free(struct text_part *part);

#endif
