/* SPDX-License-Identifier: MIT */
/* The reader "curl": curl_url_set of libcurl 7.88.1 with CURLU_GUESS_SCHEME, as a transfer of the tool
 * calls it; the host with CURLU_PUNYCODE, the port with CURLU_DEFAULT_PORT. The patterns of the tool's
 * command line ("{a,b}", "[1-9]") are off, as under --globoff.
 *
 *   text        ends at NUL; has no other controls and no spaces
 *   scheme      at most 40 letters, digits, "+", "-" and "." before ":/"; a supported one. Without a
 *               scheme: ftp if the host begins with "ftp.", likewise dict, ldap, imap, smtp and pop3,
 *               else http
 *   authority   after one to three slashes, up to "/", "?" or "#"
 *   user info   up to the first "@"
 *   port        after the first ":", or after "]"; 0 to 65535; empty only with a scheme
 *   IPv4        one to four numbers, which can be octal or hexadecimal, before "%XX" is decoded
 *   names       are decoded; they have no controls except DEL, no spaces and none of
 *               !"#$&'()*+,/:;<=>?@[\]^`{}. A "%" that is left becomes "%25", since the transfer
 *               prints the URL. libidn2 converts names that are not US-ASCII (idn2.c)
 *   IPv6        begins with "[" after decoding; its last byte is not read. A zone after "%" or "%25" has
 *               at most 15 bytes and is not part of the host. Printed again if that is shorter
 *   file        "file:/", then "//" and nothing, "localhost" or "127.0.0.1", then a path without a drive
 *               letter; no host, no port */
#include "agree/reader.h"

enum { CURL_SCHEME = 40, CURL_ZONE = 15 };

typedef struct curl_scheme {
  const char *name;
  int32_t port;
} curl_scheme;

static const curl_scheme curl_schemes[] = {
    {"http", 80},   {"https", 443},  {"ftp", 21},     {"ftps", 990},  {"file", -1},   {"dict", 2628},
    {"gopher", 70}, {"gophers", 70}, {"imap", 143},   {"imaps", 993}, {"ldap", 389},  {"ldaps", 636},
    {"mqtt", 1883}, {"pop3", 110},   {"pop3s", 995},  {"rtmp", 1935}, {"rtmpt", 80},  {"rtmpe", 1935},
    {"rtmpte", 80}, {"rtmps", 443},  {"rtmpts", 443}, {"rtsp", 554},  {"scp", 22},    {"sftp", 22},
    {"smb", 445},   {"smbs", 445},   {"smtp", 25},    {"smtps", 465}, {"telnet", 23}, {"tftp", 69},
};

static const curl_scheme *curl_find_scheme(uriel_text name)
{
  for (size_t i = 0; i < sizeof curl_schemes / sizeof *curl_schemes; i++)
    if (view_is(name, curl_schemes[i].name))
      return &curl_schemes[i];
  return NULL;
}

static bool curl_has_junk(uriel_text text)
{
  const char *at = text.ptr, *const end = view_end(text);
  while ((at = uriel_reader_visible(at, end)) < end && (unsigned char)*at >= 0x80)
    at++;
  return at < end;
}

static bool curl_starts(uriel_text text, const char *word)
{
  const size_t len = uriel_text_of(word).len;
  return text.len >= len && view_is((uriel_text){text.ptr, len}, word);
}

static bool curl_is_drive(uriel_text text)
{
  return text.len >= 2 && byte_is(text.ptr[0], BYTE_ALPHA) &&
         (text.ptr[1] == ':' || text.ptr[1] == '|') &&
         (text.len == 2 || text.ptr[2] == '/' || text.ptr[2] == '\\');
}

/* Returns whether "file:" and `path` are a URL of a local file. */
static bool curl_file(uriel_text path)
{
  if (path.len < 2)
    return false;
  if (path.ptr[1] == '/') {
    path = (uriel_text){path.ptr + 2, path.len - 2};
    if ((!path.len || *path.ptr != '/') && !curl_is_drive(path)) {
      if (!curl_starts(path, "localhost/") && !curl_starts(path, "127.0.0.1/"))
        return false;
      path = (uriel_text){path.ptr + 9, path.len - 9};
    }
  }
  return !curl_is_drive(path) &&
         !(*path.ptr == '/' && curl_is_drive(view_of(path.ptr + 1, view_end(path)))) &&
         !curl_has_junk(path);
}

/* The port after the host at `*host`, from which it is removed; the scheme's port without digits. */
static bool curl_port(uriel_text *host, int32_t *port, bool has_scheme)
{
  const char *const end = view_end(*host);
  const bool literal = host->len && *host->ptr == '[';
  const char *const close = literal ? view_find(host->ptr, end, ']') : NULL;
  if (literal && close == end)
    return false;
  const char *const colon = literal ? close + 1 : view_find(host->ptr, end, ':');
  if (colon == end)
    return true;
  if (*colon != ':')
    return false;
  const uriel_text digits = view_of(colon + 1, end);
  *host = view_of(host->ptr, colon);
  if (!digits.len)
    return has_scheme;
  *port = uriel_reader_port(digits);
  return *port >= 0 && *port <= (int32_t)UINT16_MAX;
}

