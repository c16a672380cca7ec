/* SPDX-License-Identifier: MIT */
/* draft-ietf-uri-url-01, "BNF syntax": rule by rule in the document's order and under its names. A rule that names
 * itself at its end is a repetition here. A single letter stands for itself. */
#include "grammar/automaton.h"

/*!include:re2c "automaton.re" */

/*!rules
  fragmentaddress = url ("#" fragmentid)?;
  url = generic | httpaddress | fileaddress
      | newsaddress | prosperoaddress | telnetaddress
      | gopheraddress | waisaddress | afsaddress;
  generic = scheme ":" path ("?" search)?;
  scheme = ialpha;
  httpaddress = "http://" hostport ("/" path)? ("?" search)?;
  fileaddress = "ftp://" host "/" path;
  afsaddress = "afs://" cellname "/" path;
  newsaddress = "news:" groupart;
  waisaddress = waisindex | waisdoc;
  waisindex = "wais://" hostport "/" database ("?" search)?;
  waisdoc = "wais://" hostport "/" database "/" wtype "/" digits "/" path;
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
  telnetaddress = "telnet://" (user "@")? hostport;
  gopheraddress = "gopher://" hostport ("/" gtype selector?)? ("?" search)?;
  hostport = host (":" port)?;
  host = hostname | hostnumber;
  cellname = hostname;
  hostname = ialpha ("." ialpha)*;
  hostnumber = digits "." digits "." digits "." digits;
  port = digits;
  selector = path;
  path = (xpalphas "/")* (xpalphas | void);
  search = xalphas ("+" xalphas)*;
  user = xalphas;
  fragmentid = xalphas;
  gtype = xalpha;
  xalpha = alpha | digit | safe | extra | escape;
  xalphas = xalpha+;
  xpalpha = xalpha | "+";

  // Printed as "xpalpha [ xpalpha ]", a misprint: few of the document's own examples have so short a path.
  xpalphas = xpalpha+;
  ialpha = alpha xalphas?;
  alpha = [a-zA-Z];
  digit = [0-9];
  safe = "$" | "-" | "_" | "@" | "." | "&";

  // Without "space", which the BNF includes: "spaces are not legal characters" (Choices).
  extra = "!" | "*" | ["] | "'" | "(" | ")" | ":" | ";" | ",";
  escape = "%" hex hex;
  hex = digit | [a-fA-F];
  variant = "{" | "}" | "|" | "[" | "]" | "\\" | "^" | "~";
  punctuation = "<" | ">";
  digits = digit+;
  alphanum = alpha | digit;
  alphanums = alphanum+;
  void = "";

  // "Partial form" has rules only in prose: omit the scheme, then the host, then the beginning of the path.
  // A partial form has no colon before its first slash. So in a path that does not begin with a slash, a colon may only
  // follow a slash; without any slash, the search and the fragment have no colon either.
  partial = ("//" authority ("/" path)? | "/" path | bare "/" path) ("?" search)? ("#" fragmentid)?
          | bare? ("?" barewords)? ("#" bareword)?;
  authority = (user "@")? hostport;
  bare = (bareletter | "+")+;
  bareword = bareletter+;
  barewords = bareword ("+" bareword)*;
  bareletter = alpha | digit | safe | (extra \ ":") | escape;
*/

static automaton_answer url_1993_run(automaton *a)
{
  /*!getstate:re2c:full */
  /*!local:re2c:full
    fragmentaddress { return AUTOMATON_YES; }
    $               { return AUTOMATON_NO; }
    *               { return AUTOMATON_NO; }
  */
}

static automaton_answer url_1993_partial_run(automaton *a)
{
  /*!getstate:re2c:partial */
  /*!local:re2c:partial
    fragmentaddress | partial { return AUTOMATON_YES; }
    $                         { return AUTOMATON_YES; }
    *                         { return AUTOMATON_NO; }
  */
}

AUTOMATON_FUNCTIONS(url_1993)

AUTOMATON_FUNCTIONS(url_1993_partial)
