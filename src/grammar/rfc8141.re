/* SPDX-License-Identifier: MIT */
/* RFC 8141, 2: its ABNF, in its order and under its names, with "_" for "-". The NID "urn" is left out, and so is "%00"
 * in the NSS: see doc/rulings.md. */
#include "grammar/automaton.h"

/*!include:re2c "automaton.re" */

/*!rules
  // 2
  namestring = assigned_name rq_components ("#" f_component)?;
  assigned_name = 'urn' ":" NID ":" NSS;

  // (alphanum) 0*30(ldh) (alphanum), of two characters, of three that are not "urn", of more
  NID = alphanum alphanum
      | not_u ldh alphanum
      | 'u' not_r alphanum
      | 'u' 'r' not_n
      | alphanum ldh{2,30} alphanum;
  ldh = alphanum | "-";
  not_u = DIGIT | [A-TV-Za-tv-z];
  not_r = DIGIT | [A-QS-Za-qs-z] | "-";
  not_n = DIGIT | [A-MO-Za-mo-z];

  // pchar *(pchar / "/")
  NSS = nss_char (nss_char | "/")*;
  nss_char = unreserved | "%" (not_0 HEXDIG | "0" not_0) | sub_delims | ":" | "@";
  not_0 = [1-9A-Fa-f];

  rq_components = ("?+" r_component)?
                  ("?=" q_component)?;
  r_component = pchar (pchar | "/" | "?")*;
  q_component = pchar (pchar | "/" | "?")*;

  f_component = fragment;

  // RFC 3986
  fragment = (pchar | "/" | "?")*;
  pchar = unreserved | pct_encoded | sub_delims | ":" | "@";
  pct_encoded = "%" HEXDIG HEXDIG;
  unreserved = ALPHA | DIGIT | "-" | "." | "_" | "~";
  sub_delims = "!" | "$" | "&" | "'" | "(" | ")" | "*" | "+" | "," | ";" | "=";

  alphanum = ALPHA | DIGIT;

  // RFC 5234, B.1; an ABNF string stands for either case of its letters
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

bool uriel_rfc8141_member(const char *text, size_t len, size_t *stuck)
{
  return automaton_member(rfc8141_run, text, len, stuck);
}

void uriel_rfc8141_expected(const char *text, size_t offset, grammar_next *next)
{
  automaton_expected(rfc8141_run, text, offset, next);
}
