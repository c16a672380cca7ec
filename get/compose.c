/* SPDX-License-Identifier: MIT */
/* Addresses and encoded words. */
#include "compose.h"

#include <ctype.h>

#include "base/escape.h"
#include "uriel_scheme.h"

enum { COMPOSE_LINE = 76 /* the longest line with an encoded word (RFC 2047, 2) */ };

bool compose_is_ascii(uriel_text text)
{
  size_t i = 0;
  while (i < text.len && (unsigned char)text.ptr[i] < 0x80)
    i++;
  return i == text.len;
}

bool compose_host(uriel_text host, struct buffer *out, uriel_error *error)
{
  const unsigned options = URIEL_IDNA_CHECK_BIDI | URIEL_IDNA_CHECK_JOINERS | URIEL_IDNA_USE_STD3 |
                           URIEL_IDNA_VERIFY_DNS_LENGTH | URIEL_IDNA_ROOT;
  const size_t bound = uriel_idna_bound(host.len);
  buffer_reserve(out, bound);
  out->len = uriel_idna_to_ascii(host.ptr, host.len, options, out->ptr, bound, error);
  return out->len <= bound;
}

/* ---- Header fields ------------------------------------------------------------------------------- */

/* Appends a list of addresses. A domain follows the "@" after a local part, which may have one in
 * quotation marks. */
static bool compose_addresses(uriel_text list, struct buffer *out, uriel_error *error)
{
  struct buffer host = {0};
  bool quoted = false, good = true;
  for (size_t at = 0; at < list.len && good;) {
    const char c = list.ptr[at];
    quoted ^= c == '"';
    size_t len = c == '\\' && quoted && at + 1 < list.len ? 2 : 1;
    buffer_append(out, list.ptr + at, len);
    at += len;
    if (c != '@' || quoted)
      continue;
    for (len = 0; at + len < list.len && !strchr(" \t,;<>\"", list.ptr[at + len]); len++)
      ;
    const uriel_text domain = {list.ptr + at, len};
    at += len;
    const bool plain = compose_is_ascii(domain);
    good = plain || compose_host(domain, &host, error);
    if (good)
      buffer_append(out, plain ? domain.ptr : host.ptr, plain ? domain.len : host.len);
  }
  buffer_free(&host);
  return good;
}

/* Appends a character of an encoded word. */
static void compose_character(const char *text, size_t size, struct buffer *out)
{
  for (size_t i = 0; i < size; i++) {
    const unsigned char byte = (unsigned char)text[i];
    const bool kept = isalnum(byte) || (byte && strchr("!*+-/", byte)); /* as in phrases */
    char escape[3];
    triplet_write(escape, byte);
    *escape = byte == ' ' ? '_' : kept ? (char)byte : '=';
    buffer_append(out, escape, kept || byte == ' ' ? 1 : 3);
  }
}

/* Appends encoded words with line breaks between: each character is whole in one of them. */
static void compose_words(uriel_text text, struct buffer *out)
{
  static const char begin[] = "=?utf-8?Q?";
  struct buffer word = {0};
  const char *const feed = memrchr(out->ptr, '\n', out->len);
  size_t used = out->len - (feed ? (size_t)(feed + 1 - out->ptr) : 0), need = sizeof begin - 1;
  for (size_t at = 0, size; at < text.len; at += size) {
    uint32_t point;
    size = uriel_utf8_next(&point, text.ptr + at, text.len - at);
    word.len = 0;
    compose_character(text.ptr + at, size, &word);
    const bool fits = used + need + word.len + 2 <= COMPOSE_LINE;
    if (!fits && need == 0) {
      buffer_append(out, "?=\r\n ", 5);
    } else if (!fits) { /* the first word: after the space that is there */
      out->len--;
      buffer_append(out, "\r\n ", 3);
    }
    if (!fits || need > 0)
      buffer_append(out, begin, sizeof begin - 1);
    used = fits ? used + need : sizeof begin;
    need = 0;
    buffer_append(out, word.ptr, word.len);
    used += word.len;
  }
  buffer_append(out, "?=", 2);
  buffer_free(&word);
}

/* Appends text after a space; from its first to its last word that is not ASCII as encoded words. */
static void compose_text(uriel_text text, struct buffer *out)
{
  size_t begin = 0, end = text.len;
  while (begin < text.len && (unsigned char)text.ptr[begin] < 0x80)
    begin++;
  while (end > begin && (unsigned char)text.ptr[end - 1] < 0x80)
    end--;
  while (begin > 0 && begin < end && text.ptr[begin - 1] != ' ')
    begin--;
  while (end > begin && end < text.len && text.ptr[end] != ' ')
    end++;
  buffer_append(out, text.ptr, begin);
  if (end > begin)
    compose_words((uriel_text){text.ptr + begin, end - begin}, out);
  buffer_append(out, "\r\n", end > begin && end < text.len ? 2 : 0);
  buffer_append(out, text.ptr + end, text.len - end);
}

/* Appends a field: addresses, keywords with commas between, or text. Identifiers of messages have no
 * other form. */
static bool compose_field(uriel_text line, struct buffer *out, uriel_error *error)
{
  const char *const colon = memchr(line.ptr, ':', line.len);
  const size_t name = colon ? (size_t)(colon - line.ptr) : 0, before = colon ? name + 2 : 0;
  uriel_text value = {line.ptr + before, line.len - before}, item;
  buffer_append(out, line.ptr, before);
  if (name == 2) /* To, Cc */
    return compose_addresses(value, out, error);
  if (name == 11) /* In-Reply-To */
    buffer_append(out, value.ptr, value.len);
  else if (name == 8) /* Keywords */
    for (bool first = true; uriel_list_next(&value, &item, ','); first = false) {
      const bool spaced = !first && item.len > 0 && *item.ptr == ' ';
      buffer_append(out, ", ", first ? 0 : 2);
      compose_text((uriel_text){item.ptr + spaced, item.len - spaced}, out);
    }
  else
    compose_text(value, out);
  return true;
}

/* ---- Messages ------------------------------------------------------------------------------------ */

bool compose_message(uriel_text draft, struct buffer *out, uriel_error *error)
{
  static const char fields[] = "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
                               "Content-Transfer-Encoding: 8bit\r\n";
  uriel_text line;
  if (uriel_utf8_span(draft.ptr, draft.len) < draft.len) {
    error->code = URIEL_ERROR_NOT_UTF_8;
    return false;
  }
  bool good = true;
  while (good && uriel_list_next(&draft, &line, '\n') && line.len > 1) {
    good = compose_field((uriel_text){line.ptr, line.len - 1}, out, error);
    buffer_append(out, "\r\n", 2);
  }
  if (draft.len > 0 && !compose_is_ascii(draft))
    buffer_append(out, fields, sizeof fields - 1);
  buffer_append(out, "\r\n", 2);
  buffer_append(out, draft.ptr, draft.len);
  return good;
}

const char *compose_type(uriel_text message)
{
  const char *const end = message.len > 0 ? memmem(message.ptr, message.len, "\r\n\r\n", 4) : NULL;
  return compose_is_ascii((uriel_text){message.ptr, end ? (size_t)(end - message.ptr) : message.len})
             ? "message/rfc822"
             : "message/global";
}
