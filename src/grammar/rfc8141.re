/* SPDX-License-Identifier: MIT */
/* RFC 8141, 2: its ABNF, in its order and under its names, with "_" for "-". An r-component cannot contain "?=", which
 * ends it (2.3.1). */
#include "grammar/automaton.h"

/*!include:re2c "automaton.re" */

/*!rules
  // 2
  namestring = assigned_name rq_components ("#" f_component)?;
  assigned_name = 'urn' ":" NID ":" NSS;

  NID = alphanum ldh{0,30} alphanum;
  ldh = alphanum | "-";

  NSS = pchar (pchar | "/")*;

  rq_components = ("?+" r_component)?
                  ("?=" q_component)?;

  // 2.3.1: "ends with a "?=" sequence (which begins a q-component)": pchar *( pchar / "/" / "?" ) without "?="
  r_component = pchar (pchar | "/" | "?"+ (not_equals | "/"))* "?"*;
  not_equals = unreserved | pct_encoded | sub_delims_but_equals | ":" | "@";
  sub_delims_but_equals = "!" | "$" | "&" | "'" | "(" | ")" | "*" | "+" | "," | ";";
  q_component = pchar (pchar | "/" | "?")*;

  f_component = fragment;

  // RFC 3986
  fragment = (pchar | "/" | "?")*;
  pchar = unreserved | pct_encoded | sub_delims | ":" | "@";
  pct_encoded = "%" HEXDIG HEXDIG;
  unreserved = ALPHA | DIGIT | "-" | "." | "_" | "~";
  sub_delims = "!" | "$" | "&" | "'" | "(" | ")" | "*" | "+" | "," | ";" | "=";

  alphanum = ALPHA | DIGIT;

  // RFC 5234, B.1; an ABNF string matches either case of its letters
  ALPHA = [A-Za-z];
  DIGIT = [0-9];
  HEXDIG = DIGIT | [A-Fa-f];
*/

static automaton_answer rfc8141_run(automaton *a)
{
  /*!re2c
    namestring { return AUTOMATON_YES; }
    $          { return AUTOMATON_NO; }
    *          { return AUTOMATON_NO; }
  */
}

AUTOMATON_FUNCTIONS(rfc8141)
