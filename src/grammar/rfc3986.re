/* SPDX-License-Identifier: MIT */
/* RFC 3986, Appendix A: the collected ABNF, rule by rule in the document's order and under its names, with "_" for
 * "-". An ABNF string matches either case of its letters, like '...' here. */
#include "grammar/automaton.h"

/*!include:re2c "automaton.re" */

/*!rules
  URI = scheme ":" hier_part ("?" query)? ("#" fragment)?;

  hier_part = "//" authority path_abempty
            | path_absolute
            | path_rootless
            | path_empty;

  URI_reference = URI | relative_ref;

  absolute_URI = scheme ":" hier_part ("?" query)?;

  relative_ref = relative_part ("?" query)? ("#" fragment)?;

  relative_part = "//" authority path_abempty
                | path_absolute
                | path_noscheme
                | path_empty;

  scheme = ALPHA (ALPHA | DIGIT | "+" | "-" | ".")*;

  authority = (userinfo "@")? host (":" port)?;
  userinfo = (unreserved | pct_encoded | sub_delims | ":")*;
  host = IP_literal | IPv4address | reg_name;
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

  reg_name = (unreserved | pct_encoded | sub_delims)*;

  path = path_abempty
       | path_absolute
       | path_noscheme
       | path_rootless
       | path_empty;

  path_abempty = ("/" segment)*;
  path_absolute = "/" (segment_nz ("/" segment)*)?;
  path_noscheme = segment_nz_nc ("/" segment)*;
  path_rootless = segment_nz ("/" segment)*;
  path_empty = "";

  segment = pchar*;
  segment_nz = pchar+;
  segment_nz_nc = (unreserved | pct_encoded | sub_delims | "@")+;

  pchar = unreserved | pct_encoded | sub_delims | ":" | "@";

  query = (pchar | "/" | "?")*;

  fragment = (pchar | "/" | "?")*;

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

static automaton_answer rfc3986_run(automaton *a)
{
  /*!re2c
    URI_reference { return AUTOMATON_YES; }
    $             { return AUTOMATON_YES; }
    *             { return AUTOMATON_NO; }
  */
}

bool uriel_rfc3986_member(const char *text, size_t len, size_t *stuck)
{
  return automaton_member(rfc3986_run, text, len, stuck);
}

/* Maps bytes that always appear together in the rules to the first of them, and bytes in no rule to 0. Digits are
 * separate for dec-octet, "V" for IPvFuture, "+" and "-" for scheme. */
static const unsigned char rfc3986_like[256] = {
  ['!'] = '!', ['$'] = '!', ['&'] = '!', ['\''] = '!', ['('] = '!', [')'] = '!', ['*'] = '!',
  [','] = '!', [';'] = '!', ['='] = '!', ['_'] = '!', ['~'] = '!',
  ['#'] = '#',
  ['%'] = '%',
  ['+'] = '+', ['-'] = '+',
  ['.'] = '.',
  ['/'] = '/',
  ['0'] = '0',
  ['1'] = '1',
  ['2'] = '2',
  ['3'] = '3', ['4'] = '3',
  ['5'] = '5',
  ['6'] = '6', ['7'] = '6', ['8'] = '6', ['9'] = '6',
  [':'] = ':',
  ['?'] = '?',
  ['@'] = '@',
  ['A'] = 'A', ['B'] = 'A', ['C'] = 'A', ['D'] = 'A', ['E'] = 'A', ['F'] = 'A', ['a'] = 'A',
  ['b'] = 'A', ['c'] = 'A', ['d'] = 'A', ['e'] = 'A', ['f'] = 'A',
  ['G'] = 'G', ['H'] = 'G', ['I'] = 'G', ['J'] = 'G', ['K'] = 'G', ['L'] = 'G', ['M'] = 'G',
  ['N'] = 'G', ['O'] = 'G', ['P'] = 'G', ['Q'] = 'G', ['R'] = 'G', ['S'] = 'G', ['T'] = 'G',
  ['U'] = 'G', ['W'] = 'G', ['X'] = 'G', ['Y'] = 'G', ['Z'] = 'G', ['g'] = 'G', ['h'] = 'G',
  ['i'] = 'G', ['j'] = 'G', ['k'] = 'G', ['l'] = 'G', ['m'] = 'G', ['n'] = 'G', ['o'] = 'G',
  ['p'] = 'G', ['q'] = 'G', ['r'] = 'G', ['s'] = 'G', ['t'] = 'G', ['u'] = 'G', ['w'] = 'G',
  ['x'] = 'G', ['y'] = 'G', ['z'] = 'G',
  ['V'] = 'V', ['v'] = 'V',
  ['['] = '[',
  [']'] = ']',
};

void uriel_rfc3986_expected(const char *text, size_t offset, grammar_next *next)
{
  automaton_expected_like(rfc3986_run, rfc3986_like, text, offset, next);
}

size_t uriel_rfc3986_authority_stuck(const char *text, size_t len)
{
  return automaton_stuck_after(rfc3986_run, "//", 2, text, len);
}

bool uriel_rfc3986_pieces_member(grammar_piece *next, void *context, size_t *stuck)
{
  return automaton_pieces_member(rfc3986_run, next, context, stuck);
}
