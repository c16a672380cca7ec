/* SPDX-License-Identifier: MIT */
/* RFC 3987, 2.2: its ABNF, rule by rule in the document's order and under its names, with "_" for "-", over the bytes of
 * UTF-8. An ABNF string matches either case of its letters, like '...' here. */
#include "grammar/automaton.h"

/*!include:re2c "automaton.re" */
/*!re2c
  re2c:encoding:utf8 = 1;
*/

/*!rules
  IRI = scheme ":" ihier_part ("?" iquery)? ("#" ifragment)?;

  ihier_part = "//" iauthority ipath_abempty
             | ipath_absolute
             | ipath_rootless
             | ipath_empty;

  IRI_reference = IRI | irelative_ref;

  absolute_IRI = scheme ":" ihier_part ("?" iquery)?;

  irelative_ref = irelative_part ("?" iquery)? ("#" ifragment)?;

  irelative_part = "//" iauthority ipath_abempty
                 | ipath_absolute
                 | ipath_noscheme
                 | ipath_empty;

  iauthority = (iuserinfo "@")? ihost (":" port)?;
  iuserinfo = (iunreserved | pct_encoded | sub_delims | ":")*;
  ihost = IP_literal | IPv4address | ireg_name;

  ireg_name = (iunreserved | pct_encoded | sub_delims)*;

  ipath = ipath_abempty
        | ipath_absolute
        | ipath_noscheme
        | ipath_rootless
        | ipath_empty;

  ipath_abempty = ("/" isegment)*;
  ipath_absolute = "/" (isegment_nz ("/" isegment)*)?;
  ipath_noscheme = isegment_nz_nc ("/" isegment)*;
  ipath_rootless = isegment_nz ("/" isegment)*;
  ipath_empty = "";

  isegment = ipchar*;
  isegment_nz = ipchar+;
  isegment_nz_nc = (iunreserved | pct_encoded | sub_delims | "@")+;

  ipchar = iunreserved | pct_encoded | sub_delims | ":" | "@";

  iquery = (ipchar | iprivate | "/" | "?")*;

  ifragment = (ipchar | "/" | "?")*;

  iunreserved = ALPHA | DIGIT | "-" | "." | "_" | "~" | ucschar;

  // Without the characters that 4.1 forbids: LRM, RLM, LRE, RLE, PDF, LRO and RLO.
  ucschar = ([\u00A0-\uD7FF] | [\uF900-\uFDCF] | [\uFDF0-\uFFEF]
          | [\U00010000-\U0001FFFD] | [\U00020000-\U0002FFFD] | [\U00030000-\U0003FFFD]
          | [\U00040000-\U0004FFFD] | [\U00050000-\U0005FFFD] | [\U00060000-\U0006FFFD]
          | [\U00070000-\U0007FFFD] | [\U00080000-\U0008FFFD] | [\U00090000-\U0009FFFD]
          | [\U000A0000-\U000AFFFD] | [\U000B0000-\U000BFFFD] | [\U000C0000-\U000CFFFD]
          | [\U000D0000-\U000DFFFD] | [\U000E1000-\U000EFFFD])
          \ [\u200E\u200F\u202A-\u202E];

  iprivate = [\uE000-\uF8FF] | [\U000F0000-\U000FFFFD] | [\U00100000-\U0010FFFD];

  scheme = ALPHA (ALPHA | DIGIT | "+" | "-" | ".")*;

  port = DIGIT*;

  IP_literal = "[" (IPv6address | IPvFuture) "]";

  IPvFuture = 'v' HEXDIG+ "." (unreserved | sub_delims | ":")+;

  IPv6address =                            (h16 ":"){6} ls32
              |                       "::" (h16 ":"){5} ls32
              | (h16               )? "::" (h16 ":"){4} ls32
              | ((h16 ":"){0,1} h16)? "::" (h16 ":"){3} ls32
              | ((h16 ":"){0,2} h16)? "::" (h16 ":"){2} ls32
              | ((h16 ":"){0,3} h16)? "::"  h16 ":"     ls32
              | ((h16 ":"){0,4} h16)? "::"              ls32
              | ((h16 ":"){0,5} h16)? "::"              h16
              | ((h16 ":"){0,6} h16)? "::";

  h16 = HEXDIG{1,4};

  ls32 = (h16 ":" h16) | IPv4address;

  IPv4address = dec_octet "." dec_octet "." dec_octet "." dec_octet;

  dec_octet = DIGIT
            | [1-9] DIGIT
            | "1" DIGIT{2}
            | "2" [0-4] DIGIT
            | "25" [0-5];

  pct_encoded = "%" HEXDIG HEXDIG;

  unreserved = ALPHA | DIGIT | "-" | "." | "_" | "~";
  reserved = gen_delims | sub_delims;
  gen_delims = ":" | "/" | "?" | "#" | "[" | "]" | "@";
  sub_delims = "!" | "$" | "&" | "'" | "(" | ")"
             | "*" | "+" | "," | ";" | "=";

  ALPHA = [A-Za-z];
  DIGIT = [0-9];
  HEXDIG = DIGIT | [A-Fa-f];
*/

static automaton_answer rfc3987_run(automaton *a)
{
  /*!re2c
    IRI_reference { return AUTOMATON_YES; }
    $             { return AUTOMATON_YES; }
    *             { return AUTOMATON_NO; }
  */
}

AUTOMATON_FUNCTIONS(rfc3987)
