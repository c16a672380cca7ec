/* SPDX-License-Identifier: MIT */
/* URIs that text means: made of the parts of a scheme, or of a path. */
#ifndef URIEL_LINKS_BUILT_H
#define URIEL_LINKS_BUILT_H

#include "entity.h"
#include "uriel_spec.h"

/* Writes the URI of a scheme that is made of these parts into links->cleaned. Undefined parts are left
 * out. Returns false if memory runs out. `*built` is whether the URI can be made: if not, `error` is the
 * error of uriel_scheme_build. */
bool built_uri(struct entity *entity, const char *scheme, const uriel_own_part *parts, size_t count,
               bool *built, uriel_error *error);

/* Appends a path percent-encoded, also ";", which begins a parameter of an ftp URL (RFC 1738, 3.2.2).
 * "/" stays. Returns false if memory runs out. */
bool built_path(struct buffer *out, uriel_text path);

/* Writes "ftp://HOST:PORT/PATH" into links->cleaned, without the first "/" of the path; the port may be
 * undefined. `end` follows: ";type=i". Returns false if memory runs out. */
bool built_ftp(struct entity *entity, uriel_text host, uriel_text port, uriel_text path,
               const char *end);

#endif
