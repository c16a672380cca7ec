/* SPDX-License-Identifier: MIT */
/* Resolution exactly as in the historic documents, and its inverse. Each base has a scheme. */
#ifndef URIEL_HISTORIC_RESOLVE_H
#define URIEL_HISTORIC_RESOLVE_H

#include "uri/segments.h"

/* url-1993, Partial form; url-1994 refers to it, too. */
size_t uriel_resolve_1993(const uriel_ref *base, const uriel_ref *reference, unsigned options, char *out,
                          size_t capacity, uriel_error *error);

/* url-1997, 5.2 */
size_t uriel_resolve_1997(const uriel_ref *base, const uriel_ref *reference, unsigned options, char *out,
                          size_t capacity, uriel_error *error);

/* uri-2003, 5.2 */
size_t uriel_resolve_2003(const uriel_ref *base, const uriel_ref *reference, unsigned options, char *out,
                          size_t capacity, uriel_error *error);

/* The shortest reference that the target's own generation resolves back to it. */
size_t uriel_relative_historic(const uriel_ref *base, const uriel_ref *target, char *out,
                               size_t capacity);

/* Returns a reference's text between two offsets. */
static inline uriel_text historic_part(const uriel_ref *ref, uint32_t begin, uint32_t end)
{
  return view_of(ref->text + begin, ref->text + end);
}

/* Returns the part of the base's path that a relative path keeps: up to its last "/", empty if it has
 * no "/". */
uriel_text uriel_historic_folder(const uriel_ref *base);

/* The same under uri-2003, 5.2, step 1: an empty path gives "/". */
uriel_text uriel_folder_2003(const uriel_ref *base);

/* Reports whether a URI has an opaque-part (uri-2003, 3): a path that does not begin with "/", or
 * brackets, which are not allowed in a query. */
bool uriel_is_opaque_2003(const uriel_ref *ref);

#endif
