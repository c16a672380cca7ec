/* SPDX-License-Identifier: MIT */
/* Lexical equivalence of URNs (RFC 8141, 3; RFC 2141, 5; urn-2011, 5): the case of the scheme, of the
 * NID and of percent-encodings, and what the namespace says. */
#include "uriel_urn.h"
#include "urn/namespace.h"
#include "urn/urn.h"

/* Of NID and NSS. Nothing that is encoded is decoded. */
static pieces equal_pieces(const uriel_ref *member)
{
  return uriel_urn_pieces(uriel_path(member), (unit_rules){true, 0, false});
}

size_t uriel_urn_normal(const uriel_ref *ref, char *out, size_t capacity, uriel_error *error)
{
  writer w = writer_to(out, capacity);
  uriel_ref member;
  if (!uriel_urn_read(&member, ref, error))
    return URIEL_FAILED;
  write_string(&w, "urn:");
  uriel_pieces_write(&w, equal_pieces(&member));
  return w.len;
}

bool uriel_urn_equal(const uriel_ref *a, const uriel_ref *b)
{
  uriel_ref left, right;
  return uriel_urn_read(&left, a, NULL) && uriel_urn_read(&right, b, NULL) &&
         uriel_pieces_equal(equal_pieces(&left), equal_pieces(&right));
}

uint64_t uriel_urn_hash(const uriel_ref *ref, uint64_t seed)
{
  uriel_ref member;
  return uriel_urn_read(&member, ref, NULL) ? uriel_pieces_hash(equal_pieces(&member), seed)
                                            : uriel_blocks_hash(ref->text, ref->length, seed);
}
