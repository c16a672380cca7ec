/* SPDX-License-Identifier: MIT */
/* The messages of WAIS that a URI stands for. */
#ifndef URIEL_SCHEME_WAIS_MESSAGE_H
#define URIEL_SCHEME_WAIS_MESSAGE_H

#include "scheme/scheme.h"

typedef struct wais_message {
  uriel_text database;   /* decoded */
  uriel_text query;      /* words as written in the URI, or undefined */
  uriel_text type;       /* of a document, decoded */
  uriel_text identifier; /* of a document, as written; undefined for a search */
} wais_message;

/* Where a message has the ten digits of the first byte of a piece, and of the byte after its last. */
typedef struct wais_places {
  size_t first, last;
} wais_places;

/* Writes the message: a search, or the request for the first piece of a document. Returns false, and
 * writes nothing, if the identifier has the form of fields in part only, or the database is too long. */
bool uriel_wais_write(writer *w, const wais_message *message, wais_places *places);

#endif
