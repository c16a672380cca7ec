/* SPDX-License-Identifier: MIT */
/* Colour: when it is wanted, and which. */
#ifndef URIEL_CLI_COLOUR_H
#define URIEL_CLI_COLOUR_H

#include "output.h"
#include "reading.h"

/* For option_word: "auto", "always", "never", in the order of the enum. */
enum colour_when { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };
extern const char *const colour_words[];

/* Decides for both streams. COLOUR_AUTO: a terminal, NO_COLOR unset or empty, TERM not "dumb". */
void colour_decide(enum colour_when when);

enum tone {
  TONE_PLAIN, /* ends a colour */
  TONE_SCHEME,
  TONE_USERINFO, /* a warning */
  TONE_HOST,
  TONE_PORT,
  TONE_PATH,
  TONE_QUERY,
  TONE_FRAGMENT,
  TONE_DIM, /* punctuation, names of fields */
  TONE_ERROR,
  TONE_STRONG
};

/* Begins a tone, where `out` has colour. */
void colour_tone(struct output *out, enum tone tone);

/* Writes text from outside in a tone; as output_foreign does. */
void colour_put(struct output *out, enum tone tone, const char *text, size_t len);

/* Writes a reference with a colour for each component; without colours if it does not parse. */
void colour_reference(struct output *out, const struct reading *reading, uriel_text text);

#endif
