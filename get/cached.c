/* SPDX-License-Identifier: MIT */
/* When the cache answers, and when the server does (RFC 9111, 4). */
#include "cached.h"

#include <time.h>

/* Passes on content, and stores it. */
struct cached_taker {
  struct cache *cache; /* NULL: it is not stored */
  const struct http_response *response;
  int64_t requested;
  bool begun;
  cache_sink *sink;
  void *context;
};

static void cached_begin(struct cached_taker *taker)
{
  if (taker->cache && !taker->begun)
    cache_begin(taker->cache, taker->response->code, http_fields(taker->response), taker->requested,
                &taker->response->address);
  taker->begun = true;
}

static bool cached_take(void *context, const char *data, size_t len, struct get_failure *failure)
{
  struct cached_taker *const taker = context;
  cached_begin(taker);
  if (taker->cache)
    cache_add(taker->cache, data, len);
  return taker->sink(taker->context, data, len, failure);
}

/* Makes the stored response the response. Returns false as cache_read does. */
static bool cached_answer(struct cache *cache, const struct cache_answer *answer,
                          struct http_response *response, cache_sink *sink, void *context,
                          struct get_failure *failure)
{
  failure->status = GET_DONE;
  buffer_put(&response->header, "HTTP/1.1 000\r\n", 14);
  memcpy(response->header.ptr + 9, answer->code, 3);
  buffer_append(&response->header, answer->header.ptr, answer->header.len);
  memcpy(response->code, answer->code, sizeof response->code);
  response->address = answer->address;
  http_read_header(response);
  return cache_read(cache, sink, context, failure);
}

/* Whether the policy allows the address that the response came from: an earlier run can have had another
 * policy, or have been asked for the URI by its name. */
static bool cached_is_allowed(const struct http_options *options, const struct run_request *request,
                              const struct cache_answer *answer)
{
  const uriel_network *denied;
  return request->goal.trusted ||
         (answer->address.family && uriel_guard_address(&denied, options->network->rules,
                                                        options->network->rule_count, &answer->address));
}

bool cached_exchange(struct cached *cached, struct http_options *options,
                     const struct run_request *request, struct http_response *response, cache_sink *sink,
                     void *context, struct run_exchange *exchange, struct get_failure *failure)
{
  struct cache *const cache = cached->cache;
  struct cached_taker taker = {.response = response, .sink = sink, .context = context};
  double begin = get_clock();
  bool good;
  options->conditions = cached->conditions = (uriel_text){NULL, 0};
  cached->result = CACHED_NOT;
  if (!cache)
    return http_exchange(options, request, response, sink, context, exchange, failure);
  const struct cache_answer *const answer = cache_find(cache, cached->uri, request->send->text);
  enum cache_state state = options->login.user.ptr ? CACHE_ASIDE : answer->state;
  if (state == CACHE_FRESH && cached_is_allowed(options, request, answer)) {
    good = cached_answer(cache, answer, response, sink, context, failure);
    cached->result = good || failure->status != GET_DONE ? CACHED_HIT : CACHED_NOT;
    cached->seconds = get_clock() - begin;
    if (cached->result == CACHED_HIT)
      return good;
  }
  if (fresh_is_only_cached(request->send->text))
    return get_fail(failure, GET_FAILED,
                    "the cache has no answer that can be used, and the request has only-if-cached "
                    "(504)");
  for (;; state = CACHE_MISS) {
    taker.cache = state == CACHE_ASIDE ? NULL : cache;
    taker.requested = time(NULL);
    taker.begun = false;
    options->conditions = cached->conditions =
        state == CACHE_STALE ? buffer_text(&answer->conditions) : (uriel_text){NULL, 0};
    *exchange = (struct run_exchange){.received = 0};
    good = http_exchange(options, request, response, cached_take, &taker, exchange, failure);
    begin = get_clock();
    if (!good || state != CACHE_STALE || strcmp(response->code, "304") != 0)
      break;
    if (!cache_validate(cache, http_fields(response), taker.requested))
      continue;
    good = cached_answer(cache, answer, response, sink, context, failure);
    cached->result = good || failure->status != GET_DONE ? CACHED_VALIDATED : CACHED_NOT;
    cached->seconds = get_clock() - begin;
    if (cached->result == CACHED_VALIDATED)
      return good;
  }
  if (good && taker.cache) {
    cached_begin(&taker);
    if (cache_keep(cache))
      cached->result = CACHED_STORED;
    cached->seconds = get_clock() - begin;
  }
  return good;
}
