/* SPDX-License-Identifier: MIT */
/* A document of XML that is being read. */
#ifndef URIEL_LINKS_XML_DOCUMENT_H
#define URIEL_LINKS_XML_DOCUMENT_H

#include "entity.h"
#include "feed.h"
#include "xml.h"
#include "xml_names.h"

/* Longer names of elements are cut. */
enum { XML_NAME = 64 };

struct xml_mark {
  size_t at; /* a byte of the text */
  struct place place;
};

/* Text in pieces, with the place of each byte. */
struct xml_run {
  struct buffer text;
  struct buffer marks;  /* struct xml_mark: where the text is not contiguous in the document */
  size_t mark;          /* of the byte below */
  struct xml_mark last; /* the last byte whose place was requested */
};

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
  size_t part_depth;       /* of the element that is looked for and open; or 0 */
  uint64_t part_begin;     /* its offset */
  struct buffer resolved, scratch;
  struct xml_decoded *decoded; /* values of the tag's attributes */
};

/* Reports a reference, with the base of its element. Without `cleaned`, removes the white space around
 * `raw`. Each function returns false if the reading must end. */
bool xml_tell(struct xml_document *document, struct links_reference *item);

/* Adds a piece of text; reports the references in the text since the last tag, at its end. */
bool xml_content_add(struct xml_document *document, const char *text, size_t len,
                     const struct place *place);
bool xml_content_end(struct xml_document *document);

/* HTML in a text or an attribute is a nested document, with the base of its position. */
bool xml_content_nested(struct xml_document *document, uriel_text html);

/* Reports the references in the running text `value->raw`; in a text that is not whole, only references
 * that end in it for certain. Sets `*from` to the earliest start of the next reference. `place_of` gets
 * the start of each. */
bool xml_find(struct xml_document *document, const struct links_reference *value, bool whole,
              size_t *from, struct place (*place_of)(void *context, size_t at), void *context);

#endif
