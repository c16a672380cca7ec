/* SPDX-License-Identifier: MIT */
/* What an automaton made from a document's grammar tells about a text. */
#ifndef URIEL_GRAMMAR_GRAMMAR_H
#define URIEL_GRAMMAR_GRAMMAR_H

#include <stdbool.h>
#include <stddef.h>

/* A set of bytes, and whether the text may end there as well. */
typedef struct grammar_next {
  bool byte[256];
  bool end;
} grammar_next;

/* Whether the text is a member of the language; `stuck` is the offset of the first byte with which no
 * member goes on, `len` where every byte could be a member's. */
typedef bool grammar_member(const char *text, size_t len, size_t *stuck);

/* With what text[0, offset) could go on towards a member. Needs a `stuck` of at least `offset`. */
typedef void grammar_expected(const char *text, size_t offset, grammar_next *next);

grammar_member uriel_rfc3986_member;
grammar_expected uriel_rfc3986_expected;

/* Gives the next piece of a text; false at its end. */
typedef bool grammar_piece(void *context, const char **text, size_t *len);

/* The same of a text that is nowhere in one piece; `stuck`, where it is no member, is in the last piece
 * that was given. */
bool uriel_rfc3986_pieces_member(grammar_piece *next, void *context, size_t *stuck);

/* The first byte of `text` with which no member goes on that begins with "//". */
size_t uriel_rfc3986_authority_stuck(const char *text, size_t len);

/* Those of names: see doc/rulings.md for what is taken out of the documents' rules. */
grammar_member uriel_rfc2141_member;
grammar_expected uriel_rfc2141_expected;
grammar_member uriel_urn_2011_member;
grammar_expected uriel_urn_2011_expected;
grammar_member uriel_rfc8141_member;
grammar_expected uriel_rfc8141_expected;

/* Those of the documents before it are not there in a build without URIEL_HISTORIC. Each takes the
 * document's top rule, if nothing else is said. */
grammar_member uriel_url_1993_member;
grammar_expected uriel_url_1993_expected;
grammar_member uriel_url_1994_member; /* with the preprefix "URL:" or without */
grammar_expected uriel_url_1994_expected;
grammar_member uriel_url_1997_member;
grammar_expected uriel_url_1997_expected;
grammar_member uriel_uri_2003_member;
grammar_expected uriel_uri_2003_expected;

/* Only prefixedurl. */
grammar_member uriel_url_1994_prefixed_member;
grammar_expected uriel_url_1994_prefixed_expected;

/* The top rule or the partial form, which has no colon before its first slash. */
grammar_member uriel_url_1993_partial_member;
grammar_expected uriel_url_1993_partial_expected;
grammar_member uriel_url_1994_partial_member;
grammar_expected uriel_url_1994_partial_expected;

#endif
