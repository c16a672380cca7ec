/* SPDX-License-Identifier: MIT */
/* The generations and layers of this build, for dispatch in src/api. */
#ifndef URIEL_API_GENERATIONS_H
#define URIEL_API_GENERATIONS_H

#include "uri/normal.h"
#include "uri/reading.h"
#include "uriel_spec.h"
#ifndef URIEL_NO_HISTORIC
#include "historic/generations.h"
#include "historic/resolve.h"
#endif
#ifndef URIEL_NO_IRI
#include "iri/document.h"
#endif
#ifndef URIEL_NO_URN
#include "urn/document.h"
#endif
#ifndef URIEL_NO_URL
#include "url/url.h"
#endif

/* Returns NULL for RFC 3986, and for a generation that is not built. Only parsers call this: each
 * caller links every grammar. */
const reading *uriel_reading_of(uriel_spec spec);

#endif
