/* SPDX-License-Identifier: MIT */
/* One field of a line of JSON (RFC 8259): found, read, and written back. */
#ifndef URIEL_CLI_EDIT_JSON_H
#define URIEL_CLI_EDIT_JSON_H

#include "cli/shared/buffer.h"
#include "cli/shared/option.h"
#include "uriel.h"

enum edit_json_found {
  EDIT_JSON_MISSING, /* no such field, or it is null */
  EDIT_JSON_FOUND,
  EDIT_JSON_INVALID /* not JSON, or the field is no text: see `message` and `offset` */
};

/* --json-in. Zero-initialise. Each thread has its own, with the same path. */
struct edit_json {
  const char *field; /* as it was given; NULL: no --json-in */
  uriel_text *path;  /* its keys, which the first thread frees */
  size_t path_count;
  /* private */
  const char *message;
  size_t offset;
  size_t begin, end;   /* the field's string in the line, with its quotation marks */
  struct buffer keys;  /* the path's texts */
  struct buffer stack; /* '{' or '[' for each level */
  struct buffer text;  /* the field, or a key that has escapes */
  struct buffer line;  /* the result */
};

/* Reads the option: the names of nested objects, separated by ".", which "\." is not. */
option_call edit_json_option;

/* Checks that the line is one JSON value, and finds the field: the text is in json->text. */
enum edit_json_found edit_json_find(struct edit_json *json, uriel_text line);

/* Returns the line of the last find with another text for the field. */
uriel_text edit_json_put(struct edit_json *json, uriel_text line, uriel_text text);

void edit_json_begin(struct edit_json *copy);
void edit_json_end(struct edit_json *copy);
void edit_json_free(struct edit_json *json); /* with the path */

#endif
