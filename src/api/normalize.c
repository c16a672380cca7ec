/* SPDX-License-Identifier: MIT */
/* uriel_normalize, uriel_equal, uriel_compare and uriel_hash: normal forms under the reference's
 * generation, with the rules of schemes. */
#include "api/generations.h"
#include "scan/scan.h"
#include "scheme/normal.h"
#include "text/bytes.h"
#ifndef URIEL_NO_SCHEME
#include "scheme/sought.h"
#endif

/* uriel_normal_form for every generation, with the scheme's own rules. */
static normal_form normal_of(const uriel_ref *ref, uriel_level level, uint32_t hints,
                             const scheme_defaults *own)
{
  const uriel_spec spec = (uriel_spec)((ref->flags & URIEL_SPEC_MASK) >> URIEL_SPEC_SHIFT);
  normal_form n;
  switch (spec) {
#ifndef URIEL_NO_HISTORIC
  case URIEL_SPEC_URL_1993:
  case URIEL_SPEC_URL_1994:
    return uriel_normal_1993(ref, level);
  case URIEL_SPEC_URL_1997:
    return uriel_normal_1997(ref, level);
  case URIEL_SPEC_URI_2003:
    return uriel_normal_2003(ref, level);
#endif
#ifndef URIEL_NO_URN
  case URIEL_SPEC_RFC2141:
  case URIEL_SPEC_URN_2011:
  case URIEL_SPEC_RFC8141:
    n = uriel_urn_normal_form(ref);
    break;
#endif
  case URIEL_SPEC_WHATWG:
    /* As written. Its "%XX" are units of the same value if they are in upper case, as in every normal
     * form of other documents. */
    n = uriel_normal_written(ref);
    n.rules.triplets = uriel_triplets_stand((uriel_text){ref->text, ref->length}, false);
    n.host_rules = n.rules;
    return n;
  default:
    n = uriel_normal_form(ref, level, hints, own);
    break;
  }
  if (level >= URIEL_LEVEL_SCHEME && n.scheme.ptr)
    uriel_normal_by_scheme(&n, spec);
  return n;
}

/* ---- Writing ------------------------------------------------------------------------------------- */

static APART size_t normalize_closely(const scheme_defaults *own, const uriel_ref *ref,
                                      uriel_level level, char *out, size_t capacity)
{
  writer w = {out, capacity, 0, NULL};
  uint32_t hints;
  if (ref->flags & URIEL_INVALID)
    return URIEL_FAILED;
  if (uriel_normal_stands(ref, level, own, &hints)) {
    uriel_write_bytes(&w, ref->text, ref->length);
  } else {
    const normal_form n = normal_of(ref, level, hints, own);
    uriel_normal_write(&w, &n);
  }
  return w.len;
}

size_t uriel_normalize(const uriel_ref *ref, uriel_level level, char *out, size_t capacity)
{
  if (ref->length > capacity || !normal_stands_plainly(ref, level))
    return normalize_closely(NULL, ref, level, out, capacity);
  copy_bytes(out, ref->text, ref->length);
  return ref->length;
}

#ifndef URIEL_NO_SCHEME
size_t uriel_normalize_with(const uriel_registry *registry, const uriel_ref *ref, uriel_level level,
                            char *out, size_t capacity)
{
  const uriel_scheme_info *const known =
      ref->scheme_end ? uriel_registry_own(registry, component_scheme(ref)) : NULL;
  if (!known)
    return uriel_normalize(ref, level, out, capacity);
  const scheme_defaults own = {known->port, known->empty_path};
  return normalize_closely(&own, ref, level, out, capacity);
}
#endif

/* ---- Hashing ------------------------------------------------------------------------------------- */

enum { HASH_SCRATCH = 1024 };

/* Hashes the text of the normal form, so that references that are equal at a level have the same hash
 * at it. Most references are their own normal form; for others, a short form is written to a buffer, a
 * long one is hashed as it is written. */
static APART uint64_t hash_closely(const uriel_ref *ref, uriel_level level, uint64_t seed)
{
  if (ref->flags & URIEL_INVALID)
    return uriel_blocks_hash(ref->text, ref->length, seed);
  uint32_t hints;
  if (uriel_normal_stands(ref, level, NULL, &hints))
    return uriel_blocks_hash(ref->text, ref->length, seed);
  char scratch[HASH_SCRATCH];
  const normal_form n = normal_of(ref, level, hints, NULL);
  writer w = writer_to(scratch, sizeof scratch);
  uriel_normal_write(&w, &n);
  if (w.len <= sizeof scratch)
    return uriel_blocks_hash(scratch, w.len, seed);
  blocks b = uriel_blocks_begin(w.len, seed);
  w = writer_hashing(&b);
  uriel_normal_write(&w, &n);
  return uriel_blocks_end(&b);
}

uint64_t uriel_hash(const uriel_ref *ref, uriel_level level, uint64_t seed)
{
  if (!normal_stands_plainly(ref, level))
    return hash_closely(ref, level, seed);
  return uriel_blocks_hash(ref->text, ref->length, seed);
}

/* ---- Comparing ----------------------------------------------------------------------------------- */

static bool compare_same(const uriel_ref *a, const uriel_ref *b)
{
  return a->length == b->length && bytes_equal(a->text, b->text, a->length);
}

