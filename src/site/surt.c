/* SPDX-License-Identifier: MIT */
/* Keys of web archives: reads a URL (handyurl.parse) and writes the key (geturl, surt). */
#include "site/surt.h"

#include "text/text.h"

/* ---- Reading ------------------------------------------------------------------------------------- */

static bool surt_is_dropped(char byte)
{
  return byte == '\n' || byte == '\r' || byte == '\t';
}

void uriel_surt_lower(surt_text text)
{
  /* The last step can begin before the end of the one before. */
  for (size_t done = 0; text.len >= 8 && done < text.len; done += 8) {
    const size_t at = done + 8 <= text.len ? done : text.len - 8;
    /* In the high bits: "A" or above; above "Z"; not US-ASCII. */
    const uint64_t word = word_read(text.ptr + at), low = word & WORD_OF(0x7F);
    const uint64_t from = low + WORD_OF(0x80 - 'A'), above = low + WORD_OF(0x7F - 'Z');
    word_write(text.ptr + at, word | (from & ~above & ~word & WORD_OF(0x80)) >> 2);
  }
  for (size_t at = 0; text.len < 8 && at < text.len; at++)
    text.ptr[at] = byte_lower(text.ptr[at]);
}

/* Returns whether the text begins with a scheme and ":", with a letter first. */
static bool surt_has_scheme(uriel_text text)
{
  const char *const end = view_end(text), *const colon = bytes_past(text.ptr, end, BYTE_SCHEME);
  return colon < end && *colon == ':' && byte_is(*text.ptr, BYTE_ALPHA);
}

/* Returns the length of "http://" or "https://" at the beginning, or 0. */
static size_t surt_protocol(uriel_text text)
{
  const size_t n = text.len > 4 && text.ptr[4] == 's' ? 5 : 4;
  return text.len >= n + 3 && memcmp(text.ptr, "http", 4) == 0 && memcmp(text.ptr + n, "://", 3) == 0
             ? n + 3
             : 0;
}

/* Keeps the last of "http://https://". */
static uriel_text surt_last_protocol(uriel_text text)
{
  for (;;) {
    const size_t n = surt_protocol(text);
    const uriel_text next = {text.ptr + n, text.len - n};
    if (n == 0 || surt_protocol(next) == 0)
      return text;
    text = next;
  }
}

/* Returns whether all bytes are printable US-ASCII except "%": eight at a time. A byte at fault sets the
 * high bit of one of the sums in its place or, by a borrow, in the next. */
static bool surt_is_plain(uriel_text text)
{
  uint64_t bad = 0;
  for (size_t at = 0; at < text.len; at += 8) {
    char last[] = "aaaaaaaa";
    if (text.len - at < 8)
      memcpy(last, text.ptr + at, text.len - at);
    const uint64_t word = word_read(text.len - at < 8 ? last : text.ptr + at);
    bad |= word | (word - WORD_OF(0x21)) | ((word ^ WORD_OF('%')) - WORD_OF(1)) | (word + WORD_OF(1));
  }
  return (bad & WORD_OF(0x80)) == 0;
}

/* Writes the text to `out` without spaces around it and line breaks and tabs in it, with a scheme. */
static surt_text surt_clean(uriel_text text, bool plain, char *out)
{
  writer w = writer_to(out, SIZE_MAX);
  while (text.len > 0 && byte_is_blank(text.ptr[text.len - 1]))
    text.len--;
  while (text.len > 0 && byte_is_blank(*text.ptr))
    text = (uriel_text){text.ptr + 1, text.len - 1};
  write_string(&w, "http://");
  const size_t added = w.len;
  if (plain)
    write_view(&w, text);
  for (size_t i = 0; !plain && i < text.len; i++)
    if (!surt_is_dropped(text.ptr[i]))
      write_byte(&w, text.ptr[i]);
  uriel_text clean = {out + added, w.len - added};
  if (clean.len > 0 && !surt_has_scheme(clean))
    clean = (uriel_text){out, w.len};
  clean = surt_last_protocol(clean);
  return (surt_text){out + (clean.ptr - out), clean.len};
}

