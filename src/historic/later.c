/* SPDX-License-Identifier: MIT */
/* Checks the components of a text in order against a document's rules. */
#include "historic/later.h"
#include "uri/blame.h"
#include "uri/component.h"

finding uriel_later_find(const char *text, uint32_t len, later_check *check)
{
  uriel_ref ref;
  uriel_split(&ref, text, len);
  for (size_t i = 0; i < URIEL_TEXT_ORDER; i++) {
    const uriel_text part = uriel_component_get(&ref, uriel_text_order[i]);
    size_t at = 0;
    const uriel_error_code code =
        view_defined(part) ? check(&ref, uriel_text_order[i], part, &at) : URIEL_ERROR_NONE;
    if (code != URIEL_ERROR_NONE)
      return (finding){code, uriel_text_order[i], part, part.ptr + at};
  }
  return (finding){.code = URIEL_ERROR_NONE, .text = {text, len}, .at = text + len};
}
