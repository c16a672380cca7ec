/* SPDX-License-Identifier: MIT */
/* Telnet (RFC 854) for a client that only looks: options are refused (RFC 855), and the rest is the text
 * that the server displays. */
#ifndef URIEL_GET_TELNET_H
#define URIEL_GET_TELNET_H

#include "reply.h"

/* Zero-initialise. */
struct telnet {
  bool is_3270;     /* agrees to the options of a 3270 terminal (RFC 1576), and passes on the end of a
                       record as (NULL, 0) */
  bool has_records; /* it agreed to the end of records */
  int state;
  uint8_t sub[2];          /* the first bytes of a subnegotiation, */
  size_t sub_len;          /* and how many it has */
  uint8_t verb;            /* WILL, WONT, DO or DONT, whose option follows */
  uint8_t refused[2 * 32]; /* bits of the options that were refused, WILL and DO: each once */
};

/* Takes bytes of the server, passes on its text, and appends the answers to send. Returns false if the
 * sink stops. */
bool telnet_take(struct telnet *telnet, const char *data, size_t len, reply_sink *sink, void *context,
                 struct buffer *answers);

#endif
