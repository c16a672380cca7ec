/* SPDX-License-Identifier: MIT */
/* The reader "wget": a URL of wget 1.21.3's command line, the name that wget looks up and the port to
 * which it connects.
 *
 *   text        ends at NUL
 *   scheme      http, https, ftp or ftps before "://". Without a scheme and without "://" at the first
 *               ":" or "/": "http://" is added, except if a ":" comes first that is not followed by a
 *               port and "/" or the end: then "ftp://" is added, and the ":" becomes a "/"
 *   escapes     a stray "%" and bytes that URLs do not have become "%XX", before all else
 *   user info   up to the first "@", if letters, digits, -_.!~*'();:&=+$, and "%XX" are before it; must
 *               not be empty or begin with ":"
 *   host        up to ":", "/" or "#"; in http and https also "?", in ftp and ftps also ";"; not empty
 *   port        digits, at most 65535; if empty, the scheme's
 *   names       with "%XX" are decoded, except "%00", and have no controls then; if they or the text are
 *               not US-ASCII, libidn2 converts them (idn2.c); they stay as they are if it fails
 *   IPv6        numbers of any length, in the IPv4 address at the end too */
#include "agree/reader.h"

typedef struct wget_scheme {
  const char *name, *stops; /* of the host */
  int32_t port;
} wget_scheme;

static const wget_scheme wget_schemes[] = {
    {"http", ":/?#", 80}, {"https", ":/?#", 443}, {"ftp", ":/;#", 21}, {"ftps", ":/;#", 21}};

/* Returns the scheme of a text that begins with one and "://". */
static const wget_scheme *wget_find_scheme(uriel_text text)
{
  const char *const end = view_end(text), *const colon = view_find(text.ptr, end, ':');
  if (end - colon < 3 || colon[1] != '/' || colon[2] != '/')
    return NULL;
  for (size_t i = 0; i < sizeof wget_schemes / sizeof *wget_schemes; i++)
    if (view_is(view_of(text.ptr, colon), wget_schemes[i].name))
      return &wget_schemes[i];
  return NULL;
}

/* Writes the text after the scheme, escaped. Returns the scheme, or NULL. */
static const wget_scheme *wget_expand(writer *w, uriel_text text)
{
  const wget_scheme *scheme = wget_find_scheme(text);
  const char *const end = view_end(text);
  const char *at = text.ptr, *replaced = NULL;
  if (scheme) {
    at += uriel_text_of(scheme->name).len + 3;
  } else {
    const char *const first = uriel_bytes_until(at, end, ":/");
    if (first < end && (first == at || (end - first > 2 && memcmp(first, "://", 3) == 0)))
      return NULL;
    scheme = &wget_schemes[0];
    if (first < end && *first == ':') {
      const char *const port = bytes_past(first + 1, end, BYTE_DIGIT);
      if (port == first + 1 || (port < end && *port != '/')) {
        scheme = &wget_schemes[2];
        replaced = first;
      }
    }
  }
  while (at < end) {
    const char *const usual = bytes_past(at, replaced && replaced >= at ? replaced : end, BYTE_QUERY);
    const unsigned char byte = (unsigned char)*at;
    if (usual > at) {
      at = reader_copy(w, at, usual);
      continue;
    }
    if (at == replaced)
      write_byte(w, '/');
    else if (byte <= ' ' || byte >= 0x7F || bytes_have("\"<>\\^`{|}", byte) ||
             (byte == '%' && !triplet_at(at, end)))
      write_triplet(w, byte);
    else
      write_byte(w, (char)byte);
    at++;
  }
  return scheme;
}

/* Returns the "@" after the user information, or `end`. */
static const char *wget_user(const char *at, const char *end)
{
  for (; at < end && *at != '@'; at++) {
    if (triplet_at(at, end))
      at += 2;
    else if (!byte_is(*at, BYTE_ALPHA | BYTE_DIGIT) &&
             !bytes_have("-_.!~*'();:&=+$,", (unsigned char)*at))
      return end;
  }
  return at;
}

