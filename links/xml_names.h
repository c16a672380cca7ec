/* SPDX-License-Identifier: MIT */
/* Declarations that apply within an element of XML: prefixes of namespaces, and xml:base. Beyond the
 * limits, elements have the declarations of the enclosing one. */
#ifndef URIEL_LINKS_XML_NAMES_H
#define URIEL_LINKS_XML_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "feed.h"
#include "uriel.h"

enum { XML_PREFIXES = 256, XML_SCOPES = 256, XML_PREFIX = 24 };

struct xml_prefix {
  char name[XML_PREFIX]; /* empty: for elements without a prefix */
  enum feed_space space;
};

struct xml_scope {
  size_t depth, prefixes;
  size_t base, base_len; /* in `bases` */
  bool has_base;
};

/* Zero-initialise. */
struct xml_names {
  size_t depth; /* of the innermost element */
  struct xml_prefix prefixes[XML_PREFIXES];
  struct xml_scope scopes[XML_SCOPES];
  size_t scope_count, prefix_count;
  struct buffer bases;
  size_t lost;          /* the depth of an element whose base exceeds the limit and is not kept; or 0 */
  enum feed_space none; /* the namespace of names without prefix and namespace */
};

/* The start and the end of an element. After its start it may declare a prefix ("xmlns" or "xmlns:p")
 * and its base, resolved, or undefined if it is not valid. Returns false if memory runs out. */
void xml_names_begin(struct xml_names *names);
void xml_names_end(struct xml_names *names);
void xml_names_declare(struct xml_names *names, const char *attribute, const char *space);
bool xml_names_base(struct xml_names *names, uriel_text base);

/* The base that an open element states; `outer` excludes the innermost. Undefined if it is not valid.
 * Returns false if no element states one. */
bool xml_names_has_base(const struct xml_names *names, bool outer, uriel_text *base);

/* The namespace of an element or attribute by its name, from which the prefix is removed. */
enum feed_space xml_names_element(const struct xml_names *names, const char **name);
enum feed_space xml_names_attribute(const struct xml_names *names, const char **name);

#endif
