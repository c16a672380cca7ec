/* SPDX-License-Identifier: MIT */
/* uriel_lenient_parse: reads what people have, as a URI reference of RFC 3986. */
#include "text/bytes.h"
#include "text/text.h"
#include "uriel_idna.h"
#include "uriel_url.h"

/* Of a host, as the URL standard's domain to ASCII (3.3). */
enum { LENIENT_IDNA = URIEL_IDNA_CHECK_BIDI | URIEL_IDNA_CHECK_JOINERS };

/* Writes the text with each byte outside the classes, and each stray "%", as "%XX". */
static void lenient_write(writer *w, uriel_text text, unsigned classes)
{
  const char *const end = view_end(text);
  for (const char *at = text.ptr; at < end; at++)
    if (byte_is(*at, classes) || triplet_at(at, end))
      write_byte(w, *at);
    else
      write_triplet(w, (unsigned char)*at);
}

/* The text is a URL that the standard wrote. */
enum { LENIENT_URL = 1 << 30 };

/* Writes a host that is not in brackets: an international one through IDNA. Other bytes that a host does
 * not allow are only encoded in a URL: browsers see another host, or none. */
static bool lenient_write_host(writer *w, uriel_text host, unsigned options)
{
  const size_t left = w->len < w->capacity ? w->capacity - w->len : 0;
  char *const to = left ? w->out + w->len : NULL;
  unsigned char all = 0;
  for (size_t i = 0; i < host.len; i++)
    all |= (unsigned char)host.ptr[i];
  if (all < 0x80) {
    const size_t begin = w->len;
    lenient_write(w, host, BYTE_NAME);
    return w->len == begin + host.len || (options & LENIENT_URL);
  }
  const size_t len = uriel_idna_to_ascii(host.ptr, host.len, LENIENT_IDNA, to, left, NULL);
  if (len == URIEL_FAILED || len == 0)
    return false;
  /* Mapping can produce delimiters: U+FF0F becomes "/". */
  for (size_t i = 0; i < len && len <= left; i++)
    if (!byte_is(to[i], BYTE_NAME))
      return false;
  w->len += len;
  return true;
}

/* Writes an authority. A host in brackets, and what follows a host, are copied: no encoding repairs
 * them. To browsers, a "\" in the user information ends the authority. */
static bool lenient_write_authority(writer *w, const char *at, const char *end, unsigned options)
{
  const char *host = end;
  while (host > at && host[-1] != '@')
    host--;
  if (!(options & LENIENT_URL) && view_find(at, host, '\\') < host)
    return false;
  if (host > at) {
    lenient_write(w, view_of(at, host - 1), BYTE_USERINFO);
    write_byte(w, '@');
  }
  const char *const port = host < end && *host == '[' ? host : view_find(host, end, ':');
  if (port > host && !lenient_write_host(w, view_of(host, port), options))
    return false;
  write_view(w, view_of(port, end));
  return true;
}

/* Writes the reference that the components of a text (RFC 3986, Appendix B) encode to. Returns false if
 * its host is not possible, or if it has no scheme and the options require one. */
static bool lenient_encode(writer *w, uriel_text text, unsigned options)
{
  const char *at = text.ptr;
  const char *const end = view_end(text);
  while (at < end && byte_is(*at, at == text.ptr ? BYTE_ALPHA : BYTE_SCHEME))
    at++;
  const bool has_scheme = at > text.ptr && at < end && *at == ':';
  if (!has_scheme && !(options & URIEL_LENIENT_RELATIVE))
    return false;
  at = has_scheme ? at + 1 : text.ptr;
  /* To browsers, an authority begins here. */
  const char *const slash = at < end && *at == '/' ? at + 1 : at;
  if (slash < end && *slash == '\\' && !(options & LENIENT_URL))
    return false;
  write_view(w, view_of(text.ptr, at));
  const char *const fragment = view_find(at, end, '#');
  const char *const query = view_find(at, fragment, '?');
  if (query - at >= 2 && at[0] == '/' && at[1] == '/') {
    const char *const path = view_find(at + 2, query, '/');
    write_string(w, "//");
    if (!lenient_write_authority(w, at + 2, path, options))
      return false;
    at = path;
  } else if (!has_scheme) {
    /* A ":" in the first segment would end a scheme (4.2). */
    for (; at < query && *at != '/'; at++)
      if (*at != ':' && (byte_is(*at, BYTE_SEGMENT) || triplet_at(at, query)))
        write_byte(w, *at);
      else
        write_triplet(w, (unsigned char)*at);
  }
  lenient_write(w, view_of(at, query), BYTE_PATH);
  if (query < fragment) {
    write_byte(w, '?');
    lenient_write(w, view_of(query + 1, fragment), BYTE_QUERY);
  }
  if (fragment < end) {
    write_byte(w, '#');
    lenient_write(w, view_of(fragment + 1, end), BYTE_QUERY);
  }
  return true;
}

/* Writes the encoded text to `out`. Returns the length, with `ref` set to it if it fits; URIEL_FAILED if
 * it is not a URI reference. */
static size_t lenient_read_encoded(uriel_ref *ref, uriel_text text, unsigned options, char *out,
                                   size_t capacity)
{
  writer w = writer_to(out, capacity);
  *ref = (uriel_ref){.text = ""};
  if (!lenient_encode(&w, text, options))
    return URIEL_FAILED;
  return w.len > capacity || uriel_parse(ref, out, w.len, NULL) ? w.len : URIEL_FAILED;
}

size_t uriel_lenient_parse(uriel_ref *ref, uriel_read *read, const uriel_ref *base, const char *text,
                           size_t len, unsigned options, char *out, size_t capacity, uriel_error *error)
{
  const uriel_text whole = {len ? text : "", len};
  *read = URIEL_READ_EXACT;
  if (uriel_parse(ref, text, len, error))
    return 0;
  *read = URIEL_READ_ENCODED;
  size_t need = lenient_read_encoded(ref, whole, options, out, capacity);
  if (need == URIEL_FAILED) {
    uriel_url_options none = {0};
    uriel_ref url;
    *read = URIEL_READ_WHATWG;
    need = uriel_url_parse(&url, base, whole.ptr, len, &none, out, capacity);
    if (need == URIEL_FAILED || (need > capacity && url.text != whole.ptr))
      return need;
    /* The standard allows characters in a URL that RFC 3986 does not. */
    const uriel_text written = {url.text, url.length};
    if (!uriel_parse(ref, written.ptr, written.len, NULL)) {
      const size_t used = url.text == out ? need : 0;
      const size_t more =
          lenient_read_encoded(ref, written, LENIENT_URL, used ? out + used : out, capacity - used);
      need = more == URIEL_FAILED ? more : used + more;
    }
  }
  return need;
}

size_t uriel_lenient_bound(const uriel_ref *base, size_t len)
{
  enum { ENCODED = 3 };
  const size_t url = uriel_url_bound(base, len);
  const size_t encoded = size_add(url, size_times(url, ENCODED));
  const size_t host = size_add(uriel_idna_bound(len), size_times(len, ENCODED));
  return encoded > host ? encoded : host;
}
