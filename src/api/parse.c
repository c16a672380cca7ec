/* SPDX-License-Identifier: MIT */
/* uriel_parse_as, and other functions that read under the reference's own document. */
#include "api/generations.h"

const reading *uriel_reading_of(uriel_spec spec)
{
  switch (spec) {
#ifndef URIEL_NO_HISTORIC
  case URIEL_SPEC_URL_1993:
    return &uriel_reading_1993;
  case URIEL_SPEC_URL_1994:
    return &uriel_reading_1994;
  case URIEL_SPEC_URL_1997:
    return &uriel_reading_1997;
  case URIEL_SPEC_URI_2003:
    return &uriel_reading_2003;
#endif
#ifndef URIEL_NO_URN
  case URIEL_SPEC_RFC2141:
    return &uriel_reading_2141;
  case URIEL_SPEC_URN_2011:
    return &uriel_reading_2011;
  case URIEL_SPEC_RFC8141:
    return &uriel_reading_8141;
#endif
#ifndef URIEL_NO_IRI
  case URIEL_SPEC_IRI:
    return &uriel_reading_iri;
#endif
  default:
    return NULL;
  }
}

bool uriel_spec_built(uriel_spec spec)
{
  switch (spec) {
  case URIEL_SPEC_RFC3986:
  case URIEL_SPEC_LENIENT:
#ifndef URIEL_NO_HISTORIC
  case URIEL_SPEC_URL_1993:
  case URIEL_SPEC_URL_1994:
  case URIEL_SPEC_URL_1997:
  case URIEL_SPEC_URI_2003:
#endif
#ifndef URIEL_NO_URN
  case URIEL_SPEC_RFC2141:
  case URIEL_SPEC_URN_2011:
  case URIEL_SPEC_RFC8141:
#endif
#ifndef URIEL_NO_IRI
  case URIEL_SPEC_IRI:
#endif
#ifndef URIEL_NO_URL
  case URIEL_SPEC_WHATWG:
#endif
    return true;
  default:
    return false;
  }
}

bool uriel_parse_as(uriel_ref *ref, const char *text, size_t len, uriel_spec spec, unsigned options,
                    uriel_error *error)
{
  if (spec == URIEL_SPEC_RFC3986 || spec == URIEL_SPEC_LENIENT)
    return uriel_parse(ref, text, len, error);
#ifndef URIEL_NO_URL
  if (spec == URIEL_SPEC_WHATWG)
    return uriel_url_parse_serialized(ref, options, text, len, error);
#endif
  const reading *const r = uriel_reading_of(spec);
  if (r)
    return uriel_parse_by(r, ref, options, text, len, error);
  error_store(error,
              (uriel_error){.code = URIEL_ERROR_SPEC_NOT_BUILT, .spec = spec, .options = options});
  *ref = (uriel_ref){.text = ""};
  return false;
}

size_t uriel_own_parts(uriel_own_part parts[URIEL_OWN_PARTS_MAX], const uriel_ref *ref)
{
  switch (uriel_spec_of(ref)) {
#ifndef URIEL_NO_HISTORIC
  case URIEL_SPEC_URL_1993:
  case URIEL_SPEC_URL_1994:
    return uriel_early_own_parts(ref, parts);
  case URIEL_SPEC_URL_1997:
    return uriel_own_parts_1997(ref, parts);
  case URIEL_SPEC_URI_2003:
    return uriel_own_parts_2003(ref, parts);
#endif
#ifndef URIEL_NO_URN
  case URIEL_SPEC_RFC2141:
  case URIEL_SPEC_URN_2011:
  case URIEL_SPEC_RFC8141:
    return uriel_urn_own_parts(ref, parts);
#endif
  default:
    (void)parts;
    return 0;
  }
}
