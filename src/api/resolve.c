/* SPDX-License-Identifier: MIT */
/* uriel_resolve and uriel_relative. */
#include "uri/resolve.h"
#include "api/generations.h"
#include "text/bytes.h"

/* 5.2.1 */
#ifndef URIEL_NO_URL
/* A URL of the WHATWG is absolute and in normal form. */
static size_t resolve_copy(const uriel_ref *ref, char *out, size_t capacity)
{
  writer w = writer_to(out, capacity);
  uriel_write_bytes(&w, ref->text, ref->length);
  return w.len;
}
#endif

static APART size_t resolve_closely(const uriel_ref *base, const uriel_ref *reference, unsigned options,
                                    char *out, size_t capacity, uriel_error *error)
{
  if (uriel_refuse_row(base, error) || uriel_refuse_row(reference, error))
    return URIEL_FAILED;
  if (error)
    *error = (uriel_error){.code = base->scheme_end ? URIEL_ERROR_NONE : URIEL_ERROR_BASE_NOT_ABSOLUTE,
                           .length = base->scheme_end ? 0 : base->length,
                           .spec = uriel_spec_of(reference)};
  if (!base->scheme_end)
    return URIEL_FAILED;
  switch (uriel_spec_of(reference)) {
#ifndef URIEL_NO_URL
  case URIEL_SPEC_WHATWG:
    return resolve_copy(reference, out, capacity);
#endif
#ifndef URIEL_NO_HISTORIC
  case URIEL_SPEC_URL_1993:
  case URIEL_SPEC_URL_1994:
    return uriel_resolve_1993(base, reference, options, out, capacity, error);
  case URIEL_SPEC_URL_1997:
    return uriel_resolve_1997(base, reference, options, out, capacity, error);
  case URIEL_SPEC_URI_2003:
    return uriel_resolve_2003(base, reference, options, out, capacity, error);
#endif
  default: /* also for names */
    return uriel_resolve_3986(base, reference, options, out, capacity);
  }
}

/* Reasons not to copy a reference unchanged. */
static inline bool resolve_is_apart(const uriel_ref *reference)
{
  const uint32_t apart = reference->flags & (URIEL_SPEC_MASK | URIEL_HAS_DOT_SEGMENT | URIEL_INVALID);
  /* An IRI resolves as a URI (RFC 3987, 6.5). */
  return apart && apart != (uint32_t)URIEL_SPEC_IRI << URIEL_SPEC_SHIFT;
}

/* Returns how much of the base's text comes before the reference's, if the target is only these two
 * joined (5.2.2), without removing or inserting anything; otherwise SIZE_MAX. */
static size_t resolve_prefix(const uriel_ref *base, const uriel_ref *reference)
{
  if (reference->scheme_end != 0)
    return 0;
  if (reference->host_begin != 0)
    return (size_t)base->scheme_end + 1;
  if (reference->path_begin == reference->path_end)
    return reference->path_end != reference->query_end ? base->path_end : base->query_end;
  if (reference->text[0] == '/') /* a URL of the WHATWG may have "/." before its path */
    return base->host_begin ? base->path_begin : (size_t)base->scheme_end + 1;
  if (base->path_begin == base->path_end || (base->flags & URIEL_HAS_DOT_SEGMENT))
    return SIZE_MAX;
  const uriel_text head = resolve_merge_head(base);
  return base->path_begin + head.len;
}

static APART size_t resolve_joined(const uriel_ref *base, const uriel_ref *reference, unsigned options,
                                   char *out, size_t capacity, uriel_error *error)
{
  const bool plain =
      base->scheme_end != 0 && !(options & URIEL_RESOLVE_LENIENT) && !resolve_is_apart(reference);
  const size_t prefix = plain ? resolve_prefix(base, reference) : SIZE_MAX;
  if (prefix == SIZE_MAX || capacity < prefix || capacity - prefix < reference->length)
    return resolve_closely(base, reference, options, out, capacity, error);
  if (error)
    *error = (uriel_error){.code = URIEL_ERROR_NONE, .spec = uriel_spec_of(reference)};
  if (prefix > 0)
    copy_bytes(out, base->text, prefix);
  copy_bytes(out + prefix, reference->text, reference->length);
  return prefix + reference->length;
}

/* Copies most references that have a scheme. */
size_t uriel_resolve(const uriel_ref *base, const uriel_ref *reference, unsigned options, char *out,
                     size_t capacity, uriel_error *error)
{
  if (reference->scheme_end == 0 || base->scheme_end == 0 || (options & URIEL_RESOLVE_LENIENT) ||
      resolve_is_apart(reference) || capacity < reference->length)
    return resolve_joined(base, reference, options, out, capacity, error);
  if (error)
    *error = (uriel_error){.code = URIEL_ERROR_NONE, .spec = uriel_spec_of(reference)};
  copy_bytes(out, reference->text, reference->length);
  return reference->length;
}

size_t uriel_relative(const uriel_ref *base, const uriel_ref *target, char *out, size_t capacity,
                      uriel_error *error)
{
  if (error)
    *error = (uriel_error){.code = URIEL_ERROR_NONE, .spec = uriel_spec_of(target)};
  if (uriel_refuse_row(base, error) || uriel_refuse_row(target, error))
    return URIEL_FAILED;
  switch (uriel_spec_of(target)) {
#ifndef URIEL_NO_URL
  case URIEL_SPEC_WHATWG:
    return resolve_copy(target, out, capacity);
#endif
#ifndef URIEL_NO_HISTORIC
  case URIEL_SPEC_URL_1993:
  case URIEL_SPEC_URL_1994:
  case URIEL_SPEC_URL_1997:
  case URIEL_SPEC_URI_2003:
    return uriel_relative_historic(base, target, out, capacity);
#endif
#ifndef URIEL_NO_URN
  case URIEL_SPEC_RFC2141:
  case URIEL_SPEC_URN_2011:
  case URIEL_SPEC_RFC8141:
    return uriel_urn_relative(base, target, out, capacity);
#endif
  default:
    return uriel_relative_3986(base, target, out, capacity);
  }
}
