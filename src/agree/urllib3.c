/* SPDX-License-Identifier: MIT */
/* The reader "python-urllib3": parse_url of urllib3 2.8.0 with idna 3.20, in Python 3.11.
 *
 *   scheme        letters, digits, "+" and "-" after a letter
 *   authority     after "//", up to "/", "\", "?" or "#"; a text without a scheme that does not begin
 *                 with "/" begins with its authority
 *   user info     up to the last "@", anything
 *   IP literal    IPv6, with IPv4 of any numbers of up to three digits; a zone after "%" or "%25" has
 *                 unreserved characters and "%XX"
 *   other hosts   anything except "[", "]", ":" and malformed "%XX"
 *   all hosts     no US-ASCII controls and spaces
 *   port          digits, at most 65535; no default
 *   http, https and no scheme: controls encoded in host and zone are errors; IPv4 addresses, also with
 *                 hexadecimal parts or fewer parts, stay; "%XX" of unreserved characters is decoded; and
 *                 labels outside US-ASCII, in lower case of Unicode, are converted by IDNA 2008 */
#include "agree/reader.h"

/* Returns whether a text is an IPv6 address. */
static bool urllib3_is_ipv6(uriel_text text)
{
  char copy[48];
  uint8_t address[16];
  const char *const colon = uriel_reader_last(text, ':'), *const end = view_end(text);
  if (!colon || text.len > sizeof copy)
    return false;
  writer w = writer_to(copy, sizeof copy);
  uriel_text last = view_of(colon + 1, end);
  if (!view_has(last, '.'))
    return uriel_ipv6_parse(address, text.ptr, text.len);
  write_view(&w, view_of(text.ptr, colon + 1));
  for (int i = 0; i < 4; i++) {
    const uriel_text digits = view_take(&last, '.');
    if (!digits.len || digits.len > 3 || !view_consists(digits, BYTE_DIGIT) ||
        view_defined(last) != (i < 3))
      return false;
  }
  write_string(&w, "0:0");
  return w.len <= sizeof copy && uriel_ipv6_parse(address, copy, w.len);
}

/* Returns whether a text has no controls that are encoded. */
static bool urllib3_decodes(uriel_text text)
{
  const char *const end = view_end(text);
  for (const char *at = text.ptr; (at = view_find(at, end, '%')) < end; at++)
    if (triplet_at(at, end) && (triplet_value(at) < ' ' || triplet_value(at) == 0x7F))
      return false;
  return true;
}

/* Returns whether a host is one to four decimal or hexadecimal numbers. */
static bool urllib3_is_ipv4(uriel_text host)
{
  for (int i = 0; i < 4; i++) {
    uriel_text part = view_take(&host, '.');
    const bool hexadecimal = part.len > 2 && *part.ptr == '0' && byte_lower(part.ptr[1]) == 'x';
    if (hexadecimal)
      part = view_of(part.ptr + 2, view_end(part));
    if (!part.len || !view_consists(part, hexadecimal ? BYTE_HEX : BYTE_DIGIT))
      return false;
    if (!view_defined(host))
      return true;
  }
  return false;
}

/* Converts the decoded label at the end of the output, from `begin`. */
static bool urllib3_label(writer *w, size_t begin)
{
  enum { LABEL_MOST = 63 * 4 };
  char lower[LABEL_MOST * 3 / 2];
  const uriel_text label = {w->out + begin, w->len - begin};
  bool ascii = true;
  for (size_t i = begin; i < w->len; i++) {
    ascii = ascii && (unsigned char)w->out[i] < 0x80;
    w->out[i] = byte_lower(w->out[i]);
  }
  if (ascii)
    return true;
  if (label.len > LABEL_MOST)
    return false;
  writer l = writer_to(lower, sizeof lower);
  uriel_reader_write_lower(&l, label, READER_PYTHON_UNICODE);
  w->len = begin;
  return uriel_reader_write_idna(w, (uriel_text){lower, l.len}, READER_PYTHON_UNICODE);
}

