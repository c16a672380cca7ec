/* SPDX-License-Identifier: MIT */
/* RFC 2141: its BNF, in the order of its sections and under its names, with "_" for the hyphens and spaces in them.
 * Read as in doc/rulings.md: without the NID "urn" (2.1), "%00" (2.4), and `reserved` (2.3), which `trans` includes
 * and the prose excludes. */
#include "grammar/automaton.h"

/*!include:re2c "automaton.re" */

/*!rules
  // 2
  URN = 'urn:' NID ":" NSS;

  // 2.1: let_num let_num_hyp{0,31}: one or two characters, three that are not "urn", or more
  NID = let_num let_num_hyp?
      | not_u let_num_hyp{2}
      | 'u' not_r let_num_hyp
      | 'u' 'r' not_n
      | let_num let_num_hyp{3,31};
  not_u = number | [A-TV-Za-tv-z];
  not_r = number | [A-QS-Za-qs-z] | "-";
  not_n = number | [A-MO-Za-mo-z] | "-";

  let_num_hyp = upper | lower | number | "-";
  let_num = upper | lower | number;
  upper = [A-Z];
  lower = [a-z];
  number = [0-9];

  // 2.2
  NSS = URN_chars+;
  URN_chars = trans | "%" (not_0 hex | "0" not_0);
  trans = upper | lower | number | other;
  hex = not_0 | "0";
  not_0 = [1-9A-Fa-f];
  other = "(" | ")" | "+" | "," | "-" | "." | ":" | "=" | "@" | ";" | "$" | "_" | "!" | "*" | "'";
*/

static automaton_answer rfc2141_run(automaton *a)
{
  /*!re2c
    URN { return AUTOMATON_YES; }
    $   { return AUTOMATON_NO; }
    *   { return AUTOMATON_NO; }
  */
}

AUTOMATON_FUNCTIONS(rfc2141)
