/* SPDX-License-Identifier: MIT */
/* The reader "go": Parse, Hostname and Port of Go 1.26's net/url.
 *
 *   text         has no controls before the fragment
 *   scheme       letters, digits, "+", "-" and "." after a letter; a leading ":" is an error
 *   path         without a scheme, its first segment has no ":"
 *   authority    after "//", up to "/" or "?"; without a scheme not after "///"
 *   user info    up to the last "@"; unreserved, sub-delims, ":", "@" and well-formed "%XX"
 *   host         IP literals are IPv6 addresses, perhaps with a zone after "%25"
 *                other hosts have bytes outside US-ASCII, unreserved, sub-delims and <>"[]:
 *                "%XX" only of bytes outside US-ASCII and of "%"; they are decoded
 *   port         digits; after the first ":" in http and https, else after the last
 *   path, fragment   have well-formed "%XX" */
#include "agree/reader.h"

typedef enum go_mode { GO_ANY, GO_HOST, GO_ZONE } go_mode;

static bool go_in_host(char byte)
{
  return (unsigned char)byte >= 0x80 || byte_is(byte, BYTE_NAME) ||
         bytes_have("<>\"[]:", (unsigned char)byte);
}

/* Writes the text with "%XX" decoded. Returns false if the mode does not allow it. */
static bool go_decode(writer *w, uriel_text text, go_mode mode)
{
  const char *const end = view_end(text);
  for (const char *at = text.ptr; at < end;) {
    if (*at == '%') {
      if (!triplet_at(at, end))
        return false;
      const char value = (char)triplet_value(at);
      if (mode == GO_HOST && (unsigned char)value < 0x80 && value != '%')
        return false;
      if (mode == GO_ZONE && value != '%' && value != ' ' &&
          ((unsigned char)value >= 0x80 || !go_in_host(value)))
        return false;
    } else if (mode != GO_ANY && !go_in_host(*at)) {
      return false;
    }
    write_byte(w, decoded_next(&at, end));
  }
  return true;
}

static bool go_is_decodable(uriel_text text)
{
  writer none = writer_to(NULL, 0);
  return go_decode(&none, text, GO_ANY);
}

/* Returns whether a text is empty, or ":" and digits. */
static bool go_is_port(const char *at, const char *end)
{
  return at == end || (*at == ':' && bytes_past(at + 1, end, BYTE_DIGIT) == end);
}

/* Writes an IP literal with its port, decoded. */
static bool go_literal(writer *w, uriel_text host)
{
  const char *const close = uriel_reader_last(host, ']'), *const end = view_end(host);
  if (!close || !go_is_port(close + 1, end))
    return false;
  const uriel_text inside = view_of(host.ptr + 1, close);
  const char *const zone = view_search(inside.ptr, close, "%25");
  uint8_t address[16];
  write_byte(w, '[');
  const char *const begin = w->out + w->len;
  if (!go_decode(w, view_of(inside.ptr, zone), GO_HOST) || !go_decode(w, view_of(zone, close), GO_ZONE))
    return false;
  const char *const after = w->out + w->len, *const percent = view_find(begin, after, '%');
  if (percent + 1 == after || !uriel_ipv6_parse(address, begin, (size_t)(percent - begin)))
    return false;
  write_view(w, view_of(close, end));
  return true;
}

/* Writes the host and port, with the host decoded. */
static bool go_host(writer *w, uriel_text host, bool is_http)
{
  const char *const open = uriel_reader_last(host, '['), *const end = view_end(host);
  if (open)
    return open == host.ptr && go_literal(w, host);
  const char *const colon = is_http ? view_find(host.ptr, end, ':') : uriel_reader_last(host, ':');
  return (!colon || go_is_port(colon, end)) && go_decode(w, host, GO_HOST);
}

void uriel_read_go(uriel_reading *reading, const char *text, size_t len, char *out)
{
  uriel_text fragment = {text, len}, query = view_take(&fragment, '#');
  if (!go_is_decodable(fragment))
    return;
  for (size_t i = 0; i < query.len; i++)
    if ((unsigned char)query.ptr[i] < ' ' || query.ptr[i] == 0x7F)
      return;
  uriel_text rest = query;
  const uriel_text scheme = uriel_reader_scheme(&rest);
  rest = view_before(rest, '?');
  const bool rooted = rest.len && *rest.ptr == '/';
  uriel_text host = view_undefined();
  writer w = writer_to(out, SIZE_MAX);
  if (!rooted && view_defined(scheme))
    rest = view_undefined();
  else if (!rooted && query.len && (*query.ptr == ':' || view_has(view_before(rest, '/'), ':')))
    return;
  const char *const end = view_end(rest);
  if (rest.len > 1 && rest.ptr[1] == '/' && rooted &&
      (view_defined(scheme) || rest.len == 2 || rest.ptr[2] != '/')) {
    const char *const slash = view_find(rest.ptr + 2, end, '/');
    uriel_text authority = view_of(rest.ptr + 2, slash);
    const char *const at = uriel_reader_last(authority, '@');
    for (const char *user = authority.ptr; at && user < at; user++)
      if (!byte_is(*user, BYTE_NAME) && !bytes_have(":@%", (unsigned char)*user))
        return;
    if (at && !go_is_decodable(view_of(authority.ptr, at)))
      return;
    if (at)
      authority = view_of(at + 1, slash);
    if (!go_host(&w, authority, view_is(scheme, "http") || view_is(scheme, "https")))
      return;
    host = (uriel_text){out, w.len};
    rest = view_of(slash, end);
  }
  if (!go_is_decodable(rest))
    return;
  const char *const colon = uriel_reader_last(host, ':');
  if (colon && go_is_port(colon, view_end(host))) {
    reading->port = uriel_reader_port(view_of(colon + 1, view_end(host)));
    host = view_of(host.ptr, colon);
  }
  reader_memory memory = {out + w.len};
  uriel_reader_set(reading, &memory, scheme, host);
}
