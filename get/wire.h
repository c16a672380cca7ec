/* SPDX-License-Identifier: MIT */
/* Connections to servers: what the interpreter of plans needs of a network. A struct network may be
 * sockets (wire_network), or a peer that follows a script. */
#ifndef URIEL_GET_WIRE_H
#define URIEL_GET_WIRE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "hosts.h"
#include "uriel_guard.h"

/* A connection. Its functions fail with the failure set. */
struct wire {
  /* Returns at least one byte, 0 at the end of the connection, or -1. */
  ssize_t (*read)(struct wire *wire, char *data, size_t capacity, struct get_failure *failure);
  /* Sends all bytes. */
  bool (*write)(struct wire *wire, const char *data, size_t len, struct get_failure *failure);
  void (*close)(struct wire *wire);
  uriel_address address; /* of the server */
  uint64_t received, sent;
  double until; /* of the clock: a read returns no later; 0: only at the end of all time */
};

/* Where to connect to. */
struct wire_goal {
  uriel_text host;
  uint16_t port;
  bool datagrams; /* UDP: a read returns one datagram of the address */
  bool trusted;   /* the user named the host: the policy does not decide about its addresses */
  const uriel_address
      *only; /* the address that was connected to before, for a second connection; NULL */
};

struct network {
  /* Returns a connection, or NULL. */
  struct wire *(*connect)(struct network *network, const struct wire_goal *goal,
                          struct get_failure *failure);
  /* Replaces a connection by TLS on it, with a server whose certificate names the host. Frees it and
   * returns NULL if that fails. NULL: without TLS. */
  struct wire *(*secure)(struct network *network, struct wire *wire, uriel_text host,
                         struct get_failure *failure);
};

/* Sockets. Zero-initialise, then set the members. */
struct wire_network {
  struct network base; /* of wire_network_start */
  struct hosts *hosts;
  const uriel_policy_rule *rules; /* after the default policy */
  size_t rule_count;
  double connect_seconds; /* for the look-up of a name and one connection */
  double end;             /* of the clock: for everything */
  const void *tls;        /* for base.secure */
};
void wire_network_start(struct wire_network *network);

/* Returns a connected socket, non-blocking, or -1; sets the address that it is connected to. */
int wire_socket(const struct wire_network *network, const struct wire_goal *goal, uriel_address *address,
                struct get_failure *failure);

/* Returns the socket of a connection of a wire_network, and frees the rest. */
int wire_release(struct wire *base);

/* Sets the failure of a read or write that `end` stopped. */
void wire_late(struct get_failure *failure);

/* Waits until the descriptor can be read (POLLIN) or written (POLLOUT); false at the end of time. */
bool wire_wait(int fd, short events, double end);

#endif
