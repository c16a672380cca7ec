/* SPDX-License-Identifier: MIT */
/* A part of a long text, searched by itself: what was found in it is what one reading of the whole text
 * would have found, as soon as both are seen to agree near its begin. */
#ifndef URIEL_READER_PART_H
#define URIEL_READER_PART_H

#include "text.h"
#include "uriel_find.h"

struct text_part_hit {
  uriel_hit hit; /* in the part's bytes */
  size_t next;   /* where the search went on */
  struct place place;
};

/* Set all to 0 once; the memory is used for one part after the other. Places are counted from the part's
 * begin. */
struct text_part {
  char *data;
  size_t capacity, len;
  size_t own; /* where the next part begins: what is behind it shows where both agree */
  bool ended; /* the text ends with it */
  bool left;  /* a reference is too long, and neither it nor what is behind it was told */
  int error;  /* errno of a read that failed, ENOMEM: the text ends here as well */
  struct text_part_hit *hits;
  size_t count, hit_capacity;
  size_t resume; /* all hits before it are there; whoever goes on from here finds the others */
  struct place at_own, at_resume;
};

/* Reads `own` bytes and `beyond` more, fewer at the text's end. What goes wrong is in `error`. */
void text_part_read(struct text_part *part, source_reader *read, void *context, size_t own,
                    size_t beyond);

/* Finds what is in it, up to a reference that is too long. */
void text_part_search(struct text_part *part, const struct text_request *request);

/* How far the reading of the whole is. */
struct text_progress {
  uint64_t floor;     /* the end of the last hit */
  uint64_t limit;     /* all hits before it were told; whoever goes on from here finds the others */
  struct place place; /* of `limit` */
};

/* Whether the part, which begins at `begin`, has all hits that are to come up to its `resume`: those
 * from number
 * `*first` on. */
bool text_part_follows(const struct text_part *part, uint64_t begin,
                       const struct text_progress *progress, size_t *first);

/* Moves the progress, which the part at `begin` follows, to the part's end. */
void text_part_pass(const struct text_part *part, const struct place *begin,
                    struct text_progress *progress);

void text_part_free(struct text_part *part);

#endif
