/* SPDX-License-Identifier: MIT */
/* A parser of MIME behind a small interface, so that another can take its place. */
#ifndef URIEL_LINKS_MIME_H
#define URIEL_LINKS_MIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "uriel.h"

enum mime_shape {
  MIME_MESSAGE,   /* has a header of its own; what is in a multipart body is in it */
  MIME_MULTIPART, /* but a message's body */
  MIME_LEAF
};

/* The message, its parts, theirs: each before what is in it. Texts are the parser's. */
struct mime_node {
  enum mime_shape shape;
  size_t parent;   /* the index of what it is in; its own for the message */
  unsigned depth;  /* 0: the message */
  unsigned number; /* in what it is in, from 1 */
  bool body;       /* of the message that it is in, which has its header fields */
  const char *media_type;
  const char *name;     /* of a file; NULL */
  const char *encoding; /* "base64", "quoted-printable", "uuencode"; NULL */
  const char *id;       /* its Content-ID, less "<" and ">"; NULL */
  const char *message_id;
  const char *url;  /* where an external body is (RFC 2017); NULL */
  bool joined;      /* text of which lines are to be joined (RFC 3676, 4.1: delsp=yes) */
  const char *text; /* what a multipart has that has no parts; NULL */
  void *object, *message;
};

struct mime_field {
  const char *name; /* as it stands there */
  uriel_text value;
  uint64_t offset; /* of the value in what was read; MIME_NOWHERE */
};

#define MIME_NOWHERE UINT64_MAX

struct mime;

enum mime_result {
  MIME_READ,
  MIME_TOO_MANY,  /* parts or fields: their tree would take many times the message's size */
  MIME_TOO_LARGE, /* the tree would take more than the budget has */
  MIME_NO_MEMORY
};

/* Parses a message. `data` stays the caller's, until mime_free. `*out` is to be freed unless it is
 * NULL. */
enum mime_result mime_read(const char *data, size_t len, struct mime **out);
void mime_free(struct mime *mime);

size_t mime_count(const struct mime *mime);
const struct mime_node *mime_node(const struct mime *mime, size_t index);

/* Whether there is more below than the parser looks at, and where that begins. */
bool mime_too_deep(const struct mime *mime, uint64_t *offset);

enum mime_header {
  MIME_PART_HEADER,   /* that of a part of a multipart */
  MIME_MESSAGE_HEADER /* that of a message */
};

/* A header's fields in their order, until the next call. False: no memory. */
bool mime_fields(struct mime *mime, const struct mime_node *node, enum mime_header header,
                 const struct mime_field **fields, size_t *count);

/* A value with its encoded-words decoded to UTF-8 (RFC 2047), to be given to mime_words_free. */
char *mime_words(const char *value);
void mime_words_free(char *words);

/* A leaf's content: less its encoding, as UTF-8 where it is text of a charset that is known. One is open
 * at a time. mime_content is a source_reader of which the struct mime is the context. */
const char *mime_charset_of(const struct mime_node *node); /* that it then has; NULL: not known */
void mime_open(struct mime *mime, const struct mime_node *node);
ssize_t mime_content(void *context, char *data, size_t capacity);
void mime_close(struct mime *mime);

#endif
