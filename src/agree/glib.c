/* SPDX-License-Identifier: MIT */
/* The reader "glib": g_uri_parse of GLib 2.74.6, with the flags that libsoup 3.2 passes
 * (SOUP_HTTP_URI_FLAGS).
 *
 *   text        ends at NUL
 *   "%XX"       well-formed everywhere; in user info, hosts and zones decoded, to UTF-8 without NUL
 *   scheme      letters, digits, "+", "-" and "." after a letter; not optional
 *   authority   after "//", up to "/", "?" or "#"
 *   user info   up to the first "@"
 *   host        up to the first ":", after "[" up to "]:" if the first "]" is there
 *   IPv6        or ":", between "[" and "]"; perhaps with a zone, not empty, after "%25"
 *   IPv4        numbers in decimal without leading zeros; an address with "%XX" is refused
 *   names       of any bytes; if not US-ASCII, nameprep.c converts them, even to an address
 *   port        digits, at most 65535, or empty; the default of http, https, ws, wss and ftp */
#include "agree/reader.h"
#include "text/utf8.h"

enum { GLIB_PORT_MAX = 65535 };

/* Writes a text decoded. Returns whether it is UTF-8 without NUL. */
static bool glib_decode(writer *w, uriel_text text)
{
  const size_t begin = w->len;
  for (const char *at = text.ptr, *const end = view_end(text); at < end;)
    write_byte(w, decoded_next(&at, end));
  const uriel_text decoded = {w->out + begin, w->len - begin};
  return !view_has(decoded, '\0') && uriel_utf8_span(decoded.ptr, decoded.len) == decoded.len;
}

static bool glib_is_ipv6(uriel_text text)
{
  uint8_t address[16];
  return (text.len == 1 && *text.ptr == ':') || uriel_ipv6_parse(address, text.ptr, text.len);
}

/* Returns whether a host that was decoded is an address. A zone follows neither "::" nor IPv4. */
static bool glib_is_address(uriel_text host)
{
  uint8_t address[4];
  const uriel_text ipv6 = view_before(host, '%');
  if (ipv6.len == host.len)
    return glib_is_ipv6(host) || uriel_ipv4_parse(address, host.ptr, host.len);
  return ipv6.len + 1 < host.len && ipv6.len > 1 && ipv6.ptr[ipv6.len - 1] != ':' &&
         !view_has(ipv6, '.') && glib_is_ipv6(ipv6);
}

/* Reads an IP literal in its brackets. */
static bool glib_literal(writer *w, uriel_text *host)
{
  enum { PERCENT = 3 }; /* "%25" */
  const char *const close = view_end(*host) - 1;
  const uriel_text inside = view_of(host->ptr + 1, close > host->ptr ? close : host->ptr + 1);
  const uriel_text address = view_before(inside, '%');
  const char *const zone = view_end(address);
  if (close == host->ptr || *close != ']' || !glib_is_ipv6(address))
    return false;
  *host = inside;
  if (zone == close)
    return true;
  if (close - zone <= PERCENT || zone[1] != '2' || zone[2] != '5')
    return false;
  write_view(w, address);
  write_byte(w, '%');
  if (!glib_decode(w, view_of(zone + PERCENT, close)))
    return false;
  *host = (uriel_text){w->out, w->len};
  return true;
}

void uriel_read_glib(uriel_reading *reading, const char *text, size_t len, char *out)
{
  uriel_text rest = view_before((uriel_text){text, len}, '\0'), host = view_undefined();
  const uriel_text scheme = uriel_reader_scheme(&rest);
  writer w = writer_to(out, SIZE_MAX);
  reader_memory memory = {out};
  if (!view_defined(scheme))
    return;
  for (const char *at = rest.ptr, *const end = view_end(rest); (at = view_find(at, end, '%')) < end;
       at += 3)
    if (!triplet_at(at, end))
      return;
  if (rest.len > 1 && rest.ptr[0] == '/' && rest.ptr[1] == '/') {
    const char *const end = uriel_bytes_until(rest.ptr + 2, view_end(rest), "/?#");
    host = view_of(rest.ptr + 2, end);
    const char *const at = view_find(host.ptr, end, '@');
    if (at < end) {
      if (!glib_decode(&w, view_of(host.ptr, at)))
        return;
      w.len = 0;
      host = view_of(at + 1, end);
    }
    const bool literal = host.len && *host.ptr == '[';
    const char *colon = view_find(host.ptr, end, literal ? ']' : ':');
    if (literal)
      colon = end - colon > 1 && colon[1] == ':' ? colon + 1 : end;
    host = view_of(host.ptr, colon);
    if (end - colon > 1) {
      reading->port = uriel_reader_port(view_of(colon + 1, end));
      if (reading->port < 0 || reading->port > GLIB_PORT_MAX)
        return;
    }
    if (literal) {
      if (!glib_literal(&w, &host))
        return;
      memory.at += w.len;
    } else {
      uint8_t address[4];
      const bool ipv4 = uriel_ipv4_parse(address, host.ptr, host.len);
      if (!glib_decode(&w, host))
        return;
      host = (uriel_text){out, w.len};
      memory.at += w.len;
      if (!ipv4 && (glib_is_address(host) || !uriel_reader_nameprep(&memory, &host)))
        return;
    }
  }
  uriel_reader_set(reading, &memory, scheme, host);
  if (reading->port < 0)
    reading->port = uriel_url_default_port(uriel_url_special_of(reading->scheme));
}
