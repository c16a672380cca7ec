/* SPDX-License-Identifier: MIT */
/* Laws of the setters and getters of URLs that hold for every URL and value. Shared with fuzz/. */
#ifndef URIEL_TEST_URL_LAWS_H
#define URIEL_TEST_URL_LAWS_H

#include "support.h"
#include "uriel_url.h"

enum { URL_ATTRIBUTES = URIEL_URL_HASH + 1 };

/* Returns "href", "protocol" and so on. */
const char *url_attribute_name(uriel_url_attribute attribute);
uriel_url_attribute url_attribute_named(uriel_text name);

/* Returns whether the text is a URL under the standard, and fills `ref` over a heap block of its exact
 * size; text_free frees ref->text. */
bool url_parsed(uriel_ref *ref, uriel_text text);

typedef struct url_set_input {
  const uriel_ref *url;
  uriel_url_attribute attribute;
  uriel_text value;
} url_set_input;

/* Sets; ends the program if the result exceeds its bound. */
text_writer write_url_set; /* context: url_set_input */

/* Ends the program if a law does not hold for this setter. */
void check_url_set_laws(const uriel_ref *url, uriel_url_attribute attribute, uriel_text value);

#endif
