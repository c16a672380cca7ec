/* SPDX-License-Identifier: MIT */
/* The readers: their table, and what they share. */
#include "agree/reader.h"

/* The documents before RFC 3986, and versions of programs that are not the present ones, come first, so
 * that the present readers are the rest. */
#ifdef URIEL_NO_HISTORIC
enum { READERS_OLD = 3 };
#else
enum { READERS_OLD = 7 };
#endif
static const uriel_reader readers[] = {
#ifndef URIEL_NO_HISTORIC
    {"url-1993", "draft-ietf-uri-url-01", "", uriel_read_url_1993},
    {"url-1994", "draft-ietf-uri-url-03", "", uriel_read_url_1994},
    {"url-1997", "draft-fielding-url-syntax-05", "", uriel_read_url_1997},
    {"uri-2003", "draft-fielding-uri-rfc2396bis-01", "", uriel_read_uri_2003},
#endif
    {"python-urllib3-1.26", "parse_url of the Python package urllib3", "1.26.12 (idna 3.3)",
     uriel_read_python_urllib3_1},
    {"requests-2.28", "the connection of the Python package requests",
     "2.28.1 (urllib3 1.26.12, idna 3.3)", uriel_read_requests_2_28},
    {"iri", "RFC 3987", "", uriel_read_iri},
    {"rfc3986", "RFC 3986", "", uriel_read_rfc3986},
    {"whatwg", "the URL standard", "2026-07", uriel_read_whatwg},
    {"node", "new URL of Node.js", "20.20.2", uriel_read_node},
    {"whatwg-url", "new URL of whatwg-url", "16.0.1", uriel_read_whatwg_url},
    {"node-legacy", "url.parse of Node.js", "20.20.2", uriel_read_node_legacy},
    {"python-urllib", "urlsplit of Python's urllib.parse", "3.11.2", uriel_read_python_urllib},
    {"python-urllib3", "parse_url of the Python package urllib3", "2.8.0 (idna 3.20)",
     uriel_read_python_urllib3},
    {"requests", "the connection of the Python package requests", "2.34.2 (urllib3 2.8.0, idna 3.20)",
     uriel_read_requests},
    {"httpx", "the connection of the Python package httpx", "0.28.1 (httpcore 1.0.9, idna 3.20)",
     uriel_read_httpx},
    {"curl", "curl_url of libcurl, as the tool calls it", "7.88.1 (libidn2 2.3.3)", uriel_read_curl},
    {"wget", "the tool wget", "1.21.3", uriel_read_wget},
    {"go", "net/url of Go", "1.26.8", uriel_read_go},
    {"java-uri", "java.net.URI of Java", "17.0.15", uriel_read_java_uri},
    {"java-url", "java.net.URL of Java", "17.0.15", uriel_read_java_url},
    {"php", "parse_url of PHP", "8.2.36", uriel_read_php},
    {"ruby", "URI.parse of Ruby", "3.1.2", uriel_read_ruby},
    {"perl", "URI->new of Perl's URI", "5.17", uriel_read_perl},
    {"glib", "g_uri_parse of GLib, as libsoup 3 calls it", "2.74.6", uriel_read_glib},
    {"libxml2", "xmlParseURI of libxml2", "2.9.14", uriel_read_libxml2},
};

const uriel_reader *uriel_readers(size_t *count)
{
  *count = sizeof readers / sizeof *readers;
  return readers;
}

const uriel_reader *uriel_present_readers(size_t *count)
{
  *count = sizeof readers / sizeof *readers - READERS_OLD;
  return readers + READERS_OLD;
}

const uriel_reader *uriel_reader_find(const char *name, size_t len)
{
  for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
    if (view_equal(uriel_text_of(readers[i].name), (uriel_text){name, len}))
      return &readers[i];
  return NULL;
}

size_t uriel_reader_bound(size_t len)
{
  const size_t domain = len < READER_DOMAIN_MAX ? len : READER_DOMAIN_MAX;
  return size_bound(size_times(4, len), 60 * domain);
}

bool uriel_reader_read(uriel_reading *reading, const uriel_reader *reader, const char *text, size_t len,
                       char *out, size_t capacity)
{
  *reading = (uriel_reading){.port = -1};
  char none[1]; /* readers write nothing of an empty text */
  if (capacity >= uriel_reader_bound(len))
    reader->read(reading, len ? text : "", len, len ? out : none);
  if (!reading->valid)
    *reading = (uriel_reading){.port = -1};
  return reading->valid;
}

/* ---- What readers share ------------------------------------------------------------------------- */

static uriel_text reader_lower(reader_memory *memory, uriel_text text)
{
  if (bytes_find(text.ptr, view_end(text), BYTE_UPPER) == view_end(text))
    return text;
  char *const copy = memory->at;
  for (size_t i = 0; i < text.len; i++)
    copy[i] = byte_lower(text.ptr[i]);
  memory->at += text.len;
  return (uriel_text){copy, text.len};
}

void uriel_reader_set(uriel_reading *reading, reader_memory *memory, uriel_text scheme, uriel_text host)
{
  const bool literal = host.len > 1 && host.ptr[0] == '[' && host.ptr[host.len - 1] == ']';
  if (literal)
    host = (uriel_text){host.ptr + 1, host.len - 2};
  reading->valid = true;
  reading->scheme = scheme.len ? reader_lower(memory, scheme) : view_undefined();
  reading->host = host.len ? reader_lower(memory, host) : view_undefined();
}

uriel_text uriel_reader_scheme(uriel_text *rest)
{
  const char *const end = view_end(*rest);
  const char *const at = bytes_past(rest->ptr, end, BYTE_SCHEME);
  if (at == end || *at != ':' || at == rest->ptr || !byte_is(*rest->ptr, BYTE_ALPHA))
    return view_undefined();
  const uriel_text scheme = view_of(rest->ptr, at);
  *rest = view_of(at + 1, end);
  return scheme;
}

int32_t uriel_reader_port(uriel_text digits)
{
  uint32_t port = 0;
  if (!digits.len || !view_consists(digits, BYTE_DIGIT))
    return -1;
  for (size_t i = 0; i < digits.len; i++)
    if (!digits_add(&port, 10, digits.ptr[i], INT32_MAX))
      return INT32_MAX;
  return (int32_t)port;
}

const char *uriel_reader_past(const char *at, const char *end, unsigned classes)
{
  while (at < end && (byte_is(*at, classes) || triplet_at(at, end)))
    at += *at == '%' ? 3 : 1;
  return at;
}

bool uriel_reader_consists(uriel_text text, unsigned classes)
{
  return uriel_reader_past(text.ptr, view_end(text), classes) == view_end(text);
}

uriel_text uriel_reader_decode(reader_memory *memory, uriel_text text)
{
  writer w = writer_to(memory->at, SIZE_MAX);
  for (const char *at = text.ptr, *const end = view_end(text); at < end;)
    write_byte(&w, byte_lower(decoded_next(&at, end)));
  memory->at += w.len;
  return (uriel_text){w.out, w.len};
}

const char *uriel_reader_last(uriel_text text, char byte)
{
  const char *at = view_end(text);
  while (at > text.ptr && at[-1] != byte)
    at--;
  return at > text.ptr ? at - 1 : NULL;
}

bool uriel_reader_is_dotted(uriel_text text, size_t most)
{
  for (int i = 0; i < 4; i++) {
    const uriel_text digits = view_take(&text, '.');
    if (!digits.len || digits.len > most || !view_consists(digits, BYTE_DIGIT) ||
        view_defined(text) != (i < 3))
      return false;
  }
  return true;
}
