/* SPDX-License-Identifier: MIT */
/* Resolution as the historic documents have it, to the letter, and its inverse. All are given a base
 * with a scheme. */
#ifndef URIEL_HISTORIC_RESOLVE_H
#define URIEL_HISTORIC_RESOLVE_H

#include "uri/segments.h"

/* url-1993, Partial form; url-1994 refers to it too. */
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

/* A reference's text from an offset to another. */
static inline uriel_text historic_part(const uriel_ref *ref, uint32_t begin, uint32_t end)
{
  return view_of(ref->text + begin, ref->text + end);
}

/* What a base's path gives to a relative one: all up to its last "/", nothing where it has none. */
uriel_text uriel_historic_folder(const uriel_ref *base);

/* The same by uri-2003, 5.2, step 1: an empty path gives "/". */
uriel_text uriel_folder_2003(const uriel_ref *base);

/* Whether a URI has an opaque-part (uri-2003, 3): a path that does not begin with "/", or brackets,
 * which no query has. */
bool uriel_is_opaque_2003(const uriel_ref *ref);

#endif
