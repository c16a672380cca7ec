/* SPDX-License-Identifier: MIT */
#include "ask.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <strings.h>
#include <time.h>

enum {
  ASK_FIELDS = 32,       /* of a request */
  ASK_IGNORED = 1 << 16, /* bytes of a body that is not wanted: then the connection is closed */
  ASK_HELD = 1 << 26,    /* bytes of bodies that wait for the owner */
  ASK_DEAD = 3 /* URIs of a host that fail in a row, before the others fail without a request */
};
#define ASK_NOTHING UINT32_MAX

const char *const ask_outcome_names[ASK_OUTCOME_COUNT] = {
#define ASK_OUTCOME_NAME(constant, name) name,
    ASK_OUTCOMES(ASK_OUTCOME_NAME)
#undef ASK_OUTCOME_NAME
};

/* A URI. */
struct ask_target {
  uint32_t host, next; /* the next one of the host's queue */
  bool is_queued, wants_body, uses_get;
  size_t tries, requests;
};

struct ask_host {
  uint32_t first, last;     /* of the queue, or ASK_NOTHING */
  size_t active;            /* requests under way */
  size_t failed;            /* URIs in a row */
  enum ask_outcome outcome; /* of the last one that failed */
  double at;                /* the clock, when the next request may be sent */
  bool is_waiting;          /* it is in the heap */
};

struct ask_worker {
  struct ask *ask;
  struct get *get;
  struct get_result result;
  pthread_t thread;
  uriel_text fields[ASK_FIELDS];
  struct buffer body, uri;
  bool head, wants_body; /* of the request */
  bool is_enough;        /* no more of the body is wanted */
};

struct ask_node {
  struct ask_answer answer;
  struct ask_node *next;
};

struct ask {
  struct ask_options options;
  pthread_mutex_t lock;
  pthread_cond_t work, answered, taken;
  struct texts uris, names; /* of targets and hosts, by number */
  struct ask_target *targets;
  struct ask_host *hosts;
  size_t target_capacity, host_capacity;
  uint32_t *heap; /* hosts with a queue that may send a request, the one with the earliest time on top */
  size_t heap_count, heap_capacity;
  struct ask_node *first, *last; /* answers that were not taken */
  struct ask_node *current;      /* the one that was taken last */
  size_t left;                   /* targets without an answer that was taken */
  size_t held;                   /* bytes of the bodies of answers */
  bool is_ended;
  struct ask_worker *workers;
  size_t started; /* threads */
};

/* ---- Hosts --------------------------------------------------------------------------------------- */

static void ask_swap(struct ask *ask, size_t a, size_t b)
{
  const uint32_t host = ask->heap[a];
  ask->heap[a] = ask->heap[b];
  ask->heap[b] = host;
}

/* Puts a host into the heap if it may send a request, now or later. */
static void ask_wait(struct ask *ask, uint32_t number)
{
  struct ask_host *const host = &ask->hosts[number];
  if (host->is_waiting || host->first == ASK_NOTHING || host->active == ask->options.per_host)
    return;
  ask->heap = list_grow(ask->heap, ask->heap_count, &ask->heap_capacity, sizeof *ask->heap);
  host->is_waiting = true;
  size_t at = ask->heap_count++;
  ask->heap[at] = number;
  while (at > 0 && ask->hosts[ask->heap[(at - 1) / 2]].at > host->at) {
    ask_swap(ask, at, (at - 1) / 2);
    at = (at - 1) / 2;
  }
  pthread_cond_signal(&ask->work);
}

static uint32_t ask_pop(struct ask *ask)
{
  const uint32_t top = ask->heap[0];
  ask->heap[0] = ask->heap[--ask->heap_count];
  for (size_t at = 0;;) {
    size_t least = at;
    for (size_t child = 2 * at + 1; child <= 2 * at + 2 && child < ask->heap_count; child++)
      if (ask->hosts[ask->heap[child]].at < ask->hosts[ask->heap[least]].at)
        least = child;
    if (least == at)
      break;
    ask_swap(ask, at, least);
    at = least;
  }
  ask->hosts[top].is_waiting = false;
  return top;
}

