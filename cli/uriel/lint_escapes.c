/* SPDX-License-Identifier: MIT */
/* The rules about percent-encoding. */
#include <string.h>

#include "lint.h"
#include "reader/unicode.h"

/* The escapes that break a rule. */
struct escapes_span {
  size_t begin, end, count;
};

struct escapes {
  struct lint *lint;
  uriel_component component;
  struct escapes_span spans[LINT_RULE_COUNT];
};

static unsigned char escapes_byte(const char *escape)
{
  return (unsigned char)(hex_value(escape[1]) << 4 | hex_value(escape[2]));
}

static bool escapes_is_lower(char c)
{
  return c >= 'a' && c <= 'f';
}

/* RFC 3986, 2.3. By uri-2003, 2.3, only "_" and "~" are decoded besides letters and digits; "~" is not
 * allowed before it. */
static bool escapes_is_unreserved(const struct lint *lint, unsigned char byte)
{
  const unsigned char letter = byte | 0x20;
  if (byte == '~')
    return lint->today || uriel_spec_of(lint->ref) == URIEL_SPEC_URI_2003;
  return (letter >= 'a' && letter <= 'z') || (byte >= '0' && byte <= '9') ||
         (byte && byte < 0x80 && strchr(lint->today ? "-._" : "_", byte));
}

static void escapes_note(struct escapes *escapes, enum lint_rule rule, size_t at)
{
  struct escapes_span *const span = &escapes->spans[rule];
  if (span->count++ == 0)
    span->begin = at;
  span->end = at + 3;
}

/* In the query, forms have line breaks and tabs. */
static bool escapes_is_control(const struct escapes *escapes, unsigned char byte)
{
  const bool query = escapes->component == URIEL_QUERY || escapes->component == URIEL_FRAGMENT;
  return (byte < 0x20 || byte == 0x7F) && !(query && (byte == '\t' || byte == '\n' || byte == '\r'));
}

/* Schemes whose documents give these characters a meaning, or whose content is data. */
static bool escapes_are_data(const struct lint *lint)
{
  static const char *const schemes[] = {"data", "mailto", "gopher", "prospero", "urn", "magnet"};
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
    if (lint_scheme_is(lint, schemes[i]))
      return true;
  return false;
}

/* "%25" before two hexadecimal digits. */
static bool escapes_is_double(uriel_text text, size_t at)
{
  return text.len - at >= 5 && text.ptr[at + 1] == '2' && text.ptr[at + 2] == '5' &&
         hex_value(text.ptr[at + 3]) >= 0 && hex_value(text.ptr[at + 4]) >= 0;
}

/* Whether a query or fragment holds another URI, whose own escapes are encoded. */
static bool escapes_nest(const struct escapes *escapes, uriel_text part)
{
  if (escapes->component != URIEL_QUERY && escapes->component != URIEL_FRAGMENT)
    return false;
  for (size_t i = 0; i + 3 <= part.len; i++)
    if (part.ptr[i] == '%' && part.ptr[i + 1] == '3' && (part.ptr[i + 2] | 0x20) == 'a')
      return true;
  return memchr(part.ptr, ':', part.len) != NULL;
}

static void escapes_one(struct escapes *escapes, uriel_text text, size_t at, bool data, bool nested)
{
  const unsigned char byte = escapes_byte(text.ptr + at);
  if (lint_is_on(escapes->lint, LINT_NEEDLESS_ESCAPE) && escapes_is_unreserved(escapes->lint, byte))
    escapes_note(escapes, LINT_NEEDLESS_ESCAPE, at);
  else if (escapes_is_lower(text.ptr[at + 1]) || escapes_is_lower(text.ptr[at + 2]))
    escapes_note(escapes, LINT_ESCAPE_CASE, at);
  if (data)
    return;
  if (byte == 0)
    escapes_note(escapes, LINT_ENCODED_NUL, at);
  else if (escapes_is_control(escapes, byte))
    escapes_note(escapes, LINT_ENCODED_CONTROL, at);
  else if (escapes->component == URIEL_PATH && (byte == '/' || byte == '\\'))
    escapes_note(escapes, LINT_ENCODED_SLASH, at);
  else if (byte == '%' && !nested && escapes_is_double(text, at))
    escapes_note(escapes, LINT_DOUBLE_ESCAPE, at);
}