static bool compare_by_forms(const uriel_ref *a, const uriel_ref *b, uriel_level level)
{
  uint32_t hints, others;
  const bool stands = uriel_normal_stands(a, level, NULL, &hints);
  if (uriel_normal_stands(b, level, NULL, &others) && stands && !compare_same(a, b))
    return false;
  /* Side by side, "%XX" is a unit in both or in neither. */
  const uint32_t percent = (hints | others) & URIEL_HAS_PERCENT;
  const normal_form left = normal_of(a, level, hints | (a->flags & percent), NULL);
  const normal_form right = normal_of(b, level, others | (b->flags & percent), NULL);
  return uriel_normal_equal(&left, &right);
}

/* Returns whether a part of an IRI has a character that no other document has, also encoded. */
static bool compare_part_is_beyond(uriel_text part, bool in_query)
{
  if (part.len == 0)
    return false;
  const char *at = part.ptr, *const end = at + part.len;
  char bytes[4];
  for (; at < end && (unsigned char)*at < 0x80; at++)
    if (uriel_decode_ucs(at, end, in_query, bytes) > 0)
      return true;
  return at < end;
}

/* The same for its normal form at a level, from which ".." may have removed segments. */
static bool compare_is_beyond(const uriel_ref *iri, uriel_level level)
{
  uint32_t hints;
  uriel_text segment;
  uriel_normal_stands(iri, level, NULL, &hints);
  const normal_form n = normal_of(iri, level, hints, NULL);
  if (compare_part_is_beyond(n.userinfo, false) || compare_part_is_beyond(n.host, false) ||
      compare_part_is_beyond(n.query, true) || compare_part_is_beyond(n.fragment, false))
    return true;
  if (!n.segmented)
    return compare_part_is_beyond(n.path, false);
  for (segments rest = normal_segments(&n); uriel_segments_previous(&rest, &segment);)
    if (compare_part_is_beyond(segment, false))
      return true;
  return false;
}

/* Two generations may give one text two normal forms, or two texts one form at a level but not above
 * it: they are equal if their forms are the same at this level and all levels above. */
static APART bool compare_generally(const uriel_ref *a, const uriel_ref *b, uriel_level level)
{
  int at = level < URIEL_LEVEL_SCHEME ? (int)level : URIEL_LEVEL_SCHEME;
  const uriel_ref *const given[2] = {a, b};
  uriel_ref pair[2] = {*a, *b};
  if ((a->flags | b->flags) & URIEL_INVALID)
    return false;
  if (uriel_spec_of(a) == uriel_spec_of(b))
    return compare_by_forms(a, b, level);
  for (at = at ? at : URIEL_LEVEL_CASE; at <= URIEL_LEVEL_SCHEME; at++) {
    for (size_t i = 0; i < 2; i++)
      if (uriel_spec_of(given[i]) == URIEL_SPEC_IRI) {
        if (compare_is_beyond(given[i], (uriel_level)at))
          return false;
        pair[i].flags &= ~(uint32_t)URIEL_SPEC_MASK; /* units, as in a URI */
      }
    if (!compare_by_forms(&pair[0], &pair[1], (uriel_level)at))
      return false;
  }
  return true;
}

/* For references with different texts or generations. */
static APART bool compare_closely(const uriel_ref *a, const uriel_ref *b, uriel_level level)
{
  if (!((a->flags | b->flags) & (URIEL_SPEC_MASK | URIEL_INVALID)) && !normal_scheme_changes(a) &&
      !normal_scheme_changes(b))
    return uriel_normal_equal_plainly(a, b, level);
  return compare_generally(a, b, level);
}

bool uriel_equal(const uriel_ref *a, const uriel_ref *b, uriel_level level)
{
  const bool same = compare_same(a, b);
  /* The same text, read under the same document. */
  if (same && !((a->flags ^ b->flags) & URIEL_SPEC_MASK) && !((a->flags | b->flags) & URIEL_INVALID))
    return true;
  if ((level == URIEL_LEVEL_STRING && !same) ||
      (normal_stands_plainly(a, level) && normal_stands_plainly(b, level)))
    return false;
  return compare_closely(a, b, level);
}

/* Reports whether a level can make references equal that differ at the level below, judging from the
 * flags of the parser. */
static bool compare_level_adds(uint32_t flags, uriel_level level)
{
  switch (level) {
  case URIEL_LEVEL_CASE:
    return (flags & (URIEL_HAS_UPPER | URIEL_HAS_PERCENT)) != 0;
  case URIEL_LEVEL_PERCENT:
    return (flags & URIEL_HAS_PERCENT) != 0;
  case URIEL_LEVEL_PATH:
    return (flags & (URIEL_HAS_DOT_SEGMENT | URIEL_HAS_PERCENT)) != 0;
  default:
    return true;
  }
}

/* The top level first: references that differ there, as most pairs do, differ at all levels. */
uriel_level uriel_compare(const uriel_ref *a, const uriel_ref *b)
{
  uriel_level level = URIEL_LEVEL_STRING;
  if (!uriel_equal(a, b, URIEL_LEVEL_SCHEME))
    return URIEL_LEVEL_DIFFERENT;
  if (uriel_spec_of(a) == uriel_spec_of(b)) {
    if (compare_same(a, b))
      return URIEL_LEVEL_STRING;
    if (uriel_spec_of(a) == URIEL_SPEC_RFC3986) {
      for (level = URIEL_LEVEL_CASE; level < URIEL_LEVEL_SCHEME; level++)
        if (compare_level_adds(a->flags | b->flags, level) && compare_closely(a, b, level))
          break;
      return level;
    }
  }
  while (level < URIEL_LEVEL_SCHEME && !uriel_equal(a, b, level))
    level++;
  return level;
}
