/* SPDX-License-Identifier: MIT */
/* The named character sets of RFC 3986 (2.2, 2.3, 3.3). */
#include "uri/sets.h"

static const uriel_byte_set byte_sets_rfc3986[] = {
    SET_NAMED("reserved", "2.2", RFC_RESERVED),
    SET_NAMED("unreserved", "2.3", RFC_UNRESERVED),
    SET_NAMED("unwise", "", SET_EMPTY),
    SET_NAMED("excluded", "2", RFC_EXCLUDED),
    SET_NAMED("gen-delims", "2.2", RFC_GEN_DELIMS),
    SET_NAMED("sub-delims", "2.2", RFC_SUB_DELIMS),
    SET_NAMED("pchar", "3.3", RFC_PCHAR),
};

const uriel_byte_set *uriel_byte_sets_3986(size_t *count)
{
  *count = sizeof byte_sets_rfc3986 / sizeof *byte_sets_rfc3986;
  return byte_sets_rfc3986;
}