static void ask_queue(struct ask *ask, uint32_t number)
{
  struct ask_target *const target = &ask->targets[number];
  struct ask_host *const host = &ask->hosts[target->host];
  target->next = ASK_NOTHING;
  target->is_queued = true;
  if (host->first == ASK_NOTHING)
    host->first = number;
  else
    ask->targets[host->last].next = number;
  host->last = number;
  ask_wait(ask, target->host);
}

/* ---- Requests ------------------------------------------------------------------------------------ */

/* A get_options.object: keeps a body that is wanted. */
static bool ask_object(void *context, const char *data, size_t len, struct get_failure *failure)
{
  struct ask_worker *const worker = context;
  const size_t most = worker->wants_body ? ASK_BODY : ASK_IGNORED;
  const size_t kept = len < most - worker->body.len ? len : most - worker->body.len;
  if (worker->head)
    return true;
  buffer_append(&worker->body, data, kept);
  worker->is_enough = kept < len;
  return !worker->is_enough || get_fail(failure, GET_FAILED, "the rest of the body is not wanted");
}

static void ask_adapt(void *context, const uriel_ref *ref, uriel_plan_options *plan)
{
  struct ask_worker *const worker = context;
  const struct ask_options *const options = &worker->ask->options;
  size_t count = 0;
  if (options->fields)
    options->fields(options->context, ref, worker->fields, ASK_FIELDS, &count);
  plan->fields = worker->fields;
  plan->field_count = count;
  plan->head = worker->head;
  plan->persistent = true;
}

/* Whether the user named the origin of a URI: asks the owner. */
static bool ask_named(void *context, const uriel_ref *ref)
{
  const struct ask_options *const options = &((const struct ask_worker *)context)->ask->options;
  return options->get.named && options->get.named(options->get.context, ref);
}

static enum ask_outcome ask_outcome_of(const struct ask_worker *worker)
{
  static const enum ask_outcome outcomes[] = {[GET_CAUSE_OTHER] = ASK_FAILED,
                                              [GET_CAUSE_TIME] = ASK_TIME,
                                              [GET_CAUSE_NAME] = ASK_NAME,
                                              [GET_CAUSE_CONNECTION] = ASK_CONNECTION,
                                              [GET_CAUSE_CERTIFICATE] = ASK_CERTIFICATE,
                                              [GET_CAUSE_POLICY] = ASK_NOT_ASKED,
                                              [GET_CAUSE_REDIRECT] = ASK_FAILED};
  const struct get_result *const result = &worker->result;
  const struct get_failure *const failure = &result->failure;
  uint64_t code = 0;
  number_read(uriel_text_of(result->code), 999, &code);
  if (failure->status == GET_DONE || worker->is_enough)
    return ASK_FOUND;
  if (result->chain.len)
    return ASK_REDIRECT;
  if (code >= 100 && failure->cause == GET_CAUSE_OTHER)
    return worker->ask->options.accepts[code] ? ASK_FOUND : ASK_STATUS;
  if (failure->cause == GET_CAUSE_OTHER &&
      (failure->status == GET_ABSENT || failure->status == GET_REFUSED))
    return ASK_STATUS;
  return outcomes[failure->cause];
}

/* Sends one request, and fills in the answer. */
static void ask_request(struct ask_worker *worker, struct ask_answer *answer)
{
  struct get_result *const result = &worker->result;
  uriel_error error = {.code = URIEL_ERROR_NONE};
  uriel_ref ref;
  worker->body.len = 0;
  worker->is_enough = false;
  const bool good = uriel_parse(&ref, worker->uri.ptr, worker->uri.len, &error) &&
                    (get_fetch(worker->get, &ref, result, &error) || error.code == URIEL_ERROR_NONE);
  if (!good) {
    answer->outcome = ASK_FAILED;
    const char *const message = uriel_error_message(error.code);
    buffer_put(&answer->message, message, strlen(message));
    return;
  }
  answer->outcome = ask_outcome_of(worker);
  memcpy(answer->code, result->code, sizeof answer->code);
  if (answer->outcome == ASK_REDIRECT) {
    const struct get_hop *const hop = ARRAY_OF(struct get_hop, result->chain);
    buffer_put(&answer->next, result->texts.ptr + hop->text, hop->text_len);
  } else if (answer->outcome != ASK_FOUND) {
    const char *const message = result->failure.message;
    buffer_put(&answer->message, message, strlen(message));
  } else if (worker->wants_body && !worker->head) {
    answer->has_body = true;
    answer->is_cut = worker->is_enough;
    buffer_put(&answer->body, worker->body.ptr, worker->body.len);
    buffer_put(&answer->media_type, result->media_type.ptr, result->media_type.len);
  }
}

