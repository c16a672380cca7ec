/* SPDX-License-Identifier: MIT */
/* The character sets of the URN documents (doc/rulings.md explains those the documents do not name),
 * and the bytes that encoding keeps. */
#include "uri/encode.h"
#include "uri/sets.h"
#include "urn/document.h"

#define RFC_SUB_DELIMS_BUT_AND(w)                                                                       \
  (SET_OF('!', w) | SET_OF('$', w) | SET_OF('\'', w) | SET_OF('(', w) | SET_OF(')', w) |                \
   SET_OF('*', w) | SET_OF('+', w) | SET_OF(',', w) | SET_OF(';', w) | SET_OF('=', w))
#define URN_CONTROL_AND_SPACE(w) (SET_CONTROL(w) | SET_OF(' ', w))

/* RFC 2141: 2.1 to 2.4. */
#define S2141_LET_NUM_HYP(w) (SET_ALPHANUM(w) | SET_OF('-', w))
#define S2141_OTHER(w)                                                                                  \
  (RFC_SUB_DELIMS_BUT_AND(w) | SET_OF('-', w) | SET_OF('.', w) | SET_OF(':', w) | SET_OF('@', w) |      \
   SET_OF('_', w))
#define S2141_RESERVED(w) (SET_OF('%', w) | SET_OF('/', w) | SET_OF('?', w) | SET_OF('#', w))
#define S2141_UNRESERVED(w) (SET_ALPHANUM(w) | S2141_OTHER(w))
#define S2141_TRANS(w) (S2141_UNRESERVED(w) | S2141_RESERVED(w))
#define S2141_UNWISE(w)                                                                                 \
  (SET_OF('\\', w) | SET_OF('"', w) | SET_OF('&', w) | SET_OF('<', w) | SET_OF('>', w) |                \
   SET_OF('[', w) | SET_OF(']', w) | SET_OF('^', w) | SET_OF('`', w) | SET_OF('{', w) |                 \
   SET_OF('|', w) | SET_OF('}', w) | SET_OF('~', w))
#define S2141_EXCLUDED(w) (URN_CONTROL_AND_SPACE(w) | S2141_UNWISE(w))

/* RFC 3986's sets, as in RFC 8141, 2, and urn-2011, Appendix B. */
#define S3986_GEN_DELIMS(w)                                                                             \
  (SET_OF(':', w) | SET_OF('/', w) | SET_OF('?', w) | SET_OF('#', w) | SET_OF('[', w) |                 \
   SET_OF(']', w) | SET_OF('@', w))
#define S3986_SUB_DELIMS(w) (RFC_SUB_DELIMS_BUT_AND(w) | SET_OF('&', w))
#define S3986_UNRESERVED(w)                                                                             \
  (SET_ALPHANUM(w) | SET_OF('-', w) | SET_OF('.', w) | SET_OF('_', w) | SET_OF('~', w))
#define S3986_PCHAR(w) (S3986_UNRESERVED(w) | S3986_SUB_DELIMS(w) | SET_OF(':', w) | SET_OF('@', w))

/* urn-2011, 2.3. */
#define S2011_RESERVED(w) (S2141_RESERVED(w) | SET_OF('[', w) | SET_OF(']', w))
#define S2011_UNWISE(w)                                                                                 \
  (SET_OF('"', w) | SET_OF('<', w) | SET_OF('>', w) | SET_OF('\\', w) | SET_OF('^', w) |                \
   SET_OF('`', w) | SET_OF('{', w) | SET_OF('|', w) | SET_OF('}', w))
#define S2011_EXCLUDED(w) (URN_CONTROL_AND_SPACE(w) | S2011_RESERVED(w) | S2011_UNWISE(w))

/* RFC 8141. */
#define S8141_RESERVED(w) (S3986_GEN_DELIMS(w) | S3986_SUB_DELIMS(w))
#define S8141_EXCLUDED(w) (~(S8141_RESERVED(w) | S3986_UNRESERVED(w) | SET_OF('%', w)))

