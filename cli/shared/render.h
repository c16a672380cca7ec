/* SPDX-License-Identifier: MIT */
/* The one layer that turns records into output, in whichever form was asked for. */
#ifndef URIEL_CLI_RENDER_H
#define URIEL_CLI_RENDER_H

#include "json.h"
#include "record.h"
#include "template.h"

enum render_form {
  RENDER_PLAIN, /* one line */
  RENDER_LONG,  /* a block of lines */
  RENDER_JSON,
  RENDER_TSV,
  RENDER_FORMAT
};

struct render {
  const struct schema *schema;
  enum render_form form;
  char terminator;         /* of records, but not in JSON */
  bool keep;               /* invalid inputs as they are, where they would be empty records */
  struct template *format; /* for RENDER_FORMAT */
};

/* The line with the names of --tsv's columns. */
void render_header(const struct render *render);

/* An error as a JSON object. */
void render_json_error(struct json *json, const char *key, const struct record_error *error);

/* One record on standard output; its error is printed by error_print, where it is wanted. */
void render_record(const struct render *render, const struct record *record);

#endif
