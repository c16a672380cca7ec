/* SPDX-License-Identifier: MIT */
/* The reader "okhttp": HttpUrl.get of okhttp 5.5.1 with Java 17.
 *
 *   around       tabs, newlines, form feeds and spaces are removed
 *   scheme       "http" or "https", and ":"
 *   authority    after any number of "/" and "\", up to the first of "/\?#"
 *   user info    up to the last "@"
 *   port         after the first ":" that is not between "[" and "]": 1 to 65535, perhaps after "+", or
 *                empty
 *   host         decoded; with ":", an IPv6 address, perhaps in brackets: a mapped one is the IPv4
 *                address; else a name, also if it is a number
 *   mapping      UTS #46 15.1, without newer characters and others of uriel_reader_allows_early
 *   NFC          of Unicode 13: newer characters do not compose or move
 *   "xn--"       decoded, and encoded again if the result is in NFC; perhaps it is US-ASCII
 *   label        1 to 63 bytes; no controls and no byte of okhttp_forbidden
 *   name         up to 253 bytes, with a "." at the end, if any
 *   elsewhere    any text
 *
 * Known differences: okhttp does not limit the length (READER_DOMAIN_MAX, URIEL_IDNA_LABEL_MAX), and
 * numbers of Punycode above 2^31 wrap. */
#include "agree/reader.h"

#include "idna/nfc.h"
#include "text/utf8.h"

enum { OKHTTP_MAPPING = 151, OKHTTP_LABEL = 63, OKHTTP_NAME = 253 };

static const char okhttp_space[] = "\t\n\f\r ", okhttp_forbidden[] = " #%/:?@[\\]";

/* Writes a label after mapping. Returns false if okhttp refuses it. */
static bool okhttp_put_label(writer *w, const reader_label *mapped)
{
  reader_label normal, decoded;
  const reader_label *label = &normal;
  const size_t begin = w->len;
  if (mapped->count > URIEL_IDNA_LABEL_MAX)
    return false;
  uriel_reader_normalize(&normal, mapped, READER_JAVA_UNICODE);
  if (normal.count > URIEL_IDNA_LABEL_MAX)
    return false;
  if (reader_label_is_ace(&normal)) {
    for (size_t i = READER_PREFIX; i < normal.count; i++)
      if (normal.codes[i] != '-' && normal.codes[i] - '0' >= 10 && normal.codes[i] - 'a' >= 26)
        return false;
    if (!uriel_reader_decode_label(&decoded, &normal) ||
        !uriel_reader_is_normal(&decoded, READER_JAVA_UNICODE))
      return false;
    label = &decoded;
  }
  if (label->count > OKHTTP_LABEL)
    return false;
  for (size_t i = 0; i < label->count; i++) {
    const uint32_t code = label->codes[i];
    if (code < ' ' || code == 0x7F || code >> 11 == 0xD800 >> 11 || bytes_have(okhttp_forbidden, code))
      return false;
  }
  uriel_reader_write_label(w, label);
  return w->len - begin <= OKHTTP_LABEL;
}

/* Writes a name. Returns false if okhttp refuses it. */
static bool okhttp_put_name(writer *w, uriel_text name)
{
  nfc_source source = {.at = name.ptr, .end = view_end(name), .mapped = true};
  for (const char *at = name.ptr; at < source.end;) {
    uint32_t code;
    const size_t n = uriel_utf8_character(at, source.end, &code);
    if (!n || !uriel_reader_allows_early(code, OKHTTP_MAPPING) ||
        (unicode_word(code) & (UNICODE_STATUS | UNICODE_STABLE)) == UNICODE_STABLE)
      return false;
    at += n;
  }
  do {
    const size_t begin = w->len;
    reader_label label;
    label.count = 0;
    source.stopped = false;
    for (uint32_t code; (code = uriel_nfc_next(&source)) != UNICODE_END;)
      uriel_reader_collect(&label, code, NULL);
    if (!okhttp_put_label(w, &label) || (w->len == begin && (source.stopped || begin == 0)))
      return false;
    if (source.stopped)
      write_byte(w, '.');
  } while (source.stopped);
  return w->len <= OKHTTP_NAME;
}

/* Reads a host, decoded. Returns false if okhttp refuses it. */
static bool okhttp_host(reader_memory *memory, uriel_text *host)
{
  static const uint8_t mapped[12] = {[10] = 0xFF, [11] = 0xFF};
  uint8_t bytes[16];
  if (uriel_utf8_span(host->ptr, host->len) < host->len)
    return false;
  uriel_text name = uriel_reader_decode(memory, *host);
  writer w = writer_to(memory->at, SIZE_MAX);
  if (!view_has(name, ':')) {
    if (name.len > READER_DOMAIN_MAX || !okhttp_put_name(&w, name))
      return false;
  } else {
    if (name.ptr[0] == '[' && name.ptr[name.len - 1] == ']')
      name = (uriel_text){name.ptr + 1, name.len - 2};
    if (!uriel_ipv6_parse(bytes, name.ptr, name.len))
      return false;
    if (memcmp(bytes, mapped, sizeof mapped) == 0)
      uriel_write_ipv4(&w, bytes + sizeof mapped);
    else
      w.len = uriel_ipv6_print(bytes, w.out, URIEL_IPV6_MAX);
  }
  memory->at += w.len;
  *host = (uriel_text){w.out, w.len};
  return true;
}

void uriel_read_okhttp(uriel_reading *reading, const char *text, size_t len, char *out)
{
  uriel_text rest = {text, len};
  while (rest.len && bytes_have(okhttp_space, (unsigned char)rest.ptr[rest.len - 1]))
    rest.len--;
  while (rest.len && bytes_have(okhttp_space, (unsigned char)*rest.ptr))
    rest = (uriel_text){rest.ptr + 1, rest.len - 1};
  const uriel_text scheme = uriel_reader_scheme(&rest);
  const bool secure = view_is(scheme, "https");
  if (!secure && !view_is(scheme, "http"))
    return;
  const char *at = rest.ptr, *const end = view_end(rest);
  while (at < end && (*at == '/' || *at == '\\'))
    at++;
  const char *const stop = uriel_bytes_until(at, end, "/\\?#");
  const char *const sign = uriel_reader_last(view_of(at, stop), '@');
  at = sign ? sign + 1 : at;
  const char *colon = at;
  while (colon < stop && *colon != ':')
    colon = *colon == '[' ? view_find(colon + 1, stop, ']') : colon + 1;
  uriel_text host = view_of(at, colon), port = view_of(colon + (colon < stop), stop);
  reading->port = secure ? 443 : 80;
  if (port.len) {
    const size_t plus = *port.ptr == '+';
    reading->port = uriel_reader_port((uriel_text){port.ptr + plus, port.len - plus});
    if (reading->port < 1 || reading->port > (int32_t)UINT16_MAX)
      return;
  }
  reader_memory memory = {out};
  if (okhttp_host(&memory, &host))
    uriel_reader_set(reading, &memory, scheme, host);
}
