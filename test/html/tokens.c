/* SPDX-License-Identifier: MIT */
/* The tokens of a document as text; see tokens.h. */
#include "tokens.h"

#include <stdlib.h>
#include <string.h>

#include "html/character.h"

enum { NAMES_MAX = 256 };

/* What was written. `pending` are the bytes of a comment, whose parts are decoded together. */
typedef struct tokens_out {
  char *text;
  size_t len, capacity;
  uriel_text pending;
  size_t count;
} tokens_out;

static void grow(char **block, size_t size)
{
  *block = realloc(*block, size);
  if (!*block)
    die("out of memory");
}

static void put(tokens_out *out, const char *bytes, size_t len)
{
  if (len > out->capacity - out->len) {
    out->capacity = 2 * (out->len + len) + 64;
    grow(&out->text, out->capacity);
  }
  if (len > 0)
    memcpy(out->text + out->len, bytes, len);
  out->len += len;
}

static void put_string(tokens_out *out, const char *string)
{
  put(out, string, strlen(string));
}

static void put_escaped(tokens_out *out, const char *bytes, size_t len, bool lower)
{
  for (size_t i = 0; i < len; i++) {
    const char *const marks = "&<>\"", *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    const char *const mark = bytes[i] ? strchr(marks, bytes[i]) : NULL;
    const bool upper = bytes[i] >= 'A' && bytes[i] <= 'Z';
    if (mark)
      put_string(out, names[mark - marks]);
    else
      put(out, (char[]){(char)(bytes[i] | (lower && upper ? 0x20 : 0))}, 1);
  }
}

/* Writes a decoded text. Its length is known before it is written, and within its bound. */
static void put_decoded(tokens_out *out, uriel_text raw, bool attribute, bool lower)
{
  const uriel_text copy = text_copy(raw);
  const size_t len = uriel_html_decode_value(copy.ptr, copy.len, attribute, NULL, NULL, NULL, 0);
  char *const decoded = room(len);
  if (len > 3 * raw.len ||
      uriel_html_decode_value(copy.ptr, copy.len, attribute, NULL, NULL, decoded, len) != len)
    die("a decoded value is longer than its bound, or has two lengths");
  put_escaped(out, decoded, len, lower);
  free(decoded);
  text_free(copy);
}

/* A text in which "&" is a character as any. */
static void put_raw(tokens_out *out, uriel_text raw, bool lower)
{
  const char *const end = raw.ptr + raw.len;
  for (const char *at = raw.ptr; at < end;) {
    const char *const found = memchr(at, '&', (size_t)(end - at)), *const amp = found ? found : end;
    put_decoded(out, text_from(at, (size_t)(amp - at)), false, lower);
    if (found)
      put_escaped(out, "&", 1, false);
    at = found ? found + 1 : end;
  }
}

/* ---- Tags ------------------------------------------------------------------------------------- */

static bool name_equal(uriel_text a, uriel_text b)
{
  if (a.len != b.len)
    return false;
  for (size_t i = 0; i < a.len; i++) {
    const int x = a.ptr[i] >= 'A' && a.ptr[i] <= 'Z' ? a.ptr[i] | 0x20 : a.ptr[i];
    const int y = b.ptr[i] >= 'A' && b.ptr[i] <= 'Z' ? b.ptr[i] | 0x20 : b.ptr[i];
    if (x != y)
      return false;
  }
  return true;
}

/* Whether a value has no byte that decoding changes. */
static bool is_plain(uriel_text value)
{
  for (size_t i = 0; i < value.len; i++)
    if (value.ptr[i] == '&' || value.ptr[i] == '\r' || value.ptr[i] == '\0')
      return false;
  return true;
}

/* The bit of a name in html_values.has, by comparison with each; 64 without one. */
static unsigned bit_of(const struct html_tokens *t, uriel_text name)
{
  for (unsigned i = 0; i < HTML_ATTRIBUTES; i++)
    if (name_equal(uriel_html_attribute_name((enum html_attribute)i), name))
      return i;
  for (size_t i = 0; i < t->further_count; i++)
    if (name_equal(t->further[i], name))
      return HTML_ATTRIBUTES + (unsigned)i;
  return 64;
}

