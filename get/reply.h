/* SPDX-License-Identifier: MIT */
/* One reply of a server, in the form that its step expects, read in pieces of any size. */
#ifndef URIEL_GET_REPLY_H
#define URIEL_GET_REPLY_H

#include <stdint.h>

#include "base/buffer.h"
#include "status.h"
#include "uriel_plan.h"
#include "uriel_site.h"

enum {
  REPLY_CODE = 24,      /* bytes of a code, with a NUL */
  REPLY_LINE = 1 << 16, /* the longest line with a code, */
  REPLY_HEAD = 1 << 20, /* the most bytes of all such lines of a reply, */
  REPLY_HELD = 1 << 24  /* and of a text that is kept until its end shows how to read it */
};

/* Takes bytes of the object. Returns false to stop. */
typedef bool reply_sink(void *context, const char *data, size_t len);

/* Zero-initialise once, then call reply_start for each reply. */
struct reply {
  bool ended;            /* the reply is complete */
  char code[REPLY_CODE]; /* its code, or "" */
  struct buffer head;    /* the lines with the code, or the text of a Gopher+ error, without line ends at
                            the end */
  /* private */
  uriel_reply_form form;
  uriel_reply_use use;
  uriel_text expected;
  int state;
  size_t line;        /* where the last line of `head` starts */
  uint64_t left;      /* bytes that are left of a reply with a length */
  bool is_error;      /* these bytes go to `head` */
  struct buffer held; /* see reply.c */
  bool is_holding;
};

/* Begins the reply to a step of the kind EXPECT. */
void reply_start(struct reply *reply, const uriel_step *step);
void reply_free(struct reply *reply);

/* Takes bytes from the connection, and passes the bytes of the object to `sink`. Returns how many belong
 * to the reply: fewer than `len` only if it ended. Returns -1 with the failure set, or with the status
 * DONE if the sink stops, if the bytes are not such a reply. */
ptrdiff_t reply_take(struct reply *reply, const char *data, size_t len, reply_sink *sink, void *context,
                     struct get_failure *failure);

/* The connection ended. Returns whether the reply is complete, and sets `ended`. */
bool reply_close(struct reply *reply, reply_sink *sink, void *context, struct get_failure *failure);

/* Returns whether the code begins with one of the codes or first digits in the list. */
bool reply_code_in(const struct reply *reply, uriel_text codes);

/* Returns the text of the last line of `head`, after the code. */
uriel_text reply_text(const struct reply *reply);

/* Reads the port of a reply to EPSV (RFC 2428, 3) or PASV (RFC 959, 4.1.2); the second has an address,
 * too; otherwise its family becomes 0. */
bool reply_port(const struct reply *reply, uint16_t *port, uriel_address *address);

/* Reads the first and the last article's number of a reply to GROUP (RFC 3977, 6.1.1). In an
 * empty group the last may be less. */
bool reply_range(const struct reply *reply, uriel_text *first, uriel_text *last);

#endif