static const uriel_byte_set urn_sets_2141[] = {
    SET_NAMED("reserved", "2.3", S2141_RESERVED), SET_NAMED("unreserved", "2.2", S2141_UNRESERVED),
    SET_NAMED("unwise", "2.4", S2141_UNWISE),     SET_NAMED("excluded", "2.4", S2141_EXCLUDED),
    SET_NAMED("let-num", "2.1", SET_ALPHANUM),    SET_NAMED("let-num-hyp", "2.1", S2141_LET_NUM_HYP),
    SET_NAMED("trans", "2.2", S2141_TRANS),       SET_NAMED("other", "2.2", S2141_OTHER),
};

static const uriel_byte_set urn_sets_2011[] = {
    SET_NAMED("reserved", "2.3", S2011_RESERVED),
    SET_NAMED("unreserved", "B", S3986_UNRESERVED),
    SET_NAMED("unwise", "2.3.3", S2011_UNWISE),
    SET_NAMED("excluded", "2.3.3", S2011_EXCLUDED),
    SET_NAMED("gen-delims", "2.3.1", S3986_GEN_DELIMS),
    SET_NAMED("sub-delims", "B", S3986_SUB_DELIMS),
    SET_NAMED("pchar", "2", S3986_PCHAR),
};

static const uriel_byte_set urn_sets_8141[] = {
    SET_NAMED("reserved", "2", S8141_RESERVED),
    SET_NAMED("unreserved", "2", S3986_UNRESERVED),
    SET_NAMED("unwise", "", SET_EMPTY),
    SET_NAMED("excluded", "2", S8141_EXCLUDED),
    SET_NAMED("sub-delims", "2", S3986_SUB_DELIMS),
    SET_NAMED("pchar", "2", S3986_PCHAR),
    SET_NAMED("alphanum", "2", SET_ALPHANUM),
    SET_NAMED("ldh", "2", S2141_LET_NUM_HYP),
};

#define URN_SETS_GIVEN(sets) (*count = sizeof(sets) / sizeof *(sets), (sets))

const uriel_byte_set *uriel_urn_sets(uriel_spec spec, size_t *count)
{
  switch (spec) {
  case URIEL_SPEC_RFC2141:
    return URN_SETS_GIVEN(urn_sets_2141);
  case URIEL_SPEC_URN_2011:
    return URN_SETS_GIVEN(urn_sets_2011);
  case URIEL_SPEC_RFC8141:
    return URN_SETS_GIVEN(urn_sets_8141);
  default:
    break;
  }
  return NULL;
}

/* In RFC 2141 a whole URN is a name; in urn-2011 a name contains no "/". Other text is RFC 3986's
 * components, which need no sets here. */
static const encode_set *urn_keeps(uriel_spec spec, uriel_encode_for where)
{
  static const encode_set name_2141 = {BYTE_SEGMENT, "&~", "", 0}, name_2011 = {BYTE_SEGMENT, "", "", 0};
  static const encode_set any_2141 = {BYTE_UNRESERVED, "~", "", 0};
  if (where == URIEL_ENCODE_FORM)
    return NULL;
  if (spec == URIEL_SPEC_RFC2141)
    return where == URIEL_ENCODE_ANY ? &any_2141 : &name_2141;
  return spec == URIEL_SPEC_URN_2011 && where == URIEL_ENCODE_PATH ? &name_2011 : NULL;
}

size_t uriel_urn_encode_as(uriel_spec spec, uriel_encode_for where, uriel_text text, unsigned options,
                           char *out, size_t capacity)
{
  writer w = writer_to(out, capacity);
  const encode_set *const set = urn_keeps(spec, where);
  if (!set)
    return uriel_encode(text.ptr, text.len, where, options, out, capacity);
  encode_set left = *set;
  uriel_encode_write(&w, text, &left, where, options);
  return w.len;
}
