/* SPDX-License-Identifier: MIT */
/* References of a style sheet, found token by token (CSS Syntax 3, 4.3), as far as tokens affect
 * references. Between tokens, only the bytes in which such a token starts or ends are looked at. */
#include "html/value.h"
#include "text/bytes.h"
#include "text/utf8.h"
#include "uriel_html.h"

enum css_mode {
  CSS_TOP,
  CSS_COMMENT,
  CSS_REST,   /* of a name that is too long to matter */
  CSS_OPENED, /* after "url(" */
  CSS_STRING,
  CSS_BARE /* in a url() without quotes */
};

/* What makes a URL or a string a reference. */
enum css_rule { CSS_NO_RULE, CSS_URL, CSS_SRC, CSS_IMAGE, CSS_IMAGE_SET, CSS_IMPORT, CSS_NAMESPACE };

/* No name that matters is longer, with or without escapes. */
enum { CSS_NAME_MAX = 160, CSS_WORD = 24 };

/* Classes of bytes. */
enum {
  N = 1,  /* of names: letters, digits, "-", "_", non-ASCII characters */
  S = 2,  /* white space */
  T = 4,  /* starts a token that matters */
  E = 8,  /* matters within parentheses and after an at-rule */
  Q = 16, /* may end a string, or starts an escape in it */
  U = 32  /* is not simply a part of a url() without quotes */
};

/* clang-format off */
static const unsigned char css_bytes[128] = {
    0, U, U, U, U, U, U, U, U, S | U, S | Q | U, U, S | Q | U, S | Q | U, U, U,
    U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U,
    S | U, 0, T | Q | U, 0, 0, 0, 0, T | Q | U, T | U, E | U, 0, 0, 0, N, 0, T,
    N, N, N, N, N, N, N, N, N, N, 0, E, 0, 0, 0, 0,
    T, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N,
    N, N, N, N, N, N, N, N, N, N, N, 0, T | Q | U, 0, 0, N,
    0, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N,
    N, N, N, N, N, N, N, N, N, N, N, E, 0, E, 0, U,
};
/* clang-format on */

static bool css_is(char c, unsigned classes)
{
  const unsigned byte = (unsigned char)c;
  return byte < 128 ? (css_bytes[byte] & classes) != 0 : (classes & N) != 0;
}

/* The text that the caller has, and the place in it. */
struct css_text {
  const char *ptr;
  size_t len, at;
  size_t floor; /* the start of the token, or the end of the last one */
  size_t keep;  /* where to resume */
  bool whole;
};

static size_t css_skip(const struct css_text *text, size_t at, unsigned classes)
{
  while (at < text->len && css_is(text->ptr[at], classes))
    at++;
  return at;
}

static size_t css_find(const struct css_text *text, size_t at, unsigned classes)
{
  while (at < text->len && !css_is(text->ptr[at], classes))
    at++;
  return at;
}

/* ---- Escapes ---------------------------------------------------------------------------------- */

static bool css_newline(char c)
{
  return c == '\n' || c == '\f' || c == '\r';
}

/* Returns the end of an escape, whose "\" is at `at` (4.3.7): up to six digits and a white space, or one
 * byte. CR LF is one white space. */
static size_t css_escape_end(const char *text, size_t len, size_t at)
{
  size_t end = at + 1;
  while (end < len && end - at <= 6 && byte_is(text[end], BYTE_HEX))
    end++;
  if (end == len || (end > at + 1 && !css_is(text[end], S)))
    return end;
  return text[end] == '\r' && end + 1 < len && text[end + 1] == '\n' ? end + 2 : end + 1;
}

/* Whether more text cannot change the end of the escape at `at`. */
static bool css_escape_here(const struct css_text *text, size_t at)
{
  return text->whole || css_escape_end(text->ptr, text->len, at) < text->len;
}

/* Whether a line break follows the "\" at `at`, which then begins an escape only in a string. */
static bool css_escape_bad(const struct css_text *text, size_t at)
{
  return at + 1 < text->len && css_newline(text->ptr[at + 1]);
}

