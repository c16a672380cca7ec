/* SPDX-License-Identifier: MIT */
/* A reader's events as bytes: one thread writes them, another passes them to a sink. */
#ifndef URIEL_HARVEST_EVENT_H
#define URIEL_HARVEST_EVENT_H

#include <stdbool.h>
#include <stddef.h>

#include "links/links.h"
#include "reader/buffer.h"

/* Whether `cleaned` equals `raw`. */
bool event_is_clean(const struct links_reference *reference);

/* Each appends one event. Returns false, without appending anything, if memory runs out. */
bool event_put_begin(struct buffer *out, const struct links_document *document);
bool event_put_reference(struct buffer *out, const struct links_reference *reference);
bool event_put_error(struct buffer *out, const struct links_error *error);
bool event_put_end(struct buffer *out, const struct links_end *end);

/* Passes all events in `data` to the sink. Returns false as soon as the sink does. */
bool event_tell(const char *data, size_t len, const struct links_sink *sink);

#endif
