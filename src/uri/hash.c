/* SPDX-License-Identifier: MIT */
/* Hashing: a normal form's text is hashed, so that what is equal at a level has the same hash there.
 * Most references stand in their normal form; a short one of the others is written, a long one hashed as
 * it would be. */
#include "text/apart.h"
#include "uri/normal.h"

enum { HASH_ROOM = 1024 };

static APART uint64_t hash_closely(const uriel_ref *ref, uriel_level level, uint64_t seed)
{
  if (component_is_row(ref))
    return uriel_blocks_hash(ref->text, ref->length, seed);
  const uint32_t hints = uriel_normal_hints(ref, level);
  if (uriel_normal_stands(ref, level, hints, NULL))
    return uriel_blocks_hash(ref->text, ref->length, seed);
  char room[HASH_ROOM];
  const normal_form n = uriel_normal_form(ref, level, hints, NULL);
  writer w = writer_to(room, sizeof room);
  uriel_normal_write(&w, &n);
  if (w.len <= sizeof room)
    return uriel_blocks_hash(room, w.len, seed);
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
