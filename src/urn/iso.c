/* SPDX-License-Identifier: MIT */
/* urn:iso (RFC 5141): standards of ISO and what is in them. */
#include "urn/names.h"

/* Of the originator, the type and the number: letters, hyphens, then digits. */
static name_verdict iso_document(name *n)
{
  if (uriel_name_span(n, BYTE_ALPHA, '-') == 0)
    return name_wrong(n->at, "the originator is missing, as iso or iso-iec");
  if (!name_skip(n, ':'))
    return name_wrong(n->at, "an originator is made of letters and hyphens, with \":\" behind it");
  if (uriel_name_span(n, BYTE_ALPHA, 0) > 0 && !name_skip(n, ':'))
    return name_wrong(n->at, "a type of document is made of letters, with \":\" behind it");
  if (uriel_name_span(n, BYTE_DIGIT, 0) == 0)
    return name_wrong(n->at, "the number of the document is missing");
  return name_fine();
}

/* "-1", of a part. */
static name_verdict iso_part(name *n)
{
  name ahead = *n;
  if (!name_skip(&ahead, ':') || !name_skip(&ahead, '-'))
    return name_fine();
  *n = ahead;
  if (uriel_name_span(n, BYTE_ALPHA | BYTE_DIGIT, '-') == 0)
    return name_wrong(n->at, "the number of the part is missing behind its hyphen");
  return name_fine();
}

/* A supplement has a number; what other fields mean is not looked into. */
static name_verdict iso_field(name *n)
{
  static const char *const supplements[] = {"amd", "cor", "add"};
  for (size_t i = 0; i < sizeof supplements / sizeof *supplements; i++) {
    name ahead = *n;
    if (!uriel_name_word(&ahead, supplements[i]) || (name_peek(&ahead) != ':' && !name_at_end(&ahead)))
      continue;
    *n = ahead;
    if (!name_skip(n, ':') || uriel_name_span(n, BYTE_DIGIT, 0) == 0)
      return name_wrong(n->at, "a supplement has a number");
    return name_fine();
  }
  if (uriel_name_word(n, "ed-"))
    return uriel_name_span(n, BYTE_DIGIT, 0) > 0 ? name_fine()
                                                 : name_wrong(n->at, "an edition has a number");
  if (uriel_name_until(n, ":") == 0)
    return name_wrong(n->at, "a field between two colons is empty");
  return name_fine();
}

static name_verdict iso_read(name n)
{
  if (!uriel_name_word(&n, "std:"))
    return name_wrong(n.at, "names of ISO begin with std:");
  name_verdict verdict = iso_document(&n);
  if (verdict.code == URIEL_ERROR_NONE)
    verdict = iso_part(&n);
  while (verdict.code == URIEL_ERROR_NONE && !name_at_end(&n)) {
    if (!name_skip(&n, ':'))
      return name_wrong(n.at, "\":\" stands between two fields");
    verdict = iso_field(&n);
  }
  return verdict;
}

/* 2.9: case does not count. */
const urn_rules uriel_names_iso = {"iso", "ISO name", iso_read, uriel_names_fold_all};