/* Writes a host that is not an IP address. */
static bool urllib3_name(writer *w, uriel_text host)
{
  const char *const end = view_end(host);
  size_t begin = 0;
  for (const char *at = host.ptr; at < end;) {
    const char *const from = at;
    const char byte = decoded_next(&at, end);
    if (*from == '%' && !byte_is(byte, BYTE_UNRESERVED)) {
      write_triplet(w, (unsigned char)byte);
      continue;
    }
    if (byte == '.') {
      if (!urllib3_label(w, begin))
        return false;
      begin = w->len + 1;
    }
    write_byte(w, byte);
  }
  return urllib3_label(w, begin);
}

/* Finds the host and the port of an authority. Returns false if the grammar refuses it. */
static bool urllib3_split(uriel_text authority, uriel_text *host, uriel_text *port)
{
  const char *const at = uriel_reader_last(authority, '@'), *const end = view_end(authority);
  const char *const begin = at ? at + 1 : authority.ptr;
  const bool literal = begin < end && *begin == '[';
  const char *const close = literal ? view_find(begin, end, ']') : begin;
  const char *const colon = view_find(close, end, ':');
  *host = view_of(begin, colon);
  *port = colon < end ? view_of(colon + 1, end) : view_undefined();
  for (const char *byte = begin; byte < colon; byte++)
    if ((unsigned char)*byte <= ' ' || *byte == 0x7F ||
        (!literal && (*byte == '[' || *byte == ']' || (*byte == '%' && !triplet_at(byte, colon)))))
      return false;
  if (literal) {
    const char *const zone = view_find(begin, close, '%');
    return close < end && close + 1 == colon && urllib3_is_ipv6(view_of(begin + 1, zone)) &&
           (zone == close ||
            (close - zone > 1 && uriel_reader_consists(view_of(zone + 1, close), BYTE_UNRESERVED)));
  }
  return true;
}

void uriel_read_python_urllib3(uriel_reading *reading, const char *text, size_t len, char *out)
{
  uriel_text rest = {text, len}, host = view_undefined(), port = view_undefined();
  uriel_text scheme = uriel_reader_scheme(&rest);
  if (view_has(scheme, '.')) {
    rest = (uriel_text){text, len};
    scheme = view_undefined();
  }
  const bool rooted = rest.len && *rest.ptr == '/';
  if (rooted ? rest.len > 1 && rest.ptr[1] == '/' : !view_defined(scheme)) {
    const char *const begin = rest.ptr + (rooted ? 2 : 0);
    const char *const end = bytes_until(begin, view_end(rest), "/\\?#");
    if (!urllib3_split(view_of(begin, end), &host, &port))
      return;
  }
  if (port.len) {
    reading->port = uriel_reader_port(port);
    if (reading->port < 0 || reading->port > (int32_t)UINT16_MAX)
      return;
  }
  reader_memory memory = {out};
  if (host.len && (!view_defined(scheme) || view_is(scheme, "http") || view_is(scheme, "https"))) {
    writer w = writer_to(out, SIZE_MAX);
    if (*host.ptr == '[') {
      const char *const end = view_end(host), *zone = view_find(host.ptr, end, '%');
      write_view(&w, view_of(host.ptr, zone));
      if (zone < end) {
        write_byte(&w, '%');
        zone += end - zone > 4 && zone[1] == '2' && zone[2] == '5' ? 3 : 1;
      }
      if (!urllib3_decodes(view_of(zone, end)))
        return;
      write_view(&w, view_of(zone, end));
    } else if (urllib3_decodes(host) && urllib3_is_ipv4(host)) {
      write_view(&w, host);
    } else if (!urllib3_decodes(host) || !urllib3_name(&w, host)) {
      return;
    }
    host = (uriel_text){out, w.len};
    memory.at += w.len;
  }
  uriel_reader_set(reading, &memory, scheme, host);
}
