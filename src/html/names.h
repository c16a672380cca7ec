/* SPDX-License-Identifier: MIT */
/* The elements that tree construction knows or that have references, and the attributes that matter. */
#ifndef URIEL_HTML_NAMES_H
#define URIEL_HTML_NAMES_H

#include "text/text.h"

/* X(constant, name, start, end, flags), in the order of the alphabet. The last three are
 * explained in kinds.h: the kinds of the start tag and the end tag, and the element's properties. */
#define HTML_ELEMENT_NAMES(X)                                                                           \
  X(A, "a", A, FORMATTING, 0)                                                                           \
  X(ABBR, "abbr", ORDINARY, OTHER, 0)                                                                   \
  X(ACRONYM, "acronym", ORDINARY, OTHER, 0)                                                             \
  X(ADDRESS, "address", BLOCK, BLOCK, 0)                                                                \
  X(ANNOTATION_XML, "annotation-xml", ORDINARY, OTHER, 0)                                               \
  X(APPLET, "applet", MARKED, MARKED, SCOPE)                                                            \
  X(AREA, "area", VOID, OTHER, BARRIER)                                                                 \
  X(ARTICLE, "article", BLOCK, BLOCK, BARRIER)                                                          \
  X(ASIDE, "aside", BLOCK, BLOCK, BARRIER)                                                              \
  X(AUDIO, "audio", ORDINARY, OTHER, 0)                                                                 \
  X(B, "b", FORMATTING, FORMATTING, BREAKOUT)                                                           \
  X(BASE, "base", IN_HEAD, OTHER, BARRIER)                                                              \
  X(BASEFONT, "basefont", IN_HEAD, OTHER, BARRIER)                                                      \
  X(BGSOUND, "bgsound", IN_HEAD, OTHER, BARRIER)                                                        \
  X(BIG, "big", FORMATTING, FORMATTING, BREAKOUT)                                                       \
  X(BLINK, "blink", ORDINARY, OTHER, 0)                                                                 \
  X(BLOCKQUOTE, "blockquote", BLOCK, BLOCK, BARRIER | BREAKOUT)                                         \
  X(BODY, "body", BODY, BODY, BARRIER | BREAKOUT)                                                       \
  X(BR, "br", VOID, BR, BARRIER | BREAKOUT)                                                             \
  X(BUTTON, "button", BUTTON, BLOCK, BARRIER)                                                           \
  X(CANVAS, "canvas", ORDINARY, OTHER, 0)                                                               \
  X(CAPTION, "caption", IGNORED, OTHER, SCOPE | TABULAR)                                                \
  X(CENTER, "center", BLOCK, BLOCK, BARRIER | BREAKOUT)                                                 \
  X(CITE, "cite", ORDINARY, OTHER, 0)                                                                   \
  X(CODE, "code", FORMATTING, FORMATTING, BREAKOUT)                                                     \
  X(COL, "col", IGNORED, OTHER, BARRIER)                                                                \
  X(COLGROUP, "colgroup", IGNORED, OTHER, BARRIER | TABULAR)                                            \
  X(COMMAND, "command", ORDINARY, OTHER, 0)                                                             \
  X(DATALIST, "datalist", ORDINARY, OTHER, 0)                                                           \
  X(DD, "dd", DD, LI, BARRIER | IMPLIED | BREAKOUT)                                                     \
  X(DEL, "del", ORDINARY, OTHER, 0)                                                                     \
  X(DESC, "desc", ORDINARY, OTHER, 0)                                                                   \
  X(DETAILS, "details", BLOCK, BLOCK, BARRIER)                                                          \
  X(DIALOG, "dialog", BLOCK, BLOCK, 0)                                                                  \
  X(DIR, "dir", BLOCK, BLOCK, BARRIER)                                                                  \
  X(DIV, "div", BLOCK, BLOCK, BREAKOUT)                                                                 \
  X(DL, "dl", BLOCK, BLOCK, BARRIER | BREAKOUT)                                                         \
  X(DT, "dt", DD, LI, BARRIER | IMPLIED | BREAKOUT)                                                     \
  X(EM, "em", FORMATTING, FORMATTING, BREAKOUT)                                                         \
  X(EMBED, "embed", VOID, OTHER, BARRIER | BREAKOUT)                                                    \
  X(FIELDSET, "fieldset", BLOCK, BLOCK, BARRIER)                                                        \
  X(FIGCAPTION, "figcaption", BLOCK, BLOCK, BARRIER)                                                    \
  X(FIGURE, "figure", BLOCK, BLOCK, BARRIER)                                                            \
  X(FONT, "font", FORMATTING, FORMATTING, 0)                                                            \
  X(FOOTER, "footer", BLOCK, BLOCK, BARRIER)                                                            \
  X(FOREIGNOBJECT, "foreignobject", ORDINARY, OTHER, 0)                                                 \
  X(FORM, "form", FORM, FORM, BARRIER)                                                                  \
  X(FRAME, "frame", IGNORED, OTHER, BARRIER)                                                            \
  X(FRAMESET, "frameset", FRAMESET, OTHER, BARRIER)                                                     \
  X(H1, "h1", HEADING, HEADING, BARRIER | BREAKOUT)                                                     \
  X(H2, "h2", HEADING, HEADING, BARRIER | BREAKOUT)                                                     \
  X(H3, "h3", HEADING, HEADING, BARRIER | BREAKOUT)                                                     \
  X(H4, "h4", HEADING, HEADING, BARRIER | BREAKOUT)                                                     \
  X(H5, "h5", HEADING, HEADING, BARRIER | BREAKOUT)                                                     \
  X(H6, "h6", HEADING, HEADING, BARRIER | BREAKOUT)                                                     \
  X(HEAD, "head", IGNORED, OTHER, BARRIER | BREAKOUT)                                                   \
  X(HEADER, "header", BLOCK, BLOCK, BARRIER)                                                            \
  X(HGROUP, "hgroup", BLOCK, BLOCK, BARRIER)                                                            \
  X(HR, "hr", HR, OTHER, BARRIER | BREAKOUT)                                                            \
  X(HTML, "html", HTML, BODY, SCOPE)                                                                    \
  X(I, "i", FORMATTING, FORMATTING, BREAKOUT)                                                           \
  X(IFRAME, "iframe", IFRAME, OTHER, BARRIER)                                                           \
  X(ILAYER, "ilayer", ORDINARY, OTHER, 0)                                                               \
  X(IMAGE, "image", VOID, OTHER, 0)                                                                     \
  X(IMG, "img", VOID, OTHER, BARRIER | BREAKOUT)                                                        \
  X(INPUT, "input", INPUT, OTHER, BARRIER)                                                              \
  X(INS, "ins", ORDINARY, OTHER, 0)                                                                     \
  X(ISINDEX, "isindex", ORDINARY, OTHER, 0)                                                             \
  X(KBD, "kbd", ORDINARY, OTHER, 0)                                                                     \
  X(KEYGEN, "keygen", VOID, OTHER, BARRIER)                                                             \
  X(LABEL, "label", ORDINARY, OTHER, 0)                                                                 \
  X(LAYER, "layer", ORDINARY, OTHER, 0)                                                                 \
  X(LEGEND, "legend", ORDINARY, OTHER, 0)                                                               \
  X(LI, "li", LI, LI, BARRIER | IMPLIED | BREAKOUT)                                                     \
  X(LINK, "link", IN_HEAD, OTHER, BARRIER)                                                              \
  X(LISTING, "listing", PRE, BLOCK, BARRIER | BREAKOUT)                                                 \
  X(MAIN, "main", BLOCK, BLOCK, BARRIER)                                                                \
  X(MALIGNMARK, "malignmark", ORDINARY, OTHER, 0)                                                       \
  X(MAP, "map", ORDINARY, OTHER, 0)                                                                     \
  X(MARK, "mark", ORDINARY, OTHER, 0)                                                                   \
  X(MARQUEE, "marquee", MARKED, MARKED, SCOPE)                                                          \
  X(MATH, "math", MATH, OTHER, 0)                                                                       \
  X(MENU, "menu", BLOCK, BLOCK, BARRIER | BREAKOUT)                                                     \
  X(MENUITEM, "menuitem", ORDINARY, OTHER, 0)                                                           \
  X(META, "meta", IN_HEAD, OTHER, BARRIER | BREAKOUT)                                                   \
  X(MGLYPH, "mglyph", ORDINARY, OTHER, 0)                                                               \
  X(MI, "mi", ORDINARY, OTHER, 0)                                                                       \
  X(MN, "mn", ORDINARY, OTHER, 0)                                                                       \
  X(MO, "mo", ORDINARY, OTHER, 0)                                                                       \
  X(MS, "ms", ORDINARY, OTHER, 0)                                                                       \
  X(MTEXT, "mtext", ORDINARY, OTHER, 0)                                                                 \
  X(NAV, "nav", BLOCK, BLOCK, BARRIER)                                                                  \
  X(NOBR, "nobr", NOBR, FORMATTING, BREAKOUT)                                                           \
  X(NOEMBED, "noembed", NOEMBED, OTHER, BARRIER)                                                        \
  X(NOFRAMES, "noframes", IN_HEAD, OTHER, BARRIER)                                                      \
  X(NOSCRIPT, "noscript", NOSCRIPT, OTHER, BARRIER)                                                     \
  X(OBJECT, "object", MARKED, MARKED, SCOPE)                                                            \
  X(OL, "ol", BLOCK, BLOCK, BARRIER | BREAKOUT)                                                         \
  X(OPTGROUP, "optgroup", OPTGROUP, OTHER, IMPLIED)                                                     \
  X(OPTION, "option", OPTION, OTHER, IMPLIED)                                                           \
  X(OUTPUT, "output", ORDINARY, OTHER, 0)                                                               \
  X(P, "p", BLOCK, P, IMPLIED | BREAKOUT)                                                               \
  X(PARAM, "param", PARAM, OTHER, BARRIER)                                                              \
  X(PICTURE, "picture", ORDINARY, OTHER, 0)                                                             \
  X(PLAINTEXT, "plaintext", PLAINTEXT, OTHER, BARRIER)                                                  \
  X(PRE, "pre", PRE, BLOCK, BARRIER | BREAKOUT)                                                         \
  X(PROGRESS, "progress", ORDINARY, OTHER, 0)                                                           \
  X(Q, "q", ORDINARY, OTHER, 0)                                                                         \
  X(RB, "rb", RB, OTHER, IMPLIED)                                                                       \
  X(RP, "rp", RT, OTHER, IMPLIED)                                                                       \
  X(RT, "rt", RT, OTHER, IMPLIED)                                                                       \
  X(RTC, "rtc", RB, OTHER, IMPLIED)                                                                     \
  X(RUBY, "ruby", ORDINARY, OTHER, BREAKOUT)                                                            \
  X(S, "s", FORMATTING, FORMATTING, BREAKOUT)                                                           \
  X(SAMP, "samp", ORDINARY, OTHER, 0)                                                                   \
  X(SCRIPT, "script", IN_HEAD, OTHER, BARRIER)                                                          \
  X(SEARCH, "search", BLOCK, BLOCK, 0)                                                                  \
  X(SECTION, "section", BLOCK, BLOCK, BARRIER)                                                          \
  X(SELECT, "select", SELECT, BLOCK, SCOPE)                                                             \
  X(SELECTEDCONTENT, "selectedcontent", ORDINARY, OTHER, 0)                                             \
  X(SLOT, "slot", ORDINARY, OTHER, 0)                                                                   \
  X(SMALL, "small", FORMATTING, FORMATTING, BREAKOUT)                                                   \
  X(SOURCE, "source", PARAM, OTHER, BARRIER)                                                            \
  X(SPAN, "span", ORDINARY, OTHER, BREAKOUT)                                                            \
  X(STRIKE, "strike", FORMATTING, FORMATTING, BREAKOUT)                                                 \
  X(STRONG, "strong", FORMATTING, FORMATTING, BREAKOUT)                                                 \
  X(STYLE, "style", IN_HEAD, OTHER, BARRIER)                                                            \
  X(SUB, "sub", ORDINARY, OTHER, BREAKOUT)                                                              \
  X(SUMMARY, "summary", BLOCK, BLOCK, BARRIER)                                                          \
  X(SUP, "sup", ORDINARY, OTHER, BREAKOUT)                                                              \
  X(SVG, "svg", SVG, OTHER, 0)                                                                          \
  X(TABLE, "table", TABLE, OTHER, SCOPE | BREAKOUT)                                                     \
  X(TBODY, "tbody", IGNORED, OTHER, BARRIER | TABULAR)                                                  \
  X(TD, "td", IGNORED, OTHER, SCOPE | TABULAR)                                                          \
  X(TEMPLATE, "template", IN_HEAD, TEMPLATE, SCOPE)                                                     \
  X(TEXTAREA, "textarea", TEXTAREA, OTHER, BARRIER)                                                     \
  X(TFOOT, "tfoot", IGNORED, OTHER, BARRIER | TABULAR)                                                  \
  X(TH, "th", IGNORED, OTHER, SCOPE | TABULAR)                                                          \
  X(THEAD, "thead", IGNORED, OTHER, BARRIER | TABULAR)                                                  \
  X(TIME, "time", ORDINARY, OTHER, 0)                                                                   \
  X(TITLE, "title", IN_HEAD, OTHER, BARRIER)                                                            \
  X(TR, "tr", IGNORED, OTHER, BARRIER | TABULAR)                                                        \
  X(TRACK, "track", PARAM, OTHER, BARRIER)                                                              \
  X(TT, "tt", FORMATTING, FORMATTING, BREAKOUT)                                                         \
  X(U, "u", FORMATTING, FORMATTING, BREAKOUT)                                                           \
  X(UL, "ul", BLOCK, BLOCK, BARRIER | BREAKOUT)                                                         \
  X(VAR, "var", ORDINARY, OTHER, BREAKOUT)                                                              \
  X(VIDEO, "video", ORDINARY, OTHER, 0)                                                                 \
  X(WBR, "wbr", VOID, OTHER, BARRIER)                                                                   \
  X(XMP, "xmp", XMP, OTHER, BARRIER)

