/* SPDX-License-Identifier: MIT */
/* Questions that an automaton made from a document's grammar answers about a text. */
#ifndef URIEL_GRAMMAR_GRAMMAR_H
#define URIEL_GRAMMAR_GRAMMAR_H

#include <stdbool.h>
#include <stddef.h>

/* A set of bytes that may follow, and whether the text may end. */
typedef struct grammar_next {
  bool byte[256];
  bool end;
} grammar_next;

/* Reports whether the text is a member of the language; `stuck` is the offset of the first byte with
 * which no member continues, `len` if every byte could belong to a member. */
typedef bool grammar_member(const char *text, size_t len, size_t *stuck);

/* Gets the bytes that can follow text[0, offset) in a member. `stuck` must be at least `offset`. */
typedef void grammar_expected(const char *text, size_t offset, grammar_next *next);

grammar_member uriel_rfc3986_member;
grammar_expected uriel_rfc3986_expected;

/* Gets the next piece of a text; returns false at its end. */
typedef bool grammar_piece(void *context, const char **text, size_t *len);

/* The same for a text that is not in one piece; if it is not a member, `stuck` is in the last piece
 * that was requested. */
bool uriel_rfc3986_pieces_member(grammar_piece *next, void *context, size_t *stuck);

/* Returns the first byte of `text` with which no member that begins with "//" continues. */
size_t uriel_rfc3986_authority_stuck(const char *text, size_t len);

/* RFC 3987, over UTF-8. */
grammar_member uriel_rfc3987_member;
grammar_expected uriel_rfc3987_expected;

/* For names: doc/rulings.md lists the exceptions from the documents' rules. */
grammar_member uriel_rfc2141_member;
grammar_expected uriel_rfc2141_expected;
grammar_member uriel_urn_2011_member;
grammar_expected uriel_urn_2011_expected;
grammar_member uriel_rfc8141_member;
grammar_expected uriel_rfc8141_expected;

/* For the documents before RFC 3986; not in a build without URIEL_HISTORIC. Each uses the document's
 * top rule, except as stated. */
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
