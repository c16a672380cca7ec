/* SPDX-License-Identifier: MIT */
/* What the words for an error are made of. */
#ifndef URIEL_URI_ERROR_H
#define URIEL_URI_ERROR_H

#include "grammar/grammar.h"
#include "text/writer.h"

/* What the table of errors knows of a code. */
typedef struct error_entry {
  uriel_error_class class;
  const char *name, *message, *rule, *section;
} error_entry;

/* Never NULL: for a number that is not an error code, an entry of class NONE with empty texts. */
const error_entry *uriel_error_entry(uriel_error_code code);

/* A rule that errors of a code break in a document. A table of them ends with one whose code is NONE,
 * which is for all errors that it does not name. */
typedef struct error_rule {
  uriel_error_code code;
  const char *rule, *section;
} error_rule;

error_rule uriel_error_rule_3986(uriel_error_code code);

/* Whether it breaks a rule of a document of syntax or of names. */
bool uriel_error_is_of_text(uriel_error_code code);

/* Whether its message goes on from the character at error. */
bool uriel_error_is_about_byte(uriel_error_code code);

/* The byte to blame by RFC 3986, an offset into the text, in which the component at error lies; `len` if
 * there is none. */
size_t uriel_error_blamed_3986(const uriel_error *error, const char *text, size_t len);

/* Describes the error. `text` is undefined if it is not there; `blamed` is the byte to blame, `text.len`
 * or more if there is none. */
void uriel_error_write(writer *w, const uriel_error *error, uriel_text text, size_t blamed);

/* What could stand at an error, in words. */
void uriel_expect_write(writer *w, const uriel_error *error, grammar_next *next);

/* Whether the error is of uriel_decode or uriel_decode_as, whose texts have no components: a "%" at its
 * begin, and the offset behind that. */
bool uriel_expect_of_decoding(const uriel_error *error, uriel_text text);

/* With what the text could go on at `offset`, which is not after the error's. False if the error is not
 * that of parsing the text. */
typedef bool error_next(const uriel_error *error, const char *text, size_t len, size_t offset,
                        grammar_next *next);

/* Writes how to repair the text; false if nothing is known. `next` is NULL if any character can be
 * written as "%XX" in the error's document; `blamed` as of uriel_error_write. */
bool uriel_hint_write(writer *w, const uriel_error *error, uriel_text text, size_t blamed,
                      error_next *next);

/* The character at `at`, as people know it: "[", a space, the character U+00E9, the byte 0xC3. */
void uriel_write_character(writer *w, const char *at, const char *end);

/* How many bytes the text begins with that are a byte order mark or a character without ink outside of
 * US-ASCII; 0 if it begins with something else. */
size_t uriel_unseen_span(const char *at, const char *end);

/* Whether the error is blamed on the scheme, or on its absence, because of something unseen before it.
 */
bool uriel_error_is_unseen(const uriel_error *error, uriel_text text);

/* How long a zone identifier is with its "%", if a host is an IPv6 address with one in brackets; else 0.
 */
size_t uriel_zone_span(uriel_text host);

#endif
