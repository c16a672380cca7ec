/* SPDX-License-Identifier: MIT */
/* urn:oid (RFC 3061; the arcs by X.660): object identifiers. */
#include "urn/names.h"

enum { OID_ROOTS = 3, OID_SECOND_MAX = 39 };

/* A number without leading zeros. */
static bool oid_number(name *n)
{
  if (name_skip(n, '0'))
    return !name_is(n, BYTE_DIGIT);
  return uriel_name_span(n, BYTE_DIGIT, 0) > 0;
}

/* Whether the number from `begin` to where `n` stands is above a limit of one or two digits; `at` is the
 * digit that takes it there. */
static bool oid_above(const name *n, const char *begin, unsigned limit, const char **at)
{
  name digits = *n;
  unsigned value = 0;
  for (digits.at = begin; digits.at < n->at; name_step(&digits)) {
    value = value * 10 + uriel_name_value(&digits);
    *at = digits.at;
    if (value > limit)
      return true;
  }
  return false;
}

static name_verdict oid_read(name n)
{
  bool limited = true;
  for (size_t arc = 0;; arc++) {
    const char *const begin = n.at;
    if (!oid_number(&n))
      return name_wrong(n.at, n.at > begin ? "a number has no leading zero"
                                           : "an OID is made of numbers with dots between");
    const char *above = begin;
    if (arc == 0 && oid_above(&n, begin, OID_ROOTS - 1, &above))
      return name_wrong(above, "the first number is 0, 1 or 2");
    if (arc == 0)
      limited = !oid_above(&n, begin, 1, &above);
    if (arc == 1 && limited && oid_above(&n, begin, OID_SECOND_MAX, &above))
      return name_wrong(above, "the second number is at most 39 behind 0 and 1");
    if (name_at_end(&n))
      return name_fine();
    if (!name_skip(&n, '.'))
      return name_wrong(n.at, "an OID is made of numbers with dots between");
  }
}

const urn_rules uriel_names_oid = {"oid", "OID", oid_read, NULL};
