/* SPDX-License-Identifier: MIT */
/* Percent-encoding for a component (RFC 3986, 2.1), and as the historic documents have it. */
#include "text/percent.h"
#include "text/utf8.h"
#include "uri/blame.h"
#include "uri/sets.h"
#include "uri/split.h"

static bool encode_is_ip_literal(uriel_text text)
{
  size_t at;
  return text.len > 0 && text.ptr[0] == '[' &&
         uriel_component_error(URIEL_HOST, text, &at) == URIEL_ERROR_NONE;
}

static unsigned encode_classes(uriel_encode_for where)
{
  switch (where) {
  case URIEL_ENCODE_USERINFO:
    return BYTE_USERINFO;
  case URIEL_ENCODE_HOST:
    return BYTE_NAME;
  case URIEL_ENCODE_PATH:
    return BYTE_PATH;
  case URIEL_ENCODE_PATH_SEGMENT:
    return BYTE_SEGMENT;
  case URIEL_ENCODE_QUERY:
  case URIEL_ENCODE_FRAGMENT:
    return BYTE_QUERY;
  case URIEL_ENCODE_QUERY_KEY:
    return BYTE_KEY;
  case URIEL_ENCODE_QUERY_VALUE:
    return BYTE_VALUE;
  case URIEL_ENCODE_FORM:
    return BYTE_FORM;
  case URIEL_ENCODE_REFERENCE:
    return BYTE_QUERY; /* and "#" */
  case URIEL_ENCODE_ANY:
    break;
  }
  return BYTE_UNRESERVED;
}

/* In a form, a space is "+". */
static void encode_write(writer *w, uriel_text text, encode_set *set, uriel_encode_for where,
                         unsigned options)
{
  const char *at = text.ptr;
  const char *const end = at + text.len;
  while (where == URIEL_ENCODE_FORM) {
    const char *const space = view_find(at, end, ' ');
    uriel_write_encoded(w, view_of(at, space), set, options);
    if (space == end)
      return;
    write_byte(w, '+');
    at = space + 1;
  }
  uriel_write_encoded(w, text, set, options);
}

/* The IP literal that is the host of a reference; empty, at the text's begin, if it has none. */
static uriel_text encode_literal_of(uriel_spec spec, uriel_text text)
{
  const uriel_text none = {text.ptr, 0};
  uriel_ref ref;
  if (text.len > UINT32_MAX)
    return none;
  uriel_split(&ref, text.ptr, (uint32_t)text.len);
  const uriel_text host = uriel_host(&ref);
  const bool literal =
      spec == URIEL_SPEC_URI_2003 ? uriel_is_ipv6_reference(host) : encode_is_ip_literal(host);
  return literal ? host : none;
}

/* All but the host's IP literal. */
static void encode_write_around(writer *w, uriel_text text, uriel_text literal, encode_set *set,
                                unsigned options)
{
  const char *const after = literal.ptr + literal.len;
  uriel_write_encoded(w, view_of(text.ptr, literal.ptr), set, options);
  write_view(w, literal);
  uriel_write_encoded(w, view_of(after, text.ptr + text.len), set, options);
}

size_t uriel_encode(uriel_encode_for where, const char *text, size_t len, unsigned options, char *out,
                    size_t capacity)
{
  writer w = writer_to(out, capacity);
  const uriel_text view = {len ? text : "", len};
  encode_set set = {encode_classes(where), "", "", where == URIEL_ENCODE_REFERENCE ? '#' : 0};
  if (where == URIEL_ENCODE_REFERENCE)
    encode_write_around(&w, view, encode_literal_of(URIEL_SPEC_RFC3986, view), &set, options);
  else if (where == URIEL_ENCODE_HOST && encode_is_ip_literal(view))
    write_view(&w, view);
  else
    encode_write(&w, view, &set, where, options);
  return w.len;
}

static bool encode_fails(uriel_error *error, uriel_error_code code, size_t offset, size_t length)
{
  error->code = code;
  error->offset = error->begin = offset;
  error->length = length;
  return false;
}

/* Whether all characters are ISO Latin 1's. */
static bool encode_is_latin_1(uriel_text text, uriel_error *error)
{
  const char *at = text.ptr;
  const char *const end = at + text.len;
  while (at < end) {
    uint32_t character = 0;
    const size_t bytes = uriel_utf8_character(at, end, &character);
    const size_t offset = (size_t)(at - text.ptr);
    if (bytes == 0)
      return encode_fails(error, URIEL_ERROR_NOT_UTF_8, offset, 1);
    if (character > 0xFF)
      return encode_fails(error, URIEL_ERROR_NOT_LATIN_1, offset, bytes);
    at += bytes;
  }
  return true;
}

