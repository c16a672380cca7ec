/* SPDX-License-Identifier: MIT */
/* The generations that were built. */
#include "generation/generations.h"

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
  default:
    break;
  }
  return NULL;
}
