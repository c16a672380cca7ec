/* SPDX-License-Identifier: MIT */
#include "typed.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/unicode.h"

static void typed_note(struct typed *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void typed_note(struct typed *t, const char *format, ...)
{
  char note[128];
  va_list list;
  va_start(list, format);
  vsnprintf(note, sizeof note, format, list);
  va_end(list);
  buffer_append(&t->removed, ", ", t->removed.len ? 2 : 0);
  buffer_append(&t->removed, note, strlen(note));
}

static bool typed_has(uriel_text text, size_t at, const char *what)
{
  const size_t len = strlen(what);
  return at <= text.len && text.len - at >= len && memcmp(text.ptr + at, what, len) == 0;
}

/* Removes the first bytes. */
static void typed_drop(struct typed *t, size_t len)
{
  t->text.ptr += len;
  t->text.len -= len;
}

/* ---- Characters ------------------------------------------------------------------------------- */

/* Returns the length of the white space or invisible character at `at`, 0 for another one. Adds to
 * `*lines` if it ends a line. */
static size_t typed_blank(uriel_text text, size_t at, size_t *lines)
{
  uint32_t point;
  const size_t len = utf8_next(text.ptr + at, text.len - at, &point);
  const bool feed =
      (point >= '\n' && point <= '\r') || point == 0x85 || point == 0x2028 || point == 0x2029;
  const bool pair = point == '\r' && at + 1 < text.len && text.ptr[at + 1] == '\n';
  *lines += feed && !pair;
  return feed || point == ' ' || point == '\t' ||
                 (point >= 0x80 && point != UTF8_BAD && !utf8_is_seen(point))
             ? len
             : 0;
}

/* Returns the offset after the white space at `at`, and the ">" of quoted mail at the starts of lines.
 */
static size_t typed_past(struct typed *t, uriel_text text, size_t at)
{
  const size_t lines = t->lines;
  size_t len;
  for (; at < text.len; at += len) {
    len = typed_blank(text, at, &t->lines);
    if (!len && text.ptr[at] == '>' && t->lines > lines) {
      t->marks++;
      len = 1;
    } else if (!len) {
      return at;
    } else {
      t->blanks++;
    }
  }
  return at;
}

/* Removes white space at both ends. */
static void typed_trim(struct typed *t)
{
  const uriel_text *const text = &t->text;
  size_t lines = 0, end = 0, len;
  while (text->len && (len = typed_blank(*text, 0, &lines)))
    typed_drop(t, len);
  for (size_t at = 0; at < text->len; at += len) {
    uint32_t point;
    const bool blank = typed_blank(*text, at, &lines) > 0;
    len = utf8_next(text->ptr + at, text->len - at, &point);
    if (!blank)
      end = at + len;
  }
  t->text.len = end;
}

/* ---- Wrappers --------------------------------------------------------------------------------- */

static const struct typed_pair {
  const char *open, *close;
  bool inner; /* a reference may contain `close` too: use the last one */
} typed_pairs[] = {
    {"<", ">", false},
    {"\"", "\"", false},
    {"'", "'", true},
    {"(", ")", true},
    {"[", "]", true},
    {"{", "}", false},
    {"`", "`", false},
    {"\u201c", "\u201d", false},
    {"\u201e", "\u201c", false},
    {"\u2018", "\u2019", true},
    {"\u00ab", "\u00bb", false},
    {"\u00bb", "\u00ab", false},
    {"\u2039", "\u203a", false},
    {"\u300c", "\u300d", false},
    {"\u300e", "\u300f", false},
    {"\u3008", "\u3009", false},
    {"\u300a", "\u300b", false},
    {"\u3010", "\u3011", false},
    {"\uff08", "\uff09", false},
    {"\uff1c", "\uff1e", false},
};

/* Returns the offset of the closing half of a wrapper, or the length of the text. A ">" at the start of
 * a line belongs to quoted mail, unless the text ends with it. */
static size_t typed_close(uriel_text text, const struct typed_pair *pair)
{
  size_t found = text.len, lines = 0;
  bool starts = false; /* a line, whose first bytes are only blanks and ">" */
  for (size_t at = 0, len; at < text.len; at += len) {
    const size_t before = lines;
    len = typed_blank(text, at, &lines);
    starts = starts || lines > before;
    if (len)
      continue;
    len = 1;
    const bool mark = starts && text.ptr[at] == '>' && at + 1 < text.len;
    starts = mark;
    if (mark || !typed_has(text, at, pair->close))
      continue;
    found = at;
    if (!pair->inner)
      break;
  }
  return found;
}

static bool typed_is_end(uriel_text text)
{
  static const char ends[] = ".,;:!?";
  return text.len && memchr(ends, text.ptr[text.len - 1], sizeof ends - 1);
}

/* Removes a pair of delimiters, or one of them if the other was not copied. */
static bool typed_unwrap_pair(struct typed *t, const struct typed_pair *pair)
{
  uriel_text *const text = &t->text;
  if (!typed_has(*text, 0, pair->open))
    return false;
  typed_drop(t, strlen(pair->open));
  const size_t at = typed_close(*text, pair);
  if (at == text->len) {
    typed_note(t, "%s without %s", pair->open, pair->close);
    return true;
  }
  const size_t after = at + strlen(pair->close);
  uriel_text rest = {text->ptr + after, text->len - after};
  typed_note(t, "%s...%s", pair->open, pair->close);
  while (typed_is_end(rest))
    rest.len--;
  if (rest.len)
    typed_note(t, "the text after it");
  text->len = at;
  t->wrapped = true;
  return true;
}

static bool typed_unwrap_once(struct typed *t)
{
  static const char label[] = "URL:";
  /* Closing delimiters whose opening ones were not copied. */
  static const char *const ends[] = {">", "\"", "\u201d", "\u00bb", "`"};
  typed_trim(t);
  if (t->text.len > sizeof label - 1 && strncasecmp(t->text.ptr, label, sizeof label - 1) == 0) {
    typed_drop(t, sizeof label - 1);
    t->labelled = true;
    typed_note(t, "%s", label);
    return true;
  }
  for (size_t i = 0; i < sizeof typed_pairs / sizeof *typed_pairs; i++)
    if (typed_unwrap_pair(t, &typed_pairs[i]))
      return true;
  for (size_t i = 0; !t->wrapped && i < sizeof ends / sizeof *ends; i++)
    if (typed_has(t->text, t->text.len - strlen(ends[i]), ends[i])) {
      t->text.len -= strlen(ends[i]);
      typed_note(t, "%s", ends[i]);
      return true;
    }
  return false;
}

/* Removes the words around a reference in a sentence. */
static void typed_search(struct typed *t, const uriel_find_options *options)
{
  uriel_text *const text = &t->text;
  uriel_hit hit;
  size_t from = 0, lines = 0;
  if (!uriel_find(&hit, &from, text->ptr, text->len, true, options) || hit.begin == 0)
    return;
  static const char openers[] = "([{'`*_";
  const bool bare = hit.delimiter == URIEL_DELIMITED_BARE;
  if (bare && !typed_blank(*text, hit.begin - 1, &lines) &&
      !memchr(openers, text->ptr[hit.begin - 1], sizeof openers - 1))
    return;
  typed_note(t, bare ? "the text before it" : "the text around it");
  t->wrapped = t->wrapped || !bare;
  text->len = bare ? text->len : hit.end;
  typed_drop(t, hit.begin);
}

/* Removes the end of a sentence, and a ")" that the text does not open. */
static void typed_end_sentence(struct typed *t)
{
  enum { TYPED_ENDS = 16 };
  size_t turns = TYPED_ENDS;
  uriel_text *const text = &t->text;
  size_t open = 0, closed = 0;
  for (size_t i = 0; i < text->len; i++) {
    open += text->ptr[i] == '(';
    closed += text->ptr[i] == ')';
  }
  while (!t->wrapped && text->len && turns--) {
    const char last = text->ptr[text->len - 1];
    const bool unopened = last == ')' && closed > open;
    if (!unopened && !typed_is_end(*text))
      return;
    typed_note(t, "%c at the end", last);
    closed -= unopened;
    text->len--;
    typed_trim(t);
  }
}

static void typed_unwrap(struct typed *t, const uriel_find_options *options)
{
  enum { TYPED_WRAPPERS = 16 };
  size_t turns = TYPED_WRAPPERS, lines = 0, after = 0;
  /* The ">" of quoted mail at the start. */
  for (size_t at = 0, len; at < t->text.len; at += len) {
    len = typed_blank(t->text, at, &lines);
    if (!len && t->text.ptr[at] != '>')
      break;
    len = len ? len : 1;
    after = t->text.ptr[at] == '>' ? at + 1 : after;
  }
  typed_drop(t, after);
  if (after)
    typed_note(t, "> at the start");
  /* In "<URL:...>" all the text is the reference. */
  while (!(t->wrapped && t->labelled) && turns-- && typed_unwrap_once(t))
    continue;
  typed_trim(t);
  if (t->wrapped && t->labelled)
    return;
  typed_search(t, options);
  typed_end_sentence(t);
}

/* ---- Line breaks ------------------------------------------------------------------------------ */

void typed_join(struct typed *t, bool keeps_hyphens)
{
  const uriel_text text = t->text;
  uint32_t point;
  t->joined.len = t->lines = t->blanks = t->marks = t->dashes = t->hyphens = 0;
  buffer_reserve(&t->joined, text.len);
  for (size_t at = 0, len; at < text.len; at += len) {
    const size_t after = typed_past(t, text, at);
    if (after > at) {
      len = after - at;
      continue;
    }
    len = utf8_next(text.ptr + at, text.len - at, &point);
    const bool dash = point == 0x2010 || point == 0x2011;
    const size_t lines = t->lines;
    const size_t next = dash || point == '-' ? typed_past(t, text, at + len) : at + len;
    const bool breaks = t->lines > lines && next < text.len;
    t->hyphens += breaks;
    t->dashes += dash;
    if (!breaks || keeps_hyphens)
      buffer_append(&t->joined, dash ? "-" : text.ptr + at, dash ? 1 : len);
    len = next - at;
  }
}

static void typed_count(struct typed *t, size_t count, const char *what)
{
  if (count)
    typed_note(t, "%zu %s%s", count, what, count == 1 ? "" : "s");
}

void typed_read(struct typed *t, uriel_text input, bool keeps_hyphens, const uriel_find_options *options)
{
  t->text = input;
  typed_unwrap(t, options);
  typed_join(t, keeps_hyphens);
  typed_count(t, t->lines, "line break");
  typed_count(t, t->blanks > t->lines ? t->blanks - t->lines : 0, "space");
  if (t->marks)
    typed_note(t, "> of quoted mail");
  typed_count(t, t->dashes, "typographic hyphen");
}
