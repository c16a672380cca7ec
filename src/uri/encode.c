/* SPDX-License-Identifier: MIT */
/* Percent-encoding for a component (RFC 3986, 2.1). */
#include "text/percent.h"
#include "uri/blame.h"

static bool encode_is_ip_literal(uriel_text text)
{
  size_t at;
  return text.len > 0 && text.ptr[0] == '[' &&
         uriel_component_fault(URIEL_HOST, text, &at) == URIEL_FAULT_NONE;
}

size_t uriel_encode(uriel_encode_for where, const char *text, size_t len, unsigned options, char *out,
                    size_t capacity)
{
  writer w = writer_to(out, capacity);
  const uriel_text view = {len ? text : "", len};
  if (where == URIEL_ENCODE_HOST && encode_is_ip_literal(view))
    write_view(&w, view);
  else
    uriel_write_encoded(&w, view, where, options);
  return w.len;
}
