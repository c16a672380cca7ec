/* SPDX-License-Identifier: MIT */
/* What a reference resolves to. */
#include "resolution.h"

#include <string.h>

bool resolution_has_current(uriel_spec spec)
{
  return spec == URIEL_SPEC_URL_1997 || spec == URIEL_SPEC_URI_2003;
}

enum resolution resolution_of(const uriel_ref *base, const uriel_ref *reference, unsigned options,
                              struct buffer *target, uriel_fault *fault)
{
  size_t need;
  do
    need = uriel_resolve(base, reference, options, target->ptr, target->capacity, fault);
  while (buffer_short(target, need));
  if (need == URIEL_CURRENT_DOCUMENT)
    return RESOLVED_CURRENT_DOCUMENT;
  return need == URIEL_FAILED ? RESOLVED_NOT : RESOLVED_TARGET;
}

uriel_text resolution_current(const uriel_ref *reference, struct buffer *out)
{
  static const char words[] = "(current document)";
  const uriel_text fragment = uriel_fragment(reference);
  out->len = 0;
  buffer_append(out, words, strlen(words));
  if (fragment.ptr) {
    buffer_append(out, "#", 1);
    buffer_append(out, fragment.ptr, fragment.len);
  }
  return (uriel_text){out->ptr, out->len};
}

void resolution_blame(struct record *record, const uriel_fault *fault, const uriel_ref *base,
                      uriel_text text)
{
  const bool by_reference = fault->code == URIEL_FAULT_DOTS_ABOVE_ROOT;
  record_blame(record, fault, by_reference ? text : (uriel_text){base->text, base->length});
  record->fault.what = by_reference ? "cannot be resolved" : "not a base URI";
  record->fault.in = by_reference ? NULL : "base";
}
