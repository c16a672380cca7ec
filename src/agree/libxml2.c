/* SPDX-License-Identifier: MIT */
/* The reader "libxml2": xmlParseURI of libxml2 2.9.14.
 *
 *   text        ends at NUL
 *   grammar     as in RFC 3986, but a fragment may have "[" and "]"
 *   literal     any bytes between "[" and the first "]", even "/", "?", "#" and "@"
 *   host        "%XX" is decoded, also in a literal; ends at a decoded NUL
 *   port        at most INT_MAX; not empty after ":"; 0 is not reported, nor, after a scheme, the port
 *               of an empty host
 */
#include "agree/reader.h"

/* Reads an authority and moves `rest` past it. Returns false if it is malformed. */
static bool libxml2_authority(uriel_text *host, int32_t *port, uriel_text *rest)
{
  const char *at = rest->ptr, *const end = view_end(*rest);
  const char *const user = uriel_reader_past(at, end, BYTE_USERINFO);
  if (user < end && *user == '@')
    at = user + 1;
  const char *const begin = at;
  if (at < end && *at == '[') {
    at = view_find(at, end, ']');
    if (at == end)
      return false;
    at++;
  } else {
    at = uriel_reader_past(at, end, BYTE_NAME);
  }
  *host = view_of(begin, at);
  if (at < end && *at == ':') {
    uint32_t number = 0;
    const char *const digits = ++at;
    number = digits_read(&at, end, 10, INT32_MAX);
    if (at == digits)
      return false;
    *port = number ? (int32_t)number : -1;
  }
  *rest = view_of(at, end);
  return at == end || bytes_have("/?#", (unsigned char)*at);
}

void uriel_read_libxml2(uriel_reading *reading, const char *text, size_t len, char *out)
{
  uriel_text rest = view_before((uriel_text){text, len}, '\0'), host = view_undefined();
  const uriel_text scheme = uriel_reader_scheme(&rest);
  int32_t port = -1;
  if (rest.len > 1 && rest.ptr[0] == '/' && rest.ptr[1] == '/') {
    rest = view_of(rest.ptr + 2, view_end(rest));
    if (!libxml2_authority(&host, &port, &rest))
      return;
    if (!host.len && view_defined(scheme))
      port = -1;
  }
  uriel_text fragment = rest, query = view_take(&fragment, '#'), path = view_take(&query, '?');
  if (!uriel_reader_consists(path, BYTE_PATH) || !uriel_reader_consists(query, BYTE_QUERY))
    return;
  if (!view_defined(scheme) && view_has(view_before(path, '/'), ':'))
    return;
  const char *mark = fragment.ptr, *const last = view_end(fragment);
  while ((mark = uriel_reader_past(mark, last, BYTE_QUERY)) < last)
    if (*mark == '[' || *mark == ']')
      mark++;
    else
      return;
  reader_memory memory = {out};
  uriel_reader_set(reading, &memory, scheme, view_before(uriel_reader_decode(&memory, host), '\0'));
  reading->port = port;
}
