/* SPDX-License-Identifier: MIT */
/* The reader "java-uri": getScheme, getHost and getPort of Java 17's java.net.URI.
 *
 *   scheme       letters, digits, "+", "-" and "." after a letter, if a ":" comes before the first of
 *                "/?#"; then "/", or a text that is not empty
 *   authority    after "//", up to the first of "/?#"; empty only before one of these; not a server's,
 *                it has no host and consists of unreserved, sub-delims, ":" and "@"
 *   server       user information up to the first "@", a host, and perhaps ":" with the port
 *   name         labels of letters, digits and "-", which neither begins nor ends one, and perhaps "."
 *                at the end; the last of several begins with a letter
 *   literal      "[", an IPv6 address, perhaps "%" with letters, digits, "_" and ".", and "]"
 *   IPv4         four numbers up to 255, which can have leading zeros
 *   port         digits, up to 2147483647, or empty
 *   elsewhere    "%XX", and characters outside US-ASCII except spaces and controls
 *   "[", "]"     also in queries, fragments and after "scheme:" without "/"
 *
 * Malformed UTF-8 is U+FFFD. */
#include "agree/reader.h"

#include "text/utf8.h"

static bool java_is_space(uint32_t code)
{
  return code == ' ' || code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) ||
         code == 0x2028 || code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000;
}

/* Returns whether the text consists of bytes of the classes and `more`, "%XX" and other characters. */
static bool java_consists(uriel_text text, unsigned classes, const char *more)
{
  const char *const end = view_end(text);
  size_t size;
  for (const char *at = text.ptr; at < end; at += size) {
    uint32_t code = (unsigned char)*at;
    size = 1;
    if (code >= 0x80) {
      size = uriel_utf8_next(&code, at, (size_t)(end - at));
      if (code < 0xA0 || java_is_space(code))
        return false;
    } else if (triplet_at(at, end)) {
      size = 3;
    } else if (!byte_is(*at, classes) && !bytes_have(more, code)) {
      return false;
    }
  }
  return true;
}

/* Returns whether the text is four numbers up to 255, which can have leading zeros. */
static bool java_is_ipv4(uriel_text text)
{
  const char *at = text.ptr, *const end = view_end(text);
  for (unsigned i = 0; i < 4; i++) {
    if (i > 0 && (at == end || *at++ != '.'))
      return false;
    const char *const begin = at;
    digits_read(&at, end, 10, 255);
    if (at == begin)
      return false;
  }
  return at == end;
}

static bool java_is_ipv6(uriel_text text)
{
  const char *at = text.ptr, *const end = view_end(text);
  size_t bytes = 0;
  bool compressed = false;
  do {
    if (end - at >= 2 && at[0] == ':' && at[1] == ':') {
      if (compressed)
        return false;
      compressed = true;
      at += 2;
      if (at == end)
        break;
    } else if (bytes && *at++ != ':') {
      return false;
    }
    const char *const after = bytes_past(at, end, BYTE_HEX);
    const bool is_ipv4 = after < end && *after == '.';
    if (is_ipv4 ? !java_is_ipv4(view_of(at, end)) : after == at || after - at > 4)
      return false;
    bytes += is_ipv4 ? 4 : 2;
    at = is_ipv4 ? end : after;
  } while (at < end);
  return compressed ? bytes < 16 : bytes == 16;
}

/* Returns the end of the host at `at`, or NULL if it is not one. */
static const char *java_host(const char *at, const char *end)
{
  if (at < end && *at == '[') {
    const char *const close = view_find(at, end, ']'), *const percent = view_find(at, close, '%');
    bool valid = close < end && java_is_ipv6(view_of(at + 1, percent)) && percent + 1 != close;
    for (const char *zone = percent + 1; valid && zone < close; zone++)
      valid = byte_is(*zone, BYTE_ALPHA | BYTE_DIGIT) || *zone == '_' || *zone == '.';
    return valid ? close + 1 : NULL;
  }
  end = view_find(at, end, ':');
  if (java_is_ipv4(view_of(at, end)))
    return end;
  const char *const begin = at, *label = NULL;
  while (at < end) {
    const char *const after = view_find(at, end, '.');
    for (const char *byte = at; byte < after; byte++)
      if (!byte_is(*byte, BYTE_ALPHA | BYTE_DIGIT) && *byte != '-')
        return NULL;
    if (after == at || *at == '-' || after[-1] == '-')
      return NULL;
    label = at;
    at = after + (after < end);
  }
  return label && (label == begin || byte_is(*label, BYTE_ALPHA)) ? end : NULL;
}

/* Reads an authority of user information, host and port. Returns false if it is not one. */
static bool java_server(uriel_text authority, uriel_text *host, int32_t *port)
{
  const char *const end = view_end(authority), *const at = view_find(authority.ptr, end, '@');
  const char *const begin = at < end ? at + 1 : authority.ptr;
  if (at < end && !java_consists(view_of(authority.ptr, at), BYTE_USERINFO, ""))
    return false;
  const char *after = java_host(begin, end);
  if (!after)
    return false;
  *host = view_of(begin, after);
  if (after == end)
    return true;
  if (*after++ != ':')
    return false;
  if (after < end)
    *port = (int32_t)digits_read(&after, end, 10, INT32_MAX);
  return after == end;
}

void uriel_read_java_uri(uriel_reading *reading, const char *text, size_t len, char *out)
{
  uriel_text fragment = {text, len}, scheme = view_undefined(), host = view_undefined();
  const char *at = text;
  while (at < text + len && !bytes_have(":/?#", (unsigned char)*at))
    at++;
  if (at < text + len && *at == ':') {
    scheme = view_of(text, at);
    fragment = view_of(at + 1, text + len);
    if (!byte_is(*text, BYTE_ALPHA) || !view_consists(scheme, BYTE_SCHEME))
      return;
  }
  uriel_text query = view_take(&fragment, '#');
  if (!java_consists(fragment, BYTE_QUERY, "[]"))
    return;
  if (view_defined(scheme) && !(query.len && *query.ptr == '/')) {
    if (!query.len || !java_consists(query, BYTE_QUERY, "[]"))
      return;
  } else {
    uriel_text path = view_take(&query, '?');
    if (path.len >= 2 && path.ptr[0] == '/' && path.ptr[1] == '/') {
      const uriel_text authority = view_before(view_of(path.ptr + 2, view_end(path)), '/');
      path = view_of(view_end(authority), view_end(path));
      if (!authority.len && path.ptr == text + len)
        return;
      if (authority.len && !java_server(authority, &host, &reading->port)) {
        if (!java_consists(authority, BYTE_SEGMENT, ""))
          return;
        host = view_undefined();
        reading->port = -1;
      }
    }
    if (!java_consists(path, BYTE_PATH, "") || !java_consists(query, BYTE_QUERY, "[]"))
      return;
  }
  reader_memory memory = {out};
  uriel_reader_set(reading, &memory, scheme, host);
}
