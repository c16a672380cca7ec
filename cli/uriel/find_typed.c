/* SPDX-License-Identifier: MIT */
/* uriel find --typed: the reference that a person copied, without its wrapper, line breaks and spaces
 * (RFC 3986, Appendix C; url-1997, E: "software that accepts user-typed URLs should attempt to recognize
 * and strip both delimiters and embedded whitespace"). */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/unicode.h"
#include "cli/shared/cli.h"
#include "cli/shared/error.h"
#include "cli/shared/output.h"
#include "find.h"

enum typed_column {
  TYPED_INPUT,
  TYPED_VALID,
  TYPED_REFERENCE,
  TYPED_HYPHEN,
  TYPED_REMOVED,
  TYPED_URI,
  TYPED_COLUMNS
};

static const struct column typed_columns[TYPED_COLUMNS] = {
    [TYPED_INPUT] = {"input", COLUMN_TEXT, TONE_PLAIN},
    [TYPED_VALID] = {"valid", COLUMN_VALID, TONE_PLAIN},
    [TYPED_REFERENCE] = {"reference", COLUMN_REFERENCE, TONE_PLAIN},
    [TYPED_HYPHEN] = {"hyphen", COLUMN_TEXT, TONE_PLAIN},
    [TYPED_REMOVED] = {"removed", COLUMN_TEXT, TONE_PLAIN},
    [TYPED_URI] = {"uri", COLUMN_REFERENCE, TONE_PLAIN},
};

const struct schema find_typed_schema = {
    .columns = typed_columns, .count = TYPED_COLUMNS, .plain = TYPED_REFERENCE};

struct typed {
  struct find *find;
  const char *name; /* of the input, for messages */
  uriel_text input;
  uriel_text text; /* the part of it that is the reference */
  bool wrapped;    /* it had a wrapper: punctuation at its end belongs to it */
  bool labelled;   /* "URL:" */
  size_t lines, blanks, marks, dashes;
  size_t hyphens;        /* at the ends of lines */
  struct buffer removed; /* a list for people */
  struct buffer joined;
};

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
  bool inner; /* a reference may have `close` too: the last one counts */
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
 * a line is of quoted mail, unless the text ends with it. */
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

/* Removes a pair of delimiters. The half that is not there was not copied. */
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
static void typed_search(struct typed *t)
{
  uriel_text *const text = &t->text;
  uriel_hit hit;
  size_t from = 0, lines = 0;
  if (!uriel_find(&hit, text->ptr, text->len, true, &from, &t->find->request.find) || hit.begin == 0)
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

static void typed_unwrap(struct typed *t)
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
  typed_search(t);
  typed_end_sentence(t);
}

/* ---- Line breaks ------------------------------------------------------------------------------ */

/* Writes the text without white space to `joined`. */
static void typed_join(struct typed *t, bool keeps_hyphens)
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

/* ---- Readings --------------------------------------------------------------------------------- */

/* Sets the kind of the joined text. Returns false if it is no reference that find would find. */
static bool typed_kind(const struct typed *t, struct text_hit *hit)
{
  const uriel_text text = hit->cleaned;
  const char *const colon = text.len ? memchr(text.ptr, ':', text.len) : NULL;
  uriel_hit found;
  size_t from = 0;
  hit->kind = URIEL_HIT_URI;
  if (colon && find_is_scheme((uriel_text){text.ptr, (size_t)(colon - text.ptr)}))
    return true;
  if (uriel_find(&found, text.ptr, text.len, true, &from, &t->find->request.find) && found.begin == 0 &&
      found.end == text.len) {
    hit->kind = found.kind;
    return true;
  }
  return t->labelled && text.len > 0;
}