/* Checks an attribute against the recorded values. Returns its bit. */
static uint64_t check_attribute(const struct html_tokens *t, uriel_text name, struct html_value value)
{
  const unsigned bit = bit_of(t, name);
  if (value.plain != is_plain(text_from(value.ptr, value.len)))
    die("a value is not plain as it says");
  if (bit == 64)
    return 0;
  if (!(t->values.has >> bit & 1))
    die("an attribute is not recorded");
  const struct html_value of = html_value_of(&t->values, bit);
  if (of.ptr != value.ptr || of.len != value.len || of.plain != value.plain)
    die("the value of an attribute is not the first");
  return (uint64_t)1 << bit;
}

static bool name_seen(uriel_text *names, size_t *count, uriel_text name)
{
  for (size_t i = 0; i < *count; i++)
    if (name_equal(names[i], name))
      return true;
  if (*count < NAMES_MAX)
    names[(*count)++] = name;
  return false;
}

static void put_attributes(tokens_out *out, const struct html_tokens *t, const struct html_token *token)
{
  uriel_text names[NAMES_MAX], name, rest = html_token_attributes(token);
  size_t count = 0;
  uint64_t has = 0;
  struct html_value value;
  while (uriel_html_attribute_next(&rest, &name, &value)) {
    if (name_seen(names, &count, name))
      continue;
    has |= check_attribute(t, name, value);
    put_string(out, " ");
    put_raw(out, name, true);
    put_string(out, "=\"");
    put_decoded(out, text_from(value.ptr, value.len), true, false);
    put_string(out, "\"");
  }
  if (has != t->values.has && count < NAMES_MAX)
    die("an attribute is recorded that is not there");
}

static enum html_element element_of(uriel_text name)
{
  for (unsigned i = 1; i < HTML_TAGS; i++)
    if (name_equal(uriel_html_element_name((enum html_element)i), name))
      return (enum html_element)i;
  return HTML_TAG_OTHER;
}

static void put_tag(tokens_out *out, const struct html_tokens *t, const struct html_token *token)
{
  const bool start = token->kind == HTML_TOKEN_START;
  const char *const end = token->text.ptr + token->text.len;
  if (token->id != element_of(token->name))
    die("the number of an element does not match its name");
  if (token->text.ptr != t->window + t->at - token->text.len || token->text.ptr[0] != '<' ||
      end[-1] != '>' || token->name.ptr != token->text.ptr + (start ? 1 : 2) ||
      end[-1 - token->self_closing] != (token->self_closing ? '/' : '>'))
    die("a tag is not where it is");
  put_string(out, start ? "<" : "</");
  put_raw(out, token->name, true);
  if (start)
    put_attributes(out, t, token);
  put_string(out, start && token->self_closing ? "/>" : ">");
}

/* ---- Tokens ----------------------------------------------------------------------------------- */

static void put_comment(tokens_out *out, const struct html_token *token)
{
  char *joined = room(out->pending.len + token->text.len);
  if (out->pending.len > 0)
    memcpy(joined, out->pending.ptr, out->pending.len);
  if (token->text.len > 0)
    memcpy(joined + out->pending.len, token->text.ptr, token->text.len);
  text_free(out->pending);
  out->pending = text_from(joined, out->pending.len + token->text.len);
  if (!token->ended)
    return;
  put_string(out, "<!--");
  put_raw(out, out->pending, false);
  put_string(out, "-->");
  text_free(out->pending);
  out->pending = text_from(NULL, 0);
}