/* Decodes the escape whose "\" is at `raw`. An escaped line break continues a string. */
static size_t css_escape(const char *raw, size_t len, char out[4])
{
  const char *at = raw + 1;
  if (len == 1 || css_newline(raw[1]))
    return 0;
  *out = raw[1];
  if (!byte_is(raw[1], BYTE_HEX))
    return 1;
  const uint32_t c = digits_read(&at, raw + len, 16, UINT32_MAX);
  const bool is_character = c > 0 && c <= 0x10ffff && (c < 0xd800 || c >= 0xe000);
  return uriel_utf8_write(out, is_character ? c : 0xfffd);
}

size_t uriel_css_unescape(const char *raw, size_t len, char *out, size_t capacity)
{
  writer w = writer_to(out, capacity);
  char bytes[4];
  for (size_t at = 0; at < len;) {
    const char *const found = memchr(raw + at, '\\', len - at);
    const size_t begin = found ? (size_t)(found - raw) : len;
    const size_t cut = found ? uriel_html_cut(raw + at, begin - at) : 0;
    uriel_write_bytes(&w, raw + at, begin - at - cut);
    if (cut > 0)
      write_byte(&w, HTML_MALFORMED);
    at = begin;
    if (found && len - at > 1 && (unsigned char)raw[at + 1] >= 0x80) {
      at++; /* the character follows */
    } else if (found) {
      at = css_escape_end(raw, len, begin);
      uriel_write_bytes(&w, bytes, css_escape(raw + begin, at - begin, bytes));
    }
  }
  return w.len;
}

/* ---- Strings and URLs ------------------------------------------------------------------------- */

/* Starts a string or a url() at `at`. It is a reference by this rule, or by the at-rule that it is
 * the first one. */
static void css_begin(uriel_css *css, struct css_text *text, enum css_mode mode, unsigned rule)
{
  css->mode = (unsigned char)mode;
  css->by = css->rule ? css->rule : (unsigned char)rule;
  css->rule = css->source = css->bad = css->spaced = 0;
  css->seen = css->end = 0;
  text->floor = text->at;
}

static void css_begin_string(uriel_css *css, struct css_text *text, unsigned rule)
{
  css->quote = (unsigned char)text->ptr[text->at++];
  css_begin(css, text, CSS_STRING, rule);
}

/* Ends a token before `at`, where the next one starts. */
static void css_end(uriel_css *css, struct css_text *text, size_t at)
{
  css->mode = CSS_TOP;
  css->seen = 0;
  text->at = text->floor = at;
}

/* The text ends in a string or url(), which was looked at up to `at`. Only a possible reference is
 * kept. */
static void css_cut(uriel_css *css, struct css_text *text, size_t at)
{
  const bool kept = css->by && !css->bad;
  text->keep = kept ? text->floor : at;
  css->seen = kept ? at - text->floor : 0;
  text->at = text->len;
}

/* Ends a string or url(): `end` is its end without delimiters, `next` with them. */
static bool css_report(uriel_css *css, struct css_text *text, size_t end, size_t next,
                       uriel_css_reference *reference)
{
  static const char *const rules[] = {"", "url", "src", "image", "image-set", "@import", "@namespace"};
  const size_t begin = text->floor;
  css_end(css, text, next);
  if (!css->by || css->bad || end == begin)
    return false;
  reference->kind = css->by == CSS_NAMESPACE ? URIEL_HTML_NAME : URIEL_HTML_LINK;
  reference->rule = rules[css->by];
  reference->raw = (uriel_text){text->ptr + begin, end - begin};
  return true;
}

/* Reads a string (4.3.5). One that ends with its line is bad. */
static bool css_string(uriel_css *css, struct css_text *text, uriel_css_reference *reference)
{
  size_t at = text->floor + css->seen;
  while ((at = css_find(text, at, Q)) < text->len) {
    const char c = text->ptr[at];
    if (c == (char)css->quote || css_newline(c)) {
      css->bad = c != (char)css->quote;
      return css_report(css, text, at, at + 1, reference);
    }
    if (c == '\\' && !css_escape_here(text, at))
      break;
    at = c == '\\' ? css_escape_end(text->ptr, text->len, at) : at + 1;
  }
  if (text->whole)
    return css_report(css, text, at, at, reference);
  css_cut(css, text, at);
  return false;
}

/* Reads a url() without quotes (4.3.6). A quote, "(" or control character makes it bad, and so does
 * white space inside. */
