/* SPDX-License-Identifier: MIT */
/* The readers "java-uri" and "java-url": getScheme, getHost and getPort of Java 17's java.net.URI;
 * getProtocol, getHost, getPort and getDefaultPort of its java.net.URL.
 *
 * java.net.URI:
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
 * java.net.URL, without bytes up to " " at both ends and "url:" at the beginning:
 *   protocol     one of those with a handler; comes before the first "/"
 *   mailto       then a text that is not white
 *   jar          at the very beginning; then a URL of another protocol, "!/" and a path, up to "#"; or
 *                else only "#"
 *   others       up to "#" and "?":
 *   authority    after "//", up to "/"; not after "////"
 *   user info    up to "@"; with two "@", the host is empty
 *   literal      "[", an IPv6 address, perhaps "%" and any text, and "]"; numbers of the address can
 *                have leading zeros, its IPv4 address up to 15 bytes
 *   other hosts  up to ":"; no controls, and no characters that NFKC maps to delimiters
 *   port         decimal digits of any script after "+" or "-", up to 2147483647, or empty; -1 is absent
 *
 * Malformed UTF-8 is U+FFFD, one for a surrogate. */
#include "agree/reader.h"

#include "text/utf8.h"

size_t uriel_reader_java_next(uint32_t *code, const char *at, const char *end)
{
  const size_t size = uriel_utf8_next(code, at, (size_t)(end - at));
  if (*at != '\xED' || size > 1 || end - at < 2 || (at[1] & 0xC0) != 0x80)
    return size;
  return end - at > 2 && (at[2] & 0xC0) == 0x80 ? 3 : 2;
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
      size = uriel_reader_java_next(&code, at, end);
      if (code < 0xA0 || uriel_reader_is_space(code))
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

/* Returns whether the text is an IPv6 address to URI, or to URL. */
static bool java_is_ipv6(uriel_text text, bool is_url)
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
    if (after < end && *after == '.') {
      if (!java_is_ipv4(view_of(at, end)) || (is_url && end - at > 15))
        return false;
      bytes += 4;
      break;
    }
    while (is_url && after - at > 4 && *at == '0')
      at++;
    if (after == at || after - at > 4)
      return false;
    bytes += 2;
    at = after;
  } while (at < end);
  return compressed ? bytes < 16 : bytes == 16;
}

