/* SPDX-License-Identifier: MIT */
/* The anchors of headings in Markdown, and the labels of definitions. */
#include "heading.h"

#include <stdio.h>
#include <string.h>

#include "base/budget.h"
#include "base/unicode.h"
#include "uriel_html.h"

struct heading_range {
  uint32_t first, last;
};

struct heading_case {
  uint32_t first, last, every;
  int32_t difference;
};

/* A code point that lower case does not change, and what it folds to: up to three code points. */
struct heading_folding {
  uint32_t point;
  uint16_t folded[3];
};

#include "heading_table.h"

/* ---- Characters ------------------------------------------------------------------------------- */

/* Returns the last row whose first code point is not after `point`, or NULL. Rows have `size` bytes, and
 * begin with their first code point. */
static const void *heading_row(const void *rows, size_t count, size_t size, uint32_t point)
{
  const char *const begin = rows;
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    uint32_t first;
    memcpy(&first, begin + middle * size, sizeof first);
    if (point >= first)
      low = middle + 1;
    else
      high = middle;
  }
  return low ? begin + (low - 1) * size : NULL;
}

#define HEADING_ROW(table, point)                                                                       \
  heading_row(table, sizeof(table) / sizeof *(table), sizeof *(table), point)

static bool heading_keeps(uint32_t point)
{
  const struct heading_range *const range = point < 0x80 ? NULL : HEADING_ROW(heading_kept, point);
  return (range && point <= range->last) || (point >= 'a' && point <= 'z') ||
         (point >= 'A' && point <= 'Z') || (point >= '0' && point <= '9') || point == '_' ||
         point == '-' || point == ' ';
}

static uint32_t heading_lower_of(uint32_t point)
{
  const struct heading_case *const row = HEADING_ROW(heading_lower, point);
  const bool changes = row && point <= row->last && (point - row->first) % row->every == 0;
  return changes ? (uint32_t)((int32_t)point + row->difference) : point;
}

/* Writes the lower case of a character; U+0130 becomes two characters. */
static size_t heading_put(uint32_t point, char *out)
{
  if (point == 0x130)
    return uriel_utf8_write(out, 'i') + uriel_utf8_write(out + 1, 0x307);
  return uriel_utf8_write(out, heading_lower_of(point));
}

/* Writes the case folding of a character. */
static size_t heading_put_folded(uint32_t point, char *out)
{
  const struct heading_folding *const row = HEADING_ROW(heading_fold, point);
  size_t len = 0;
  if (!row || row->point != point)
    return uriel_utf8_write(out, point);
  for (size_t i = 0; i < 3 && row->folded[i]; i++)
    len += uriel_utf8_write(out + len, row->folded[i]);
  return len;
}

size_t heading_label(uriel_text label, char *out)
{
  size_t len = 0;
  uint32_t point;
  for (size_t at = 0, n; at < label.len; at += n) {
    n = utf8_next(label.ptr + at, label.len - at, &point);
    if (point == ' ' || point == '\t' || point == '\n') {
      if (len && out[len - 1] != ' ')
        out[len++] = ' ';
    } else if (point == UTF8_BAD) {
      memcpy(out + len, label.ptr + at, n);
      len += n;
    } else if (point == 0x130)
      len += heading_put(point, out + len);
    else if (point < 0x80)
      out[len++] = ascii_lower((char)point);
    else
      len += heading_put_folded(heading_lower_of(point), out + len);
  }
  return len && out[len - 1] == ' ' ? len - 1 : len;
}

/* ---- Plain text ------------------------------------------------------------------------------- */

/* A text whose markup is removed; `out` is large enough for all of it. */
struct heading_text {
  const char *ptr;
  size_t len, at;
  struct buffer *out;
  size_t brackets; /* open "[" */
  bool ends_code;  /* no backquotes close the later ones */
  size_t close;    /* the first ">" after the last "<", or `len` */
  size_t open;     /* unclosed "_" of the last opening run */
  size_t open_at;  /* the offset of that run in `out` */
  size_t closed;   /* how many bytes of that run to remove */
};

