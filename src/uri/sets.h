/* SPDX-License-Identifier: MIT */
/* Macros to write the documents' character sets, and the sets of RFC 3986.
 * A set is a macro that gives its bits in one of the four words of a uriel_byte_set, so that sets are
 * combined by name, as in the documents. */
#ifndef URIEL_URI_SETS_H
#define URIEL_URI_SETS_H

#include "text/text.h"
#include "uriel_spec.h"

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

/* The sets of RFC 3986, which are also RFC 3987's. */
#define RFC_GEN_DELIMS(w)                                                                               \
  (SET_OF(':', w) | SET_OF('/', w) | SET_OF('?', w) | SET_OF('#', w) | SET_OF('[', w) |                 \
   SET_OF(']', w) | SET_OF('@', w))
#define RFC_SUB_DELIMS(w)                                                                               \
  (SET_OF('!', w) | SET_OF('$', w) | SET_OF('&', w) | SET_OF('\'', w) | SET_OF('(', w) |                \
   SET_OF(')', w) | SET_OF('*', w) | SET_OF('+', w) | SET_OF(',', w) | SET_OF(';', w) | SET_OF('=', w))
#define RFC_RESERVED(w) (RFC_GEN_DELIMS(w) | RFC_SUB_DELIMS(w))
#define RFC_UNRESERVED(w)                                                                               \
  (SET_ALPHANUM(w) | SET_OF('-', w) | SET_OF('.', w) | SET_OF('_', w) | SET_OF('~', w))
#define RFC_PCHAR(w) (RFC_UNRESERVED(w) | RFC_SUB_DELIMS(w) | SET_OF(':', w) | SET_OF('@', w))
/* The document names no such sets: the characters that a URI contains only as "%XX", and the empty
 * set. */
#define RFC_EXCLUDED(w) (~(RFC_RESERVED(w) | RFC_UNRESERVED(w) | SET_OF('%', w)))

const uriel_byte_set *uriel_byte_sets_3986(size_t *count);

#endif
