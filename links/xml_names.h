/* SPDX-License-Identifier: MIT */
/* What holds within an element of XML until it ends: prefixes of namespaces, and xml:base. Elements that
 * declare something beyond the limits share what is outside of them. */
#ifndef URIEL_LINKS_XML_NAMES_H
#define URIEL_LINKS_XML_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "feed.h"
#include "reader/buffer.h"
#include "uriel.h"

enum { XML_PREFIXES = 256, XML_SCOPES = 256, XML_PREFIX = 24 };

struct xml_prefix {
  char name[XML_PREFIX]; /* empty: that of elements without one */
  enum feed_space space;
};

struct xml_scope {
  size_t depth, prefixes;
  size_t base, base_len; /* in `bases` */
  bool has_base;
};

/* All zero at first. */
struct xml_names {
  size_t depth; /* of the element that was begun last */
  struct xml_prefix prefixes[XML_PREFIXES];
  struct xml_scope scopes[XML_SCOPES];
  size_t scope_count, prefix_count;
  struct buffer bases;
  size_t lost;          /* the depth of an element whose base is not kept: there are too many; 0: none */
  enum feed_space none; /* what names without prefix and namespace are in */
};

/* An element begins, and ends. Between, before any other, it may declare: a prefix ("xmlns" or
 * "xmlns:p") and its base, resolved; undefined where
 * what it states is none. False: no memory. */
void xml_names_begin(struct xml_names *names);
void xml_names_end(struct xml_names *names);
void xml_names_declare(struct xml_names *names, const char *attribute, const char *space);
bool xml_names_base(struct xml_names *names, uriel_text base);

/* The base that an open element states; `outer`: another than the one that was begun last. Undefined
 * where what it states is none. False: none states one. */
bool xml_names_has_base(const struct xml_names *names, bool outer, uriel_text *base);

/* The namespace of an element, or of an attribute, by its name, which comes out without its prefix. */
enum feed_space xml_names_element(const struct xml_names *names, const char **name);
enum feed_space xml_names_attribute(const struct xml_names *names, const char **name);

#endif
