/* SPDX-License-Identifier: MIT */
/* The threads that send requests, and the owner, who takes the answers. */
#include <errno.h>
#include <stdlib.h>
#include <strings.h>

#include "ask_private.h"
#include "base/unicode.h"
#include "reader/fields.h"

enum {
  ASK_FIELDS = 32,       /* of a request */
  ASK_IGNORED = 1 << 16, /* bytes of a body that is not wanted: then the connection is closed */
  ASK_HELD = 1 << 26     /* bytes of bodies that wait for the owner */
};

const char *const ask_outcome_names[ASK_OUTCOME_COUNT] = {
#define ASK_OUTCOME_NAME(constant, name) name,
    ASK_OUTCOMES(ASK_OUTCOME_NAME)
#undef ASK_OUTCOME_NAME
};

/* A client, which at most one thread uses. It keeps one connection open. */
struct ask_client {
  struct ask *ask;
  struct get *get;
  struct get_result result;
  uriel_text fields[ASK_FIELDS];
  struct buffer body, uri;
  bool head, wants_body; /* of the request */
  bool is_enough;        /* no more of the body is wanted */
  bool is_busy;
  uint32_t host; /* that it asked last, and */
  uint64_t used; /* when, in requests */
};

struct ask_node {
  struct ask_answer answer;
  struct ask_node *next;
};

/* ---- Requests ------------------------------------------------------------------------------------ */

/* A get_options.object: keeps a body that is wanted. */
static bool ask_object(void *context, const char *data, size_t len, struct get_failure *failure)
{
  struct ask_client *const client = context;
  const size_t most = client->wants_body ? ASK_BODY : ASK_IGNORED;
  const size_t kept = len < most - client->body.len ? len : most - client->body.len;
  if (client->head)
    return true;
  buffer_append(&client->body, data, kept);
  client->is_enough = kept < len;
  return !client->is_enough || get_fail(failure, GET_FAILED, "the rest of the body is not wanted");
}

static void ask_adapt(void *context, const uriel_ref *ref, uriel_plan_options *plan)
{
  struct ask_client *const client = context;
  const struct ask_options *const options = &client->ask->options;
  size_t count = 0;
  if (options->fields)
    options->fields(options->context, ref, client->fields, ASK_FIELDS, &count);
  plan->fields = client->fields;
  plan->field_count = count;
  plan->head = client->head;
  plan->persistent = true;
}

/* Whether the user named the origin of a URI: asks the owner. */
static bool ask_named(void *context, const uriel_ref *ref)
{
  const struct ask_options *const options = &((const struct ask_client *)context)->ask->options;
  return options->get.named && options->get.named(options->get.context, ref);
}

/* Whether the URI has a code of HTTP. */
static bool ask_is_http(const struct ask_client *client)
{
  return client->uri.len > 4 && strncasecmp(client->uri.ptr, "http", 4) == 0;
}

static enum ask_outcome ask_outcome_of(const struct ask_client *client)
{
  static const enum ask_outcome outcomes[] = {[GET_CAUSE_OTHER] = ASK_FAILED,
                                              [GET_CAUSE_TIME] = ASK_TIME,
                                              [GET_CAUSE_NAME] = ASK_NAME,
                                              [GET_CAUSE_CONNECTION] = ASK_CONNECTION,
                                              [GET_CAUSE_CERTIFICATE] = ASK_CERTIFICATE,
                                              [GET_CAUSE_POLICY] = ASK_NOT_ASKED,
                                              [GET_CAUSE_REDIRECT] = ASK_FAILED};
  const struct get_result *const result = &client->result;
  const struct get_failure *const failure = &result->failure;
  uint64_t code = 0;
  number_read(uriel_text_of(result->code), 999, &code);
  if (failure->status == GET_DONE || client->is_enough)
    return ASK_FOUND;
  if (result->chain.len)
    return ASK_REDIRECT;
  if (failure->cause != GET_CAUSE_OTHER)
    return outcomes[failure->cause];
  if (ask_is_http(client) && client->ask->options.accepts[code])
    return ASK_FOUND;
  const bool is_answer = code >= 100 && code / 100 != 2;
  return is_answer || failure->status == GET_ABSENT || failure->status == GET_REFUSED ? ASK_STATUS
                                                                                      : ASK_FAILED;
}

/* Whether the body is in an encoding that was not asked for, and files do not have. */
static bool ask_is_encoded(const struct ask_client *client)
{
  static const char *const known[] = {"identity", "gzip", "x-gzip"};
  const uriel_text coding = fields_find(buffer_text(&client->result.header), "Content-Encoding");
  bool is_known = coding.len == 0;
  for (size_t i = 0; i < sizeof known / sizeof *known && !is_known; i++)
    is_known = text_is_word(coding, known[i]);
  return !is_known;
}

