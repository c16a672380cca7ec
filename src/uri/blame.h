/* SPDX-License-Identifier: MIT */
/* Which component breaks its own rule, and how. */
#ifndef URIEL_URI_BLAME_H
#define URIEL_URI_BLAME_H

#include "uriel.h"

/* What is wrong with a component's text by its own rule: NONE where nothing is. `at` is the first byte
 * to blame, an offset into `text`. Of a scheme, user information, host, port, path, query or fragment.
 */
uriel_error_code uriel_component_error(uriel_component component, uriel_text text, size_t *at);

/* Whether a text is all of `classes` and "%XX": otherwise PERCENT, or `code`. */
uriel_error_code uriel_characters_error(uriel_text text, unsigned classes, uriel_error_code code,
                                        size_t *at);

/* Whether it is an IPv6address in brackets, which is all that uri-2003 (3.2.2) has there. */
bool uriel_is_ipv6_reference(uriel_text text);

/* The components that have rules of their own, in the order of the text. */
enum { URIEL_TEXT_ORDER = 7 };
extern const uriel_component uriel_text_order[URIEL_TEXT_ORDER];

/* Fills in the code, component, begin and length of an error of `text`, which is no URI-reference. */
void uriel_blame(uriel_error *error, const char *text, uint32_t len);

#endif
