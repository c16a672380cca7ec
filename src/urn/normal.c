/* SPDX-License-Identifier: MIT */
/* The normal form of a URN on RFC 3986's ladder, by the documents of names: percent-encoding is not
 * removed (urn-2011, 5; RFC 8141, 3.1), and "." and ".." in a name are no dot segments. The case of the
 * NID and what the namespace says stand on the level of schemes (src/scheme). */
#include "urn/document.h"

normal_form uriel_urn_normal_form(const uriel_ref *ref)
{
  normal_form n = uriel_normal_written(ref);
  n.scheme_rules = (unit_rules){false, 0, true};
  n.rules = (unit_rules){true, 0, false};
  return n;
}
