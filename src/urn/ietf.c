/* SPDX-License-Identifier: MIT */
/* urn:ietf (RFC 2648, RFC 3553, RFC 6924): documents, meetings and protocol parameters. */
#include "urn/names.h"

static name_verdict ietf_number(name *n)
{
  if (!name_skip(n, ':') || uriel_name_span(n, BYTE_DIGIT, 0) == 0 || !name_at_end(n))
    return name_wrong(n->at, "an RFC, FYI, STD or BCP has a number");
  return name_fine();
}

static name_verdict ietf_string(name *n)
{
  if (!name_skip(n, ':') || uriel_name_span(n, BYTE_ALPHA | BYTE_DIGIT, '-') == 0 || !name_at_end(n))
    return name_wrong(n->at, "a draft or a meeting has a name of letters, digits and hyphens");
  return name_fine();
}

/* "If a colon is present then the items on both sides of it are valid names" (RFC 3553). */
static name_verdict ietf_fields(name *n)
{
  do {
    if (uriel_name_until(n, ":") == 0)
      return name_wrong(n->at, "a field between two colons is empty");
  } while (name_skip(n, ':'));
  return name_fine();
}

static name_verdict ietf_params(name *n)
{
  return name_skip(n, ':') ? ietf_fields(n) : name_wrong(n->at, "a parameter has a name");
}

static name_verdict ietf_read(name n)
{
  static const struct {
    const char *name;
    name_verdict (*rest)(name *n);
  } kinds[] = {{"rfc", ietf_number}, {"fyi", ietf_number}, {"std", ietf_number},   {"bcp", ietf_number},
               {"id", ietf_string},  {"mtg", ietf_string}, {"params", ietf_params}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    name rest = n;
    if (uriel_name_word(&rest, kinds[i].name) && (name_at_end(&rest) || name_peek(&rest) == ':'))
      return kinds[i].rest(&rest);
  }
  /* Others that are registered (RFC 6924) have a name as these have. */
  const size_t length = uriel_name_span(&n, BYTE_ALPHA | BYTE_DIGIT, '-');
  if (length == 0 || (!name_at_end(&n) && name_peek(&n) != ':'))
    return name_wrong(n.at, "a kind of name, as rfc, is made of letters, digits and hyphens");
  return name_skip(&n, ':') ? ietf_fields(&n) : name_fine();
}

/* RFC 2648: all of it is of any case. What RFC 3553 added is left as it is behind "params:", since
 * protocols compare it as it stands. */
static bool ietf_canonical(pieces *p, uriel_text nss)
{
  name n = name_of(nss, p->rules);
  return uriel_name_word(&n, "params:") ? uriel_names_fold(p, nss, n.at) : uriel_names_fold_all(p, nss);
}

const urn_rules uriel_names_ietf = {"ietf", "IETF name", ietf_read, ietf_canonical};
