/* SPDX-License-Identifier: MIT */
/* ARDP: messages over datagrams, for Prospero. */
#ifndef URIEL_GET_ARDP_H
#define URIEL_GET_ARDP_H

#include "base/buffer.h"
#include "wire.h"

enum {
  ARDP_DATA = 1250,       /* bytes of a message in a datagram that is sent */
  ARDP_LARGEST = 1 << 26, /* bytes of a message that is received */
  ARDP_TRIES = 4,
  ARDP_SECONDS = 4 /* until the second try; each later one takes twice the time */
};

/* Sends the message on a wire of datagrams, and receives the answer into `answer`. Returns false with
 * the failure set. `count` messages were sent on the wire before: late packets of their answers are not
 * of this one. */
bool ardp_exchange(struct wire *wire, unsigned count, uriel_text message, struct buffer *answer,
                   struct get_failure *failure);

#endif
