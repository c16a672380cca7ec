/* SPDX-License-Identifier: MIT */
/* The steps of the Internet Archive's GoogleURLCanonicalizer. */
#include "scheme/lookup.h"
#include "site/surt.h"
#include "text/bytes.h"
#include "text/utf8.h"
#include "uriel_idna.h"

/* No two "%XX" overlap, so that the order does not matter: each is decoded when its last byte is read.
 */
void uriel_surt_decode(surt_text *text)
{
  size_t n = surt_until(*text, '%');
  for (size_t i = n; i < text->len; i++) {
    text->ptr[n++] = text->ptr[i];
    while (n >= 3 && triplet_at(text->ptr + n - 3, text->ptr + n)) {
      n -= 2;
      text->ptr[n - 1] = (char)triplet_value(text->ptr + n - 1);
    }
  }
  text->len = n;
}

void uriel_surt_encode(writer *w, uriel_text text)
{
  for (size_t i = 0; i < text.len; i++) {
    const char byte = text.ptr[i];
    if (byte > ' ' && byte < 0x7F && byte != '#' && byte != '%')
      write_byte(w, byte);
    else
      write_triplet(w, (unsigned char)byte);
  }
}

static surt_text google_encode(surt_text text, char **room)
{
  writer w = writer_to(*room, SIZE_MAX);
  uriel_surt_encode(&w, surt_view(text));
  const surt_text encoded = {*room, w.len};
  *room += w.len;
  return encoded;
}

/* ---- Hosts --------------------------------------------------------------------------------------- */

/* attemptIPFormats: a number modulo 2^32, in decimal, or the decimal and octal numbers of inet_aton. */
static bool google_ipv4(uint8_t bytes[4], uriel_text host)
{
  if (host.len == 0 || *host.ptr > '9')
    return false;
  const bool dots = memchr(host.ptr, '.', host.len) != NULL;
  const char most = *host.ptr == '0' && dots ? '7' : '9';
  uint32_t number = 0;
  for (size_t i = 0; i < host.len; i++) {
    if (host.ptr[i] != '.' && (host.ptr[i] < '0' || host.ptr[i] > most))
      return false;
    number = number * 10 + (uint32_t)(host.ptr[i] - '0');
  }
  if (dots)
    return uriel_lookup_rare(bytes, uriel_lookup_of(host, false));
  for (unsigned i = 0; i < 4; i++)
    bytes[i] = (uint8_t)(number >> (24 - 8 * i));
  return true;
}

/* Copies the host without the bytes that are not UTF-8. */
static uriel_text google_utf8(surt_text host, char *room)
{
  const char *const end = host.ptr + host.len;
  size_t n = 0;
  for (const char *at = host.ptr; at < end;) {
    uint32_t character;
    const size_t size = uriel_utf8_character(at, end, &character);
    memcpy(room + n, at, size);
    n += size;
    at += size > 0 ? size : 1;
  }
  return (uriel_text){room, n};
}

/* A host in US-ASCII is not changed; another one, if it is a domain name, is written to `name`. */
static void google_ascii(surt_text *host, char *room, char name[SURT_HOST_MAX])
{
  const unsigned options = URIEL_IDNA_TRANSITIONAL | URIEL_IDNA_VERIFY_DNS_LENGTH | URIEL_IDNA_ROOT;
  size_t ascii = 0;
  while (ascii < host->len && (unsigned char)host->ptr[ascii] < 0x80)
    ascii++;
  if (ascii == host->len)
    return;
  const uriel_text text = google_utf8(*host, room);
  if (text.len == 0)
    host->len = 0;
  const size_t len = uriel_idna_to_ascii(text.ptr, text.len, options, name, SURT_HOST_MAX, NULL);
  if (len != URIEL_FAILED)
    *host = (surt_text){name, len};
}

/* ".." becomes "." once, and full stops at both ends go. */
static void google_stops(surt_text *host)
{
  size_t n = 0, begin = 0;
  for (size_t i = 0; i < host->len; i++) {
    host->ptr[n++] = host->ptr[i];
    i += host->len - i > 1 && host->ptr[i] == '.' && host->ptr[i + 1] == '.';
  }
  while (n > 0 && host->ptr[n - 1] == '.')
    n--;
  while (begin < n && host->ptr[begin] == '.')
    begin++;
  *host = (surt_text){host->ptr + begin, n - begin};
}

static void google_host(surt_text *host, bool plain, char **room)
{
  char name[SURT_HOST_MAX];
  uint8_t bytes[4];
  if (!plain) {
    uriel_surt_decode(host);
    google_ascii(host, *room, name);
  }
  google_stops(host);
  if (google_ipv4(bytes, surt_view(*host))) {
    const uriel_address address = {{bytes[0], bytes[1], bytes[2], bytes[3]}, 4};
    *host = (surt_text){*room, uriel_address_print(&address, *room, URIEL_IPV6_MAX)};
    *room += host->len;
    return;
  }
  if (!plain)
    *host = google_encode(*host, room);
}

/* ---- Paths --------------------------------------------------------------------------------------- */

/* Removes "." and ".." (normalizePath), in place, from a path that begins with "/". Above the root, a
 * ".." stays unless the next one removes it. */
static void google_dots(surt_text *path)
{
  uriel_text rest = {path->ptr + 1, path->len - 1};
  size_t n = 0;
  while (view_defined(rest)) {
    const uriel_text segment = view_take(&rest, '/');
    if (view_equal(segment, uriel_text_of(".")))
      continue;
    if (view_equal(segment, uriel_text_of("..")) && n > 0) {
      while (path->ptr[--n] != '/')
        continue;
      continue;
    }
    path->ptr[n++] = '/';
    memmove(path->ptr + n, segment.ptr, segment.len);
    n += segment.len;
  }
  path->len = n;
}

void uriel_surt_segments(surt_text *path, unsigned after_slash)
{
  if (after_slash & SURT_DOT)
    google_dots(path);
  /* Empty segments go, except the last. */
  size_t n = path->len > 0 && (after_slash & (SURT_DOT | SURT_SLASH)) ? 1 : path->len;
  for (size_t i = n; i < path->len; i++)
    if (path->ptr[i] != '/' || path->ptr[n - 1] != '/')
      path->ptr[n++] = path->ptr[i];
  path->len = n;
  if (path->len == 0)
    path->ptr[path->len++] = '/';
}

static void google_path(surt_text *path, bool plain, char **room)
{
  if (!path->ptr || path->len == 0) {
    *path = (surt_text){*room, 1};
    *(*room)++ = '/';
    return;
  }
  uriel_surt_segments(path, surt_after_slash(*path));
  if (!plain)
    *path = google_encode(*path, room);
}

void uriel_surt_google(surt_url *url, char *room)
{
  const bool plain = url->plain;
  if (url->query.len > 0 && !plain) {
    uriel_surt_decode(&url->query);
    url->query = google_encode(url->query, &room);
  }
  if (url->host.len > 0)
    google_host(&url->host, plain, &room);
  if (!plain)
    uriel_surt_decode(&url->path);
  if (url->host.len > 0)
    google_path(&url->path, plain, &room);
  else if (url->path.ptr && !plain)
    url->path = google_encode(url->path, &room);
}