/* Prints the joined text, one of its readings. */
static bool typed_reading(struct typed *t, const char *mark)
{
  static struct record record; /* large */
  struct find *const find = t->find;
  const struct reading reading = {.spec = URIEL_SPEC_RFC3986};
  struct text_hit hit = {.raw = t->text, .cleaned = buffer_text(&t->joined)};
  for (size_t i = 0; i < hit.cleaned.len; i++)
    if ((unsigned char)hit.cleaned.ptr[i] >= 0x80)
      hit.flags = URIEL_HIT_IRI;
  if (!typed_kind(t, &hit)) {
    if (find_complains(find))
      message("%s: no reference: %s", t->name,
              hit.cleaned.len == 0 ? "the text is empty"
                                   : "it has no scheme, as in http://a; see --abbreviated, --mail");
    return false;
  }
  record_begin(&record, &find_typed_schema, 1, &reading);
  /* The URI is that of all the text. */
  hit.raw = hit.cleaned;
  if (find->to_uri && hit.flags & URIEL_HIT_IRI)
    find_to_uri(find, &hit);
  const uriel_text uri = find_uri(find, &hit);
  find_parse(find, &record, &hit, uri);
  record.values[TYPED_INPUT] = t->input;
  record.values[TYPED_REFERENCE] = hit.cleaned;
  record.values[TYPED_HYPHEN] = uriel_text_of(mark);
  record.values[TYPED_REMOVED] = t->removed.len ? buffer_text(&t->removed) : uriel_text_of(NULL);
  record.values[TYPED_URI] = uri;
  if (record_is_invalid(&record) && find_complains(find) &&
      (find->render.form != RENDER_JSON || find->general.quiet))
    error_print(t->name, &record.error);
  const bool plain = find->render.form == RENDER_PLAIN;
  if (find->general.quiet || (plain && record_is_invalid(&record)))
    return true;
  if (plain && mark && !find->only_reference) {
    colour_tone(&standard_out, TONE_DIM);
    output_format(&standard_out, "hyphen %s:", mark);
    colour_tone(&standard_out, TONE_PLAIN);
    output_char(&standard_out, ' ');
  }
  render_record(&find->render, &record);
  return true;
}

static void typed_text(struct find *find, const char *name, uriel_text input)
{
  const bool drops = find->request.clean & URIEL_CLEAN_NO_HYPHEN;
  struct typed t = {.find = find, .name = name, .input = input, .text = input};
  typed_unwrap(&t);
  typed_join(&t, !drops);
  typed_count(&t, t.lines, "line break");
  typed_count(&t, t.blanks > t.lines ? t.blanks - t.lines : 0, "space");
  if (t.marks)
    typed_note(&t, "> of quoted mail");
  typed_count(&t, t.dashes, "typographic hyphen");
  if (t.removed.len && find->render.form == RENDER_PLAIN && !find->general.silent &&
      !find->general.quiet)
    message("%s: removed %.*s", name, (int)t.removed.len, t.removed.ptr);
  const bool both = t.hyphens && !drops;
  if (typed_reading(&t, both ? "kept" : NULL) && both) {
    typed_join(&t, false);
    typed_reading(&t, "dropped");
    if (t.hyphens > 1 && !find->general.silent)
      message("%s: %zu hyphens are at the ends of lines: there are readings between all kept and all "
              "dropped",
              name, t.hyphens);
  }
  buffer_free(&t.removed);
  buffer_free(&t.joined);
}

/* Reads all of standard input. */
static void typed_input(struct find *find)
{
  struct find_file file = {.find = find};
  source_start(&find->file, find_bytes, &file);
  if (!source_fill(&find->file, TEXT_REFERENCE_LIMIT + 1))
    die(STATUS_IO, "cannot read standard input: %s", source_reason(find->file.error));
  if (find->file.len > TEXT_REFERENCE_LIMIT)
    die(STATUS_INVALID, "standard input is longer than a reference, %d bytes", TEXT_REFERENCE_LIMIT);
  typed_text(find, "-", (uriel_text){find->file.data ? find->file.data : "", find->file.len});
}

void find_typed(struct find *find, const struct option_reader *reader)
{
  char name[24];
  for (size_t i = 0; i < reader->operand_count; i++) {
    snprintf(name, sizeof name, "%zu", i + 1);
    if (strcmp(reader->operands[i], "-") == 0)
      typed_input(find);
    else
      typed_text(find, name, uriel_text_of(reader->operands[i]));
  }
  if (reader->operand_count == 0)
    typed_input(find);
}
