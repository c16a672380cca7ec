/* SPDX-License-Identifier: MIT */
/* References of a style sheet, found token by token (CSS Syntax 3, 4.3), as far as tokens affect
 * references. */
#include "css.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "reader/unicode.h"

struct css {
  const char *data;
  size_t len, at;
  css_sink *sink;
  void *context;
  const char *rule; /* "@import" or "@namespace": its first string is a reference */
  size_t depth;     /* of parentheses */
  size_t images;    /* depth within image-set() or image(), whose own strings are references; or 0 */
  const char *set;  /* "image-set" or "image" */
  bool source;      /* right after "src(" */
};

static bool css_space(char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

/* Whether `c` may be in a name: a letter, digit, "-", "_" or non-ASCII character. */
static bool css_name(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || (unsigned char)c >= 0x80;
}

static bool css_is(const char *text, size_t len, const char *word)
{
  return strlen(word) == len && strncasecmp(text, word, len) == 0;
}

/* Returns the end of an escape; `at` is after its "\\". It has up to six digits and one white
 * space, or one character. */
static size_t css_escape_end(const char *text, size_t len, size_t at)
{
  size_t n = 0;
  while (n < 6 && at + n < len && hex_value(text[at + n]) >= 0)
    n++;
  if (n == 0)
    return at < len ? at + 1 : len;
  at += n;
  return at < len && css_space(text[at]) ? at + 1 : at;
}

static void css_skip_space(struct css *css)
{
  while (css->at < css->len && css_space(css->data[css->at]))
    css->at++;
}

/* Returns the end of a name, which may contain escapes. */
static size_t css_name_end(const struct css *css, size_t at)
{
  while (at < css->len && (css_name(css->data[at]) || css->data[at] == '\\'))
    at += css->data[at] == '\\' ? 2U : 1U;
  return at < css->len ? at : css->len;
}

/* Reports a string or URL if an at-rule or function makes it a reference. */
static bool css_tell(struct css *css, const char *function, size_t begin, size_t end)
{
  const char *rule = css->rule ? css->rule : function;
  css->rule = NULL;
  if (!rule || end == begin)
    return true;
  const struct css_reference reference = {rule, css->data + begin, end - begin};
  return css->sink(css->context, &reference);
}

/* Returns the end of the string whose opening quote is before `at`: its closing quote, or the end of the
 * line if it is not closed. */
static size_t css_string_end(const struct css *css, size_t at, char quote)
{
  while (at < css->len && css->data[at] != quote && css->data[at] != '\n' && css->data[at] != '\f' &&
         css->data[at] != '\r')
    at += css->data[at] == '\\' ? 2U : 1U;
  return at < css->len ? at : css->len;
}

/* Whether the string ends at a line end instead of a quote, and so is not a string or a reference
 * (4.3.5). */
static bool css_string_is_bad(struct css *css, size_t end, char quote)
{
  const bool bad = end < css->len && css->data[end] != quote;
  if (bad)
    css->rule = NULL;
  return bad;
}

static bool css_string(struct css *css)
{
  const char quote = css->data[css->at++];
  const size_t begin = css->at, end = css_string_end(css, begin, quote);
  const char *function = css->source                                ? "src"
                         : css->images && css->depth == css->images ? css->set
                                                                    : NULL;
  css->at = end < css->len ? end + 1 : end;
  css->source = false;
  return css_string_is_bad(css, end, quote) || css_tell(css, function, begin, end);
}

/* url(...) without quotes. It is not a URL if it contains a quote, "(" or white space (4.3.6). */
static bool css_bare(struct css *css)
{
  const size_t begin = css->at;
  bool bad = false, spaced = false;
  size_t end = begin;
  while (css->at < css->len && css->data[css->at] != ')') {
    const char c = css->data[css->at++];
    if (css_space(c)) {
      spaced = true;
      continue;
    }
    bad |= spaced || c == '"' || c == '\'' || c == '(';
    if (c == '\\')
      css->at = css_escape_end(css->data, css->len, css->at);
    end = css->at;
  }
  css->at += css->at < css->len;
  if (bad)
    css->rule = NULL;
  return bad || css_tell(css, "url", begin, end);
}

/* Reads the argument of "url(", from after its white space. */
static bool css_url(struct css *css)
{
  css_skip_space(css);
  if (css->at == css->len || (css->data[css->at] != '"' && css->data[css->at] != '\''))
    return css_bare(css);
  const char quote = css->data[css->at];
  const size_t begin = css->at + 1, end = css_string_end(css, begin, quote);
  css->at = end < css->len ? end + 1 : end;
  css->depth++; /* a modifier may follow */
  return css_string_is_bad(css, end, quote) || css_tell(css, "url", begin, end);
}

/* Returns the name of a function whose strings are references, or NULL for another. */
static const char *css_images(const char *name, size_t len)
{
  if (css_is(name, len, "image-set") || css_is(name, len, "-webkit-image-set"))
    return "image-set";
  return css_is(name, len, "image") ? "image" : NULL;
}

/* Reads a name, and the function that it opens. */
static bool css_word(struct css *css)
{
  const size_t begin = css->at, end = css_name_end(css, begin);
  const char *name = css->data + begin;
  css->at = end;
  if (end == css->len || css->data[end] != '(')
    return true;
  css->at++;
  if (css_is(name, end - begin, "url") || css_is(name, end - begin, "url-prefix"))
    return css_url(css);
  css->depth++;
  if (css_is(name, end - begin, "src")) {
    css_skip_space(css);
    css->source = true;
  } else if (!css->images && (css->set = css_images(name, end - begin)))
    css->images = css->depth;
  return true;
}

static void css_at_rule(struct css *css)
{
  const size_t begin = ++css->at;
  css->at = css_name_end(css, begin);
  const char *name = css->data + begin;
  css->rule = css_is(name, css->at - begin, "import")      ? "@import"
              : css_is(name, css->at - begin, "namespace") ? "@namespace"
                                                           : NULL;
}

static void css_comment(struct css *css)
{
  const char *end = memmem(css->data + css->at + 2, css->len - css->at - 2, "*/", 2);
  css->at = end ? (size_t)(end - css->data) + 2 : css->len;
}

static void css_delimiter(struct css *css)
{
  const char c = css->data[css->at++];
  if (c == '(')
    css->depth++;
  if (c == ')' && css->depth) {
    if (css->images == css->depth)
      css->images = 0;
    css->depth--;
  }
  if (c == ';' || c == '{' || c == '}') {
    css->rule = NULL;
    css->depth = css->images = 0;
  }
  if (!css_space(c))
    css->source = false;
}

bool css_read(const char *data, size_t len, css_sink *sink, void *context)
{
  struct css css = {.data = data, .len = len, .sink = sink, .context = context};
  bool more = true;
  while (more && css.at < len) {
    const char c = data[css.at];
    if (c == '/' && css.at + 1 < len && data[css.at + 1] == '*')
      css_comment(&css);
    else if (c == '"' || c == '\'')
      more = css_string(&css);
    else if (c == '@')
      css_at_rule(&css);
    else if (css_name(c) || c == '\\')
      more = css_word(&css);
    else
      css_delimiter(&css);
  }
  return more;
}

bool css_identifies(const struct css_reference *reference)
{
  return strcmp(reference->rule, "@namespace") == 0;
}

/* ---- Escapes ---------------------------------------------------------------------------------- */

/* Decodes the escape after a "\" at `*at`, and moves `*at` after it. */
static size_t css_escape(const char *raw, size_t len, size_t *at, char *out)
{
  uint32_t c = 0;
  size_t n = 0;
  if (*at == len)
    return 0;
  /* An escaped line break continues the string on the next line. */
  if (raw[*at] == '\n' || raw[*at] == '\f' || raw[*at] == '\r') {
    *at += *at + 1 < len && raw[*at] == '\r' && raw[*at + 1] == '\n' ? 2U : 1U;
    return 0;
  }
  for (; n < 6 && *at < len && hex_value(raw[*at]) >= 0; n++, ++*at)
    c = c * 16 + (uint32_t)hex_value(raw[*at]);
  if (n == 0) {
    *out = raw[(*at)++];
    return 1;
  }
  if (*at < len && css_space(raw[*at]))
    ++*at;
  const bool is_character = c > 0 && c <= 0x10ffff && (c < 0xd800 || c >= 0xe000);
  return utf8_write(is_character ? c : 0xfffd, out);
}

size_t css_unescape(const char *raw, size_t len, char *out)
{
  size_t n = 0;
  for (size_t at = 0; at < len;) {
    if (raw[at] == '\\') {
      at++;
      n += css_escape(raw, len, &at, out + n);
    } else
      out[n++] = raw[at++];
  }
  return n;
}
