/* SPDX-License-Identifier: MIT */
/* Errors in words, and the part of a text around an error, as it can be shown on one line and without
 * its password. */
#include "error.h"

#include <locale.h>
#include <string.h>
#include <wchar.h>

#include "output.h"
#include "reader/password.h"
#include "reader/unicode.h"

/* ---- Excerpts ----------------------------------------------------------------------------------- */

enum { EXCERPT_BEFORE = 40, EXCERPT_DOTS = 3 };

/* One code point, or one bad sequence: how many bytes it is, and how many columns wide when shown. */
struct excerpt_unit {
  size_t size;
  size_t columns;
  bool escaped;
  bool blank; /* a space at the begin or the end, which would not be seen */
};

/* A text, the place that is pointed at, and where the text is without the spaces around it. */
struct excerpt {
  uriel_text text;
  size_t caret, begin, end;
};

void excerpt_start(void)
{
  static bool started;
  if (started)
    return;
  (void)setlocale(LC_CTYPE, "C.UTF-8");
  started = true;
}

static size_t excerpt_width(uint32_t point)
{
  const int width = point < 0x80 ? 1 : wcwidth((wchar_t)point);
  return width < 0 ? 1 : (size_t)width;
}

static struct excerpt excerpt_of(uriel_text text, size_t caret)
{
  struct excerpt excerpt = {text, caret, 0, text.len};
  while (excerpt.begin < text.len && text.ptr[excerpt.begin] == ' ')
    excerpt.begin++;
  while (excerpt.end > excerpt.begin && text.ptr[excerpt.end - 1] == ' ')
    excerpt.end--;
  return excerpt;
}

/* The caret's character is always shown, also a mark that would combine with the one before it. */
static struct excerpt_unit excerpt_unit_at(const struct excerpt *excerpt, size_t at)
{
  uint32_t point;
  const size_t size = utf8_next(excerpt->text.ptr + at, excerpt->text.len - at, &point);
  const bool pointed = at == excerpt->caret;
  const size_t columns = utf8_is_safe(point) && utf8_is_seen(point) ? excerpt_width(point) : 0;
  const bool outside = at < excerpt->begin || at >= excerpt->end;
  if (columns > 0)
    return (struct excerpt_unit){size, columns, false, outside};
  if (pointed || !utf8_is_safe(point) || !utf8_is_seen(point))
    return (struct excerpt_unit){size, 4 * size, true, false};
  return (struct excerpt_unit){size, 0, false, false};
}

/* The columns of bytes [from, to). */
static size_t excerpt_columns(const struct excerpt *excerpt, size_t from, size_t to)
{
  size_t columns = 0;
  while (from < to) {
    const struct excerpt_unit unit = excerpt_unit_at(excerpt, from);
    columns += unit.columns;
    from += unit.size;
  }
  return columns;
}

/* Where to begin, so that `offset` is at most EXCERPT_BEFORE columns in. */
static size_t excerpt_begin(const struct excerpt *excerpt)
{
  const uriel_text text = excerpt->text;
  const size_t offset = excerpt->caret;
  if (text.len <= EXCERPT_COLUMNS && excerpt_columns(excerpt, 0, text.len) <= EXCERPT_COLUMNS)
    return 0;
  size_t begin = offset > EXCERPT_BEFORE ? offset - EXCERPT_BEFORE : 0;
  while (begin > 0 && begin < offset && ((unsigned char)text.ptr[begin] & 0xC0) == 0x80)
    begin++;
  const size_t room = begin > 0 ? EXCERPT_BEFORE - EXCERPT_DOTS : EXCERPT_BEFORE;
  while (begin < offset && excerpt_columns(excerpt, begin, offset) > room)
    begin += excerpt_unit_at(excerpt, begin).size;
  return begin;
}

static void excerpt_put(uriel_text text, size_t at, struct excerpt_unit unit, struct buffer *out)
{
  if (unit.blank)
    buffer_append(out, "\xE2\x90\xA0", 3); /* U+2420, symbol for space */
  else if (unit.escaped)
    buffer_append_hex(out, text.ptr + at, unit.size);
  else
    buffer_append(out, text.ptr + at, unit.size);
}

/* Whether the rest of the text from `at` fits into `room` columns; looks at no more than that. */
static bool excerpt_rest_fits(const struct excerpt *excerpt, size_t at, size_t room)
{
  size_t columns = 0;
  while (at < excerpt->text.len && columns <= room) {
    const struct excerpt_unit unit = excerpt_unit_at(excerpt, at);
    columns += unit.columns > 0 ? unit.columns : 1; /* so that combining characters without end do end */
    at += unit.size;
  }
  return columns <= room;
}

/* The unit at `at` is shown at `columns`: marks at or after it move to that column or a later one. */
static void excerpt_move(struct excerpt_marks *columns_of, const struct excerpt_marks *marks, size_t at,
                         size_t columns)
{
  if (at <= marks->caret)
    columns_of->caret = columns;
  if (at <= marks->begin)
    columns_of->begin = columns;
  if (at <= marks->end)
    columns_of->end = columns;
}