static void put_token(tokens_out *out, const struct html_tokens *t, const struct html_token *token)
{
  out->count++;
  switch (token->kind) {
  case HTML_TOKEN_START:
  case HTML_TOKEN_END:
    put_tag(out, t, token);
    break;
  case HTML_TOKEN_TEXT:
    if (token->references)
      put_decoded(out, token->text, false, false);
    else
      put_raw(out, token->text, false);
    break;
  case HTML_TOKEN_COMMENT:
    put_comment(out, token);
    break;
  case HTML_TOKEN_DOCTYPE:
    put_string(out, token->ended ? "<!DOCTYPE>" : "");
    break;
  default:
    break;
  }
}

static void follow_tag(struct html_tokens *t, const struct html_token *token)
{
  static const unsigned char contents[HTML_TAGS] = {
      [HTML_TAG_TITLE] = HTML_AS_RCDATA,   [HTML_TAG_TEXTAREA] = HTML_AS_RCDATA,
      [HTML_TAG_STYLE] = HTML_AS_RAWTEXT,  [HTML_TAG_XMP] = HTML_AS_RAWTEXT,
      [HTML_TAG_IFRAME] = HTML_AS_RAWTEXT, [HTML_TAG_NOEMBED] = HTML_AS_RAWTEXT,
      [HTML_TAG_SCRIPT] = HTML_AS_SCRIPT,  [HTML_TAG_PLAINTEXT] = HTML_AS_PLAINTEXT,
  };
  if (token->kind == HTML_TOKEN_START) {
    t->content = (enum html_content)contents[token->id];
    t->raw = token->id;
  } else if (token->kind == HTML_TOKEN_END && t->content != HTML_AS_DATA) {
    die("the content does not end with its end tag");
  }
}

/* Moves the window: it begins at the byte of the document that is next, and ends at `end`. */
static void move_window(struct html_tokens *t, uriel_text document, size_t *begin, size_t end)
{
  *begin += t->at;
  free((char *)(uintptr_t)t->window);
  t->len = end - *begin;
  t->window = text_copy(text_from(document.ptr + *begin, t->len)).ptr;
  t->at = 0;
  t->last = end == document.len;
}

/* The most bytes of a window that are kept unless a tag or a reference is cut. */
enum { KEPT_MAX = 9 };

static void read_tokens(tokens_out *out, struct html_tokens *t, const token_reading *how,
                        uriel_text document, size_t first, size_t step)
{
  size_t begin = 0, end = first < document.len ? first : document.len;
  struct html_token token;
  move_window(t, document, &begin, end);
  for (;;) {
    uriel_html_token_next(t, &token);
    if (t->at > t->len)
      die("the tokeniser goes past the window");
    if (token.kind == HTML_TOKEN_EOF && t->last && t->at == t->len)
      break;
    if (token.kind == HTML_TOKEN_EOF || (token.kind == HTML_TOKEN_MORE && t->last))
      die("the end is not where it is");
    if (token.kind == HTML_TOKEN_MORE) {
      if (t->len - t->at > KEPT_MAX && t->seen != t->len - t->at)
        die("too much is kept, or looked at again");
      end = step < document.len - end ? end + step : document.len;
      move_window(t, document, &begin, end);
      continue;
    }
    if (how->follow)
      follow_tag(t, &token);
    put_token(out, t, &token);
  }
  text_free(text_from(t->window, t->len));
}

static const uriel_text further[] = {{"id", 2}, {"x-further", 9}};

static struct html_tokens tokens_of(const token_reading *how)
{
  return (struct html_tokens){.foreign = how->foreign,
                              .content = how->content,
                              .raw = how->raw,
                              .further = further,
                              .further_count = 2};
}

uriel_text tokens_written(uriel_text document, const token_reading *how, size_t first, size_t step)
{
  tokens_out out = {0};
  struct html_tokens t = tokens_of(how);
  t.all = true;
  read_tokens(&out, &t, how, document, first, step);
  if (out.pending.ptr)
    die("a comment has no end");
  return text_from(out.text, out.len);
}

uriel_text tags_written(uriel_text document, const token_reading *how, size_t first, size_t step)
{
  tokens_out out = {0};
  struct html_tokens t = tokens_of(how);
  read_tokens(&out, &t, how, document, first, step);
  return text_from(out.text, out.len);
}
