/* SPDX-License-Identifier: MIT */
/* The reader "spring": getScheme, getHost and getPort of
 * UriComponentsBuilder.fromUriString(text).build() in spring-web 7.0.10 with Java 17, for templates.
 *
 *   scheme       any text up to a ":" before the first of "/;%?#", not beginning with "*" or "."; in
 *                lower case unless it has a "{"
 *   "*"          at the beginning, also after the scheme, then nothing
 *   authority    after "//", up to the first of "/?#"
 *   user info    up to the last "@"; one that ends in ":" and digits is a host and its port until a
 *                host or a port follows
 *   host         unreserved, sub-delims and "%XX"; any text between "{" and "}", which nest; a "%XX"
 *                may begin in the user information and end in the host, or in the path after a port
 *   IP literal   "[", hexadecimal digits and ":", "]", then the end, "/" or a port; without "]" at the
 *                end of the text, it is ignored
 *   port         decimal digits of any script, up to 2147483647, or empty
 *   path         "%XX" or "%uXXXX", perhaps cut at the end of the text; after another scheme than ftp,
 *                file, http, https, ws or wss and without "/", ";" or "." at its beginning, up to "#"
 *   elsewhere    any text */
#include "agree/reader.h"

/* Returns whether "%XX" and "%uXXXX" are valid up to the end of the path: "#", and unless it is opaque,
 * "?". The first `left` bytes belong to a "%XX" that began before. */
static bool spring_path(const char *at, const char *end, unsigned left, bool opaque)
{
  bool wide = false;
  for (; at < end; at++) {
    if (left == 2 && *at == 'u' && !wide) {
      wide = true;
      left = 4;
    } else if (left) {
      if (!byte_is(*at, BYTE_HEX))
        return false;
      left--;
      wide &= left > 0;
    } else if (*at == '%') {
      left = 2;
    } else if (*at == '#' || (*at == '?' && !opaque)) {
      break;
    }
  }
  return true;
}

/* Reads an authority from `at`, sets host and port, and checks the path. Returns false if Spring refuses
 * them. */
static bool spring_authority(const char *at, const char *end, uriel_text *host, uriel_text *port)
{
  const char *const stop = uriel_bytes_until(at, end, "/?#");
  const char *begin = at; /* of the user information, host or port */
  size_t open = 0;        /* "{" */
  unsigned left = 0;      /* digits of a "%XX" */
  bool in_port = false, is_password = false, has_user = false;
  *host = (uriel_text){at, 0};
  for (; at < stop; at++) {
    uint32_t code = 0;
    const size_t size = in_port ? uriel_reader_java_next(&code, at, stop) : 1;
    if (in_port && code <= 0xFFFF && uriel_reader_digit(code) >= 0) {
      at += size - 1;
    } else if (*at == '@') {
      if (in_port && has_user)
        return false;
      open = in_port ? 0 : open;
      has_user = true;
      in_port = is_password = false;
      begin = at + 1;
    } else if (!in_port && *at == ':') {
      if (at > begin) {
        if (left || is_password)
          return false;
        *host = view_of(begin, at);
      }
      begin = at + 1;
      in_port = true;
      open = 0;
    } else if (!in_port && *at == '[') {
      if (at > begin)
        return false;
      while (++at < end && (byte_is(*at, BYTE_HEX) || *at == ':'))
        ;
      if (at == end)
        return view_defined(*host);
      if (*at != ']' || left || (at + 1 < end && at[1] != ':' && at[1] != '/'))
        return false;
      *host = view_of(begin, at + 1);
      at += at + 1 < stop; /* the ":" */
      begin = at + 1;
      in_port = true;
      open = 0;
    } else if (!in_port && *at == '%') {
      if (left)
        return false;
      left = 2;
    } else if (*at == '{') {
      open++;
    } else if (open) {
      open -= *at == '}';
    } else if (!in_port && left) {
      if (!byte_is(*at, BYTE_HEX))
        return false;
      left--;
    } else if (!byte_is(*at, BYTE_NAME) && !(in_port && *at == '%')) {
      return false;
    } else if (in_port) {
      is_password = true;
      in_port = false;
      *host = view_undefined();
      begin = at;
    }
  }
  if (in_port) {
    *port = view_of(begin, stop);
  } else if (at > begin || (stop < end && *stop == '/')) {
    if (left || is_password)
      return false;
    *host = view_of(begin, stop);
  }
  return stop == end || *stop != '/' || spring_path(stop + 1, end, left, false);
}

void uriel_read_spring(uriel_reading *reading, const char *text, size_t len, char *out)
{
  const char *const end = text + len, *at = text;
  uriel_text scheme = view_undefined(), host = scheme, port = scheme;
  reader_memory memory = {out};
  if (len && !bytes_have("/;.%?#*", (unsigned char)*text)) {
    const char *const stop = uriel_bytes_until(text + 1, end, ":/;%?#");
    if (stop < end && *stop == ':') {
      scheme = view_of(text, stop);
      at = stop + 1;
    }
  }
  if (at < end && *at == '*') {
    if (at + 1 < end)
      return;
  } else if (end - at >= 2 && at[0] == '/' && at[1] == '/') {
    if (!spring_authority(at + 2, end, &host, &port))
      return;
  } else {
    const bool opaque = view_defined(scheme) && at < end && !bytes_have("/;.%?#", (unsigned char)*at) &&
                        !uriel_text_is_among(scheme, " ftp file http https ws wss ");
    if (!spring_path(at, end, 0, opaque))
      return;
  }
  if (!uriel_reader_java_port(port, &reading->port))
    return;
  if (!view_has(scheme, '{') && !reader_is_ascii(scheme)) {
    writer w = writer_to(out, SIZE_MAX);
    uriel_reader_write_lower(&w, scheme, READER_JAVA_UNICODE);
    scheme = (uriel_text){out, w.len};
    memory.at += w.len;
  }
  scheme = uriel_reader_java_text(&memory, scheme);
  uriel_reader_set(reading, &memory, scheme, uriel_reader_java_text(&memory, host));
}
