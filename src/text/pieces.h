/* SPDX-License-Identifier: MIT */
/* A text given piece by piece: a form of it can be written and compared without a buffer. */
#ifndef URIEL_TEXT_PIECES_H
#define URIEL_TEXT_PIECES_H

#include "text/percent.h"

typedef struct pieces pieces;

struct pieces {
  /* Gives the next piece, to be read by `rules`; returns false at the end. A piece may be empty. */
  bool (*next)(pieces *p, uriel_text *piece, unit_rules *rules);
  unit_rules rules; /* requested by the caller */
  uriel_text text;  /* the source of the pieces and the rest of it; used by `next` only */
  uriel_text rest;
  unsigned state;
};

/* Copied by assignment: the functions read their own copies from the beginning. */
void uriel_pieces_write(writer *w, pieces p);
bool uriel_pieces_equal(pieces a, pieces b);

#endif
