/* SPDX-License-Identifier: MIT */
/* A reader's events as bytes: one thread writes them, another passes them to a sink. References become
 * rows of the database as they are written. */
#ifndef URIEL_HARVEST_EVENT_H
#define URIEL_HARVEST_EVENT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "row.h"

/* How many references a sink gets at once, at most. */
enum { EVENT_RUN = 64 };

struct event_reference {
  struct row_cell *cells;  /* REFERENCE_CELLS; the document and the identifier are NULL */
  uriel_text normal;       /* may be undefined */
  uint32_t hash;           /* texts_hash of it */
  const char *error;       /* the bytes of a uriel_error; NULL for none */
  struct row_cell message; /* of the error */
  uriel_text disagreement; /* for disagreement_parts; undefined if programs agree */
};

/* As links_sink, but gets consecutive references at once. */
struct event_sink {
  void *context;
  bool (*begin)(void *context, const struct links_document *document);
  bool (*references)(void *context, struct event_reference *references, size_t count);
  bool (*error)(void *context, const struct links_error *error);
  bool (*end)(void *context, const struct links_end *end);
};

/* The references that event_tell passes on, and their cells. */
struct event_run {
  struct event_reference references[EVENT_RUN];
  struct row_cell cells[EVENT_RUN * REFERENCE_CELLS];
};

/* Each appends one event. Returns false, without appending anything, if memory runs out. */
bool event_put_begin(struct buffer *out, const struct links_document *document);
bool event_put_reference(struct buffer *out, struct disagreement_memory *memory,
                         const struct links_reference *reference);
bool event_put_error(struct buffer *out, const struct links_error *error);
bool event_put_end(struct buffer *out, const struct links_end *end);

/* Passes all events in `data` to the sink. Texts are in `data`. Returns false as soon as the sink does.
 */
bool event_tell(const char *data, size_t len, struct event_run *run, const struct event_sink *sink);

#endif
