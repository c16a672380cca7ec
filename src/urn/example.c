/* SPDX-License-Identifier: MIT */
/* urn:example (RFC 6963): names for examples. */
#include "urn/names.h"

/* RFC 6963, 3: any NSS. */
static name_verdict example_read(name n)
{
  (void)n;
  return (name_verdict){.code = URIEL_ERROR_NONE};
}

const urn_rules uriel_names_example = {"example", "example name", example_read, NULL};
