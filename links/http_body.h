/* SPDX-License-Identifier: MIT */
/* The content of an HTTP message: less its transfer coding (RFC 9112, 7.1) and its content codings
 * (RFC 9110, 8.4). */
#ifndef URIEL_LINKS_HTTP_BODY_H
#define URIEL_LINKS_HTTP_BODY_H

#include <stdbool.h>
#include <stdint.h>

#include "reader/decode.h"
#include "reader/source.h"
#include "uriel.h"

enum { HTTP_BODY_CODINGS = 4 };

enum http_body_state {
  HTTP_BODY_SIZE,  /* the line that says how long a chunk is comes next */
  HTTP_BODY_DATA,  /* of a chunk */
  HTTP_BODY_PLAIN, /* there are no chunks */
  HTTP_BODY_ENDED
};

struct http_body {
  struct source *from; /* the message, behind its header */
  struct decoder_measure *measure;
  enum http_body_state state;
  uint64_t left;                               /* of the chunk */
  bool any;                                    /* chunk was read */
  bool cut_off;                                /* the last chunk did not come */
  bool malformed;                              /* a chunk has no size */
  const char *known;                           /* the last coding that is undone; NULL: none is */
  uriel_text other;                            /* a coding that is not known; undefined */
  struct source layers[HTTP_BODY_CODINGS + 1]; /* the first: less chunks, the others: less a coding */
  struct decoder *decoders[HTTP_BODY_CODINGS];
  unsigned count; /* of decoders */
};

/* All of `*body` is set; `measure` as decoder_new has it. `transfer` and `content` are values of header
 * fields, which may be undefined. False: no memory. http_body_stop is called in any case. */
bool http_body_start(struct http_body *body, struct source *from, struct decoder_measure *measure,
                     uriel_text transfer, uriel_text content);

/* A source_reader of which the body is the context. */
source_reader http_body_read;

void http_body_stop(struct http_body *body);

#endif
