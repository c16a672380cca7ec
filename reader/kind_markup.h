/* SPDX-License-Identifier: MIT */
/* HTML and XML by how they begin. */
#ifndef URIEL_READER_KIND_MARKUP_H
#define URIEL_READER_KIND_MARKUP_H

#include <stdbool.h>
#include <stddef.h>

struct markup {
  bool declared;    /* <?xml ...?> */
  bool has_doctype; /* another than HTML's */
  const char *tag;  /* from the "<" of the first tag, or "<!doctype html", to the sample's end */
  size_t len;       /* 0: there is none */
};

/* Looks past white space, comments, processing instructions and a document type. */
struct markup markup_of(const char *data, size_t len);

/* Begins as nothing but HTML does. */
bool markup_is_html(const struct markup *markup);

/* Begins with a tag of HTML, as other text (Markdown) may too. */
bool markup_may_be_html(const struct markup *markup);

/* Whether the root is XHTML's. */
bool markup_is_xhtml(const struct markup *markup);

/* Whether the root has a prefix, which HTML does not know. */
bool markup_is_prefixed(const struct markup *markup);

/* The format of XML by its root: "atom", "rss", "svg", ...; "xml" for one that declares a namespace or
 * comes after <?xml; NULL where it need not be XML. */
const char *markup_format(const struct markup *markup);

#endif
