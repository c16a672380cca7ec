/* SPDX-License-Identifier: MIT */
/* Finds the component that breaks its rule, and the error. */
#ifndef URIEL_URI_BLAME_H
#define URIEL_URI_BLAME_H

#include "text/text.h"

/* Returns the error of a component's text under its own rule, NONE if the text is valid. `at` is the
 * first byte to blame, an offset into `text`. For scheme, user information, host, port, path, query
 * and fragment. */
uriel_error_code uriel_component_error(uriel_component component, uriel_text text, size_t *at);

/* Returns NONE if a text consists of `classes` and "%XX", PERCENT for a bad "%", otherwise `code`. */
uriel_error_code uriel_characters_error(uriel_text text, unsigned classes, uriel_error_code code,
                                        size_t *at);

/* Reports whether the text is an IPv6address in brackets, the only IP literal of uri-2003 (3.2.2). */
bool uriel_is_ipv6_reference(uriel_text text);

/* The components that have their own rules, in text order. */
enum { URIEL_TEXT_ORDER = 7 };
extern const uriel_component uriel_text_order[URIEL_TEXT_ORDER];

/* What is wrong in a text that is not a member of a document. */
typedef struct finding {
  uriel_error_code code;
  uriel_component component;
  uriel_text text; /* of the component; empty if it is missing */
  const char *at;  /* the byte to blame, or the end; NULL: no byte */
} finding;

/* Fills in code, component, begin, length and blamed byte of an error of `text`. */
void uriel_blame_found(uriel_error *error, const char *text, finding found);

/* Returns the error of a component of `ref` under a document's rule, as uriel_component_error does. */
typedef uriel_error_code component_check(const uriel_ref *ref, uriel_component component,
                                         uriel_text text, size_t *at);

/* Fills in the error of the first component in text order that breaks its rule. */
void uriel_blame_first(uriel_error *error, const char *text, uint32_t len, component_check *check);

/* The same for `text` that is not a URI-reference. */
void uriel_blame(uriel_error *error, const char *text, uint32_t len);

#endif
