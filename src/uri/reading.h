/* SPDX-License-Identifier: MIT */
/* How a document other than RFC 3986 reads a text: src/urn and src/historic define one reading for
 * each. */
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

  grammar held;
  /* Returns the grammar for a text, where that depends on the options. NULL: `held`. */
  grammar (*grammar_for)(const char *text, size_t len, unsigned options);

  /* Splits a member into components: fills all of `ref` except the flags that follow from its
   * components. The document sets URIEL_HAS_PREFIX and URIEL_HAS_REGISTRY itself. */
  void (*read)(uriel_ref *ref, const char *text, uint32_t len);

  /* Fills in code, component, begin and length of an error of `text`; offset, spec and options are
   * already set. */
  void (*blame)(uriel_error *error, const char *text, uint32_t len);

  /* Returns true if the text is a member, and fills `ref` except the document. False only means that the
   * grammar has to decide. NULL: there is no fast path. */
  bool (*fast)(uriel_ref *ref, const char *text, uint32_t len);
} reading;

static inline grammar reading_grammar(const reading *r, const char *text, size_t len, unsigned options)
{
  return r->grammar_for ? r->grammar_for(text, len, options) : r->held;
}

/* uriel_parse_as under the document of the reading. */
bool uriel_parse_by(const reading *r, uriel_ref *ref, unsigned options, const char *text, size_t len,
                    uriel_error *error);

#endif
