/* SPDX-License-Identifier: MIT */
/* The table of kinds: elements that are in no list of the standard are ordinary. */
#include "html/kinds.h"

#define SCOPE (HTML_KIND_SCOPE | HTML_KIND_BARRIER)
#define BARRIER HTML_KIND_BARRIER
#define IMPLIED HTML_KIND_IMPLIED
#define TABULAR HTML_KIND_TABLE
#define BREAKOUT HTML_KIND_BREAKOUT
#define KIND(constant, start, end, properties, attributes)                                              \
  {HTML_START_##start, HTML_END_##end, properties},

const struct html_kind uriel_html_kinds[HTML_TAGS] = {{0, 0, 0}, HTML_ELEMENT_NAMES(KIND)};

#undef SCOPE
#undef BARRIER
#undef IMPLIED
#undef TABULAR
#undef BREAKOUT
#undef KIND
