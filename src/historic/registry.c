/* SPDX-License-Identifier: MIT */
/* The generations that were built. */
#include "historic/generations.h"

const generation *uriel_generation(uriel_spec spec)
{
  switch (spec) {
#ifndef URIEL_NO_HISTORIC
  case URIEL_SPEC_URL_1993:
    return &uriel_url_1993;
  case URIEL_SPEC_URL_1994:
    return &uriel_url_1994;
  case URIEL_SPEC_URL_1997:
    return &uriel_url_1997;
  case URIEL_SPEC_URI_2003:
    return &uriel_uri_2003;
#endif
  case URIEL_SPEC_RFC2141:
    return &uriel_rfc2141;
  case URIEL_SPEC_URN_2011:
    return &uriel_urn_2011;
  case URIEL_SPEC_RFC8141:
    return &uriel_rfc8141;
  default:
    break;
  }
  return NULL;
}
