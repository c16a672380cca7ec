/* SPDX-License-Identifier: MIT */
/* The header of a message or part: the base that it states, and its references. */
#ifndef URIEL_LINKS_MESSAGE_HEADER_H
#define URIEL_LINKS_MESSAGE_HEADER_H

#include "base/buffer.h"
#include "entity.h"
#include "mime.h"
#include "reader/place.h"

struct message_header {
  const struct mime_field *fields;
  size_t count;
  char *words;                  /* a decoded value; may be NULL */
  struct buffer cleaned;        /* scratch */
  struct buffer base, location; /* Content-Base, Content-Location: URI references; `len` is 0 for none */
};

/* Sets the header of the node, until the next call. Returns false if there is no memory. */
bool message_header_take(struct message_header *header, struct mime *mime, const struct mime_node *node,
                         enum mime_header which);

/* Returns the stated base (url-1997, 5.1.1): Content-Base, otherwise Content-Location. `*by` is which.
 * Undefined if the header states no base. */
uriel_text message_header_base(const struct message_header *header, const char **by);

/* The position of a header in `data`, the message. `place` is a place before it; moved to the last one.
 */
struct message_place {
  const char *data;
  struct place place;
};

/* Reports the header's references as references of the entity. They are resolved against `base`, except
 * the field that states the base, which is resolved against `outer`. */
bool message_header_tell(struct message_header *header, struct entity *entity, uriel_text outer,
                         uriel_text base, struct message_place *place);

/* The place of the value of the first field of the name, at or after `from`; all 0 if unknown. */
struct place message_header_place(const struct message_header *header, const char *name,
                                  const struct message_place *from);

void message_header_free(struct message_header *header);

#endif
