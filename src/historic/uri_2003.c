/* SPDX-License-Identifier: MIT */
/* draft-fielding-uri-rfc2396bis-01: reads members, and finds errors. */
#include "historic/generations.h"
#include "historic/own.h"
#include "historic/resolve.h"
#include "text/bytes.h"
#include "uri/blame.h"
#include "uri/component.h"

static bool characters_are_2003(uriel_text text, unsigned classes)
{
  size_t at;
  return uriel_characters_error(text, classes, URIEL_ERROR_PATH_CHARACTER, &at) == URIEL_ERROR_NONE;
}

/* alphanum [ 0*61( alphanum "/" "-" ) alphanum ] (3.2.2) */
static bool label_is_2003(uriel_text label)
{
  if (label.len == 0 || label.len > 63 || label.ptr[0] == '-' || label.ptr[label.len - 1] == '-')
    return false;
  for (size_t i = 0; i < label.len; i++)
    if (!byte_is(label.ptr[i], BYTE_ALPHA | BYTE_DIGIT) && label.ptr[i] != '-')
      return false;
  return true;
}

/* domainlabel *( "." domainlabel ) [ "." toplabel "." ] (3.2.2) */
static bool hostname_is_2003(uriel_text host)
{
  uriel_text rest = host, label = host;
  size_t labels = 0;
  while (rest.len > 0) {
    label = view_take(&rest, '.');
    if (!label_is_2003(label))
      return false;
    labels++;
  }
  return !view_defined(rest) || (labels > 1 && byte_is(label.ptr[0], BYTE_ALPHA));
}

/* [ [ userinfo "@" ] hostport ] (3.2.2). The letters of an IPv4address are also a hostname's. */
static bool server_is_2003(const uriel_ref *ref)
{
  const uriel_text userinfo = uriel_userinfo(ref), host = uriel_host(ref), port = uriel_port(ref);
  size_t at;
  if (uriel_authority(ref).len == 0)
    return true;
  return characters_are_2003(userinfo, BYTE_USERINFO_2003) &&
         (hostname_is_2003(host) || uriel_is_ipv6_reference(host)) &&
         uriel_component_error(URIEL_PORT, port, &at) == URIEL_ERROR_NONE;
}

static void read_2003(uriel_ref *ref, const char *text, uint32_t len)
{
  uriel_split(ref, text, len);
  if (ref->host_begin == 0 || server_is_2003(ref))
    return;
  ref->host_begin = ref->scheme_end ? ref->scheme_end + 3 : 2;
  ref->host_end = ref->path_begin;
  ref->flags |= URIEL_HAS_REGISTRY;
}

/* Reports whether an opaque-part (3) follows the scheme: it does not begin with "/". */
static bool opaque_is_2003(const uriel_ref *ref)
{
  return ref->scheme_end != 0 && ref->host_begin == 0 &&
         (ref->path_begin == ref->path_end || ref->text[ref->path_begin] != '/');
}

/* In an authority that is a registry's name, no part is at error. Only IPv6references contain
 * brackets, so a host that begins with a bracket is meant as a server. */
static uriel_error_code authority_error_2003(const uriel_ref *ref, uriel_component component,
                                             uriel_text text, size_t *at)
{
  const uriel_text host = uriel_host(ref);
  const bool bracket = host.len > 0 && host.ptr[0] == '[';
  if (server_is_2003(ref) || characters_are_2003(uriel_authority(ref), BYTE_REG_NAME_2003))
    return URIEL_ERROR_NONE;
  if (component == URIEL_USERINFO)
    return uriel_characters_error(text, BYTE_USERINFO_2003, URIEL_ERROR_USERINFO_CHARACTER, at);
  if (component == URIEL_HOST && bracket) {
    const uriel_error_code code = uriel_component_error(URIEL_HOST, text, at);
    if (code == URIEL_ERROR_NONE && uriel_is_ipv6_reference(text))
      return code;
    /* RFC 3986's IPvFuture is not allowed here. */
    return code == URIEL_ERROR_NONE || code == URIEL_ERROR_HOST_IPVFUTURE ? URIEL_ERROR_HOST_IPV6 : code;
  }
  if (component == URIEL_HOST)
    return uriel_characters_error(text, BYTE_REG_NAME_2003, URIEL_ERROR_HOST_CHARACTER, at);
  /* Without brackets, a text that is not a port may be a registry's name. */
  return bracket ? uriel_component_error(component, text, at)
                 : uriel_characters_error(text, BYTE_REG_NAME_2003, URIEL_ERROR_HOST_CHARACTER, at);
}

