/* SPDX-License-Identifier: MIT */
/* A text that is given piece by piece, so that a form of it can be written, compared and hashed without
 * being built anywhere. */
#ifndef URIEL_TEXT_PIECES_H
#define URIEL_TEXT_PIECES_H

#include "text/percent.h"

typedef struct pieces pieces;

struct pieces {
  /* The next piece, to be read by `rules`; false at the end. It may be empty. */
  bool (*next)(pieces *p, uriel_text *piece, unit_rules *rules);
  unit_rules rules; /* what the caller asked for */
  uriel_text text;  /* what the pieces are of, and how far they are given: as `next` likes */
  uriel_text rest;
  unsigned state;
};

/* Copied by assignment, read from the begin: the functions take their own copies. */
void uriel_pieces_write(writer *w, pieces p);
bool uriel_pieces_equal(pieces a, pieces b);
uint64_t uriel_pieces_hash(pieces p, uint64_t seed); /* the same for pieces that are equal */

#endif
