/* SPDX-License-Identifier: MIT */
/* Small functions of uriel.h compared with slower ways to the same result, for tests and fuzz targets.
 */
#ifndef URIEL_TEST_ORACLE_H
#define URIEL_TEST_ORACLE_H

#include "support.h"
#include "uriel_http.h"

/* Checks that user and password join to the user information, and that the reference without its
 * fragment, and over a copy, equals the result of parsing. */
void check_user(const uriel_ref *ref);
void check_without_fragment(const uriel_ref *ref);
void check_rebase(const uriel_ref *ref);

/* Compares uriel_remove_dot_segments with the literal steps of 5.2.4. */
void check_remove_dots(uriel_text path);

/* Compares uriel_port_parse with counting digit by digit. */
void check_port_parse(uriel_text text);

/* Compares uriel_http_target_parse and uriel_http_target_uri with parsing the target inside a URI. */
void check_http_target(uriel_text method, uriel_text text);

/* Compares uriel_equal, uriel_compare and uriel_hash of two references, of one document or two, with
 * their definition: the texts of their normal forms, or the components of those. */
void check_equal(const uriel_ref *a, const uriel_ref *b);

#endif
