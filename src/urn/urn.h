/* SPDX-License-Identifier: MIT */
/* Shared by the functions on URNs. */
#ifndef URIEL_URN_URN_H
#define URIEL_URN_URN_H

#include "uriel.h"

/* Reads the reference as a URN: unchanged if a URN document read it, otherwise under RFC 8141. */
bool uriel_urn_read(uriel_ref *member, const uriel_ref *ref, uriel_error *error);

/* Stores the error if `error` is not NULL. Returns whether it succeeded. */
bool uriel_urn_fails(uriel_error *error, uriel_error found);

#endif