static bool wget_is_ipv4(const char *at, const char *end)
{
  for (size_t i = 0; i < 4; i++) {
    if (i > 0 && (at == end || *at++ != '.'))
      return false;
    const char *const octet = at;
    digits_read(&at, end, 10, UINT8_MAX);
    if (at == octet)
      return false;
  }
  return at == end;
}

static bool wget_is_ipv6(uriel_text text)
{
  const char *at = text.ptr, *const end = view_end(text);
  unsigned groups = 0;
  bool gap = false;
  if (at < end && *at == ':' && (++at == end || *at != ':'))
    return false;
  while (at < end) {
    const char *const group = at;
    uint32_t value = 0;
    while (at < end && byte_is(*at, BYTE_HEX | BYTE_DIGIT))
      if (!digits_add(&value, 16, *at++, UINT16_MAX))
        return false;
    if (at < end && *at == '.' && groups <= 6 && wget_is_ipv4(group, end)) {
      groups += 2;
      break;
    }
    const bool digits = at > group;
    if (digits && ++groups > 8)
      return false;
    if (digits && at == end)
      break;
    if (*at++ != ':' || (digits ? at == end : gap))
      return false;
    gap |= !digits;
  }
  return gap ? groups < 8 : groups == 8;
}

/* Decodes and converts a host in memory. Returns false if it has controls. */
static bool wget_name(reader_memory *memory, uriel_text *host, bool ascii)
{
  writer w = writer_to(memory->at, SIZE_MAX);
  for (const char *at = host->ptr; at < view_end(*host);) {
    const bool zero = triplet_at(at, view_end(*host)) && triplet_value(at) == 0;
    const char byte = zero ? *at++ : decoded_next(&at, view_end(*host));
    if ((unsigned char)byte < ' ' || byte == 0x7F)
      return false;
    ascii &= (unsigned char)byte < 0x80;
    write_byte(&w, byte_lower(byte));
  }
  memory->at += w.len;
  *host = (uriel_text){w.out, w.len};
  const uriel_text converted = ascii ? view_undefined() : uriel_reader_idn2(memory, *host);
  if (view_defined(converted))
    *host = converted;
  return true;
}

void uriel_read_wget(uriel_reading *reading, const char *text, size_t len, char *out)
{
  reader_memory memory = {out};
  const uriel_text all = view_before((uriel_text){text, len}, '\0');
  writer w = writer_to(out, SIZE_MAX);
  const wget_scheme *const scheme = wget_expand(&w, all);
  if (!scheme)
    return;
  memory.at += w.len;
  const char *const end = out + w.len, *const user = wget_user(out, end);
  const char *const begin = user < end ? user + 1 : out;
  if (user < end && (user == out || *out == ':'))
    return;
  uriel_text host = view_of(begin, uriel_bytes_until(begin, end, scheme->stops));
  const char *at = view_end(host);
  const bool literal = begin < end && *begin == '[';
  if (literal) {
    const char *const close = view_find(begin, end, ']');
    host = view_of(begin + 1, close);
    if (close == end || !wget_is_ipv6(host))
      return;
    at = close + 1;
    if (at < end && !bytes_have(scheme->stops, (unsigned char)*at))
      return;
  }
  if (!host.len)
    return;
  reading->port = scheme->port;
  if (at < end && *at == ':') {
    const uriel_text digits = view_of(at + 1, uriel_bytes_until(at + 1, end, scheme->stops + 1));
    if (digits.len)
      reading->port = uriel_reader_port(digits);
    if (reading->port < 0 || reading->port > (int32_t)UINT16_MAX)
      return;
  }
  if (!literal && view_has(host, '%') && !wget_name(&memory, &host, reader_is_ascii(all)))
    return;
  uriel_reader_set(reading, &memory, uriel_text_of(scheme->name), host);
}
