/* SPDX-License-Identifier: MIT */
/* One reference worked out: parsed, resolved, normalised, or the error that stands in the way. */
#ifndef URIEL_LINKS_WORK_H
#define URIEL_LINKS_WORK_H

#include <stdbool.h>

#include "reader/buffer.h"
#include "uriel.h"

/* All zero at first; the buffers serve one reference after the other. */
struct work {
  struct buffer target, normal, message; /* `len` 0: there is none */
  const char *form;                      /* NULL: it is no reference */
  unsigned excess;                       /* ".." beyond the base's root (RFC 3986, 5.2.4) */
  uriel_error error;
};

/* Resolves `ref` against `base`, which is absolute or empty, into `out`. A URI with a scheme is its own
 * base, which removes its dot segments. False: it cannot be, or `out->no_memory`. */
bool work_resolve(uriel_text base, const uriel_ref *ref, struct buffer *out);

/* The same of what is to be a base: without its fragment (RFC 3986, 5.1). */
bool work_resolve_base(uriel_text base, const uriel_ref *ref, struct buffer *out);

/* Makes an IRI a URI (RFC 3987, 3.1), in `out`: `*text` comes out as that, or as it was where it is
 * ASCII. Bytes that are not UTF-8, and control characters, stay. False: no memory. */
bool work_map(uriel_text *text, struct buffer *out);

/* Fills in all of `work`. False: no memory. */
bool work_out(struct work *work, uriel_text reference, uriel_text base);

void work_free(struct work *work);

#endif