/* Whether the component's rule has escapes. Those without: user and password (url-1994, BNF for specific
 * URL schemes, alphanum2), host (url-1997, 4.3.1). */
static bool encode_has_escapes(uriel_spec spec, uriel_encode_for where)
{
  if (spec == URIEL_SPEC_URL_1994)
    return where != URIEL_ENCODE_USERINFO;
  return spec != URIEL_SPEC_URL_1997 || where != URIEL_ENCODE_HOST;
}

/* Whether nothing of the text would be encoded. */
static bool encode_keeps_all(uriel_text text, const encode_set *set, uriel_error *error)
{
  const size_t kept = uriel_encode_span(text, *set);
  return kept == text.len || encode_fails(error, URIEL_ERROR_ENCODING_NOT_ALLOWED, kept, 1);
}

/* Whether the text can be encoded at all. */
static bool encode_can(uriel_spec spec, uriel_encode_for where, uriel_text text, const encode_set *set,
                       uriel_error *error)
{
  if (!uriel_spec_built(spec))
    return encode_fails(error, URIEL_ERROR_SPEC_NOT_BUILT, 0, 0);
  if (spec == URIEL_SPEC_URL_1993)
    return encode_is_latin_1(text, error);
  return encode_has_escapes(spec, where) || encode_keeps_all(text, set, error);
}

/* Characters above US-ASCII by their ISO Latin 1 codes (url-1993, Encoding prohibited characters). */
static void encode_write_latin_1(writer *w, uriel_text text, encode_set *set, uriel_encode_for where,
                                 unsigned options)
{
  const char *at = text.ptr;
  const char *const end = at + text.len;
  while (at < end) {
    const char *const ascii = at;
    while (at < end && (unsigned char)*at < 0x80)
      at++;
    encode_write(w, view_of(ascii, at), set, where, options);
    if (at < end) {
      uint32_t character = 0;
      at += uriel_utf8_character(at, end, &character);
      write_triplet(w, (unsigned char)character);
    }
  }
}

/* An opaque-part (3) holds brackets anywhere. */
static void encode_reference_2003(writer *w, uriel_text text, encode_set *set, unsigned options)
{
  encode_set opaque = {BYTE_URIC_2003, "", "", 0};
  const char *const end = text.ptr + text.len;
  const char *const hash = view_find(text.ptr, end, '#');
  const char *const colon = view_find(text.ptr, hash, ':');
  size_t at;
  if (colon == hash || colon + 1 == hash || colon[1] == '/' ||
      uriel_component_error(URIEL_SCHEME, view_of(text.ptr, colon), &at) != URIEL_ERROR_NONE) {
    encode_write_around(w, text, encode_literal_of(URIEL_SPEC_URI_2003, text), set, options);
    return;
  }
  uriel_write_encoded(w, view_of(text.ptr, hash), &opaque, options);
  uriel_write_encoded(w, view_of(hash, end), set, options);
}

size_t uriel_encode_as(uriel_spec spec, uriel_encode_for where, const char *text, size_t len,
                       unsigned options, char *out, size_t capacity, uriel_error *error)
{
  writer w = writer_to(out, capacity);
  const uriel_text view = {len ? text : "", len};
  const encode_set *const of_names = uriel_urn_keeps(spec, where);
  const encode_set *const set = of_names ? of_names : uriel_historic_keeps(spec, where);
  uriel_error found = {.code = URIEL_ERROR_NONE, .spec = spec};
  const bool can = encode_can(spec, where, view, set, &found);
  if (error)
    *error = found;
  if (!can)
    return URIEL_FAILED;
  if (!set)
    return uriel_encode(where, text, len, options, out, capacity);
  encode_set left = *set;
  if (spec == URIEL_SPEC_URL_1993)
    encode_write_latin_1(&w, view, &left, where, options);
  else if (spec == URIEL_SPEC_URI_2003 && where == URIEL_ENCODE_REFERENCE)
    encode_reference_2003(&w, view, &left, options);
  else if (spec == URIEL_SPEC_URI_2003 && where == URIEL_ENCODE_HOST && uriel_is_ipv6_reference(view))
    write_view(&w, view);
  else
    encode_write(&w, view, &left, where, options);
  return w.len;
}

size_t uriel_decode_as(uriel_spec spec, const char *text, size_t len, unsigned options, char *out,
                       size_t capacity, uriel_error *error)
{
  size_t need = URIEL_FAILED;
  uriel_error found = {.code = URIEL_ERROR_SPEC_NOT_BUILT};
  if (uriel_spec_built(spec))
    need = spec == URIEL_SPEC_URL_1993 ? uriel_decode_latin_1(text, len, options, out, capacity, &found)
                                       : uriel_decode(text, len, options, out, capacity, &found);
  found.spec = spec;
  if (error)
    *error = found;
  return need;
}
