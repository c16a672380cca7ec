/* SPDX-License-Identifier: MIT */
/* Namespaces with short rules: example, ietf, iso, lex, nbn, ogc, oid, publicid, uuid. */
#include "urn/names.h"

/* ---- example -------------------------------------------------------------------------------------- */

/* urn:example (RFC 6963, 3): names for examples, any NSS. */

const urn_rules uriel_names_example = {"example", .noun = "example name"};

/* ---- ietf ----------------------------------------------------------------------------------------- */

/* urn:ietf (RFC 2648, RFC 3553, RFC 6924): documents, meetings and protocol parameters. */

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

/* RFC 2648: case does not matter. After "params:" (RFC 3553) it does, because protocols compare the
 * text. */
static void ietf_canonical(pieces *p, uriel_text nss)
{
  name n = name_of(nss, p->rules);
  uriel_names_fold(p, nss, uriel_name_word(&n, "params:") ? n.at : n.end);
}

static name_verdict ietf_read(name n)
{
  static const struct {
    const char *name;
    name_verdict (*rest)(name *n);
  } kinds[] = {{"rfc", ietf_number}, {"fyi", ietf_number}, {"std", ietf_number},
               {"bcp", ietf_number}, {"id", ietf_string},  {"mtg", ietf_string}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    name rest = n;
    if (uriel_name_word(&rest, kinds[i].name) && (name_at_end(&rest) || name_peek(&rest) == ':'))
      return kinds[i].rest(&rest);
  }
  name params = n;
  if (uriel_name_word(&params, "params") && name_at_end(&params))
    return name_wrong(params.at, "a parameter has a name");
  /* Others (RFC 6924) have such names, and the same fields as "params". */
  const size_t length = uriel_name_span(&n, BYTE_ALPHA | BYTE_DIGIT, '-');
  if (length == 0 || (!name_at_end(&n) && name_peek(&n) != ':'))
    return name_wrong(n.at, "a kind of name, as rfc, is made of letters, digits and hyphens");
  return name_skip(&n, ':') ? ietf_fields(&n) : name_fine();
}

const urn_rules uriel_names_ietf = {"ietf", "IETF name", ietf_read, .canonical = ietf_canonical};

/* ---- iso ------------------------------------------------------------------------------------------ */

/* urn:iso (RFC 5141): ISO standards and their elements. */

/* The originator, the type and the number: letters, hyphens, then digits. */
static name_verdict iso_document(name *n)
{
  if (uriel_name_span(n, BYTE_ALPHA, '-') == 0)
    return name_wrong(n->at, "the originator is missing, as iso or iso-iec");
  if (!name_skip(n, ':'))
    return name_wrong(n->at, "an originator is made of letters and hyphens, followed by \":\"");
  if (uriel_name_span(n, BYTE_ALPHA, 0) > 0 && !name_skip(n, ':'))
    return name_wrong(n->at, "a type of document is made of letters, followed by \":\"");
  if (uriel_name_span(n, BYTE_DIGIT, 0) == 0)
    return name_wrong(n->at, "the number of the document is missing");
  return name_fine();
}

/* "-1", a part. */
static name_verdict iso_part(name *n)
{
  name ahead = *n;
  if (!name_skip(&ahead, ':') || !name_skip(&ahead, '-'))
    return name_fine();
  *n = ahead;
  if (uriel_name_span(n, BYTE_ALPHA | BYTE_DIGIT, '-') == 0)
    return name_wrong(n->at, "the number of the part is missing after its hyphen");
  return name_fine();
}

/* A supplement has a number; other fields are not checked. */
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

/* 2.9: case does not matter. */
const urn_rules uriel_names_iso = {"iso", "ISO name", iso_read, .canonical = uriel_names_fold_all};

/* ---- lex ------------------------------------------------------------------------------------------ */

/* urn:lex (RFC 9676): sources of law. */

/* A country's two letters, or a domain name, and the units of a federation after ";". */
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

/* "authority:measure:details", then annexes, "@" an expression, "$" a manifestation. */
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
    return name_wrong(n.at, "a local name is missing after the jurisdiction");
  return name_fine();
}

const urn_rules uriel_names_lex = {"lex", "LEX name", lex_read, .canonical = uriel_names_fold_all};

/* ---- nbn ------------------------------------------------------------------------------------------ */

/* urn:nbn (RFC 8458): the numbers of national bibliographies. */

/* The country, or another registered prefix, which is longer than two letters. */
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
    return name_wrong(n.at, "a string is missing after the hyphen");
  return verdict;
}

/* The prefix is case-insensitive; the library decides about the string. */
static void nbn_canonical(pieces *p, uriel_text nss)
{
  name n = name_of(nss, p->rules);
  nbn_prefix(&n);
  uriel_names_fold(p, nss, n.at);
}

