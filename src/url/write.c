/* SPDX-License-Identifier: MIT */
/* The URL serialiser (the URL standard, 4.5), and percent-encoding (1.3). */
#include "text/bytes.h"
#include "text/utf8.h"
#include "url/url.h"

/* ---- Output that may equal the input ------------------------------------------------------------- */

url_sink uriel_url_sink(uriel_text same, char *out, size_t capacity)
{
  return (url_sink){writer_to(out, capacity), same, 0};
}

void uriel_url_differ(url_sink *s)
{
  const size_t len = s->w.len;
  if (!view_defined(s->same))
    return;
  s->w.len = 0;
  uriel_write_bytes(&s->w, s->same.ptr, len);
  s->same = view_undefined();
  s->parted = len;
}

/* Writes the bytes after a difference, which is among them. */
static APART void url_put_apart(url_sink *s, const char *bytes, size_t n)
{
  const uriel_text left = view_of(s->same.ptr + s->w.len, s->same.ptr + s->same.len);
  size_t equal = 0;
  while (equal < n && equal < left.len && left.ptr[equal] == bytes[equal])
    equal++;
  uriel_url_differ(s);
  s->parted += equal;
  uriel_write_bytes(&s->w, bytes, n);
}

void uriel_url_put(url_sink *s, const char *bytes, size_t n)
{
  if (!view_defined(s->same))
    uriel_write_bytes(&s->w, bytes, n);
  else if (n <= s->same.len - s->w.len && bytes_equal(s->same.ptr + s->w.len, bytes, n))
    s->w.len += n;
  else
    url_put_apart(s, bytes, n);
}

static void url_put_view(url_sink *s, uriel_text text)
{
  uriel_url_put(s, text.ptr, text.len);
}

static void url_put_byte(url_sink *s, char byte)
{
  uriel_url_put(s, &byte, 1);
}

static void url_put_number(url_sink *s, uint32_t number)
{
  char digits[10];
  writer w = writer_to(digits, sizeof digits);
  uriel_write_number(&w, number);
  uriel_url_put(s, digits, w.len);
}

/* ---- Percent-encoding ---------------------------------------------------------------------------- */

static void url_put_triplets(url_sink *s, const char *bytes, size_t n)
{
  uriel_url_differ(s);
  for (size_t i = 0; i < n; i++)
    write_triplet(&s->w, (unsigned char)bytes[i]);
}

/* Writes the byte or character at which a run of bytes that stay ended. Returns its end. */
static const char *url_put_stop(url_sink *s, const char *at, const char *end, unsigned set)
{
  uint32_t scalar;
  char utf8[4];
  if (url_byte_is(*at, URL_TAB) && !(set & URL_KEEP_TABS)) {
    uriel_url_differ(s);
    return at + 1;
  }
  if (*at == '\\' && set == URL_SPECIAL_PATH) {
    url_put_byte(s, '/');
    return at + 1;
  }
  if ((unsigned char)*at < 0x80) {
    url_put_triplets(s, at, 1);
    return at + 1;
  }
  const size_t n = uriel_utf8_next(&scalar, at, (size_t)(end - at));
  url_put_triplets(s, utf8, uriel_utf8_write(utf8, scalar));
  return at + n;
}

/* Returns whether `n` bytes of output that does not equal the input fit. */
static bool url_fits(const url_sink *s, size_t n)
{
  return !view_defined(s->same) && s->w.len <= s->w.capacity && n <= s->w.capacity - s->w.len;
}

/* Writes bytes as long as each stays or becomes one triplet, if all fit. Returns where this ends. */
static const char *url_put_simple(url_sink *s, const char *at, const char *end, unsigned set)
{
  char *to = s->w.out + s->w.len;
  for (; at < end; at++) {
    const unsigned char byte = (unsigned char)*at;
    if (!url_byte_is(*at, set | URL_TAB)) {
      *to++ = *at;
    } else if (byte < 0x80 && byte != '\\' && !url_byte_is(*at, URL_TAB)) {
      *to++ = '%';
      *to++ = "0123456789ABCDEF"[byte >> 4];
      *to++ = "0123456789ABCDEF"[byte & 15];
    } else {
      break;
    }
  }
  s->w.len = (size_t)(to - s->w.out);
  return at;
}

void uriel_url_put_encoded(url_sink *s, uriel_text text, unsigned set)
{
  const char *at = text.ptr;
  const char *const end = at + text.len;
  while (at < end) {
    if (url_fits(s, size_times((size_t)(end - at), 3))) {
      at = url_put_simple(s, at, end, set);
    } else {
      const char *const stop = url_find(at, end, set | URL_TAB);
      if (stop > at)
        uriel_url_put(s, at, (size_t)(stop - at));
      at = stop;
    }
    at = at < end ? url_put_stop(s, at, end, set) : end;
  }
}

static void url_put_part(url_sink *s, url_part part)
{
  if (part.set)
    uriel_url_put_encoded(s, part.text, part.set);
  else
    url_put_view(s, part.text);
}

/* ---- Queries in other encodings ------------------------------------------------------------------ */

/* Percent-encodes after encoding. */
static void url_put_bytes_of(url_sink *s, const char *bytes, size_t n, unsigned set)
{
  for (size_t i = 0; i < n; i++)
    if (url_byte_is(bytes[i], set))
      url_put_triplets(s, bytes + i, 1);
    else
      url_put_byte(s, bytes[i]);
}

