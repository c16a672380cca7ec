/* SPDX-License-Identifier: MIT */
/* The reader "chromium": new URL of Chromium 156.0.8078.108, and what it reports as hostname and port
 * with the standard's default ports.
 *
 *   text          without controls and spaces at its ends, nor tabs and line breaks, unless it begins
 *                 with "data:", perhaps after tabs and line breaks
 *   http, https, ws, wss, ftp
 *                 any slashes and backslashes, then the authority to the next of "/\?#"
 *   chrome, chrome-error, chrome-untrusted, devtools
 *                 the same, without the port, which may be anything
 *   file          after two slashes or backslashes, a host to the next one, even with "?", "#" or "@";
 *                 no drive letters, and "localhost" stays
 *   android, chromeos-steam, drivefs, filesystem, materialized-view, steam
 *                 no host
 *   other schemes after "//", an authority to the next of "/?#"; its host is opaque or absent
 *   user info     up to the last "@"; a host follows
 *   port          after the last ":" that follows the last "]", or all of the authority if it begins
 *                 with "[" and has no "]"
 *   hosts         are decoded, mapped by Unicode 17 unless they are US-ASCII, and decoded again: U+FF05
 *                 and "41" become "A". Space becomes "%20" and "*" "%2A", before and after mapping. Only
 *                 then, "[", "]" and ":" make an IPv6 address, or are refused
 *   opaque hosts  no character whose first UTF-16 unit has a forbidden host code point as its lower
 *                 byte, such as U+0100
 *   IPv6          the IPv4 address at its end has four numbers in any spelling, such as 0x7f and 010
 *
 * Known differences: a drive letter in the path drops the host localhost; whether the URL in a
 * filesystem URL is valid; in labels from right to left, U+1B3A, U+1B3C and U+1B42, which are marks up
 * to Unicode 17, are refused; hosts that are mapped to more than URL_DOMAIN_MAX bytes, and opaque hosts
 * of more than READER_DOMAIN_MAX. */
#include "agree/reader.h"

#include "text/utf8.h"

enum { CHROMIUM_DOMAIN = 1265, CHROMIUM_UNICODE = 170 };

/* Writes a host decoded, in lower case. Returns false if it has a character that is not allowed, which
 * `lenient` encodes. */
static bool chromium_decode(writer *w, uriel_text host, bool *ascii, bool lenient)
{
  const char *const end = view_end(host);
  *ascii = true;
  for (const char *at = host.ptr; at < end;) {
    if (*at == '%' && !triplet_at(at, end))
      return false;
    const char byte = decoded_next(&at, end);
    *ascii &= (unsigned char)byte < 0x80;
    if (byte == ' ' || byte == '*')
      write_string(w, byte == ' ' ? "%20" : "%2a");
    else if (!url_byte_is(byte, URL_NOT_DOMAIN) || byte == ':' || byte == '[' || byte == ']')
      write_byte(w, byte_lower(byte));
    else if (lenient)
      write_triplet(w, (unsigned char)byte);
    else
      return false;
  }
  return true;
}

/* Writes the host of a special scheme. Returns false if Chromium refuses it. */
static bool chromium_domain(writer *w, uriel_text host)
{
  char mapped[URL_DOMAIN_MAX];
  uriel_text name;
  bool ascii;
  const bool lenient = !view_has(host, '%') && !reader_is_ascii(host);
  if (uriel_utf8_span(host.ptr, host.len) < host.len || !chromium_decode(w, host, &ascii, lenient))
    return false;
  if (ascii)
    return true;
  name = (uriel_text){w->out, w->len};
  size_t units = 0;
  for (size_t i = 0; i < name.len; i++)
    units += (name.ptr[i] & 0xC0) == 0x80 ? 0 : (unsigned char)name.ptr[i] < 0xF0 ? 1U : 2U;
  if (name.len > URL_DOMAIN_MAX || units > CHROMIUM_DOMAIN ||
      !uriel_reader_knows(name, CHROMIUM_UNICODE) || !uriel_reader_to_ascii(&name, URL_IDNA, mapped) ||
      !uriel_reader_knows(name, CHROMIUM_UNICODE))
    return false;
  w->len = 0;
  return chromium_decode(w, name, &ascii, false) && ascii;
}

/* Parses an IPv6 address without its brackets. */
static bool chromium_ipv6(url_parser *p, uriel_text address)
{
  char copy[64];
  const char *const end = view_end(address), *const colon = uriel_reader_last(address, ':');
  const uriel_text dotted = view_of(colon ? colon + 1 : end, end);
  writer w = writer_to(copy, sizeof copy);
  size_t dots = 0;
  for (size_t i = 0; i < dotted.len; i++)
    dots += dotted.ptr[i] == '.';
  if (dots) {
    if (dots != 3 || end[-1] == '.' || !uriel_url_parse_ipv4(p, dotted))
      return false;
    const uint16_t high = p->url->host.pieces[0], low = p->url->host.pieces[1];
    write_view(&w, view_of(address.ptr, dotted.ptr));
    uriel_write_ipv4(
        &w, (uint8_t[4]){(uint8_t)(high >> 8), (uint8_t)high, (uint8_t)(low >> 8), (uint8_t)low});
    address = (uriel_text){copy, w.len};
  }
  return address.len <= sizeof copy && uriel_url_parse_ipv6(p, address);
}

