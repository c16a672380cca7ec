/* SPDX-License-Identifier: MIT */
/* The character sets that the historic documents name, each defined as in its document. Every document
 * has the first four, derived from its rules and prose if it does not name them (doc/rulings.md). */
#include "historic/generations.h"
#include "uri/sets.h"

#define SETS_PUNCTUATION(w) (SET_OF('<', w) | SET_OF('>', w))

/* url-1993, BNF syntax. Its rules use "%" "/" "?" "#" and "+", which are not among its letters. The
 * space is not a member of `extra` ("Choices": spaces are not legal characters). */
#define S93_SAFE(w)                                                                                     \
  (SET_OF('$', w) | SET_OF('-', w) | SET_OF('_', w) | SET_OF('@', w) | SET_OF('.', w) | SET_OF('&', w))
#define S93_EXTRA(w)                                                                                    \
  (SET_OF('!', w) | SET_OF('*', w) | SET_OF('"', w) | SET_OF('\'', w) | SET_OF('(', w) |                \
   SET_OF(')', w) | SET_OF(':', w) | SET_OF(';', w) | SET_OF(',', w))
#define S93_VARIANT(w)                                                                                  \
  (SET_OF('{', w) | SET_OF('}', w) | SET_OF('|', w) | SET_OF('[', w) | SET_OF(']', w) |                 \
   SET_OF('\\', w) | SET_OF('^', w) | SET_OF('~', w))
#define S93_XALPHA(w) (SET_ALPHANUM(w) | S93_SAFE(w) | S93_EXTRA(w))
#define S93_XPALPHA(w) (S93_XALPHA(w) | SET_OF('+', w))
#define S93_RESERVED(w)                                                                                 \
  (SET_OF('%', w) | SET_OF('/', w) | SET_OF('?', w) | SET_OF('#', w) | SET_OF('+', w))
#define S93_EXCLUDED(w)                                                                                 \
  (SET_CONTROL(w) | SET_OF(' ', w) | S93_VARIANT(w) | SETS_PUNCTUATION(w) | SET_OF('=', w) |            \
   SET_OF('`', w))

static const uriel_byte_set sets_1993[] = {
    SET_NAMED("reserved", "BNF syntax", S93_RESERVED),
    SET_NAMED("unreserved", "BNF syntax", S93_XALPHA),
    SET_NAMED("unwise", "BNF syntax", S93_VARIANT),
    SET_NAMED("excluded", "Encoding prohibited characters", S93_EXCLUDED),
    SET_NAMED("safe", "BNF syntax", S93_SAFE),
    SET_NAMED("extra", "BNF syntax", S93_EXTRA),
    SET_NAMED("variant", "BNF syntax", S93_VARIANT),
    SET_NAMED("punctuation", "BNF syntax", SETS_PUNCTUATION),
    SET_NAMED("xalpha", "BNF syntax", S93_XALPHA),
    SET_NAMED("xpalpha", "BNF syntax", S93_XPALPHA),
};

/* url-1994, BNF for specific URL schemes. */
#define S94_SAFE(w) (S93_SAFE(w) | SET_OF('+', w))
#define S94_EXTRA(w)                                                                                    \
  (SET_OF('!', w) | SET_OF('*', w) | SET_OF('"', w) | SET_OF('\'', w) | SET_OF('(', w) |                \
   SET_OF(')', w) | SET_OF(',', w))
#define S94_RESERVED(w)                                                                                 \
  (SET_OF('=', w) | SET_OF(';', w) | SET_OF('/', w) | SET_OF('#', w) | SET_OF('?', w) |                 \
   SET_OF(':', w) | SET_OF(' ', w))
#define S94_XALPHA(w) (SET_ALPHANUM(w) | S94_SAFE(w) | S94_EXTRA(w))
#define S94_ALPHANUM2(w)                                                                                \
  (SET_ALPHANUM(w) | SET_OF('-', w) | SET_OF('_', w) | SET_OF('.', w) | SET_OF('+', w))
#define S94_EXCLUDED(w) (SET_CONTROL(w) | S93_VARIANT(w) | SETS_PUNCTUATION(w) | SET_OF('`', w))

static const uriel_byte_set sets_1994[] = {
    SET_NAMED("reserved", "BNF for specific URL schemes", S94_RESERVED),
    SET_NAMED("unreserved", "BNF for specific URL schemes", S94_XALPHA),
    SET_NAMED("unwise", "BNF for specific URL schemes", S93_VARIANT),
    SET_NAMED("excluded", "Encoding prohibited characters", S94_EXCLUDED),
    SET_NAMED("safe", "BNF for specific URL schemes", S94_SAFE),
    SET_NAMED("extra", "BNF for specific URL schemes", S94_EXTRA),
    SET_NAMED("national", "BNF for specific URL schemes", S93_VARIANT),
    SET_NAMED("punctuation", "BNF for specific URL schemes", SETS_PUNCTUATION),
    SET_NAMED("alphanum2", "BNF for specific URL schemes", S94_ALPHANUM2),
    SET_NAMED("xalpha", "BNF for specific URL schemes", S94_XALPHA),
    SET_NAMED("xpalpha", "BNF for specific URL schemes", S94_XALPHA),
};

