/* SPDX-License-Identifier: MIT */
/* The reader "node-legacy": url.parse of Node.js 20.20.2.
 *
 *   - Malformed UTF-8 is U+FFFD. Controls, white space, U+00A0 and U+FEFF around the text are removed.
 *     "\" is "/" before the first "?" and "#".
 *   - A text without white space that begins with "/" or "//", without "#", and without "@" before "?",
 *     is a path.
 *   - A scheme is letters, digits, "+", "-" and "." before ":".
 *   - An authority follows "//" after any scheme but "javascript"; without a scheme, only if "@" is
 *     between other characters before the next "/". Without "//", it follows any scheme that is not in
 *     legacy_slashed; schemes with upper-case letters are not.
 *   - Tabs and newlines in an authority are removed. It ends before "/", "?" or "#", or before the first
 *     byte of legacy_ends after the last "@". The text before the last "@" is decoded, and an error if
 *     that fails.
 *   - The port is digits after the last ":". A host that is not in brackets ends before ":".
 *   - A host of more than 255 units of UTF-16 is empty. Others are in lower case of Unicode 17 and, if
 *     not in brackets, converted as by the reader "node", up to NUL.
 *   - A host that is empty after conversion, or has a byte of legacy_forbidden, is an error, as is NUL
 *     in brackets.
 *
 * Known difference: domains with labels of more than URIEL_IDNA_LABEL_MAX characters are refused. */
#include "agree/reader.h"

#include "text/utf8.h"

enum { LEGACY_UNICODE = 170, LEGACY_HOST_UNITS = 255 };

static const char legacy_ends[] = " \"%';<>\\^`{|}", legacy_forbidden[] = "\t\n\r #%/:<>?@[\\]^|";
static const char *const legacy_slashed[] = {"http", "https", "ftp", "gopher", "file", "ws", "wss"};

/* Returns whether a character is white space of a regular expression, or such as is removed around a
 * text. */
static bool legacy_is_space(uint32_t code, bool around)
{
  if (around)
    return code <= ' ' || code == 0xA0 || code == 0xFEFF;
  return uriel_reader_is_space(code) || code - '\t' < 5 || code == 0xFEFF;
}

/* Writes the text without white space around it, and whether it is a path. */
static uriel_text legacy_prepare(reader_memory *memory, const char *text, size_t len, bool *path)
{
  writer w = writer_to(memory->at, SIZE_MAX);
  bool slash = true, hash = false;
  size_t end = 0;
  *path = true;
  for (const char *at = text, *const stop = text + len; at < stop;) {
    char bytes[4];
    uint32_t code;
    const char *const name = bytes_past(at, stop, BYTE_NAME);
    if (name > at) {
      at = reader_copy(&w, at, name);
      end = w.len;
      continue;
    }
    if ((unsigned char)*at < 0x80)
      code = (unsigned char)*at++;
    else
      at += uriel_utf8_next(&code, at, (size_t)(stop - at));
    const bool around = legacy_is_space(code, true);
    if (around && end == 0)
      continue;
    slash = slash && code != '?' && code != '#';
    hash |= code == '#';
    *path = *path && !(slash && code == '@');
    if (slash && code == '\\')
      code = '/';
    if (code < 0x80)
      write_byte(&w, (char)code);
    else
      uriel_write_bytes(&w, bytes, uriel_utf8_write(bytes, code));
    if (!around)
      end = w.len;
  }
  const uriel_text prepared = {memory->at, end};
  *path = *path && !hash && end > 0 && prepared.ptr[0] == '/' &&
          !(end > 2 && prepared.ptr[1] == '/' && prepared.ptr[2] == '/');
  for (const char *at = prepared.ptr; *path && at < view_end(prepared);) {
    uint32_t code;
    at += uriel_utf8_character(at, view_end(prepared), &code);
    *path = !legacy_is_space(code, false);
  }
  memory->at += w.len;
  return prepared;
}

/* Returns whether decodeURIComponent accepts the text. */
static bool legacy_decodes(uriel_text text)
{
  const char *const end = view_end(text);
  for (const char *at = text.ptr; (at = view_find(at, end, '%')) < end;) {
    char bytes[4];
    size_t count = 0;
    uint32_t code;
    for (const char *next = at; count < sizeof bytes && next < end && triplet_at(next, end); next += 3)
      bytes[count++] = (char)triplet_value(next);
    const size_t n = count ? uriel_utf8_character(bytes, bytes + count, &code) : 0;
    if (n == 0)
      return false;
    at += 3 * n;
  }
  return true;
}

