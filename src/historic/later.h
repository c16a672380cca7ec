/* SPDX-License-Identifier: MIT */
/* What to blame by the documents of 1997 and 2003, which split a text as Appendix B does and hold each
 * component against its own rule. */
#ifndef URIEL_HISTORIC_LATER_H
#define URIEL_HISTORIC_LATER_H

#include "historic/finding.h"

/* What is wrong with a component of `ref` by the document's rule, NONE where nothing is, and at which of
 * its bytes. */
typedef uriel_error_code later_check(const uriel_ref *ref, uriel_component component, uriel_text text,
                                     size_t *at);

/* The first component of a text that is no member to break its rule. */
finding uriel_later_find(const char *text, uint32_t len, later_check *check);

#endif
