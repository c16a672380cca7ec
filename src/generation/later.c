/* SPDX-License-Identifier: MIT */
/* The components of a text in their order, each against a document's rule. */
#include "generation/later.h"
#include "text/bytes.h"
#include "uri/split.h"

finding uriel_later_find(const char *text, uint32_t len, later_check *check)
{
  static const uriel_component order[] = {
      URIEL_SCHEME, URIEL_USERINFO, URIEL_HOST, URIEL_PORT, URIEL_PATH, URIEL_QUERY, URIEL_FRAGMENT,
  };
  uriel_ref ref;
  uriel_split(&ref, text, len);
  for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
    const uriel_text part = uriel_component_get(&ref, order[i]);
    size_t at = 0;
    const uriel_fault_code code =
        view_defined(part) ? check(&ref, order[i], part, &at) : URIEL_FAULT_NONE;
    if (code != URIEL_FAULT_NONE)
      return (finding){code, order[i], part, part.ptr + at};
  }
  return (finding){.code = URIEL_FAULT_NONE, .text = {text, len}, .at = text + len};
}

uriel_fault_code uriel_later_port(uriel_text text, size_t *at)
{
  for (*at = 0; *at < text.len; ++*at)
    if (!byte_is(text.ptr[*at], BYTE_DIGIT))
      return URIEL_FAULT_PORT_NOT_DIGITS;
  return URIEL_FAULT_NONE;
}
