/* SPDX-License-Identifier: MIT */
/* A document of XML that is being read: what its tags and its text share. */
#ifndef URIEL_LINKS_XML_DOCUMENT_H
#define URIEL_LINKS_XML_DOCUMENT_H

#include "entity.h"
#include "feed.h"
#include "xml.h"
#include "xml_names.h"
#include "xml_text.h"

struct xml_document {
  struct entity *entity;
  struct xml_names names;
  struct xml_run run;     /* text since the last tag */
  enum feed_use use;      /* what it is for */
  char element[TAG_NAME]; /* that it is in, where it is for something */
  bool skipping;          /* within a reference that is too long */
  bool has_root;
  bool has_entities;       /* that are declared in it */
  bool root_base_is_known; /* the document's base is by xml:base on its root */
  struct buffer resolved;
};

/* A reference as it stands: white space around it is taken away. */
struct xml_found {
  struct place place;
  const char *element, *attribute;
  uriel_text raw;
  bool identifies;
};

/* Tells a reference; each returns false where the reading ends. */
bool xml_tell(struct xml_document *document, const struct xml_found *found);

/* Tells a reference with a base of its own kind. */
bool xml_tell_item(struct xml_document *document, struct entity_item *item);

/* Takes a piece of text; tells the references that the text since the last tag holds, where it ends. */
bool xml_content_add(struct xml_document *document, const char *text, size_t len,
                     const struct place *place);
bool xml_content_end(struct xml_document *document);

/* HTML in a text or an attribute is a document of its own, with the base of where it stands. */
bool xml_content_nested(struct xml_document *document, const char *html, size_t len);

/* References in a value, as in running text; `place_of` is told where in it each begins. */
bool xml_content_find(struct xml_document *document, const struct xml_found *value,
                      struct place (*place_of)(void *context, size_t at), void *context);

#endif