/* Returns the place in the text of the byte that surt_clean kept as number `kept`. */
static size_t surt_place(uriel_text text, size_t kept)
{
  size_t at = 0;
  while (at < text.len && byte_is_blank(text.ptr[at]))
    at++;
  for (; at < text.len; at++)
    if (!surt_is_dropped(text.ptr[at]) && kept-- == 0)
      break;
  return at;
}

/* Makes the place of an error in a port, which begins at number `begin`, one in the text. */
static void surt_error(uriel_error *error, uriel_text text, size_t begin)
{
  error->begin = surt_place(text, begin);
  error->offset = surt_place(text, begin + error->offset);
  error->length = surt_place(text, begin + error->length) - error->begin;
}

/* Takes the text before the first of the delimiters; the rest stays. Undefined if that is empty. */
static surt_text surt_take(surt_text *rest, const char *delimiters)
{
  size_t n = rest->len;
  for (; *delimiters; delimiters++)
    n = surt_until((surt_text){rest->ptr, n}, *delimiters);
  const surt_text taken = {n > 0 ? rest->ptr : NULL, n};
  *rest = (surt_text){rest->ptr + n, rest->len - n};
  return taken;
}

/* Takes the delimiter at the beginning, and the text after it up to the next. */
static surt_text surt_take_after(surt_text *rest, char delimiter, const char *delimiters)
{
  if (rest->len == 0 || *rest->ptr != delimiter)
    return (surt_text){NULL, 0};
  *rest = (surt_text){rest->ptr + 1, rest->len - 1};
  return surt_take(rest, delimiters);
}

/* Takes the user information and the port off an authority, and the brackets off its host. */
static bool surt_authority(surt_url *url, surt_text authority, uriel_error *error)
{
  while (authority.len > 0 && authority.ptr[authority.len - 1] == ':')
    authority.len--;
  if (authority.len == 0)
    return true;
  for (char *at; (at = memchr(authority.ptr, '@', authority.len)) != NULL;) /* after the last one */
    authority = (surt_text){at + 1, authority.len - (size_t)(at + 1 - authority.ptr)};
  surt_text rest = authority, ignored = surt_take(&rest, "[");
  const bool bracket = rest.len > 0;
  if (bracket) {
    url->host = surt_take_after(&rest, '[', "]");
    ignored = surt_take(&rest, ":");
  } else {
    rest = authority;
    url->host = surt_take(&rest, ":");
  }
  (void)ignored;
  uint16_t port = 0;
  const uriel_text digits = rest.len > 0 ? view_of(rest.ptr + 1, rest.ptr + rest.len) : view_undefined();
  url->port_begin = digits.ptr;
  if (digits.len > 0 && !uriel_port_parse(&port, digits.ptr, digits.len, error))
    return false;
  url->port = port;
  return true;
}

/* "http:////www.example.com/a": the host is the first segment that is not empty. A "/" that is missing
 * after it is written to the place of the ":" after the scheme. */
static void surt_host_of_path(surt_url *url)
{
  surt_text rest = url->path;
  while (rest.len > 0 && *rest.ptr == '/')
    rest = (surt_text){rest.ptr + 1, rest.len - 1};
  url->host = surt_take(&rest, "/");
  if (rest.len == 0) {
    rest = (surt_text){url->scheme.ptr + url->scheme.len, 1};
    *rest.ptr = '/';
  }
  url->path = rest;
}

static bool surt_read(surt_url *url, surt_text text, uriel_error *error)
{
  surt_text rest = text;
  *url = (surt_url){.port = 0};
  url->scheme = surt_take(&rest, ":");
  rest = (surt_text){rest.ptr + 1, rest.len - 1};
  if (rest.len >= 2 && rest.ptr[0] == '/' && rest.ptr[1] == '/') {
    rest = (surt_text){rest.ptr + 2, rest.len - 2};
    if (!surt_authority(url, surt_take(&rest, "/?#"), error))
      return false;
  }
  url->path = surt_take(&rest, "?#");
  url->query = surt_take_after(&rest, '?', "#");
  if (url->scheme.len >= 4 && memcmp(url->scheme.ptr, "http", 4) == 0 && !url->host.ptr && url->path.ptr)
    surt_host_of_path(url);
  return true;
}

