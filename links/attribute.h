/* SPDX-License-Identifier: MIT */
/* Which attributes of HTML hold references, on which elements, and how their values hold them. */
#ifndef URIEL_LINKS_ATTRIBUTE_H
#define URIEL_LINKS_ATTRIBUTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Attribute names that matter: X(constant, name). No more than 64. */
#define ATTRIBUTES(X)                                                                                   \
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
  X(XML_BASE, "xml:base")

enum attribute_id {
#define ATTRIBUTE_ID(id, name) ATTRIBUTE_##id,
  ATTRIBUTES(ATTRIBUTE_ID)
#undef ATTRIBUTE_ID
      ATTRIBUTE_COUNT
};

/* A value, its character references decoded. */
struct tag_value {
  const char *ptr;
  size_t len;
  size_t offset; /* of the value in the document */
  bool verbatim; /* it stands in the document byte for byte */
};

/* Attributes of one tag: `of` holds something where `has` has the id's bit. */
struct tag_values {
  uint64_t has;
  struct tag_value of[ATTRIBUTE_COUNT];
};

/* Longer names of elements are cut; HTML has none. */
enum { TAG_NAME = 64 };

struct tag {
  char name[TAG_NAME];   /* lower case, ends in NUL */
  bool inert;            /* in a <template> */
  bool foreign;          /* of SVG, MathML or another vocabulary than HTML */
  struct tag_value text; /* the style sheet that a <style> holds; `ptr` NULL: none */
  struct tag_values values;
};

/* Told each start tag; returns false to end it. */
typedef bool tag_sink(void *context, const struct tag *tag);

enum reference_base {
  BASE_OF_DOCUMENT,
  BASE_OF_RETRIEVAL, /* <base href> itself */
  BASE_OF_CODEBASE,  /* `codebase` of the same tag, resolved against the document's base */
  BASE_OF_ITS_OWN    /* one that is given with it: "xml:base" */
};

struct page_reference {
  const char *element;
  const char *attribute; /* NULL: it is in the element's text */
  const char *raw;
  size_t raw_len;
  size_t offset;
  enum reference_base base;
  const char *codebase; /* for BASE_OF_CODEBASE */
  size_t codebase_len;
  bool identifies; /* it is a name, not a link */
  bool is_css;     /* css_unescape is still to be done */
};

typedef bool reference_sink(void *context, const struct page_reference *reference);

/* The id of a name, in any case, or ATTRIBUTE_COUNT where it does not matter. */
enum attribute_id attribute_find(const char *name, size_t len);

/* NULL: the tag does not have it. */
const struct tag_value *attribute_of(const struct tag_values *values, enum attribute_id id);

/* Keeps a value unless there is one of the same name, which counts then. */
void attribute_keep(struct tag_values *values, enum attribute_id id, const struct tag_value *value);

/* Tells each reference of a tag in the order in which they stand there. False where the sink returned
 * false. */
bool attribute_references(const struct tag *tag, reference_sink *sink, void *context);

#endif
