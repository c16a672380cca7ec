/* SPDX-License-Identifier: MIT */
/* The text of paragraphs and headings of Markdown: definitions, code, links, autolinks and tags
 * (CommonMark 0.31.2, 4.7 and 6). Emphasis does not decide where links are. */
#include <string.h>

#include "base/escape.h"
#include "base/unicode.h"
#include "heading.h"
#include "markdown.h"
#include "uriel_html.h"

enum { MARKDOWN_PARENTHESES = 32, MARKDOWN_LABEL = 999, MARKDOWN_BACKQUOTES = 255 };
static const uint32_t inline_image = (uint32_t)1 << 31; /* in `brackets`: of "![" */

/* ---- Parts of links --------------------------------------------------------------------------- */

static size_t inline_blanks(uriel_text t, size_t at)
{
  while (at < t.len && (t.ptr[at] == ' ' || t.ptr[at] == '\t'))
    at++;
  return at;
}

/* Returns the end of white space with at most one line break. */
static size_t inline_space(uriel_text t, size_t at)
{
  at = inline_blanks(t, at);
  return at < t.len && t.ptr[at] == '\n' ? inline_blanks(t, at + 1) : at;
}

/* Returns the end of the label in brackets at `at` (6.3), or `at`. */
static size_t inline_label(uriel_text t, size_t at)
{
  if (at == t.len || t.ptr[at] != '[')
    return at;
  size_t count = 0; /* of characters */
  for (size_t i = at + 1; i < t.len && count <= MARKDOWN_LABEL; i++) {
    if (t.ptr[i] == ']')
      return i + 1;
    if (t.ptr[i] == '[')
      break;
    if (t.ptr[i] == '\\') {
      i++;
      count++;
    }
    count += i < t.len && ((unsigned char)t.ptr[i] & 0xc0) != 0x80;
  }
  return at;
}

/* Reads the destination at `at` (6.3): "<...>", or text without white space and with balanced
 * parentheses, which may be empty. Returns whether it is one, with its end in `*after`. */
static bool inline_destination(uriel_text t, size_t at, size_t *begin, size_t *end, size_t *after)
{
  const bool angled = at < t.len && t.ptr[at] == '<';
  size_t i = at + angled, depth = 0;
  *begin = i;
  for (; i < t.len; i++) {
    const char c = t.ptr[i];
    if (c == '\\' && i + 1 < t.len && markdown_is_punctuation(t.ptr[i + 1])) {
      i++;
      continue;
    }
    if (angled ? c == '>' || c == '\n' || c == '<' : (unsigned char)c <= ' ' || c == 0x7f)
      break;
    if (!angled && c == '(' && ++depth > MARKDOWN_PARENTHESES)
      return false;
    if (!angled && c == ')' && depth-- == 0)
      break;
  }
  *end = i;
  *after = i + angled;
  if (angled)
    return i < t.len && t.ptr[i] == '>';
  return depth == 0 || (i < t.len && t.ptr[i] == ')');
}

/* Returns the end of a title in quotes or parentheses, or `at`. */
static size_t inline_title(uriel_text t, size_t at)
{
  const char open = at < t.len ? t.ptr[at] : 0;
  const char close = open == '(' ? ')' : open;
  if (open != '"' && open != '\'' && open != '(')
    return at;
  for (size_t i = at + 1; i < t.len; i++) {
    if (t.ptr[i] == '\\')
      i++;
    else if (t.ptr[i] == close)
      return i + 1;
    else if (t.ptr[i] == '(' && open == '(')
      break;
  }
  return at;
}

/* ---- Definitions ------------------------------------------------------------------------------ */

/* Sets `*label` to the definition of a label without its brackets, or NULL. Returns false if there is no
 * memory. */
static bool inline_find(struct markdown *m, uriel_text text, bool adds, struct label **label)
{
  bool is_new;
  *label = NULL;
  m->no_memory = !buffer_grow(&m->label, text.len * 3);
  if (m->no_memory)
    return false;
  m->label.len = heading_label(text, m->label.ptr);
  if (!adds || !m->label.len) {
    *label = labels_find(&m->labels, buffer_text(&m->label));
    return true;
  }
  *label = labels_add(&m->labels, buffer_text(&m->label), &is_new);
  m->no_memory = !*label;
  return *label;
}

