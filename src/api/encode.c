/* SPDX-License-Identifier: MIT */
/* Percent-encoding and character sets by document. */
#include "uri/encode.h"
#include "api/generations.h"

#include "api/byte_set_table.h"

static size_t encode_by(uriel_spec spec, uriel_encode_for where, uriel_text text, unsigned options,
                        char *out, size_t capacity, uriel_error *error)
{
  switch (spec) {
#ifndef URIEL_NO_HISTORIC
  case URIEL_SPEC_URL_1993:
  case URIEL_SPEC_URL_1994:
  case URIEL_SPEC_URL_1997:
  case URIEL_SPEC_URI_2003:
    return uriel_historic_encode(spec, where, text, options, out, capacity, error);
#endif
#ifndef URIEL_NO_URN
  case URIEL_SPEC_RFC2141:
  case URIEL_SPEC_URN_2011:
  case URIEL_SPEC_RFC8141:
    return uriel_urn_encode_as(spec, where, text, options, out, capacity);
#endif
#ifndef URIEL_NO_IRI
  case URIEL_SPEC_IRI:
    return uriel_iri_encode(where, text, options, out, capacity);
#endif
#ifndef URIEL_NO_URL
  case URIEL_SPEC_WHATWG:
    return uriel_url_encode(where, text, options, out, capacity, error);
#endif
  case URIEL_SPEC_RFC3986:
    return uriel_encode(text.ptr, text.len, where, options, out, capacity);
  default:
    error->code = URIEL_ERROR_SPEC_NOT_BUILT;
    return URIEL_FAILED;
  }
}

size_t uriel_encode_as(const char *text, size_t len, uriel_spec spec, uriel_encode_for where,
                       unsigned options, char *out, size_t capacity, uriel_error *error)
{
  uriel_error found = {.code = URIEL_ERROR_NONE, .spec = spec};
  const uriel_text view = {len ? text : "", len};
  const size_t need = encode_by(spec, where, view, options, out, capacity, &found);
  error_store(error, found);
  return need;
}

size_t uriel_decode_as(const char *text, size_t len, uriel_spec spec, unsigned options, char *out,
                       size_t capacity, uriel_error *error)
{
  size_t need = URIEL_FAILED;
  uriel_error found = {.code = URIEL_ERROR_SPEC_NOT_BUILT};
  if (uriel_spec_built(spec))
    need = spec == URIEL_SPEC_URL_1993 ? uriel_decode_latin_1(text, len, options, out, capacity, &found)
                                       : uriel_decode(text, len, options, out, capacity, &found);
  if (spec == URIEL_SPEC_WHATWG) /* "percent-decode" (1.3) has no errors */
    found.code = need == URIEL_FAILED ? found.code : URIEL_ERROR_NONE;
  found.spec = spec;
  error_store(error, found);
  return need;
}

const uriel_byte_set *uriel_byte_sets(size_t *count, uriel_spec spec)
{
  const bool known = (unsigned)spec < sizeof byte_set_table / sizeof *byte_set_table;
  *count = known ? byte_set_table[spec].count : 0;
  return known ? byte_set_table[spec].rows : NULL;
}

const uriel_byte_set *uriel_byte_set_find(uriel_spec spec, const char *name, size_t len)
{
  size_t count;
  const uriel_byte_set *const sets = uriel_byte_sets(&count, spec);
  for (size_t i = 0; i < count; i++) {
    const uriel_text known = uriel_text_of(sets[i].name);
    if (known.len == len && bytes_equal(known.ptr, name, len))
      return &sets[i];
  }
  return NULL;
}