/* Whether a byte is part of a word, as far as "_" is concerned. */
static bool heading_is_word(char c)
{
  return (unsigned char)c >= 0x80 || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

static char heading_at(const struct heading_text *t, size_t at)
{
  return at < t->len ? t->ptr[at] : 0;
}

static void heading_append(struct heading_text *t, size_t begin, size_t end)
{
  if (end > begin)
    memcpy(t->out->ptr + t->out->len, t->ptr + begin, end - begin);
  t->out->len += end - begin;
}

/* Reads code at a run of backquotes. */
static void heading_code(struct heading_text *t)
{
  size_t run = 0, begin, end;
  while (heading_at(t, t->at + run) == '`')
    run++;
  begin = end = t->at + run;
  for (size_t same = 0; !t->ends_code && end < t->len; end++) {
    same = t->ptr[end] == '`' ? same + 1 : 0;
    if (same == run && heading_at(t, end + 1) != '`') {
      heading_append(t, begin, end + 1 - run);
      t->at = end + 1;
      return;
    }
  }
  t->ends_code |= run == 1;
  t->at = begin;
}

/* Returns the end of the text that starts with `open` at `at` and has as many `close`; `at` if nothing
 * closes it.
 */
static size_t heading_closed(const struct heading_text *t, size_t at, char open, char close)
{
  enum { MOST = 2048 };
  size_t depth = 0;
  for (size_t i = at; i < t->len && i < at + MOST; i++) {
    if (t->ptr[i] == '\\')
      i++;
    else if (t->ptr[i] == open)
      depth++;
    else if (t->ptr[i] == close && --depth == 0)
      return i + 1;
  }
  return at;
}

/* Returns the end of the destination or label after "]" at `at`, or `at`. */
static size_t heading_target(const struct heading_text *t, size_t at)
{
  if (heading_at(t, at) == '(')
    return heading_closed(t, at, '(', ')');
  return heading_at(t, at) == '[' ? heading_closed(t, at, '[', ']') : at;
}

/* Returns the end of the tag, comment or autolink at "<", or 0. Sets `is_link`. */
static size_t heading_tag_end(struct heading_text *t, bool *is_link)
{
  const char first = heading_at(t, t->at + 1);
  size_t word = t->at + 1;
  *is_link = false;
  if (t->close <= t->at) {
    const char *const found = memchr(t->ptr + t->at, '>', t->len - t->at);
    t->close = found ? (size_t)(found - t->ptr) : t->len;
  }
  const size_t end = t->close;
  if (end == t->len)
    return 0;
  if (first == '!' || first == '?')
    return end + 1;
  word += first == '/';
  if ((heading_at(t, word) | 32) < 'a' || (heading_at(t, word) | 32) > 'z')
    return 0;
  while (heading_is_word(heading_at(t, word)) || heading_at(t, word) == '-')
    word++;
  if (word == end || ascii_space(t->ptr[word]) || t->ptr[word] == '/')
    return end + 1;
  *is_link = first != '/' && memchr(":@.+", t->ptr[word], 4);
  return *is_link ? end + 1 : 0;
}

static void heading_entity(struct heading_text *t)
{
  enum { MOST = 40 };
  const size_t left = t->len - t->at < MOST ? t->len - t->at : MOST;
  const char *const end = memchr(t->ptr + t->at, ';', left);
  const size_t len = end ? (size_t)(end - t->ptr) + 1 - t->at : 1;
  t->out->len +=
      uriel_html_decode(t->ptr + t->at, len, false, t->out->ptr + t->out->len, (size_t)MOST * 3);
  t->at += len;
}

/* Removes the bytes of the last run of "_" that are closed. */
static void heading_remove_closed(struct heading_text *t)
{
  char *const at = t->out->ptr + t->open_at;
  t->out->len -= t->closed;
  memmove(at, at + t->closed, t->out->len - t->open_at);
  t->closed = 0;
}

/* Handles a run of "_": emphasis is within words only with "*". A closing run closes as many of the last
 * opening run, and these are removed from the text. */
static void heading_underscores(struct heading_text *t)
{
  size_t run = 0;
  const char before = t->at ? t->ptr[t->at - 1] : ' ';
  while (heading_at(t, t->at + run) == '_')
    run++;
  const char after = t->at + run < t->len ? t->ptr[t->at + run] : ' ';
  const bool can_open = !ascii_space(after) && !heading_is_word(before);
  const bool can_close = !ascii_space(before) && !heading_is_word(after);
  size_t taken = 0;
  if (can_close && t->open) {
    taken = run < t->open ? run : t->open;
    t->open -= taken;
    t->closed += taken;
  } else if (can_open) {
    heading_remove_closed(t);
    t->open = run;
    t->open_at = t->out->len;
  }
  heading_append(t, t->at, t->at + run - taken);
  t->at += run;
}

static void heading_plain(struct heading_text *t)
{
  while (t->at < t->len) {
    const char c = t->ptr[t->at], next = heading_at(t, t->at + 1);
    if (c == '\\' && next > ' ' && next < 0x7f && !heading_is_word(next)) {
      heading_append(t, t->at + 1, t->at + 2);
      t->at += 2;
    } else if (c == '`')
      heading_code(t);
    else if (c == '<') {
      bool is_link;
      const size_t end = heading_tag_end(t, &is_link);
      if (is_link) /* its text stays */
        heading_append(t, t->at + 1, end - 1);
      t->at = end ? end : t->at + 1;
    } else if (c == '&')
      heading_entity(t);
    else if (c == '_')
      heading_underscores(t);
    else if (c == '!' && next == '[') { /* its alternative text is not in the heading */
      const size_t label = heading_closed(t, t->at + 1, '[', ']');
      const size_t end = label > t->at + 1 ? heading_target(t, label) : 0;
      t->at = end > label ? end : t->at + 1;
    } else if (c == ']' && t->brackets) {
      t->brackets--;
      t->at = heading_target(t, t->at + 1);
    } else {
      t->brackets += c == '[';
      heading_append(t, t->at, t->at + 1);
      t->at++;
    }
  }
  heading_remove_closed(t);
}

/* ---- Names ------------------------------------------------------------------------------------ */

static bool heading_is_letter(uint32_t point)
{
  return point != UTF8_BAD && heading_keeps(point) && point > '9' && point != '_';
}

/* Whether a sigma is at the end of a word (Unicode, Final_Sigma). */
static bool heading_is_final(uriel_text plain, size_t at, uint32_t before)
{
  uint32_t next = ' ';
  if (at < plain.len)
    utf8_next(plain.ptr + at, plain.len - at, &next);
  return heading_is_letter(before) && !heading_is_letter(next);
}

/* Sets `name` to the name of a heading of that plain text, before numbers. */
static void heading_name(struct headings *headings)
{
  enum { SIGMA = 0x3a3, FINAL_SIGMA = 0x3c2 };
  struct buffer *const name = &headings->name;
  const uriel_text plain = buffer_text(&headings->plain);
  uint32_t point = ' ';
  name->len = 0;
  for (size_t at = 0; at < plain.len;) {
    const uint32_t before = point;
    at += utf8_next(plain.ptr + at, plain.len - at, &point);
    if (point == SIGMA && heading_is_final(plain, at, before))
      point = FINAL_SIGMA;
    if (point != UTF8_BAD && heading_keeps(point))
      name->len += heading_put(point == ' ' ? '-' : point, name->ptr + name->len);
  }
}

/* Adds the first number that makes the name new. */
static bool heading_number(struct headings *headings)
{
  enum { DIGITS = 24 };
  struct buffer *const name = &headings->name;
  const size_t len = name->len;
  bool is_new;
  if (!buffer_grow(name, len + DIGITS))
    return false;
  /* It stays valid: only the last call below can add a name, and space for it is reserved. */
  struct label *const first = labels_add(&headings->names, buffer_text(name), &is_new);
  while (first && !is_new) {
    name->len = len + (size_t)snprintf(name->ptr + len, DIGITS, "-%zu", ++first->number);
    if (!labels_add(&headings->names, buffer_text(name), &is_new))
      return false;
  }
  return first;
}

bool headings_add(struct headings *headings, struct entity *entity, uriel_text text)
{
  enum { DECODED = 128 }; /* the most bytes of a decoded character reference */
  text = text_trim(text, ASCII_SPACES);
  struct heading_text t = {.ptr = text.ptr, .len = text.len, .out = &headings->plain};
  if (!buffer_grow(&headings->plain, text.len * 3 + DECODED))
    return entity_no_memory(entity);
  headings->plain.len = 0;
  heading_plain(&t);
  if (!buffer_grow(&headings->name, headings->plain.len * 3 + 8))
    return entity_no_memory(entity);
  heading_name(headings);
  if (!heading_number(headings))
    return entity_no_memory(entity);
  return !headings->name.len || entity_anchor(entity, buffer_text(&headings->name));
}

void headings_free(struct headings *headings)
{
  buffer_free(&headings->plain);
  buffer_free(&headings->name);
  labels_free(&headings->names);
}
