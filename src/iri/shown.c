/* SPDX-License-Identifier: MIT */
/* Characters as they are shown, and the bidirectional rules (RFC 3987, 3.2, 4.1 and 4.2). */
#include "iri/shown.h"

#include "iri/convert.h"
#include "iri/spoof.h"
#include "text/text.h"
#include "text/utf8.h"
#include "uriel_idna.h"

enum {
  SHOWN_MAPPINGS = 4,
  SHOWN_ZWNJ = 0x200C,
  SHOWN_ZWJ = 0x200D,
  SHOWN_BRAILLE_BLANK = 0x2800,
  SHOWN_NULL_NOTEHEAD = 0x1D159
};

/* Replaces a code point by the first one that UTS #46 maps it to, or normalisation. Returns its word.
 * `rest` gets the others of the mapping. */
static uint32_t shown_mapped(uint32_t *code, uriel_text *rest)
{
  uint32_t word = unicode_word(*code);
  *rest = (uriel_text){"", 0};
  for (unsigned left = SHOWN_MAPPINGS; left > 0; left--) {
    uint32_t parts[UNICODE_PARTS] = {*code};
    if ((word & UNICODE_STATUS) == UNICODE_MAPPED)
      parts[0] = uriel_unicode_mapping(*code, rest);
    else if ((word & UNICODE_STATUS) == UNICODE_DISALLOWED)
      uriel_unicode_decompose(*code, parts);
    if (parts[0] == *code || parts[0] == UNICODE_END)
      break;
    *code = parts[0];
    word = unicode_word(*code);
  }
  return word;
}

/* Whether software that normalises text, to form KC or with UTS #46, makes a delimiter of the character.
 * The ideographic full stop is usual punctuation. */
static bool shown_becomes_delimiter(uint32_t code, uint32_t mapped, uriel_text rest)
{
  enum { IDEOGRAPHIC_FULL_STOP = 0x3002 };
  static const char delimiters[] = " .:/?#[]@\\%!$&'()*+,;=\"<>^`{|}";
  bool found = mapped < 0x80 && bytes_have(delimiters, mapped);
  for (size_t at = 0; at < rest.len; at++)
    found = found || bytes_have(delimiters, (unsigned char)rest.ptr[at]);
  return found && code != IDEOGRAPHIC_FULL_STOP;
}

/* Invisible, not assigned, for private use, or like a space or a delimiter and in no identifier. */
static bool shown_is_hidden(uint32_t code, uint32_t mapped, uriel_text rest, uint32_t word)
{
  const uint32_t status = word & UNICODE_STATUS;
  if (status == UNICODE_DISALLOWED || status == UNICODE_IGNORED || code == SHOWN_ZWNJ ||
      code == SHOWN_ZWJ || code == SHOWN_BRAILLE_BLANK || code == SHOWN_NULL_NOTEHEAD)
    return true;
  const uint32_t look = uriel_spoof_look(code);
  return shown_becomes_delimiter(code, mapped, rest) ||
         (look && bytes_have(" :/?#[]@\\%", look) && !uriel_spoof_allowed(code));
}

/* Decodes the character whose UTF-8 is in "%XX". Returns the length of its UTF-8, or 0. */
static size_t shown_decode(uriel_text text, uint32_t *code)
{
  char bytes[4];
  size_t n = 0;
  while (n < sizeof bytes && text.len >= 3 * (n + 1) &&
         triplet_at(text.ptr + 3 * n, text.ptr + text.len)) {
    bytes[n] = (char)triplet_value(text.ptr + 3 * n);
    n++;
  }
  return n > 0 ? uriel_utf8_character(bytes, bytes + n, code) : 0;
}

static shown_character shown_beyond(uriel_text source, uint32_t code, bool decode)
{
  uriel_text rest;
  uint32_t mapped = code;
  const uint32_t word = shown_mapped(&mapped, &rest);
  const enum unicode_bidi bidi = word_bidi(word);
  const bool hidden = shown_is_hidden(code, mapped, rest, word);
  if (hidden || (decode && !uriel_iri_is_appropriate(code)))
    return (shown_character){.source = source, .kept = true, .hidden = hidden, .left = decode};
  return (shown_character){.source = source,
                           .code = code,
                           .left = bidi == BIDI_L,
                           .right = bidi == BIDI_R,
                           .mark = bidi == BIDI_NSM};
}

