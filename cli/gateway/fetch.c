/* SPDX-License-Identifier: MIT */
/* Retrieves the URI of an exchange in a separate thread. Each URI has to pass the guard, because the
 * client may not be the user who started the gateway. */
#include <stdio.h>

#include "base/unicode.h"
#include "gateway.h"

enum fetch_mode {
  FETCH_UNDECIDED,
  FETCH_RAW,
  FETCH_CONVERT, /* to a page */
  FETCH_FORM,    /* it is a form */
  FETCH_MOVED    /* the object has another URI */
};

struct fetch {
  struct exchange *exchange;
  struct get *get;
  uriel_ref ref; /* the asked URI */
  bool is_form;  /* the plan begins with a form */
  struct get_result result;
  enum fetch_mode mode;
  struct convert convert;
  struct buffer form;
  double until, first; /* of the clock; when the first bytes came */
};

/* ---- The object ----------------------------------------------------------------------------------- */

/* The header of the answer can be sent. */
static void fetch_ready(struct fetch *fetch, bool is_whole)
{
  struct exchange *const exchange = fetch->exchange;
  static const char html[] = "text/html; charset=utf-8";
  exchange->status = 200;
  exchange->is_foreign = fetch->mode != FETCH_CONVERT;
  if (fetch->mode == FETCH_CONVERT)
    buffer_put(&exchange->media_type, html, sizeof html - 1);
  else
    type_find(&exchange->media_type, &fetch->ref, buffer_text(&fetch->result.media_type),
              exchange->data.ptr, exchange->data.len, is_whole);
}

static bool fetch_put(struct fetch *fetch, const char *data, size_t len, struct get_failure *failure)
{
  enum { PATIENCE = 1 /* seconds that bytes wait for others */ };
  struct exchange *const exchange = fetch->exchange;
  if (!exchange_put(exchange, data, len, fetch->until))
    return get_fail(failure, GET_FAILED, "the client is gone, or takes too long");
  if (!exchange->is_ready &&
      (exchange->data.len >= GATEWAY_START || get_clock() - fetch->first > PATIENCE)) {
    fetch_ready(fetch, false);
    exchange_ready(exchange);
  }
  return true;
}

/* Decides what becomes of the object. */
static void fetch_decide(struct fetch *fetch)
{
  const struct get_result *const result = &fetch->result;
  struct exchange *const exchange = fetch->exchange;
  const enum convert_kind kind = convert_kind_of(exchange, &fetch->ref, result->use);
  uriel_ref target;
  fetch->first = get_clock();
  exchange->varies = result->use == URIEL_USE_TEXT;
  if (fetch->is_form && result->use == URIEL_USE_NONE)
    fetch->mode = FETCH_FORM;
  else if (result->redirects > 0 && uriel_parse(&target, result->target.ptr, result->target.len, NULL) &&
           target_offers(exchange->gateway, uriel_scheme(&target)))
    fetch->mode = FETCH_MOVED;
  else
    fetch->mode = kind ? FETCH_CONVERT : FETCH_RAW;
  if (fetch->mode == FETCH_CONVERT)
    convert_begin(&fetch->convert, exchange, kind, &fetch->ref);
}

static bool fetch_convert(struct fetch *fetch, struct get_failure *failure)
{
  struct buffer *const out = &fetch->convert.out;
  const bool good = fetch_put(fetch, out->ptr, out->len, failure);
  out->len = 0;
  return good;
}

static bool fetch_object(void *context, const char *data, size_t len, struct get_failure *failure)
{
  struct fetch *const fetch = context;
  if (fetch->mode == FETCH_UNDECIDED)
    fetch_decide(fetch);
  switch (fetch->mode) {
  case FETCH_MOVED:
    return get_fail(failure, GET_FAILED, "the client asks again");
  case FETCH_FORM:
    buffer_append(&fetch->form, data, len);
    return fetch->form.len <= GATEWAY_FORM ||
           get_fail(failure, GET_FAILED, "the form has more than %d bytes", GATEWAY_FORM);
  case FETCH_CONVERT:
    convert_take(&fetch->convert, data, len);
    return fetch_convert(fetch, failure);
  default:
    return fetch_put(fetch, data, len, failure);
  }
}

/* ---- The asked URI ----------------------------------------------------------------------------- */

/* The user names only the server of news URIs without a host. */
static bool fetch_named(void *context, const uriel_ref *ref)
{
  const struct fetch *const fetch = context;
  const uriel_text scheme = uriel_scheme(ref);
  return !uriel_authority(ref).ptr && text_is_word(scheme, "news") &&
         fetch->exchange->gateway->options.plan.news_server.ptr;
}

/* Returns the first step that asks the user, or NULL. */
static const uriel_step *fetch_ask(const uriel_plan *plan, uriel_fill fill)
{
  for (size_t i = 0; i < plan->step_count; i++)
    if (plan->steps[i].fill == fill)
      return &plan->steps[i];
  return NULL;
}

/* The answer to a failure. */
static void fetch_failed(struct fetch *fetch)
{
  struct exchange *const exchange = fetch->exchange;
  const struct get_failure *const failure = &fetch->result.failure;
  const unsigned status = failure->status == GET_ABSENT      ? 404
                          : failure->status == GET_REFUSED   ? 403
                          : failure->cause == GET_CAUSE_TIME ? 504
                                                             : 502;
  if (!exchange->is_ready) {
    page_error(exchange, status, failure->message);
    return;
  }
  snprintf(exchange->reason, sizeof exchange->reason, "%s", failure->message);
  exchange_end(exchange, false);
}