static bool css_bare(uriel_css *css, struct css_text *text, uriel_css_reference *reference)
{
  size_t at = text->floor + css->seen;
  while (at < text->len && text->ptr[at] != ')') {
    const char c = text->ptr[at];
    if (css_is(c, S)) {
      css->spaced = 1;
      at++;
      continue;
    }
    if (c == '\\' && !css_escape_here(text, at))
      break;
    css->bad |= css->spaced || (css_is(c, U) && c != '\\') || (c == '\\' && css_escape_bad(text, at));
    if (c == '\\')
      at = css_escape_end(text->ptr, text->len, at);
    else
      at = css_is(c, U) ? at + 1 : css_find(text, at, U);
    css->end = at - text->floor;
  }
  if (at < text->len && text->ptr[at] == ')')
    return css_report(css, text, text->floor + css->end, at + 1, reference);
  if (text->whole)
    return css_report(css, text, text->floor + css->end, at, reference);
  css_cut(css, text, at);
  return false;
}

/* After "url(" and white space. */
static void css_opened(uriel_css *css, struct css_text *text)
{
  text->at = css_skip(text, text->at, S);
  if (text->at == text->len)
    return;
  if (text->ptr[text->at] != '"' && text->ptr[text->at] != '\'') {
    css_begin(css, text, CSS_BARE, CSS_URL);
    return;
  }
  css->depth++; /* a modifier may follow */
  css_begin_string(css, text, CSS_URL);
}

/* ---- Names ------------------------------------------------------------------------------------ */

/* Decodes the name at [begin, end); empty if it is too long to matter. */
static uriel_text css_word(const struct css_text *text, size_t begin, size_t end, char word[CSS_WORD])
{
  const bool fits = end - begin <= CSS_NAME_MAX;
  const size_t n = fits ? uriel_css_unescape(text->ptr + begin, end - begin, word, CSS_WORD) : 0;
  return (uriel_text){word, n <= CSS_WORD ? n : 0};
}

/* Moves `at` to the end of a name. Returns false if it may continue after the text. */
static bool css_name(const struct css_text *text, size_t *at)
{
  for (;;) {
    *at = css_skip(text, *at, N);
    if (*at == text->len)
      return text->whole;
    if (text->ptr[*at] != '\\' || css_escape_bad(text, *at))
      return true;
    if (!css_escape_here(text, *at))
      return false;
    *at = css_escape_end(text->ptr, text->len, *at);
  }
}

/* The text ends in a name that starts at `begin`, at `at`. */
static void css_cut_name(uriel_css *css, struct css_text *text, size_t begin, size_t at)
{
  const bool rest = at - begin > CSS_NAME_MAX;
  css->mode = rest ? CSS_REST : CSS_TOP;
  text->keep = rest ? at : begin;
  text->at = text->len;
}

/* Returns the start of the name that ends at `at`, at most `limit` bytes before it, or of "#" and it. */
static size_t css_name_begin(const struct css_text *text, size_t at, size_t limit)
{
  size_t begin = at;
  while (begin > text->floor && at - begin < limit && css_is(text->ptr[begin - 1], N))
    begin--;
  return begin > text->floor && text->ptr[begin - 1] == '#' ? begin - 1 : begin;
}

/* A function of this name opens before `at`. */
static void css_function(uriel_css *css, struct css_text *text, size_t begin, size_t end)
{
  char bytes[CSS_WORD];
  const uriel_text word = css_word(text, begin, end, bytes);
  css_end(css, text, end + 1);
  if (view_is(word, "url") || view_is(word, "url-prefix")) {
    css->mode = CSS_OPENED;
    return;
  }
  css->depth++;
  css->source = view_is(word, "src");
  if (css->source || css->images)
    return;
  css->set = view_is(word, "image-set") || view_is(word, "-webkit-image-set") ? CSS_IMAGE_SET
             : view_is(word, "image")                                         ? CSS_IMAGE
                                                                              : CSS_NO_RULE;
  css->images = css->set ? css->depth : 0;
}

/* A "\" at `at`, probably in a name. */
static void css_escaped_name(uriel_css *css, struct css_text *text, size_t at)
{
  const size_t begin = css_name_begin(text, at, SIZE_MAX);
  size_t end = at;
  if (css_escape_bad(text, at)) {
    css_end(css, text, at + 1);
    return;
  }
  if (!css_name(text, &end))
    css_cut_name(css, text, begin, end);
  else if (end < text->len && text->ptr[end] == '(')
    css_function(css, text, begin, end);
  else
    css_end(css, text, end);
}

