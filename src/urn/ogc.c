/* SPDX-License-Identifier: MIT */
/* urn:ogc (RFC 5165): resources of the Open Geospatial Consortium. */
#include "urn/names.h"

/* ResourceType ":" ResourceSpecificString */
static name_verdict ogc_read(name n)
{
  if (uriel_name_until(&n, ":") == 0)
    return name_wrong(n.at, "a type of resource is missing");
  if (!name_skip(&n, ':') || name_at_end(&n))
    return name_wrong(n.at, "a name is missing behind the type of resource");
  return name_fine();
}

const urn_rules uriel_names_ogc = {"ogc", "OGC name", ogc_read, NULL};
