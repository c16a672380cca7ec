/* SPDX-License-Identifier: MIT */
/* The kinds of elements: what tree construction does with their tags "in body" (HTML, 13.2.6.4.7), and
 * their properties on the stack of open elements (13.2.4.2). */
#ifndef URIEL_HTML_KINDS_H
#define URIEL_HTML_KINDS_H

#include "html/names.h"

enum html_start_kind {
  HTML_START_ORDINARY, /* any other start tag */
  HTML_START_BLOCK,    /* closes a <p> */
  HTML_START_A,
  HTML_START_FORMATTING, /* and for the kinds up to here, nothing comes before the common steps */
  HTML_START_HTML,
  HTML_START_IN_HEAD,
  HTML_START_BODY,
  HTML_START_FRAMESET,
  HTML_START_HEADING,
  HTML_START_PRE,
  HTML_START_FORM,
  HTML_START_LI,
  HTML_START_DD, /* dd, dt */
  HTML_START_PLAINTEXT,
  HTML_START_BUTTON,
  HTML_START_NOBR,
  HTML_START_MARKED, /* applet, marquee, object */
  HTML_START_TABLE,
  HTML_START_VOID,  /* area, br, embed, img, keygen, wbr */
  HTML_START_PARAM, /* param, source, track */
  HTML_START_INPUT,
  HTML_START_HR,
  HTML_START_TEXTAREA,
  HTML_START_XMP,
  HTML_START_IFRAME,
  HTML_START_NOEMBED,
  HTML_START_NOSCRIPT,
  HTML_START_SELECT,
  HTML_START_OPTION,
  HTML_START_OPTGROUP,
  HTML_START_RB, /* rb, rtc */
  HTML_START_RT, /* rp, rt */
  HTML_START_MATH,
  HTML_START_SVG,
  HTML_START_IGNORED
};

enum html_end_kind {
  HTML_END_OTHER, /* any other end tag */
  HTML_END_BLOCK,
  HTML_END_P,
  HTML_END_LI,
  HTML_END_HEADING,
  HTML_END_FORMATTING,
  HTML_END_MARKED,
  HTML_END_FORM,
  HTML_END_BODY,
  HTML_END_TEMPLATE,
  HTML_END_BR
};

enum {
  HTML_KIND_SCOPE = 1,    /* ends the default scope; also a barrier */
  HTML_KIND_BARRIER = 2,  /* special, except address, div and p */
  HTML_KIND_IMPLIED = 4,  /* its end tag may be implied */
  HTML_KIND_TABLE = 8,    /* caption, colgroup, tbody, tfoot, thead, td, th, tr: implied thoroughly */
  HTML_KIND_BREAKOUT = 16 /* its start tag ends foreign content */
};

struct html_kind {
  uint8_t start, end, flags;
};

extern const struct html_kind uriel_html_kinds[HTML_TAGS];

#endif
