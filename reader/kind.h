/* SPDX-License-Identifier: MIT */
/* The kind of a document, detected from its declared type, then from its content, then from its
 * name. */
#ifndef URIEL_READER_KIND_H
#define URIEL_READER_KIND_H

#include <stdbool.h>
#include <stddef.h>

/* The ways to read a document: constant, name. */
#define KINDS(X)                                                                                        \
  X(TEXT, "text")                                                                                       \
  X(HTML, "html")                                                                                       \
  X(XML, "xml") /* formats: xml, xhtml, svg, atom, rss, sitemap, ... */                                 \
  X(CSS, "css")                                                                                         \
  X(ROBOTS, "robots")       /* robots.txt */                                                            \
  X(MESSAGE, "message")     /* mail, news, MHTML: header fields and a body */                           \
  X(MBOX, "mbox")           /* several messages */                                                      \
  X(MULTIPART, "multipart") /* a part of a message that has parts of its own */                         \
  X(WARC, "warc")           /* a web archive */                                                         \
  X(WACZ, "wacz")           /* a ZIP file with web archives in it */                                    \
  X(HTTP, "http")           /* an HTTP message */                                                       \
  X(BINARY, "binary")

enum document_kind {
#define KIND(constant, name) KIND_##constant,
  KINDS(KIND)
#undef KIND
};

/* How many of a document's first bytes are examined. */
enum { KIND_SAMPLE = 8192 };

struct kind {
  enum document_kind kind;
  const char *format; /* "text", "html", "gzip", "png", ...; "data" for unknown binary */
};

/* `data` is the start of the document; `type` its declared media type ("text/html; charset=utf-8") and
 * `name` its file name, or NULL. "gzip" and "zstd" are formats of KIND_BINARY: decompress them first. */
struct kind kind_of(const char *data, size_t len, const char *type, const char *name);

/* "text", "html", ... */
const char *kind_name(enum document_kind kind);

#endif
