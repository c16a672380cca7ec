/* SPDX-License-Identifier: MIT */
/* Mail addresses in URIs: addr-spec (RFC 6068, 2; RFC 5322, 3.4.1). */
#ifndef URIEL_SCHEME_ADDRESS_H
#define URIEL_SCHEME_ADDRESS_H

#include "scheme/checked.h"

/* What is wrong with an address as it is written in a URI, once decoded. By RFC 822, which url-1994
 * names, a local part is words, quoted or not, with "." between them, and white space may stand in
 * quotes. */
part_wrong uriel_address_is_wrong(uriel_text written, bool rfc822);

#endif
