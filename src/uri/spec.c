/* SPDX-License-Identifier: MIT */
/* The generations of the specification by name. */
#include "text/view.h"
#include "uriel_historic.h"

typedef struct spec_words {
  const char *name, *document, *noun;
} spec_words;

static spec_words spec_words_of(uriel_spec spec)
{
  switch (spec) {
#define SPEC_WORDS(constant, value, name, document, noun)                                               \
  case URIEL_SPEC_##constant:                                                                           \
    return (spec_words){name, document, noun};
    URIEL_SPECS(SPEC_WORDS)
#undef SPEC_WORDS
  }
  return (spec_words){"", "", ""};
}

const char *uriel_spec_name(uriel_spec spec)
{
  return spec_words_of(spec).name;
}

const char *uriel_spec_document(uriel_spec spec)
{
  return spec_words_of(spec).document;
}

const char *uriel_spec_noun(uriel_spec spec)
{
  return spec_words_of(spec).noun;
}

bool uriel_spec_named(const char *name, size_t len, uriel_spec *spec)
{
  static const uriel_spec specs[] = {
#define SPEC_CONSTANT(constant, value, name, document, noun) URIEL_SPEC_##constant,
      URIEL_SPECS(SPEC_CONSTANT)
#undef SPEC_CONSTANT
  };
  for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
    const uriel_text known = uriel_text_of(uriel_spec_name(specs[i]));
    if (known.len == len && bytes_equal(known.ptr, name, len)) {
      *spec = specs[i];
      return true;
    }
  }
  return false;
}