/* Whether another request can have a better outcome. */
static bool ask_is_soft(const struct ask_answer *answer)
{
  static const char *const codes[] = {"408", "425", "429", "500", "502", "503", "504"};
  bool is_soft = answer->outcome == ASK_TIME || answer->outcome == ASK_CONNECTION;
  for (size_t i = 0; i < sizeof codes / sizeof *codes && answer->outcome == ASK_STATUS; i++)
    is_soft |= strcmp(answer->code, codes[i]) == 0;
  return is_soft;
}

/* Whether a server that refuses HEAD may answer GET. */
static bool ask_doubts_head(const struct ask_worker *worker, const struct ask_answer *answer)
{
  const bool is_final = answer->outcome == ASK_FOUND || answer->outcome == ASK_REDIRECT ||
                        answer->outcome == ASK_NAME || answer->outcome == ASK_CERTIFICATE ||
                        answer->outcome == ASK_NOT_ASKED;
  return worker->head && !is_final && strcmp(answer->code, "429") != 0 &&
         strcmp(answer->code, "503") != 0;
}

/* Returns the seconds to wait before a URI is asked for again, or -1. */
static double ask_delay(const struct ask_worker *worker, const struct ask_target *target,
                        const struct ask_answer *answer)
{
  const double wanted = worker->result.retry_after;
  if (ask_doubts_head(worker, answer))
    return 0;
  if (!ask_is_soft(answer) || target->tries > worker->ask->options.retries || wanted > ASK_LONGEST_WAIT)
    return -1;
  const double backoff = (double)(1U << (target->tries < 6 ? target->tries - 1 : 5));
  return wanted > backoff ? wanted : backoff;
}

/* ---- Threads ------------------------------------------------------------------------------------- */

static void ask_node_free(struct ask_node *node)
{
  if (!node)
    return;
  struct ask_answer *const answer = &node->answer;
  buffer_free(&answer->next);
  buffer_free(&answer->message);
  buffer_free(&answer->media_type);
  buffer_free(&answer->body);
  free(node);
}

/* Hands an answer to the owner. */
static void ask_deliver(struct ask *ask, struct ask_node *node)
{
  while (ask->held > ASK_HELD && !ask->is_ended)
    pthread_cond_wait(&ask->taken, &ask->lock);
  ask->held += node->answer.body.len;
  if (ask->last)
    ask->last->next = node;
  else
    ask->first = node;
  ask->last = node;
  pthread_cond_signal(&ask->answered);
}

static struct timespec ask_timespec(double clock)
{
  const time_t seconds = (time_t)clock;
  return (struct timespec){.tv_sec = seconds, .tv_nsec = (long)((clock - (double)seconds) * 1e9)};
}

/* Waits for a URI that may be asked for. Returns ASK_NOTHING at the end. */
static uint32_t ask_take(struct ask *ask)
{
  while (!ask->is_ended) {
    const double now = get_clock(), at = ask->heap_count ? ask->hosts[ask->heap[0]].at : 0;
    if (!ask->heap_count) {
      pthread_cond_wait(&ask->work, &ask->lock);
    } else if (at > now) {
      const struct timespec until = ask_timespec(at);
      pthread_cond_timedwait(&ask->work, &ask->lock, &until);
    } else {
      const uint32_t number = ask_pop(ask);
      struct ask_host *const host = &ask->hosts[number];
      const uint32_t target = host->first;
      host->first = ask->targets[target].next;
      host->active++;
      host->at = ask->options.rate > 0 ? now + 1 / ask->options.rate : now;
      ask_wait(ask, number);
      return target;
    }
  }
  return ASK_NOTHING;
}