static void fetch_retrieve(struct fetch *fetch)
{
  struct exchange *const exchange = fetch->exchange;
  uriel_error error = {.code = URIEL_ERROR_NONE};
  const bool good = get_fetch(fetch->get, &fetch->ref, &fetch->result, &error);
  if (good && fetch->mode == FETCH_UNDECIDED) /* it is empty */
    fetch_decide(fetch);
  if (fetch->mode == FETCH_FORM && fetch->form.len <= GATEWAY_FORM) {
    form_ask(exchange, buffer_text(&fetch->form));
  } else if (fetch->mode == FETCH_MOVED) {
    page_redirect(exchange, buffer_text(&fetch->result.target));
  } else if (!good) {
    fetch_failed(fetch);
  } else {
    struct get_failure failure = {.status = GET_DONE};
    bool whole = true;
    if (fetch->mode == FETCH_CONVERT) {
      convert_end(&fetch->convert);
      whole = fetch_convert(fetch, &failure);
    }
    if (!exchange->is_ready)
      fetch_ready(fetch, true);
    exchange_end(exchange, whole);
  }
}

/* Plans the URI. Returns false if it is answered already. */
static bool fetch_plan(struct fetch *fetch)
{
  struct exchange *const exchange = fetch->exchange;
  const struct gateway *const gateway = exchange->gateway;
  char why[URIEL_ERROR_TEXT_MAX + 1];
  uriel_error error;
  const uriel_plan *const plan = get_plan(fetch->get, &fetch->ref, &error);
  if (!plan) {
    why[uriel_error_describe(&error, fetch->ref.text, fetch->ref.length, why, sizeof why - 1)] = '\0';
    page_error(exchange, 400, why);
  } else if (!uriel_authority(&fetch->ref).ptr && !gateway->options.plan.news_server.ptr) {
    page_error(exchange, 404, "The URI has no host, and --news-server names no server for it.");
  } else if (fetch_ask(plan, URIEL_FILL_WORDS)) {
    form_search(exchange);
  } else {
    fetch->is_form = fetch_ask(plan, URIEL_FILL_FORM) != NULL;
    return true;
  }
  return false;
}

static void fetch_run(struct fetch *fetch)
{
  struct exchange *const exchange = fetch->exchange;
  struct gateway *const gateway = exchange->gateway;
  struct get_options options = gateway->options;
  struct get_failure failure;
  options.context = fetch;
  options.object = fetch_object;
  options.named = fetch_named;
  fetch->until = get_clock() + options.seconds;
  /* c-ares counts its users without a lock. */
  pthread_mutex_lock(&gateway->lock);
  fetch->get = get_new(&options, &failure);
  pthread_mutex_unlock(&gateway->lock);
  if (!fetch->get)
    page_error(exchange, 502, failure.message);
  else if (fetch_plan(fetch))
    fetch_retrieve(fetch);
  get_result_free(&fetch->result);
  convert_free(&fetch->convert);
  buffer_free(&fetch->form);
  if (!fetch->get)
    return;
  pthread_mutex_lock(&gateway->lock);
  get_free(fetch->get);
  pthread_mutex_unlock(&gateway->lock);
}

/* ---- The thread ------------------------------------------------------------------------------------
 */

static void *fetch_thread(void *context)
{
  struct fetch fetch = {.exchange = context};
  struct exchange *const exchange = context;
  struct gateway *const gateway = exchange->gateway;
  uriel_parse(&fetch.ref, exchange->uri.ptr, exchange->uri.len, NULL);
  fetch_run(&fetch);
  pthread_mutex_lock(&gateway->lock);
  if (exchange->next)
    exchange->next->before = exchange->before;
  *(exchange->before ? &exchange->before->next : &gateway->running) = exchange->next;
  gateway->count--;
  pthread_cond_broadcast(&gateway->ended);
  pthread_mutex_unlock(&gateway->lock);
  exchange_release(exchange);
  return NULL;
}

/* Starts the thread, unless there are enough. */
static bool fetch_begin(struct exchange *exchange)
{
  struct gateway *const gateway = exchange->gateway;
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_mutex_lock(&gateway->lock);
  bool good = gateway->count < gateway->max_requests && !gateway->is_stopping;
  if (good) {
    exchange_hold(exchange);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    good = pthread_create(&thread, &attributes, fetch_thread, exchange) == 0;
    pthread_attr_destroy(&attributes);
    if (!good)
      exchange_release(exchange);
  }
  if (good) {
    exchange->next = gateway->running;
    if (gateway->running)
      gateway->running->before = exchange;
    gateway->running = exchange;
    gateway->count++;
  }
  pthread_mutex_unlock(&gateway->lock);
  return good;
}

void fetch_start(struct exchange *exchange)
{
  const struct buffer *const uri = &exchange->uri;
  const struct get_options *const options = &exchange->gateway->options;
  char why[URIEL_ERROR_TEXT_MAX + 1];
  uriel_error error;
  uriel_ref ref;
  if (uri->len > uriel_policy_limit(URIEL_POLICY_LENGTH, options->rules, options->rule_count)) {
    page_error(exchange, 414, "The URI is longer than the policy allows.");
  } else if (!uriel_parse(&ref, uri->ptr, uri->len, &error)) {
    why[uriel_error_describe(&error, uri->ptr, uri->len, why, sizeof why - 1)] = '\0';
    page_error(exchange, 400, why);
  } else if (!target_offers(exchange->gateway, uriel_scheme(&ref))) {
    page_error(exchange, 501, "This gateway does not offer the scheme of the URI.");
  } else if (!fetch_begin(exchange)) {
    page_error(exchange, 503, "Try again later.");
  }
}
