/* SPDX-License-Identifier: MIT */
/* The elements that tree construction knows or that have references, and the attributes that matter. */
#ifndef URIEL_HTML_NAMES_H
#define URIEL_HTML_NAMES_H

#include "text/bytes.h"
#include "uriel.h"

/* X(constant, name), in the order of the alphabet. */
#define HTML_ELEMENT_NAMES(X)                                                                           \
  X(A, "a")                                                                                             \
  X(ABBR, "abbr")                                                                                       \
  X(ACRONYM, "acronym")                                                                                 \
  X(ADDRESS, "address")                                                                                 \
  X(ANNOTATION_XML, "annotation-xml")                                                                   \
  X(APPLET, "applet")                                                                                   \
  X(AREA, "area")                                                                                       \
  X(ARTICLE, "article")                                                                                 \
  X(ASIDE, "aside")                                                                                     \
  X(AUDIO, "audio")                                                                                     \
  X(B, "b")                                                                                             \
  X(BASE, "base")                                                                                       \
  X(BASEFONT, "basefont")                                                                               \
  X(BGSOUND, "bgsound")                                                                                 \
  X(BIG, "big")                                                                                         \
  X(BLINK, "blink")                                                                                     \
  X(BLOCKQUOTE, "blockquote")                                                                           \
  X(BODY, "body")                                                                                       \
  X(BR, "br")                                                                                           \
  X(BUTTON, "button")                                                                                   \
  X(CANVAS, "canvas")                                                                                   \
  X(CAPTION, "caption")                                                                                 \
  X(CENTER, "center")                                                                                   \
  X(CITE, "cite")                                                                                       \
  X(CODE, "code")                                                                                       \
  X(COL, "col")                                                                                         \
  X(COLGROUP, "colgroup")                                                                               \
  X(COMMAND, "command")                                                                                 \
  X(DATALIST, "datalist")                                                                               \
  X(DD, "dd")                                                                                           \
  X(DEL, "del")                                                                                         \
  X(DESC, "desc")                                                                                       \
  X(DETAILS, "details")                                                                                 \
  X(DIALOG, "dialog")                                                                                   \
  X(DIR, "dir")                                                                                         \
  X(DIV, "div")                                                                                         \
  X(DL, "dl")                                                                                           \
  X(DT, "dt")                                                                                           \
  X(EM, "em")                                                                                           \
  X(EMBED, "embed")                                                                                     \
  X(FIELDSET, "fieldset")                                                                               \
  X(FIGCAPTION, "figcaption")                                                                           \
  X(FIGURE, "figure")                                                                                   \
  X(FONT, "font")                                                                                       \
  X(FOOTER, "footer")                                                                                   \
  X(FOREIGNOBJECT, "foreignobject")                                                                     \
  X(FORM, "form")                                                                                       \
  X(FRAME, "frame")                                                                                     \
  X(FRAMESET, "frameset")                                                                               \
  X(H1, "h1")                                                                                           \
  X(H2, "h2")                                                                                           \
  X(H3, "h3")                                                                                           \
  X(H4, "h4")                                                                                           \
  X(H5, "h5")                                                                                           \
  X(H6, "h6")                                                                                           \
  X(HEAD, "head")                                                                                       \
  X(HEADER, "header")                                                                                   \
  X(HGROUP, "hgroup")                                                                                   \
  X(HR, "hr")                                                                                           \
  X(HTML, "html")                                                                                       \
  X(I, "i")                                                                                             \
  X(IFRAME, "iframe")                                                                                   \
  X(ILAYER, "ilayer")                                                                                   \
  X(IMAGE, "image")                                                                                     \
  X(IMG, "img")                                                                                         \
  X(INPUT, "input")                                                                                     \
  X(INS, "ins")                                                                                         \
  X(ISINDEX, "isindex")                                                                                 \
  X(KBD, "kbd")                                                                                         \
  X(KEYGEN, "keygen")                                                                                   \
  X(LABEL, "label")                                                                                     \
  X(LAYER, "layer")                                                                                     \
  X(LEGEND, "legend")                                                                                   \
  X(LI, "li")                                                                                           \
  X(LINK, "link")                                                                                       \
  X(LISTING, "listing")                                                                                 \
  X(MAIN, "main")                                                                                       \
  X(MALIGNMARK, "malignmark")                                                                           \
  X(MAP, "map")                                                                                         \
  X(MARK, "mark")                                                                                       \
  X(MARQUEE, "marquee")                                                                                 \
  X(MATH, "math")                                                                                       \
  X(MENU, "menu")                                                                                       \
  X(MENUITEM, "menuitem")                                                                               \
  X(META, "meta")                                                                                       \
  X(MGLYPH, "mglyph")                                                                                   \
  X(MI, "mi")                                                                                           \
  X(MN, "mn")                                                                                           \
  X(MO, "mo")                                                                                           \
  X(MS, "ms")                                                                                           \
  X(MTEXT, "mtext")                                                                                     \
  X(NAV, "nav")                                                                                         \
  X(NOBR, "nobr")                                                                                       \
  X(NOEMBED, "noembed")                                                                                 \
  X(NOFRAMES, "noframes")                                                                               \
  X(NOSCRIPT, "noscript")                                                                               \
  X(OBJECT, "object")                                                                                   \
  X(OL, "ol")                                                                                           \
  X(OPTGROUP, "optgroup")                                                                               \
  X(OPTION, "option")                                                                                   \
  X(OUTPUT, "output")                                                                                   \
  X(P, "p")                                                                                             \
  X(PARAM, "param")                                                                                     \
  X(PICTURE, "picture")                                                                                 \
  X(PLAINTEXT, "plaintext")                                                                             \
  X(PRE, "pre")                                                                                         \
  X(PROGRESS, "progress")                                                                               \
  X(Q, "q")                                                                                             \
  X(RB, "rb")                                                                                           \
  X(RP, "rp")                                                                                           \
  X(RT, "rt")                                                                                           \
  X(RTC, "rtc")                                                                                         \
  X(RUBY, "ruby")                                                                                       \
  X(S, "s")                                                                                             \
  X(SAMP, "samp")                                                                                       \
  X(SCRIPT, "script")                                                                                   \
  X(SEARCH, "search")                                                                                   \
  X(SECTION, "section")                                                                                 \
  X(SELECT, "select")                                                                                   \
  X(SELECTEDCONTENT, "selectedcontent")                                                                 \
  X(SLOT, "slot")                                                                                       \
  X(SMALL, "small")                                                                                     \
  X(SOURCE, "source")                                                                                   \
  X(SPAN, "span")                                                                                       \
  X(STRIKE, "strike")                                                                                   \
  X(STRONG, "strong")                                                                                   \
  X(STYLE, "style")                                                                                     \
  X(SUB, "sub")                                                                                         \
  X(SUMMARY, "summary")                                                                                 \
  X(SUP, "sup")                                                                                         \
  X(SVG, "svg")                                                                                         \
  X(TABLE, "table")                                                                                     \
  X(TBODY, "tbody")                                                                                     \
  X(TD, "td")                                                                                           \
  X(TEMPLATE, "template")                                                                               \
  X(TEXTAREA, "textarea")                                                                               \
  X(TFOOT, "tfoot")                                                                                     \
  X(TH, "th")                                                                                           \
  X(THEAD, "thead")                                                                                     \
  X(TIME, "time")                                                                                       \
  X(TITLE, "title")                                                                                     \
  X(TR, "tr")                                                                                           \
  X(TRACK, "track")                                                                                     \
  X(TT, "tt")                                                                                           \
  X(U, "u")                                                                                             \
  X(UL, "ul")                                                                                           \
  X(VAR, "var")                                                                                         \
  X(VIDEO, "video")                                                                                     \
  X(WBR, "wbr")                                                                                         \
  X(XMP, "xmp")

/* HTML_TAG_OTHER is any other name, HTML_TAG_A is "a". */
enum html_element {
  HTML_TAG_OTHER,
#define HTML_ELEMENT(constant, name) HTML_TAG_##constant,
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

/* Returns whether the text is `word`, which is in lower case, in any case. */
static inline bool html_is(uriel_text text, const char *word)
{
  size_t i = 0;
  while (i < text.len && word[i] && byte_lower(text.ptr[i]) == word[i])
    i++;
  return i == text.len && !word[i];
}

#endif
