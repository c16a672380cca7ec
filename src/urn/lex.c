/* SPDX-License-Identifier: MIT */
/* urn:lex (RFC 9676): sources of law. */
#include "urn/names.h"

/* A country's two letters, or a domain name, and the units of a federation behind ";". */
static name_verdict lex_jurisdiction(name *n)
{
  const char *const begin = n->at;
  do {
    if (!name_is(n, BYTE_ALPHA | BYTE_DIGIT))
      return name_wrong(n->at, "a jurisdiction is made of words with \";\" between");
    uriel_name_until(n, ":;");
  } while (name_skip(n, ';'));
  name code = *n;
  code.at = begin;
  if (uriel_name_span(&code, BYTE_ALPHA | BYTE_DIGIT, '.') < 2)
    return name_wrong(begin, "a jurisdiction has the two letters of a country or a domain name");
  return name_fine();
}

/* "authority:measure:details", annexes behind it, then "@" an expression and "$" a manifestation. */
static name_verdict lex_read(name n)
{
  const name_verdict verdict = lex_jurisdiction(&n);
  if (verdict.code != URIEL_ERROR_NONE)
    return verdict;
  size_t fields = 0;
  while (name_skip(&n, ':')) {
    if (uriel_name_until(&n, ":@$") == 0)
      return name_wrong(n.at, "a field between two colons is empty");
    fields++;
  }
  if (fields == 0)
    return name_wrong(n.at, "a local name is missing behind the jurisdiction");
  return name_fine();
}

const urn_rules uriel_names_lex = {"lex", "LEX name", lex_read, uriel_names_fold_all};
