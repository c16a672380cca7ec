/* SPDX-License-Identifier: MIT */
/* What the threads and the queues of hosts share. A call with a struct ask needs its lock. */
#ifndef URIEL_GET_ASK_PRIVATE_H
#define URIEL_GET_ASK_PRIVATE_H

#include <pthread.h>
#include <time.h>

#include "ask.h"

#define ASK_NOTHING UINT32_MAX

/* A URI. */
struct ask_target {
  uint32_t host, server, next; /* the next one of the host's queue */
  bool is_queued, wants_body, uses_get;
  size_t tries;
};

struct ask_host {
  uint32_t first, last; /* of the queue, or ASK_NOTHING */
  size_t active;        /* requests under way */
  double at;            /* the clock, when the next request may be sent */
  bool is_due;          /* it is in the heap */
};

/* A scheme, host and port. */
struct ask_server {
  size_t failed; /* requests in a row, and the last one of them */
  enum ask_outcome outcome;
  char code[REPLY_CODE];
  struct buffer message;
};

/* A host that has URIs to ask for, or a URI that is asked for again: from that time of the clock on. */
struct ask_due {
  double at;
  uint32_t number;
  bool is_target;
};

struct ask {
  struct ask_options options;
  pthread_mutex_t lock;
  pthread_cond_t work, answered, taken;
  struct texts uris, names, ports; /* of targets, hosts and servers, by number */
  struct ask_target *targets;
  struct ask_host *hosts;
  struct ask_server *servers;
  size_t target_capacity, host_capacity, server_capacity;
  struct ask_due *due; /* a heap: the earliest one on top */
  size_t due_count, due_capacity;
  size_t due_hosts;              /* how many of them are hosts */
  struct ask_node *first, *last; /* answers that were not taken */
  struct ask_node *current;      /* the one that was taken last */
  size_t left;                   /* targets without an answer that was taken */
  size_t held;                   /* bytes of the bodies of answers */
  bool is_ended;
  struct ask_client *clients;
  pthread_t *threads;
  size_t client_count, thread_count, busy; /* threads that send requests */
  uint64_t requests;
};

/* Returns the number of a URI, and whether it is new: then its host and server are known from now on. */
uint32_t ask_number(struct ask *ask, uriel_text uri, const uriel_ref *ref, bool *is_new);

/* Puts a URI into the queue of its host; one that is asked for again comes first. */
void ask_queue(struct ask *ask, uint32_t number, bool is_again);

/* Waits for a URI that may be asked for. Returns ASK_NOTHING at the end. */
uint32_t ask_take(struct ask *ask);

/* After ask_take: the URI is asked for again after so many seconds, or not if they are negative. */
void ask_return(struct ask *ask, uint32_t number, double delay);

/* Notes the result of a request for the server, and how long the host wants no other request. */
void ask_learn(struct ask *ask, const struct ask_target *target, const struct ask_answer *answer,
               double pause);

/* Whether the server has failed too often for another request. */
bool ask_is_dead(const struct ask *ask, const struct ask_target *target);

/* Whether the server wants fewer requests. */
bool ask_is_busy(const struct ask_answer *answer);

/* Returns a time of get_clock for pthread_cond_timedwait. */
struct timespec ask_timespec(double clock);

#endif
