/* SPDX-License-Identifier: MIT */
/* What is alike in the URIs of schemes that name a server: "//user:password@host:port" must have a host,
 * and what is below it is one text. And what no URI of a scheme may have. */
#ifndef URIEL_SCHEME_SERVER_H
#define URIEL_SCHEME_SERVER_H

#include "scheme/part.h"
#include "scheme/planner.h"
#include "uriel_scheme.h"

/* uriel_part_login of a URI that names a server: a host that is missing or empty is an error. */
uriel_login uriel_part_server(part_reader *r);

/* uriel_build_login_fits, and a host that is there and not empty. */
bool uriel_build_server_fits(part_builder *b, const uriel_login *login);

/* Refuses what has no place in the scheme's URIs: PART_NOT_ALLOWED, where `text` is defined. */
void uriel_part_refuse(part_reader *r, uriel_component component, const char *part, uriel_text text);
void uriel_build_refuse(part_builder *b, uriel_component component, const char *part, uriel_text text);

/* What is behind the first "/" of the path, up to the path's end, or, where "?" delimits nothing in the
 * scheme, to the query's. Undefined where there is neither path nor query. */
uriel_text uriel_part_below(const part_reader *r, bool with_query);

/* The first byte of `written` that is neither in `set` nor of a "%XX"; its end where there is none. */
const char *uriel_part_outside(uriel_text written, encode_set set);

/* User and password are not sent unasked: warns where there are any. */
void uriel_plan_warn_not_sent(planner *p, const uriel_login *login);

#endif