/* Reads the definition at `*at` (4.7), whose destination is [*begin, *end). Returns false if that is
 * not one. */
static bool inline_definition(uriel_text t, size_t *at, uriel_text *label, size_t *begin, size_t *end)
{
  const size_t colon = inline_label(t, *at);
  size_t after;
  if (colon == *at || colon == t.len || t.ptr[colon] != ':')
    return false;
  *label = (uriel_text){t.ptr + *at + 1, colon - *at - 2};
  const size_t first = inline_space(t, colon + 1);
  if (!inline_destination(t, first, begin, end, &after) || after == first)
    return false;
  const size_t space = inline_space(t, after);
  const size_t title = space > after ? inline_title(t, space) : space;
  size_t line = inline_blanks(t, title);
  if (title == space || (line < t.len && t.ptr[line] != '\n'))
    line = inline_blanks(t, after);
  if (line < t.len && t.ptr[line] != '\n')
    return false;
  *at = line < t.len ? line + 1 : line;
  return true;
}

bool markdown_definitions(struct markdown *m, size_t *at)
{
  const uriel_text t = buffer_text(&m->text);
  uriel_text name;
  size_t begin, end, next = *at;
  for (; next < t.len && inline_definition(t, &next, &name, &begin, &end); *at = next) {
    const size_t number = markdown_place(m, begin) + 1;
    struct label *label;
    if (!inline_find(m, name, m->pass == MARKDOWN_DEFINE, &label))
      return false;
    if (!label)
      break; /* a label without a character */
    if (!label->number)
      label->number = number;
    const struct markdown_found found = {.kind = MARKDOWN_DEFINITION,
                                         .text = {t.ptr + begin, end - begin},
                                         .begin = number - 1,
                                         .end = number - 1 + end - begin,
                                         .is_used = label->is_used && label->number == number};
    if (m->pass == MARKDOWN_REPORT && !m->found(m->context, &found))
      return false;
  }
  return true;
}

/* ---- Text ------------------------------------------------------------------------------------- */

struct inline_text {
  struct markdown *m;
  uriel_text t;
  size_t at;
  size_t inactive; /* number of "[" that cannot begin a link because they contain one; "![" can */
  size_t opened;   /* the place of the last "[" */
  struct markdown_html html;
  bool has_backquotes; /* `backquotes` is filled: 1 and the place of the last run of each length */
  uint32_t backquotes[MARKDOWN_BACKQUOTES + 1];
};

/* A link that may be in the description of an image: a place in the text, or a label. */
struct inline_waiting {
  enum markdown_kind kind;
  uint32_t begin, end;
  struct label *label; /* that a reference uses; NULL for a place */
};

static bool inline_tell(struct markdown *m, const struct inline_waiting *link)
{
  if (!link->label)
    return markdown_report(m, link->kind, link->begin, link->end);
  link->label->is_used = true;
  return true;
}

/* Reports a link, or keeps it until no open "![" can begin an image, whose description has no links
 * (6.4). */
static bool inline_report(struct inline_text *in, const struct inline_waiting *link)
{
  struct buffer *const waiting = &in->m->waiting;
  if (!in->m->images.len)
    return inline_tell(in->m, link);
  in->m->no_memory = !buffer_add(waiting, link, sizeof *link);
  return !in->m->no_memory;
}

static bool inline_report_place(struct inline_text *in, enum markdown_kind kind, size_t begin,
                                size_t end)
{
  const struct inline_waiting link = {kind, (uint32_t)begin, (uint32_t)end, NULL};
  return inline_report(in, &link);
}

/* Reports the links that wait, if no "![" is open. */
static bool inline_report_waiting(struct markdown *m)
{
  if (m->images.len)
    return true;
  for (size_t i = 0; i < ARRAY_COUNT(struct inline_waiting, m->waiting); i++)
    if (!inline_tell(m, &ARRAY_OF(struct inline_waiting, m->waiting)[i]))
      return false;
  m->waiting.len = 0;
  return true;
}

