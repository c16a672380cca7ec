/* SPDX-License-Identifier: MIT */
/* draft-fielding-url-syntax-05, Appendix A: the collected BNF, rule by rule in the document's order and under its
 * names, with "_" for "-". A reference is split by Appendix B, then checked against the rules (4.4), which the printed
 * rules do not express: if a rule differs from the printed one, the comment above it says why. */
#include "grammar/automaton.h"

/*!include:re2c "automaton.re" */

/*!rules
  URL_reference = (absoluteURL | relativeURL)? ("#" fragment)?;

  // Without opaque_URL: "A reference is parsed as if it is a generic-URL" (4.4), so no text is left for opaque_URL.
  absoluteURL = generic_URL;
  opaque_URL = scheme ":" urlc*;
  generic_URL = scheme ":" (net_path | abs_path | rel_path);

  // For Appendix B, the text before a colon with no "/" before it is a scheme (5), unless it is empty.
  relativeURL = net_path | abs_path | rel_path_noscheme;
  rel_path_noscheme = (path_noscheme | ":" path_segments)? ("?" query)?;
  path_noscheme = (pchar_nc | ";")+ ("/" path_segments)?;

  // Appendix B ends the site at "?" as well.
  net_path = "//" site ("/" path_segments)? ("?" query)?;

  // Two slashes begin a site: "the site component wins" (4.4).
  abs_path = "/" rel_path;
  rel_path = path_nz? ("?" query)?;
  path_nz = (pchar | ";")+ ("/" path_segments)?;

  scheme = (alpha | digit | "+" | "-" | ".")+;

  site = ((user (":" password)? "@")? hostport)?;
  user = (unreserved | escaped | ";" | "&" | "=" | "+")*;
  password = (unreserved | escaped | ";" | "&" | "=" | "+")*;
  hostport = host (":" port)?;
  host = hostname | hostnumber;
  hostname = (domainlabel ".")* toplabel;
  domainlabel = alphanum | alphanum (alphanum | "-")* alphanum;
  toplabel = alpha | alpha (alphanum | "-")* alphanum;
  hostnumber = digit+ "." digit+ "." digit+ "." digit+;
  port = digit*;

  path = "/"? path_segments;
  path_segments = segment ("/" segment)*;
  segment = pchar* (";" param)*;
  param = pchar*;
  pchar = pchar_nc | ":";
  pchar_nc = unreserved | escaped | "@" | "&" | "=" | "+";

  query = urlc*;

  fragment = urlc*;

  urlc = reserved | unreserved | escaped;
  reserved = ";" | "/" | "?" | ":" | "@" | "&" | "=" | "+";
  unreserved = alpha | digit | mark;
  mark = "$" | "-" | "_" | "." | "!" | "~"
       | "*" | "'" | "(" | ")" | ",";

  escaped = "%" hex hex;
  hex = digit | [A-Fa-f];

  alphanum = alpha | digit;
  alpha = lowalpha | upalpha;

  lowalpha = [a-z];
  upalpha = [A-Z];
  digit = [0-9];
*/

static automaton_answer url_1997_run(automaton *a)
{
  /*!re2c
    URL_reference { return AUTOMATON_YES; }
    $             { return AUTOMATON_YES; }
    *             { return AUTOMATON_NO; }
  */
}

AUTOMATON_FUNCTIONS(url_1997)
