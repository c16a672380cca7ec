/* SPDX-License-Identifier: MIT */
/* Many URIs on servers, which several threads ask for, each once, within limits for each host.
 *
 * The thread that creates the asker owns it: it adds URIs and takes the answers, in the order in which
 * they come. A redirect is an answer, too; the owner decides whether to follow it. */
#ifndef URIEL_GET_ASK_H
#define URIEL_GET_ASK_H

#include "base/texts.h"
#include "get.h"

enum {
  ASK_BODY = 1 << 24,   /* bytes of a body that is wanted: more are not received */
  ASK_LONGEST_WAIT = 60 /* seconds that a server may ask to wait for, before a URI is asked for again */
};

/* How the server of a URI answers: constant, name. */
#define ASK_OUTCOMES(X)                                                                                 \
  X(FOUND, "found")                                                                                     \
  X(REDIRECT, "redirect")       /* to another URI */                                                    \
  X(STATUS, "status")           /* with a code that is not accepted */                                  \
  X(NAME, "host-unknown")       /* the host has no address */                                           \
  X(CONNECTION, "connection")   /* it is refused, or broke */                                           \
  X(TIME, "timeout")            /* the server takes too long */                                         \
  X(CERTIFICATE, "certificate") /* the server does not prove who it is */                               \
  X(FAILED, "failed")           /* for another reason */                                                \
  X(NOT_ASKED, "not-asked")     /* the policy denies the URI, or its address */

enum ask_outcome {
#define ASK_OUTCOME(constant, name) ASK_##constant,
  ASK_OUTCOMES(ASK_OUTCOME)
#undef ASK_OUTCOME
      ASK_OUTCOME_COUNT
};

extern const char *const ask_outcome_names[ASK_OUTCOME_COUNT];

/* Zero-initialise, then set the first five. Texts have to stay. Functions are called by all threads at
 * once. */
struct ask_options {
  struct get_options get; /* the asker replaces `adapt`, `object` and `context` */
  size_t connections;     /* at once, */
  size_t per_host;        /* and with one host */
  double rate;            /* requests a second to one host; 0: no limit */
  size_t retries;         /* after a failure that may pass */
  bool accepts[1000];     /* codes of HTTP besides 2xx with which a URI is found */
  /* Appends fields for a URI, up to `capacity` fields in all. NULL: no fields. */
  void (*fields)(void *context, const uriel_ref *ref, uriel_text *fields, size_t capacity,
                 size_t *count);
  void *context; /* of `fields` */
};

/* Valid until the next call of ask_next. */
struct ask_answer {
  uint32_t number; /* of the URI */
  enum ask_outcome outcome;
  char code[REPLY_CODE];     /* of HTTP, or "" */
  struct buffer next;        /* REDIRECT: the URI, perhaps with a fragment */
  struct buffer message;     /* why it was not found */
  struct buffer media_type;  /* FOUND by GET */
  struct buffer body;        /* FOUND, if it was wanted */
  bool has_body, is_partial; /* it is not all of the page: it has more than ASK_BODY bytes, belongs to a
                                failure that is accepted, or is encoded */
  bool is_assumed;           /* no request was sent, as the server failed for other URIs */
};

struct ask;

/* Returns NULL with the reason if a client cannot be made. ask_free waits for the requests that are
 * under way. */
struct ask *ask_new(const struct ask_options *options, struct get_failure *failure);
void ask_free(struct ask *ask);

/* Asks for a URI without a fragment, unless it was asked for already; if its body is wanted, then once
 * more. Returns its number, from 0 in the order of first appearance. */
uint32_t ask_add(struct ask *ask, uriel_text uri, bool wants_body);
uriel_text ask_uri(const struct ask *ask, uint32_t number);

/* Waits for the next answer until the clock reaches `end`. Returns NULL then, or if no answer is to
 * come: `*left` is how many are. */
const struct ask_answer *ask_next(struct ask *ask, double end, size_t *left);

#endif