/* Says why no request can be made. */
static void ask_describe(const uriel_error *error, struct buffer *message)
{
  const char *const text = uriel_error_message(error->code);
  const char *const component = uriel_component_name(error->component);
  buffer_put(message, "the ", 4);
  buffer_append(message, component, strlen(component));
  buffer_append(message, " ", 1);
  if (strncmp(text, "is ", 3) != 0)
    message->len = 0;
  buffer_append(message, text, strlen(text));
}

/* Sends one request, and fills in the answer. */
static void ask_request(struct ask_client *client, struct ask_answer *answer)
{
  struct get_result *const result = &client->result;
  uriel_error error = {.code = URIEL_ERROR_NONE};
  uriel_ref ref;
  client->body.len = 0;
  client->is_enough = false;
  const bool good = uriel_parse(&ref, client->uri.ptr, client->uri.len, &error) &&
                    (get_fetch(client->get, &ref, result, &error) || error.code == URIEL_ERROR_NONE);
  if (!good) {
    answer->outcome = ASK_FAILED;
    ask_describe(&error, &answer->message);
    return;
  }
  answer->outcome = ask_outcome_of(client);
  memcpy(answer->code, result->code, sizeof answer->code);
  if (answer->outcome == ASK_REDIRECT) {
    const struct get_hop *const hop = ARRAY_OF(struct get_hop, result->chain);
    buffer_put(&answer->next, result->texts.ptr + hop->text, hop->text_len);
  } else if (answer->outcome != ASK_FOUND) {
    const char *const message = result->failure.message;
    buffer_put(&answer->message, message, strlen(message));
  } else if (client->wants_body && !client->head) {
    answer->has_body = true;
    answer->is_partial = result->failure.status != GET_DONE || ask_is_encoded(client);
    answer->body = client->body;
    client->body = (struct buffer){.len = 0};
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
static bool ask_doubts_head(const struct ask_client *client, const struct ask_answer *answer)
{
  const bool is_final = answer->outcome == ASK_FOUND || answer->outcome == ASK_REDIRECT ||
                        answer->outcome == ASK_NAME || answer->outcome == ASK_CERTIFICATE ||
                        answer->outcome == ASK_NOT_ASKED || answer->outcome == ASK_TIME;
  const bool is_sent = answer->outcome == ASK_FAILED || client->result.steps.len > 0;
  return client->head && is_sent && !is_final && !ask_is_busy(answer);
}

/* Returns the seconds to wait before a URI is asked for again, or -1. */
static double ask_delay(const struct ask_client *client, const struct ask_target *target,
                        const struct ask_answer *answer)
{
  const double wanted = client->result.retry_after;
  const bool lacks_body = answer->outcome == ASK_FOUND && target->wants_body && !answer->has_body;
  if (lacks_body || ask_doubts_head(client, answer))
    return 0;
  if (!ask_is_soft(answer) || target->tries > client->ask->options.retries || wanted > ASK_LONGEST_WAIT)
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

/* Returns the client that asked the host last, whose connection may be open, or the one that has been
 * idle for longest. There are as many as threads. */
static struct ask_client *ask_pick(struct ask *ask, uint32_t host)
{
  struct ask_client *best = ask->clients;
  for (struct ask_client *client = ask->clients; client < ask->clients + ask->client_count; client++) {
    if (client->is_busy)
      continue;
    const bool is_own = client->used > 0 && client->host == host;
    if (is_own || best->is_busy || client->used < best->used)
      best = client;
    if (is_own)
      break;
  }
  best->is_busy = true;
  best->host = host;
  best->used = ++ask->requests;
  return best;
}

/* Sends a request for a URI, without the lock. Returns ask_delay. */
static double ask_try(struct ask *ask, uint32_t number, struct ask_answer *answer)
{
  struct ask_target *target = &ask->targets[number];
  struct ask_client *const client = ask_pick(ask, target->host);
  client->wants_body = target->wants_body;
  client->head = !target->wants_body && !target->uses_get;
  buffer_put(&client->uri, ask->uris.of[number].ptr, ask->uris.of[number].len);
  ask->busy++;
  pthread_mutex_unlock(&ask->lock);
  ask_request(client, answer);
  pthread_mutex_lock(&ask->lock);
  ask->busy--;
  client->is_busy = false;
  target = &ask->targets[number];
  const bool doubts = ask_doubts_head(client, answer);
  target->tries += !doubts;
  target->uses_get |= doubts || answer->outcome == ASK_TIME; /* it takes the time of another try */
  const double delay = ask_delay(client, target, answer);
  ask_learn(ask, target, answer, delay > 0 ? delay : client->result.retry_after);
  return delay;
}

/* Gives a URI the answer for another one of its server. */
static void ask_assume(const struct ask_server *server, struct ask_answer *answer)
{
  static const char dead[] = "; the server is not asked again";
  answer->outcome = server->outcome;
  memcpy(answer->code, server->code, sizeof answer->code);
  buffer_put(&answer->message, server->message.ptr, server->message.len);
  buffer_append(&answer->message, dead, sizeof dead - 1);
}

static void ask_one(struct ask *ask, uint32_t number)
{
  struct ask_node *const node = calloc(1, sizeof *node);
  if (!node)
    base_die_memory();
  struct ask_answer *const answer = &node->answer;
  double delay = -1;
  answer->number = number;
  answer->is_assumed = ask_is_dead(ask, &ask->targets[number]);
  if (answer->is_assumed)
    ask_assume(&ask->servers[ask->targets[number].server], answer);
  else
    delay = ask_try(ask, number, answer);
  ask_return(ask, number, delay);
  if (delay >= 0)
    ask_node_free(node);
  else
    ask_deliver(ask, node);
}

static void *ask_run(void *context)
{
  struct ask *const ask = context;
  pthread_mutex_lock(&ask->lock);
  for (uint32_t number; (number = ask_take(ask)) != ASK_NOTHING;)
    ask_one(ask, number);
  pthread_mutex_unlock(&ask->lock);
  return NULL;
}

/* Starts one more thread, and a client for it. Returns false, with the failure set, if that fails. */
static bool ask_start(struct ask *ask, struct get_failure *failure)
{
  struct ask_client *const client = &ask->clients[ask->client_count];
  struct get_options options = ask->options.get;
  options.object = ask_object;
  options.adapt = ask_adapt;
  options.named = ask_named;
  options.context = client;
  options.stays = true;
  client->ask = ask;
  client->get = get_new(&options, failure);
  if (!client->get)
    return false;
  pthread_mutex_lock(&ask->lock);
  ask->client_count++;
  pthread_mutex_unlock(&ask->lock);
  if (pthread_create(&ask->threads[ask->thread_count], NULL, ask_run, ask) != 0)
    return get_fail(failure, GET_FAILED, "no thread can be started");
  ask->thread_count++;
  return true;
}

/* Starts threads for hosts that no thread can serve. */
static void ask_staff(struct ask *ask)
{
  struct get_failure failure;
  bool is_good = true;
  while (is_good && ask->client_count < ask->options.connections) {
    pthread_mutex_lock(&ask->lock);
    is_good = ask->due_hosts > ask->thread_count - ask->busy;
    pthread_mutex_unlock(&ask->lock);
    is_good = is_good && ask_start(ask, &failure); /* otherwise the existing threads serve it */
  }
}

/* ---- The owner ----------------------------------------------------------------------------------- */

struct ask *ask_new(const struct ask_options *options, struct get_failure *failure)
{
  struct ask *const ask = calloc(1, sizeof *ask);
  pthread_condattr_t clock;
  if (!ask)
    base_die_memory();
  ask->options = *options;
  ask->clients = calloc(options->connections, sizeof *ask->clients);
  ask->threads = calloc(options->connections, sizeof *ask->threads);
  if (!ask->clients || !ask->threads)
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

uint32_t ask_add(struct ask *ask, uriel_text uri, bool wants_body)
{
  uriel_ref ref;
  bool is_new;
  if (!uriel_parse(&ref, uri.ptr, uri.len, NULL))
    uriel_parse(&ref, "", 0, NULL);
  pthread_mutex_lock(&ask->lock);
  const uint32_t number = ask_number(ask, uri, &ref, &is_new);
  struct ask_target *const target = &ask->targets[number];
  target->wants_body |= wants_body;
  if ((is_new || wants_body) && !target->is_queued) {
    target->tries = 0;
    ask->left++;
    ask_queue(ask, number, false);
  }
  pthread_mutex_unlock(&ask->lock);
  ask_staff(ask);
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
  ask_staff(ask);
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
  for (size_t i = 0; i < ask->thread_count; i++)
    pthread_join(ask->threads[i], NULL);
  for (size_t i = 0; i < ask->client_count; i++) {
    struct ask_client *const client = &ask->clients[i];
    get_free(client->get);
    get_result_free(&client->result);
    buffer_free(&client->body);
    buffer_free(&client->uri);
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
  for (size_t i = 0; i < ask->ports.count; i++)
    buffer_free(&ask->servers[i].message);
  texts_free(&ask->ports);
  free(ask->targets);
  free(ask->hosts);
  free(ask->servers);
  free(ask->due);
  free(ask->clients);
  free(ask->threads);
  free(ask);
}