static void css_at_rule(uriel_css *css, struct css_text *text, size_t at)
{
  char bytes[CSS_WORD];
  size_t end = at + 1;
  if (!css_name(text, &end)) {
    css_cut_name(css, text, at, end);
    return;
  }
  const uriel_text word = css_word(text, at + 1, end, bytes);
  css->rule = view_is(word, "import")      ? CSS_IMPORT
              : view_is(word, "namespace") ? CSS_NAMESPACE
                                           : CSS_NO_RULE;
  css_end(css, text, end);
}

/* ---- Everything else -------------------------------------------------------------------------- */

static void css_comment(uriel_css *css, struct css_text *text)
{
  for (size_t at = text->at; at < text->len; at++) {
    const char *const star = memchr(text->ptr + at, '*', text->len - at);
    at = star ? (size_t)(star - text->ptr) : text->len;
    if (star && at + 1 < text->len && star[1] == '/') {
      css_end(css, text, at + 2);
      return;
    }
    if (at + 1 == text->len && !text->whole)
      text->keep = at;
  }
  text->at = text->len;
}

/* Reads the token that starts with the byte at `at`; the name of a function is before its "(". */
static void css_token(uriel_css *css, struct css_text *text)
{
  const size_t at = text->at;
  const bool source = css->source;
  css->source = source && text->ptr[at] == '/';
  switch (text->ptr[at]) {
  case '(':
    css_function(css, text, css_name_begin(text, at, CSS_WORD), at);
    return;
  case '\\':
    css_escaped_name(css, text, at);
    return;
  case '@':
    css_at_rule(css, text, at);
    return;
  case '/': {
    if (at + 1 == text->len && !text->whole) {
      text->keep = at;
      text->at = text->len;
      return;
    }
    const bool comment = at + 1 < text->len && text->ptr[at + 1] == '*';
    css->source &= comment;
    css_end(css, text, comment ? at + 2 : at + 1);
    css->mode = comment ? CSS_COMMENT : CSS_TOP;
    return;
  }
  case '"':
  case '\'':
    css_begin_string(css, text,
                     source                                     ? CSS_SRC
                     : css->images && css->depth == css->images ? css->set
                                                                : CSS_NO_RULE);
    return;
  case ')':
    if (css->images == css->depth)
      css->images = 0;
    css->depth -= css->depth > 0;
    css_end(css, text, at + 1);
    return;
  default: /* "{", "}" and ";" */
    css->rule = 0;
    css->depth = css->images = 0;
    css_end(css, text, at + 1);
  }
}

/* Finds the next token. If the text ends before it, keeps the name at the end. */
static void css_top(uriel_css *css, struct css_text *text)
{
  const size_t at = css_find(text, text->at, css->depth || css->rule ? T | E : T);
  if (css->source && css_skip(text, text->at, S) != at) /* not only white space after "src(" */
    css->source = 0;
  text->at = at;
  if (at < text->len) {
    css_token(css, text);
    return;
  }
  const size_t begin = css_name_begin(text, at, CSS_WORD);
  if (text->whole || begin == at)
    return;
  text->keep = at - begin < CSS_WORD ? begin : at;
  css->mode = at - begin < CSS_WORD ? CSS_TOP : CSS_REST;
}

bool uriel_css_next(uriel_css *css, uriel_css_reference *reference, size_t *from, const char *ptr,
                    size_t len, bool whole)
{
  struct css_text text = {ptr, len, *from, *from, len, whole};
  bool found = false;
  while (!found && text.at < len) {
    switch ((enum css_mode)css->mode) {
    case CSS_TOP:
      css_top(css, &text);
      break;
    case CSS_COMMENT:
      css_comment(css, &text);
      break;
    case CSS_REST: {
      size_t at = text.at;
      if (css_name(&text, &at)) {
        css_end(css, &text, at);
        break;
      }
      text.keep = at;
      text.at = len;
      break;
    }
    case CSS_OPENED:
      css_opened(css, &text);
      break;
    case CSS_STRING:
      found = css_string(css, &text, reference);
      break;
    case CSS_BARE:
      found = css_bare(css, &text, reference);
      break;
    }
  }
  *from = found ? text.at : text.keep;
  return found;
}
