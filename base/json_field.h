/* SPDX-License-Identifier: MIT */
/* One field of a text of JSON, whose other bytes stay (RFC 8259). */
#ifndef URIEL_BASE_JSON_FIELD_H
#define URIEL_BASE_JSON_FIELD_H

#include "json_reader.h"

enum json_field_found {
  JSON_FIELD_MISSING, /* no such field, or it is null */
  JSON_FIELD_FOUND,
  JSON_FIELD_INVALID /* not JSON, or the field is not a text: see `message` and `offset` */
};

/* What was found. Zero-initialise; use one per thread. */
struct json_field {
  const char *message;
  bool of_field; /* the message continues "the field NAME " */
  size_t offset;
  size_t begin, end;         /* the field's string in the line, with its quotation marks */
  struct json_reader tokens; /* of the line */
  struct buffer text;        /* the field */
  struct buffer line;        /* the result, or a key that has escapes */
};

/* Checks that the line is one JSON value, and finds the field; `path` has the keys from the outermost
 * object on. The text is in json->text. */
enum json_field_found json_field_find(struct json_field *json, const uriel_text *path, size_t count,
                                      uriel_text line);

/* Returns the line of the last find with another text for the field. */
uriel_text json_field_put(struct json_field *json, uriel_text line, uriel_text text);

void json_field_free(struct json_field *json);

#endif
