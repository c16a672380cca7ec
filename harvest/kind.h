/* SPDX-License-Identifier: MIT */
/* What kind of document some bytes are: by content first, by name where content leaves it open. */
#ifndef URIEL_HARVEST_KIND_H
#define URIEL_HARVEST_KIND_H

#include <stdbool.h>
#include <stddef.h>

enum document_kind { KIND_TEXT, KIND_HTML, KIND_BINARY };

/* How many of a document's first bytes are looked at. */
enum { KIND_SAMPLE = 8192 };

struct kind {
  enum document_kind kind;
  const char *format; /* "text", "html", "gzip", "png", ...; "data" for unknown binary */
};

/* `data` is the document's begin, `name` what its file is called (or NULL). */
struct kind kind_of(const char *data, size_t len, const char *name);

/* "text", "html", "binary". */
const char *kind_name(enum document_kind kind);

#endif
