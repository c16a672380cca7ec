/* SPDX-License-Identifier: MIT */
/* Messages and their parts, by Message-ID and Content-ID (RFC 2392): in a file with a message, a mailbox
 * (mbox), or a folder of these, such as a Maildir. */
#ifndef URIEL_GET_MESSAGES_H
#define URIEL_GET_MESSAGES_H

#include "base/buffer.h"
#include "reader/walk.h"
#include "status.h"

enum {
  MESSAGES_FILE = 1 << 30, /* larger files are not read */
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

/* Returns the text after the next line feed, and sets the line, without its end. */
uriel_text messages_line(uriel_text rest, uriel_text *line);

/* Writes the value of a field, unfolded. Returns the body in `body`, and whether there is the field. */
bool messages_field(uriel_text entity, const char *name, struct buffer *value, uriel_text *body);

/* Takes the next message from the text of a file. Returns false at its end. */
bool messages_next(uriel_text *rest, uriel_text *message, bool *is_mailbox);

/* Copies a message of a mailbox, in which lines that begin with "From " have a ">" before it. */
void messages_copy(struct buffer *out, uriel_text message, bool is_mailbox);

/* The first file or folder of a walk that could not be read. Zero-initialise. */
struct messages_closed {
  int error; /* errno, or 0 */
  struct buffer path;
};

/* Replaces the text by a file's. Returns false for other entries, and if it cannot be read. */
bool messages_load(const struct walk_entry *entry, struct buffer *text, struct messages_closed *closed);

/* Sets the failure for what no file has: perhaps a file that could not be read has it. Returns false. */
bool messages_absent(const struct messages_closed *closed, struct get_failure *failure, const char *what,
                     const char *path);

#endif