static size_t inline_backquotes(uriel_text t, size_t at)
{
  const size_t begin = at;
  while (at < t.len && t.ptr[at] == '`')
    at++;
  return at - begin;
}

static void inline_count_backquotes(struct inline_text *in)
{
  const uriel_text t = in->t;
  memset(in->backquotes, 0, sizeof in->backquotes);
  in->has_backquotes = true;
  for (size_t at = in->at, len; at < t.len; at += len) {
    const char *const next = memchr(t.ptr + at, '`', t.len - at);
    if (!next)
      break;
    at = (size_t)(next - t.ptr);
    len = inline_backquotes(t, at);
    if (len <= MARKDOWN_BACKQUOTES)
      in->backquotes[len] = (uint32_t)at + 1;
  }
}

/* Skips code, or backquotes that do not start code (6.1). Searches for the end only if it exists. */
static void inline_code(struct inline_text *in)
{
  const uriel_text t = in->t;
  const size_t run = inline_backquotes(t, in->at);
  if (!in->has_backquotes)
    inline_count_backquotes(in);
  const bool is_code = run <= MARKDOWN_BACKQUOTES && in->backquotes[run] > in->at + 1;
  in->at += run;
  while (is_code) {
    in->at = (size_t)((const char *)memchr(t.ptr + in->at, '`', t.len - in->at) - t.ptr);
    const size_t end = inline_backquotes(t, in->at);
    in->at += end;
    if (end == run)
      return;
  }
}

static size_t inline_alphanumeric(uriel_text t, size_t at, const char *others)
{
  while (at < t.len && t.ptr[at] &&
         (markdown_is_letter(t.ptr[at]) || markdown_is_digit(t.ptr[at]) || strchr(others, t.ptr[at])))
    at++;
  return at;
}

/* Returns the place of the ">" after the email address at `at` (6.5), or `at`. */
static size_t inline_email(uriel_text t, size_t at)
{
  enum { HOST_LABEL = 63 };
  size_t end = inline_alphanumeric(t, at, ".!#$%&'*+/=?^_`{|}~-");
  if (end == at || end == t.len || t.ptr[end] != '@')
    return at;
  do {
    const size_t label = end + 1;
    end = inline_alphanumeric(t, label, "-");
    if (end == label || end - label > HOST_LABEL || t.ptr[label] == '-' || t.ptr[end - 1] == '-')
      return at;
  } while (end < t.len && t.ptr[end] == '.');
  return end < t.len && t.ptr[end] == '>' ? end : at;
}

/* Returns the place of the ">" after the absolute URI at `at` (6.5), or `at`. */
static size_t inline_uri(uriel_text t, size_t at)
{
  enum { SCHEME_MIN = 2, SCHEME_MAX = 32 };
  size_t end = inline_alphanumeric(t, at, "+.-");
  if (end - at < SCHEME_MIN || end - at > SCHEME_MAX || !markdown_is_letter(t.ptr[at]) || end == t.len ||
      t.ptr[end] != ':')
    return at;
  while (end < t.len && (unsigned char)t.ptr[end] > ' ' && t.ptr[end] != 0x7f && t.ptr[end] != '<' &&
         t.ptr[end] != '>')
    end++;
  return end < t.len && t.ptr[end] == '>' ? end : at;
}

/* Reads an autolink, raw HTML, or "<". */
static bool inline_angle(struct inline_text *in)
{
  struct markdown *const m = in->m;
  const size_t begin = in->at, inner = begin + 1;
  const size_t email = inline_email(in->t, inner);
  const size_t uri = email > inner ? inner : inline_uri(in->t, inner);
  bool is_tag = false;
  if (email > inner || uri > inner) {
    in->at = (email > inner ? email : uri) + 1;
    return inline_report_place(in, email > inner ? MARKDOWN_EMAIL : MARKDOWN_AUTOLINK, inner,
                               in->at - 1);
  }
  const size_t end = markdown_html_end(in->t, begin, &in->html, &is_tag);
  in->at = end > begin ? end : inner;
  if (end == begin)
    return true;
  return (!is_tag || markdown_html_heading(m, begin, end)) &&
         inline_report_place(in, is_tag ? MARKDOWN_TAG : MARKDOWN_HTML, begin, end);
}