/* ---- Writing ------------------------------------------------------------------------------------- */

/* Writes the labels, between the bytes `from`, from the last to the first, with `to` between them
 * (hostToSURT). */
static void surt_write_labels(writer *w, uriel_text host, char from, char to)
{
  const char *end = host.ptr + host.len;
  for (const char *at = end;; at--) {
    if (at > host.ptr && at[-1] != from)
      continue;
    write_view(w, view_of(at, end));
    if (at == host.ptr)
      return;
    write_byte(w, to);
    end = at - 1;
  }
}

/* geturl_bytes */
static void surt_write(writer *w, const surt_url *url, uriel_surt_form form)
{
  const bool reverse = form != URIEL_SURT_URL, scheme = form != URIEL_SURT_CDX;
  const uriel_text host = surt_view(url->host);
  if (scheme || host.len == 0) {
    write_view(w, surt_view(url->scheme));
    write_byte(w, ':');
  }
  if (scheme && host.len > 0) {
    write_string(w, surt_is(url->scheme, "dns") ? "" : "//");
    write_string(w, reverse ? "(" : "");
  }
  if (reverse && host.len > 0)
    surt_write_labels(w, host, '.', ',');
  else
    write_view(w, host);
  if (host.len > 0 && url->port > 0) {
    write_byte(w, ':');
    uriel_write_number(w, url->port);
  }
  if (reverse && host.len > 0)
    write_string(w, form == URIEL_SURT_HERITRIX ? ",)" : ")");
  if (url->path.len == 0 && url->query.ptr)
    write_byte(w, '/');
  write_view(w, surt_view(url->path));
  uriel_write_part(w, "?", surt_view(url->query), "");
}

/* ---- All of it ----------------------------------------------------------------------------------- */

/* The parts of `out`: the result, the URL without spaces, its parts encoded, the query in order, and the
 * begins of its parameters. */
enum {
  SURT_SCHEME = sizeof "http://" - 1,
  SURT_ADDED = 16,
  SURT_RESULT = SURT_HOST_MAX + 64,
  SURT_LEN_MAX = 1 << 28
};

typedef struct surt_rooms {
  size_t clean, encoded, ordered, begins, size;
} surt_rooms;

static surt_rooms surt_rooms_of(size_t len)
{
  const size_t most = size_add(len, SURT_ADDED), thrice = size_times(most, 3);
  surt_rooms r;
  r.clean = size_add(thrice, SURT_RESULT);
  r.encoded = size_add(r.clean, most);
  r.ordered = size_add(size_add(r.encoded, thrice), SURT_HOST_MAX);
  r.begins = size_add(r.ordered, thrice);
  r.size = size_add(r.begins, size_times(size_add(most, 2), sizeof(uint32_t)));
  return r;
}

size_t uriel_surt_bound(size_t len)
{
  const size_t size = surt_rooms_of(len).size;
  return size < (size_t)PTRDIFF_MAX ? size : (size_t)PTRDIFF_MAX;
}

static size_t surt_copy(const char *text, size_t len, char *out, size_t capacity)
{
  writer w = writer_to(out, capacity);
  uriel_write_bytes(&w, text, len);
  return w.len;
}

static size_t surt_fail(uriel_error *error, uriel_error_code code, size_t len)
{
  *error = (uriel_error){.code = code, .length = len};
  return URIEL_FAILED;
}

static size_t surt_refuse(uriel_error *error, const char *parameter)
{
  *error = (uriel_error){.code = URIEL_ERROR_ARGUMENT, .part = parameter};
  return URIEL_FAILED;
}

/* Of the numbers, one is more than there can be begins: its bytes are lost here. */
static uint32_t *surt_aligned(char *at)
{
  const size_t over = (uintptr_t)at % sizeof(uint32_t);
  return (uint32_t *)(void *)(over > 0 ? at + sizeof(uint32_t) - over : at);
}

/* Where the parts of a plain URL of http or https without user information and port end. */
typedef struct surt_usual {
  const char *host, *host_end, *path_end, *end;
} surt_usual;

