/* SPDX-License-Identifier: MIT */
/* The kind of a document, detected from its declared type, then from its content, then from its
 * name. */
#ifndef URIEL_READER_KIND_H
#define URIEL_READER_KIND_H

#include <stdbool.h>
#include <stddef.h>

#include "kinds.h"

enum document_kind {
#define KIND_CONSTANT(constant, ...) KIND_##constant,
  KINDS(KIND_CONSTANT) KIND_COUNT
};

/* What follows from the kind of a document. */
enum kind_flag {
  KIND_WORD = 1,       /* --kind takes its format, and declares the first of its media types */
  KIND_NAME_FIRST = 2, /* its suffixes take precedence over the content */
  KIND_NAME_LAST = 4,  /* its suffixes decide if the content does not */
  KIND_HOLDS = 8,      /* it contains other documents: it may have any bytes */
  KIND_BYTES = 16,     /* it is not text, although it is read */
  KIND_MARKUP = 32,    /* its references are in elements and attributes */
  KIND_ANCHORS = 64,   /* its reader reports all anchors, so that fragments can be checked */
  KIND_PAGE = 128,     /* it is shown as HTML: "#top" leads to its top */
  KIND_PROSE = 256,    /* running text, in which invalid URIs and URIs of files are mostly examples */
  KIND_SOURCE = 512,   /* it is shown where folders are shown without an index */
  KIND_LINES = 1024,   /* its fragments are positions: of lines and characters (RFC 5147), */
  KIND_ROWS = 2048,    /* or of rows and columns (RFC 7111); its anchors are its extent (anchors.h) */
  KIND_TREE = KIND_MARKUP | KIND_ANCHORS
};

struct kind {
  enum document_kind id, family;
  const char *format;                           /* "html", "atom", "png", ... */
  const char *types[3];                         /* media types */
  const char *suffixes[6];                      /* of names of files */
  const char *roots[2];                         /* the root element of XML, without its prefix */
  bool (*begins)(const char *data, size_t len); /* whether a document begins like this kind */
  struct {
    const char *bytes;
    unsigned short len, offset;
  } magic[2];
  unsigned flags; /* enum kind_flag */
};

extern const struct kind kinds[KIND_COUNT];

/* How many of a document's first bytes are examined. */
enum { KIND_SAMPLE = 8192 };

/* `data` is the start of the document; `type` its declared media type ("text/html; charset=utf-8") and
 * `name` its file name, or NULL. "gzip" and "zstd" are of the family KIND_BINARY: decompress them first.
 */
const struct kind *kind_of(const char *data, size_t len, const char *type, const char *name);

/* Returns what users see as the kind: "text", "html", ..., "binary". */
const char *kind_name(const struct kind *kind);

/* Returns the kind with that number, from 0, among those with KIND_WORD; NULL after the last. */
const struct kind *kind_word(size_t number);

#endif
