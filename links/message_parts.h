/* SPDX-License-Identifier: MIT */
/* Which parts of a message URIs name. */
#ifndef URIEL_LINKS_MESSAGE_PARTS_H
#define URIEL_LINKS_MESSAGE_PARTS_H

#include "mime.h"
#include "names.h"

/* Adds each part of the message that has an id or a location. `part` is what the message itself is in
 * its file, `base` its base without its header. False: no memory. */
bool message_parts(struct names *parts, struct mime *mime, uriel_text part, uriel_text base);

#endif
