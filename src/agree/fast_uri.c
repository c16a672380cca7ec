/* SPDX-License-Identifier: MIT */
/* The reader "fast-uri": parse of the npm package fast-uri 4.2.4 in Node.js 20.20.2. An answer with the
 * key "error" is an error.
 *
 *   text          begins and ends with neither controls nor a space
 *   scheme        letters, digits, "+", "-" and "." after a letter; text without it before the first
 *                 ":", and before "/", "?" and "#", is an error
 *   slashes       if two or more of "/" and "\" follow, the first two are "/", and no tab, LF or CR is
 *                 between them or after them
 *   authority     after "//", up to "/", "?" or "#"; has no "\"
 *   user info     up to the first "@"
 *   IP literal    from "[" to "]": IPv6, compressed, with a zone after "%" or "%25", of unreserved
 *                 characters and "%XX"; or IPvFuture
 *   other hosts   up to the first ":"; no "[" and "]"
 *   port          digits, at most 65535, or empty; no default
 *   "%XX"         well-formed everywhere but in IP literals, up to U+2028 or U+2029 in the fragment
 *   http, https,  hosts are in lower case of Unicode, not empty, and have only "%" and what a reg-name
 *   ws, wss       has of US-ASCII; a host that is not US-ASCII, has "%" or ends in a number is
 *                 converted as by the reader "node"
 *   urn           no authority; namespace and a name; a UUID after "uuid:"
 *   mailto        no authority if there are recipients; these have "@" and a host that `new URL` reads
 *                 after "http://" without anything else; at most one "=" in a header
 *   other         hosts are in lower case of Unicode; unreserved characters are decoded, and what a
 *                 reg-name does not have is encoded, of mailto only in US-ASCII
 *
 * Malformed UTF-8 is U+FFFD.
 *
 * Known difference: hosts that are not a reg-name without "%" of more than READER_DOMAIN_MAX bytes are
 * refused, and domains as by the reader "node". */
#include "agree/reader.h"

#include "text/utf8.h"

enum { FAST_UNICODE = 170 };

typedef struct fast_parts {
  uriel_text scheme, host, port, path, query;
  bool authority;
} fast_parts;

/* Returns whether every "%" begins "%XX". */
static bool fast_is_encoded(const char *at, const char *end)
{
  for (; (at = view_find(at, end, '%')) < end; at += 3)
    if (!triplet_at(at, end))
      return false;
  return true;
}

/* Returns whether a text begins with the "//" of an authority, or with less than two slashes. */
static bool fast_introduces(const char *at, const char *end)
{
  size_t slashes = 0;
  bool plain = true;
  for (; at < end && bytes_have("/\\\t\n\r", (unsigned char)*at); at++) {
    slashes += *at == '/' || *at == '\\';
    plain = plain && (*at == '/' || (*at == '\\' && slashes > 2));
  }
  return plain || slashes < 2;
}

/* Finds the parts of a text. Returns false if one is not as all schemes need it. */
static bool fast_split(fast_parts *parts, uriel_text text)
{
  const char *const end = view_end(text), *at = uriel_bytes_until(text.ptr, end, "#/:?");
  uriel_text rest = text;
  if (text.len && ((unsigned char)*text.ptr <= ' ' || (unsigned char)end[-1] <= ' '))
    return false;
  parts->scheme = uriel_reader_scheme(&rest);
  if (!view_defined(parts->scheme) && at > text.ptr && at < end && *at == ':')
    return false;
  if (!fast_introduces(rest.ptr, end))
    return false;
  at = rest.ptr;
  parts->host = parts->port = view_undefined();
  parts->authority = rest.len > 1 && at[0] == '/' && at[1] == '/';
  const char *encoded = at;
  if (parts->authority) {
    const char *const begin = at + 2, *const past = uriel_bytes_until(begin, end, "/?#");
    const char *const user = view_find(begin, past, '@'), *const host = user < past ? user + 1 : begin;
    const char *const close = host < past && *host == '[' ? view_find(host, past, ']') : past;
    at = close < past && close > host + 1 ? close + 1 : view_find(host, past, ':');
    parts->host = view_of(host, at);
    if (view_has(view_of(begin, past), '\\'))
      return false;
    if (at > host + 1 && *host == '[' && at[-1] == ']') {
      if (!fast_is_encoded(begin, host))
        return false;
      encoded = at;
    }
    if (at < past && *at == ':') {
      parts->port = view_of(at + 1, bytes_past(at + 1, past, BYTE_DIGIT));
      at = view_end(parts->port);
    }
    if (at < past)
      return false;
  }
  const char *const query = uriel_bytes_until(at, end, "?#"), *const hash = view_find(query, end, '#');
  parts->path = view_of(at, query);
  parts->query = query < hash ? view_of(query + 1, hash) : view_undefined();
  const char *past = hash; /* the end of the fragment, whose "%XX" are checked */
  while ((past = view_find(past, end, '\xE2')) < end &&
         !(end - past > 2 && past[1] == '\x80' && (past[2] & 0xFE) == 0xA8))
    past++;
  return fast_is_encoded(encoded, past);
}

