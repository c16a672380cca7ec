/* SPDX-License-Identifier: MIT */
/* Colour: when it is wanted, and which. */
#include "colour.h"

#include <stdlib.h>
#include <string.h>

const char *const colour_words[] = {"auto", "always", "never", NULL};

static bool colour_allowed(void)
{
  const char *const no_color = getenv("NO_COLOR");
  const char *const term = getenv("TERM");
  return !(no_color && *no_color) && !(term && strcmp(term, "dumb") == 0);
}

void colour_decide(enum colour_when when)
{
  const bool allowed = colour_allowed();
  standard_out.colour =
      when == COLOUR_ALWAYS || (when == COLOUR_AUTO && standard_out.terminal && allowed);
  standard_error.colour =
      when == COLOUR_ALWAYS || (when == COLOUR_AUTO && standard_error.terminal && allowed);
}

void colour_tone(struct output *out, enum tone tone)
{
  static const char *const sequences[] = {
      [TONE_PLAIN] = "\033[0m",    [TONE_SCHEME] = "\033[35m",   [TONE_USERINFO] = "\033[1;31m",
      [TONE_HOST] = "\033[1;32m",  [TONE_PORT] = "\033[33m",     [TONE_PATH] = "\033[36m",
      [TONE_QUERY] = "\033[34m",   [TONE_FRAGMENT] = "\033[95m", [TONE_DIM] = "\033[2m",
      [TONE_ERROR] = "\033[1;31m", [TONE_STRONG] = "\033[1m",
  };
  if (out->colour)
    output_text(out, sequences[tone]);
}

void colour_put(struct output *out, enum tone tone, const char *text, size_t len)
{
  const bool toned = out->colour && len > 0 && tone != TONE_PLAIN;
  if (toned)
    colour_tone(out, tone);
  output_foreign(out, text, len);
  if (toned)
    colour_tone(out, TONE_PLAIN);
}

/* A component with its delimiters, if it is defined. */
static void colour_component(struct output *out, const char *before, uriel_text text, const char *after,
                             enum tone tone)
{
  if (!text.ptr)
    return;
  colour_put(out, TONE_DIM, before, strlen(before));
  colour_put(out, tone, text.ptr, text.len);
  colour_put(out, TONE_DIM, after, strlen(after));
}

void colour_reference(struct output *out, const struct reading *reading, uriel_text text)
{
  uriel_ref ref;
  if (!out->colour || !uriel_parse_as(&ref, text.ptr, text.len, reading->spec, reading->options, NULL)) {
    output_foreign(out, text.ptr, text.len);
    return;
  }
  if (ref.flags & URIEL_HAS_PREFIX)
    colour_put(out, TONE_DIM, text.ptr, text.len - ref.length);
  colour_component(out, "", uriel_scheme(&ref), ":", TONE_SCHEME);
  if (uriel_authority(&ref).ptr)
    colour_put(out, TONE_DIM, "//", 2);
  colour_component(out, "", uriel_userinfo(&ref), "@", TONE_USERINFO);
  colour_component(out, "", uriel_host(&ref), "", TONE_HOST);
  colour_component(out, ":", uriel_port(&ref), "", TONE_PORT);
  colour_component(out, "", uriel_path(&ref), "", TONE_PATH);
  colour_component(out, "?", uriel_query(&ref), "", TONE_QUERY);
  colour_component(out, "#", uriel_fragment(&ref), "", TONE_FRAGMENT);
}
