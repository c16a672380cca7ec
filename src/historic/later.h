/* SPDX-License-Identifier: MIT */
/* Errors under the documents of 1997 and 2003, which split a text as in Appendix B and check each
 * component against its own rule. */
#ifndef URIEL_HISTORIC_LATER_H
#define URIEL_HISTORIC_LATER_H

#include "historic/finding.h"

/* Returns the error of a component of `ref` under the document's rule, and the byte to blame; NONE if
 * the component is valid. */
typedef uriel_error_code later_check(const uriel_ref *ref, uriel_component component, uriel_text text,
                                     size_t *at);
later_check uriel_check_1997, uriel_check_2003;

/* The member `blame` of both readings: the first component that breaks its rule. */
void uriel_later_blame(uriel_error *error, const char *text, uint32_t len);

#endif
