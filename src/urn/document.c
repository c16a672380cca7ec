/* SPDX-License-Identifier: MIT */
/* Checks the parts of URNs against each document's rules, and splits URNs. */
#include "urn/document.h"

#include "text/text.h"
#include "uri/blame.h"
#include "uri/component.h"
#include "uriel_urn.h"

/* The maximum length of a namespace identifier, in all three. */
enum { NID_MOST = 32 };

const urn_document *uriel_urn_document(uriel_spec spec)
{
  switch (spec) {
  case URIEL_SPEC_RFC2141:
    return &uriel_document_2141;
  case URIEL_SPEC_URN_2011:
    return &uriel_document_2011;
  case URIEL_SPEC_RFC8141:
    return &uriel_document_8141;
  default:
    break;
  }
  return NULL;
}

/* The number of leading characters that a NID of any length may have. */
static size_t document_nid_span(uriel_text nid)
{
  size_t good = 0;
  while (good < nid.len &&
         (byte_is(nid.ptr[good], BYTE_ALPHA | BYTE_DIGIT) || (good > 0 && nid.ptr[good] == '-')))
    good++;
  return good;
}

uriel_error_code uriel_urn_nid_error(const urn_document *d, uriel_text nid, size_t *at)
{
  *at = document_nid_span(nid);
  if (*at < nid.len && *at < NID_MOST)
    return URIEL_ERROR_NID_CHARACTER;
  *at = nid.len < NID_MOST ? nid.len : NID_MOST;
  if (nid.len == 0)
    return URIEL_ERROR_NID_MISSING;
  if (nid.len > NID_MOST || nid.len < d->nid_least)
    return URIEL_ERROR_NID_LENGTH;
  if (nid.ptr[nid.len - 1] == '-' && !d->hyphen_last) {
    *at = nid.len - 1;
    return URIEL_ERROR_NID_CHARACTER;
  }
  /* RFC 2141, 2.1; urn-2011, 2.1 */
  return !d->own_name && view_is(nid, "urn") ? URIEL_ERROR_NID_RESERVED : URIEL_ERROR_NONE;
}

bool uriel_urn_holds(const urn_document *d, char byte, bool first)
{
  if (byte == '/')
    return d->slash && !first;
  for (const char *but = d->nss_but; *but; but++)
    if (byte == *but)
      return false;
  return byte_is(byte, BYTE_SEGMENT);
}

uriel_error_code uriel_urn_nss_error(const urn_document *d, uriel_text nss, size_t *at)
{
  const char *here = nss.ptr;
  const char *const end = nss.ptr + nss.len;
  uriel_error_code code = nss.len == 0 ? URIEL_ERROR_NSS_EMPTY : URIEL_ERROR_NONE;
  while (here < end && code == URIEL_ERROR_NONE) {
    if (uriel_urn_holds(d, *here, here == nss.ptr)) {
      here++;
    } else if (!triplet_at(here, end)) {
      code = *here == '%' ? URIEL_ERROR_PERCENT : URIEL_ERROR_NSS_CHARACTER;
      here = *here == '%' ? triplet_stuck(here, end) : here;
    } else if (triplet_value(here) == 0 && !d->nul) {
      code = URIEL_ERROR_NSS_NUL;
      here += 2;
    } else {
      here += 3;
    }
  }
  *at = nss.len == 0 ? 0 : (size_t)(here - nss.ptr);
  return code;
}

/* Reports whether the component is empty: it must begin with a pchar (RFC 8141, 2). */
static bool document_rq_is_empty(uriel_text query, size_t at)
{
  return at == query.len || query.ptr[at] == '/' || query.ptr[at] == '?';
}

/* RFC 8141, 2: rq-components, after the "?". */
static uriel_error_code document_rq_error(uriel_text query, size_t *at)
{
  *at = 0;
  if (query.len == 0 || (query.ptr[0] != '+' && query.ptr[0] != '='))
    return URIEL_ERROR_URN_COMPONENT_ORDER;
  *at = 1;
  if (document_rq_is_empty(query, 1))
    return URIEL_ERROR_URN_COMPONENT_EMPTY;
  const uriel_error_code code =
      uriel_characters_error(query, BYTE_QUERY, URIEL_ERROR_QUERY_CHARACTER, at);
  const char *const end = query.ptr + query.len;
  const char *const second = query.ptr[0] == '+' ? uriel_urn_q_component(query) : end;
  const size_t behind = (size_t)(second - query.ptr) + 2;
  if (second == end || (code != URIEL_ERROR_NONE && *at < behind) ||
      !document_rq_is_empty(query, behind))
    return code;
  *at = behind;
  return URIEL_ERROR_URN_COMPONENT_EMPTY;
}

const char *uriel_urn_q_component(uriel_text text)
{
  const char *const end = text.ptr + text.len;
  const char *at = view_find(text.ptr, end, '?');
  while (end - at > 1 && at[1] != '=')
    at = view_find(at + 1, end, '?');
  return end - at > 1 ? at : end;
}

/* Splits the text after "?" into RFC 8141's components. */
static void document_split_rq(uriel_urn *urn, uriel_text query)
{
  if (!view_defined(query))
    return;
  const char *const end = query.ptr + query.len;
  const uriel_text rest = view_of(query.ptr + 1, end);
  if (query.ptr[0] == '=') {
    urn->q_component = rest;
    return;
  }
  const char *const q_component = uriel_urn_q_component(rest);
  urn->r_component = view_of(rest.ptr, q_component);
  if (q_component < end)
    urn->q_component = view_of(q_component + 2, end);
}

