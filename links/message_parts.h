/* SPDX-License-Identifier: MIT */
/* Which parts of a message URIs name. */
#ifndef URIEL_LINKS_MESSAGE_PARTS_H
#define URIEL_LINKS_MESSAGE_PARTS_H

#include "mime.h"
#include "names.h"

/* Adds each part of the message that has an id or a location. `part` is the message's own position in
 * its file, `base` its base without its header. Returns false if there is no memory. */
bool message_parts(struct names *parts, struct mime *mime, uriel_text part, uriel_text base);

#endif
