/* SPDX-License-Identifier: MIT */
/* Upper bounds for the length of results. Each bound is reached: see test/api/test_filled.c. */
#include "text/bytes.h"
#include "uriel.h"

static size_t bound_sum(size_t a, size_t b)
{
  const size_t sum = size_add(a, b);
  return sum < (size_t)PTRDIFF_MAX ? sum : (size_t)PTRDIFF_MAX;
}

/* 5.2.3 inserts a "/" between an authority without a path and a relative path. A "/." guard (3.3) adds
 * nothing: it replaces two bytes of dot segments. */
size_t uriel_resolve_bound(const uriel_ref *base, const uriel_ref *reference)
{
  return bound_sum(bound_sum(base->length, reference->length), 1);
}

size_t uriel_relative_bound(const uriel_ref *base, const uriel_ref *target)
{
  (void)base;
  return bound_sum(target->length, 0);
}

/* "urn:isan:" and 24 digits grow most, by 7 hyphens and 2 check characters (src/urn/isan.c). Others
 * grow less: an ISBN by 3 digits, a file URI by "//", an empty path by "/", "." by the "/" that keeps
 * it from being empty. */
size_t uriel_normalize_bound(const uriel_ref *ref)
{
  enum { ISAN_GROWTH = 9 };
  return bound_sum(ref->length, ISAN_GROWTH);
}

size_t uriel_encode_bound(size_t len)
{
  return bound_sum(size_times(len, 3), 0);
}

/* In url-1993, three bytes decode to at most two: a character of ISO Latin 1 in UTF-8. */
size_t uriel_decode_bound(size_t len)
{
  return bound_sum(len, 0);
}

size_t uriel_build_bound(const uriel_parts *parts)
{
  enum {
    DELIMITERS = sizeof "URL:"
                        "://@:?#" -
                 1
  };
  const uriel_text texts[] = {parts->scheme, parts->userinfo, parts->host,    parts->port,
                              parts->path,   parts->query,    parts->fragment};
  size_t sum = DELIMITERS;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    sum = bound_sum(sum, texts[i].len);
  return sum;
}

/* "//" before a new host, and "@" after user information. */
size_t uriel_component_set_bound(const uriel_ref *ref, uriel_text value)
{
  return bound_sum(bound_sum(ref->length, value.len), sizeof "//@" - 1);
}

/* "/", and "%XX" for each byte. */
size_t uriel_segment_append_bound(const uriel_ref *ref, uriel_text segment)
{
  return bound_sum(bound_sum(ref->length, uriel_encode_bound(segment.len)), 1);
}