const urn_rules uriel_names_nbn = {"nbn", "NBN", nbn_read, .canonical = nbn_canonical};

/* ---- ogc ------------------------------------------------------------------------------------------ */

/* urn:ogc (RFC 5165): resources of the Open Geospatial Consortium. */

/* ResourceType ":" ResourceSpecificString */
static name_verdict ogc_read(name n)
{
  if (uriel_name_until(&n, ":") == 0)
    return name_wrong(n.at, "a type of resource is missing");
  if (!name_skip(&n, ':') || name_at_end(&n))
    return name_wrong(n.at, "a name is missing after the type of resource");
  return name_fine();
}

const urn_rules uriel_names_ogc = {"ogc", "OGC name", .read = ogc_read};

/* ---- oid ------------------------------------------------------------------------------------------ */

/* urn:oid (RFC 3061; X.660 for the arcs): object identifiers. */

enum { OID_ROOTS = 3, OID_SECOND_MAX = 39 };

/* Reports whether the number from `begin` to the place of `n` exceeds a limit of one or two digits;
 * `at` is the digit that makes it do so. */
static bool oid_above(const name *n, const char *begin, unsigned limit, const char **at)
{
  name digits = *n;
  uint32_t value = 0;
  for (digits.at = begin; digits.at < n->at; name_step(&digits)) {
    *at = digits.at;
    if (!digits_add(&value, 10, (char)('0' + uriel_name_value(&digits)), limit))
      return true;
  }
  return false;
}

static name_verdict oid_read(name n)
{
  bool limited = true;
  for (size_t arc = 0;; arc++) {
    const char *const begin = n.at;
    const bool zero = name_skip(&n, '0');
    if (zero && name_is(&n, BYTE_DIGIT))
      return name_wrong(n.at, "a number has no leading zero");
    if (!zero && uriel_name_span(&n, BYTE_DIGIT, 0) == 0)
      return name_wrong(n.at, "an OID is made of numbers with dots between");
    const char *above = begin;
    if (arc == 0 && oid_above(&n, begin, OID_ROOTS - 1, &above))
      return name_wrong(above, "the first number is 0, 1 or 2");
    if (arc == 0)
      limited = !oid_above(&n, begin, 1, &above);
    if (arc == 1 && limited && oid_above(&n, begin, OID_SECOND_MAX, &above))
      return name_wrong(above, "the second number is at most 39 after 0 and 1");
    if (name_at_end(&n))
      return name_fine();
    if (!name_skip(&n, '.'))
      return name_wrong(n.at, "an OID is made of numbers with dots between");
  }
}

const urn_rules uriel_names_oid = {"oid", "OID", .read = oid_read};

/* ---- publicid ------------------------------------------------------------------------------------- */

/* urn:publicid (RFC 3151): public identifiers of SGML and XML, transcribed. */

/* The characters that are always encoded, and no others are. */
static const char publicid_encoded[] = "+:/;'?#%";

/* The characters that are never encoded besides letters and digits, and the transcriptions of "//",
 * "::" and a space. */
static const char publicid_plain[] = "-(),.=!*@$_:;+";

static name_verdict publicid_read(name n)
{
  bool space_fits = false;
  unsigned before = NAME_END;
  for (; !name_at_end(&n); name_step(&n)) {
    const unsigned unit = name_peek(&n);
    if (unit >= UNIT_ENCODED && !bytes_have(publicid_encoded, unit & 0xFF))
      return name_wrong(n.at, "only + : / ; ' ? # and % of a public identifier are encoded");
    if (unit == before && (unit == (UNIT_ENCODED | '/') || unit == (UNIT_ENCODED | ':')))
      return name_wrong(n.at, "\"//\" is transcribed as \":\", and \"::\" as \";\"");
    if (unit < UNIT_ENCODED && !name_is(&n, BYTE_ALPHA | BYTE_DIGIT) &&
        !bytes_have(publicid_plain, unit))
      return name_wrong(n.at, "no public identifier is transcribed so");
    if (unit == '+' && !space_fits)
      return name_wrong(n.at, "white space is one space, and not at the begin");
    space_fits = unit != '+';
    before = unit;
  }
  if (!space_fits)
    return name_wrong(n.at, "white space is not at the end");
  return name_fine();
}

const urn_rules uriel_names_publicid = {"publicid", "public identifier", .read = publicid_read};

/* ---- uuid ----------------------------------------------------------------------------------------- */

/* urn:uuid (RFC 9562, 4). */

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
const urn_rules uriel_names_uuid = {"uuid", "UUID", uuid_read, .canonical = uriel_names_fold_all};
