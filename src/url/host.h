/* SPDX-License-Identifier: MIT */
/* The parts of the host parser. */
#ifndef URIEL_URL_HOST_H
#define URIEL_URL_HOST_H

#include "url/url.h"

/* Reports the error and returns false. */
bool uriel_url_fail(const url_parser *p, uriel_error_code code, const char *at);

/* The checker and the parsers of addresses. The domain is ASCII and not empty; an IPv6 address has no
 * brackets. */
bool uriel_url_ends_in_number(uriel_text domain);
bool uriel_url_parse_ipv4(url_parser *p, uriel_text domain);
bool uriel_url_parse_ipv6(url_parser *p, uriel_text input);

#endif
