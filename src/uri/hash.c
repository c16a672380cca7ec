/* SPDX-License-Identifier: MIT */
/* Hashing of normal forms: what is equal at a rung has the same hash there. */
#include "uri/normal.h"

/* Bytes are gathered eight at a time and mixed into `state`. */
typedef struct hasher {
  uint64_t state, word;
  unsigned gathered;
} hasher;

static void hash_mix(hasher *h, uint64_t word)
{
  uint64_t x = (h->state ^ word) * 0x9E3779B97F4A7C15u;
  x ^= x >> 29;
  h->state = x * 0xBF58476D1CE4E5B9u + 0x2545F4914F6CDD1Du;
}

static void hash_byte(hasher *h, unsigned char byte)
{
  h->word |= (uint64_t)byte << (8 * h->gathered);
  if (++h->gathered == 8) {
    hash_mix(h, h->word);
    h->word = 0;
    h->gathered = 0;
  }
}

/* Ends a text, so that "ab" then "c" and "a" then "bc" part. */
static void hash_end(hasher *h, unsigned mark)
{
  hash_mix(h, h->word);
  hash_mix(h, (uint64_t)mark << 8 | h->gathered);
  h->word = 0;
  h->gathered = 0;
}

static uint64_t hash_word(const char *at)
{
  uint64_t word = 0;
  for (unsigned i = 0; i < 8; i++)
    word |= (uint64_t)(unsigned char)at[i] << (8 * i);
  return word;
}

static void hash_units(hasher *h, uriel_text text, unit_rules rules)
{
  const char *at = text.ptr;
  const char *const end = at + text.len;
  /* Bytes that stay as they are go eight at a time where that gives the same. */
  if (h->gathered == 0 && unit_rules_keep(rules))
    for (; end - at >= 8; at += 8)
      hash_mix(h, hash_word(at));
  while (at < end) {
    const unsigned unit = unit_next(&at, end, rules);
    if (unit & UNIT_ENCODED)
      hash_byte(h, '%');
    hash_byte(h, (unsigned char)unit);
  }
}

static void hash_component(hasher *h, uriel_text text, unit_rules rules)
{
  if (view_defined(text))
    hash_units(h, text, rules);
  hash_end(h, view_defined(text));
}

static void hash_pieces(hasher *h, pieces p)
{
  uriel_text piece;
  unit_rules rules;
  while (p.next(&p, &piece, &rules))
    hash_units(h, piece, rules);
}

/* The same as of a path that is written so. */
static void hash_own_path(hasher *h, const normal_form *n)
{
  segments s = normal_segments(n);
  const segments_shape shape = uriel_segments_measure(s, n->rules);
  uriel_text piece;
  for (size_t index = shape.count; index-- > 0 && uriel_segments_previous(&s, &piece);) {
    hash_pieces(h, normal_segment(n, &shape, index, piece));
    hash_byte(h, '/');
  }
  hash_end(h, true);
}

static void hash_query(hasher *h, const normal_form *n)
{
  if (view_defined(n->query))
    hash_pieces(h, normal_query(n));
  hash_end(h, view_defined(n->query));
}

/* In segments from the last on, whether or not the path needs it: its equals may. */
static void hash_path(hasher *h, const normal_form *n, uriel_rung rung)
{
  if (rung < URIEL_RUNG_PATH) {
    hash_component(h, n->path, n->rules);
    return;
  }
  if (normal_has_own_path(n)) {
    hash_own_path(h, n);
    return;
  }
  segments s = normal_segments(n);
  uriel_text piece;
  while (uriel_segments_previous(&s, &piece)) {
    hash_units(h, piece, n->rules);
    hash_byte(h, '/');
  }
  hash_end(h, true);
}

static uint64_t hash_finish(const hasher *h)
{
  uint64_t x = h->state;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

uint64_t uriel_hash(const uriel_ref *ref, uriel_rung rung, uint64_t seed)
{
  static const unit_rules as_written = {false, 0, false};
  hasher h = {seed ^ 0xD6E8FEB86659FD93u, 0, 0};
  if (rung == URIEL_RUNG_STRING) {
    const uriel_text whole = {ref->text, ref->length};
    hash_component(&h, whole, as_written);
    return hash_finish(&h);
  }
  const normal_form n = uriel_normal_form(ref, rung, NULL);
  hash_component(&h, n.scheme, n.scheme_rules);
  hash_component(&h, n.userinfo, n.rules);
  hash_component(&h, n.host, n.host_rules);
  hash_component(&h, n.port, n.rules);
  hash_path(&h, &n, rung);
  if (n.own)
    hash_query(&h, &n);
  else
    hash_component(&h, n.query, n.rules);
  hash_component(&h, n.fragment, n.rules);
  return hash_finish(&h);
}
