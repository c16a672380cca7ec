/* SPDX-License-Identifier: MIT */
/* The reader "ruby": URI.parse, hostname and port of Ruby 3.1's uri.
 *
 *   text        US-ASCII only
 *   grammar     as in RFC 3986, but a query has any bytes; without a scheme, the brackets around an IPv6
 *               address lack the second, and those around an IPvFuture address lack the first
 *   IPv6        "::" and six groups is not an address
 *   IPvFuture   begins with "v", not with "V"
 *   query       "%" and two bytes that are not hexadecimal digits are an error, after tabs, line feeds
 *               and carriage returns are removed; but not after a path that does not begin with "/"
 *   port        digits, else the default of the scheme, even without a host (not of wss)
 *   file        no port; "localhost" is not a host
 *   ftp, ldap   and ldaps: a path that does not begin with "/" is an error
 *   ldap        and ldaps: a fragment is an error
 *   mailto      a path that does not begin with "/" is addresses with "@", each ended by "," or ";" or
 *               the end; another path needs a query
 */
#include "agree/reader.h"

static const struct {
  const char *scheme;
  int32_t port;
} ruby_ports[] = {{"ftp", 21}, {"http", 80}, {"https", 443}, {"ldap", 389}, {"ldaps", 636}, {"ws", 80}};

static bool ruby_is_ipv6(uriel_text text)
{
  uint8_t address[16];
  if (!uriel_ipv6_parse(address, text.ptr, text.len))
    return false;
  size_t groups = view_has(text, '.');
  for (size_t i = 0; i < text.len; i++)
    groups += text.ptr[i] == ':';
  return text.ptr[1] != ':' || text.ptr[0] != ':' || groups != 7;
}

static bool ruby_is_ipvfuture(uriel_text text)
{
  const char *const end = view_end(text);
  const char *const dot = text.len ? bytes_past(text.ptr + 1, end, BYTE_HEX) : end;
  return dot < end - 1 && *text.ptr == 'v' && dot > text.ptr + 1 && *dot == '.' &&
         view_consists(view_of(dot + 1, end), BYTE_USERINFO);
}

static bool ruby_is_host(uriel_text host, bool absolute)
{
  const char *const end = view_end(host);
  const bool open = host.len && *host.ptr == '[', close = host.len && end[-1] == ']';
  const uriel_text inside = view_of(host.ptr + open, end - (close && host.len > 1));
  if (open && ruby_is_ipv6(inside))
    return close == absolute;
  if (close && ruby_is_ipvfuture(inside))
    return open == absolute;
  return uriel_reader_consists(host, BYTE_NAME);
}

/* Reads the host and port of an authority. Returns false if it is malformed. */
static bool ruby_authority(uriel_text *host, int32_t *port, uriel_text authority, bool absolute)
{
  uriel_text user = authority;
  *host = view_take(&user, '@');
  if (view_defined(user)) {
    if (!uriel_reader_consists(*host, BYTE_USERINFO))
      return false;
    *host = user;
  }
  if (ruby_is_host(*host, absolute))
    return true;
  const char *const colon = uriel_reader_last(*host, ':');
  if (!colon || bytes_past(colon + 1, view_end(*host), BYTE_DIGIT) != view_end(*host))
    return false;
  *port = uriel_reader_port(view_of(colon + 1, view_end(*host)));
  *host = view_of(host->ptr, colon);
  return ruby_is_host(*host, absolute);
}

/* Returns whether "%" is never followed by two bytes that are not hexadecimal digits. */
static bool ruby_is_query(uriel_text query)
{
  char last[2] = {0};
  for (size_t i = 0; i < query.len; i++) {
    const char byte = query.ptr[i];
    if (byte == '\t' || byte == '\r' || byte == '\n')
      continue;
    if (last[0] == '%' && !byte_is(last[1], BYTE_HEX) && !byte_is(byte, BYTE_HEX))
      return false;
    last[0] = last[1];
    last[1] = byte;
  }
  return true;
}

static bool ruby_is_mail(uriel_text addresses)
{
  const char *const end = view_end(addresses);
  for (const char *at = addresses.ptr; at < end;) {
    const char *const sign = uriel_bytes_until(at, end, "@,;");
    if (sign == at || sign == end || *sign != '@')
      return false;
    at = uriel_bytes_until(sign + 1, end, "@,;");
    if (at == sign + 1 || (at < end && *at == '@'))
      return false;
    at += at < end;
  }
  return true;
}

void uriel_read_ruby(uriel_reading *reading, const char *text, size_t len, char *out)
{
  uriel_text fragment = {text, len}, query = view_take(&fragment, '#'), rest = view_take(&query, '?');
  if (!reader_is_ascii((uriel_text){text, len}) || !uriel_reader_consists(fragment, BYTE_QUERY))
    return;
  const uriel_text scheme = uriel_reader_scheme(&rest);
  const bool absolute = view_defined(scheme), rooted = rest.len && *rest.ptr == '/';
  const bool opaque = absolute && rest.len && !rooted,
             ldap = view_is(scheme, "ldap") || view_is(scheme, "ldaps");
  uriel_text host = view_undefined();
  int32_t port = -1;
  if (rest.len > 1 && rooted && rest.ptr[1] == '/') {
    const char *const end = view_end(rest), *const slash = view_find(rest.ptr + 2, end, '/');
    if (!ruby_authority(&host, &port, view_of(rest.ptr + 2, slash), absolute))
      return;
    rest = view_of(slash, end);
  }
  if (!uriel_reader_consists(rest, BYTE_PATH) || (!absolute && view_has(view_before(rest, '/'), ':')))
    return;
  if (opaque ? ldap || view_is(scheme, "ftp") : !ruby_is_query(query))
    return;
  if (ldap && view_defined(fragment))
    return;
  if (view_is(scheme, "mailto") && (opaque ? !ruby_is_mail(rest) : !view_defined(query)))
    return;
  if (view_is(scheme, "file")) {
    port = -1;
    if (host.len == 9 && bytes_equal(host.ptr, "localhost", 9))
      host = view_undefined();
  }
  for (size_t i = 0; port < 0 && i < sizeof ruby_ports / sizeof *ruby_ports; i++)
    if (view_is(scheme, ruby_ports[i].scheme))
      port = ruby_ports[i].port;
  reader_memory memory = {out};
  uriel_reader_set(reading, &memory, scheme, host);
  reading->port = port;
}
