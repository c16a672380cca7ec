/* SPDX-License-Identifier: MIT */
/* A document of XML that is being read. */
#ifndef URIEL_LINKS_XML_DOCUMENT_H
#define URIEL_LINKS_XML_DOCUMENT_H

#include "entity.h"
#include "feed.h"
#include "xml.h"
#include "xml_names.h"
#include "xml_text.h"

/* Longer names of elements are cut. */
enum { XML_NAME = 64 };

struct xml_document {
  struct entity *entity;
  struct xml_names names;
  struct xml_run run;     /* text since the last tag */
  enum feed_use use;      /* its use */
  char element[XML_NAME]; /* that contains it, if it has a use */
  bool skipping;          /* within a reference that is too long */
  bool has_root;
  bool has_entities;       /* it declares entities */
  bool root_base_is_known; /* the document's base is from xml:base on its root */
  struct buffer resolved;
};

/* A reference as in the document; white space around it is removed. */
struct xml_found {
  struct place place;
  const char *element, *attribute;
  uriel_text raw;
  bool identifies;
};

/* Reports a reference. Each function returns false if the reading must end. */
bool xml_tell(struct xml_document *document, const struct xml_found *found);

/* Reports a reference with its own kind of base. */
bool xml_tell_item(struct xml_document *document, struct links_reference *item);

/* Adds a piece of text; reports the references in the text since the last tag, at its end. */
bool xml_content_add(struct xml_document *document, const char *text, size_t len,
                     const struct place *place);
bool xml_content_end(struct xml_document *document);

/* HTML in a text or an attribute is a nested document, with the base of its position. */
bool xml_content_nested(struct xml_document *document, const char *html, size_t len);

/* References in a value, as in running text; `place_of` gets the start of each. */
bool xml_content_find(struct xml_document *document, const struct xml_found *value,
                      struct place (*place_of)(void *context, size_t at), void *context);

#endif
