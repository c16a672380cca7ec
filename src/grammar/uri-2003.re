/* SPDX-License-Identifier: MIT */
/* draft-fielding-uri-rfc2396bis-01: its ABNF, which is not collected ("To be filled-in later", Appendix A), in the
 * order of its sections and under its names, with "_" for "-". An ABNF string matches either case of its letters. "The
 * authority component wins" (4.3) needs no rule: a path that begins with "//" also matches as an authority, since a
 * reg-name allows everything that a segment does, and a server may be empty. */
#include "grammar/automaton.h"

/*!include:re2c "automaton.re" */

/*!rules
  // 2
  uric = reserved | unreserved | escaped;

  reserved = "[" | "]" | ";" | "/" | "?" | ":" | "@"
           | "&" | "=" | "+" | "$" | ",";

  unreserved = ALPHA | DIGIT | mark;
  mark = "-" | "_" | "." | "!" | "~" | "*" | "'" | "(" | ")";

  escaped = "%" HEXDIG HEXDIG;

  // 3
  absolute_URI = scheme ":" (hier_part | opaque_part);

  hier_part = (net_path | abs_path)? ("?" query)?;
  net_path = "//" authority abs_path?;
  abs_path = "/" path_segments;

  opaque_part = uric_no_slash uric*;
  uric_no_slash = unreserved | escaped | "[" | "]" | ";" | "?" | ":"
                | "@" | "&" | "=" | "+" | "$" | ",";

  scheme = ALPHA (ALPHA | DIGIT | "+" | "-" | ".")*;

  authority = server | reg_name;

  reg_name = (unreserved | escaped | ";" | ":" | "@" | "&" | "=" | "+" | "$" | ",")+;

  server = ((userinfo "@")? hostport)?;
  userinfo = (unreserved | escaped | ";" | ":" | "&" | "=" | "+" | "$" | ",")*;

  hostport = host (":" port)?;
  host = IPv6reference | IPv4address | hostname;
  port = DIGIT*;

  hostname = domainlabel qualified;
  qualified = ("." domainlabel)* ("." toplabel ".")?;
  domainlabel = alphanum ((alphanum | "-"){0,61} alphanum)?;
  toplabel = ALPHA ((alphanum | "-"){0,61} alphanum)?;
  alphanum = ALPHA | DIGIT;

  IPv4address = dec_octet "." dec_octet "." dec_octet "." dec_octet;
  dec_octet = DIGIT
            | [1-9] DIGIT
            | "1" DIGIT{2}
            | "2" [0-4] DIGIT
            | "25" [0-5];

  IPv6reference = "[" IPv6address "]";
  IPv6address =                           (h4 ":"){6} ls32
              |                      "::" (h4 ":"){5} ls32
              | (h4               )? "::" (h4 ":"){4} ls32
              | ((h4 ":"){0,1} h4)? "::" (h4 ":"){3} ls32
              | ((h4 ":"){0,2} h4)? "::" (h4 ":"){2} ls32
              | ((h4 ":"){0,3} h4)? "::"  h4 ":"     ls32
              | ((h4 ":"){0,4} h4)? "::"             ls32
              | ((h4 ":"){0,5} h4)? "::"             h4
              | ((h4 ":"){0,6} h4)? "::";
  ls32 = (h4 ":" h4) | IPv4address;
  h4 = HEXDIG{1,4};

  path = (abs_path | opaque_part)?;
  path_segments = segment ("/" segment)*;
  segment = pchar*;
  pchar = unreserved | escaped | ";" | ":" | "@" | "&" | "=" | "+" | "$" | ",";

  query = (pchar | "/" | "?")*;

  // 4
  URI_reference = (absolute_URI | relative_URI)? ("#" fragment)?;

  absolute_URI_reference = absolute_URI ("#" fragment)?;

  fragment = (pchar | "/" | "?")*;

  // 5
  relative_URI = (net_path | abs_path | rel_path)? ("?" query)?;

  rel_path = rel_segment abs_path?;

  rel_segment = (unreserved | escaped | ";" | "@" | "&" | "=" | "+" | "$" | ",")+;

  // RFC 2234, 6.1
  ALPHA = [A-Za-z];
  DIGIT = [0-9];
  HEXDIG = DIGIT | [A-Fa-f];
*/

static automaton_answer uri_2003_run(automaton *a)
{
  /*!re2c
    URI_reference { return AUTOMATON_YES; }
    $             { return AUTOMATON_YES; }
    *             { return AUTOMATON_NO; }
  */
}

AUTOMATON_FUNCTIONS(uri_2003)
