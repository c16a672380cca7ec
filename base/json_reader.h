/* SPDX-License-Identifier: MIT */
/* The tokens of a text of JSON (RFC 8259), in order. */
#ifndef URIEL_BASE_JSON_READER_H
#define URIEL_BASE_JSON_READER_H

#include "buffer.h"

enum json_token {
  JSON_END, /* after one complete value */
  JSON_OPEN,
  JSON_CLOSE, /* of an object or array */
  JSON_KEY,   /* the name of a member, with the ":" after it */
  JSON_STRING,
  JSON_OTHER,    /* a number, true or false */
  JSON_NULL,     /* the value */
  JSON_INVALID,  /* see `message` and `offset` */
  JSON_NO_MEMORY /* for the depth of the text */
};

/* Zero-initialise, then call json_reader_begin for each text. */
struct json_reader {
  const char *text;
  size_t len, at;
  size_t begin, end;   /* the last token in the text: a string or key with its quotation marks */
  bool escapes;        /* whether the last string or key has any */
  struct buffer stack; /* '{' or '[' for each level that is open; its length is the depth */
  const char *message; /* of JSON_INVALID: what is wrong at `offset` */
  size_t offset;
  unsigned char state;
};

/* `text` must stay. The bytes of strings are not checked to be UTF-8. */
void json_reader_begin(struct json_reader *json, uriel_text text);

/* Reads the next token. O(n) for a text. */
enum json_token json_reader_next(struct json_reader *json);

/* Whether the innermost open level, which must exist, is an object. */
static inline bool json_reader_in_object(const struct json_reader *json)
{
  return json->stack.ptr[json->stack.len - 1] == '{';
}

/* Returns the last string or key without its quotation marks, with its escapes. */
static inline uriel_text json_reader_raw(const struct json_reader *json)
{
  return (uriel_text){json->text + json->begin + 1, json->end - json->begin - 2};
}

/* Decodes such a text into `out`; half a pair of surrogates becomes U+FFFD. Returns false if memory runs
 * out. `*decoded` is the length of the text, or where the first such half is. */
bool json_reader_decode(uriel_text raw, struct buffer *out, size_t *decoded);

#endif
