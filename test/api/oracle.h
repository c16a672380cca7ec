/* SPDX-License-Identifier: MIT */
/* Small functions of uriel.h compared with slower ways to the same result, for tests and fuzz targets.
 */
#ifndef URIEL_TEST_ORACLE_H
#define URIEL_TEST_ORACLE_H

#include "support.h"
#include "uriel_scheme.h"

/* User and password join to the user information; the reference without its fragment, and over a copy,
 * is what parsing gives. */
void check_user(const uriel_ref *ref);
void check_without_fragment(const uriel_ref *ref);
void check_rebase(const uriel_ref *ref);

/* uriel_remove_dot_segments against 5.2.4 to the letter. */
void check_remove_dots(uriel_text path);

/* uriel_port_parse against counting digit by digit. */
void check_port_parse(uriel_text text);

/* uriel_http_target_parse and uriel_http_target_uri against parsing the target inside a URI. */
void check_http_target(uriel_text method, uriel_text text);

#endif
