/* SPDX-License-Identifier: MIT */
/* Which attributes of HTML contain references, on which elements, and in which form. */
#ifndef URIEL_LINKS_ATTRIBUTE_H
#define URIEL_LINKS_ATTRIBUTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The attributes that matter: X(constant, name). At most 64. */
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

/* A value, with its character references decoded. */
struct tag_value {
  const char *ptr;
  size_t len;
  size_t offset; /* of the value in the document */
  bool verbatim; /* the document has it byte for byte */
};

/* Attributes of one tag: `of` is set for each id whose bit `has` has. */
struct tag_values {
  uint64_t has;
  struct tag_value of[ATTRIBUTE_COUNT];
};

/* Longer names of elements are cut; HTML has no such element. */
enum { TAG_NAME = 64 };

struct tag {
  char name[TAG_NAME];   /* lower case, ends with a NUL */
  bool inert;            /* in a <template> */
  bool foreign;          /* of SVG, MathML or another vocabulary */
  struct tag_value text; /* the style sheet in a <style>; `ptr` is NULL for none */
  struct tag_values values;
};

/* Called for each start tag; returns false to stop. */
typedef bool tag_sink(void *context, const struct tag *tag);

enum reference_base {
  BASE_OF_DOCUMENT,
  BASE_OF_RETRIEVAL, /* <base href> itself */
  BASE_OF_CODEBASE,  /* `codebase` of the same tag, resolved against the document's base */
  BASE_OF_ITS_OWN    /* given with the reference: "xml:base" */
};

struct page_reference {
  const char *element;
  const char *attribute; /* NULL if it is in the element's text */
  const char *raw;
  size_t raw_len;
  size_t offset;
  enum reference_base base;
  const char *codebase; /* for BASE_OF_CODEBASE */
  size_t codebase_len;
  bool identifies; /* a name, not a link */
  bool is_css;     /* still needs css_unescape */
};

typedef bool reference_sink(void *context, const struct page_reference *reference);

/* Returns the id of a name, in any case, or ATTRIBUTE_COUNT if it does not matter. */
enum attribute_id attribute_find(const char *name, size_t len);

/* Returns NULL if the tag does not have it. */
const struct tag_value *attribute_of(const struct tag_values *values, enum attribute_id id);

/* Adds a value. If there is one of the same name, the first counts. */
void attribute_keep(struct tag_values *values, enum attribute_id id, const struct tag_value *value);

/* Reports each reference of a tag in order. Returns false if the sink does. */
bool attribute_references(const struct tag *tag, reference_sink *sink, void *context);

#endif
