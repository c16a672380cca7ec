/* SPDX-License-Identifier: MIT */
/* What kind of document some bytes are: by what their surroundings declare, by content, by name where
 * both leave it open. */
#ifndef URIEL_READER_KIND_H
#define URIEL_READER_KIND_H

#include <stdbool.h>
#include <stddef.h>

/* How a document is read: constant, name. */
#define KINDS(X)                                                                                        \
  X(TEXT, "text")                                                                                       \
  X(HTML, "html")                                                                                       \
  X(XML, "xml") /* formats: xml, xhtml, svg, atom, rss, sitemap, ... */                                 \
  X(CSS, "css")                                                                                         \
  X(ROBOTS, "robots")       /* robots.txt */                                                            \
  X(MESSAGE, "message")     /* mail, news, MHTML: header fields and a body */                           \
  X(MBOX, "mbox")           /* messages one after the other */                                          \
  X(MULTIPART, "multipart") /* a part of a message that has parts itself */                             \
  X(WARC, "warc")           /* a web archive */                                                         \
  X(HTTP, "http")           /* an HTTP message */                                                       \
  X(BINARY, "binary")

enum document_kind {
#define KIND(constant, name) KIND_##constant,
  KINDS(KIND)
#undef KIND
};

/* How many of a document's first bytes are looked at. */
enum { KIND_SAMPLE = 8192 };

struct kind {
  enum document_kind kind;
  const char *format; /* "text", "html", "gzip", "png", ...; "data" for unknown binary */
};

/* `data` is the document's begin; `type` the media type that is declared for it ("text/html;
 * charset=utf-8"), `name` what its file is called, or NULL. "gzip" and "zstd" are formats of
 * KIND_BINARY: to be undone first. */
struct kind kind_of(const char *data, size_t len, const char *type, const char *name);

/* "text", "html", ... */
const char *kind_name(enum document_kind kind);

#endif
