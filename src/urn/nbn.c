/* SPDX-License-Identifier: MIT */
/* urn:nbn (RFC 8458): the numbers of national bibliographies. */
#include "urn/names.h"

/* The country, or another prefix that is registered: longer than two, so as to be no country's. */
static name_verdict nbn_prefix(name *n)
{
  const char *const begin = n->at;
  const size_t letters = uriel_name_span(n, BYTE_ALPHA, 0);
  const size_t length = letters + uriel_name_span(n, BYTE_ALPHA | BYTE_DIGIT, 0);
  if (length < 2 || (length == 2 && letters < 2))
    return name_wrong(begin, "an NBN begins with the two letters of a country");
  while (name_skip(n, ':'))
    if (uriel_name_span(n, BYTE_ALPHA | BYTE_DIGIT, 0) == 0)
      return name_wrong(n->at, "a sub-namespace is made of letters and digits");
  if (!name_skip(n, '-'))
    return name_wrong(n->at, "a hyphen stands between the prefix and the string of an NBN");
  return name_fine();
}

static name_verdict nbn_read(name n)
{
  const name_verdict verdict = nbn_prefix(&n);
  if (verdict.code == URIEL_ERROR_NONE && name_at_end(&n))
    return name_wrong(n.at, "a string is missing behind the hyphen");
  return verdict;
}

/* The prefix is of any case; whether the string is, is its library's affair. */
static bool nbn_canonical(pieces *p, uriel_text nss)
{
  name n = name_of(nss, p->rules);
  nbn_prefix(&n);
  return uriel_names_fold(p, nss, n.at);
}

const urn_rules uriel_names_nbn = {"nbn", "NBN", nbn_read, nbn_canonical};