struct excerpt_marks excerpt_make(uriel_text text, struct excerpt_marks marks, struct buffer *out)
{
  excerpt_start();
  out->len = 0;
  const struct excerpt excerpt = excerpt_of(text, marks.caret);
  size_t at = excerpt_begin(&excerpt);
  size_t columns = at > 0 ? EXCERPT_DOTS : 0;
  struct excerpt_marks shown = {columns, columns, columns};
  buffer_append(out, "...", columns);
  while (at < text.len) {
    const struct excerpt_unit unit = excerpt_unit_at(&excerpt, at);
    const size_t room = EXCERPT_COLUMNS - columns;
    if (unit.columns + EXCERPT_DOTS > room && !excerpt_rest_fits(&excerpt, at, room))
      break;
    excerpt_move(&shown, &marks, at, columns);
    excerpt_put(text, at, unit, out);
    columns += unit.columns;
    at += unit.size;
    if (out->len > (size_t)16 * EXCERPT_COLUMNS)
      break;
  }
  excerpt_move(&shown, &marks, at, columns);
  if (at < text.len)
    buffer_append(out, "...", EXCERPT_DOTS);
  return shown;
}

static const char password_stars[] = "****";
static const size_t password_stars_len = sizeof password_stars - 1;

/* Where a place of the text is in that with stars. */
static void password_move(struct password_span span, size_t *offset)
{
  if (*offset >= span.end)
    *offset = *offset - span.end + span.begin + password_stars_len;
  else if (*offset > span.begin)
    *offset = span.begin;
}

uriel_text excerpt_hide_password(uriel_text text, uriel_component within, struct excerpt_marks *marks,
                                 struct buffer *scratch)
{
  /* Only an "@" ends a password. */
  if (!text.ptr || (within != URIEL_USERINFO && !(text.len && memchr(text.ptr, '@', text.len))))
    return text;
  const struct password_span span = password_locate(text, within);
  if (span.begin == span.end)
    return text;
  scratch->len = 0;
  buffer_append(scratch, text.ptr, span.begin);
  buffer_append(scratch, password_stars, password_stars_len);
  buffer_append(scratch, text.ptr + span.end, text.len - span.end);
  password_move(span, &marks->caret);
  password_move(span, &marks->begin);
  password_move(span, &marks->end);
  return (uriel_text){scratch->ptr, scratch->len};
}

/* The caret under the place, tildes under the rest of the part. */
static void excerpt_print_marks(struct output *out, const struct excerpt_marks *marks)
{
  const size_t end = marks->end > marks->caret ? marks->end : marks->caret + 1;
  size_t column = marks->begin < marks->caret ? marks->begin : marks->caret;
  for (size_t i = 0; i < column + 2; i++)
    output_char(out, ' ');
  colour_tone(out, TONE_ERROR);
  for (; column < end; column++)
    output_char(out, column == marks->caret                          ? '^'
                     : column >= marks->begin && column < marks->end ? '~'
                                                                     : ' ');
  colour_tone(out, TONE_PLAIN);
}

void excerpt_print(struct output *out, uriel_text text, uriel_component within,
                   struct excerpt_marks marks)
{
  struct buffer *const excerpt = scratch_of(SCRATCH_ERROR);
  struct buffer *const masked = scratch_of(SCRATCH_ERROR_MASKED);
  const uriel_text shown = excerpt_hide_password(text, within, &marks, masked);
  marks = excerpt_make(shown, marks, excerpt);
  output_text(out, "  ");
  output_put(out, excerpt->ptr, excerpt->len);
  output_char(out, '\n');
  excerpt_print_marks(out, &marks);
}

/* ---- Errors ------------------------------------------------------------------------------------- */

const char *error_code(const struct record_error *error)
{
  return error->code ? error->code : uriel_error_name(error->error.code);
}

const char *error_component(const struct record_error *error)
{
  return uriel_component_name(error->error.component);
}

const char *error_rule(const struct record_error *error)
{
  return error->code ? "" : uriel_error_rule(&error->error);
}

const char *error_section(const struct record_error *error)
{
  if (error->section)
    return error->section;
  return error->code ? "" : uriel_error_section(&error->error);
}

/* A text that was cut short has no character at error to name. */
static bool error_is_fixed(const struct record_error *error)
{
  return error->code || error->error.code == URIEL_ERROR_TOO_LONG || !error->text.ptr;
}

/* Writes the tool's own words into `out`, or those of the library. */
typedef size_t error_writer(const uriel_error *error, const char *text, size_t len, char *out,
                            size_t capacity);

static void error_words(const struct record_error *error, const char *own, error_writer *write,
                        struct buffer *out)
{
  out->len = 0;
  if (own)
    buffer_append(out, own, strlen(own));
  if (own || error_is_fixed(error))
    return;
  while (
      buffer_short(out, write(&error->error, error->text.ptr, error->text.len, out->ptr, out->capacity)))
    continue;
}

