/* SPDX-License-Identifier: MIT */
/* Vocabularies of XML. */
#include "feed.h"

#include <string.h>

#define FEED_COUNT(array) (sizeof(array) / sizeof *(array))

static const struct {
  const char *prefix, *name;
} feed_spaces[] = {
#define FEED_SPACE_ROW(constant, prefix, name) {prefix, name},
    FEED_SPACES(FEED_SPACE_ROW)
#undef FEED_SPACE_ROW
};

static const struct {
  const char *root;
  enum feed_space space;
} feed_roots[] = {
    {"rss", FEED_RSS},    {"feed", FEED_ATOM}, {"urlset", FEED_SITEMAP}, {"sitemapindex", FEED_SITEMAP},
    {"html", FEED_XHTML}, {"svg", FEED_SVG},   {"kml", FEED_KML},        {"catalog", FEED_CATALOG}};

/* Elements whose text is a reference, or anything else except running text. */
static const struct {
  enum feed_space space;
  const char *name;
  enum feed_use use;
} feed_elements[] = {
    {FEED_ATOM, "id", FEED_USE_NAME},
    {FEED_ATOM, "icon", FEED_USE_LINK},
    {FEED_ATOM, "logo", FEED_USE_LINK},
    {FEED_ATOM, "uri", FEED_USE_LINK},
    {FEED_ATOM, "url", FEED_USE_LINK},
    {FEED_ATOM, "content", FEED_USE_TYPED},
    {FEED_ATOM, "summary", FEED_USE_TYPED},
    {FEED_ATOM, "title", FEED_USE_TYPED},
    {FEED_ATOM, "subtitle", FEED_USE_TYPED},
    {FEED_ATOM, "rights", FEED_USE_TYPED},
    {FEED_RSS, "link", FEED_USE_LINK},
    {FEED_RSS, "guid", FEED_USE_GUID},
    {FEED_RSS, "comments", FEED_USE_LINK},
    {FEED_RSS, "docs", FEED_USE_LINK},
    {FEED_RSS, "url", FEED_USE_LINK},
    {FEED_RSS, "description", FEED_USE_HTML},
    {FEED_CONTENT, "encoded", FEED_USE_HTML},
    {FEED_SITEMAP, "loc", FEED_USE_LINK},
    {FEED_IMAGE, "loc", FEED_USE_LINK},
    {FEED_IMAGE, "license", FEED_USE_LINK},
    {FEED_VIDEO, "content_loc", FEED_USE_LINK},
    {FEED_VIDEO, "player_loc", FEED_USE_LINK},
    {FEED_VIDEO, "thumbnail_loc", FEED_USE_LINK},
    {FEED_KML, "href", FEED_USE_LINK},
    {FEED_KML, "styleUrl", FEED_USE_LINK},
    {FEED_SVG, "style", FEED_USE_CSS},
    {FEED_XHTML, "style", FEED_USE_CSS},
};

/* Attributes of a namespace, and attributes without one; FEED_OTHER means any element. */
static const struct {
  enum feed_space element, space;
  const char *name;
  enum feed_use use;
} feed_attributes[] = {
    {FEED_OTHER, FEED_XLINK, "href", FEED_USE_LINK},
    {FEED_OTHER, FEED_XLINK, "role", FEED_USE_NAME},
    {FEED_OTHER, FEED_XLINK, "arcrole", FEED_USE_NAME},
    {FEED_OTHER, FEED_XSI, "schemaLocation", FEED_USE_PAIRS},
    {FEED_OTHER, FEED_XSI, "noNamespaceSchemaLocation", FEED_USE_LINK},
    {FEED_OTHER, FEED_RDF, "about", FEED_USE_NAME},
    {FEED_OTHER, FEED_RDF, "resource", FEED_USE_LINK},
    {FEED_OTHER, FEED_RDF, "datatype", FEED_USE_NAME},
    {FEED_ATOM, FEED_NONE, "scheme", FEED_USE_NAME},
    {FEED_ATOM, FEED_NONE, "uri", FEED_USE_LINK},
    {FEED_CATALOG, FEED_NONE, "uri", FEED_USE_LINK},
    {FEED_CATALOG, FEED_NONE, "catalog", FEED_USE_LINK},
    {FEED_CATALOG, FEED_NONE, "systemId", FEED_USE_NAME},
    {FEED_CATALOG, FEED_NONE, "name", FEED_USE_NAME},
    {FEED_XSD, FEED_NONE, "targetNamespace", FEED_USE_NAME},
    {FEED_XSD, FEED_NONE, "namespace", FEED_USE_NAME},
    {FEED_XSD, FEED_NONE, "schemaLocation", FEED_USE_LINK},
    {FEED_OTHER, FEED_NONE, "href", FEED_USE_LINK},
    {FEED_OTHER, FEED_NONE, "src", FEED_USE_LINK},
    {FEED_OTHER, FEED_NONE, "url", FEED_USE_LINK},
    {FEED_OTHER, FEED_NONE, "xmlUrl", FEED_USE_LINK},
    {FEED_OTHER, FEED_NONE, "htmlUrl", FEED_USE_LINK},
    {FEED_OTHER, FEED_NONE, "fileref", FEED_USE_LINK},
};

static enum feed_space feed_alike(enum feed_space space)
{
  switch (space) {
  case FEED_ATOM_03:
    return FEED_ATOM;
  case FEED_RSS_09:
  case FEED_RSS_2:
    return FEED_RSS;
  case FEED_SITEMAP_084:
    return FEED_SITEMAP;
  default:
    return space;
  }
}

static bool feed_is(const char *name, const char *text, size_t len)
{
  return name && strlen(name) == len && memcmp(name, text, len) == 0;
}

enum feed_space feed_space(const char *name, size_t len)
{
  for (size_t i = 0; i < FEED_COUNT(feed_spaces); i++) {
    if (feed_is(feed_spaces[i].name, name, len))
      return feed_alike((enum feed_space)i);
  }
  return len ? FEED_OTHER : FEED_NONE;
}

enum feed_space feed_space_of_prefix(const char *prefix, size_t len)
{
  for (size_t i = 0; i < FEED_COUNT(feed_spaces); i++) {
    if (feed_is(feed_spaces[i].prefix, prefix, len))
      return (enum feed_space)i;
  }
  return FEED_OTHER;
}

enum feed_space feed_space_of_root(const char *root)
{
  for (size_t i = 0; i < FEED_COUNT(feed_roots); i++) {
    if (strcmp(feed_roots[i].root, root) == 0)
      return feed_roots[i].space;
  }
  return FEED_NONE;
}

bool feed_is_html(enum feed_space space)
{
  return space == FEED_XHTML || space == FEED_SVG || space == FEED_MATHML;
}

enum feed_use feed_element(enum feed_space space, const char *name)
{
  for (size_t i = 0; i < FEED_COUNT(feed_elements); i++) {
    if (feed_elements[i].space == space && strcmp(feed_elements[i].name, name) == 0)
      return feed_elements[i].use;
  }
  /* As in HTML, running text is for people; links are elements. */
  return space == FEED_XHTML || space == FEED_MATHML ? FEED_USE_NONE : FEED_USE_TEXT;
}

enum feed_use feed_attribute(enum feed_space element, enum feed_space space, const char *name)
{
  for (size_t i = 0; i < FEED_COUNT(feed_attributes); i++) {
    if (feed_attributes[i].space == space && strcmp(feed_attributes[i].name, name) == 0 &&
        (feed_attributes[i].element == FEED_OTHER || feed_attributes[i].element == element))
      return feed_attributes[i].use;
  }
  return FEED_USE_TEXT;
}
