/* SPDX-License-Identifier: MIT */
/* What a private cache may store and reuse (RFC 9111). Headers are texts of lines: see reader/fields.h.
 */
#ifndef URIEL_GET_FRESH_H
#define URIEL_GET_FRESH_H

#include "base/buffer.h"

/* Returns whether the text is a date (RFC 9110, 5.6.7), and sets the seconds since 1970. */
bool fresh_time(uriel_text text, int64_t *seconds);

/* A response. Times are seconds since 1970. */
struct fresh {
  const char *code;
  uriel_text header;
  int64_t requested, received; /* when the request was sent, and the response came */
};

/* Whether a cache takes part in a request: not in one with a password or a cookie, for a range, with
 * conditions of the user, or with no-store. */
bool fresh_is_asked(uriel_text request);

/* Whether the response to the request can be stored, and will be of use (3). */
bool fresh_is_storable(const struct fresh *response);

/* Return how many seconds the response is fresh (4.2.1, 4.2.2), and its age (4.2.3). */
int64_t fresh_lifetime(const struct fresh *response);
int64_t fresh_age(const struct fresh *response, int64_t now);

/* Whether the response answers the request without the server (4, 5.2.1). */
bool fresh_is_reusable(const struct fresh *response, uriel_text request, int64_t now);

/* Whether the request must not be sent to the server (5.2.1.7). */
bool fresh_is_only_cached(uriel_text request);

/* Writes the fields of the request that the response was selected by (4.1). */
void fresh_select(uriel_text header, uriel_text request, struct buffer *out);

/* Appends the fields that validate the response (4.3.1): none if it cannot be validated. */
void fresh_conditions(const struct fresh *response, struct buffer *out);

/* Whether a response 304 matches the stored response (4.3.4). */
bool fresh_is_same(uriel_text stored, uriel_text header);

/* Writes the fields that are stored (3.1); fields of a response 304, if `update` is defined, replace
 * fields of the same name (3.2). */
void fresh_header(uriel_text stored, uriel_text update, struct buffer *out);

#endif
