/* SPDX-License-Identifier: MIT */
/* The parts from which error messages are made. */
#ifndef URIEL_URI_ERROR_H
#define URIEL_URI_ERROR_H

#include "grammar/grammar.h"
#include "text/text.h"

/* An entry of the table of errors. */
typedef struct error_entry {
  uriel_error_class class;
  const char *name, *message, *rule, *section;
} error_entry;

/* A number that is not an error code has class NONE and empty texts. */
error_entry uriel_error_entry(uriel_error_code code);

/* The rule of a document that an error code stands for. A table ends with an entry for code NONE,
 * which applies to all errors that it does not name. */
typedef struct error_rule {
  uriel_error_code code;
  const char *rule, *section;
} error_rule;

error_rule uriel_error_rule_3986(uriel_error_code code);

/* Reports whether the error breaks a rule of the document by which the text is read. Domain names break
 * rules of UTS #46, by any document. */
bool uriel_error_is_of_text(uriel_error_code code);

/* Reports whether the message continues the character to blame. */
bool uriel_error_is_about_byte(uriel_error_code code);

/* Describes the error. `text` is undefined if it is not available; `blamed` is the byte to blame,
 * `text.len` or more if no byte is to blame. */
void uriel_error_write(writer *w, const uriel_error *error, uriel_text text, size_t blamed);

/* Writes the characters that are allowed at an error, in words. */
void uriel_expect_write(writer *w, const uriel_error *error, grammar_next *next);

/* Reports whether the error is of uriel_decode or uriel_decode_as, whose texts have no components: it
 * begins at a "%", and its offset is after that. */
bool uriel_expect_of_decoding(const uriel_error *error, uriel_text text);

/* Gets the bytes that can follow text[0, offset); `offset` is not after the error's. Returns false if
 * the error is not from parsing this text. */
typedef bool error_next(const uriel_error *error, const char *text, size_t len, size_t offset,
                        grammar_next *next);

/* Writes how to repair the text; returns false if no repair is known. `next` is NULL if any character
 * can be written as "%XX" in the error's document; `blamed` is as in uriel_error_write. */
bool uriel_hint_write(writer *w, const uriel_error *error, uriel_text text, size_t blamed,
                      error_next *next);

/* Writes the character at `at` in a readable form: "[", a space, the character U+00E9, the byte 0xC3. */
void uriel_write_character(writer *w, const char *at, const char *end);

/* Returns the length of a leading byte order mark or invisible character outside US-ASCII; 0 if the
 * text begins with anything else. */
size_t uriel_unseen_span(const char *at, const char *end);

/* Reports whether the scheme is blamed, or missing, because of an invisible character before it. */
bool uriel_error_is_unseen(const uriel_error *error, uriel_text text);

/* Returns the length of the zone identifier with its "%" if a host is an IPv6 address in brackets with
 * a zone; otherwise 0. */
size_t uriel_zone_span(uriel_text host);

#endif
