/* SPDX-License-Identifier: MIT */
/* A reference, parsed, resolved and normalised, or its error. */
#ifndef URIEL_LINKS_WORK_H
#define URIEL_LINKS_WORK_H

#include <stdbool.h>

#include "reader/buffer.h"
#include "uriel.h"

/* Zero-initialise; the buffers are used for one reference after the other. */
struct work {
  struct buffer target, normal, message; /* `len` is 0 for none */
  const char *form;                      /* NULL if it is not a valid reference */
  unsigned excess;                       /* ".." beyond the base's root (RFC 3986, 5.2.4) */
  uriel_error error;
};

/* Resolves `ref` against `base`, which is absolute or empty, into `out`. A URI with a scheme is its own
 * base, which removes its dot segments. Returns false if there is no base, or with `out->no_memory`. */
bool work_resolve(uriel_text base, const uriel_ref *ref, struct buffer *out);

/* The same for a base: without its fragment (RFC 3986, 5.1). */
bool work_resolve_base(uriel_text base, const uriel_ref *ref, struct buffer *out);

/* Changes an IRI to a URI (RFC 3987, 3.1), in `out`, and sets `*text` to that; leaves ASCII as it is.
 * Bytes that are not UTF-8, and control characters, stay. Returns false if there is no memory. */
bool work_map(uriel_text *text, struct buffer *out);

/* Sets all of `work`. Returns false if there is no memory. */
bool work_out(struct work *work, uriel_text reference, uriel_text base);

void work_free(struct work *work);

#endif
