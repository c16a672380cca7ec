/* SPDX-License-Identifier: MIT */
/* The references in a header field of mail, news or HTTP. */
#ifndef URIEL_LINKS_HEADER_H
#define URIEL_LINKS_HEADER_H

#include "entity.h"

struct header_sink {
  void *context;
  /* They return false to stop. `header` of the reference is the name of the field, as in the document or
   * as given, `attribute` "anchor" or NULL, and `raw` within the field's value. */
  bool (*found)(void *context, struct links_reference *item);
  bool (*malformed)(void *context, const char *name, uriel_text where);
};

/* What a header belongs to, which distinguishes fields with the same name. News articles have
 * "Newsgroups". */
enum header_of { HEADER_OF_MAIL, HEADER_OF_NEWS, HEADER_OF_HTTP };

/* `name` ends with a NUL; `value` is as in the document, with folding. Unknown fields are read as
 * running text, except fields that only seem to contain references. Returns false if the reading of the
 * entity must end. */
bool header_references(struct entity *entity, const char *name, uriel_text value, enum header_of of,
                       const struct header_sink *sink);

/* Whether encoded-words (RFC 2047) in the field's value must be decoded: in text, and in fields that
 * name the document (RFC 2557, 4.4.2). */
bool header_has_words(const char *name);

/* Writes a value without white space (url-1997, 5.1.1), and without "<" and ">" around it. Returns false
 * if memory runs out. */
bool header_clean(uriel_text value, struct buffer *out);

/* Sets links->cleaned to the URI of the article or message with the identifier, which is without "<" and
 * ">": "news:" or "mid:" (RFC 5538; RFC 2392). Returns false if memory runs out. `*built` is whether
 * the identifier has the form of one. */
bool header_id(struct entity *entity, uriel_text id, enum header_of of, bool *built);

#endif
