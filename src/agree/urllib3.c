/* SPDX-License-Identifier: MIT */
/* The readers "python-urllib3", parse_url of urllib3 2.8.0 with idna 3.20, and "python-urllib3-1.26", of
 * urllib3 1.26.12 with idna 3.3; both in Python 3.11.
 *
 *   scheme        letters, digits, "+" and "-" after a letter
 *   authority     after "//", up to "/", "\", "?" or "#"; a text without a scheme that does not begin
 *                 with "/" begins with its authority
 *   user info     up to the last "@", anything
 *   IP literal    IPv6, with IPv4 of any numbers of up to three digits; a zone after "%" or "%25" has
 *                 unreserved characters and "%XX"; 1.26: also "!"
 *   other hosts   anything except "[", "]", ":" and malformed "%XX"
 *   all hosts     no US-ASCII controls and spaces; 1.26 has these
 *   port          digits, at most 65535; no default; 1.26: up to five digits
 *   end           1.26: LF after an IP literal or a port is ignored
 *   http, https   and no scheme: labels outside US-ASCII, in lower case of Unicode, are converted by
 *                 IDNA 2008, where 1.26 allows an A-label that is not the Punycode of its U-label.
 *                 Controls encoded in host and zone are errors, and "%XX" of unreserved characters is
 *                 decoded; 1.26 does neither, and encodes "!" in a zone */
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
  const uriel_text last = view_of(colon + 1, end);
  if (!view_has(last, '.'))
    return uriel_ipv6_parse(address, text.ptr, text.len);
  write_view(&w, view_of(text.ptr, colon + 1));
  if (!uriel_reader_is_dotted(last, 3))
    return false;
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

/* Converts the decoded label at the end of the output, from `begin`. */
static bool urllib3_label(writer *w, size_t begin, bool early)
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
  return uriel_reader_write_idna(w, (uriel_text){lower, l.len}, READER_PYTHON_UNICODE, early);
}

/* Writes a host as it is in a URL of http. Returns false if parse_url refuses it. */
static bool urllib3_host(writer *w, uriel_text host, bool early)
{
  const char *const end = view_end(host), *at = host.ptr;
  size_t begin = 0;
  if (*at == '[') {
    const char *const zone = view_find(at, end, '%');
    if (!early && !urllib3_decodes(view_of(zone + (zone < end), end)))
      return false;
    const bool separated = end - zone > 4 && zone[1] == '2' && zone[2] == '5';
    for (; at < end; at += at == zone && separated ? 3 : 1)
      if (*at == '!')
        write_triplet(w, '!');
      else
        write_byte(w, byte_lower(*at));
    return true;
  }
  if (!early && !urllib3_decodes(host))
    return false;
  while (at < end) {
    const char *const from = at;
    const char byte = early ? *at++ : decoded_next(&at, end);
    if (at - from > 1 && !byte_is(byte, BYTE_UNRESERVED)) {
      write_triplet(w, (unsigned char)byte);
      continue;
    }
    if (byte == '.') {
      if (!urllib3_label(w, begin, early))
        return false;
      begin = w->len + 1;
    }
    write_byte(w, byte);
  }
  return urllib3_label(w, begin, early);
}

/* Finds the parts of an authority. Returns false if the grammar refuses it. */
static bool urllib3_split(reader_urllib3 *url, uriel_text *port, uriel_text authority, bool early)
{
  const char *const at = uriel_reader_last(authority, '@'), *end = view_end(authority);
  const char *const begin = at ? at + 1 : authority.ptr;
  const bool literal = begin < end && *begin == '[';
  url->user = at ? view_of(authority.ptr, at) : view_undefined();
  if (early && begin < end && end[-1] == '\n' && (literal || view_find(begin, end, ':') < end))
    end--;
  const char *const close = literal ? view_find(begin, end, ']') : begin;
  const char *const colon = view_find(close, end, ':');
  url->host = view_of(begin, colon);
  *port = colon < end ? view_of(colon + 1, end) : view_undefined();
  for (const char *byte = begin; byte < colon; byte++)
    if ((!early && ((unsigned char)*byte <= ' ' || *byte == 0x7F)) ||
        (!literal && (*byte == '[' || *byte == ']' || (*byte == '%' && !triplet_at(byte, colon)))))
      return false;
  if (!literal)
    return true;
  const char *const zone = view_find(begin, close, '%');
  const char *past = uriel_reader_past(zone + (zone < close), close, BYTE_UNRESERVED);
  while (early && past < close && *past == '!')
    past = uriel_reader_past(past + 1, close, BYTE_UNRESERVED);
  return close < end && close + 1 == colon && urllib3_is_ipv6(view_of(begin + 1, zone)) &&
         past == close && close - zone != 1;
}

bool uriel_reader_urllib3(reader_urllib3 *url, reader_memory *memory, uriel_text text, bool early)
{
  uriel_text rest = text, port = view_undefined();
  *url = (reader_urllib3){.scheme = uriel_reader_scheme(&rest), .port = -1};
  if (view_has(url->scheme, '.')) {
    rest = text;
    url->scheme = view_undefined();
  }
  const bool rooted = rest.len && *rest.ptr == '/';
  if (rooted ? rest.len > 1 && rest.ptr[1] == '/' : !view_defined(url->scheme)) {
    const char *const begin = rest.ptr + (rooted ? 2 : 0);
    const char *const end = uriel_bytes_until(begin, view_end(rest), "/\\?#");
    if (!urllib3_split(url, &port, view_of(begin, end), early))
      return false;
  }
  if (port.len) {
    url->port = uriel_reader_port(port);
    if (url->port < 0 || url->port > (int32_t)UINT16_MAX || (early && port.len > 5))
      return false;
  }
  if (url->host.len &&
      (!view_defined(url->scheme) || view_is(url->scheme, "http") || view_is(url->scheme, "https"))) {
    writer w = writer_to(memory->at, SIZE_MAX);
    if (!urllib3_host(&w, url->host, early))
      return false;
    url->host = (uriel_text){memory->at, w.len};
    memory->at += w.len;
  }
  return true;
}

static void urllib3_read(uriel_reading *reading, uriel_text text, char *out, bool early)
{
  reader_memory memory = {out};
  reader_urllib3 url;
  if (!uriel_reader_urllib3(&url, &memory, text, early))
    return;
  reading->port = url.port;
  uriel_reader_set(reading, &memory, url.scheme, url.host);
}

void uriel_read_python_urllib3(uriel_reading *reading, const char *text, size_t len, char *out)
{
  urllib3_read(reading, (uriel_text){text, len}, out, false);
}

void uriel_read_python_urllib3_1(uriel_reading *reading, const char *text, size_t len, char *out)
{
  urllib3_read(reading, (uriel_text){text, len}, out, true);
}
