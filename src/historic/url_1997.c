/* SPDX-License-Identifier: MIT */
/* draft-fielding-url-syntax-05: reads members, and finds errors. */
#include "historic/generations.h"
#include "historic/own.h"
#include "text/bytes.h"
#include "uri/blame.h"
#include "uri/component.h"

/* user [ ":" password ] (4.3.1): one ":" at most. */
static uriel_error_code userinfo_error_1997(uriel_text text, size_t *at)
{
  uriel_text password = text;
  const uriel_text user = view_take(&password, ':');
  const uriel_error_code code =
      uriel_characters_error(user, BYTE_USER_1997, URIEL_ERROR_USERINFO_CHARACTER, at);
  if (code != URIEL_ERROR_NONE || !view_defined(password))
    return code;
  const uriel_error_code more =
      uriel_characters_error(password, BYTE_USER_1997, URIEL_ERROR_USERINFO_PASSWORD, at);
  *at += user.len + 1;
  return more;
}

/* hostname, of letters, digits, "-" and ".": domainlabels, and a toplabel, which begins with a letter.
 */
static bool hostname_is_1997(uriel_text host)
{
  uriel_text rest = host;
  while (view_defined(rest)) {
    const uriel_text label = view_take(&rest, '.');
    if (label.len == 0 || label.ptr[0] == '-' || label.ptr[label.len - 1] == '-' ||
        (!view_defined(rest) && !byte_is(label.ptr[0], BYTE_ALPHA)))
      return false;
  }
  return true;
}

/* A site may be empty, but other parts of it need a host. */
static uriel_error_code host_error_1997(const uriel_ref *ref, uriel_text text, size_t *at)
{
  *at = 0;
  if (text.len == 0)
    return uriel_authority(ref).len == 0 ? URIEL_ERROR_NONE : URIEL_ERROR_HOST_MISSING;
  for (; *at < text.len; ++*at) {
    const char byte = text.ptr[*at];
    if (byte == '%' && !triplet_at(text.ptr + *at, text.ptr + text.len))
      return URIEL_ERROR_PERCENT;
    if (!byte_is(byte, BYTE_ALPHA | BYTE_DIGIT) && byte != '-' && byte != '.')
      return URIEL_ERROR_HOST_CHARACTER;
  }
  *at = 0;
  return hostname_is_1997(text) || uriel_hostnumber_is(text) ? URIEL_ERROR_NONE : URIEL_ERROR_HOST_NAME;
}

static uriel_error_code check_1997(const uriel_ref *ref, uriel_component component, uriel_text text,
                                   size_t *at)
{
  switch (component) {
  case URIEL_SCHEME:
    for (*at = 0; *at < text.len; ++*at)
      if (!byte_is(text.ptr[*at], BYTE_SCHEME))
        return URIEL_ERROR_SCHEME_CHARACTER;
    return URIEL_ERROR_NONE;
  case URIEL_USERINFO:
    return userinfo_error_1997(text, at);
  case URIEL_HOST:
    return host_error_1997(ref, text, at);
  case URIEL_PORT:
    return uriel_component_error(component, text, at);
  case URIEL_PATH:
    return uriel_characters_error(text, BYTE_PATH_1997, URIEL_ERROR_PATH_CHARACTER, at);
  case URIEL_QUERY:
    return uriel_characters_error(text, BYTE_URLC_1997, URIEL_ERROR_QUERY_CHARACTER, at);
  case URIEL_FRAGMENT:
    return uriel_characters_error(text, BYTE_URLC_1997, URIEL_ERROR_FRAGMENT_CHARACTER, at);
  case URIEL_REFERENCE:
  case URIEL_AUTHORITY:
    break;
  }
  return URIEL_ERROR_NONE;
}

static void blame_1997(uriel_error *error, const char *text, uint32_t len)
{
  uriel_blame_first(error, text, len, check_1997);
}

size_t uriel_own_parts_1997(const uriel_ref *ref, uriel_own_part *parts)
{
  own_list list = {parts, 0};
  own_add(&list, "site", uriel_authority(ref));
  own_add_user(&list, uriel_userinfo(ref));
  if (uriel_host(ref).len > 0)
    own_add_host(&list, uriel_host(ref));
  return list.count;
}

const reading uriel_reading_1997 = {.spec = URIEL_SPEC_URL_1997,
                                    .held = {uriel_url_1997_member, uriel_url_1997_expected},
                                    .read = uriel_split,
                                    .blame = blame_1997};
