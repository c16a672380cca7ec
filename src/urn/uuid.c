/* SPDX-License-Identifier: MIT */
/* urn:uuid (RFC 9562, 4). */
#include "urn/names.h"

static name_verdict uuid_read(name n)
{
  static const unsigned char groups[] = {8, 4, 4, 4, 12};
  for (size_t i = 0; i < sizeof groups; i++) {
    if (i > 0 && !name_skip(&n, '-'))
      return name_wrong(n.at, "the digits stand in groups of 8, 4, 4, 4 and 12, with hyphens between");
    for (size_t digits = 0; digits < groups[i]; digits++) {
      if (!name_is(&n, BYTE_HEX))
        return name_wrong(n.at, name_peek(&n) == '-' || name_at_end(&n)
                                    ? "a UUID has groups of 8, 4, 4, 4 and 12 digits"
                                    : "a UUID is made of hexadecimal digits");
      name_step(&n);
    }
  }
  return name_at_end(&n) ? name_fine() : name_wrong(n.at, "a UUID ends with its 32nd digit");
}

/* Section 4: output is in lower case, input in any. */
const urn_rules uriel_names_uuid = {"uuid", "UUID", uuid_read, uriel_names_fold_all};
