/* SPDX-License-Identifier: MIT */
/* Targets of requests, and the URIs that they mean: "/gopher/h/1" is gopher://h/1, and so are the paths
 * of links. A client that has the gateway as its proxy sends the URI itself (RFC 9112, 3.2.2). */
#include <stdlib.h>

#include "base/escape.h"
#include "base/unicode.h"
#include "gateway.h"

/* ---- From the target ---------------------------------------------------------------------------- */

/* Writes the URI of "SCHEME/HOST...". In the host, "[", "]" and ":" can be encoded, as
 * they are in links. */
static bool target_compose(uriel_text path, struct buffer *uri)
{
  const char *const slash = path.len ? memchr(path.ptr, '/', path.len) : NULL;
  size_t len = slash ? (size_t)(slash - path.ptr) : 0;
  buffer_put(uri, path.ptr, len);
  buffer_append(uri, "://", 3);
  if (text_scheme(buffer_text(uri)) != len + 1)
    return false;
  for (len++; len < path.len && !memchr("/?", path.ptr[len], 2); len++) {
    const int byte = triplet_read(path.ptr + len, path.len - len);
    const char c = byte == '[' || byte == ']' || byte == ':' ? (char)byte : path.ptr[len];
    buffer_append(uri, &c, 1);
    len += c == path.ptr[len] ? 0 : 2;
  }
  buffer_append(uri, path.ptr + len, path.len - len);
  return true;
}

enum target target_read(struct exchange *exchange)
{
  uriel_text target = buffer_text(&exchange->target);
  const size_t own = exchange->own.len;
  /* A client of a proxy sends the gateway's own URIs, too. */
  const bool is_own = target.len >= own && strncasecmp(target.ptr, exchange->own.ptr, own) == 0 &&
                      (target.len == own || memchr("/?", target.ptr[own], 2));
  if (is_own)
    target = (uriel_text){target.ptr + own, target.len - own};
  const size_t slash = target.len > 0 && *target.ptr == '/';
  if ((is_own || slash) && (target.len == slash || target.ptr[slash] == '?'))
    return TARGET_FRONT;
  if (target.len == 0)
    return TARGET_BAD;
  if (*target.ptr != '/') {
    exchange->is_proxied = true;
    buffer_put(&exchange->uri, target.ptr, target.len);
    return text_scheme(target) ? TARGET_URI : TARGET_BAD;
  }
  if (text_is(target, "/robots.txt"))
    return TARGET_ROBOTS;
  const uriel_text path = {target.ptr + 1, target.len - 1};
  const size_t scheme = text_scheme(path);
  if (scheme > 0) { /* "/news:a.b", or "/gopher://h/1" */
    buffer_put(&exchange->uri, path.ptr, path.len);
    return path.len - scheme >= 2 && memcmp(path.ptr + scheme, "//", 2) == 0 ? TARGET_MOVED : TARGET_URI;
  }
  if (target_compose(path, &exchange->uri))
    return TARGET_URI;
  exchange->uri.len = 0;
  return TARGET_ABSENT;
}

bool target_offers(const struct gateway *gateway, uriel_text scheme)
{
  for (size_t i = 0; i < ARRAY_COUNT(uriel_text, gateway->offered); i++) {
    const uriel_text offered = ARRAY_OF(uriel_text, gateway->offered)[i];
    if (offered.len == scheme.len && strncasecmp(offered.ptr, scheme.ptr, scheme.len) == 0)
      return true;
  }
  return false;
}

/* ---- To the client ------------------------------------------------------------------------------ */

void target_locate(const struct exchange *exchange, uriel_text uri, struct buffer *out)
{
  const size_t scheme = text_scheme(uri);
  out->len = 0;
  if (exchange->is_proxied) {
    buffer_append(out, uri.ptr, uri.len);
    return;
  }
  buffer_append(out, "/", 1);
  if (uri.len - scheme < 2 || memcmp(uri.ptr + scheme, "//", 2) != 0) {
    buffer_append(out, uri.ptr, uri.len);
    return;
  }
  buffer_append(out, uri.ptr, scheme - 1);
  buffer_append(out, "/", 1);
  size_t at = scheme + 2;
  for (; at < uri.len && !memchr("/?#", uri.ptr[at], 3); at++)
    if (uri.ptr[at] == '[' || uri.ptr[at] == ']') /* not allowed in a path */
      buffer_append_triplet(out, (unsigned char)uri.ptr[at]);
    else
      buffer_append(out, uri.ptr + at, 1);
  buffer_append(out, uri.ptr + at, uri.len - at);
}

