/* SPDX-License-Identifier: MIT */
/* The interface to a parser of MIME, so that it can be replaced. */
#ifndef URIEL_LINKS_MIME_H
#define URIEL_LINKS_MIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "uriel.h"

enum mime_shape {
  MIME_MESSAGE,   /* has its own header; contains the parts of a multipart body */
  MIME_MULTIPART, /* except a message's body */
  MIME_LEAF
};

/* The message and its parts at any depth, each before its contents. Texts belong to the parser. */
struct mime_node {
  enum mime_shape shape;
  size_t parent;   /* the index of the enclosing node; its own for the message */
  unsigned depth;  /* 0 for the message */
  unsigned number; /* in the enclosing node, from 1 */
  bool body;       /* it is the body of the enclosing message, which has its header fields */
  const char *media_type;
  const char *name;     /* of a file; may be NULL */
  const char *encoding; /* "base64", "quoted-printable", "uuencode"; may be NULL */
  const char *id;       /* its Content-ID, without "<" and ">"; may be NULL */
  const char *message_id;
  const char *url;  /* of an external body (RFC 2017); may be NULL */
  bool joined;      /* text whose lines must be joined (RFC 3676, 4.1: delsp=yes) */
  const char *text; /* the content of a multipart without parts; may be NULL */
  void *object, *message;
};

struct mime_field {
  const char *name; /* as in the message */
  uriel_text value;
  uint64_t offset; /* of the value in the message; MIME_NOWHERE if unknown */
};

#define MIME_NOWHERE UINT64_MAX

struct mime;

enum mime_result {
  MIME_READ,
  MIME_TOO_MANY,  /* parts or fields: their tree would need many times the message's size */
  MIME_TOO_LARGE, /* the tree would need more than the budget has */
  MIME_NO_MEMORY
};

/* Parses a message. `data` belongs to the caller, and must stay until mime_free. Free `*out` unless it
 * is NULL. */
enum mime_result mime_read(const char *data, size_t len, struct mime **out);
void mime_free(struct mime *mime);

size_t mime_count(const struct mime *mime);
const struct mime_node *mime_node(const struct mime *mime, size_t index);

/* Whether content is nested deeper than the parser reads, and the offset of that content. */
bool mime_too_deep(const struct mime *mime, uint64_t *offset);

enum mime_header {
  MIME_PART_HEADER,   /* of a part of a multipart */
  MIME_MESSAGE_HEADER /* of a message */
};

/* A header's fields in order, until the next call. Returns false if memory runs out. */
bool mime_fields(struct mime *mime, const struct mime_node *node, enum mime_header header,
                 const struct mime_field **fields, size_t *count);

/* A value with its encoded-words decoded to UTF-8 (RFC 2047). Free it with mime_words_free. */
char *mime_words(const char *value);
void mime_words_free(char *words);

/* The decoded content of a leaf, as UTF-8 if it is text of a known charset. One is open at a time.
 * mime_content is a source_reader; the struct mime is its context. */
const char *mime_charset_of(const struct mime_node *node);  /* of the decoded content; NULL if unknown */
const char *mime_charset_was(const struct mime_node *node); /* if it was converted to UTF-8; else NULL */
void mime_open(struct mime *mime, const struct mime_node *node);
ssize_t mime_content(void *context, char *data, size_t capacity);
void mime_close(struct mime *mime);

#endif