void error_message(const struct record_error *error, struct buffer *out)
{
  const char *own = error->code ? error->message : NULL;
  if (!error->code && error_is_fixed(error))
    own = uriel_error_message(error->error.code);
  error_words(error, own, uriel_error_describe, out);
}

void error_expected(const struct record_error *error, struct buffer *out)
{
  error_words(error, error->expected, uriel_error_expected, out);
}

void error_hint(const struct record_error *error, struct buffer *out)
{
  error_words(error, error->hint, uriel_error_hint, out);
}

static bool error_is_of_idna(const struct record_error *error)
{
  return !error->code && uriel_error_class_of(error->error.code) == URIEL_CLASS_IDNA;
}

/* Whether it is the URI's scheme or namespace that is broken, not a rule of the document. */
static bool error_is_of_scheme(const struct record_error *error)
{
  const uriel_error_class class = uriel_error_class_of(error->error.code);
  return class == URIEL_CLASS_SCHEME || class == URIEL_CLASS_PART || class == URIEL_CLASS_NAME;
}

static void error_print_head(const char *label, const struct record_error *error, struct buffer *scratch)
{
  struct output *const out = &standard_error;
  error_message(error, scratch);
  output_text(out, "uriel: ");
  output_escaped(out, label, strlen(label));
  if (error->in)
    output_format(out, ": %s", error->in);
  if (error->what)
    output_format(out, error->what[0] ? ": %s" : "%s", error->what);
  else if (error_is_of_idna(error))
    output_text(out, ": its host is not a domain name");
  else
    output_format(out, ": not a%s %s", error->error.spec == URIEL_SPEC_IRI ? "n" : "",
                  uriel_spec_noun(error->error.spec));
  if (!error->code && !error_is_of_scheme(error))
    output_format(out, " (%s)",
                  error_is_of_idna(error) ? "UTS #46" : uriel_spec_document(error->error.spec));
  output_text(out, ": ");
  colour_tone(out, TONE_STRONG);
  output_put(out, scratch->ptr, scratch->len);
  colour_tone(out, TONE_PLAIN);
  output_char(out, '\n');
}

/* In parentheses, with the document. */
static void error_print_section(const struct record_error *error)
{
  const char *const section = error_section(error);
  const bool whole = error->section && !(*section >= '0' && *section <= '9');
  output_format(&standard_error, "%s(%s%s%s)", *error_rule(error) ? " " : "   ",
                whole ? "" : uriel_spec_document(error->error.spec), whole ? "" : ", ", section);
}

static void error_print_caret(const struct record_error *error, struct buffer *scratch)
{
  struct output *const out = &standard_error;
  error_expected(error, scratch);
  if (scratch->len > 0) {
    output_text(out, " expected ");
    output_put(out, scratch->ptr, scratch->len);
  }
  if (*error_rule(error))
    output_format(out, "   rule %s", error_rule(error));
  if (error_is_of_idna(error) && *error_section(error)) /* the rule names the document */
    output_format(out, " (section %s)", error_section(error));
  else if (*error_section(error))
    error_print_section(error);
  output_char(out, '\n');
}

/* Whether RFC 3987 allows the character that RFC 3986 does not allow in a host. */
static bool error_is_letter(const struct record_error *error)
{
  uriel_ref ref;
  return error->error.code == URIEL_ERROR_HOST_CHARACTER && error->error.spec == URIEL_SPEC_RFC3986 &&
         !error->what && error->error.offset < error->text.len &&
         (unsigned char)error->text.ptr[error->error.offset] >= 0x80 &&
         uriel_parse_as(&ref, error->text.ptr, error->text.len, URIEL_SPEC_IRI, 0, NULL);
}

static void error_print_hint(const struct record_error *error, struct buffer *scratch)
{
  struct output *const out = &standard_error;
  error_hint(error, scratch);
  if (scratch->len == 0)
    return;
  output_text(out, "  hint: ");
  output_put(out, scratch->ptr, scratch->len);
  if (error_is_letter(error))
    output_text(out, "; normalize --to-uri writes it so, and --spec=iri reads it");
  output_char(out, '\n');
}

/* Offset and component of the error, as far as they are in its text; no component that is all of it. */
static struct excerpt_marks error_marks(const struct record_error *error)
{
  const size_t len = error->text.len;
  const size_t offset = error->error.offset < len ? error->error.offset : len;
  const size_t begin = error->error.begin < len ? error->error.begin : len;
  const size_t end = error->error.length < len - begin ? begin + error->error.length : len;
  const bool whole = end - begin == len || error->error.component == URIEL_REFERENCE;
  return whole ? (struct excerpt_marks){offset, offset, offset}
               : (struct excerpt_marks){offset, begin, end};
}

void error_print(const char *label, const struct record_error *error)
{
  struct buffer *const error_scratch = scratch_of(SCRATCH_ERROR);
  error_print_head(label, error, error_scratch);
  if (!error->text.ptr)
    return;
  excerpt_print(&standard_error, error->text, error->within, error_marks(error));
  error_print_caret(error, error_scratch);
  error_print_hint(error, error_scratch);
}
