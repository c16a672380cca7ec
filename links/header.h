/* SPDX-License-Identifier: MIT */
/* The references in a header field of mail, news or HTTP. */
#ifndef URIEL_LINKS_HEADER_H
#define URIEL_LINKS_HEADER_H

#include <stdbool.h>
#include <stddef.h>

#include "reader/buffer.h"
#include "uriel.h"

struct header_hit {
  const char *name;      /* of the field: as its document writes it, or as it was given */
  const char *attribute; /* "anchor"; NULL: the field itself */
  uriel_text raw;        /* within the field's value */
  uriel_text cleaned;
  uriel_text relation; /* "rel" of a link (RFC 8288, 3.3); undefined */
  bool identifies;     /* Content-Location: what the document is, no link to another */
};

struct header_sink {
  void *context;
  /* Return false to end it. */
  bool (*found)(void *context, const struct header_hit *hit);
  bool (*malformed)(void *context, const char *name, uriel_text where);
};

enum header_result { HEADER_READ, HEADER_ENDED, HEADER_NO_MEMORY };

/* `name` ends in NUL; `value` is as it stands, its folding too. `http` tells the fields of HTTP from
 * those of mail of the same name. `cleaned` is a buffer to use. Fields that are not known to hold
 * references are read as running text; those that only look so are not. */
enum header_result header_references(const char *name, uriel_text value, bool http,
                                     struct buffer *cleaned, const struct header_sink *sink);

/* Whether encoded-words (RFC 2047) of mail are to be decoded in the field's value: in text, and in what
 * the document is (RFC 2557, 4.4.2). */
bool header_has_words(const char *name);

/* Writes a value, less all its white space (url-1997, 5.1.1), and less "<" and ">" around it. False: no
 * memory. */
bool header_clean(uriel_text value, struct buffer *out);

#endif
