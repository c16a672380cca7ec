/* SPDX-License-Identifier: MIT */
/* The normal forms that schemes have of their own, at level scheme. */
#ifndef URIEL_SCHEME_NORMAL_H
#define URIEL_SCHEME_NORMAL_H

#include "uri/normal.h"

/* What a scheme says of its own URIs at URIEL_LEVEL_SCHEME, after RFC 3986 (6.2.3) was applied, to what
 * was read by `spec`. */
void uriel_normal_by_scheme(normal_form *n, uriel_spec spec);

extern const normal_own uriel_own_tel, uriel_own_ldap;

/* Gives a mailto URI its form: all addresses in the path (RFC 6068, 2). */
void uriel_normal_mailto(normal_form *n);

/* Leaves out of a data URI's type what is meant without it (RFC 2397, 2 and 3), and gives the rest its
 * form. */
void uriel_normal_data(normal_form *n);

/* Takes what says nothing off the end of an ldap URI's query (RFC 4516, 2), and gives it its form. */
void uriel_normal_ldap(normal_form *n);

#endif
