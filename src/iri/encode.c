/* SPDX-License-Identifier: MIT */
/* Percent-encoding for IRIs (RFC 3987, 2.2). */
#include "iri/document.h"
#include "text/text.h"
#include "text/utf8.h"
#include "uri/blame.h"
#include "uri/component.h"

/* Returns the length of the character outside US-ASCII at `at` if `where` allows it; otherwise 0. */
static size_t encode_kept_iri(const char *at, const char *end, uriel_encode_for where)
{
  uint32_t character;
  const size_t n = uriel_utf8_character(at, end, &character);
  const ucs_kind kind = n > 1 ? uriel_ucs_kind(character) : UCS_OTHER;
  const bool query = where == URIEL_ENCODE_QUERY || where == URIEL_ENCODE_QUERY_KEY ||
                     where == URIEL_ENCODE_QUERY_VALUE;
  return kind == UCS_IRI || (kind == UCS_PRIVATE && query) ? n : 0;
}

/* Encodes the text between the characters that are kept. */
static void encode_part_iri(writer *w, const char *at, const char *end, uriel_encode_for where,
                            unsigned options)
{
  while (at < end) {
    const char *const begin = at;
    size_t kept = 0;
    while (at < end && (kept = encode_kept_iri(at, end, where)) == 0)
      at++;
    const size_t room = w->len < w->capacity ? w->capacity - w->len : 0;
    w->len +=
        uriel_encode(begin, (size_t)(at - begin), where, options, room ? w->out + w->len : NULL, room);
    uriel_write_bytes(w, at, kept);
    at += kept;
  }
}

static bool encode_is_literal_iri(uriel_text host)
{
  size_t at;
  return host.len > 0 && host.ptr[0] == '[' &&
         uriel_component_error(URIEL_HOST, host, &at) == URIEL_ERROR_NONE;
}

/* As uriel_encode does: a path, a query and a fragment have the same set. */
static void encode_reference_iri(writer *w, uriel_text text, unsigned options)
{
  const char *const end = text.ptr + text.len;
  uriel_ref ref;
  uriel_split(&ref, text.ptr, (uint32_t)text.len);
  const uriel_text host = uriel_host(&ref);
  const char *at = text.ptr;
  if (encode_is_literal_iri(host)) {
    encode_part_iri(w, at, host.ptr, URIEL_ENCODE_FRAGMENT, options);
    write_view(w, host);
    at = host.ptr + host.len;
  }
  encode_part_iri(w, at, text.ptr + ref.path_end, URIEL_ENCODE_FRAGMENT, options);
  encode_part_iri(w, text.ptr + ref.path_end, text.ptr + ref.query_end, URIEL_ENCODE_QUERY, options);
  if (ref.query_end < ref.length) {
    write_byte(w, '#');
    encode_part_iri(w, text.ptr + ref.query_end + 1, end, URIEL_ENCODE_FRAGMENT, options);
  }
}

size_t uriel_iri_encode(uriel_encode_for where, uriel_text text, unsigned options, char *out,
                        size_t capacity)
{
  writer w = writer_to(out, capacity);
  if (where == URIEL_ENCODE_FORM || (where == URIEL_ENCODE_HOST && encode_is_literal_iri(text)))
    return uriel_encode(text.ptr, text.len, where, options, out, capacity);
  if (where == URIEL_ENCODE_REFERENCE && text.len <= UINT32_MAX)
    encode_reference_iri(&w, text, options);
  else
    encode_part_iri(&w, text.ptr, text.ptr + text.len, where, options);
  return w.len;
}