static bool inline_open(struct inline_text *in, bool is_image)
{
  struct buffer *const open = &in->m->brackets, *const images = &in->m->images;
  const uint32_t waiting = (uint32_t)(in->m->waiting.len / sizeof(struct inline_waiting));
  const uint32_t bracket = (uint32_t)(in->at + is_image) | (is_image ? inline_image : 0);
  in->opened = in->at + is_image;
  in->at = in->opened + 1;
  in->m->no_memory = (is_image && !buffer_add(images, &waiting, sizeof waiting)) ||
                     !buffer_add(open, &bracket, sizeof bracket);
  return !in->m->no_memory;
}

/* Reads "(destination title)" at `in->at`. */
static bool inline_target(struct inline_text *in, size_t *begin, size_t *end)
{
  const uriel_text t = in->t;
  size_t after;
  if (in->at == t.len || t.ptr[in->at] != '(' ||
      !inline_destination(t, inline_space(t, in->at + 1), begin, end, &after))
    return false;
  const size_t space = inline_space(t, after);
  const size_t close = space > after ? inline_space(t, inline_title(t, space)) : space;
  if (close == t.len || t.ptr[close] != ')')
    return false;
  in->at = close + 1;
  return true;
}

/* Reads the label of a reference after "]", or uses the text between "[" at `open` and that. Sets
 * `*label` to its definition, or NULL. Returns false if memory runs out. */
static bool inline_reference(struct inline_text *in, size_t open, struct label **label)
{
  struct markdown *const m = in->m;
  const uriel_text t = in->t;
  const size_t end = inline_label(t, in->at);
  uriel_text name = {t.ptr + open + 1, in->at - open - 2};
  *label = NULL;
  if (end - in->at > 2)
    name = (uriel_text){t.ptr + in->at + 1, end - in->at - 2};
  else if (in->opened > open || name.len > (size_t)4 * MARKDOWN_LABEL)
    return true;
  if (!m->labels.names.count)
    return true;
  if (!inline_find(m, name, false, label))
    return false;
  if (*label)
    in->at = end;
  return true;
}

/* Ends the last open "![". If it begins an image, the links in its description are not reported. */
static bool inline_close_image(struct markdown *m, bool is_image)
{
  uint32_t waiting;
  m->images.len -= sizeof waiting;
  memcpy(&waiting, m->images.ptr + m->images.len, sizeof waiting);
  if (is_image)
    m->waiting.len = waiting * sizeof(struct inline_waiting);
  return inline_report_waiting(m);
}

/* Reads "]", and the destination or label that makes the text before it a link or an image (6.3, 6.4).
 */
static bool inline_close(struct inline_text *in)
{
  struct buffer *const open = &in->m->brackets;
  struct inline_waiting link = {.kind = MARKDOWN_LINK};
  uint32_t bracket;
  size_t begin = 0, end = 0;
  in->at++;
  if (!open->len)
    return true;
  open->len -= sizeof bracket;
  memcpy(&bracket, open->ptr + open->len, sizeof bracket);
  const bool is_image = bracket & inline_image, is_active = is_image || open->len >= in->inactive;
  if (in->inactive > open->len)
    in->inactive = open->len;
  if (!is_active)
    return true;
  bool is_link = inline_target(in, &begin, &end);
  if (!is_link && !inline_reference(in, bracket & ~inline_image, &link.label))
    return false;
  link.begin = (uint32_t)begin;
  link.end = (uint32_t)end;
  is_link |= link.label != NULL;
  if (is_link && !is_image)
    in->inactive = open->len;
  return (!is_image || inline_close_image(in->m, is_link)) && (!is_link || inline_report(in, &link));
}

/* Reads at least one character. */
static bool inline_step(struct inline_text *in)
{
  const char c = in->t.ptr[in->at], next = in->at + 1 < in->t.len ? in->t.ptr[in->at + 1] : '\n';
  switch (c) {
  case '`':
    inline_code(in);
    return true;
  case '<':
    return inline_angle(in);
  case '[':
    return inline_open(in, false);
  case ']':
    return inline_close(in);
  case '!':
    if (next == '[')
      return inline_open(in, true);
    break;
  case '\\':
    in->at += markdown_is_punctuation(next);
    break;
  default:
    break;
  }
  in->at++;
  return true;
}

