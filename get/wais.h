/* SPDX-License-Identifier: MIT */
/* Search Responses of WAIS (Z39.50-1988, as WAIS uses it). */
#ifndef URIEL_GET_WAIS_H
#define URIEL_GET_WAIS_H

#include "base/buffer.h"

enum {
  WAIS_HEADER = 25,      /* bytes before each message */
  WAIS_LARGEST = 1 << 17 /* bytes of a message */
};

enum wais_item_kind { WAIS_END, WAIS_RECORD, WAIS_TEXT, WAIS_DIAGNOSTIC, WAIS_BAD };

/* A part of a response; texts are in the message. */
struct wais_item {
  enum wais_item_kind kind;
  uriel_text
      text; /* TEXT: of the document; DIAGNOSTIC: two letters and a message; RECORD: the headline */
  uriel_text identifier; /* RECORD: of the document */
  uriel_text type;       /* RECORD: the first type, or "TEXT" */
};

struct wais_reader {
  uriel_text rest; /* of the user information */
};

/* Returns the length of the message after this header, or -1 if it is not a header that can be read. */
int32_t wais_header(const char header[WAIS_HEADER]);

/* Begins the message after the header. Returns false if it is not a Search Response. */
bool wais_start(struct wais_reader *reader, uriel_text message);

/* Returns the next part; WAIS_BAD, then END, after a damaged one. */
struct wais_item wais_next(struct wais_reader *reader);

/* Appends the URI of a record: `base`, the URI of its database, with the type and the fields of the
 * identifier. An identifier that does not consist of fields is appended with escapes. */
void wais_append_uri(struct buffer *out, uriel_text base, const struct wais_item *record);

#endif
