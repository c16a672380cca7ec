/* SPDX-License-Identifier: MIT */
/* draft-ietf-urnbis-rfc2141bis-urn-01: its collected ABNF (Appendix B), in its order and under its names, with "_" for
 * "-"; URI has urn_path in place of path-rootless, on which it is "superimposed" (2). Without the NID "urn" (2.1), and
 * without "%00" in the NSS (2.3.3). */
#include "grammar/automaton.h"

/*!include:re2c "automaton.re" */

/*!rules
  // Appendix B, and 2
  URI = scheme ":" urn_path ("?" query)? ("#" fragment)?;
  scheme = 'urn';
  query = (pchar | "/" | "?")*;
  fragment = (pchar | "/" | "?")*;
  pchar = unreserved | pct_encoded | sub_delims | ":" | "@";
  unreserved = ALPHA | DIGIT | "-" | "." | "_" | "~";
  pct_encoded = "%" HEXDIG HEXDIG;
  sub_delims = "!" | "$" | "&" | "'" | "(" | ")" | "*" | "+" | "," | ";" | "=";

  urn_path = NID ":" NSS;

  // 2.1: ( ALPHA / DIGIT ) 1*31( ALPHA / DIGIT / "-" ): two characters, three that are not "urn", or more
  NID = let_num let_num_hyp
      | not_u let_num_hyp{2}
      | 'u' not_r let_num_hyp
      | 'u' 'r' not_n
      | let_num let_num_hyp{3,31};
  let_num = ALPHA | DIGIT;
  let_num_hyp = ALPHA | DIGIT | "-";
  not_u = DIGIT | [A-TV-Za-tv-z];
  not_r = DIGIT | [A-QS-Za-qs-z] | "-";
  not_n = DIGIT | [A-MO-Za-mo-z] | "-";

  // 2.2: 1*pchar
  NSS = (unreserved | "%" (not_0 HEXDIG | "0" not_0) | sub_delims | ":" | "@")+;
  not_0 = [1-9A-Fa-f];

  // RFC 5234, B.1; an ABNF string matches either case of its letters
  ALPHA = [A-Za-z];
  DIGIT = [0-9];
  HEXDIG = DIGIT | [A-Fa-f];
*/

static automaton_answer urn_2011_run(automaton *a)
{
  /*!re2c
    URI { return AUTOMATON_YES; }
    $   { return AUTOMATON_NO; }
    *   { return AUTOMATON_NO; }
  */
}

AUTOMATON_FUNCTIONS(urn_2011)