/* HTML_TAG_OTHER is any other name, HTML_TAG_A is "a". */
enum html_element {
  HTML_TAG_OTHER,
#define HTML_ELEMENT(constant, name, start, end, flags) HTML_TAG_##constant,
  HTML_ELEMENT_NAMES(HTML_ELEMENT)
#undef HTML_ELEMENT
      HTML_TAGS
};

#define HTML_ATTRIBUTE_NAMES(X)                                                                         \
  X(HREF, "href")                                                                                       \
  X(XLINK_HREF, "xlink:href")                                                                           \
  X(SRC, "src")                                                                                         \
  X(SRCSET, "srcset")                                                                                   \
  X(IMAGESRCSET, "imagesrcset")                                                                         \
  X(ACTION, "action")                                                                                   \
  X(FORMACTION, "formaction")                                                                           \
  X(CITE, "cite")                                                                                       \
  X(DATA, "data")                                                                                       \
  X(CLASSID, "classid")                                                                                 \
  X(CODEBASE, "codebase")                                                                               \
  X(ARCHIVE, "archive")                                                                                 \
  X(CODE, "code")                                                                                       \
  X(USEMAP, "usemap")                                                                                   \
  X(LONGDESC, "longdesc")                                                                               \
  X(BACKGROUND, "background")                                                                           \
  X(PROFILE, "profile")                                                                                 \
  X(POSTER, "poster")                                                                                   \
  X(PING, "ping")                                                                                       \
  X(MANIFEST, "manifest")                                                                               \
  X(ICON, "icon")                                                                                       \
  X(LOWSRC, "lowsrc")                                                                                   \
  X(DYNSRC, "dynsrc")                                                                                   \
  X(URN, "urn")                                                                                         \
  X(VALUE, "value")                                                                                     \
  X(VALUETYPE, "valuetype")                                                                             \
  X(ITEMID, "itemid")                                                                                   \
  X(ITEMTYPE, "itemtype")                                                                               \
  X(SRCDOC, "srcdoc")                                                                                   \
  X(STYLE, "style")                                                                                     \
  X(ALTIMG, "altimg")                                                                                   \
  X(DEFINITIONURL, "definitionurl")                                                                     \
  X(FILL, "fill")                                                                                       \
  X(STROKE, "stroke")                                                                                   \
  X(FILTER, "filter")                                                                                   \
  X(CLIP_PATH, "clip-path")                                                                             \
  X(MASK, "mask")                                                                                       \
  X(MARKER, "marker")                                                                                   \
  X(MARKER_START, "marker-start")                                                                       \
  X(MARKER_MID, "marker-mid")                                                                           \
  X(MARKER_END, "marker-end")                                                                           \
  X(CURSOR, "cursor")                                                                                   \
  X(CONTENT, "content")                                                                                 \
  X(HTTP_EQUIV, "http-equiv")                                                                           \
  X(PROPERTY, "property")                                                                               \
  X(NAME, "name")                                                                                       \
  X(ITEMPROP, "itemprop")                                                                               \
  X(XML_BASE, "xml:base")                                                                               \
  X(TYPE, "type")                                                                                       \
  X(COLOR, "color")                                                                                     \
  X(FACE, "face")                                                                                       \
  X(SIZE, "size")                                                                                       \
  X(ENCODING, "encoding")                                                                               \
  X(SHADOWROOTMODE, "shadowrootmode")