static void url_put_query_encoded(url_sink *s, const url_record *url)
{
  const char *at = url->query.text.ptr;
  const char *const end = at + url->query.text.len;
  char bytes[8];
  size_t n;
  while (at < end) {
    uint32_t scalar;
    if (url_byte_is(*at, URL_TAB)) {
      uriel_url_differ(s);
      at++;
      continue;
    }
    at += uriel_utf8_next(&scalar, at, (size_t)(end - at));
    n = url->encoder(url->encoder_context, scalar, bytes);
    url_put_bytes_of(s, bytes, n % URIEL_URL_ENCODER_LACKS, url->query.set);
    if (n >= URIEL_URL_ENCODER_LACKS) {
      /* ISO-2022-JP reports these as U+FFFD; every other encoding has them. */
      const bool shift = scalar == 0x0E || scalar == 0x0F || scalar == 0x1B;
      uriel_url_put(s, "%26%23", 6);
      url_put_number(s, shift ? 0xFFFD : scalar);
      uriel_url_put(s, "%3B", 3);
    }
  }
  n = url->encoder(url->encoder_context, URIEL_URL_ENCODER_END, bytes);
  url_put_bytes_of(s, bytes, n, url->query.set);
}

/* ---- Hosts (3.6) --------------------------------------------------------------------------------- */

/* Eight bytes in lower case. */
static inline void url_copy_lower_8(char *to, const char *from)
{
  uint64_t word;
  memcpy(&word, from, sizeof word);
  word |= fold_letters(word);
  memcpy(to, &word, sizeof word);
}

/* The last word is moved back to end with the text. */
void uriel_url_put_lower(url_sink *s, uriel_text text)
{
  if (text.len < 8 || !url_fits(s, text.len)) {
    for (size_t i = 0; i < text.len; i++)
      url_put_byte(s, byte_lower(text.ptr[i]));
    return;
  }
  char *const to = s->w.out + s->w.len;
  for (size_t i = 0; i < text.len - 8; i += 8)
    url_copy_lower_8(to + i, text.ptr + i);
  url_copy_lower_8(to + text.len - 8, text.ptr + text.len - 8);
  s->w.len += text.len;
}

/* A scheme of the input can have tabs and newlines in it. */
static void url_put_scheme(url_sink *s, uriel_text scheme)
{
  for (size_t i = 0; i < scheme.len; i++)
    if (url_byte_is(scheme.ptr[i], URL_TAB))
      uriel_url_differ(s);
    else
      url_put_byte(s, byte_lower(scheme.ptr[i]));
}

void uriel_url_put_host(url_sink *s, const url_record *url)
{
  const url_host *const host = &url->host;
  char address[41];
  uint8_t octets[4];
  writer w = writer_to(address, sizeof address);
  switch (host->form) {
  case URL_HOST_NULL:
    break;
  case URL_HOST_SERIALIZED:
    url_put_view(s, host->text);
    break;
  case URL_HOST_DOMAIN:
    uriel_url_put_lower(s, host->text);
    break;
  case URL_HOST_OPAQUE:
    uriel_url_put_encoded(s, host->text, URL_C0);
    break;
  case URL_HOST_IPV4:
    for (size_t i = 0; i < 4; i++)
      octets[i] = (uint8_t)(host->pieces[i / 2] >> (i % 2 ? 0 : 8));
    uriel_write_ipv4(&w, octets);
    uriel_url_put(s, address, w.len);
    break;
  case URL_HOST_IPV6:
    write_byte(&w, '[');
    uriel_write_ipv6(&w, host->pieces, 8);
    write_byte(&w, ']');
    uriel_url_put(s, address, w.len);
    break;
  }
}

/* ---- The record ---------------------------------------------------------------------------------- */

static void url_put_port(url_sink *s, const url_record *url)
{
  if (url->port < 0)
    return;
  url_put_byte(s, ':');
  url_put_number(s, (uint32_t)url->port);
}

void uriel_url_put_origin(url_sink *s, const url_record *url)
{
  url_put_scheme(s, url->scheme);
  uriel_url_put(s, "://", 3);
  uriel_url_put_host(s, url);
  url_put_port(s, url);
}

bool uriel_url_put_record(url_sink *s, const url_record *url, uriel_ref *ref)
{
  *ref = (uriel_ref){
      .text = "", .flags = (uint32_t)url->host.kind | (uint32_t)URIEL_SPEC_WHATWG << URIEL_SPEC_SHIFT};
  url_put_scheme(s, url->scheme);
  ref->scheme_end = (uint32_t)s->w.len;
  url_put_byte(s, ':');
  if (url->host.form != URL_HOST_NULL) {
    uriel_url_put(s, "//", 2);
    if (view_defined(url->username.text))
      url_put_part(s, url->username);
    if (view_defined(url->password.text)) {
      url_put_byte(s, ':');
      url_put_part(s, url->password);
    }
    if (url_has_credentials(url))
      url_put_byte(s, '@');
    ref->host_begin = (uint32_t)s->w.len;
    uriel_url_put_host(s, url);
    ref->host_end = (uint32_t)s->w.len;
    url_put_port(s, url);
  }
  ref->path_begin = (uint32_t)s->w.len;
  ref->path_begin += (uint32_t)uriel_url_put_path(s, url);
  ref->path_end = (uint32_t)s->w.len;
  if (view_defined(url->query.text)) {
    url_put_byte(s, '?');
    if (url->encoder && url->query.set)
      url_put_query_encoded(s, url);
    else
      url_put_part(s, url->query);
  }
  ref->query_end = (uint32_t)s->w.len;
  if (view_defined(url->fragment.text)) {
    url_put_byte(s, '#');
    url_put_part(s, url->fragment);
  }
  ref->length = (uint32_t)s->w.len;
  if (view_defined(s->same) && s->w.len < s->same.len)
    uriel_url_differ(s);
  return s->w.len <= UINT32_MAX;
}