static uriel_error_code path_error_2003(const uriel_ref *ref, uriel_text text, size_t *at)
{
  const bool relative = text.ptr == ref->text;
  if (relative && text.len > 0 && text.ptr[0] == ':')
    return URIEL_ERROR_PATH_COLON;
  if (opaque_is_2003(ref))
    return uriel_characters_error(text, BYTE_URIC_2003, URIEL_ERROR_PATH_OPAQUE, at);
  const uriel_error_code code =
      uriel_characters_error(text, BYTE_PATH_2003, URIEL_ERROR_PATH_CHARACTER, at);
  const char *const stuck = text.ptr + *at;
  const bool first = relative && view_find(text.ptr, stuck, '/') == stuck;
  return code == URIEL_ERROR_PATH_CHARACTER && first ? URIEL_ERROR_PATH_RELATIVE : code;
}

static uriel_error_code check_2003(const uriel_ref *ref, uriel_component component, uriel_text text,
                                   size_t *at)
{
  switch (component) {
  case URIEL_SCHEME:
    return uriel_component_error(component, text, at);
  case URIEL_USERINFO:
  case URIEL_HOST:
  case URIEL_PORT:
    return authority_error_2003(ref, component, text, at);
  case URIEL_PATH:
    return path_error_2003(ref, text, at);
  case URIEL_QUERY:
    return opaque_is_2003(ref)
               ? uriel_characters_error(text, BYTE_URIC_2003, URIEL_ERROR_PATH_OPAQUE, at)
               : uriel_characters_error(text, BYTE_QUERY_2003, URIEL_ERROR_QUERY_CHARACTER, at);
  case URIEL_FRAGMENT:
    return uriel_characters_error(text, BYTE_QUERY_2003, URIEL_ERROR_FRAGMENT_CHARACTER, at);
  case URIEL_REFERENCE:
  case URIEL_AUTHORITY:
    break;
  }
  return URIEL_ERROR_NONE;
}

static void blame_2003(uriel_error *error, const char *text, uint32_t len)
{
  uriel_blame_first(error, text, len, check_2003);
}

static void own_add_server(own_list *list, const uriel_ref *ref)
{
  const uriel_text host = uriel_host(ref);
  const uriel_host_kind kind = uriel_host_kind_of(ref);
  own_add(list, "server", uriel_authority(ref));
  if (host.len == 0)
    return;
  own_add(list, "hostport", view_of(host.ptr, ref->text + ref->path_begin));
  own_add(list,
          kind == URIEL_HOST_IPV4   ? "IPv4address"
          : kind == URIEL_HOST_IPV6 ? "IPv6reference"
                                    : "hostname",
          host);
}

size_t uriel_own_parts_2003(const uriel_ref *ref, uriel_own_part *parts)
{
  own_list list = {parts, 0};
  if (ref->flags & URIEL_HAS_REGISTRY)
    own_add(&list, "reg-name", uriel_authority(ref));
  else if (ref->host_begin != 0)
    own_add_server(&list, ref);
  if (uriel_is_opaque_2003(ref))
    own_add(&list, "opaque-part", view_of(ref->text + ref->path_begin, ref->text + ref->query_end));
  if (ref->scheme_end == 0 && ref->host_begin == 0 && ref->path_end > 0 && ref->text[0] != '/')
    own_add(&list, "rel-path", uriel_path(ref));
  return list.count;
}

const reading uriel_reading_2003 = {.spec = URIEL_SPEC_URI_2003,
                                    .held = {uriel_uri_2003_member, uriel_uri_2003_expected},
                                    .read = read_2003,
                                    .blame = blame_2003};
