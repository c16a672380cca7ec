/* SPDX-License-Identifier: MIT */
/* A file of a namespace, up to the first zero byte, and a text: the file is refused with a place in it,
 * or its syntax reads the text. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "urn/registry.h"

enum { TABLE = 8000, TEXTS = 1 << 16, SETS = 1 << 13 };

static void read_text(const urn_registry_maker *made, uriel_text text)
{
  const syntax rules = {made->rules.sets, made->rules.arcs, made->rules.states};
  unsigned state = made->spaces[0].syntax - 1u;
  const char *at = text.ptr;
  const char *const end = text.ptr + text.len;
  while (at < end) {
    const syntax_arc *const arc =
        syntax_take(&rules, state, unit_next(&at, end, (unit_rules){.triplets = true}));
    if (!arc)
      return;
    state = arc->to;
    if (state >= made->rules.state_count)
      fuzz_must(false, "an arc leads to a state");
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static syntax_set sets[SETS];
  static syntax_arc arcs[TABLE];
  static syntax_state states[TABLE];
  static char texts[TEXTS];
  static void *memory;
  uriel_urn_namespace known;
  urn_space space;
  uriel_text lines[2];
  abnf_error error;
  if (size > 4096)
    return 0;
  memory = memory ? memory : malloc(uriel_abnf_bound());
  const uint8_t *const zero = memchr(data, 0, size);
  const size_t file = zero ? (size_t)(zero - data) : size;
  lines[0] = fuzz_text(data, file);
  lines[1] = zero ? fuzz_text(zero + 1, size - file - 1) : fuzz_text(data, 0);
  urn_registry_maker made = {.namespaces = &known,
                             .spaces = &space,
                             .most = 1,
                             .texts = texts,
                             .text_most = sizeof texts,
                             .rules = {.sets = sets,
                                       .arcs = arcs,
                                       .states = states,
                                       .set_most = SETS,
                                       .arc_most = TABLE,
                                       .state_most = TABLE}};
  if (uriel_urn_registry_add(&made, uriel_text_of("x"), lines[0], memory, &error)) {
    if (space.syntax)
      read_text(&made, lines[1]);
  } else if (error.offset > lines[0].len || error.length > lines[0].len - error.offset ||
             !error.message) {
    fuzz_must(false, "the place of the error is in the file");
  }
  fuzz_free(lines, 2);
  return 0;
}
