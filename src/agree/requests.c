/* SPDX-License-Identifier: MIT */
/* The readers "requests", the pool of connections of requests 2.34.2 with urllib3 2.8.0 and idna 3.20,
 * and "requests-2.28", of requests 2.28.1 with urllib3 1.26.12 and idna 3.3; both in Python 3.11. Each
 * URL is parsed several times: by urllib3, requoted, by urlsplit, in 2.28 by urllib3, and by the pool.
 *
 *   text          loses leading white space of Unicode
 *   scheme        http or https
 *   user info     with a password: decoded, no characters above U+00FF, which Basic authentication
 * lacks; not if an IP literal is encoded again host          of parse_url of urllib3; not empty; does
 * not begin with "*" or "." requoting     "%XX" of unreserved characters is decoded, and what a reg-name
 * does not have is encoded. If letters or digits that are not hexadecimal follow a "%", every "%" is
 * encoded: only before a zone, where parse_url leaves "%" for "%25" IP literal    after that, of
 * urlsplit: a zone of hexadecimal digits may have become part of the address. The pool refuses a "%"
 * without two hexadecimal digits, and encoded controls; 2.28: it has "%" for "%25", twice port of
 * parse_url; 0 is the default */
#include "agree/reader.h"

#include "text/utf8.h"

/* Returns the text without the white space of Python at its beginning. */
static uriel_text requests_strip(uriel_text text)
{
  const char *at = text.ptr, *const end = view_end(text);
  uint32_t code;
  for (size_t n; (n = uriel_utf8_character(at, end, &code)) > 0; at += n)
    if (!reader_is_python_space(code))
      break;
  return view_of(at, end);
}

/* Returns whether Basic authentication can send the user information. "%XX" is decoded if every "%"
 * begins one. */
static bool requests_sends(uriel_text user)
{
  const char *const end = view_end(user);
  bool decodes = true;
  if (!view_has(user, ':'))
    return true;
  for (const char *at = user.ptr; (at = view_find(at, end, '%')) < end; at++)
    decodes = decodes && triplet_at(at, end);
  for (const char *at = user.ptr; at < end;) {
    uint32_t code;
    size_t n = uriel_utf8_character(at, end, &code);
    if (decodes && *at == '%' && (unsigned char)triplet_value(at) >= 0x80) {
      if ((triplet_value(at) & 0xFE) != 0xC2 || !triplet_at(at + 3, end) ||
          (triplet_value(at + 3) & 0xC0) != 0x80)
        return false;
      n = 6;
    } else if (!n || code > 0xFF) {
      return false;
    }
    at += n;
  }
  return true;
}

/* Returns whether requoting leaves a byte of a host. */
static bool requests_keeps(char byte)
{
  return byte_is(byte, BYTE_NAME) || byte == '%' || byte == ':';
}

/* Requotes a host in place, in lower case, and returns its length: at most three times as long. */
static size_t requests_requote(char *host, size_t len)
{
  const char *const end = host + len;
  char *past = host;
  size_t encoded = 0;
  for (const char *at = host; at < end;) {
    const bool decodes = triplet_at(at, end) && byte_is((char)triplet_value(at), BYTE_UNRESERVED);
    const char byte = decodes ? (char)triplet_value(at) : *at;
    at += decodes ? 3 : 1;
    encoded += !requests_keeps(byte);
    *past++ = byte_lower(byte);
  }
  const size_t size = (size_t)(past - host) + 2 * encoded;
  for (char *to = host + size; past < to;) {
    const char byte = *--past;
    to -= requests_keeps(byte) ? 1 : 3;
    *to = byte;
    if (!requests_keeps(byte)) {
      writer w = writer_to(to, 3);
      write_triplet(&w, (unsigned char)byte);
      to[2] = byte_lower(to[2]);
    }
  }
  return size;
}

/* Converts an IP literal without brackets in place; undefined if it is refused. `quoted`: every "%" is
 * encoded. */
static uriel_text requests_literal(char *host, size_t len, bool quoted, bool early)
{
  size_t zone = (size_t)(view_find(host, host + len, '%') - host);
  if (quoted) {
    memmove(host + zone + 3, host + zone + 1, len - zone - 1);
    memcpy(host + zone, "%25", 3);
    len += 2;
  } else {
    len = requests_requote(host, len);
  }
  if (!uriel_reader_is_ipv6((uriel_text){host, len}))
    return view_undefined();
  zone = (size_t)(view_find(host, host + len, '%') - host);
  const unsigned char encoded = triplet_at(host + zone, host + len) ? triplet_value(host + zone) : 0;
  if (zone < len && !early && (encoded < ' ' || encoded == 0x7F))
    return view_undefined();
  if (zone < len && !early && byte_is((char)encoded, BYTE_UNRESERVED)) {
    host[zone] = byte_lower((char)encoded);
    memmove(host + zone + 1, host + zone + 3, len - zone - 3);
    len -= 2;
  }
  for (int i = 0; i < 2 && early; i++)
    if (len - zone > 3 && host[zone + 1] == '2' && host[zone + 2] == '5') {
      memmove(host + zone + 1, host + zone + 3, len - zone - 3);
      len -= 2;
    }
  return (uriel_text){host, len};
}

static void requests_read(uriel_reading *reading, uriel_text text, char *out, bool early)
{
  reader_memory memory = {out};
  reader_urllib3 url;
  if (!uriel_reader_urllib3(&url, &memory, requests_strip(text), early))
    return;
  const bool secure = view_is(url.scheme, "https");
  if (!(secure || view_is(url.scheme, "http")) || !url.host.len || *out == '*' || *out == '.')
    return;
  const char *const end = view_end(url.host), *const zone = view_find(out, end, '%');
  const bool literal = *out == '[';
  const bool quoted = literal && end - zone > 2 && byte_is(zone[1], BYTE_ALPHA | BYTE_DIGIT) &&
                      byte_is(zone[2], BYTE_ALPHA | BYTE_DIGIT) && !triplet_at(zone, end);
  if (!quoted && !requests_sends(url.user))
    return;
  const uriel_text host = literal ? requests_literal(out + 1, url.host.len - 2, quoted, early)
                                  : (uriel_text){out, requests_requote(out, url.host.len)};
  if (!view_defined(host))
    return;
  reading->port = url.port > 0 ? url.port : secure ? 443 : 80;
  uriel_reader_set(reading, &memory, uriel_text_of(secure ? "https" : "http"), host);
}

void uriel_read_requests(uriel_reading *reading, const char *text, size_t len, char *out)
{
  requests_read(reading, (uriel_text){text, len}, out, false);
}

void uriel_read_requests_2_28(uriel_reading *reading, const char *text, size_t len, char *out)
{
  requests_read(reading, (uriel_text){text, len}, out, true);
}