uriel_urn uriel_urn_split(const uriel_ref *ref)
{
  const uriel_text path = uriel_path(ref);
  const char *const end = path.ptr + path.len;
  const char *const colon = view_find(path.ptr, end, ':');
  uriel_urn urn = {.nid = view_of(path.ptr, colon),
                   .nss = view_of(colon < end ? colon + 1 : end, end),
                   .f_component = uriel_fragment(ref)};
  if (uriel_spec_of(ref) == URIEL_SPEC_RFC8141)
    document_split_rq(&urn, uriel_query(ref));
  else
    urn.q_component = uriel_query(ref);
  return urn;
}

static void document_add(uriel_own_part *parts, size_t *count, const char *name, uriel_text text)
{
  if (view_defined(text))
    parts[(*count)++] = (uriel_own_part){name, text};
}

/* In urn-2011, query and fragment keep RFC 3986's names. */
size_t uriel_urn_own_parts(const uriel_ref *ref, uriel_own_part *parts)
{
  const uriel_urn urn = uriel_urn_split(ref);
  size_t count = 0;
  document_add(parts, &count, "NID", urn.nid);
  document_add(parts, &count, "NSS", urn.nss);
  if (uriel_spec_of(ref) != URIEL_SPEC_RFC8141)
    return count;
  document_add(parts, &count, "r-component", urn.r_component);
  document_add(parts, &count, "q-component", urn.q_component);
  document_add(parts, &count, "f-component", urn.f_component);
  return count;
}

size_t uriel_urn_relative(const uriel_ref *base, const uriel_ref *target, char *out, size_t capacity)
{
  writer w = writer_to(out, capacity);
  (void)base;
  write_view(&w, (uriel_text){target->text, target->length});
  return w.len;
}

static finding document_found(const uriel_ref *ref, uriel_error_code code, uriel_component component,
                              const char *at)
{
  return (finding){code, component, uriel_component_get(ref, component), at};
}

/* The name: NID, ":", NSS. */
static finding document_find_in_path(const urn_document *d, const uriel_ref *ref)
{
  const uriel_text path = uriel_path(ref);
  const char *const end = path.ptr + path.len;
  const char *const colon = view_find(path.ptr, end, ':');
  const uriel_text nid = view_of(path.ptr, colon);
  size_t at;
  if (colon == end && nid.len <= NID_MOST && document_nid_span(nid) == nid.len)
    return document_found(ref, URIEL_ERROR_NID_MISSING, URIEL_PATH, end);
  const uriel_error_code of_nid = uriel_urn_nid_error(d, nid, &at);
  if (of_nid != URIEL_ERROR_NONE)
    return document_found(ref, of_nid, URIEL_PATH, path.ptr + at);
  const uriel_error_code of_nss = uriel_urn_nss_error(d, view_of(colon + 1, end), &at);
  return document_found(ref, of_nss, URIEL_PATH, colon + 1 + at);
}

/* The text after the name. In RFC 2141 it belongs to the name, where "?" and "#" are not allowed. */
static finding document_find_behind(const urn_document *d, const uriel_ref *ref)
{
  const uriel_text query = uriel_query(ref), fragment = uriel_fragment(ref);
  size_t at = 0;
  if (view_defined(query)) {
    if (!d->components)
      return document_found(ref, URIEL_ERROR_NSS_CHARACTER, URIEL_QUERY, query.ptr - 1);
    const uriel_error_code code =
        d->rq ? document_rq_error(query, &at)
              : uriel_characters_error(query, BYTE_QUERY, URIEL_ERROR_QUERY_CHARACTER, &at);
    if (code != URIEL_ERROR_NONE)
      return document_found(ref, code, URIEL_QUERY, query.ptr + at);
  }
  if (!d->components)
    return document_found(ref, URIEL_ERROR_NSS_CHARACTER, URIEL_FRAGMENT, fragment.ptr - 1);
  const uriel_error_code code =
      uriel_characters_error(fragment, BYTE_QUERY, URIEL_ERROR_FRAGMENT_CHARACTER, &at);
  return document_found(ref, code, URIEL_FRAGMENT, view_defined(fragment) ? fragment.ptr + at : NULL);
}

static finding document_find(const urn_document *d, const char *text, uint32_t len)
{
  uriel_ref ref;
  uriel_split(&ref, text, len);
  if (!view_is(uriel_scheme(&ref), "urn"))
    return document_found(&ref, URIEL_ERROR_URN_SCHEME, ref.scheme_end ? URIEL_SCHEME : URIEL_REFERENCE,
                          text);
  if (ref.host_begin)
    return document_found(&ref, URIEL_ERROR_AUTHORITY_NOT_ALLOWED, URIEL_AUTHORITY, text);
  const finding found = document_find_in_path(d, &ref);
  const bool behind = view_defined(uriel_query(&ref)) || view_defined(uriel_fragment(&ref));
  const bool good =
      found.code == URIEL_ERROR_NONE || (found.code == URIEL_ERROR_NSS_EMPTY && !d->components);
  return good && behind ? document_find_behind(d, &ref) : found;
}

void uriel_urn_blame(uriel_error *error, const char *text, uint32_t len)
{
  uriel_blame_found(error, text, document_find(uriel_urn_document(error->spec), text, len));
}
