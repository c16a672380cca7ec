/* SPDX-License-Identifier: MIT */
/* How re2c's code accesses its `automaton *a`. In a grammar's block, "$" is the empty text; the answer to it depends on
 * whether the top rule contains the empty text. */
/*!re2c
  re2c:api = custom;
  re2c:api:style = free-form;
  re2c:eof = 0;
  re2c:yych:emit = 0;
  re2c:variable:yych = "a->symbol";
  re2c:variable:yyaccept = "a->accept";
  re2c:define:YYCTYPE = "unsigned char";
  re2c:define:YYPEEK = "automaton_peek(a)";
  re2c:define:YYSKIP = "a->at++;";
  re2c:define:YYBACKUP = "a->marker = a->at;";
  re2c:define:YYRESTORE = "a->at = a->marker;";
  re2c:define:YYLESSTHAN = "a->at >= a->len";
  re2c:define:YYFILL = "return AUTOMATON_MORE;";
  re2c:define:YYGETSTATE = "a->state";
  re2c:define:YYSETSTATE = "a->state = @@;";
*/