/* Returns the end of the host at `at`, or NULL if it is not one. */
static const char *java_host(const char *at, const char *end)
{
  if (at < end && *at == '[') {
    const char *const close = view_find(at, end, ']'), *const percent = view_find(at, close, '%');
    bool valid = close < end && java_is_ipv6(view_of(at + 1, percent), false) && percent + 1 != close;
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
  const char *const at = uriel_bytes_until(text, text + len, ":/?#");
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

/* ---- java.net.URL ------------------------------------------------------------------------------- */

bool uriel_reader_java_port(uriel_text text, int32_t *port)
{
  const char *at = text.ptr, *const end = view_end(text);
  const bool negative = text.len && *at == '-';
  uint32_t number = 0;
  if (negative || (text.len && *at == '+'))
    at++;
  if (at == end)
    return !text.len;
  while (at < end) {
    uint32_t code;
    at += uriel_reader_java_next(&code, at, end);
    const int digit = code <= 0xFFFF ? uriel_reader_digit(code) : -1;
    if (digit < 0 || !digits_add(&number, 10, (char)('0' + digit), INT32_MAX))
      return false;
  }
  *port = negative && number ? -1 : (int32_t)number;
  return !negative || number <= 1;
}

uriel_text uriel_reader_java_text(reader_memory *memory, uriel_text text)
{
  if (reader_is_ascii(text))
    return uriel_reader_lower(memory, text);
  writer w = writer_to(memory->at, SIZE_MAX);
  for (const char *at = text.ptr, *const end = view_end(text); at < end;) {
    uint32_t code;
    char character[4];
    at += uriel_reader_java_next(&code, at, end);
    const size_t size = uriel_utf8_write(character, code);
    character[0] = byte_lower(character[0]);
    uriel_write_bytes(&w, character, size);
  }
  memory->at += w.len;
  return (uriel_text){w.out, w.len};
}

/* Returns whether URL accepts the characters of a host. */
static bool java_is_host(uriel_text host)
{
  static const uint16_t refused[] = {0x2047, 0x2048, 0x2049, 0x2100, 0x2101, 0x2105,
                                     0x2106, 0x2A74, 0xFE55, 0xFE56, 0xFE5F, 0xFE6B,
                                     0xFF03, 0xFF0F, 0xFF1A, 0xFF1F, 0xFF20};
  const char *const end = view_end(host);
  for (const char *at = host.ptr; at < end;) {
    uint32_t code;
    at += uriel_reader_java_next(&code, at, end);
    for (size_t i = 0; code >= 0x80 && i < sizeof refused / sizeof *refused; i++)
      if (code == refused[i])
        return false;
    if (code < ' ' || code == 0x7F)
      return false;
  }
  return true;
}

/* Reads an authority, and sets host and port. */
static bool java_url_server(uriel_text authority, uriel_text *host, int32_t *port)
{
  uriel_text rest = authority;
  view_take(&rest, '@');
  if (!view_defined(rest))
    rest = authority;
  else if (view_has(rest, '@'))
    return true;
  if (!rest.len || *rest.ptr != '[') {
    *host = view_take(&rest, ':');
    return uriel_reader_java_port(rest, port);
  }
  const char *const end = view_end(rest), *const close = view_find(rest.ptr, end, ']');
  const char *const percent = view_find(rest.ptr, close, '%');
  if (close == end || percent + 1 == close || !java_is_ipv6(view_of(rest.ptr + 1, percent), true))
    return false;
  *host = view_of(rest.ptr, close + 1);
  return close + 1 == end || (close[1] == ':' && uriel_reader_java_port(view_of(close + 2, end), port));
}

/* Splits a text into protocol and the rest before "#". Returns false for another protocol. */
static bool java_protocol(uriel_text text, uriel_text *protocol, uriel_text *rest)
{
  const char *begin = text.ptr, *end = view_end(text);
  while (end > begin && (unsigned char)end[-1] <= ' ')
    end--;
  while (begin < end && (unsigned char)*begin <= ' ')
    begin++;
  if (end - begin >= 4 && view_is(view_of(begin, begin + 4), "url:"))
    begin += 4;
  const char *const colon = view_find(begin, end, ':');
  *protocol = view_of(begin, colon);
  *rest = view_of(colon + (colon < end), end);
  return colon < end && uriel_text_is_among(*protocol, " http https file jar ftp mailto jrt jmod ");
}

static bool java_is_white(uriel_text text)
{
  uint32_t code;
  for (const char *at = text.ptr; at < view_end(text);) {
    at += uriel_reader_java_next(&code, at, view_end(text));
    if (!(code >= '\t' && code <= '\r') && !(code >= 0x1C && code <= 0x1F) &&
        (!uriel_reader_is_space(code) || code == 0xA0 || code == 0x2007 || code == 0x202F))
      return false;
  }
  return true;
}

void uriel_read_java_url(uriel_reading *reading, const char *text, size_t len, char *out)
{
  uriel_text protocol, inner, rest, host = view_undefined();
  if (!java_protocol((uriel_text){text, len}, &protocol, &rest))
    return;
  reader_memory memory = {out};
  const uriel_text outer = protocol;
  const bool is_jar = view_is(protocol, "jar");
  inner = view_take(&rest, '#');
  if (is_jar && protocol.ptr != text) {
    if (!inner.len && view_defined(rest))
      uriel_reader_set(reading, &memory, outer, host);
    return;
  }
  if (is_jar) {
    size_t entry = inner.len; /* after the last "!/" */
    while (entry >= 2 && !bytes_equal(inner.ptr + entry - 2, "!/", 2))
      entry--;
    if (entry < 2 || !java_protocol((uriel_text){inner.ptr, entry - 2}, &protocol, &inner) ||
        view_is(protocol, "jar"))
      return;
  }
  if (view_is(protocol, "mailto")) {
    if (!java_is_white(inner))
      uriel_reader_set(reading, &memory, outer, host);
    return;
  }
  inner = view_before(inner, '?');
  const bool is_unc = inner.len >= 4 && bytes_equal(inner.ptr, "////", 4);
  if (inner.len >= 2 && bytes_equal(inner.ptr, "//", 2) && !is_unc) {
    const uriel_text authority = view_before(view_of(inner.ptr + 2, view_end(inner)), '/');
    if (!java_url_server(authority, &host, &reading->port) || !java_is_host(host))
      return;
    host = uriel_reader_java_text(&memory, host);
  }
  if (is_jar) {
    host = view_undefined();
    reading->port = -1;
  } else if (reading->port < 0) {
    const bool is_ftp = view_is(protocol, "ftp"), is_http = view_is(protocol, "http");
    reading->port = is_ftp ? 21 : is_http ? 80 : view_is(protocol, "https") ? 443 : -1;
  }
  uriel_reader_set(reading, &memory, outer, host);
}