/* url-1997: 2.2, 2.3, 2.4.3, 4.3.2, A; shared with uri-2003. */
#define S97_DELIMS(w) (SETS_PUNCTUATION(w) | SET_OF('#', w) | SET_OF('%', w) | SET_OF('"', w))
#define S97_RESERVED(w)                                                                                 \
  (SET_OF(';', w) | SET_OF('/', w) | SET_OF('?', w) | SET_OF(':', w) | SET_OF('@', w) |                 \
   SET_OF('&', w) | SET_OF('=', w) | SET_OF('+', w))
#define S97_MARK(w) (S03_MARK(w) | SET_OF('$', w) | SET_OF(',', w))
#define S97_UNRESERVED(w) (SET_ALPHANUM(w) | S97_MARK(w))
#define S97_UNWISE(w) (S03_UNWISE(w) | SET_OF('[', w) | SET_OF(']', w))
#define S97_EXCLUDED(w) (SET_CONTROL(w) | SET_OF(' ', w) | S97_DELIMS(w) | S97_UNWISE(w))
#define S97_SPACE(w) SET_OF(' ', w)
#define S97_URLC(w) (S97_RESERVED(w) | S97_UNRESERVED(w))
#define S97_PCHAR(w)                                                                                    \
  (S97_UNRESERVED(w) | SET_OF(':', w) | SET_OF('@', w) | SET_OF('&', w) | SET_OF('=', w) |              \
   SET_OF('+', w))

/* uri-2003: 2, 2.2, 2.3, 2.4.3, 3, 3.3. */
#define S03_RESERVED(w)                                                                                 \
  (S97_RESERVED(w) | SET_OF('[', w) | SET_OF(']', w) | SET_OF('$', w) | SET_OF(',', w))
#define S03_MARK(w)                                                                                     \
  (SET_OF('-', w) | SET_OF('_', w) | SET_OF('.', w) | SET_OF('!', w) | SET_OF('~', w) |                 \
   SET_OF('*', w) | SET_OF('\'', w) | SET_OF('(', w) | SET_OF(')', w))
#define S03_UNRESERVED(w) (SET_ALPHANUM(w) | S03_MARK(w))
#define S03_UNWISE(w)                                                                                   \
  (SET_OF('{', w) | SET_OF('}', w) | SET_OF('|', w) | SET_OF('\\', w) | SET_OF('^', w) | SET_OF('`', w))
#define S03_EXCLUDED(w) (SET_CONTROL(w) | SET_OF(' ', w) | S97_DELIMS(w) | S03_UNWISE(w))
#define S03_URIC(w) (S03_RESERVED(w) | S03_UNRESERVED(w))
#define S03_URIC_NO_SLASH(w) (S03_URIC(w) & ~SET_OF('/', w))
#define S03_PCHAR(w) (S97_PCHAR(w) | SET_OF(';', w))

static const uriel_byte_set sets_1997[] = {
    SET_NAMED("reserved", "2.2", S97_RESERVED), SET_NAMED("unreserved", "2.3", S97_UNRESERVED),
    SET_NAMED("unwise", "2.4.3", S97_UNWISE),   SET_NAMED("excluded", "2.4.3", S97_EXCLUDED),
    SET_NAMED("mark", "2.3", S97_MARK),         SET_NAMED("control", "2.4.3", SET_CONTROL),
    SET_NAMED("space", "2.4.3", S97_SPACE),     SET_NAMED("delims", "2.4.3", S97_DELIMS),
    SET_NAMED("urlc", "A", S97_URLC),           SET_NAMED("pchar", "4.3.2", S97_PCHAR),
};

static const uriel_byte_set sets_2003[] = {
    SET_NAMED("reserved", "2.2", S03_RESERVED), SET_NAMED("unreserved", "2.3", S03_UNRESERVED),
    SET_NAMED("unwise", "2.4.3", S03_UNWISE),   SET_NAMED("excluded", "2.4.3", S03_EXCLUDED),
    SET_NAMED("mark", "2.3", S03_MARK),         SET_NAMED("delims", "2.4.3", S97_DELIMS),
    SET_NAMED("uric", "2", S03_URIC),           SET_NAMED("uric-no-slash", "3", S03_URIC_NO_SLASH),
    SET_NAMED("pchar", "3.3", S03_PCHAR),
};

#define SETS_GIVEN(sets) (*count = sizeof(sets) / sizeof *(sets), (sets))

const uriel_byte_set *uriel_historic_sets(uriel_spec spec, size_t *count)
{
  switch (spec) {
  case URIEL_SPEC_URL_1993:
    return SETS_GIVEN(sets_1993);
  case URIEL_SPEC_URL_1994:
    return SETS_GIVEN(sets_1994);
  case URIEL_SPEC_URL_1997:
    return SETS_GIVEN(sets_1997);
  case URIEL_SPEC_URI_2003:
    return SETS_GIVEN(sets_2003);
  default:
    break;
  }
  *count = 0;
  return NULL;
}
