/* SPDX-License-Identifier: MIT */
/* The interpreter of access plans: what it sends is what the plan shows. */
#ifndef URIEL_GET_RUN_H
#define URIEL_GET_RUN_H

#include "reply.h"
#include "screen.h"
#include "telnet.h"
#include "wire.h"

/* The request of an HTTP plan, which another module sends. */
struct run_request {
  struct wire_goal goal;    /* the server, or its proxy */
  const uriel_step *tunnel; /* what the proxy gets first, to open a tunnel to the server; or NULL */
  uriel_text host;          /* of the server, which the certificate names */
  uint16_t port;
  bool tls;
  const uriel_step *send, *expect;
};

/* How a proxy opened a tunnel, or did not. */
struct run_tunnel {
  double connected, answered; /* the time of the clock; 0: not yet */
  uint64_t sent, received;
  char line[128]; /* the first of its response, perhaps cut off */
};

/* How far the exchange went. */
struct run_exchange {
  double connected; /* the time of the clock; 0 without a new connection */
  uint64_t sent, received;
  struct run_tunnel tunnel;
};

/* A step that was carried out, or that failed after it had sent or received bytes. */
struct run_trace {
  const uriel_step *step;
  uriel_text text;  /* the host of the connection, or the text that was sent; else undefined */
  uint16_t port;    /* of the connection */
  const char *code; /* of the reply, or "" */
  uint64_t bytes;   /* sent or received; 0 for a text with a password */
  double seconds;
  bool is_cut; /* it failed */
};

/* All get `context`. */
struct run_calls {
  /* Takes bytes of the object. Returns false, with the failure set, to stop. */
  bool (*object)(void *context, const char *data, size_t len, struct get_failure *failure);
  /* Appends the text of the step's `fill`. Returns false if it is not known. */
  bool (*fill)(void *context, const uriel_step *step, struct buffer *out);
  /* Sends the request, passes on the object of a response 2xx, and sets the code. Returns false with the
   * failure set. NULL: http is an error. */
  bool (*http)(void *context, const struct run_request *request, char code[REPLY_CODE],
               struct run_exchange *exchange, struct get_failure *failure);
  /* Passes on the message or part with these header fields. NULL: no message is known. */
  bool (*find)(void *context, uriel_text fields, struct get_failure *failure);
  void (*trace)(void *context, const struct run_trace *trace); /* or NULL */
};

/* A connection, and bytes that were received after the reply. */
struct run_wire {
  struct wire *wire;
  struct buffer early;
  size_t early_at;
};

/* Zero-initialise, then set the first seven. */
struct run {
  struct network *network;
  bool trusted; /* the user named the host */
  bool head;    /* of a file or data: only the length */
  const struct run_calls *calls;
  void *context;
  bool keep;       /* leave the connection open instead of QUIT, for a plan that resumes there */
  uriel_text base; /* WAIS: the URI of the database, for the URIs of documents */

  uriel_action action;        /* if run_plan returned false: the action of a branch, or 0 */
  struct get_failure failure; /* and the reason */
  uriel_reply_use use;        /* the use of the reply with the object, from its first byte on; or 0 */
  struct reply reply;         /* the last one */
  bool is_kept;               /* a connection is open, in the state in which the plan left it */

  /* private */
  const uriel_plan *plan;
  struct run_wire wires[2]; /* of control and data */
  struct telnet telnet;
  struct screen screen;
  const uriel_step *request; /* the last one, */
  struct buffer message;     /* and its bytes */
  struct buffer text;
  struct buffer first, last; /* numbers of a group's articles */
  struct buffer location;    /* Prospero: the URI to which a reply leads */
  uint16_t port;             /* of the data connection */
  unsigned asked;            /* requests of Prospero */
  bool is_secret;            /* the last text that was sent has a password */
  bool has_reply;            /* the present step has received all of its reply */
  bool is_tunnel;            /* the reply comes from a proxy that opens a tunnel */
  bool is_leaving;           /* the client said goodbye: the object is complete */
  char sent[64];             /* the last text that was sent, without secrets, for messages */
  bool taken[256];           /* branches that were taken */
};

/* Carries out the plan, which was made with branches; from its `resume_step` on if a connection is kept.
 * Returns whether it has the object. */
bool run_plan(struct run *run, const uriel_plan *plan);

/* Ends the kept connection. */
void run_leave(struct run *run);

void run_free(struct run *run);

#endif
