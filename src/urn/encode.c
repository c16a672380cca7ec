/* SPDX-License-Identifier: MIT */
/* Percent-encoding under the URN documents. */
#include "uri/encode.h"
#include "urn/document.h"

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
