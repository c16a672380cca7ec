/* SPDX-License-Identifier: MIT */
/* References between delimiters (url-1994, Appendix; url-1997, E; RFC 3986, Appendix C). White space
 * in them, and the ">" of quoted mail, comes from wrapping. */
#include "find/span.h"
#include "uriel_find.h"

/* The state of reading white space. */
typedef struct find_blanks {
  const char *early; /* the first ">" at the start of a line, which closes or is of quoted mail */
  unsigned early_flags;
  bool quoted; /* this line begins with one, and blanks may only be at its end */
} find_blanks;

/* Skips a line break of any system. Returns NULL without one. */
static const char *find_line_break(find_text *t, const char *at)
{
  const int byte = find_peek(t, at);
  if (byte == '\r')
    return find_peek(t, at + 1) == '\n' ? at + 2 : at + 1;
  return byte == '\n' ? at + 1 : NULL;
}

static const char *find_skip(find_text *t, const char *at)
{
  while (find_peek(t, at) == ' ' || find_peek(t, at) == '\t')
    at++;
  return at;
}

/* Skips the white space at `at` if it comes from wrapping. Otherwise returns NULL. */
static const char *find_wrap(find_text *t, const char *at, find_span *s, find_blanks *b)
{
  const char *const begin = at;
  const char *const after = find_skip(t, at);
  const char *const line = find_line_break(t, after);
  if (!line) {
    const bool closes = find_peek(t, after) == (unsigned char)s->opening.close;
    const bool blank = after > begin && s->wrapping == FIND_WRAP_BLANKS && !b->quoted;
    return after > begin && (closes || blank) ? after : NULL;
  }
  at = find_skip(t, line);
  if (find_line_break(t, at))
    return NULL;
  if (find_peek(t, at) == (unsigned char)s->opening.close && s->opening.close != '>')
    return at;
  if (s->wrapping == FIND_WRAP_NONE)
    return find_peek(t, at) == '>' && s->opening.close == '>' ? at : NULL;
  const char *const marks = find_peek(t, at) == '>' ? at : NULL;
  b->quoted = marks && s->opening.close == '>';
  if (b->quoted && !b->early) {
    b->early = at;
    b->early_flags = s->flags;
  }
  while (b->quoted && find_peek(t, at) == '>') /* the "> > " at the start of a line */
    at = find_skip(t, at + 1);
  s->flags |=
      URIEL_HIT_WRAPPED | (begin[-1] == '-' && begin[-2] != '\\' ? (unsigned)URIEL_HIT_HYPHEN : 0);
  return at;
}

/* Bytes that continue a reference between delimiters, where parentheses and quotes have no meaning. */
static size_t find_inner(find_text *t, const char *at, find_span *s)
{
  const char byte = *at;
  if (byte == '%' || byte == '#' || byte == '[' || byte == ']')
    return 1;
  if (byte == '\\' && s->opening.close != '"')
    return 0;
  return (unsigned char)byte >= 0x80 || byte == '\\' ? uriel_find_unit(t, at, s) : 0;
}

/* Returns the closing delimiter, or NULL. "\"" closes in a string within a string. */
static const char *find_close(find_text *t, const char *at, find_span *s, find_blanks *b)
{
  const char *const begin = at;
  bool blank = false;
  for (;;) {
    at = bytes_past(at, t->end, BYTE_QUERY);
    const int byte = find_peek(t, at);
    if (byte < 0 || byte == (unsigned char)s->opening.close)
      return byte < 0 ? NULL : at;
    if (byte == '\\' && s->opening.close == '"' && find_peek(t, at + 1) == '"')
      return at;
    const size_t n = find_inner(t, at, s);
    at += n;
    if (n > 0)
      continue;
    blank = true;
    at = byte_is_blank(byte) && at > begin ? find_wrap(t, at, s, b) : NULL;
    if (!at || (blank && at - begin > FIND_WRAPPED_MAX))
      return NULL;
  }
}

bool uriel_find_wrapped(find_text *t, const char *at, find_span *s, find_candidate *c)
{
  find_blanks blanks = {NULL, 0, false};
  const char *close = find_close(t, at, s, &blanks);
  if (!close && blanks.early) {
    close = blanks.early;
    s->flags = blanks.early_flags;
  }
  if (!close)
    return false;
  /* A quoted text can be a list: another reference follows a comma or semicolon before the query. */
  for (const char *byte = at; *close == '"' && byte < close && *byte != '?' && *byte != '#'; byte++)
    if ((*byte == ',' || *byte == ';') && uriel_find_another(t, byte + 1))
      return false;
  c->end = close;
  while (c->end > at && byte_is_blank(c->end[-1]))
    c->end--;
  c->next = close + (*close == '\\' ? 2 : 1);
  c->delimiter = s->opening.delimiter;
  c->flags = s->flags;
  return c->end > at;
}
