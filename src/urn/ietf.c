/* SPDX-License-Identifier: MIT */
/* urn:ietf (RFC 2648, RFC 3553): documents, meetings and protocol parameters. */
#include "urn/names.h"

/* A number, as RFCs, FYIs, STDs and BCPs have. */
static name_verdict ietf_number(name n)
{
  if (uriel_name_span(&n, BYTE_DIGIT, 0) == 0 || !name_at_end(&n))
    return name_wrong(n.at, "an RFC, FYI, STD or BCP has a number");
  return name_fine();
}

/* RFC 3553: a class and an identifier. */
static name_verdict ietf_params(name n)
{
  if (uriel_name_until(&n, ":") == 0)
    return name_wrong(n.at, "the class of a parameter is missing");
  if (!name_skip(&n, ':') || name_at_end(&n))
    return name_wrong(n.at, "an identifier is missing behind the class of a parameter");
  return name_fine();
}

static name_verdict ietf_read(name n)
{
  static const char *const series[] = {"rfc:", "fyi:", "std:", "bcp:"};
  for (size_t i = 0; i < sizeof series / sizeof *series; i++)
    if (uriel_name_word(&n, series[i]))
      return ietf_number(n);
  if (uriel_name_word(&n, "params:"))
    return ietf_params(n);
  const size_t length = uriel_name_until(&n, ":");
  if (length == 0)
    return name_wrong(n.at, "rfc, fyi, std, bcp, id, mtg or params is missing");
  if (!name_skip(&n, ':') || name_at_end(&n))
    return name_wrong(n.at, "a name is missing behind its kind");
  return name_fine();
}

/* RFC 2648: all of it is of any case. What RFC 3553 added is left as it is behind "params:", since
 * protocols compare it as they stand. */
static bool ietf_canonical(pieces *p, uriel_text nss)
{
  name n = name_of(nss, p->rules);
  return uriel_name_word(&n, "params:") ? uriel_names_fold(p, nss, n.at) : uriel_names_fold_all(p, nss);
}

const urn_rules uriel_names_ietf = {"ietf", "IETF name", ietf_read, ietf_canonical};