bool markdown_inlines(struct markdown *m, size_t at)
{
  struct inline_text in;
  if (m->pass == MARKDOWN_DEFINE || at == m->text.len)
    return true;
  in.m = m;
  in.t = buffer_text(&m->text);
  in.at = at;
  in.inactive = in.opened = 0;
  in.html = (struct markdown_html){.failed = 0};
  in.has_backquotes = false;
  m->brackets.len = m->images.len = m->waiting.len = 0;
  while (in.at < in.t.len)
    if (!inline_step(&in))
      return false;
  m->images.len = 0;
  return inline_report_waiting(m);
}

/* ---- Destinations ----------------------------------------------------------------------------- */

/* Returns the length of the character reference at `at` (2.5), or 0. */
static size_t inline_entity(const char *at, size_t len)
{
  enum { DECIMAL = 7, HEXADECIMAL = 6, NAME = 32 };
  size_t end = 1, most = NAME;
  bool is_hexadecimal = false, is_number = len > 2 && at[1] == '#';
  if (is_number) {
    is_hexadecimal = (at[2] | 32) == 'x';
    end = is_hexadecimal ? 3 : 2;
    most = is_hexadecimal ? HEXADECIMAL : DECIMAL;
  }
  const size_t begin = end;
  while (end < len && end - begin < most &&
         (markdown_is_digit(at[end]) ||
          (markdown_is_letter(at[end]) && (!is_number || (is_hexadecimal && (at[end] | 32) <= 'f')))))
    end++;
  return end > begin && end < len && at[end] == ';' ? end + 1 : 0;
}

/* Returns the end of the authority, whose brackets are an IP address's. */
static size_t inline_authority(const char *uri, size_t len)
{
  const uriel_text t = {uri, len};
  size_t at = inline_alphanumeric(t, 0, "+.-");
  at += at && at < len && uri[at] == ':';
  if (len - at < 2 || memcmp(uri + at, "//", 2) != 0)
    return 0;
  for (at += 2; at < len && !memchr("/?#", uri[at], 3);)
    at++;
  return at;
}

/* Whether a URI cannot hold the character at `at`. */
static bool inline_is_encoded(const char *uri, size_t len, size_t authority, size_t at)
{
  const char c = uri[at];
  if (c == '[' || c == ']')
    return at >= authority;
  if (c == '%')
    return triplet_read(uri + at, len - at) < 0;
  return (unsigned char)c <= ' ' || c == 0x7f || memchr("\"<>\\^`{|}", c, 9);
}

/* Percent-encodes from the end, as the result is longer. */
static size_t inline_encode(char *uri, size_t len)
{
  const size_t authority = inline_authority(uri, len);
  size_t count = 0;
  for (size_t at = 0; at < len; at++)
    count += inline_is_encoded(uri, len, authority, at);
  for (size_t at = len, to = len + 2 * count; to > at; at--) {
    const unsigned char c = (unsigned char)uri[at - 1];
    if (!inline_is_encoded(uri, len, authority, at - 1)) {
      uri[--to] = (char)c;
      continue;
    }
    triplet_write(uri + (to -= 3), c);
  }
  return len + 2 * count;
}

size_t markdown_destination_decode(const char *raw, size_t len, bool is_autolink, char *out)
{
  size_t n = 0;
  for (size_t i = 0; i < len; i++) {
    const size_t entity = raw[i] == '&' && !is_autolink ? inline_entity(raw + i, len - i) : 0;
    if (entity) {
      n += uriel_html_decode(raw + i, entity, true, out + n, entity * 3);
      i += entity - 1;
      continue;
    }
    if (raw[i] == '\\' && !is_autolink && i + 1 < len && markdown_is_punctuation(raw[i + 1]))
      i++;
    out[n++] = raw[i];
  }
  return inline_encode(out, n);
}