/* Writes the key for CDX of such a URL if its host and path need no other steps than lower case, "www.",
 * "." and ".." and "/" removed. Returns its length, or 0: it needs all steps. */
static size_t surt_write_usual(const surt_usual *url, const surt_rooms *rooms, char *out)
{
  const char *host = url->host;
  if (host == url->host_end || !byte_is(*host, BYTE_ALPHA))
    return 0;
  if (url->host_end - host > 4 && byte_lower(host[0]) == 'w' && byte_lower(host[1]) == 'w' &&
      byte_lower(host[2]) == 'w') {
    const char *const digits = bytes_past(host + 3, url->host_end, BYTE_DIGIT);
    if (digits < url->host_end && *digits == '.')
      host = digits + 1;
  }
  size_t n = 0;
  for (const char *end = url->host_end, *label;; end = label - 1) {
    for (label = end; label > host && label[-1] != '.';)
      label--;
    if (label == end)
      return 0;
    for (const char *at = label; at < end; at++)
      out[n++] = byte_lower(*at);
    if (label == host)
      break;
    out[n++] = ',';
  }
  out[n++] = ')';

  surt_text path = {out + n, (size_t)(url->path_end - url->host_end)};
  copy_bytes(path.ptr, url->host_end, path.len);
  if (path.len == 0)
    path.ptr[path.len++] = '/';
  const unsigned after_slash = surt_after_slash(path);
  if (after_slash & SURT_PARENTHESIS) /* perhaps a session identifier */
    return 0;
  uriel_surt_segments(&path, after_slash);
  uriel_surt_lower(path);
  if (path.len > 1 && path.ptr[path.len - 1] == '/')
    path.len--;
  n += path.len;
  if (url->end - url->path_end < 2)
    return n;

  surt_text query = {out + rooms->clean, (size_t)(url->end - url->path_end - 1)};
  copy_bytes(query.ptr, url->path_end + 1, query.len);
  uriel_surt_query(&query, surt_aligned(out + rooms->begins), out + rooms->ordered);
  if (query.ptr)
    out[n++] = '?';
  copy_bytes(out + n, query.ptr, query.len);
  return n + query.len;
}

/* The same for a plain text. */
static size_t surt_plain(uriel_text text, const surt_rooms *rooms, char *out)
{
  const size_t protocol = surt_protocol(text);
  surt_usual url = {.host = text.ptr + protocol, .end = view_find(text.ptr, text.ptr + text.len, '#')};
  if (protocol == 0 || url.host >= url.end)
    return 0;
  url.path_end = view_find(url.host, url.end, '?');
  url.host_end = view_find(url.host, url.path_end, '/');
  for (const char *at = url.host; at < url.host_end; at++)
    if (*at == '@' || *at == ':' || *at == '[')
      return 0;
  return surt_write_usual(&url, rooms, out);
}

size_t uriel_surt_ref(const uriel_ref *ref, char *out, size_t capacity, uriel_error *error)
{
  const unsigned kind = ref->flags & (URIEL_HOST_KIND_MASK | URIEL_HAS_PERCENT | URIEL_SPEC_MASK);
  const char *const text = ref->text;
  const surt_rooms rooms = surt_rooms_of(ref->length);
  const bool http = ref->scheme_end == 4 || (ref->scheme_end == 5 && text[4] == 's');
  if (kind == URIEL_HOST_NAME && http && memcmp(text, "http", 4) == 0 && capacity >= rooms.size &&
      ref->host_begin == ref->scheme_end + 3 && ref->host_end == ref->path_begin) {
    const surt_usual url = {text + ref->host_begin, text + ref->host_end, text + ref->path_end,
                            text + ref->query_end};
    const size_t len = surt_write_usual(&url, &rooms, out);
    if (len > 0)
      return len;
  }
  return uriel_surt(text, ref->length, URIEL_SURT_CDX, out, capacity, error);
}