/* Parses a host into p->url. Returns false if Chromium refuses it. */
static bool chromium_host(url_parser *p, writer *w, uriel_text host)
{
  const bool special = p->url->special != URL_NOT_SPECIAL;
  p->url->host = (url_host){.form = URL_HOST_OPAQUE, .text = host};
  if (special) {
    if (!chromium_domain(w, host))
      return false;
    host = (uriel_text){w->out, w->len};
  }
  if (host.len > 1 && host.ptr[0] == '[' && host.ptr[host.len - 1] == ']')
    return chromium_ipv6(p, (uriel_text){host.ptr + 1, host.len - 2});
  if (special) {
    p->url->host = (url_host){.form = URL_HOST_DOMAIN, .text = host};
    return host.len > 0 && !view_has(host, ':') && !view_has(host, '[') && !view_has(host, ']') &&
           (!uriel_url_ends_in_number(host) || uriel_url_parse_ipv4(p, host));
  }
  for (const char *at = host.ptr, *const end = view_end(host); at < end;) {
    const uint32_t code = uriel_reader_next(&at, end);
    const uint32_t byte = (code > 0xFFFF ? (code - 0x10000) >> 10 : code) & 0xFF;
    if (byte < 0x80 && url_byte_is((char)byte, URL_NOT_HOST) && code != '\t')
      return false;
  }
  return host.len <= READER_DOMAIN_MAX;
}

/* Takes the user information and the port from an authority. Returns false if a host or a number is
 * missing. */
static bool chromium_split(url_parser *p, uriel_text *host, bool ignores_port)
{
  const char *const sign = uriel_reader_last(*host, '@');
  *host = sign ? view_of(sign + 1, view_end(*host)) : *host;
  const char *const end = view_end(*host), *const bracket = uriel_reader_last(*host, ']');
  const char *const colon = uriel_reader_last(*host, ':');
  if (colon && (bracket ? colon > bracket : *host->ptr != '[')) {
    p->url->port = uriel_reader_port(view_of(colon + 1, end));
    if (!ignores_port && colon + 1 < end && (p->url->port < 0 || p->url->port > (int32_t)UINT16_MAX))
      return false;
    *host = view_of(host->ptr, colon);
  }
  return host->len > 0 || (!sign && !colon && p->url->special == URL_NOT_SPECIAL);
}

void uriel_read_chromium(uriel_reading *reading, const char *text, size_t len, char *out)
{
  static const char hosts[] = " chrome chrome-error chrome-untrusted devtools ",
                    none[] = " android chromeos-steam drivefs filesystem materialized-view steam ";
  url_record url;
  url_parser p = {.url = &url, .at = text, .end = text + len, .text = text};
  reader_memory memory = {out};
  const uriel_text first = uriel_url_trim(text, text + len);
  const bool is_data =
      first.len > 4 && first.ptr[4] == ':' && uriel_text_is_among((uriel_text){first.ptr, 4}, " data ");
  uriel_url_strip(&p);
  uriel_text rest = is_data ? view_of(p.at, p.end) : uriel_reader_python_clean(&memory, p.at, p.end);
  const uriel_text scheme = uriel_reader_scheme(&rest);
  if (!view_defined(scheme))
    return;
  url.special = uriel_url_special_of(scheme);
  const bool fixed = url.special == URL_NOT_SPECIAL && uriel_text_is_among(scheme, hosts);
  if (fixed)
    url.special = URL_HTTP;
  url.port = -1;
  const bool special = url.special != URL_NOT_SPECIAL, file = url.special == URL_FILE;
  const char *at = rest.ptr, *const end = view_end(rest);
  while (at < end && (*at == '/' || (special && *at == '\\')) &&
         (at - rest.ptr < 2 || (special && !file)))
    at++;
  uriel_text host = view_of(at, uriel_bytes_until(at, end, file ? "/\\" : special ? "/\\?#" : "/?#"));
  if ((at - rest.ptr < 2 && (file || !special)) || (!special && uriel_text_is_among(scheme, none)))
    host.len = 0;
  else if (!file && !chromium_split(&p, &host, fixed))
    return;
  if (is_data && url_find(host.ptr, view_end(host), URL_TAB) < view_end(host))
    return;
  writer w = writer_to(memory.at, SIZE_MAX);
  if (host.len > 0 && !chromium_host(&p, &w, host))
    return;
  if (host.len > 0 && url.host.form != URL_HOST_DOMAIN) { /* the domain lies there */
    url_sink s = uriel_url_sink(view_undefined(), memory.at, SIZE_MAX);
    uriel_url_put_host(&s, &url);
    w.len = s.w.len;
    for (size_t i = 0; i < w.len; i++)
      memory.at[i] = byte_lower(memory.at[i]);
  }
  host = (uriel_text){memory.at, w.len};
  memory.at += w.len;
  uriel_reader_set(reading, &memory, scheme, host);
  reading->port = fixed ? -1 : url.port >= 0 ? url.port : uriel_url_default_port(url.special);
}
