/* SPDX-License-Identifier: MIT */
/* The content of an HTTP message, without its transfer coding (RFC 9112, 7.1) and content codings
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
  HTTP_BODY_SIZE,  /* the line with the size of a chunk is next */
  HTTP_BODY_DATA,  /* of a chunk */
  HTTP_BODY_PLAIN, /* without chunks */
  HTTP_BODY_ENDED
};

struct http_body {
  struct source *from; /* the message, after its header */
  struct decoder_measure *measure;
  enum http_body_state state;
  uint64_t left;     /* of the chunk */
  bool any;          /* chunk was read */
  bool cut_off;      /* the last chunk is missing */
  bool malformed;    /* a chunk has no size */
  const char *known; /* the last coding that is decoded; NULL for none */
  uriel_text unread; /* a coding that is unknown, or that the content does not have; may be undefined */
  bool unknown;      /* one is unknown */
  struct source
      layers[HTTP_BODY_CODINGS + 1]; /* the first without chunks, each other without one coding */
  struct decoder *decoders[HTTP_BODY_CODINGS];
  unsigned count; /* of decoders */
};

/* Sets all of `*body`; `measure` is as for decoder_new. `transfer` and `content` are values of header
 * fields, which may be undefined. Returns false if there is no memory. Call http_body_stop in any case.
 */
bool http_body_start(struct http_body *body, struct source *from, struct decoder_measure *measure,
                     uriel_text transfer, uriel_text content);

/* A source_reader; the body is its context. */
source_reader http_body_read;

void http_body_stop(struct http_body *body);

#endif
