/* SPDX-License-Identifier: MIT */
/* Comparison on the ladder (RFC 3986, 6.2): normal forms are read side by side, none is built. */
#include "text/apart.h"
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

static bool compare_same(const uriel_ref *a, const uriel_ref *b)
{
  return a->length == b->length && bytes_equal(a->text, b->text, a->length);
}

/* Whether scheme and host alone tell two references of RFC 3986 apart, as they do most. */
static bool compare_fronts_differ(const uriel_ref *a, const uriel_ref *b, uriel_rung rung)
{
  const unit_rules rules = {true, rung >= URIEL_RUNG_PERCENT ? BYTE_UNRESERVED : 0, true};
  const uriel_text scheme = component_scheme(a), other = component_scheme(b);
  if ((a->flags | b->flags) & URIEL_SPEC_MASK)
    return false;
  if (normal_scheme_may_own(scheme) || normal_scheme_may_own(other))
    return false;
  return scheme.len != other.len ||
         !uriel_units_equal(component_host(a), rules, component_host(b), rules);
}

/* Of two that are not the same text. */
static APART bool compare_closely(const uriel_ref *a, const uriel_ref *b, uriel_rung rung)
{
  if (compare_fronts_differ(a, b, rung))
    return false;
  const uint32_t hints = uriel_normal_hints(a, rung), others = uriel_normal_hints(b, rung);
  if (uriel_normal_stands(a, rung, hints, NULL) && uriel_normal_stands(b, rung, others, NULL))
    return false;
  /* Side by side, "%XX" is a unit in both or in neither. */
  const uint32_t percent = (hints | others) & URIEL_HAS_PERCENT;
  const normal_form left = uriel_normal_form(a, rung, hints | (a->flags & percent), NULL);
  const normal_form right = uriel_normal_form(b, rung, others | (b->flags & percent), NULL);
  return compare_forms(&left, &right);
}

/* Two generations may give one text two normal forms. */
bool uriel_equal(const uriel_ref *a, const uriel_ref *b, uriel_rung rung)
{
  const bool same = compare_same(a, b);
  const bool alike = uriel_spec_of(a) == uriel_spec_of(b);
  if (rung == URIEL_RUNG_STRING || (same && alike))
    return same;
  if (normal_stands_plainly(a, rung) && normal_stands_plainly(b, rung))
    return same;
  return compare_closely(a, b, rung);
}

/* Whether a rung can have references the same that the one below it has not, by what the parse saw. */
static bool compare_rung_adds(uint32_t flags, uriel_rung rung)
{
  switch (rung) {
  case URIEL_RUNG_CASE:
    return (flags & (URIEL_HAS_UPPER | URIEL_HAS_PERCENT)) != 0;
  case URIEL_RUNG_PERCENT:
    return (flags & URIEL_HAS_PERCENT) != 0;
  case URIEL_RUNG_PATH:
    return (flags & (URIEL_HAS_DOT_SEGMENT | URIEL_HAS_PERCENT)) != 0;
  default:
    return true;
  }
}

/* Of two that are equal on the rung scheme, by RFC 3986, and are not the same text. */
static uriel_rung compare_lowest(const uriel_ref *a, const uriel_ref *b)
{
  for (int rung = URIEL_RUNG_CASE; rung < URIEL_RUNG_SCHEME; rung++)
    if (compare_rung_adds(a->flags | b->flags, (uriel_rung)rung) &&
        compare_closely(a, b, (uriel_rung)rung))
      return (uriel_rung)rung;
  return URIEL_RUNG_SCHEME;
}

/* The top rung first, since what differs there, as most pairs do, differs on all: unless by the rules of
 * two generations, whose normal forms may part on a rung above one that they share. */
uriel_rung uriel_compare(const uriel_ref *a, const uriel_ref *b)
{
  uriel_rung rung = URIEL_RUNG_STRING;
  if (uriel_spec_of(a) == uriel_spec_of(b)) {
    if (!uriel_equal(a, b, URIEL_RUNG_SCHEME))
      return URIEL_RUNG_DIFFERENT;
    if (compare_same(a, b))
      return URIEL_RUNG_STRING;
    if (uriel_spec_of(a) == URIEL_SPEC_RFC3986)
      return compare_lowest(a, b);
  }
  while (rung < URIEL_RUNG_DIFFERENT && !uriel_equal(a, b, rung))
    rung++;
  return rung;
}
