/* SPDX-License-Identifier: MIT */
/* Where a reference begins and ends: the delimiters around it, or the bare text. */
#include "find/span.h"
#include "uriel_find.h"

/* ---- Openings ------------------------------------------------------------------------------------- */

enum { FIND_OPENING_BLANKS = 8 };

/* "<" or "<URL:", with blanks after it. */
static uriel_delimiter find_angle(const char *low, const char *begin)
{
  const char *at = begin;
  while (at > low && begin - at < FIND_OPENING_BLANKS && byte_is_blank(at[-1]))
    at--;
  if (at > low && at[-1] == '<')
    return URIEL_DELIMITED_ANGLE;
  if (at - low >= 5 && at[-5] == '<' && view_is(view_of(at - 4, at), "url:"))
    return URIEL_DELIMITED_LABEL;
  return URIEL_DELIMITED_BARE;
}

find_opening uriel_find_opening(const char *low, const char *begin)
{
  find_opening opening = {URIEL_DELIMITED_BARE, 0, begin > low ? begin[-1] : 0};
  const uriel_delimiter angle = find_angle(low, begin);
  if (angle != URIEL_DELIMITED_BARE)
    return (find_opening){angle, '>', opening.mark};
  if (opening.mark == '"' && !(begin - low >= 2 && begin[-2] == '\\'))
    return (find_opening){URIEL_DELIMITED_QUOTE, '"', '"'};
  const bool link = opening.mark == '(' && begin - low >= 2 && begin[-2] == ']';
  const char *const brace = begin > low ? begin - 1 : begin, *name = brace; /* TeX: "\url{", "\href{" */
  while (opening.mark == '{' && name > low && byte_is(name[-1], BYTE_ALPHA))
    name--;
  const bool command = opening.mark == '{' && name < brace && name > low && name[-1] == '\\';
  if (link || command) {
    opening.delimiter = URIEL_DELIMITED_BRACKET;
    opening.close = link ? ')' : '}';
  }
  return opening;
}

/* The length of the escape at the beginning of the word [at, end), after its "\\": "u003e" and "x3c",
 * "074", "n", and the "fB" of roff. */
static size_t find_escape_letters(const char *at, const char *end)
{
  size_t n = *at == 'u' ? 5 : *at == 'x' ? 3 : 0;
  if (n > 0 && (size_t)(end - at) > n && bytes_past(at + 1, at + n, BYTE_HEX) == at + n)
    return n;
  n = 0;
  while (n < 3 && at + n < end && at[n] >= '0' && at[n] <= '7')
    n++;
  if (n > 0)
    return n;
  if (*at == 'f' && end - at > 2 && bytes_have("BIRPC", (unsigned char)at[1]))
    return 2;
  return bytes_have("abefnrtvE", (unsigned char)*at);
}

/* Reports whether ESC, or its form in strings, ends at `at`. */
static bool find_is_escape_before(const char *low, const char *at)
{
  static const char *const written[] = {"\\033", "\\x1b", "\\e", "\\u001b"};
  if (at > low && at[-1] == 0x1B)
    return true;
  for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
    const size_t n = uriel_text_of(written[i]).len;
    if ((size_t)(at - low) >= n && view_is((uriel_text){at - n, n}, written[i]))
      return true;
  }
  return false;
}

const char *uriel_find_past_escape(const char *low, const char *begin, const char *end)
{
  const char *at = begin;
  if (at == low || at == end)
    return NULL;
  if (at[-1] == '\\') {
    const size_t n = find_escape_letters(at, end);
    return n > 0 && at + n < end ? at + n : NULL;
  }
  /* "\f(CW" of roff */
  if (at - low >= 3 && view_is((uriel_text){at - 3, 3}, "\\f("))
    return end - at > 2 ? at + 2 : NULL;
  while (at > low && (byte_is(at[-1], BYTE_DIGIT) || at[-1] == ';'))
    at--;
  if (at == low || at[-1] != '[' || !find_is_escape_before(low, at - 1))
    return NULL;
  at = bytes_past(begin, end, BYTE_DIGIT);
  return end - at > 1 ? at + 1 : NULL;
}

/* ---- Extent --------------------------------------------------------------------------------------- */

/* Reports whether the text after a reference closes its markup: the bracket itself, or blanks before
 * the title of a link. */
static bool find_markup_closes(find_text *t, const char *at, char close)
{
  const int byte = find_peek(t, at);
  if (byte == (unsigned char)close)
    return true;
  if (close != ')' || !byte_is_blank(byte))
    return false;
  const int next = find_peek(t, at + 1);
  return next == '"' || next == '\'' || next == '(';
}

/* Leaves out markup after the reference: "${name}", "%{name}", "#{name}" and "$(name)", which are
 * placeholders, and "E<gt>" of POD. */
static const char *find_before_markup(find_text *t, const char *begin, const char *end)
{
  const int next = find_peek(t, end);
  if (end == begin)
    return end;
  if (next == '(' && end[-1] == '$')
    return end - 1;
  if (next == '{')
    return bytes_have("$%#", (unsigned char)end[-1]) ? end - 1 : end;
  const bool pod = end[-1] == 'E' && next == '<' && find_peek(t, end + 1) == 'g' &&
                   find_peek(t, end + 2) == 't' && find_peek(t, end + 3) == '>';
  return pod ? end - 1 : end;
}

/* If markup closes the reference, takes all of it; otherwise trims punctuation. */
static void find_markup(find_text *t, const char *begin, const char *end, find_span *s,
                        find_candidate *c)
{
  const char close = s->opening.close;
  if (!close || !find_markup_closes(t, end, close))
    end = uriel_find_trim(begin, end, s);
  c->end = end;
  c->next = end;
  if (close && find_markup_closes(t, end, close)) {
    c->delimiter = URIEL_DELIMITED_BRACKET;
    c->next = end + (find_peek(t, end) == (unsigned char)close);
  }
}

/* Cuts the reference before an unclosed parenthesis, as in "a(which is) b", unless its end is the mark
 * that opened it. The rest is short because it is read again. */
static const char *find_before_open(find_text *t, const char *end, find_span *s)
{
  const int next = find_peek(t, end);
  const char mark = s->opening.mark;
  const bool quoted = next > 0 && next == mark && (mark == '\'' || mark == '`');
  if (s->depth == 0 || quoted || (next > 0 && next == s->opening.close) || end - s->open > FIND_FORM_MAX)
    return end;
  s->quotes = s->open_quotes;
  s->flags = s->open_flags;
  return s->open;
}

void uriel_find_extent(find_text *t, const char *at, find_span *s, find_candidate *c)
{
  const find_span before = *s;
  const char close = s->opening.close;
  if ((close == '>' || close == '"') && uriel_find_wrapped(t, at, s, c))
    return;
  *s = before;
  if (close == '>' || close == '"')
    s->opening.close = 0;
  c->delimiter = URIEL_DELIMITED_BARE;
  const char *end = uriel_find_bare(t, at, s);
  end = find_before_markup(t, at, find_before_open(t, end, s));
  find_markup(t, at, end, s, c);
  c->flags = s->flags;
}