size_t uriel_surt(const char *text, size_t len, uriel_surt_form form, char *out, size_t capacity,
                  uriel_error *error)
{
  uriel_error ignored;
  surt_url url;
  const surt_rooms rooms = surt_rooms_of(len);
  error = error ? error : &ignored;
  *error = (uriel_error){.code = URIEL_ERROR_NONE};
  if ((unsigned)form > URIEL_SURT_HERITRIX)
    return surt_refuse(error, "form");
  if (len > SURT_LEN_MAX)
    return surt_fail(error, URIEL_ERROR_TOO_LONG, len);
  if (capacity < rooms.size)
    return surt_fail(error, URIEL_ERROR_BUFFER_TOO_SMALL, len);
  if (len >= 8 && memcmp(text, "filedesc", 8) == 0)
    return surt_copy(text, len, out, capacity);
  const bool plain = surt_is_plain((uriel_text){text, len});
  const size_t usual =
      plain && form == URIEL_SURT_CDX ? surt_plain((uriel_text){text, len}, &rooms, out) : 0;
  if (usual > 0)
    return usual;
  const surt_text clean = surt_clean((uriel_text){text, len}, plain, out + rooms.clean);
  if (clean.len == 0)
    return surt_copy("-", 1, out, capacity);
  if (!surt_read(&url, clean, error)) {
    surt_error(error, (uriel_text){text, len},
               (size_t)(url.port_begin - out) - rooms.clean - SURT_SCHEME);
    return URIEL_FAILED;
  }
  url.plain = plain;
  uriel_surt_google(&url, out + rooms.encoded);
  uriel_surt_archive(&url, form == URIEL_SURT_HERITRIX, surt_aligned(out + rooms.begins),
                     out + rooms.ordered);
  writer w = writer_to(out, rooms.clean);
  surt_write(&w, &url, form);
  return w.len;
}

/* ---- Keys in an index ---------------------------------------------------------------------------- */

size_t uriel_surt_undo(const char *key, size_t len, char *out, size_t capacity)
{
  writer w = writer_to(out, capacity);
  const char *const host_end = len ? view_search(key, key + len, ")/") : key;
  if (!len || host_end == key + len)
    return surt_copy(key, len, out, capacity);
  surt_write_labels(&w, view_of(key, host_end), ',', '.');
  write_view(&w, view_of(host_end + 1, key + len));
  return w.len;
}

/* Writes `more` at the place, after which the buffer has space. */
static size_t surt_add(char *out, size_t at, const char *more)
{
  const uriel_text text = uriel_text_of(more);
  memcpy(out + at, text.ptr, text.len);
  return at + text.len;
}

size_t uriel_surt_range(uriel_text *first, uriel_text *end, const char *text, size_t len,
                        uriel_surt_scope scope, char *out, size_t capacity, uriel_error *error)
{
  uriel_error ignored;
  error = error ? error : &ignored;
  *first = *end = view_undefined();
  if ((unsigned)scope > URIEL_SURT_DOMAIN)
    return surt_refuse(error, "scope");
  size_t n = uriel_surt(text, len, URIEL_SURT_CDX, out, capacity, error);
  if (n == URIEL_FAILED)
    return n;
  /* Both keys begin with the first `n` bytes. */
  char last[] = {0, 0}, next[] = {0, 0};
  const char *first_more = "", *end_more = "!";
  if (scope == URIEL_SURT_PREFIX) {
    last[0] = len > 0 && (text[len - 1] == '/' || text[len - 1] == '?') ? text[len - 1] : out[n - 1];
    n -= last[0] == out[n - 1];
    next[0] = (char)(last[0] + 1);
    first_more = last;
    end_more = next;
  } else if (scope != URIEL_SURT_EXACT) {
    n = (size_t)(view_search(out, out + n, ")/") - out);
    const bool top = scope == URIEL_SURT_DOMAIN && !memchr(out, ',', n);
    first_more = top ? "," : ")/";
    end_more = scope == URIEL_SURT_HOST ? "*" : "-";
  }
  *first = (uriel_text){out, surt_add(out, n, first_more)};
  memcpy(out + first->len, out, n);
  *end = (uriel_text){out + first->len, surt_add(out + first->len, n, end_more)};
  return first->len + end->len;
}
