/* SPDX-License-Identifier: MIT */
/* The caller's gateways. */
#ifndef URIEL_SCHEME_GATEWAY_H
#define URIEL_SCHEME_GATEWAY_H

#include "uriel_scheme.h"

/* The first gateway for the scheme of that name, in any case; NULL where there is none. */
const uriel_gateway *uriel_gateway_find(const uriel_registry *registry, uriel_text scheme);

#endif