shown_character uriel_shown_next(uriel_text *rest, bool decode)
{
  const char *const end = rest->ptr + rest->len;
  const bool triplet = decode && triplet_at(rest->ptr, end);
  uint32_t code = 0;
  size_t len = triplet ? shown_decode(*rest, &code) : uriel_utf8_character(rest->ptr, end, &code);
  const bool valid = len > 0;
  len = (valid ? len : 1) * (triplet ? 3 : 1);
  const uriel_text source = {rest->ptr, len};
  *rest = view_of(rest->ptr + len, end);
  if (!valid || (triplet && code < 0x80 && !byte_is((char)code, BYTE_UNRESERVED))) {
    shown_character kept = {.source = source, .kept = true};
    for (size_t at = 0; at < source.len; at++) /* hexadecimal digits are characters too */
      kept.left = kept.left || byte_is(source.ptr[at], BYTE_ALPHA);
    return kept;
  }
  if (code >= 0x80)
    return shown_beyond(source, code, decode);
  return (shown_character){.source = source, .code = code, .left = byte_is((char)code, BYTE_ALPHA)};
}

uriel_text uriel_shown_part(uriel_text *rest, uriel_component component)
{
  static const char *const delimiters[] = {
      [URIEL_USERINFO] = ":", [URIEL_HOST] = ".",    [URIEL_PATH] = "/.",
      [URIEL_QUERY] = "&;=",  [URIEL_FRAGMENT] = "",
  };
  const char *const end = rest->ptr + rest->len;
  const char *at = uriel_bytes_until(rest->ptr, end, delimiters[component]);
  at += at == rest->ptr; /* the delimiter */
  const uriel_text part = view_of(rest->ptr, at);
  *rest = view_of(at, end);
  return part;
}

uriel_text uriel_shown_top(uriel_text host)
{
  host.len -= host.len > 0 && host.ptr[host.len - 1] == '.';
  for (size_t at = host.len; at > 0; at--)
    if (host.ptr[at - 1] == '.')
      return view_of(host.ptr + at, host.ptr + host.len);
  return (uriel_text){"", 0};
}

unsigned uriel_shown_bidi(uriel_text part, bool decode, const char **place)
{
  const char *left = NULL, *right = NULL, *last = NULL;
  bool last_right = false;
  for (uriel_text rest = part; rest.len > 0;) {
    const shown_character c = uriel_shown_next(&rest, decode);
    left = c.left && !left ? c.source.ptr : left;
    right = c.right && !right ? c.source.ptr : right;
    if (!c.mark) {
      last = c.source.ptr;
      last_right = c.right;
    }
  }
  if (!right)
    return 0;
  *place = left > right ? left : right;
  if (left)
    return URIEL_WARNING_BIDI_MIXED;
  *place = right > part.ptr ? part.ptr : last;
  return right > part.ptr || !last_right ? URIEL_WARNING_BIDI_ENDS : 0;
}

size_t uriel_shown_host(uriel_text host, char unicode[SHOWN_HOST_MAX])
{
  static const unsigned options = URIEL_IDNA_CHECK_BIDI | URIEL_IDNA_CHECK_JOINERS;
  char decoded[SHOWN_HOST_MAX];
  uriel_error error;
  const size_t len = uriel_decode(host.ptr, host.len, 0, decoded, SHOWN_HOST_MAX, NULL);
  if (len > SHOWN_HOST_MAX) /* also URIEL_FAILED */
    return URIEL_FAILED;
  const size_t n = uriel_idna_to_unicode(decoded, len, options, unicode, SHOWN_HOST_MAX, &error);
  return error.code == URIEL_ERROR_NONE && n <= SHOWN_HOST_MAX ? n : URIEL_FAILED;
}
