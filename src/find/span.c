/* SPDX-License-Identifier: MIT */
/* How far a reference goes: by the delimiter that was opened before it, or bare. */
#include "find/span.h"
#include "uriel_find.h"

/* Whether what follows a reference closes what markup opened: the bracket itself, and blanks before the
 * title of a link. */
static bool find_markup_closes(find_text *t, const char *at, char close)
{
  const int byte = find_peek(t, at);
  if (byte == (unsigned char)close)
    return true;
  if (close != ')' || !find_blank(byte))
    return false;
  const int next = find_peek(t, at + 1);
  return next == '"' || next == '\'' || next == '(';
}

/* What the text has of its own behind a reference that ends at `end`: "${name}", "%{name}", "#{name}"
 * and
 * "$(name)" to be filled in, and "E<gt>" of POD. */
static const char *find_before_markup(find_text *t, const char *begin, const char *end)
{
  static const char marks[] = "$%#";
  const int next = find_peek(t, end);
  if (end == begin)
    return end;
  if (next == '(' && end[-1] == '$')
    return end - 1;
  if (next == '{')
    return memchr(marks, end[-1], sizeof marks - 1) ? end - 1 : end;
  const bool pod = end[-1] == 'E' && next == '<' && find_peek(t, end + 1) == 'g' &&
                   find_peek(t, end + 2) == 't' && find_peek(t, end + 3) == '>';
  return pod ? end - 1 : end;
}

/* What markup closes is taken whole, anything else less the punctuation behind it. */
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

/* Before a parenthesis that is not closed, as in "a(which is) b", unless the mark that opened the
 * reference is at its end. What is cut off is read again: so it is short. */
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
