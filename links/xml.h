/* SPDX-License-Identifier: MIT */
/* The interface to a parser of XML, so that it can be replaced. It reads a source of any length through
 * a window, and reports everything with its place. It does not read external entities, expands internal
 * ones within the parser's limits, and skips unknown ones, which may be declared in an external
 * entity. */
#ifndef URIEL_LINKS_XML_H
#define URIEL_LINKS_XML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "reader/place.h"
#include "reader/source.h"
#include "uriel.h"

/* The greatest depth of nested elements. */
enum { XML_DEPTH = 100000 };

struct xml;

/* A start tag. */
struct xml_tag {
  const char *name;              /* with its prefix */
  const char *const *attributes; /* names and values alternately; NULL at the end */
  size_t written;                /* how many of them are in the tag; the others are defaults */
};

/* The position of an attribute in the tag. Zero-initialise. */
struct xml_cursor {
  size_t index; /* of the next attribute */
  size_t at;    /* in the tag's bytes */
};

struct xml_attribute {
  const char *name, *value;
  size_t len;
  uint64_t offset; /* of the value, or of the tag if the value is not in it */
  bool
      verbatim; /* equal to the bytes in the tag, except for line breaks and tabs, which became spaces */
  uriel_text raw; /* as in the tag, with character references; undefined if not in it */
};

/* Each returns false to end the reading; the last three may be NULL. */
struct xml_sink {
  void *context;
  bool (*start)(void *context, struct xml *xml, const struct xml_tag *tag);
  bool (*end)(void *context, struct xml *xml, const char *name);
  bool (*text)(void *context, struct xml *xml, const char *text, size_t len);
  bool (*instruction)(void *context, struct xml *xml, const char *target, const char *data);
  /* Reports the system identifier of a document type (`what` is "!DOCTYPE") or of an entity ("!ENTITY");
   * NULL for an entity without one. */
  bool (*external)(void *context, struct xml *xml, const char *what, const char *system);
};

enum xml_result { XML_DONE, XML_ENDED, XML_MALFORMED, XML_NO_MEMORY, XML_FAILED /* the source did */ };

struct xml_error {
  const char *reason;
  struct place place;
};

/* `charset` is declared outside of the document; may be NULL. `token` is the most bytes of a tag or
 * another piece of markup. After XML_MALFORMED, `source` is at the error. */
enum xml_result xml_read(struct source *source, const char *charset, size_t token,
                         const struct xml_sink *sink, struct xml_error *error);

/* For the sink: finds the next attribute of a tag. Returns false after the last. */
bool xml_attribute_next(const struct xml *xml, const struct xml_tag *tag, struct xml_cursor *cursor,
                        struct xml_attribute *attribute);

/* The place of the current event; of an offset in it, fastest in ascending order; of `text` in it, as
 * far as the document contains it verbatim. */
struct place xml_place(struct xml *xml);
uint64_t xml_event_end(const struct xml *xml); /* the offset of the end of the event */
struct place xml_place_of(struct xml *xml, uint64_t offset);
struct place xml_place_of_text(struct xml *xml, const char *text, size_t len);

#endif
