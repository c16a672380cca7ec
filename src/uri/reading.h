/* SPDX-License-Identifier: MIT */
/* How a document other than RFC 3986 reads a text: src/urn and src/historic give one for each. */
#ifndef URIEL_URI_READING_H
#define URIEL_URI_READING_H

#include "grammar/grammar.h"
#include "uriel.h"

/* The language of one rule. */
typedef struct grammar {
  grammar_member *member;
  grammar_expected *expected;
} grammar;

typedef struct reading {
  uriel_spec spec;

  /* The grammar that a text is held against, which the options decide. */
  grammar (*grammar_for)(const char *text, size_t len, unsigned options);

  /* Splits a member into components: fills all of `ref` except the flags that its components show;
   * URIEL_HAS_PREFIX and URIEL_HAS_REGISTRY are the document's own affair. */
  void (*read)(uriel_ref *ref, const char *text, uint32_t len);

  /* Fills in the code, component, begin and length of an error of `text`, whose offset, spec and options
   * are there. */
  void (*blame)(uriel_error *error, const char *text, uint32_t len);
} reading;

/* uriel_parse_as by the document of the reading. */
bool uriel_parse_by(const reading *r, uriel_ref *ref, unsigned options, const char *text, size_t len,
                    uriel_error *error);

#endif
