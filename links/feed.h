/* SPDX-License-Identifier: MIT */
/* Vocabularies of XML: which attributes and elements of feeds, sitemaps, schemas and others contain
 * references. HTML's and SVG's attributes are in attribute.h. */
#ifndef URIEL_LINKS_FEED_H
#define URIEL_LINKS_FEED_H

#include <stdbool.h>
#include <stddef.h>

/* Namespaces: constant, usual prefix, names. RSS and others without a name are known by their root. */
#define FEED_SPACES(X)                                                                                  \
  X(OTHER, NULL, NULL)                                                                                  \
  X(NONE, NULL, NULL)                                                                                   \
  X(XHTML, "xhtml", "http://www.w3.org/1999/xhtml")                                                     \
  X(SVG, "svg", "http://www.w3.org/2000/svg")                                                           \
  X(MATHML, "mml", "http://www.w3.org/1998/Math/MathML")                                                \
  X(XLINK, "xlink", "http://www.w3.org/1999/xlink")                                                     \
  X(XML, "xml", "http://www.w3.org/XML/1998/namespace")                                                 \
  X(XSI, "xsi", "http://www.w3.org/2001/XMLSchema-instance")                                            \
  X(XSD, "xs", "http://www.w3.org/2001/XMLSchema")                                                      \
  X(ATOM, "atom", "http://www.w3.org/2005/Atom")                                                        \
  X(ATOM_03, NULL, "http://purl.org/atom/ns#")                                                          \
  X(RSS, NULL, "http://purl.org/rss/1.0/")                                                              \
  X(RSS_09, NULL, "http://my.netscape.com/rdf/simple/0.9/")                                             \
  X(RSS_2, NULL, "http://backend.userland.com/rss2")                                                    \
  X(CONTENT, "content", "http://purl.org/rss/1.0/modules/content/")                                     \
  X(RDF, "rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#")                                          \
  X(SITEMAP, NULL, "http://www.sitemaps.org/schemas/sitemap/0.9")                                       \
  X(SITEMAP_084, NULL, "http://www.google.com/schemas/sitemap/0.84")                                    \
  X(IMAGE, "image", "http://www.google.com/schemas/sitemap-image/1.1")                                  \
  X(VIDEO, "video", "http://www.google.com/schemas/sitemap-video/1.1")                                  \
  X(KML, "kml", "http://www.opengis.net/kml/2.2")                                                       \
  X(CATALOG, NULL, "urn:oasis:names:tc:entity:xmlns:xml:catalog")

enum feed_space {
#define FEED_SPACE(constant, prefix, name) FEED_##constant,
  FEED_SPACES(FEED_SPACE)
#undef FEED_SPACE
};

/* The namespace of a name; similar ones are one. FEED_OTHER if it does not matter. */
enum feed_space feed_space(const char *name, size_t len);

/* The usual namespace of an undeclared prefix. */
enum feed_space feed_space_of_prefix(const char *prefix, size_t len);

/* The namespace of elements without one, by the root's name. */
enum feed_space feed_space_of_root(const char *root);

/* Whether an element's attributes are HTML's. */
bool feed_is_html(enum feed_space space);

enum feed_use {
  FEED_USE_TEXT,   /* running text */
  FEED_USE_NONE,   /* no references */
  FEED_USE_LINK,   /* a reference */
  FEED_USE_NAME,   /* a reference that identifies */
  FEED_USE_NAMES,  /* a list of these */
  FEED_USE_PAIRS,  /* a list of names, each with a reference after it */
  FEED_USE_GUID,   /* a link, or opaque if `isPermaLink` says so */
  FEED_USE_OPAQUE, /* need not be a URI: reported only if it has a scheme */
  FEED_USE_HTML,   /* HTML with escaped markup */
  FEED_USE_TYPED,  /* HTML if `type` says so */
  FEED_USE_CSS     /* a style sheet */
};

/* The use of an element's text. */
enum feed_use feed_element(enum feed_space space, const char *name);

/* The use of an attribute, of an element whose attributes are not HTML's. */
enum feed_use feed_attribute(enum feed_space element, enum feed_space space, const char *name);

#endif
