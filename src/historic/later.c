/* SPDX-License-Identifier: MIT */
/* Checks the components of a text in order against a document's rules. */
#include "historic/later.h"
#include "historic/own.h"
#include "text/bytes.h"
#include "uri/blame.h"
#include "uri/component.h"

void uriel_later_blame(uriel_error *error, const char *text, uint32_t len)
{
  later_check *const check = error->spec == URIEL_SPEC_URL_1997 ? uriel_check_1997 : uriel_check_2003;
  finding found = {URIEL_ERROR_NONE, URIEL_REFERENCE, {text, len}, text + len};
  uriel_ref ref;
  uriel_split(&ref, text, len);
  for (size_t i = 0; i < URIEL_TEXT_ORDER && found.code == URIEL_ERROR_NONE; i++) {
    const uriel_component component = uriel_text_order[i];
    const uriel_text part = uriel_component_get(&ref, component);
    size_t at = 0;
    const uriel_error_code code =
        view_defined(part) ? check(&ref, component, part, &at) : URIEL_ERROR_NONE;
    if (code != URIEL_ERROR_NONE)
      found = (finding){code, component, part, part.ptr + at};
  }
  finding_tell(found, error, text);
}

bool uriel_hostnumber_is(uriel_text host)
{
  const char *at = host.ptr;
  const char *const end = host.ptr + host.len;
  for (size_t number = 0; number < 4; number++) {
    if (number > 0 && (at == end || *at++ != '.'))
      return false;
    const char *const digits = at;
    while (at < end && byte_is(*at, BYTE_DIGIT))
      at++;
    if (at == digits)
      return false;
  }
  return at == end;
}
