/* SPDX-License-Identifier: MIT */
/* The documents' sets of characters: what is written of them, and what the historic generations give.
 *
 * A set is written as a macro that gives its bits in one of the four words of a uriel_byte_set, so that
 * sets are put together as the documents put them together, by name. */
#ifndef URIEL_URI_SETS_H
#define URIEL_URI_SETS_H

#include "text/percent.h"
#include "uriel_historic.h"

/* One character. */
#define SET_OF(byte, word) ((byte) / 32 == (word) ? 1u << ((byte) % 32) : 0u)

#define SET_ALPHA(word) ((word) >= 2 ? 0x07FFFFFEu : 0u)
#define SET_DIGIT(word) ((word) == 1 ? 0x03FF0000u : 0u)
#define SET_ALPHANUM(word) (SET_ALPHA(word) | SET_DIGIT(word))
/* 00-1F and 7F. */
#define SET_CONTROL(word) ((word) == 0 ? 0xFFFFFFFFu : (word) == 3 ? 0x80000000u : 0u)
#define SET_EMPTY(word) 0u

/* An element of a table: the set's name and section in the document, and its members. */
#define SET_NAMED(name, section, members)                                                               \
  {                                                                                                     \
    name, section,                                                                                      \
    {                                                                                                   \
      members(0), members(1), members(2), members(3)                                                    \
    }                                                                                                   \
  }

/* What uriel_encode keeps of each generation, and the sets that its document names; NULL, and none, of
 * RFC 3986 and of a generation that is not built. */
#ifdef URIEL_NO_HISTORIC
static inline const encode_set *uriel_historic_keeps(uriel_spec spec, uriel_encode_for where)
{
  (void)spec, (void)where;
  return NULL;
}
static inline const uriel_byte_set *uriel_historic_sets(uriel_spec spec, size_t *count)
{
  (void)spec;
  *count = 0;
  return NULL;
}
#else
const encode_set *uriel_historic_keeps(uriel_spec spec, uriel_encode_for where);
const uriel_byte_set *uriel_historic_sets(uriel_spec spec, size_t *count);
#endif

/* The same of the documents of names, whose texts are encoded as those of RFC 3986 where none is given.
 */
const encode_set *uriel_urn_keeps(uriel_spec spec, uriel_encode_for where);
const uriel_byte_set *uriel_urn_sets(uriel_spec spec, size_t *count);

#endif
