/* SPDX-License-Identifier: MIT */
/* The bytes of a reference that was read encoded (URIEL_READ_ENCODED), after a change. */
#ifndef URIEL_CLI_RESTORE_H
#define URIEL_CLI_RESTORE_H

#include "base/buffer.h"
#include "base/texts.h"

/* Memory of restore_bytes. Zero-initialise. */
struct restore {
  struct buffer places; /* uint32_t: for each byte of the encoded text, its place in the given one */
  struct buffer from;   /* uint32_t: where each text of `pieces` begins in the encoded text */
  struct buffer out;
  struct texts pieces;
};

/* Returns the changed text with the given bytes in place of encoded ones: in each component, segment of
 * the path and parameter that the change kept. `encoded` is the reference that `given` was read as.
 * Returns `changed` if it is not a reference of RFC 3986. The result is valid until the next call. */
uriel_text restore_bytes(struct restore *restore, uriel_text given, const uriel_ref *encoded,
                         uriel_text changed);

void restore_free(struct restore *restore);

#endif
