/* SPDX-License-Identifier: MIT */
/* Finds the component that breaks its rule, and the error. */
#ifndef URIEL_URI_BLAME_H
#define URIEL_URI_BLAME_H

#include "uriel.h"

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

/* Fills in code, component, begin and length of an error of `text`, which is not a URI-reference. */
void uriel_blame(uriel_error *error, const char *text, uint32_t len);

#endif
