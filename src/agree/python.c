/* SPDX-License-Identifier: MIT */
/* The reader "python-urllib": urlsplit, hostname and port of Python 3.11.2, which has Unicode 14. Bytes
 * outside UTF-8 are lone surrogates to it, which no rule touches.
 *
 *   text          loses leading controls and spaces, and tab, LF and CR everywhere
 *   scheme        letters, digits, "+", "-" and "." after a letter
 *   authority     after "//", up to "/", "?" or "#"; has both "[" and "]" or neither; no character with
 *                 "/", "?", "#", "@" or ":" in its form NFKC
 *   user info     up to the last "@"
 *   IP literal    if the authority has brackets: begins the host, or is a host without brackets; IPv6
 *                 with a zone after "%", or "v", hexadecimal digits, "." and anything; its "]" may be
 *                 in the user info
 *   other hosts   up to the first ":"; anything
 *   case          lower case of Unicode, except a zone
 *   port          after the first ":" after the host; digits, at most 65535; no default */
#include "agree/reader.h"

#include "idna/unicode.h"
#include "text/utf8.h"

uriel_text uriel_reader_python_clean(reader_memory *memory, const char *at, const char *end)
{
  char *const copy = memory->at;
  while (at < end && (unsigned char)*at <= ' ')
    at++;
  for (; at < end; at++) {
    const char *const visible = uriel_reader_visible(at, end);
    copy_bytes(memory->at, at, (size_t)(visible - at));
    memory->at += visible - at;
    at = visible;
    if (at == end)
      break;
    if (bytes_have("\t\n\r", (unsigned char)*at))
      continue;
    if ((*at & 0xC0) == 0x80 && memory->at > copy && bytes_have("\t\n\r", (unsigned char)at[-1]))
      *memory->at++ = '\t';
    *memory->at++ = *at;
  }
  return view_of(copy, memory->at);
}

bool uriel_reader_makes(uriel_text authority, const char *delimiters)
{
  const char *const end = view_end(authority);
  for (const char *at = authority.ptr; at < end;) {
    uint32_t code;
    uriel_text rest;
    const size_t n = uriel_utf8_character(at, end, &code);
    at += n ? n : 1;
    if (n < 2 || (unicode_word(code) & UNICODE_STATUS) != UNICODE_MAPPED ||
        !reader_assigned(code, READER_PYTHON_UNICODE))
      continue;
    for (uint32_t mapped = uriel_unicode_mapping(code, &rest);;) {
      if (bytes_have(delimiters, mapped))
        return true;
      const size_t more = uriel_utf8_character(rest.ptr, view_end(rest), &mapped);
      if (!more)
        break;
      rest = view_of(rest.ptr + more, view_end(rest));
    }
  }
  return false;
}

bool uriel_reader_is_ipv6(uriel_text text)
{
  uint8_t address[16];
  const uriel_text digits = view_take(&text, '%');
  return uriel_ipv6_parse(address, digits.ptr, digits.len) &&
         (!view_defined(text) || (text.len && !view_has(text, '%')));
}

bool uriel_reader_is_literal(uriel_text host)
{
  const char *const end = view_end(host);
  if (!host.len || *host.ptr != 'v')
    return uriel_reader_is_ipv6(host);
  const char *const dot = bytes_past(host.ptr + 1, end, BYTE_HEX);
  return dot > host.ptr + 1 && end - dot > 1 && *dot == '.';
}

/* Returns whether int() ignores a code point around a number. */
static bool python_skips(uint32_t code, bool ascii)
{
  return reader_is_python_space(code) && !(ascii && code >= 0x1C && code < ' ');
}

bool uriel_reader_python_int(uriel_text text, int64_t *number)
{
  enum { DIGITS_MAX = 4300 };
  const char *at = text.ptr, *const end = view_end(text);
  uint32_t code = uriel_reader_next(&at, end);
  uint64_t size = 0;
  const bool ascii = reader_is_ascii(text);
  bool within = true;
  while (python_skips(code, ascii))
    code = uriel_reader_next(&at, end);
  const bool negative = code == '-';
  const uint64_t most = (uint64_t)INT64_MAX + negative;
  if (negative || code == '+')
    code = uriel_reader_next(&at, end);
  for (size_t digits = 1;; digits++) {
    const int digit = uriel_reader_digit(code);
    if (digit < 0 || digits > DIGITS_MAX)
      return false;
    within = within && size <= (most - (unsigned)digit) / 10;
    size = 10 * size + (unsigned)digit;
    code = uriel_reader_next(&at, end);
    if (code == '_')
      code = uriel_reader_next(&at, end);
    else if (uriel_reader_digit(code) < 0)
      break;
  }
  while (python_skips(code, ascii))
    code = uriel_reader_next(&at, end);
  *number = (int64_t)(negative ? 0 - size : size);
  return code == 0 && within && !view_has(text, 0);
}

/* Finds the host and the port of an authority. Returns false if urlsplit refuses it. */
static bool python_host(uriel_text authority, uriel_text *host, uriel_text *port)
{
  const char *const at = uriel_reader_last(authority, '@'), *const end = view_end(authority);
  const bool literal = view_has(authority, '[');
  if (literal != view_has(authority, ']') || uriel_reader_makes(authority, "/?#@:"))
    return false;
  *port = at ? view_of(at + 1, end) : authority;
  const char *const open = view_find(port->ptr, end, '[');
  if (open == end) {
    *host = view_take(port, ':');
    return !literal || uriel_reader_is_literal(*host);
  }
  if (open > port->ptr)
    return false;
  *port = view_of(open + 1, end);
  *host = view_take(port, ']');
  return uriel_reader_is_literal(*host) && (!port->len || view_take(port, ':').len == 0);
}

void uriel_read_python_urllib(uriel_reading *reading, const char *text, size_t len, char *out)
{
  reader_memory memory = {out};
  uriel_text rest = uriel_reader_python_clean(&memory, text, text + len), host = view_undefined(),
             port = view_undefined();
  const uriel_text scheme = uriel_reader_scheme(&rest);
  if (rest.len >= 2 && rest.ptr[0] == '/' && rest.ptr[1] == '/') {
    const char *const end = uriel_bytes_until(rest.ptr + 2, view_end(rest), "/?#");
    if (!python_host(view_of(rest.ptr + 2, end), &host, &port))
      return;
  }
  if (port.len) {
    reading->port = uriel_reader_port(port);
    if (reading->port < 0 || reading->port > (int32_t)UINT16_MAX)
      return;
  }
  writer w = writer_to(memory.at, SIZE_MAX);
  const char *const zone = view_find(host.ptr, view_end(host), '%');
  uriel_reader_write_lower(&w, view_of(host.ptr, zone), READER_PYTHON_UNICODE);
  write_view(&w, view_of(zone, view_end(host)));
  for (size_t i = 0; i < w.len; i++)
    if (w.out[i] != '\t')
      *memory.at++ = w.out[i];
  uriel_reader_set(reading, &memory, scheme, view_of(w.out, memory.at));
}
