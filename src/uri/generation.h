/* SPDX-License-Identifier: MIT */
/* What a historic generation does in its own way. src/uri asks for it here; src/generation, a layer
 * below, gives it, one file for each document. RFC 3986's own way is that of src/uri itself. */
#ifndef URIEL_URI_GENERATION_H
#define URIEL_URI_GENERATION_H

#include "grammar/grammar.h"
#include "uri/normal.h"
#include "uriel_historic.h"

/* The language of one rule. */
typedef struct grammar {
  grammar_member *member;
  grammar_expected *expected;
} grammar;

typedef struct error_rule {
  uriel_error_code code;
  const char *rule, *section;
} error_rule;

typedef struct generation {
  /* The grammar that a text is held against, which the options decide. */
  grammar (*grammar_for)(const char *text, size_t len, unsigned options);

  /* Splits a member into components: fills all of `ref` but those flags that a look at its components
   * tells (URIEL_HAS_PREFIX and URIEL_HAS_REGISTRY are its own affair). */
  void (*read)(uriel_ref *ref, const char *text, uint32_t len);

  /* Fills in the code, component, begin and length of an error of `text`, whose offset, spec and options
   * are there. */
  void (*blame)(uriel_error *error, const char *text, uint32_t len);

  /* The byte to blame by an error whose message begins with "is"; `len` where there is none. */
  size_t (*blamed)(const uriel_error *error, const char *text, size_t len);

  /* Which rules errors break; the last entry, whose code is NONE, is for all that are not named. */
  const error_rule *rules;

  size_t (*own_parts)(const uriel_ref *ref, uriel_own_part *parts);

  /* NULL where the document does as RFC 3986 does: of all that follow. */
  size_t (*resolve)(const uriel_ref *base, const uriel_ref *reference, unsigned options, char *out,
                    size_t capacity, uriel_error *error);
  size_t (*relative)(const uriel_ref *base, const uriel_ref *target, char *out, size_t capacity);

  /* The normal form at URIEL_LEVEL_CASE and above. */
  normal_form (*normal)(const uriel_ref *ref, uriel_level level);
} generation;

/* NULL for RFC 3986, and for a generation that is not built. */
const generation *uriel_generation(uriel_spec spec);

static inline const generation *generation_of(const uriel_ref *ref)
{
  return (ref->flags & URIEL_SPEC_MASK) ? uriel_generation(uriel_spec_of(ref)) : NULL;
}

/* Writes why a name is refused by its namespace: "well-formed, but not a valid ISBN: the check digit
 * should be 4". Returns whether the error is one of that kind, of this text. src/urn gives it. */
bool uriel_urn_error_describe(writer *w, const uriel_error *error, uriel_text text);

#endif