/* Writes an IP literal, with its brackets in the text. Returns false if it is malformed. */
static bool fast_literal(writer *w, uriel_text host)
{
  const char *const at = host.ptr + 1, *const end = view_end(host) - 1;
  if (host.len < 3 || *host.ptr != '[' || *end != ']')
    return false;
  if (*at == 'v' || *at == 'V') {
    const char *const dot = bytes_past(at + 1, end, BYTE_HEX);
    write_view(w, view_of(at, end));
    return dot > at + 1 && end - dot > 1 && *dot == '.' &&
           bytes_past(dot + 1, end, BYTE_USERINFO) == end;
  }
  const char *const percent = view_find(at, end, '%');
  const bool separated = end - percent > 2 && percent[1] == '2' && percent[2] == '5';
  const uriel_text zone = view_of(percent < end ? percent + (separated ? 3 : 1) : end, end);
  if ((percent < end && !zone.len) || !uriel_reader_consists(zone, BYTE_UNRESERVED) ||
      !uriel_reader_write_ipv6(w, view_of(at, percent), true))
    return false;
  if (percent < end)
    write_byte(w, '%');
  write_view(w, zone);
  return true;
}

/* Writes a host without malformed UTF-8, with what a reg-name does not have encoded. */
static void fast_encode(writer *w, uriel_text host, bool international)
{
  for (const char *at = host.ptr, *const end = view_end(host); at < end;) {
    const bool encoded = triplet_at(at, end);
    const bool decodes = encoded && byte_is((char)triplet_value(at), BYTE_UNRESERVED);
    char bytes[4];
    uint32_t code = decodes ? triplet_value(at) : (unsigned char)*at;
    if (decodes || encoded || code < 0x80)
      at += decodes ? 3 : 1;
    else
      at += uriel_utf8_next(&code, at, (size_t)(end - at));
    if (encoded || (code < 0x80 && byte_is((char)code, BYTE_NAME)) || (code >= 0x80 && international)) {
      uriel_write_bytes(w, bytes, uriel_utf8_write(bytes, code));
      continue;
    }
    const size_t size = uriel_utf8_write(bytes, code);
    for (size_t i = 0; i < size; i++)
      write_triplet(w, (unsigned char)bytes[i]);
  }
}

/* Takes "http://" and the text in lower case. */
static uriel_text fast_url(reader_memory *memory, uriel_text text)
{
  writer w = writer_to(memory->at, SIZE_MAX);
  write_string(&w, "http://");
  uriel_reader_write_lower(&w, text, FAST_UNICODE);
  memory->at += w.len;
  return (uriel_text){w.out, w.len};
}

/* Returns whether a host is a reg-name without "%", which is not converted. */
static bool fast_is_simple(uriel_text host, bool domain)
{
  uint8_t address[4];
  return view_consists(host, BYTE_NAME) &&
         (!domain || !uriel_url_ends_in_number(host) || uriel_ipv4_parse(address, host.ptr, host.len));
}

/* Returns a host that is not an IP literal; undefined if it is refused. */
static uriel_text fast_host(reader_memory *memory, uriel_text host, bool domain, bool international)
{
  if (fast_is_simple(host, domain))
    return host;
  if (host.len > READER_DOMAIN_MAX)
    return view_undefined();
  const uriel_text url = fast_url(memory, host);
  host = view_of(url.ptr + 7, view_end(url));
  if (fast_is_simple(host, domain))
    return host;
  if (domain) {
    uriel_reading reading = {.valid = false};
    for (const char *at = host.ptr; at < view_end(host); at++)
      if ((unsigned char)*at < 0x80 && *at != '%' && !byte_is(*at, BYTE_NAME))
        return view_undefined();
    uriel_reader_url(&reading, url, uriel_reader_node_to_ascii, memory->at);
    if (!reading.valid)
      return view_undefined();
    host = reading.host;
    memory->at += host.len + 4; /* after "http" */
  }
  writer w = writer_to(memory->at, SIZE_MAX);
  fast_encode(&w, host, international);
  memory->at += w.len;
  return (uriel_text){w.out, w.len};
}

/* ---- urn ------------------------------------------------------------------------------------------ */

/* Returns the length of a letter or digit, or of a byte in `more`, or 0. Regular expressions that ignore
 * case also match U+017F and U+212A as "s" and "k". */
static size_t fast_letter(const char *at, const char *end, const char *more)
{
  uint32_t code;
  const size_t n = uriel_utf8_character(at, end, &code);
  const bool letter = code == 0x17F || code == 0x212A ||
                      (code < 0x80 && (byte_is((char)code, BYTE_ALPHA | BYTE_DIGIT) ||
                                       bytes_have(more, (unsigned char)code)));
  return n && letter ? n : 0;
}

