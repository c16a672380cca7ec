/* SPDX-License-Identifier: MIT */
/* The namespaces of URNs: the registry, and the namespaces with known names. */
#include "urn/namespace.h"

#include "text/text.h"
#include "uriel_urn.h"
#include "urn/names.h"
#include "urn/registry.h"

#include "urn/namespace_table.h"

static const urn_registry namespace_registry = {
    .namespaces = space_namespaces,
    .spaces = space_rules,
    .count = sizeof space_namespaces / sizeof *space_namespaces,
    .rules = {space_sets, space_arcs, space_states},
};

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
  size_t low = 0, high = namespace_registry.count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const uriel_urn_namespace *const found = &namespace_registry.namespaces[middle];
    const int order = namespace_order(found->nid, nid);
    if (order == 0)
      return found;
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
  *count = namespace_registry.count;
  return namespace_registry.namespaces;
}

/* ---- Names -------------------------------------------------------------------------------------- */

/* The rules of namespaces that are not data. */
static const urn_rules *const namespace_algorithms[URN_ALGORITHM_COUNT] = {
    [URN_ALGORITHM_EPC] = &uriel_names_epc,
    [URN_ALGORITHM_ISAN] = &uriel_names_isan,
    [URN_ALGORITHM_ISBN] = &uriel_names_isbn,
    [URN_ALGORITHM_ISSN] = &uriel_names_issn,
    [URN_ALGORITHM_MOD_37_36] = &uriel_names_mod_37_36,
};

/* Reports whether `before`, the units that words are for, has the unit. A line feed stands for the end,
 * and "%" at its end for every encoded byte. If it is empty, the words are for all units. */
static bool namespace_fits(const char *before, unsigned unit)
{
  if (!*before)
    return true;
  for (const char *const end = before + uriel_text_of(before).len; before < end;) {
    if (*before == '%' && end - before == 1)
      return unit >= UNIT_ENCODED && unit < NAME_END;
    const unsigned one = unit_next(&before, end, (unit_rules){.triplets = true});
    if (unit == (one == '\n' ? (unsigned)NAME_END : one))
      return true;
  }
  return false;
}

/* What is wrong with the unit that comes next. `number` is of the words of a rule: each is the units
 * that they are for, then the words. The last words are for all units. After "^" the place is the
 * begin of the name. */
static name_verdict namespace_wrong(const urn_space *space, unsigned number, const name *n)
{
  const char *words = space->words;
  if (number == 0)
    return name_wrong(n->at, name_at_end(n) ? "it is not complete" : "this character does not fit here");
  for (unsigned at = 1;; at++) {
    const bool begins = *words == '^';
    const char *const before = words + begins;
    words = before + uriel_text_of(before).len + 1;
    if (at >= number && namespace_fits(before, name_peek(n)))
      return name_wrong(begins ? n->begin : n->at, words);
    words += uriel_text_of(words).len + 1;
  }
}

/* Reads the NSS by the syntax. `checked` gets the units for the algorithm: all, unless some are marked.
 */
static name_verdict namespace_walk(const urn_space *space, name n, name *checked)
{
  const syntax *const rules = &namespace_registry.rules;
  unsigned state = space->syntax - 1u;
  bool marked = false;
  while (!name_at_end(&n)) {
    const char *const here = n.at;
    const syntax_arc *const arc = syntax_take(rules, state, name_peek(&n));
    if (!arc)
      break;
    name_step(&n);
    state = arc->to;
    if (arc->marks & SYNTAX_CHECK) {
      checked->begin = checked->at = marked ? checked->begin : here;
      checked->end = n.at;
      marked = true;
    }
  }
  if (name_at_end(&n) && rules->states[state].accepts)
    return name_fine();
  return namespace_wrong(space, rules->states[state].wrong, &n);
}

static name_verdict namespace_read(const urn_space *space, name n)
{
  const urn_rules *const algorithm = namespace_algorithms[space->algorithm];
  const bool whole = algorithm && algorithm->whole;
  name checked = n;
  name_verdict verdict = whole ? algorithm->read(n) : name_fine();
  if (verdict.code == URIEL_ERROR_NONE && space->syntax)
    verdict = namespace_walk(space, n, &checked);
  return verdict.code == URIEL_ERROR_NONE && algorithm && !whole ? algorithm->read(checked) : verdict;
}