/* The address of a host that begins with "[": all up to the last byte, whichever it is. */
static uriel_text curl_literal(reader_memory *memory, uriel_text host)
{
  const char *const end = view_end(host);
  uint8_t bytes[16];
  uriel_text inside = view_of(host.ptr + 1, end - (host.len > 1));
  const char *at = host.ptr + 1;
  while (at < end && (byte_is(*at, BYTE_HEX | BYTE_DIGIT) || *at == ':' || *at == '.'))
    at++;
  if (host.len < 4)
    return view_undefined();
  if (at != view_end(inside)) {
    if (at == end || *at != '%')
      return view_undefined();
    inside = view_of(inside.ptr, at++);
    if (end - at > 2 && at[0] == '2' && at[1] == '5' && at[2] != ']')
      at += 2;
    const ptrdiff_t zone = view_find(at, end, ']') - at;
    if (at + zone == end || zone == 0 || zone > CURL_ZONE)
      return view_undefined();
  }
  if (!uriel_ipv6_parse(bytes, inside.ptr, inside.len))
    return view_undefined();
  /* inet_ntop also writes the last 32 bits of ::/96 as an IPv4 address, except those below 65536. */
  writer w = writer_to(memory->at, SIZE_MAX);
  static const uint8_t zeros[12];
  if (memcmp(bytes, zeros, sizeof zeros) == 0 && (bytes[12] || bytes[13])) {
    write_string(&w, "::");
    uriel_write_ipv4(&w, bytes + 12);
  } else {
    w.len = uriel_ipv6_print(bytes, w.out, URIEL_IPV6_MAX);
  }
  if (w.len >= inside.len)
    return inside;
  memory->at += w.len;
  return (uriel_text){w.out, w.len};
}

/* The host decoded, as an address, or undefined if it is refused. */
static uriel_text curl_host(reader_memory *memory, uriel_text host)
{
  uint8_t bytes[4];
  writer w = writer_to(memory->at, SIZE_MAX);
  if (uriel_ipv4_parse(bytes, host.ptr, host.len) || uriel_ipv4_rare(bytes, host.ptr, host.len)) {
    uriel_write_ipv4(&w, bytes);
  } else if (host.len && *host.ptr != '[' && view_has(host, '%')) {
    for (const char *at = host.ptr; at < view_end(host);) {
      const char byte = decoded_next(&at, view_end(host));
      if ((unsigned char)byte < ' ')
        return view_undefined();
      write_byte(&w, byte);
    }
  }
  if (w.len)
    host = (uriel_text){w.out, w.len};
  memory->at += w.len;
  if (host.len && *host.ptr == '[')
    return curl_literal(memory, host);
  for (size_t i = 0; i < host.len; i++)
    if (!byte_is(host.ptr[i], BYTE_UNRESERVED) &&
        bytes_have(" \r\n\t/:#?!@{}[]\\$'\"^`*<>=;,+&()", (unsigned char)host.ptr[i]))
      return view_undefined();
  return host;
}

void uriel_read_curl(uriel_reading *reading, const char *text, size_t len, char *out)
{
  static const char *const guessed[] = {"ftp.", "dict.", "ldap.", "imap.", "smtp.", "pop3."};
  reader_memory memory = {out};
  const uriel_text all = view_before((uriel_text){text, len}, '\0');
  const char *const end = view_end(all);
  const char *at = all.ptr;
  while (at < end && at - all.ptr < CURL_SCHEME && byte_is(*at, BYTE_SCHEME))
    at++;
  const curl_scheme *scheme = NULL;
  const bool has_scheme = at > all.ptr && end - at > 1 && at[0] == ':' && at[1] == '/';
  if (has_scheme) {
    scheme = curl_find_scheme(view_of(all.ptr, at));
    if (!scheme)
      return;
    at++;
  } else {
    at = all.ptr;
  }
  if (has_scheme && scheme->port < 0) {
    if (curl_file(view_of(at, end)))
      uriel_reader_set(reading, &memory, uriel_text_of(scheme->name), view_undefined());
    return;
  }
  const char *slashes = at;
  while (at < end && *at == '/')
    at++;
  if (has_scheme ? at - slashes > 3 : at > slashes)
    return;
  const char *const stop = uriel_bytes_until(at, end, "/?#");
  const char *const user = view_find(at, stop, '@');
  uriel_text host = view_of(user < stop ? user + 1 : at, stop);
  int32_t port = -1;
  if (curl_has_junk(view_of(at, end)) || !curl_port(&host, &port, has_scheme))
    return;
  host = curl_host(&memory, host);
  if (!host.len)
    return;
  for (size_t i = 0; !has_scheme && i < sizeof guessed / sizeof *guessed; i++)
    if (curl_starts(host, guessed[i]))
      scheme = curl_find_scheme((uriel_text){guessed[i], uriel_text_of(guessed[i]).len - 1});
  if (!scheme)
    scheme = &curl_schemes[0];
  if (view_has(host, '%')) {
    writer w = writer_to(memory.at, SIZE_MAX);
    for (size_t i = 0; i < host.len; i++) {
      write_byte(&w, byte_lower(host.ptr[i]));
      write_string(&w, host.ptr[i] == '%' ? "25" : "");
    }
    memory.at += w.len;
    host = (uriel_text){w.out, w.len};
  }
  if (!reader_is_ascii(host))
    host = uriel_reader_idn2(&memory, host); /* empty if the name has ignored code points only */
  if (!view_defined(host))
    return;
  reading->port = port < 0 ? scheme->port : port;
  uriel_reader_set(reading, &memory, uriel_text_of(scheme->name), host);
}
