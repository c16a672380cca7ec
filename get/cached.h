/* SPDX-License-Identifier: MIT */
/* One exchange with an HTTP server, or instead an answer of the cache. */
#ifndef URIEL_GET_CACHED_H
#define URIEL_GET_CACHED_H

#include "cache.h"
#include "http.h"

enum cached_result {
  CACHED_NOT,
  CACHED_HIT,       /* the answer is the cache's: nothing was sent */
  CACHED_VALIDATED, /* the server confirmed the cache's answer */
  CACHED_STORED     /* the answer is the server's, and the cache has it now */
};

/* Set the first two. */
struct cached {
  struct cache *cache;  /* NULL: none */
  const uriel_ref *uri; /* the target URI */
  enum cached_result result;
  uriel_text conditions; /* lines of fields that the last request had, too; valid until the next one */
  double seconds;        /* that the cache took */
};

/* As http_exchange. A response 304 that the user did not ask for becomes the stored response. */
bool cached_exchange(struct cached *cached, struct http_options *options,
                     const struct run_request *request, struct http_response *response, cache_sink *sink,
                     void *context, struct run_exchange *exchange, struct get_failure *failure);

#endif
