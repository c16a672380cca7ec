/* SPDX-License-Identifier: MIT */
/* Checks of a stream of messages against the arrays that it was made from. Written from Arrow's
 * documents
 * ("IPC Streaming Format", Message.fbs, Schema.fbs) and FlatBuffers' "Internals" only. */
#ifndef URIEL_TEST_ARROW_MESSAGE_H
#define URIEL_TEST_ARROW_MESSAGE_H

#include "uriel_arrow.h"

/* The bytes that a sink gets. `pieces` counts its calls; call number `fail_at` fails with EPIPE. */
typedef struct sunk {
  char *bytes;
  size_t len, pieces, fail_at;
} sunk;
int sunk_write(void *self, const void *bytes, size_t len);
void sunk_free(sunk *got);

/* Read one message, and move `rest` after it. End the program if it does not conform to the documents,
 * or differs from the schema or the rows of the array. */
void check_schema_message(uriel_text *rest, const struct ArrowSchema *schema);
void check_batch_message(uriel_text *rest, const struct ArrowSchema *schema,
                         const struct ArrowArray *array);

/* The end, and nothing after it. */
void check_end_message(uriel_text rest);

#endif
