/* SPDX-License-Identifier: MIT */
/* Finds the component that breaks its rule: checks the components in text order against the rules of
 * Appendix A. */
#include "uri/blame.h"

#include "grammar/grammar.h"
#include "text/text.h"
#include "uri/component.h"

/* Returns the offset of the first byte that is neither in `classes` nor part of a triplet; a bad "%"
 * is such a byte. */
static size_t blame_run(uriel_text text, unsigned classes)
{
  size_t at = 0;
  while (at < text.len) {
    const char *const here = text.ptr + at;
    if (byte_is(*here, classes))
      at++;
    else if (triplet_at(here, text.ptr + text.len))
      at += 3;
    else
      break;
  }
  return at;
}

uriel_error_code uriel_characters_error(uriel_text text, unsigned classes, uriel_error_code code,
                                        size_t *at)
{
  *at = blame_run(text, classes);
  if (*at == text.len)
    return URIEL_ERROR_NONE;
  if (text.ptr[*at] != '%')
    return code;
  *at = (size_t)(triplet_stuck(text.ptr + *at, text.ptr + text.len) - text.ptr);
  return URIEL_ERROR_PERCENT;
}

static uriel_error_code blame_scheme(uriel_text text, size_t *at)
{
  *at = 0;
  if (text.len == 0)
    return URIEL_ERROR_SCHEME_EMPTY;
  if (!byte_is(text.ptr[0], BYTE_ALPHA))
    return URIEL_ERROR_SCHEME_START;
  *at = (size_t)(bytes_past(text.ptr, text.ptr + text.len, BYTE_SCHEME) - text.ptr);
  return *at == text.len ? URIEL_ERROR_NONE : URIEL_ERROR_SCHEME_CHARACTER;
}

/* Checks "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" ); `text` is without the "v". */
static bool blame_ipvfuture_is(uriel_text text)
{
  const char *const end = text.ptr + text.len;
  const char *const dot = bytes_past(text.ptr, end, BYTE_HEX);
  return dot > text.ptr && end - dot > 1 && *dot == '.' &&
         bytes_past(dot + 1, end, BYTE_USERINFO) == end;
}

bool uriel_is_ipv6_reference(uriel_text text)
{
  return text.len > 2 && text.ptr[0] == '[' && text.ptr[text.len - 1] == ']' &&
         uriel_ipv6_parse((uint8_t[16]){0}, text.ptr + 1, text.len - 2);
}

static uriel_error_code blame_ip_literal(uriel_text text)
{
  const char *const end = text.ptr + text.len;
  const char *const bracket = view_find(text.ptr, end, ']');
  const uriel_text inside = view_of(text.ptr + 1, bracket);
  if (bracket == end)
    return URIEL_ERROR_HOST_UNCLOSED;
  if (inside.len > 0 && byte_lower(inside.ptr[0]) == 'v') {
    if (!blame_ipvfuture_is(view_of(inside.ptr + 1, bracket)))
      return URIEL_ERROR_HOST_IPVFUTURE;
  } else if (!uriel_ipv6_parse((uint8_t[16]){0}, inside.ptr, inside.len)) {
    return URIEL_ERROR_HOST_IPV6;
  }
  return bracket + 1 == end ? URIEL_ERROR_NONE : URIEL_ERROR_HOST_AFTER_BRACKET;
}

static uriel_error_code blame_host(uriel_text text, size_t *at)
{
  if (text.len == 0 || text.ptr[0] != '[')
    return uriel_characters_error(text, BYTE_NAME, URIEL_ERROR_HOST_CHARACTER, at);
  const uriel_error_code code = blame_ip_literal(text);
  const char *const end = text.ptr + text.len;
  if (code == URIEL_ERROR_HOST_AFTER_BRACKET)
    *at = (size_t)(view_find(text.ptr, end, ']') + 1 - text.ptr);
  else if (code != URIEL_ERROR_NONE)
    *at = uriel_rfc3986_authority_stuck(text.ptr, text.len);
  return code;
}

uriel_error_code uriel_component_error(uriel_component component, uriel_text text, size_t *at)
{
  *at = 0;
  switch (component) {
  case URIEL_SCHEME:
    return blame_scheme(text, at);
  case URIEL_USERINFO:
    return uriel_characters_error(text, BYTE_USERINFO, URIEL_ERROR_USERINFO_CHARACTER, at);
  case URIEL_HOST:
    return blame_host(text, at);
  case URIEL_PORT:
    *at = (size_t)(bytes_past(text.ptr, view_end(text), BYTE_DIGIT) - text.ptr);
    return *at < text.len ? URIEL_ERROR_PORT_NOT_DIGITS : URIEL_ERROR_NONE;
  case URIEL_PATH:
    return uriel_characters_error(text, BYTE_PATH, URIEL_ERROR_PATH_CHARACTER, at);
  case URIEL_QUERY:
    return uriel_characters_error(text, BYTE_QUERY, URIEL_ERROR_QUERY_CHARACTER, at);
  case URIEL_FRAGMENT:
    return uriel_characters_error(text, BYTE_QUERY, URIEL_ERROR_FRAGMENT_CHARACTER, at);
  case URIEL_REFERENCE:
  case URIEL_AUTHORITY:
    break;
  }
  return URIEL_ERROR_NONE;
}

const uriel_component uriel_text_order[URIEL_TEXT_ORDER] = {
    URIEL_SCHEME, URIEL_USERINFO, URIEL_HOST, URIEL_PORT, URIEL_PATH, URIEL_QUERY, URIEL_FRAGMENT,
};

void uriel_blame_found(uriel_error *error, const char *text, finding found)
{
  error->code = found.code;
  error->component = found.component;
  error->begin = (size_t)(found.text.ptr - text);
  error->length = found.text.len;
  error->blamed = found.at ? (size_t)(found.at - text) + 1 : 0;
}

void uriel_blame_first(uriel_error *error, const char *text, uint32_t len, component_check *check)
{
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
  uriel_blame_found(error, text, found);
}

static uriel_error_code blame_component(const uriel_ref *ref, uriel_component component, uriel_text text,
                                        size_t *at)
{
  if (component == URIEL_PATH && text.ptr == ref->text && text.len > 0 && text.ptr[0] == ':')
    return URIEL_ERROR_PATH_COLON;
  return uriel_component_error(component, text, at);
}

void uriel_blame(uriel_error *error, const char *text, uint32_t len)
{
  uriel_blame_first(error, text, len, blame_component);
}
