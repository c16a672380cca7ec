/* SPDX-License-Identifier: MIT */
/* The warnings that a reference gives by itself. */
#ifndef URIEL_SCHEME_WARN_H
#define URIEL_SCHEME_WARN_H

#include "uriel_scheme.h"

/* Those of the authority: user information, rare addresses, ports (RFC 3986, 7), or-ed. */
unsigned uriel_warnings_of(const uriel_registry *registry, const uriel_ref *ref);

#endif
