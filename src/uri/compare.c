/* SPDX-License-Identifier: MIT */
/* Comparison on the ladder (RFC 3986, 6.2): normal forms are read side by side, none is built. */
#include "uri/normal.h"

/* Of a scheme that has a form of its own for its first segments. */
static bool compare_own_paths(const normal_form *a, const normal_form *b)
{
  segments left = normal_segments(a), right = normal_segments(b);
  const segments_shape shape = uriel_segments_measure(left, a->rules);
  const segments_shape other = uriel_segments_measure(right, b->rules);
  uriel_text one, two;
  if (shape.count != other.count)
    return false;
  for (size_t index = shape.count; index-- > 0;) {
    uriel_segments_previous(&left, &one);
    uriel_segments_previous(&right, &two);
    if (!uriel_pieces_equal(normal_segment(a, &shape, index, one),
                            normal_segment(b, &other, index, two)))
      return false;
  }
  return true;
}

static bool compare_paths(const normal_form *a, const normal_form *b)
{
  if (normal_has_own_path(a) || normal_has_own_path(b))
    return compare_own_paths(a, b);
  if (!a->segmented && !b->segmented)
    return uriel_units_equal(a->path, a->rules, b->path, b->rules);
  if ((a->mode == SEGMENTS_RELATIVE) != (b->mode == SEGMENTS_RELATIVE))
    return false;
  segments left = normal_segments(a), right = normal_segments(b);
  uriel_text piece, other;
  while (uriel_segments_previous(&left, &piece)) {
    if (!uriel_segments_previous(&right, &other) || !uriel_units_equal(piece, a->rules, other, b->rules))
      return false;
  }
  return !uriel_segments_previous(&right, &other);
}

static bool compare_queries(const normal_form *a, const normal_form *b)
{
  if (!a->own && !b->own)
    return uriel_units_equal(a->query, a->rules, b->query, b->rules);
  if (!view_defined(a->query) || !view_defined(b->query))
    return view_defined(a->query) == view_defined(b->query);
  return uriel_pieces_equal(normal_query(a), normal_query(b));
}

static bool compare_forms(const normal_form *a, const normal_form *b)
{
  return uriel_units_equal(a->scheme, a->scheme_rules, b->scheme, b->scheme_rules) &&
         uriel_units_equal(a->userinfo, a->rules, b->userinfo, b->rules) &&
         uriel_units_equal(a->host, a->host_rules, b->host, b->host_rules) &&
         uriel_units_equal(a->port, a->rules, b->port, b->rules) && compare_paths(a, b) &&
         compare_queries(a, b) && uriel_units_equal(a->fragment, a->rules, b->fragment, b->rules);
}

bool uriel_equal(const uriel_ref *a, const uriel_ref *b, uriel_rung rung)
{
  const bool same = a->length == b->length && bytes_equal(a->text, b->text, a->length);
  /* Two generations may give one text two normal forms. */
  if (rung == URIEL_RUNG_STRING || (same && uriel_spec_of(a) == uriel_spec_of(b)))
    return same;
  const normal_form left = uriel_normal_form(a, rung, NULL), right = uriel_normal_form(b, rung, NULL);
  return compare_forms(&left, &right);
}

/* The top rung first, since what differs there, as most pairs do, differs on all: unless by the rules of
 * two generations, whose normal forms may part on a rung above one that they share. */
uriel_rung uriel_compare(const uriel_ref *a, const uriel_ref *b)
{
  uriel_rung rung = URIEL_RUNG_STRING;
  if (uriel_spec_of(a) == uriel_spec_of(b) && !uriel_equal(a, b, URIEL_RUNG_SCHEME))
    return URIEL_RUNG_DIFFERENT;
  while (rung < URIEL_RUNG_DIFFERENT && !uriel_equal(a, b, rung))
    rung++;
  return rung;
}
