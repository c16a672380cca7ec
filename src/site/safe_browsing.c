/* SPDX-License-Identifier: MIT */
/* The form of URLs in the lists of Google Safe Browsing ("URLs and Hashing"); doc/site.md lists the
 * decisions. */
#include "scheme/lookup.h"
#include "site/surt.h"
#include "uriel_idna.h"

/* Copies the text without blanks around it, tabs and line breaks in it, and the fragment; then decodes
 * "%XX" until none is left. */
static surt_text safe_clean(uriel_text text, char *out)
{
  writer w = writer_to(out, SIZE_MAX);
  const uriel_text whole = view_before(text, '#');
  const char *at = whole.ptr, *end = view_end(whole);
  while (at < end && byte_is_blank(end[-1]))
    end--;
  while (at < end && byte_is_blank(*at))
    at++;
  for (; at < end; at++)
    if (!bytes_have("\t\r\n", (unsigned char)*at))
      write_byte(&w, *at);
  surt_text clean = {out, w.len};
  uriel_surt_decode(&clean);
  return clean;
}

/* Takes the scheme off the text. "www.example.com:80/", where a port follows the ":", does not begin
 * with one. */
static uriel_text safe_scheme(uriel_text *rest)
{
  const char *const end = view_end(*rest), *const colon = bytes_past(rest->ptr, end, BYTE_SCHEME);
  if (colon == end || *colon != ':' || !byte_is(*rest->ptr, BYTE_ALPHA))
    return view_undefined();
  const char *const digits = bytes_past(colon + 1, end, BYTE_DIGIT);
  if (digits > colon + 1 && (digits == end || *digits == '/'))
    return view_undefined();
  return view_take(rest, ':');
}

/* Replaces runs of full stops by one, and removes those at both ends. */
static void safe_stops(surt_text *host)
{
  size_t n = 0;
  for (size_t i = 0; i < host->len; i++)
    if (host->ptr[i] != '.' || (n > 0 && host->ptr[n - 1] != '.'))
      host->ptr[n++] = host->ptr[i];
  host->len = n > 0 && host->ptr[n - 1] == '.' ? n - 1 : n;
}

/* Writes an address as IPv4 if it is one inside IPv6 (RFC 4291, 2.5.5.2; RFC 6052, 2.1). */
static bool safe_write_address(writer *w, uriel_text host)
{
  static const uint8_t nat64[12] = {0, 0x64, 0xFF, 0x9B};
  char text[URIEL_IPV6_MAX];
  uriel_address address;
  if (!uriel_host_address(&address, host))
    return false;
  if (address.family == 6 && memcmp(address.bytes, nat64, sizeof nat64) == 0) {
    memmove(address.bytes, address.bytes + sizeof nat64, 4);
    address.family = 4;
  }
  const uriel_text written = {text, uriel_address_print(&address, text, sizeof text)};
  write_string(w, address.family == 6 ? "[" : "");
  write_view(w, written);
  write_string(w, address.family == 6 ? "]" : "");
  return true;
}

/* Writes an authority: the host, without user information and port. Returns false if there is no host,
 * or IDNA does not allow it. */
static bool safe_write_host(writer *w, uriel_text authority)
{
  char name[SURT_HOST_MAX];
  unsigned char all = 0;
  const char *host = view_end(authority), *end = host;
  while (host > authority.ptr && host[-1] != '@')
    host--;
  const char *port = end;
  while (port > host && byte_is(port[-1], BYTE_DIGIT))
    port--;
  end = port > host && port[-1] == ':' ? port - 1 : end;
  surt_text text = {(char *)(uintptr_t)host, (size_t)(end - host)};
  safe_stops(&text);
  for (size_t i = 0; i < text.len; i++)
    all |= (unsigned char)text.ptr[i];
  if (all >= 0x80 && uriel_utf8_span(text.ptr, text.len) == text.len) {
    text.len = uriel_idna_to_ascii(text.ptr, text.len, 0, name, sizeof name, NULL);
    if (text.len > sizeof name)
      return false;
    text.ptr = name;
    safe_stops(&text);
  }
  if (text.len == 0 || (text.ptr[0] == '[' && surt_until(text, ']') == text.len))
    return false;
  uriel_surt_lower(text);
  if (!safe_write_address(w, surt_view(text)))
    uriel_surt_encode(w, surt_view(text));
  return true;
}

/* Resolves "/./" and "/../" in a path that begins with "/", then makes one slash of several. */
static void safe_path(surt_text *path)
{
  uriel_text rest = {path->ptr + 1, path->len - 1};
  size_t n = 0, to = 1;
  while (view_defined(rest)) {
    const uriel_text segment = view_take(&rest, '/');
    const bool up = view_equal(segment, uriel_text_of("..")),
               stays = view_equal(segment, uriel_text_of("."));
    while (up && n > 0 && path->ptr[--n] != '/')
      continue;
    if ((up || stays) && view_defined(rest))
      continue;
    path->ptr[n++] = '/';
    if (up || stays)
      continue;
    memmove(path->ptr + n, segment.ptr, segment.len);
    n += segment.len;
  }
  for (size_t i = 1; i < n; i++)
    if (path->ptr[i] != '/' || path->ptr[to - 1] != '/')
      path->ptr[to++] = path->ptr[i];
  path->len = to;
}

size_t uriel_safe_browsing(uriel_text text, char *out, size_t capacity)
{
  const size_t needed = size_add(size_times(text.len, SAFE_BROWSING_EACH), SAFE_BROWSING_MORE);
  if (capacity < needed)
    return needed;
  const size_t most = needed - text.len; /* the end of the buffer holds the clean text */
  writer w = writer_to(out, most);
  const surt_text clean = safe_clean(text, out + most);
  uriel_text query = surt_view(clean), rest = view_take(&query, '?');
  const uriel_text scheme = safe_scheme(&rest);
  if (view_defined(scheme) && (rest.len < 2 || memcmp(rest.ptr, "//", 2) != 0))
    return URIEL_FAILED;
  if (view_defined(scheme))
    rest = view_of(rest.ptr + 2, view_end(rest));
  surt_text lower = {(char *)(uintptr_t)scheme.ptr, scheme.len};
  uriel_surt_lower(lower);
  write_view(&w, view_defined(scheme) ? scheme : uriel_text_of("http"));
  write_string(&w, "://");
  const char *const slash = view_find(rest.ptr, view_end(rest), '/');
  surt_text path = {(char *)(uintptr_t)slash, (size_t)(view_end(rest) - slash)};
  if (!safe_write_host(&w, view_of(rest.ptr, slash)))
    return URIEL_FAILED;
  if (path.len > 0)
    safe_path(&path);
  else
    write_byte(&w, '/');
  uriel_surt_encode(&w, surt_view(path));
  if (view_defined(query)) {
    write_byte(&w, '?');
    uriel_surt_encode(&w, query);
  }
  return w.len;
}