/* Whether the host has failed too often for another request. Then fills in the answer. */
static bool ask_is_dead(const struct ask_host *host, struct ask_answer *answer)
{
  static const char message[] = "the host has failed for other URIs, and is not asked again";
  if (host->failed < ASK_DEAD)
    return false;
  answer->outcome = host->outcome;
  buffer_put(&answer->message, message, sizeof message - 1);
  return true;
}

static void ask_one(struct ask_worker *worker, uint32_t number)
{
  struct ask *const ask = worker->ask;
  const uint32_t host_number = ask->targets[number].host;
  struct ask_node *const node = calloc(1, sizeof *node);
  if (!node)
    base_die_memory();
  struct ask_answer *const answer = &node->answer;
  double delay = -1;
  answer->number = number;
  worker->wants_body = ask->targets[number].wants_body;
  worker->head = !worker->wants_body && !ask->targets[number].uses_get;
  buffer_put(&worker->uri, ask->uris.of[number].ptr, ask->uris.of[number].len);
  if (!ask_is_dead(&ask->hosts[host_number], answer)) {
    pthread_mutex_unlock(&ask->lock);
    ask_request(worker, answer);
    pthread_mutex_lock(&ask->lock);
    struct ask_target *const target = &ask->targets[number];
    target->requests++;
    target->tries += !ask_doubts_head(worker, answer);
    delay = ask_delay(worker, target, answer);
  }
  struct ask_target *const target = &ask->targets[number];
  struct ask_host *const host = &ask->hosts[host_number];
  const double pause = delay > 0 ? delay : worker->result.retry_after;
  host->active--;
  if (pause > 0 && pause <= ASK_LONGEST_WAIT && host->at < get_clock() + pause)
    host->at = get_clock() + pause;
  if (delay >= 0) {
    target->uses_get |= ask_doubts_head(worker, answer);
    ask_node_free(node);
    ask_queue(ask, number);
    return;
  }
  const bool is_failed =
      answer->outcome == ASK_NAME || answer->outcome == ASK_CONNECTION || answer->outcome == ASK_TIME;
  host->failed = is_failed ? host->failed + 1 : 0;
  host->outcome = answer->outcome;
  answer->requests = target->requests;
  target->is_queued = false;
  ask_wait(ask, host_number);
  ask_deliver(ask, node);
}

static void *ask_run(void *context)
{
  struct ask_worker *const worker = context;
  struct ask *const ask = worker->ask;
  pthread_mutex_lock(&ask->lock);
  for (uint32_t number; (number = ask_take(ask)) != ASK_NOTHING;)
    ask_one(worker, number);
  pthread_mutex_unlock(&ask->lock);
  return NULL;
}

/* Starts one more thread. Returns false, with the failure set, if its client cannot be made. */
static bool ask_start(struct ask *ask, struct get_failure *failure)
{
  struct ask_worker *const worker = &ask->workers[ask->started];
  struct get_options options = ask->options.get;
  options.object = ask_object;
  options.adapt = ask_adapt;
  options.named = ask_named;
  options.context = worker;
  options.stays = true;
  worker->ask = ask;
  worker->get = get_new(&options, failure);
  if (!worker->get)
    return false;
  if (pthread_create(&worker->thread, NULL, ask_run, worker) == 0) {
    ask->started++;
    return true;
  }
  get_free(worker->get);
  worker->get = NULL;
  return get_fail(failure, GET_FAILED, "no thread can be started");
}

/* ---- The owner ----------------------------------------------------------------------------------- */

struct ask *ask_new(const struct ask_options *options, struct get_failure *failure)
{
  struct ask *const ask = calloc(1, sizeof *ask);
  pthread_condattr_t clock;
  if (!ask)
    base_die_memory();
  ask->options = *options;
  ask->workers = calloc(options->connections, sizeof *ask->workers);
  if (!ask->workers)
    base_die_memory();
  pthread_mutex_init(&ask->lock, NULL);
  pthread_condattr_init(&clock);
  pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
  pthread_cond_t *const conditions[] = {&ask->work, &ask->answered, &ask->taken};
  for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
    pthread_cond_init(conditions[i], &clock);
  pthread_condattr_destroy(&clock);
  if (ask_start(ask, failure))
    return ask;
  ask_free(ask);
  return NULL;
}

