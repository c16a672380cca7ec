/* SPDX-License-Identifier: MIT */
/* A private cache of HTTP responses (RFC 9111), in a file of answers. It serves one request at a time.
 */
#ifndef URIEL_GET_CACHE_H
#define URIEL_GET_CACHE_H

#include "fresh.h"
#include "status.h"
#include "store.h"
#include "uriel_site.h"

struct cache;

/* Opens or creates the file. Returns NULL with "PATH: REASON". */
struct cache *cache_open(const char *path, char message[STORE_MESSAGE]);
void cache_close(struct cache *cache);

/* Returns why the file failed, or NULL. Then no response is found or stored. */
const char *cache_failure(const struct cache *cache);

enum cache_state {
  CACHE_ASIDE, /* the cache takes no part in the request */
  CACHE_MISS,  /* no response is stored that can be used or validated */
  CACHE_STALE, /* a response can be validated by `conditions` */
  CACHE_FRESH  /* a response can be used */
};

/* A stored response, valid until the next cache_find or cache_begin. */
struct cache_answer {
  enum cache_state state;
  char code[4];
  struct buffer header;
  uriel_address address;    /* of the server that it came from */
  struct buffer conditions; /* fields for the request */

  /* private */
  int64_t id, requested, received, length;
  bool drops; /* it must not stay in the cache */
};

/* Looks for a response to the request, whose target URI is `uri`. */
const struct cache_answer *cache_find(struct cache *cache, const uriel_ref *uri, uriel_text request);

/* Takes bytes. Returns false, with the failure set, to stop. */
typedef bool cache_sink(void *context, const char *data, size_t len, struct get_failure *failure);

/* Passes on the content of the response that was found. Returns false with the failure set; with the
 * status DONE if another process has removed the response meanwhile. */
bool cache_read(struct cache *cache, cache_sink *sink, void *context, struct get_failure *failure);

/* Updates the response that was found with the header of a response 304. Returns false if the 304 does
 * not match it, or another process has removed it: ask again, without conditions. */
bool cache_validate(struct cache *cache, uriel_text header, int64_t requested);

/* Begin to store the response to the last cache_find, if it can be stored; add bytes of its content; and
 * store it, in place of older ones. The last returns whether it is stored. */
void cache_begin(struct cache *cache, const char *code, uriel_text header, int64_t requested,
                 const uriel_address *address);
void cache_add(struct cache *cache, const char *data, size_t len);
bool cache_keep(struct cache *cache);

#endif