/* The place of the first byte of the decoded text that is not UTF-8, in the encoded part. */
static size_t escapes_place(uriel_text part, size_t decoded)
{
  size_t at = 0;
  for (; decoded > 0 && at < part.len; decoded--)
    at += part.ptr[at] == '%' ? 3 : 1;
  return at;
}

static void escapes_utf8(struct lint *lint, uriel_text part)
{
  struct buffer *const out = &lint->decoded;
  if (!lint_is_on(lint, LINT_NOT_UTF_8))
    return;
  buffer_reserve(out, part.len);
  const size_t len = uriel_decode(part.ptr, part.len, 0, out->ptr, out->capacity, NULL);
  const size_t good = uriel_utf8_span(out->ptr, len);
  if (good == len)
    return;
  const size_t at = escapes_place(part, good);
  const size_t size = part.ptr[at] == '%' ? 3 : 1;
  lint_add(lint, LINT_NOT_UTF_8, (size_t)(part.ptr - lint->ref->text) + at, size, "not UTF-8: %.*s",
           (int)size, part.ptr + at);
}

static void escapes_component(struct escapes *escapes, uriel_component component)
{
  struct lint *const lint = escapes->lint;
  const uriel_text whole = {lint->ref->text, lint->ref->length};
  const uriel_text part = uriel_component_get(lint->ref, component);
  const char *at = part.len > 0 ? memchr(part.ptr, '%', part.len) : NULL;
  if (!at)
    return;
  escapes->component = component;
  const bool data = escapes_are_data(lint);
  const bool nested = escapes_nest(escapes, part);
  const char *const end = part.ptr + part.len;
  for (; at; at = memchr(at + 1, '%', (size_t)(end - at - 1)))
    if (end - at >= 3)
      escapes_one(escapes, whole, (size_t)(at - whole.ptr), data, nested);
  if (!data)
    escapes_utf8(lint, part);
}

/* The text of a span with its escapes in upper case, or without the needless ones. */
static void escapes_fix(struct lint *lint, struct lint_finding *finding)
{
  struct buffer *const out = &lint->written;
  out->len = 0;
  for (size_t at = finding->offset; at < finding->offset + finding->length;) {
    const char *const from = lint->ref->text + at;
    if (*from != '%') {
      buffer_append(out, from, 1);
      at++;
      continue;
    }
    const unsigned char byte = escapes_byte(from);
    const char plain = (char)byte;
    if (finding->rule == LINT_ESCAPE_CASE)
      buffer_append_triplet(out, byte);
    else if (escapes_is_unreserved(lint, byte))
      buffer_append(out, &plain, 1);
    else
      buffer_append(out, from, 3);
    at += 3;
  }
  lint_fix(lint, finding, out->ptr, out->len);
}

static void escapes_add(struct escapes *escapes, enum lint_rule rule, const char *message)
{
  struct lint *const lint = escapes->lint;
  const struct escapes_span *const span = &escapes->spans[rule];
  if (span->count == 0)
    return;
  const bool region = rule == LINT_ESCAPE_CASE || rule == LINT_NEEDLESS_ESCAPE;
  struct lint_finding *const finding =
      span->count > 1
          ? lint_add(lint, rule, span->begin, region ? span->end - span->begin : 3,
                     "%s (the first of %zu)", message, span->count)
          : lint_add(lint, rule, span->begin, 3, "%s: %.3s", message, lint->ref->text + span->begin);
  /* Names are not equivalent to their decoded forms (RFC 8141, 3.1). */
  if (finding && region && !lint_scheme_is(lint, "urn"))
    escapes_fix(lint, finding);
}

void lint_escapes(struct lint *lint)
{
  struct escapes escapes = {.lint = lint};
  if (!memchr(lint->ref->text, '%', lint->ref->length))
    return;
  for (uriel_component component = URIEL_USERINFO; component <= URIEL_FRAGMENT;
       component = (uriel_component)(component + 1))
    escapes_component(&escapes, component);
  escapes_add(&escapes, LINT_ESCAPE_CASE, "lower-case digits in an escape");
  escapes_add(&escapes, LINT_NEEDLESS_ESCAPE, "an escape of a character that needs none");
  escapes_add(&escapes, LINT_ENCODED_NUL, "an encoded NUL");
  escapes_add(&escapes, LINT_ENCODED_CONTROL, "an encoded control character");
  escapes_add(&escapes, LINT_ENCODED_SLASH,
              "an encoded delimiter, which servers often decode too early");
  escapes_add(&escapes, LINT_DOUBLE_ESCAPE, "an escape that is encoded again");
}