/* Returns the number of the host of a URI. */
static uint32_t ask_host_of(struct ask *ask, uriel_text uri)
{
  uriel_ref ref;
  bool is_new;
  const uriel_text host =
      uriel_parse(&ref, uri.ptr, uri.len, NULL) ? uriel_host(&ref) : (uriel_text){NULL, 0};
  const uint32_t number = texts_number(&ask->names, host, &is_new);
  if (is_new) {
    ask->hosts = list_grow(ask->hosts, number, &ask->host_capacity, sizeof *ask->hosts);
    ask->hosts[number] = (struct ask_host){.first = ASK_NOTHING};
  }
  return number;
}

uint32_t ask_add(struct ask *ask, uriel_text uri, bool wants_body)
{
  struct get_failure failure;
  bool is_new;
  pthread_mutex_lock(&ask->lock);
  const uint32_t number = texts_number(&ask->uris, uri, &is_new);
  if (is_new) {
    ask->targets = list_grow(ask->targets, number, &ask->target_capacity, sizeof *ask->targets);
    ask->targets[number] = (struct ask_target){.host = ask_host_of(ask, uri)};
  }
  struct ask_target *const target = &ask->targets[number];
  const bool asks = is_new || (wants_body && !target->wants_body);
  target->wants_body |= wants_body;
  if (asks && !target->is_queued) {
    target->tries = 0;
    ask->left++;
    ask_queue(ask, number);
  }
  const bool wants_thread = ask->started < ask->options.connections && ask->left > ask->started;
  pthread_mutex_unlock(&ask->lock);
  if (wants_thread)
    (void)ask_start(ask, &failure); /* the threads that there are do the work */
  return number;
}

uriel_text ask_uri(const struct ask *ask, uint32_t number)
{
  return ask->uris.of[number];
}

const struct ask_answer *ask_next(struct ask *ask, double end, size_t *left)
{
  const struct timespec until = ask_timespec(end);
  int error = 0;
  ask_node_free(ask->current);
  ask->current = NULL;
  pthread_mutex_lock(&ask->lock);
  while (!ask->first && ask->left > 0 && error != ETIMEDOUT)
    error = pthread_cond_timedwait(&ask->answered, &ask->lock, &until);
  struct ask_node *const node = ask->first;
  if (node) {
    ask->first = node->next;
    ask->last = node->next ? ask->last : NULL;
    ask->held -= node->answer.body.len;
    ask->left--;
    pthread_cond_broadcast(&ask->taken);
  }
  *left = ask->left;
  pthread_mutex_unlock(&ask->lock);
  ask->current = node;
  return node ? &node->answer : NULL;
}

void ask_free(struct ask *ask)
{
  if (!ask)
    return;
  pthread_mutex_lock(&ask->lock);
  ask->is_ended = true;
  pthread_cond_broadcast(&ask->work);
  pthread_cond_broadcast(&ask->taken);
  pthread_mutex_unlock(&ask->lock);
  for (size_t i = 0; i < ask->started; i++) {
    struct ask_worker *const worker = &ask->workers[i];
    pthread_join(worker->thread, NULL);
    get_free(worker->get);
    get_result_free(&worker->result);
    buffer_free(&worker->body);
    buffer_free(&worker->uri);
  }
  for (struct ask_node *node = ask->first, *next; node; node = next) {
    next = node->next;
    ask_node_free(node);
  }
  ask_node_free(ask->current);
  pthread_cond_t *const conditions[] = {&ask->work, &ask->answered, &ask->taken};
  for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
    pthread_cond_destroy(conditions[i]);
  pthread_mutex_destroy(&ask->lock);
  texts_free(&ask->uris);
  texts_free(&ask->names);
  free(ask->targets);
  free(ask->hosts);
  free(ask->heap);
  free(ask->workers);
  free(ask);
}
