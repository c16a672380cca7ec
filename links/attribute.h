/* SPDX-License-Identifier: MIT */
/* Which attributes of HTML hold references, on which elements, and how their values hold them. */
#ifndef URIEL_LINKS_ATTRIBUTE_H
#define URIEL_LINKS_ATTRIBUTE_H

#include <stdbool.h>
#include <stddef.h>

/* Attribute names that matter: X(constant, name). */
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
  X(USEMAP, "usemap")                                                                                   \
  X(LONGDESC, "longdesc")                                                                               \
  X(BACKGROUND, "background")                                                                           \
  X(PROFILE, "profile")                                                                                 \
  X(POSTER, "poster")                                                                                   \
  X(PING, "ping")                                                                                       \
  X(MANIFEST, "manifest")                                                                               \
  X(ICON, "icon")                                                                                       \
  X(CONTENT, "content")                                                                                 \
  X(HTTP_EQUIV, "http-equiv")

enum attribute_id {
#define ATTRIBUTE_ID(id, name) ATTRIBUTE_##id,
  ATTRIBUTES(ATTRIBUTE_ID)
#undef ATTRIBUTE_ID
      ATTRIBUTE_COUNT
};

/* An attribute's value, its character references decoded; `ptr` NULL: the tag does not have it. */
struct tag_value {
  const char *ptr;
  size_t len;
  size_t offset; /* of the value in the document */
  bool verbatim; /* it stands in the document byte for byte */
};

/* Longer names of elements are cut; HTML has none. */
enum { TAG_NAME = 64 };

struct tag {
  char name[TAG_NAME]; /* lower case, ends in NUL */
  bool inert;          /* in a <template> */
  struct tag_value values[ATTRIBUTE_COUNT];
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
  char element[TAG_NAME];
  const char *attribute;
  const char *raw;
  size_t raw_len;
  size_t offset;
  enum reference_base base;
  const char *codebase; /* for BASE_OF_CODEBASE */
  size_t codebase_len;
};

typedef bool reference_sink(void *context, const struct page_reference *reference);

/* The id of a name, in any case, or ATTRIBUTE_COUNT where it does not matter. */
enum attribute_id attribute_find(const char *name, size_t len);

/* Tells each reference of a tag. False where the sink returned false. */
bool attribute_references(const struct tag *tag, reference_sink *sink, void *context);

/* White space of HTML: space, tab, line feed, form feed, carriage return. */
bool attribute_space(char c);

#endif