static bool fast_is_urn(uriel_text path)
{
  enum { NAMESPACE = 32, UUID = 36 };
  const char *at = path.ptr, *const end = view_end(path);
  size_t count = 0, n;
  for (; (n = fast_letter(at, end, count ? "-" : "")) > 0; at += n)
    count++;
  if (!count || count > NAMESPACE || at == end || *at != ':')
    return false;
  const uriel_text space = view_of(path.ptr, at++), name = view_of(at, end);
  if (view_is(space, "uuid")) {
    for (size_t i = 0; i < name.len; i++)
      if (i == 8 || i == 13 || i == 18 || i == 23 ? name.ptr[i] != '-' : !byte_is(name.ptr[i], BYTE_HEX))
        return false;
    return name.len == UUID;
  }
  for (; at < end; at += n) {
    n = *at == '%' ? 3 : fast_letter(at, end, "_!$'()*+,-./:;=@");
    if (!n)
      return false;
  }
  return name.len > 0;
}

/* ---- mailto --------------------------------------------------------------------------------------- */

/* Returns whether an address has "@" and a host after it. */
static bool fast_is_address(reader_memory memory, uriel_text address)
{
  const char *const sign = uriel_reader_last(address, '@');
  if (!sign)
    return false;
  writer w = writer_to(memory.at, SIZE_MAX);
  for (const char *at = sign + 1, *const end = view_end(address); at < end;) {
    const char *const begin = at;
    if (uriel_reader_next(&at, end) == 0xFFFD)
      write_byte(&w, 0x7F); /* refused in the same places */
    else
      write_view(&w, view_of(begin, at));
  }
  uriel_text domain = {w.out, w.len};
  memory.at += w.len;
  const uriel_text decoded = uriel_reader_decode(&memory, domain);
  if (uriel_utf8_span(decoded.ptr, decoded.len) == decoded.len)
    domain = decoded;
  const uriel_text url = fast_url(&memory, domain);
  domain = view_of(url.ptr + 7, view_end(url));
  const char *const begin = domain.ptr, *at = begin, *const end = view_end(domain);
  if (domain.len > 1 && *begin == '[' && end[-1] == ']') {
    const char *const past = uriel_reader_visible(begin + 1, end - 1);
    if (past == end - 1 && uriel_bytes_until(begin + 1, past, "[\\]") == past)
      return true;
  }
  while (at < end && (byte_is(*at, BYTE_NAME) || bytes_have("\"`{}", (unsigned char)*at)))
    at++;
  if (domain.len && at == end && !uriel_url_ends_in_number(domain))
    return true;
  url_record record;
  url_parser p = {.url = &record, .at = url.ptr, .end = end, .text = url.ptr};
  url_sink s = uriel_url_sink(view_undefined(), NULL, 0);
  uriel_ref ref;
  p.to_ascii = uriel_reader_node_to_ascii;
  return uriel_url_parse_record(&p) && uriel_url_put_record(&s, &record, &ref) && ref.host_begin == 7 &&
         ref.host_end == ref.path_begin && ref.path_end == ref.path_begin + 1 &&
         ref.query_end <= ref.path_end + 1 && ref.length <= ref.query_end + 1;
}

/* Returns whether all addresses between commas are valid, and counts them. */
static bool fast_addresses(reader_memory memory, uriel_text list, size_t *count)
{
  do {
    if (!fast_is_address(memory, view_take(&list, ',')))
      return false;
    ++*count;
  } while (view_defined(list));
  return true;
}

static bool fast_is_mailto(reader_memory memory, const fast_parts *parts)
{
  size_t count = 0;
  if (parts->path.len && !fast_addresses(memory, parts->path, &count))
    return false;
  for (uriel_text query = parts->query.len ? parts->query : view_undefined(); view_defined(query);) {
    uriel_text value = view_take(&query, '&');
    const uriel_text name = view_take(&value, '=');
    reader_memory rest = memory;
    if (view_has(value, '='))
      return false;
    if (view_is(uriel_reader_decode(&rest, name), "to") &&
        !fast_addresses(memory, view_defined(value) ? value : (uriel_text){"", 0}, &count))
      return false;
  }
  return !count || !parts->authority;
}

void uriel_read_fast_uri(uriel_reading *reading, const char *text, size_t len, char *out)
{
  reader_memory memory = {out};
  fast_parts parts;
  if (!fast_split(&parts, (uriel_text){text, len}))
    return;
  const uriel_text scheme = parts.scheme;
  const bool mailto = view_is(scheme, "mailto");
  const bool domain = uriel_url_special_of(scheme) >= URL_HTTP;
  if ((domain && !parts.host.len) ||
      (view_is(scheme, "urn") && (parts.authority || !fast_is_urn(parts.path))) ||
      (mailto && !fast_is_mailto(memory, &parts)))
    return;
  if (parts.port.len) {
    reading->port = uriel_reader_port(parts.port);
    if (reading->port > (int32_t)UINT16_MAX)
      return;
  }
  if (view_has(parts.host, '[') || view_has(parts.host, ']')) {
    writer w = writer_to(memory.at, SIZE_MAX);
    if (!fast_literal(&w, parts.host))
      return;
    parts.host = (uriel_text){w.out, w.len};
    memory.at += w.len;
  } else if (parts.host.len) {
    parts.host = fast_host(&memory, parts.host, domain, mailto);
    if (!view_defined(parts.host))
      return;
  }
  uriel_reader_set(reading, &memory, scheme, parts.host);
}
