/* SPDX-License-Identifier: MIT */
/* The bytes of an HTML document, in an encoding that contains US-ASCII. */
#ifndef URIEL_LINKS_HTML_BYTES_H
#define URIEL_LINKS_HTML_BYTES_H

#include "base/unicode.h"
#include "entity.h"
#include "reader/charset.h"

/* How much of a document is held before its references are reported, to find its encoding and its base
 * first. */
enum { HTML_HELD = 2 * 1024 * 1024 };

/* Text in UTF-16 or ISO-2022-JP, which is read as UTF-8. */
struct html_recoded {
  struct source *from;
  enum utf16 order;
  const struct charset *charset; /* if it is ISO-2022-JP */
  struct charset_escapes state;
  bool begun;
  size_t at, len; /* the bytes of `text` that were not given yet */
  char text[3 * 1024];
};

/* A file that is read once more. */
struct html_file {
  const struct links_request *request;
  uint64_t offset;
  struct source source;
};

struct html_bytes {
  struct entity *entity;
  struct source *source; /* what to read: that of the entity, of the file, or `converted` */
  bool is_recoded;       /* `source` is `converted` */
  bool is_converted;     /* values are converted by entity->encoder */
  struct source converted;
  struct html_recoded recoded;
  struct html_file file;
};

/* Reads the start of the document, or all of it, into `source`, and opens the encoding that this start
 * determines (HTML, 13.2.3.2): entity->encoder. Returns false if the reading must end. */
bool html_bytes_begin(struct html_bytes *bytes, struct entity *entity);

/* The same for reading the document of `first` once more. Returns false if that is not possible. */
bool html_bytes_again(struct html_bytes *bytes, const struct html_bytes *first);

/* Fills the source up to `len` bytes. Returns false if that fails, which ends the document. */
bool html_bytes_fill(struct html_bytes *bytes, size_t len);

void html_bytes_end(struct html_bytes *bytes);

#endif
