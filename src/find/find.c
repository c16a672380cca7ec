/* SPDX-License-Identifier: MIT */
/* References in running text: a first reading of RFC 3986, Appendix C. Looks for colons, reads the
 * scheme in front of each, and from there on to what delimits the reference. */
#include "find/schemes.h"
#include "text/bytes.h"
#include "text/utf8.h"
#include "text/writer.h"

enum {
  FIND_CONTEXT = 64,  /* enough of the text before a colon for a scheme and what delimits it */
  FIND_WRAPPED = 4096 /* how far the end of a wrapped reference is looked for */
};

typedef struct find_text {
  const char *begin; /* not before the end of the last hit */
  const char *end;
  bool whole;
} find_text;

typedef enum find_verdict { FIND_NONE, FIND_HIT, FIND_MORE } find_verdict;

typedef struct find_candidate {
  const char *scheme, *colon, *end;
  uriel_delimiter delimiter;
} find_candidate;

static bool find_is_blank(char byte)
{
  return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static bool find_is_uri_byte(char byte)
{
  return byte_is(byte, BYTE_QUERY) || byte == '%' || byte == '#';
}

/* Blocks of characters beyond ASCII that set text off rather than make it: punctuation and spaces. */
static bool find_is_punctuation(uint32_t character)
{
  static const struct {
    uint32_t first, last;
  } blocks[] = {
      {0x80, 0xA9},     {0xAB, 0xB4},     {0xB6, 0xB9},     {0xBB, 0xBF},     {0x2000, 0x206F},
      {0x3000, 0x303F}, {0xFE30, 0xFE4F}, {0xFEFF, 0xFEFF}, {0xFF00, 0xFF0F}, {0xFF1A, 0xFF20},
      {0xFF3B, 0xFF40}, {0xFF5B, 0xFF65}, {0xFFF0, 0xFFFF},
  };
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
    if (character >= blocks[i].first && character <= blocks[i].last)
      return true;
  return false;
}

/* The bytes at `at` that a reference is written with, a letter beyond ASCII among them: no URI holds
 * one, but what is cut off before it would be another URI than the one that was meant. 0 where it ends.
 */
static size_t find_unit(const char *at, const char *end)
{
  uint32_t character = 0;
  if (find_is_uri_byte(*at))
    return 1;
  const size_t n = (unsigned char)*at < 0x80 ? 0 : uriel_utf8_character(at, end, &character);
  return n > 0 && !find_is_punctuation(character) ? n : 0;
}

/* Whether a character at `at` may go on in text that is still to come. */
static bool find_is_cut(const find_text *t, const char *at)
{
  return !t->whole && (at == t->end || ((unsigned char)*at >= 0x80 && t->end - at < 4));
}

/* Where the scheme before `colon` begins, or NULL. "e.g.http" holds one after its last dot. */
static const char *find_scheme(const find_text *t, const char *colon)
{
  const char *at = colon, *dot = colon;
  while (at > t->begin && colon - at <= FIND_SCHEME_MAX && byte_is(at[-1], BYTE_SCHEME)) {
    at--;
    if (*at == '.' && dot == colon)
      dot = at;
  }
  while (at < colon && !byte_is(*at, BYTE_ALPHA))
    at++;
  if (uriel_find_scheme(view_of(at, colon)) != FIND_SCHEME_UNKNOWN)
    return at;
  if (dot < colon && uriel_find_scheme(view_of(dot + 1, colon)) != FIND_SCHEME_UNKNOWN)
    return dot + 1;
  return NULL;
}

/* What stands before the scheme: "<" or "<URL:" (with blanks), or a quote. */
static uriel_delimiter find_opening(const find_text *t, const char *scheme)
{
  const char *at = scheme;
  if (at > t->begin && at[-1] == '"')
    return URIEL_DELIMITED_QUOTE;
  while (at > t->begin && scheme - at < FIND_CONTEXT / 2 && find_is_blank(at[-1]))
    at--;
  if (at - t->begin >= 5 && at[-1] == ':' && byte_lower(at[-2]) == 'l' && byte_lower(at[-3]) == 'r' &&
      byte_lower(at[-4]) == 'u')
    at -= 4;
  return at > t->begin && at[-1] == '<' ? URIEL_DELIMITED_ANGLE : URIEL_DELIMITED_BARE;
}

/* Inside angle brackets any blank may be wrapping, inside quotes only a line break and the blanks about
 * it. */
static bool find_skip_blanks(const char **at, const char *end, uriel_delimiter delimiter)
{
  bool line_break = false;
  unsigned lines = 0;
  while (*at < end && find_is_blank(**at)) {
    lines += **at == '\n';
    line_break = line_break || **at == '\n' || **at == '\r';
    ++*at;
  }
  return lines < 2 && (line_break || delimiter == URIEL_DELIMITED_ANGLE);
}

/* Reads on to the closing delimiter. */
static find_verdict find_wrapped(const find_text *t, find_candidate *c)
{
  const char close = c->delimiter == URIEL_DELIMITED_ANGLE ? '>' : '"';
  const bool cut = t->end - c->scheme > FIND_WRAPPED;
  const char *const end = cut ? c->scheme + FIND_WRAPPED : t->end;
  const char *at = c->colon + 1;
  while (at < end && *at != close) {
    const size_t unit = *at == '[' || *at == ']' ? 1 : find_unit(at, end);
    if (unit == 0 && find_is_cut(t, at))
      return FIND_MORE;
    at += unit;
    if (unit > 0)
      continue;
    if (!find_is_blank(*at))
      return FIND_NONE;
    if (!find_skip_blanks(&at, end, c->delimiter))
      return at == t->end && !t->whole ? FIND_MORE : FIND_NONE;
  }
  c->end = at;
  if (at < end)
    return FIND_HIT;
  return cut || t->whole ? FIND_NONE : FIND_MORE;
}

/* Takes off what ends a sentence rather than a reference: punctuation, and closing parentheses that the
 * reference does not open. */
static const char *find_trim(const char *begin, const char *end)
{
  size_t open = 0, closed = 0;
  for (const char *at = begin; at < end; at++) {
    open += *at == '(';
    closed += *at == ')';
  }
  while (end > begin) {
    const char last = end[-1];
    const bool unopened = last == ')' && closed > open;
    if (!unopened && last != '.' && last != ',' && last != ';' && last != ':' && last != '!' &&
        last != '?' && last != '\'')
      break;
    closed -= unopened;
    end--;
  }
  return end;
}

/* Past an IP literal that follows "//", the one place where brackets may stand; `at` itself where there
 * is none, NULL where the text ends within one. */
static const char *find_skip_literal(const find_text *t, const char *at)
{
  if (t->end - at < 3 || at[0] != '/' || at[1] != '/' || at[2] != '[')
    return at;
  const char *literal = at + 3;
  while (literal < t->end && byte_is(*literal, BYTE_USERINFO))
    literal++;
  if (literal == t->end)
    return t->whole ? at : NULL;
  return *literal == ']' ? literal + 1 : at;
}

static find_verdict find_bare(const find_text *t, find_candidate *c)
{
  const char *at = find_skip_literal(t, c->colon + 1);
  c->delimiter = URIEL_DELIMITED_BARE;
  if (!at)
    return FIND_MORE;
  for (size_t unit = 1; at < t->end && unit > 0; at += unit)
    unit = find_unit(at, t->end);
  c->end = at;
  if (find_is_cut(t, at))
    return FIND_MORE;
  c->end = find_trim(c->colon + 1, at);
  return FIND_HIT;
}

/* Whether what follows the colon may begin a reference of the scheme: what the first bytes tell, so that
 * a candidate costs nothing where they tell it is none. */
static find_verdict find_begins(const find_text *t, find_scheme_kind kind, const char *rest)
{
  const size_t len = (size_t)(t->end - rest);
  bool begins = true;
  if (len < 3 && !t->whole)
    return FIND_MORE;
  if (kind == FIND_SCHEME_AUTHORITY)
    begins = len > 2 && rest[0] == '/' && rest[1] == '/' && rest[2] != '/' && rest[2] != '.';
  else if (kind == FIND_SCHEME_SLASH)
    begins = len > 1 && rest[0] == '/';
  else if (kind == FIND_SCHEME_NUMBER)
    begins = len > 0 && (rest[0] == '+' || byte_is(rest[0], BYTE_DIGIT));
  return begins ? FIND_HIT : FIND_NONE;
}

/* Whether there is a `byte` in [begin, end) with something before and after it. */
static bool find_holds(const char *begin, const char *end, char byte)
{
  const char *const found = view_find(begin, end, byte);
  return found > begin && end - found > 1;
}

/* The same of the whole candidate. */
static bool find_plausible(const find_candidate *c, find_scheme_kind kind)
{
  const char *const rest = c->colon + 1;
  if (kind == FIND_SCHEME_COLON)
    return find_holds(rest, c->end, ':');
  if (kind == FIND_SCHEME_AT)
    return find_holds(rest, c->end, '@');
  const size_t len = (size_t)(c->end - rest);
  return len > (len >= 2 && rest[0] == '/' && rest[1] == '/' ? 2 : 0);
}

static find_verdict find_at_colon(const find_text *t, const char *colon, find_candidate *c)
{
  *c = (find_candidate){find_scheme(t, colon), colon, colon + 1, URIEL_DELIMITED_BARE};
  if (!c->scheme)
    return FIND_NONE;
  const find_scheme_kind kind = uriel_find_scheme(view_of(c->scheme, colon));
  find_verdict verdict = find_begins(t, kind, colon + 1);
  if (verdict != FIND_HIT)
    return verdict;
  c->delimiter = find_opening(t, c->scheme);
  verdict = FIND_NONE;
  if (c->delimiter != URIEL_DELIMITED_BARE)
    verdict = find_wrapped(t, c);
  if (verdict == FIND_NONE)
    verdict = find_bare(t, c);
  return verdict == FIND_HIT && !find_plausible(c, kind) ? FIND_NONE : verdict;
}

/* Where to go on once there is more text: before `place`, with what may be read in front of it. Neither
 * within a word, whose rest would read as a scheme, nor before `passed`, the end of what was refused as
 * a whole. */
static size_t find_resume(const find_text *t, const char *place, const char *passed)
{
  const char *at = place - t->begin > FIND_CONTEXT ? place - FIND_CONTEXT : t->begin;
  for (unsigned i = 0; i <= FIND_SCHEME_MAX && at > t->begin && byte_is(at[-1], BYTE_SCHEME); i++)
    at--;
  return (size_t)((at > passed ? at : passed) - t->begin);
}

bool uriel_find(const uriel_find_options *options, const char *text, size_t len, bool whole,
                size_t *from, uriel_hit *hit)
{
  (void)options;
  if (len == 0)
    return false;
  const find_text t = {text + *from, text + len, whole};
  const char *passed = t.begin;
  find_candidate c;
  for (const char *at = view_find(t.begin, t.end, ':'); at < t.end; at = view_find(c.end, t.end, ':')) {
    const find_verdict verdict = find_at_colon(&t, at, &c);
    if (verdict == FIND_HIT) {
      *hit =
          (uriel_hit){(size_t)(c.scheme - text), (size_t)(c.end - text), URIEL_HIT_URI, c.delimiter, 0};
      *from = hit->end;
      return true;
    }
    if (verdict == FIND_MORE) {
      *from += find_resume(&t, c.scheme, passed);
      return false;
    }
    if (c.end > at + 1)
      passed = c.end;
  }
  *from += whole ? (size_t)(t.end - t.begin) : find_resume(&t, t.end, passed);
  return false;
}

size_t uriel_hit_clean(const char *text, const uriel_hit *hit, unsigned options, char *out,
                       size_t capacity)
{
  (void)options;
  writer w = writer_to(out, capacity);
  for (size_t i = hit->begin; i < hit->end; i++)
    if (!find_is_blank(text[i]))
      write_byte(&w, text[i]);
  return w.len;
}

const char *uriel_hit_kind_name(uriel_hit_kind kind)
{
  switch (kind) {
#define FIND_KIND_NAME(constant, value, name)                                                           \
  case URIEL_HIT_##constant:                                                                            \
    return name;
    URIEL_HIT_KINDS(FIND_KIND_NAME)
#undef FIND_KIND_NAME
  }
  return "";
}

const char *uriel_delimiter_name(uriel_delimiter delimiter)
{
  switch (delimiter) {
#define FIND_DELIMITER_NAME(constant, value, name)                                                      \
  case URIEL_DELIMITED_##constant:                                                                      \
    return name;
    URIEL_DELIMITERS(FIND_DELIMITER_NAME)
#undef FIND_DELIMITER_NAME
  }
  return "";
}
