/* SPDX-License-Identifier: MIT */
/* The reader "php": parse_url of PHP 8.2.
 *
 *   scheme      letters, digits, "+", "-" and "." in any order, before the first ":". But up to five
 *               digits between that ":" and "/" or the end are a port, without a scheme
 *   authority   after "scheme://", except "file:///"; after "//"; and the whole text up to "/", if its
 *               first ":" comes before "?" and "#" and is followed by such a port
 *   end of it   the first "/", "?" or "#"
 *   user info   any bytes up to the last "@"
 *   host        any bytes up to the last ":", at least one; an IP literal contains colons if it is all
 *               of the authority after the user info; controls become "_"
 *   port        at most five bytes, read by strtol: skips white space, accepts a sign, ignores the bytes
 *               after the digits; at most 65535
 *   others      are paths, except ":"
 */
#include "agree/reader.h"

/* Returns the number that strtol reads in at most five bytes; -1 if strtol finds no port. */
static int32_t php_port(uriel_text text)
{
  const char *at = text.ptr, *const end = view_end(text);
  uint32_t port = 0;
  while (at < end && byte_is_blank(*at))
    at++;
  const bool minus = at < end && *at == '-';
  at += minus || (at < end && *at == '+');
  const char *const digits = at;
  port = digits_read(&at, end, 10, 99999);
  return at == digits || port > 65535 || (minus && port) ? -1 : (int32_t)port;
}

/* Reads the authority at `begin`. `port` is the port that the first ":" of the text has, or -1. */
static void php_authority(uriel_reading *reading, uriel_text scheme, const char *begin, const char *end,
                          int32_t port, char *out)
{
  const char *const slash = uriel_bytes_until(begin, end, "/?#");
  const char *const user = uriel_reader_last(view_of(begin, slash), '@');
  uriel_text host = view_of(user ? user + 1 : begin, slash);
  const bool literal = host.len && *host.ptr == '[' && slash[-1] == ']';
  const char *const colon = literal ? NULL : uriel_reader_last(host, ':');
  if (colon) {
    const uriel_text digits = view_of(colon + 1, slash);
    host = view_of(host.ptr, colon);
    if (port <= 0 && digits.len)
      port = digits.len > 5 ? -1 : php_port(digits);
    if (port < 0 && digits.len)
      return;
  }
  if (!host.len)
    return;
  for (size_t i = 0; i < host.len; i++)
    out[i] = (unsigned char)host.ptr[i] < ' ' || host.ptr[i] == 0x7F ? '_' : host.ptr[i];
  reader_memory memory = {out + host.len};
  uriel_reader_set(reading, &memory, scheme, (uriel_text){out, host.len});
  reading->port = port;
}

void uriel_read_php(uriel_reading *reading, const char *text, size_t len, char *out)
{
  const uriel_text all = {text, len};
  const char *const end = view_end(all), *const colon = view_find(text, end, ':');
  const char *const after = colon < end ? colon + 1 : end;
  const char *const digits = bytes_past(after, end, BYTE_DIGIT);
  const bool ported = digits > after && digits - after < 6 && (digits == end || *digits == '/');
  const bool relative = len > 1 && text[0] == '/' && text[1] == '/';
  const char *authority = relative ? text + 2 : NULL;
  uriel_text scheme = view_undefined();
  int32_t port = -1;
  if (colon < end && colon > text && bytes_past(text, colon, BYTE_SCHEME) == colon && !ported) {
    scheme = view_of(text, colon);
    authority = end - after > 1 && after[0] == '/' && after[1] == '/' ? after + 2 : NULL;
    if (authority && authority < end && *authority == '/' && view_is(scheme, "file"))
      authority = NULL;
  } else if (ported && !view_has(view_of(text, colon), '?') && !view_has(view_of(text, colon), '#')) {
    port = uriel_reader_port(view_of(after, digits));
    if (port > 65535)
      return;
    authority = relative ? text + 2 : text;
  } else if (len == 1 && *text == ':') {
    return;
  }
  if (authority) {
    php_authority(reading, scheme, authority, end, port, out);
  } else {
    reader_memory memory = {out};
    uriel_reader_set(reading, &memory, scheme, view_undefined());
  }
}
