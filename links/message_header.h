/* SPDX-License-Identifier: MIT */
/* The header of a message or of a part: the base that it states, the references in it. */
#ifndef URIEL_LINKS_MESSAGE_HEADER_H
#define URIEL_LINKS_MESSAGE_HEADER_H

#include "entity.h"
#include "mime.h"
#include "reader/buffer.h"
#include "reader/place.h"

struct message_header {
  const struct mime_field *fields;
  size_t count;
  char *words;                  /* a value that was decoded; NULL */
  struct buffer base, location; /* Content-Base, Content-Location: cleaned; `len` 0: none that is one */
};

/* Takes a header of the node, until the next call. False: no memory. */
bool message_header_take(struct message_header *header, struct mime *mime, const struct mime_node *node,
                         enum mime_header which);

/* What states the base (url-1997, 5.1.1): Content-Base, otherwise Content-Location. `*by` is which.
 * Undefined: nothing does. */
uriel_text message_header_base(const struct message_header *header, const char **by);

/* Where a header stands: in `data`, the message. `place` is one before it, and comes out at the last. */
struct message_place {
  const char *data;
  struct place place;
};

/* Tells the header's references as those of the entity. They are resolved against `base`; what states
 * the base, against `outer`. */
bool message_header_tell(struct message_header *header, struct entity *entity, uriel_text outer,
                         uriel_text base, struct message_place *place);

/* Where the value of the first field of the name stands, at or behind `from`; all 0: not known. */
struct place message_header_place(const struct message_header *header, const char *name,
                                  const struct message_place *from);

void message_header_free(struct message_header *header);

#endif