/* HTML_ATTR_HREF is "href". At most 57: the caller's further attributes follow. */
enum html_attribute {
#define HTML_ATTRIBUTE(constant, name) HTML_ATTR_##constant,
  HTML_ATTRIBUTE_NAMES(HTML_ATTRIBUTE)
#undef HTML_ATTRIBUTE
      HTML_ATTRIBUTES
};

/* Return the number of a name in any case; HTML_TAG_OTHER or HTML_ATTRIBUTES for one in no table. O(1).
 */
enum html_element uriel_html_element_of(const char *name, size_t len);
enum html_attribute uriel_html_attribute_of(const char *name, size_t len);

/* The same for readers that have the head already: the first eight bytes as word_read reads them, 0
 * beyond the name. */
uint64_t uriel_html_name_head(const char *name, size_t len);
enum html_element uriel_html_element_at(uint64_t head, const char *name, size_t len);
enum html_attribute uriel_html_attribute_at(uint64_t head, const char *name, size_t len);

/* Return the name in lower case, which a NUL follows. */
uriel_text uriel_html_element_name(enum html_element id);
uriel_text uriel_html_attribute_name(enum html_attribute id);

/* White space of HTML: space, tab, line feed, form feed, carriage return. */
static inline bool html_space(char byte)
{
  return byte == ' ' || (byte >= '\t' && byte <= '\r' && byte != '\v');
}

/* Returns the text without white space around it. */
static inline uriel_text html_trim(uriel_text text)
{
  for (; text.len && html_space(*text.ptr); text.ptr++)
    text.len--;
  while (text.len && html_space(text.ptr[text.len - 1]))
    text.len--;
  return text;
}

/* Returns whether the text is in any case one of the words, which are in lower case, each between
 * spaces: " a b ". */
bool uriel_html_is_among(uriel_text text, const char *words);

#endif
