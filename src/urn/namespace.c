/* SPDX-License-Identifier: MIT */
/* The namespaces of URNs: the registry, and the namespaces with known names. */
#include "urn/namespace.h"

#include "text/text.h"
#include "uriel_urn.h"
#include "urn/names.h"
#include "urn/namespace_table.h"

enum { NAMESPACE_COUNT = sizeof namespace_table / sizeof *namespace_table };

/* Compares the bytes of `nid`, in lower case, with a name in any case; a prefix sorts first. */
static int namespace_order(const char *nid, uriel_text other)
{
  for (size_t i = 0; i < other.len; i++) {
    const int difference = (unsigned char)nid[i] - (unsigned char)byte_lower(other.ptr[i]);
    if (difference != 0 || nid[i] == 0)
      return difference ? difference : -1;
  }
  return nid[other.len] ? 1 : 0;
}

static const uriel_urn_namespace *namespace_search(uriel_text nid)
{
  size_t low = 0, high = NAMESPACE_COUNT;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const int order = namespace_order(namespace_table[middle].nid, nid);
    if (order == 0)
      return &namespace_table[middle];
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

/* The letters, digits and hyphens of a NID. */
static bool namespace_is_nid(name nid)
{
  return uriel_name_span(&nid, BYTE_ALPHA | BYTE_DIGIT, '-') > 0 && name_at_end(&nid);
}

/* The entry for all NIDs with that prefix: numbers without leading zeros (RFC 8141, 5.2) after "urn-",
 * letters, digits and hyphens after "x-". */
static const uriel_urn_namespace *namespace_family(uriel_text nid)
{
  static const char *const families[] = {"urn-", "x-"};
  for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
    const uriel_text begin = uriel_text_of(families[i]);
    if (nid.len <= begin.len || namespace_order(begin.ptr, (uriel_text){nid.ptr, begin.len}) != 0)
      continue;
    name rest = name_of(view_of(nid.ptr + begin.len, nid.ptr + nid.len), (unit_rules){0});
    if (i == 0
            ? name_peek(&rest) != '0' && uriel_name_span(&rest, BYTE_DIGIT, 0) > 0 && name_at_end(&rest)
            : namespace_is_nid(rest))
      return namespace_search(begin);
  }
  return NULL;
}

const uriel_urn_namespace *uriel_urn_namespace_find(const char *nid, size_t len)
{
  const uriel_text text = {len ? nid : "", len};
  const uriel_urn_namespace *const family = namespace_family(text);
  if (family)
    return family;
  const uriel_urn_namespace *const found = namespace_search(text);
  /* The prefixes "urn-" and "x-" are not NIDs. */
  const bool is_family =
      found && (found->kind == URIEL_URN_INFORMAL || found->kind == URIEL_URN_EXPERIMENTAL);
  return is_family ? NULL : found;
}

const uriel_urn_namespace *uriel_urn_namespaces(size_t *count)
{
  *count = NAMESPACE_COUNT;
  return namespace_table;
}

static const urn_rules *const namespace_rules[] = {
    &uriel_names_epc, &uriel_names_example,  &uriel_names_ietf, &uriel_names_isan, &uriel_names_isbn,
    &uriel_names_iso, &uriel_names_issn,     &uriel_names_lex,  &uriel_names_nbn,  &uriel_names_ogc,
    &uriel_names_oid, &uriel_names_publicid, &uriel_names_uuid,
};

static const urn_rules *namespace_rules_of(name nid)
{
  for (size_t i = 0; i < sizeof namespace_rules / sizeof *namespace_rules; i++) {
    name n = nid;
    if (uriel_name_word(&n, namespace_rules[i]->nid) && name_at_end(&n))
      return namespace_rules[i];
  }
  return NULL;
}

const urn_rules *uriel_urn_rules(uriel_text nid)
{
  return namespace_rules_of(name_of(nid, (unit_rules){0}));
}

bool uriel_urn_rules_check(const urn_rules *rules, uriel_text nss, uriel_error *error)
{
  const name_verdict verdict = rules->read ? rules->read(name_of(nss, (unit_rules){0})) : name_fine();
  if (verdict.code == URIEL_ERROR_NONE)
    return true;
  *error = (uriel_error){.code = verdict.code,
                         .offset = (size_t)(verdict.at - nss.ptr),
                         .part = rules->noun,
                         .reason = verdict.words};
  writer w = writer_to(error->detail, sizeof error->detail - 1);
  if (verdict.counted)
    uriel_write_number(&w, verdict.number);
  if (verdict.character)
    write_byte(&w, verdict.character);
  return false;
}

/* Pieces: the NID in lower case and ":", then the pieces of the NSS. */
static bool namespace_nid(pieces *p, uriel_text *piece, unit_rules *rules)
{
  const char *const end = p->text.ptr + p->text.len;
  const char *const colon = view_find(p->text.ptr, end, ':');
  const uriel_text nid = view_of(p->text.ptr, colon), nss = view_of(colon + 1, end);
  const urn_rules *const known = namespace_rules_of(name_of(nid, p->rules));
  *piece = view_of(nid.ptr, nss.ptr);
  *rules = (unit_rules){true, p->rules.decode, true};
  /* A name that is not valid, and a name without a canonical form, are unchanged. */
  p->next = uriel_pieces_whole;
  p->text = nss;
  p->state = 0;
  if (!known || !(known->canonical || known->next) ||
      known->read(name_of(nss, p->rules)).code != URIEL_ERROR_NONE)
    return true;
  if (known->canonical)
    known->canonical(p, nss);
  else
    p->next = known->next;
  return true;
}

pieces uriel_urn_pieces(uriel_text path, unit_rules rules)
{
  const char *const end = path.ptr + path.len;
  const char *const colon = view_find(path.ptr, end, ':');
  const bool named = colon < end && namespace_is_nid(name_of(view_of(path.ptr, colon), rules));
  return (pieces){.next = named ? namespace_nid : uriel_pieces_whole, .rules = rules, .text = path};
}
