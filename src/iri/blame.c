/* SPDX-License-Identifier: MIT */
/* Finds the component of a text that breaks its rule (RFC 3987, 2.2), in text order. */
#include "uri/blame.h"
#include "iri/document.h"
#include "text/text.h"
#include "text/utf8.h"
#include "uri/component.h"
#include "uriel_iri.h"

/* Returns the error of the character outside US-ASCII at `at`; NONE if the component allows it. */
static uriel_error_code blame_character_iri(const char *at, const char *end, uriel_component component)
{
  uint32_t character;
  if (uriel_utf8_character(at, end, &character) == 0)
    return URIEL_ERROR_NOT_UTF_8;
  switch (uriel_ucs_kind(character)) {
  case UCS_IRI:
    return URIEL_ERROR_NONE;
  case UCS_PRIVATE:
    return component == URIEL_QUERY ? URIEL_ERROR_NONE : URIEL_ERROR_IRI_PRIVATE;
  default:
    return URIEL_ERROR_IRI_CHARACTER;
  }
}

/* Returns the set of a component that has ucschar; 0 for others. */
static unsigned blame_classes_iri(uriel_component component, uriel_text part, uriel_error_code *code)
{
  switch (component) {
  case URIEL_USERINFO:
    *code = URIEL_ERROR_USERINFO_CHARACTER;
    return BYTE_USERINFO;
  case URIEL_HOST:
    *code = URIEL_ERROR_HOST_CHARACTER;
    return part.len > 0 && part.ptr[0] == '[' ? 0 : BYTE_NAME;
  case URIEL_PATH:
    *code = URIEL_ERROR_PATH_CHARACTER;
    return BYTE_PATH;
  case URIEL_QUERY:
    *code = URIEL_ERROR_QUERY_CHARACTER;
    return BYTE_QUERY;
  case URIEL_FRAGMENT:
    *code = URIEL_ERROR_FRAGMENT_CHARACTER;
    return BYTE_QUERY;
  default:
    return 0;
  }
}

/* Returns the error of a component's text, and the byte to blame. */
static uriel_error_code blame_component_iri(const uriel_ref *ref, uriel_component component,
                                            uriel_text part, size_t *at)
{
  const char *const end = part.ptr + part.len;
  if (component == URIEL_PATH && part.ptr == ref->text && part.len > 0 && part.ptr[0] == ':')
    return URIEL_ERROR_PATH_COLON;
  uriel_error_code own = URIEL_ERROR_NONE;
  const unsigned classes = blame_classes_iri(component, part, &own);
  for (const char *begin = part.ptr;;) {
    uint32_t character;
    const uriel_text rest = view_of(begin, end);
    const uriel_error_code code = classes ? uriel_characters_error(rest, classes, own, at)
                                          : uriel_component_error(component, part, at);
    const char *const here = begin + *at;
    *at = (size_t)(here - part.ptr);
    if (code == URIEL_ERROR_NONE || code == URIEL_ERROR_PERCENT || here == end ||
        (unsigned char)*here < 0x80)
      return code;
    const uriel_error_code beyond = blame_character_iri(here, end, component);
    if (beyond != URIEL_ERROR_NONE || !classes)
      return beyond != URIEL_ERROR_NONE ? beyond : code;
    begin = here + uriel_utf8_character(here, end, &character);
  }
}

void uriel_iri_blame(uriel_error *error, const char *text, uint32_t len)
{
  uriel_blame_first(error, text, len, blame_component_iri);
}
