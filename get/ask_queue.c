/* SPDX-License-Identifier: MIT */
/* When a host may be asked, and for what: hosts with their queues, and a heap of times. */
#include "ask_private.h"

enum {
  ASK_DEAD = 3 /* URIs whose requests to a server all fail, before others fail without a request */
};

/* Returns the number of the host of a URI. */
static uint32_t ask_host_of(struct ask *ask, uriel_text host)
{
  bool is_new;
  const uint32_t number = texts_number(&ask->names, host, &is_new);
  if (is_new) {
    ask->hosts = list_grow(ask->hosts, number, &ask->host_capacity, sizeof *ask->hosts);
    ask->hosts[number] = (struct ask_host){.first = ASK_NOTHING};
  }
  return number;
}

/* Returns the number of the server of a URI: of its scheme, host and port. */
static uint32_t ask_server_of(struct ask *ask, uriel_text origin)
{
  bool is_new;
  const uint32_t number = texts_number(&ask->ports, origin, &is_new);
  if (is_new) {
    ask->servers = list_grow(ask->servers, number, &ask->server_capacity, sizeof *ask->servers);
    ask->servers[number] = (struct ask_server){.failed = 0};
  }
  return number;
}

uint32_t ask_number(struct ask *ask, uriel_text uri, const uriel_ref *ref, bool *is_new)
{
  const uint32_t number = texts_number(&ask->uris, uri, is_new);
  if (*is_new) {
    ask->targets = list_grow(ask->targets, number, &ask->target_capacity, sizeof *ask->targets);
    ask->targets[number] =
        (struct ask_target){.host = ask_host_of(ask, uriel_host(ref)),
                            .server = ask_server_of(ask, (uriel_text){ref->text, ref->path_begin})};
  }
  return number;
}

static void ask_swap(struct ask *ask, size_t a, size_t b)
{
  const struct ask_due due = ask->due[a];
  ask->due[a] = ask->due[b];
  ask->due[b] = due;
}

static void ask_push(struct ask *ask, struct ask_due due)
{
  ask->due = list_grow(ask->due, ask->due_count, &ask->due_capacity, sizeof *ask->due);
  size_t at = ask->due_count++;
  ask->due[at] = due;
  ask->due_hosts += !due.is_target;
  while (at > 0 && ask->due[(at - 1) / 2].at > due.at) {
    ask_swap(ask, at, (at - 1) / 2);
    at = (at - 1) / 2;
  }
  pthread_cond_signal(&ask->work);
}

static struct ask_due ask_pop(struct ask *ask)
{
  const struct ask_due top = ask->due[0];
  ask->due[0] = ask->due[--ask->due_count];
  ask->due_hosts -= !top.is_target;
  for (size_t at = 0;;) {
    size_t least = at;
    for (size_t child = 2 * at + 1; child <= 2 * at + 2 && child < ask->due_count; child++)
      if (ask->due[child].at < ask->due[least].at)
        least = child;
    if (least == at)
      return top;
    ask_swap(ask, at, least);
    at = least;
  }
}

/* Makes a host due if it may send a request, now or later. */
static void ask_wait(struct ask *ask, uint32_t number)
{
  struct ask_host *const host = &ask->hosts[number];
  if (host->is_due || host->first == ASK_NOTHING || host->active == ask->options.per_host)
    return;
  host->is_due = true;
  ask_push(ask, (struct ask_due){.at = host->at, .number = number});
}

void ask_queue(struct ask *ask, uint32_t number, bool is_again)
{
  struct ask_target *const target = &ask->targets[number];
  struct ask_host *const host = &ask->hosts[target->host];
  const bool is_only = host->first == ASK_NOTHING;
  target->next = is_again ? host->first : ASK_NOTHING;
  target->is_queued = true;
  if (!is_only && !is_again)
    ask->targets[host->last].next = number;
  if (is_only || is_again)
    host->first = number;
  if (is_only || !is_again)
    host->last = number;
  ask_wait(ask, target->host);
}

/* Returns how many requests to a server may fail in a row. */
static size_t ask_most_failed(const struct ask *ask)
{
  return ASK_DEAD * (ask->options.retries + 1);
}

bool ask_is_dead(const struct ask *ask, const struct ask_target *target)
{
  return ask->servers[target->server].failed >= ask_most_failed(ask);
}

struct timespec ask_timespec(double clock)
{
  const time_t seconds = (time_t)clock;
  return (struct timespec){.tv_sec = seconds, .tv_nsec = (long)((clock - (double)seconds) * 1e9)};
}

/* Takes the first URI of a host, if the host need not wait; else returns ASK_NOTHING. */
static uint32_t ask_take_from(struct ask *ask, uint32_t number, double now)
{
  struct ask_host *const host = &ask->hosts[number];
  const uint32_t first = host->first;
  host->is_due = false;
  if (host->at <= now) {
    host->first = ask->targets[first].next;
    host->active++;
    if (!ask_is_dead(ask, &ask->targets[first]))
      host->at = ask->options.rate > 0 ? now + 1 / ask->options.rate : now;
  }
  const bool is_taken = host->first != first;
  ask_wait(ask, number);
  return is_taken ? first : ASK_NOTHING;
}

uint32_t ask_take(struct ask *ask)
{
  uint32_t taken = ASK_NOTHING;
  while (!ask->is_ended && taken == ASK_NOTHING) {
    const double now = get_clock();
    if (ask->due_count == 0) {
      pthread_cond_wait(&ask->work, &ask->lock);
    } else if (ask->due[0].at > now) {
      const struct timespec until = ask_timespec(ask->due[0].at);
      pthread_cond_timedwait(&ask->work, &ask->lock, &until);
    } else {
      const struct ask_due due = ask_pop(ask);
      if (due.is_target)
        ask_queue(ask, due.number, true);
      else
        taken = ask_take_from(ask, due.number, now);
    }
  }
  if (ask->due_count > 0) /* another thread waits for the next one */
    pthread_cond_signal(&ask->work);
  return taken;
}

bool ask_is_busy(const struct ask_answer *answer)
{
  return strcmp(answer->code, "429") == 0 || strcmp(answer->code, "503") == 0;
}

void ask_learn(struct ask *ask, const struct ask_target *target, const struct ask_answer *answer,
               double pause)
{
  struct ask_host *const host = &ask->hosts[target->host];
  struct ask_server *const server = &ask->servers[target->server];
  const bool is_busy = ask_is_busy(answer), is_closed = is_busy && pause > ASK_LONGEST_WAIT;
  const bool is_failed = is_busy || answer->outcome == ASK_NAME || answer->outcome == ASK_CONNECTION ||
                         answer->outcome == ASK_TIME;
  const double at = get_clock() + pause;
  server->failed = is_closed ? ask_most_failed(ask) : is_failed ? server->failed + 1 : 0;
  if (is_failed) {
    server->outcome = answer->outcome;
    memcpy(server->code, answer->code, sizeof server->code);
    buffer_put(&server->message, answer->message.ptr, answer->message.len);
  }
  if (is_busy && !is_closed && host->at < at)
    host->at = at;
}

void ask_return(struct ask *ask, uint32_t number, double delay)
{
  const uint32_t host = ask->targets[number].host;
  ask->hosts[host].active--;
  ask->targets[number].is_queued = delay >= 0;
  if (delay == 0)
    ask_queue(ask, number, true);
  else if (delay > 0)
    ask_push(ask, (struct ask_due){get_clock() + delay, number, true});
  ask_wait(ask, host);
}