/* Whether clients know what to do with URIs of the scheme, and none of it is a script. */
static bool target_is_safe(uriel_text scheme)
{
  static const char *const safe[] = {"http", "https", "ftp",      "ftps",   "gopher", "nntp",  "news",
                                     "wais", "whois", "prospero", "telnet", "tn3270", "mailto"};
  for (size_t i = 0; i < sizeof safe / sizeof *safe; i++)
    if (text_is_word(scheme, safe[i]))
      return true;
  return false;
}

bool target_link(const struct exchange *exchange, uriel_text uri, struct buffer *out)
{
  struct buffer encoded = {0}, located = {0};
  uriel_ref ref;
  buffer_reserve(&encoded, 3 * uri.len);
  encoded.len = uriel_encode(uri.ptr, uri.len, URIEL_ENCODE_REFERENCE, 0, encoded.ptr, encoded.capacity);
  const bool valid = uriel_parse(&ref, encoded.ptr, encoded.len, NULL) && uriel_scheme(&ref).ptr;
  const bool offered = valid && target_offers(exchange->gateway, uriel_scheme(&ref));
  const bool links = offered || (valid && target_is_safe(uriel_scheme(&ref)));
  if (offered)
    target_locate(exchange, buffer_text(&encoded), &located);
  const struct buffer *const to = offered ? &located : &encoded;
  if (links)
    buffer_append_as(out, ESCAPE_HTML, to->ptr, to->len);
  buffer_free(&encoded);
  buffer_free(&located);
  return links;
}

/* ---- Whose authority ---------------------------------------------------------------------------- */

/* Reads "HOST" or "HOST:PORT". */
static bool target_authority(uriel_text authority, uint16_t port, uriel_text *host, uint16_t *number,
                             struct buffer *text)
{
  uriel_ref ref;
  buffer_put(text, "//", 2);
  buffer_append(text, authority.ptr, authority.len);
  *number = port;
  if (!uriel_parse(&ref, text->ptr, text->len, NULL) || uriel_userinfo(&ref).ptr ||
      uriel_path(&ref).len > 0 || uriel_query(&ref).ptr || uriel_fragment(&ref).ptr)
    return false;
  *host = uriel_host(&ref);
  return host->len > 0 && (uriel_port(&ref).len == 0 || uriel_port_number(number, &ref, NULL));
}

static bool target_same(uriel_text a, uriel_text b)
{
  return a.len == b.len && strncasecmp(a.ptr, b.ptr, a.len) == 0;
}

/* Whether the host, with that port, is a name of the gateway. */
static bool target_is_named(const struct gateway *gateway, uriel_text host, uint16_t port)
{
  struct buffer text = {0};
  bool same = false;
  for (size_t i = 0; i < ARRAY_COUNT(const char *, gateway->names) && !same; i++) {
    const uriel_text name = uriel_text_of(ARRAY_OF(const char *, gateway->names)[i]);
    uriel_text own;
    uint16_t own_port;
    /* A name without a port also stands for the gateway's. */
    same = target_authority(name, 80, &own, &own_port, &text) && target_same(own, host) &&
           (own_port == port || (!memchr(name.ptr, ':', name.len) && port == gateway->port));
  }
  buffer_free(&text);
  return same;
}

bool target_is_own(const struct gateway *gateway, uriel_text authority, const uriel_address *address,
                   uint16_t port)
{
  static const uriel_address loopbacks[] = {{.bytes = {127}, .family = 4},
                                            {.bytes = {[15] = 1}, .family = 6}};
  struct buffer text = {0};
  uriel_text host;
  uint16_t number;
  uriel_address named;
  bool own = target_authority(authority, 80, &host, &number, &text);
  if (own && !target_is_named(gateway, host, number)) {
    const bool is_loopback =
        uriel_address_in(address, &loopbacks[address->family == 6], address->family == 6 ? 128 : 8);
    own = number == port && (uriel_host_address(&named, host)
                                 ? uriel_address_in(&named, address, address->family == 6 ? 128 : 32)
                                 : is_loopback && text_is_word(host, "localhost"));
  }
  buffer_free(&text);
  return own;
}

bool target_is_asked(const struct exchange *exchange, uriel_text authority)
{
  struct buffer text = {0};
  uriel_ref ref;
  uriel_text host;
  uint16_t number, asked;
  if (!uriel_parse(&ref, exchange->uri.ptr, exchange->uri.len, NULL) || !uriel_host(&ref).ptr)
    return false;
  const uriel_text scheme = uriel_scheme(&ref);
  const uriel_scheme_info *const info = uriel_scheme_find(NULL, scheme.ptr, scheme.len);
  asked = info ? info->port : 0;
  const bool same =
      target_authority(authority, asked, &host, &number, &text) && target_same(host, uriel_host(&ref)) &&
      (uriel_port(&ref).len == 0 || uriel_port_number(&asked, &ref, NULL)) && number == asked;
  buffer_free(&text);
  return same;
}
