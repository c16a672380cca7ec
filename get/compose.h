/* SPDX-License-Identifier: MIT */
/* From the draft of a plan, whose text is decoded, to a message (RFC 6068, 2; RFC 5322). */
#ifndef URIEL_GET_COMPOSE_H
#define URIEL_GET_COMPOSE_H

#include "base/buffer.h"
#include "uriel_idna.h"

/* Writes the name as DNS has it: without letters beyond ASCII (RFC 5890, 2.3.2.1). Returns false, with
 * the code of the error, if it is not a domain name. */
bool compose_host(uriel_text host, struct buffer *out, uriel_error *error);

/* Appends the message. Domains become ASCII; a local part that is not ASCII stays unchanged, since it
 * has no other form (RFC 6532, 3.2). Other header fields get encoded words (RFC 2047), and the body the
 * fields of MIME. Returns false, with the code of the error, if a text is not UTF-8 or a domain is not a
 * domain name. */
bool compose_message(uriel_text draft, struct buffer *out, uriel_error *error);

bool compose_is_ascii(uriel_text text);

/* Returns "message/rfc822", or "message/global" if its header is not ASCII (RFC 6532, 3.7). */
const char *compose_type(uriel_text message);

#endif
