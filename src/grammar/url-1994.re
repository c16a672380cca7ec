/* SPDX-License-Identifier: MIT */
/* draft-ietf-uri-url-03, "BNF for specific URL schemes": rule by rule in the document's order and under its names,
 * with "_" for "-". A rule that names itself at its end is a repetition here. A single letter stands for itself. */
#include "grammar/automaton.h"

/*!include:re2c "automaton.re" */

/*!rules
  // The BNF prints the preprefix as "u r l", its introduction (PrePrefix) as "URL:": either case is accepted.
  prefixedurl = 'url:' url;

  // Without afsaddress, which "is not a url production".
  url = httpaddress | ftpaddress | newsaddress | nntpaddress | prosperoaddress
      | telnetaddress | gopheraddress | waisaddress | mailtoaddress
      | midaddress | cidaddress;
  scheme = ialpha;
  httpaddress = "http://" hostport ("/" path)? ("?" search)?;

  // The BNF omits ";type=", which precedes the type code (FTP, Data type).
  ftpaddress = "ftp://" login "/" path (";type=" ftptype)?;
  afsaddress = "afs://" cellname "/" path;
  newsaddress = "news:" groupart;
  nntpaddress = "nntp:" group "/" digits;
  midaddress = "mid:" addr_spec;
  cidaddress = "cid:" content_identifier;

  // The document defines neither: these follow RFC 822, with the letters of this document.
  addr_spec = xalphas "@" xalphas;
  content_identifier = xalphas "@" xalphas;

  // Printed with a second colon, a misprint: the address in the prose (Mailto) does not begin with a colon.
  mailtoaddress = "mailto:" xalphas "@" hostname;
  waisaddress = waisindex | waisdoc;
  waisindex = "wais://" hostport "/" database ("?" search)?;
  waisdoc = "wais://" hostport "/" database "/" wtype "/" wpath;
  wpath = (digits "=" path ";")+;
  groupart = "*" | group | article;
  group = ialpha ("." ialpha)*;
  article = xalphas "@" host;
  database = xalphas;
  wtype = xalphas;
  prosperoaddress = prosperolink;
  prosperolink = "prospero://" hostport "/" hsoname ("%00" version attributes?)?;
  hsoname = path;
  version = digits;
  attributes = attribute+;
  attribute = alphanums;

  // Printed only for telnet, but the prose names the schemes "telnet, rlogin and tn3270".
  telnetaddress = ("telnet" | "rlogin" | "tn3270") "://" login;
  gopheraddress = "gopher://" hostport ("/" gtype gcommand?)?;
  login = (user (":" password)? "@")? hostport;
  hostport = host (":" port)?;
  host = hostname | hostnumber;
  ftptype = "A" formcode | "E" formcode | "I" | "L" digits;
  formcode = "N" | "T" | "C";
  cellname = hostname;
  hostname = ialpha ("." ialpha)*;
  hostnumber = digits "." digits "." digits "." digits;
  port = digits;
  gcommand = path;
  path = (segment "/")* (segment | void);
  segment = xpalphas;
  search = xalphas ("+" xalphas)*;
  user = alphanum2+;
  password = alphanum2+;
  fragmentid = xalphas;
  gtype = xalpha;
  alphanum2 = alpha | digit | "-" | "_" | "." | "+";
  xalpha = alpha | digit | safe | extra | escape;
  xalphas = xalpha+;
  xpalpha = xalpha | "+";
  xpalphas = xpalpha+;
  ialpha = alpha xalphas?;
  alpha = [a-zA-Z];
  digit = [0-9];
  safe = "$" | "-" | "_" | "@" | "." | "&" | "+" | "-";
  extra = "!" | "*" | ["] | "'" | "(" | ")" | ",";
  reserved = "=" | ";" | "/" | "#" | "?" | ":" | " ";
  escape = "%" hex hex;
  hex = digit | [a-fA-F];
  national = "{" | "}" | "|" | "[" | "]" | "\\" | "^" | "~";
  punctuation = "<" | ">";
  digits = digit+;
  alphanum = alpha | digit;
  alphanums = alphanum+;
  void = "";

  // "Partial form" of draft-ietf-uri-url-01, which this document mentions ("News", "WAIS") without rules for it. It is a
  // url without its beginning, up to the end of a login or of a segment: so a path may end in an ftptype, or be the path
  // of a waisdoc, and begin within a field. The letters of this document do not include the colon, so no text is both a
  // url and a partial form.
  partial = ("//" login ("/" below)? | "/"? below) ("?" search)? ("#" fragmentid)?;
  below = path (";type=" ftptype)? | (segment "/")* wpath | path ";" wpath?;
*/

static automaton_answer url_1994_run(automaton *a)
{
  /*!getstate:re2c:full */
  /*!local:re2c:full
    prefixedurl | url { return AUTOMATON_YES; }
    $                 { return AUTOMATON_NO; }
    *                 { return AUTOMATON_NO; }
  */
}

static automaton_answer url_1994_preprefix_run(automaton *a)
{
  /*!getstate:re2c:preprefix */
  /*!local:re2c:preprefix
    'url:' { return AUTOMATON_YES; }
    $      { return AUTOMATON_NO; }
    *      { return AUTOMATON_NO; }
  */
}

static automaton_answer url_1994_partial_run(automaton *a)
{
  /*!getstate:re2c:partial */
  /*!local:re2c:partial
    prefixedurl | url | partial { return AUTOMATON_YES; }
    $                           { return AUTOMATON_YES; }
    *                           { return AUTOMATON_NO; }
  */
}

AUTOMATON_FUNCTIONS(url_1994)

/* No url begins with the preprefix, so after a preprefix the top rule matches only prefixedurl. */
enum { PREPREFIX = 4 };

bool uriel_url_1994_prefixed_member(const char *text, size_t len, size_t *stuck)
{
  const size_t first = len < PREPREFIX ? len : PREPREFIX;
  return automaton_member(url_1994_preprefix_run, text, first, stuck) &&
         uriel_url_1994_member(text, len, stuck);
}

void uriel_url_1994_prefixed_expected(const char *text, size_t offset, grammar_next *next)
{
  automaton_expected(offset < PREPREFIX ? url_1994_preprefix_run : url_1994_run, text, offset, next);
}

AUTOMATON_FUNCTIONS(url_1994_partial)
