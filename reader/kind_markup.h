/* SPDX-License-Identifier: MIT */
/* Detects HTML and XML by their first tags. */
#ifndef URIEL_READER_KIND_MARKUP_H
#define URIEL_READER_KIND_MARKUP_H

#include <stdbool.h>
#include <stddef.h>

#include "kind.h"

struct markup {
  bool declared;    /* <?xml ...?> */
  bool has_doctype; /* other than HTML's */
  const char *tag;  /* from the "<" of the first tag, or "<!doctype html", to the sample's end */
  size_t len;       /* 0 without a tag */
};

/* Skips white space, comments, processing instructions and a document type. */
struct markup markup_of(const char *data, size_t len);

/* Whether only HTML can begin this way. */
bool markup_is_html(const struct markup *markup);

/* Whether the document begins with a tag of HTML. Other text (Markdown) may too. */
bool markup_may_be_html(const struct markup *markup);

/* Whether the root is XHTML's. */
bool markup_is_xhtml(const struct markup *markup);

/* Whether the root has a prefix, which HTML does not have. */
bool markup_is_prefixed(const struct markup *markup);

/* Returns the kind of XML by its root; KIND_XML for another root that declares a namespace or follows
 * <?xml; NULL if it may not be XML. */
const struct kind *markup_kind(const struct markup *markup);

#endif
