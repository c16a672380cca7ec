/* SPDX-License-Identifier: MIT */
/* Texts in pieces, written and compared. */
#include "text/pieces.h"

void uriel_pieces_write(writer *w, pieces p)
{
  uriel_text piece;
  unit_rules rules;
  while (p.next(&p, &piece, &rules))
    uriel_write_units(w, piece, rules);
}

/* Reads pieces unit by unit. */
typedef struct piece_units {
  pieces p;
  const char *at, *end;
  unit_rules rules;
} piece_units;

static bool piece_unit_next(piece_units *u, unsigned *unit)
{
  uriel_text piece;
  while (u->at == u->end) {
    if (!u->p.next(&u->p, &piece, &u->rules))
      return false;
    u->at = piece.ptr;
    u->end = piece.ptr + piece.len;
  }
  *unit = unit_next(&u->at, u->end, u->rules);
  return true;
}

bool uriel_pieces_equal(pieces a, pieces b)
{
  piece_units left = {.p = a}, right = {.p = b};
  unsigned one, other;
  while (piece_unit_next(&left, &one))
    if (!piece_unit_next(&right, &other) || one != other)
      return false;
  return !piece_unit_next(&right, &other);
}
