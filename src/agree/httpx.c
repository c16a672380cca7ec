/* SPDX-License-Identifier: MIT */
/* The reader "httpx": the connection of httpx 0.28.1 with httpcore 1.0.9 and idna 3.20, in Python 3.11.
 *
 *   text          at most 65536 characters; no controls of US-ASCII
 *   scheme        http, https, ws or wss
 *   authority     after "//", up to "/", "?" or "#"
 *   user info     up to the last "@", anything
 *   IP literal    from "[" at the beginning to the last "]": IPv6, perhaps with a zone after "%"
 *   other hosts   up to ":"; not empty
 *   US-ASCII      four numbers are an IPv4 address; what a reg-name does not have is encoded, except
 *                 `"`, "`", "{", "}", "%", "|" and "\". If it begins with "xn--", IDNA 2008 decodes it
 *   other names   in lower case of Unicode, converted by IDNA 2008 with four kinds of dots
 *   port          after the host, even without ":" after "]": int() of Python, with white space, a sign,
 *                 digits of any script and "_" between these. 0 is the default; for others the resolver
 *                 of glibc takes 32 bits, refuses negative numbers, and uses 16 bits
 *   encoding      UTF-8 without errors, except in path segments that ".." removes */
#include "agree/reader.h"

#include "text/utf8.h"

/* Returns whether a text has no controls and at most `most` characters. */
static bool httpx_allows(uriel_text text, size_t most)
{
  const char *at = text.ptr, *const end = view_end(text);
  if (text.len <= most)
    at = uriel_reader_visible(at, end), most -= (size_t)(at - text.ptr);
  for (; at < end && most > 0; most--) {
    const uint32_t code = uriel_reader_next(&at, end);
    if (code < ' ' || code == 0x7F)
      return false;
  }
  return at == end;
}

static bool httpx_is_utf8(uriel_text text)
{
  return uriel_utf8_span(text.ptr, text.len) == text.len;
}

/* Returns whether a path, which begins with "/" or is empty, is UTF-8 without its dot segments and the
 * segments that these remove. */
static bool httpx_path(uriel_text path)
{
  size_t removed = 0;
  while (path.len) {
    const char *const slash = uriel_reader_last(path, '/');
    const uriel_text segment = view_of(slash + 1, view_end(path));
    path = view_of(path.ptr, slash);
    if (view_is(segment, ".."))
      removed++;
    else if (removed > 0 && !view_is(segment, "."))
      removed--;
    else if (!httpx_is_utf8(segment))
      return false;
  }
  return true;
}

/* Reads a port as int() and getaddrinfo do. Returns false if they refuse it. */
static bool httpx_port(uriel_text text, int32_t *port)
{
  int64_t number;
  if (!uriel_reader_python_int(text, &number))
    return false;
  const uint32_t taken = (uint32_t)number;
  if (number != 0)
    *port = (int32_t)(taken & UINT16_MAX);
  return taken <= INT32_MAX;
}

/* Returns whether idna decodes a host in lower case that begins with "xn--". */
static bool httpx_decodes(uriel_text host)
{
  enum { NAME_MAX = 254 };
  if (host.len > NAME_MAX)
    return false;
  while (view_defined(host) && host.len)
    if (!uriel_reader_is_idna(view_take(&host, '.'), READER_PYTHON_UNICODE, false))
      return false;
  return true;
}

/* Returns a host as it is resolved; undefined if it is refused. */
static uriel_text httpx_host(reader_memory *memory, uriel_text host)
{
  uint8_t address[4];
  if (uriel_reader_is_dotted(host, SIZE_MAX))
    return uriel_ipv4_parse(address, host.ptr, host.len) ? host : view_undefined();
  writer w = writer_to(memory->at, SIZE_MAX);
  if (!reader_is_ascii(host)) {
    uriel_reader_write_lower(&w, host, READER_PYTHON_UNICODE);
    memory->at += w.len;
    return uriel_reader_idna(memory, (uriel_text){w.out, w.len}, READER_PYTHON_UNICODE);
  }
  for (size_t i = 0; i < host.len; i++)
    if (byte_is(host.ptr[i], BYTE_NAME) || bytes_have("\"`{}%|\\", (unsigned char)host.ptr[i])) {
      write_byte(&w, byte_lower(host.ptr[i]));
    } else {
      write_triplet(&w, (unsigned char)host.ptr[i]);
      w.out[w.len - 1] = byte_lower(w.out[w.len - 1]);
    }
  memory->at += w.len;
  if (w.len >= 4 && bytes_equal(w.out, "xn--", 4) && !httpx_decodes((uriel_text){w.out, w.len}))
    return view_undefined();
  return (uriel_text){w.out, w.len};
}

void uriel_read_httpx(uriel_reading *reading, const char *text, size_t len, char *out)
{
  reader_memory memory = {out};
  uriel_text rest = {text, len};
  const uriel_text scheme =
      httpx_allows(rest, READER_TEXT_MAX) ? uriel_reader_scheme(&rest) : view_undefined();
  const bool secure = view_is(scheme, "https") || view_is(scheme, "wss");
  if ((!secure && !view_is(scheme, "http") && !view_is(scheme, "ws")) || rest.len < 2 ||
      rest.ptr[0] != '/' || rest.ptr[1] != '/')
    return;
  const char *const begin = rest.ptr + 2, *const end = view_end(rest);
  const char *const path = uriel_bytes_until(begin, end, "/?#"), *const query =
                                                                     uriel_bytes_until(path, end, "?#");
  const char *const at = uriel_reader_last(view_of(begin, path), '@');
  uriel_text port = view_of(at ? at + 1 : begin, path), host;
  const char *const close = port.len && *port.ptr == '[' ? uriel_reader_last(port, ']') : NULL;
  if (close) {
    host = view_of(port.ptr + 1, close);
    port = view_of(close + 1, path);
    if (port.len && *port.ptr == ':')
      port = view_of(port.ptr + 1, path);
    if (!uriel_reader_is_ipv6(host) || !reader_is_ascii(host))
      return;
  } else {
    host = view_take(&port, ':');
    host = host.len ? httpx_host(&memory, host) : view_undefined();
  }
  reading->port = secure ? 443 : 80;
  if (!view_defined(host) || (port.len && !httpx_port(port, &reading->port)) ||
      (at && !httpx_is_utf8(view_of(begin, at))) || !httpx_path(view_of(path, query)) ||
      !httpx_is_utf8(view_of(query, end)))
    return;
  uriel_reader_set(reading, &memory, scheme, host);
}
