/* SPDX-License-Identifier: MIT */
/* Errors by the documents of 1997 and 2003, which split a text by Appendix B and check each component
 * against its own rule. */
#ifndef URIEL_HISTORIC_LATER_H
#define URIEL_HISTORIC_LATER_H

#include "historic/finding.h"

/* Returns the error of a component of `ref` by the document's rule, and the byte to blame; NONE if the
 * component is valid. */
typedef uriel_error_code later_check(const uriel_ref *ref, uriel_component component, uriel_text text,
                                     size_t *at);

/* Returns the first component that breaks its rule, in a text that is not a member. */
finding uriel_later_find(const char *text, uint32_t len, later_check *check);

#endif
