/* SPDX-License-Identifier: MIT */
/* Resolution under RFC 3986, and its inverse; src/api dispatches to other documents. */
#ifndef URIEL_URI_RESOLVE_H
#define URIEL_URI_RESOLVE_H

#include "uri/component.h"

/* uriel_resolve without its fast path, for a base with a scheme. */
size_t uriel_resolve_3986(const uriel_ref *base, const uriel_ref *reference, unsigned options, char *out,
                          size_t capacity);

/* uriel_relative, for references that are not invalid rows of a batch. */
size_t uriel_relative_3986(const uriel_ref *base, const uriel_ref *target, char *out, size_t capacity);

/* Returns the part of the base's path that a merged path keeps (5.2.3): up to its last "/". */
static inline uriel_text resolve_merge_head(const uriel_ref *base)
{
  const uriel_text path = component_path(base);
  if (path.len == 0 && base->host_begin != 0)
    return uriel_text_of("/");
  const char *end = path.ptr + path.len;
  while (end > path.ptr && end[-1] != '/')
    end--;
  return view_of(path.ptr, end);
}

#endif
