/* SPDX-License-Identifier: MIT */
/* Messages and their parts, by Message-ID and Content-ID (RFC 2392): in a file with a message, a mailbox
 * (mbox), or a folder of these, such as a Maildir. */
#ifndef URIEL_GET_MESSAGES_H
#define URIEL_GET_MESSAGES_H

#include "base/buffer.h"
#include "status.h"

enum {
  MESSAGES_FILE = 1 << 30, /* larger files are skipped */
  MESSAGES_PARTS = 10000,  /* of a message that are looked at, */
  MESSAGES_DEPTH = 32      /* and parts in parts */
};

/* Finds the part, or the message, whose header has the fields in `wanted`, "Message-ID: <ID>" and
 * "Content-ID: <ID>", one a line; fills `object` with its decoded bytes, and `media_type`. Returns false
 * with the failure set. */
bool messages_find(const char *path, uriel_text wanted, struct buffer *object, struct buffer *media_type,
                   struct get_failure *failure);

/* The same in the text of a file. Returns false if it is not there. */
bool messages_find_in(uriel_text text, uriel_text wanted, struct buffer *object,
                      struct buffer *media_type);

#endif
