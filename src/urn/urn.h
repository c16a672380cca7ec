/* SPDX-License-Identifier: MIT */
/* What the functions on URNs share. */
#ifndef URIEL_URN_URN_H
#define URIEL_URN_URN_H

#include "uriel.h"

/* The reference as a URN: itself, if it was read by a document of names; else read by RFC 8141. */
bool uriel_urn_read(uriel_ref *member, const uriel_ref *ref, uriel_error *error);

/* Gives the error, if the caller wants it; whether it is none. */
bool uriel_urn_fails(uriel_error *error, uriel_error found);

#endif
