/* SPDX-License-Identifier: MIT */
/* Comparison on the ladder (RFC 3986, 6.2): normal forms are read side by side, none is built. */
#include "uri/normal.h"

static bool compare_paths(const normal_form *a, const normal_form *b)
{
  if (!a->segmented && !b->segmented)
    return uriel_units_equal(a->path, b->path, a->rules);
  if (a->mode != b->mode)
    return false;
  segments left = normal_segments(a), right = normal_segments(b);
  uriel_text piece, other;
  while (segments_previous(&left, &piece)) {
    if (!segments_previous(&right, &other) || !uriel_units_equal(piece, other, a->rules))
      return false;
  }
  return !segments_previous(&right, &other);
}

bool uriel_equal(const uriel_ref *a, const uriel_ref *b, uriel_rung rung)
{
  if (a->length == b->length && bytes_equal(a->text, b->text, a->length))
    return true;
  if (rung == URIEL_RUNG_STRING)
    return false;
  const normal_form left = uriel_normal_form(a, rung), right = uriel_normal_form(b, rung);
  return uriel_units_equal(left.scheme, right.scheme, normal_scheme_rules) &&
         uriel_units_equal(left.userinfo, right.userinfo, left.rules) &&
         uriel_units_equal(left.host, right.host, left.host_rules) &&
         uriel_units_equal(left.port, right.port, left.rules) && compare_paths(&left, &right) &&
         uriel_units_equal(left.query, right.query, left.rules) &&
         uriel_units_equal(left.fragment, right.fragment, left.rules);
}

uriel_rung uriel_compare(const uriel_ref *a, const uriel_ref *b)
{
  uriel_rung rung = URIEL_RUNG_STRING;
  while (rung < URIEL_RUNG_DIFFERENT && !uriel_equal(a, b, rung))
    rung++;
  return rung;
}
