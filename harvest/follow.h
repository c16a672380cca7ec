/* SPDX-License-Identifier: MIT */
/* Pages: operands name some by their URIs, and links lead to others of the same origins, breadth first.
 * The caller gets them; the frontier is in the database, so that a run continues where another one
 * ended. */
#ifndef URIEL_HARVEST_FOLLOW_H
#define URIEL_HARVEST_FOLLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

struct harvest_counts;
struct pipeline;

/* A request. */
struct follow_ask {
  uriel_text url;
  uriel_text etag, last_modified; /* of the answer that the database has; undefined: none is known */
  bool is_robots;                 /* follow redirects, and set `text` */
};

enum follow_outcome {
  FOLLOW_FAILED,
  FOLLOW_READ,
  FOLLOW_UNCHANGED, /* the database has the present answer */
  FOLLOW_MOVED
};

/* Zero-initialised. Its texts and its file are valid until the next request. */
struct follow_answer {
  enum follow_outcome outcome;
  const char *code;               /* of HTTP; NULL: none */
  int fd;                         /* READ: at the first byte of the document, */
  int64_t size;                   /* which has that many, */
  const char *media_type;         /* and this type; or NULL */
  uriel_text etag, last_modified; /* or undefined */
  uriel_text target;              /* MOVED: the URI to which the page redirects */
  uriel_text text;                /* of robots.txt */
  const char *reason;             /* FAILED */
  bool is_unreachable;            /* the server did not answer */
  double retry_after;             /* the server wants to be asked later; 0: it does not say when */
  bool is_later;
};

struct follow_options {
  char *const *uris; /* absolute URIs */
  size_t count;
  size_t depth; /* how many links away from the operands */
  size_t most;  /* pages of a run */
  size_t max_redirects;
  double rate; /* requests a second; 0: no limit */
  void (*ask)(void *context, const struct follow_ask *ask, struct follow_answer *answer);
  /* Keeps the robots.txt of an origin, and decides by it. */
  void (*rules)(void *context, uriel_text origin, uriel_text text);
  bool (*allows)(void *context, uriel_text origin, uriel_text url);
  void (*unread)(void *context, uriel_text url, const char *reason); /* a page that an operand names */
  void *context;
};

/* Writes the URL of a page, by which it is known: in normal form without a fragment (RFC 3986, 6.2.2 and
 * 6.2.3); and its origin. Returns false if the text is not an absolute URI. */
bool follow_key(uriel_text uri, struct buffer *url, struct buffer *origin);

/* Zero-initialise, then set the first six. */
struct follow {
  const struct follow_options *options;
  struct pipeline *pipeline; /* with its recorder */
  struct harvest_counts *counts;
  uriel_spec spec;
  void (*progress)(void *context, const char *url); /* `context` is the next member */
  void *context;
  /* private */
  struct follow_origin *origins; /* of this run */
  size_t origin_count, origin_capacity, settled;
  struct buffer url, origin, next, next_origin, text;
  double at; /* the clock, when the next request may be sent */
  size_t asked;
  int64_t dead[3]; /* pages in a row for which the server did not answer */
  size_t dead_count;
  bool failed; /* the database or memory failed */
};

/* Reads the pages. Returns false if the database fails, memory runs out, or the run must stop (see
 * record.h). */
bool follow_run(struct follow *follow);
void follow_free(struct follow *follow);

#endif
