/* SPDX-License-Identifier: MIT */
/* The references in a header field of mail, news or HTTP. */
#ifndef URIEL_LINKS_HEADER_H
#define URIEL_LINKS_HEADER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "uriel.h"

struct header_hit {
  const char *name;      /* of the field, as in the document or as given */
  const char *attribute; /* "anchor"; NULL for the field itself */
  uriel_text raw;        /* within the field's value */
  uriel_text cleaned;
  uriel_text relation; /* "rel" of a link (RFC 8288, 3.3); may be undefined */
  bool identifies;     /* Content-Location: names the document, not a link to another */
};

struct header_sink {
  void *context;
  /* They return false to stop. */
  bool (*found)(void *context, const struct header_hit *hit);
  bool (*malformed)(void *context, const char *name, uriel_text where);
};

enum header_result { HEADER_READ, HEADER_ENDED, HEADER_NO_MEMORY };

/* `name` ends with a NUL; `value` is as in the document, with folding. `http` distinguishes fields of
 * HTTP from fields of mail with the same name. `cleaned` is a scratch buffer. Unknown fields are read as
 * running text, except fields that only seem to contain references. */
enum header_result header_references(const char *name, uriel_text value, bool http,
                                     struct buffer *cleaned, const struct header_sink *sink);

/* Whether encoded-words (RFC 2047) in the field's value must be decoded: in text, and in fields that
 * name the document (RFC 2557, 4.4.2). */
bool header_has_words(const char *name);

/* Writes a value without white space (url-1997, 5.1.1), and without "<" and ">" around it. Returns false
 * if there is no memory. */
bool header_clean(uriel_text value, struct buffer *out);

#endif