/* Returns the host and port of the authority at the begin of `rest`, and removes tabs and newlines
 * there; undefined for an error. */
static uriel_text legacy_authority(char *rest, size_t len)
{
  const char *host = rest, *end = NULL;
  writer w = writer_to(rest, len);
  for (size_t i = 0; i < len && !bytes_have("#/?", (unsigned char)rest[i]); i++) {
    const char byte = rest[i];
    if (byte_is(byte, BYTE_UNRESERVED)) {
      write_byte(&w, byte);
      continue;
    }
    if (bytes_have("\t\n\r", (unsigned char)byte))
      continue;
    if (!end && bytes_have(legacy_ends, (unsigned char)byte))
      end = rest + w.len;
    write_byte(&w, byte);
    if (byte == '@')
      host = rest + w.len, end = NULL;
  }
  if (host > rest && !legacy_decodes(view_of(rest, host - 1)))
    return view_undefined();
  return view_of(host, end ? end : rest + w.len);
}

/* Sets the port, and returns the host; undefined for an error. */
static uriel_text legacy_host(uriel_reading *reading, reader_memory *memory, uriel_text host)
{
  const char *const colon = uriel_reader_last(host, ':');
  size_t units = 0;
  if (colon && view_consists(view_of(colon + 1, view_end(host)), BYTE_DIGIT)) {
    reading->port = uriel_reader_port(view_of(colon + 1, view_end(host)));
    host = view_of(host.ptr, colon);
  }
  const bool literal = host.len > 0 && *host.ptr == '[' && host.ptr[host.len - 1] == ']';
  if (!literal)
    host = view_before(host, ':');
  for (size_t i = 0; i < host.len; i++)
    if (((unsigned char)host.ptr[i] & 0xC0) != 0x80)
      units += (unsigned char)host.ptr[i] < 0xF0 ? 1 : 2;
  if (host.len == 0 || units > LEGACY_HOST_UNITS)
    return (uriel_text){"", 0};
  writer w = writer_to(memory->at, SIZE_MAX);
  uriel_reader_write_lower(&w, host, LEGACY_UNICODE);
  host = (uriel_text){memory->at, w.len};
  memory->at += w.len;
  if (literal)
    return view_has(host, '\0') ? view_undefined() : (uriel_text){host.ptr + 1, host.len - 2};
  char ascii[URL_DOMAIN_MAX];
  if (!uriel_reader_node_to_ascii(&host, ascii))
    return view_undefined();
  host = view_before(host, '\0');
  for (size_t i = 0; i < host.len; i++)
    if (!byte_is(host.ptr[i], BYTE_UNRESERVED) &&
        bytes_have(legacy_forbidden, (unsigned char)host.ptr[i]))
      return view_undefined();
  if (host.len == 0)
    return view_undefined();
  memcpy(memory->at, ascii, host.len);
  host.ptr = memory->at;
  memory->at += host.len;
  return host;
}

void uriel_read_node_legacy(uriel_reading *reading, const char *text, size_t len, char *out)
{
  reader_memory memory = {out};
  uriel_text scheme = view_undefined(), host = view_undefined();
  bool path, slashed = false;
  uriel_text rest = legacy_prepare(&memory, len ? text : "", len, &path);
  const char *const end = view_end(rest), *at = bytes_past(rest.ptr, end, BYTE_SCHEME);
  if (at > rest.ptr && at < end && *at == ':') {
    scheme = view_of(rest.ptr, at);
    rest = view_of(at + 1, end);
  }
  for (size_t i = 0; !slashed && i < sizeof legacy_slashed / sizeof *legacy_slashed; i++)
    slashed = view_equal(scheme, uriel_text_of(legacy_slashed[i]));
  bool slashes = rest.len >= 2 && rest.ptr[0] == '/' && rest.ptr[1] == '/';
  if (slashes && !view_defined(scheme)) {
    for (at = rest.ptr + 2; at < end && *at != '@' && *at != '/';)
      at++;
    slashes = at > rest.ptr + 2 && end - at > 1 && *at == '@' && at[1] != '@' && at[1] != '/';
  }
  if (!path && !view_is(scheme, "javascript") && (slashes || (view_defined(scheme) && !slashed))) {
    char *const authority = out + (rest.ptr - out) + (slashes ? 2 : 0);
    host = legacy_authority(authority, (size_t)(end - authority));
    if (view_defined(host))
      host = legacy_host(reading, &memory, host);
    if (!view_defined(host))
      return;
  }
  uriel_reader_set(reading, &memory, scheme, host);
}