const urn_space *uriel_urn_space(uriel_text nid)
{
  const uriel_urn_namespace *const known = uriel_urn_namespace_find(nid.ptr, nid.len);
  return known && known->checked ? &namespace_registry.spaces[known - namespace_registry.namespaces]
                                 : NULL;
}

bool uriel_urn_space_check(const urn_space *space, uriel_text nss, uriel_error *error)
{
  const name_verdict verdict = namespace_read(space, name_of(nss, (unit_rules){0}));
  if (verdict.code == URIEL_ERROR_NONE)
    return true;
  *error = (uriel_error){.code = verdict.code,
                         .offset = (size_t)(verdict.at - nss.ptr),
                         .part = space->noun,
                         .reason = verdict.words};
  writer w = writer_to(error->detail, sizeof error->detail - 1);
  if (verdict.counted)
    uriel_write_number(&w, verdict.number);
  if (verdict.character)
    write_byte(&w, verdict.character);
  return false;
}

/* Pieces: units with the same marks, from the state of the automaton on. */
static bool namespace_marked(pieces *p, uriel_text *piece, unit_rules *rules)
{
  name n = name_of(p->rest, p->rules);
  unsigned marks = 0;
  while (!name_at_end(&n)) {
    const syntax_arc *const arc = syntax_take(&namespace_registry.rules, p->state, name_peek(&n));
    const unsigned next = arc->marks & (SYNTAX_FOLD | SYNTAX_OMIT);
    if (n.at > n.begin && next != marks)
      break;
    marks = next;
    p->state = arc->to;
    name_step(&n);
  }
  *piece = view_of(n.begin, marks & SYNTAX_OMIT ? n.begin : n.at);
  *rules = p->rules;
  if (marks & SYNTAX_FOLD)
    *rules = (unit_rules){true, p->rules.decode, true};
  p->rest = view_of(n.at, n.end);
  return n.at > n.begin;
}

/* The namespace of a NID, which the rules can decode. */
static const urn_space *namespace_decoded(name nid)
{
  char decoded[32];
  size_t len = 0;
  for (; !name_at_end(&nid) && len < sizeof decoded && name_peek(&nid) < 0x80; name_step(&nid))
    decoded[len++] = (char)name_peek(&nid);
  return name_at_end(&nid) ? uriel_urn_space((uriel_text){decoded, len}) : NULL;
}

/* Pieces: the NID in lower case and ":", then the pieces of the NSS. */
static bool namespace_nid(pieces *p, uriel_text *piece, unit_rules *rules)
{
  const char *const end = p->text.ptr + p->text.len;
  const char *const colon = view_find(p->text.ptr, end, ':');
  const uriel_text nid = view_of(p->text.ptr, colon), nss = view_of(colon + 1, end);
  const urn_space *const space = namespace_decoded(name_of(nid, p->rules));
  *piece = view_of(nid.ptr, nss.ptr);
  *rules = (unit_rules){true, p->rules.decode, true};
  /* A name that is not valid, and a name without a canonical form, are unchanged. */
  p->next = uriel_pieces_whole;
  p->text = nss;
  p->state = 0;
  if (!space || namespace_read(space, name_of(nss, p->rules)).code != URIEL_ERROR_NONE)
    return true;
  const urn_rules *const algorithm = namespace_algorithms[space->algorithm];
  if (algorithm && algorithm->next) {
    p->next = algorithm->next;
  } else if (space->syntax) {
    p->next = namespace_marked;
    p->rest = nss;
    p->state = space->syntax - 1u;
  }
  return true;
}

pieces uriel_urn_pieces(uriel_text path, unit_rules rules)
{
  const char *const end = path.ptr + path.len;
  const char *const colon = view_find(path.ptr, end, ':');
  const bool named = colon < end && namespace_is_nid(name_of(view_of(path.ptr, colon), rules));
  return (pieces){.next = named ? namespace_nid : uriel_pieces_whole, .rules = rules, .text = path};
}
