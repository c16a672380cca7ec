/* SPDX-License-Identifier: MIT */
/* The answer between the thread that makes it and the server, which sends it: a queue. */
#include <stdlib.h>
#include <time.h>

#include "gateway.h"

struct exchange *exchange_new(struct gateway *gateway, const char *target)
{
  struct exchange *const exchange = calloc(1, sizeof *exchange);
  pthread_condattr_t attributes;
  if (!exchange)
    return NULL;
  exchange->gateway = gateway;
  exchange->holders = 1;
  exchange->start = get_clock();
  buffer_put(&exchange->target, target, strlen(target));
  pthread_mutex_init(&exchange->lock, NULL);
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC); /* of get_clock */
  pthread_cond_init(&exchange->changed, &attributes);
  pthread_condattr_destroy(&attributes);
  return exchange;
}

void exchange_hold(struct exchange *exchange)
{
  pthread_mutex_lock(&exchange->lock);
  exchange->holders++;
  pthread_mutex_unlock(&exchange->lock);
}

void exchange_release(struct exchange *exchange)
{
  pthread_mutex_lock(&exchange->lock);
  const bool last = --exchange->holders == 0;
  pthread_mutex_unlock(&exchange->lock);
  if (!last)
    return;
  struct buffer *const buffers[] = {&exchange->target,     &exchange->own,      &exchange->uri,
                                    &exchange->media_type, &exchange->location, &exchange->data};
  for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
    buffer_free(buffers[i]);
  pthread_cond_destroy(&exchange->changed);
  pthread_mutex_destroy(&exchange->lock);
  free(exchange);
}

bool exchange_put(struct exchange *exchange, const char *data, size_t len, double until)
{
  const struct timespec end = {.tv_sec = (time_t)until,
                               .tv_nsec = (long)((until - (double)(time_t)until) * 1e9)};
  bool in_time = true;
  pthread_mutex_lock(&exchange->lock);
  while (in_time && exchange->is_ready && !exchange->is_abandoned &&
         exchange->data.len - exchange->taken >= GATEWAY_MOST)
    in_time = pthread_cond_timedwait(&exchange->changed, &exchange->lock, &end) == 0;
  const bool good = in_time && !exchange->is_abandoned;
  if (good && exchange->taken > 0) {
    exchange->data.len -= exchange->taken;
    memmove(exchange->data.ptr, exchange->data.ptr + exchange->taken, exchange->data.len);
    exchange->taken = 0;
  }
  if (good)
    buffer_append(&exchange->data, data, len);
  pthread_cond_broadcast(&exchange->changed);
  pthread_mutex_unlock(&exchange->lock);
  return good;
}

void exchange_ready(struct exchange *exchange)
{
  pthread_mutex_lock(&exchange->lock);
  exchange->is_ready = true;
  pthread_cond_broadcast(&exchange->changed);
  pthread_mutex_unlock(&exchange->lock);
}

void exchange_end(struct exchange *exchange, bool whole)
{
  pthread_mutex_lock(&exchange->lock);
  if (!exchange->is_ready && whole) {
    exchange->has_length = true;
    exchange->length = exchange->data.len;
  }
  exchange->is_ready = true;
  *(whole ? &exchange->is_ended : &exchange->is_broken) = true;
  pthread_cond_broadcast(&exchange->changed);
  pthread_mutex_unlock(&exchange->lock);
}

void exchange_page(struct exchange *exchange, unsigned status, const struct buffer *page)
{
  static const char type[] = "text/html; charset=utf-8";
  exchange->status = status;
  buffer_put(&exchange->media_type, type, sizeof type - 1);
  exchange->is_foreign = false;
  pthread_mutex_lock(&exchange->lock);
  buffer_put(&exchange->data, page->ptr, page->len);
  pthread_mutex_unlock(&exchange->lock);
  exchange_end(exchange, true);
}

bool exchange_wait(struct exchange *exchange)
{
  pthread_mutex_lock(&exchange->lock);
  while (!exchange->is_ready && !exchange->is_abandoned)
    pthread_cond_wait(&exchange->changed, &exchange->lock);
  const bool is_ready = exchange->is_ready && !exchange->is_abandoned;
  pthread_mutex_unlock(&exchange->lock);
  return is_ready;
}

ssize_t exchange_take(struct exchange *exchange, char *data, size_t capacity)
{
  ssize_t result = -1;
  pthread_mutex_lock(&exchange->lock);
  while (exchange->data.len == exchange->taken && !exchange->is_ended && !exchange->is_broken &&
         !exchange->is_abandoned)
    pthread_cond_wait(&exchange->changed, &exchange->lock);
  const size_t left = exchange->data.len - exchange->taken, len = left < capacity ? left : capacity;
  if (!exchange->is_abandoned && (len > 0 || exchange->is_ended)) {
    if (len > 0)
      memcpy(data, exchange->data.ptr + exchange->taken, len);
    exchange->taken += len;
    exchange->sent += len;
    result = (ssize_t)len;
  }
  pthread_cond_broadcast(&exchange->changed);
  pthread_mutex_unlock(&exchange->lock);
  return result;
}

void exchange_abandon(struct exchange *exchange)
{
  pthread_mutex_lock(&exchange->lock);
  exchange->is_abandoned = true;
  pthread_cond_broadcast(&exchange->changed);
  pthread_mutex_unlock(&exchange->lock);
}
