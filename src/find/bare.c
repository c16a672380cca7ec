/* SPDX-License-Identifier: MIT */
/* How far a reference goes that nothing delimits: to the first byte that is not its own, less the
 * punctuation that ends a sentence rather than a reference. */
#include "find/character.h"
#include "find/domain.h"
#include "find/span.h"

enum { FIND_ENTITY_MAX = 8, FIND_NAME_MAX = 32 };

/* "&quot;" and its like, which are what the text has for a delimiter. "&amp;" is a "&". */
static bool find_ends_at_entity(find_text *t, const char *at)
{
  static const char *const names[] = {"quot",  "gt",    "lt",     "apos",  "nbsp",  "#34",   "#39",
                                      "#60",   "#62",   "#160",   "#x22",  "#x27",  "#x3c",  "#x3e",
                                      "#xa0",  "#034",  "#039",   "laquo", "raquo", "ldquo", "rdquo",
                                      "lsquo", "rsquo", "hellip", "mdash", "ndash", "bull"};
  const char *const begin = at + 1;
  const char *end = begin;
  while (end - begin < FIND_ENTITY_MAX && (find_is(find_peek(t, end), BYTE_ALPHA | BYTE_DIGIT) ||
                                           (end == begin && find_peek(t, end) == '#')))
    end++;
  if (find_peek(t, end) != ';')
    return false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (uriel_find_same(view_of(begin, end), names[i]))
      return true;
  return false;
}

/* Whether another reference begins at `at`, behind a comma of a list. */
static bool find_another(find_text *t, const char *at)
{
  static const char *const starts[] = {"http://", "https://", "ftp://"};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
    size_t n = 0;
    for (int byte = 0; starts[i][n]; n++) {
      byte = find_peek(t, at + n);
      if (byte < 0 || byte_lower((char)byte) != starts[i][n])
        break;
    }
    if (!starts[i][n])
      return true;
  }
  return false;
}

/* "[name]" in a query as PHP has it: another "[", "=" or "&" follows. RFC 3986 has no brackets there,
 * but what is meant is plain. */
static size_t find_array(find_text *t, const char *at)
{
  const char *end = at + 1;
  bool number = true;
  for (; end - at < FIND_NAME_MAX && find_is(find_peek(t, end), BYTE_UNRESERVED); end++)
    number = number && byte_is(*end, BYTE_DIGIT);
  if (find_peek(t, end) != ']')
    return 0;
  const int next = find_peek(t, end + 1);
  return number || next == '=' || next == '&' || next == '[' ? (size_t)(end + 1 - at) : 0;
}

/* An IP literal, behind "//" or "@". */
static size_t find_literal(find_text *t, const char *at)
{
  const char *end = at + 1;
  while (end - at <= FIND_LABEL_MAX &&
         (find_is(find_peek(t, end), BYTE_USERINFO) || find_peek(t, end) == '%'))
    end++;
  return end > at + 1 && find_peek(t, end) == ']' ? (size_t)(end + 1 - at) : 0;
}

/* "\/", "\u0026" of JSON, "\_" of TeX: one character each. */
static size_t find_escape(find_text *t, const char *at, find_span *s)
{
  static const char tex[] = "%#_&~$";
  const int next = find_peek(t, at + 1);
  size_t n = 0;
  if (s->opening.close == '}')
    n = next > 0 && memchr(tex, next, sizeof tex - 1) ? 2 : 0;
  else if (next == '/')
    n = s->escaped ? 2 : 0;
  else if (next == 'u' && find_peek(t, at + 2) == '0' && find_peek(t, at + 3) == '0' &&
           find_is(find_peek(t, at + 4), BYTE_HEX) && find_is(find_peek(t, at + 5), BYTE_HEX)) {
    const char byte = (char)(hex_value(at[4]) << 4 | hex_value(at[5]));
    n = byte != '\'' && (byte_is(byte, BYTE_QUERY) || byte == '%' || byte == '#') ? 6 : 0;
  }
  if (n > 0)
    s->flags |= URIEL_HIT_ESCAPED;
  return n;
}

/* A letter beyond ASCII. One of an unspaced script right behind a top-level domain is text again. */
static size_t find_iri(find_text *t, const char *at, find_span *s)
{
  uint32_t character = 0;
  const size_t n = uriel_find_letter(t, at, &character);
  if (n > 0 && s->authority && s->opening.close != '>' && character >= FIND_UNSPACED) {
    const char *label = at;
    while (at - label < FIND_LABEL_MAX && byte_is(label[-1], BYTE_ALPHA))
      label--;
    if (label[-1] == '.' && uriel_find_top(view_of(label, at)) != FIND_TOP_NONE)
      return 0;
  }
  if (n > 0)
    s->flags |= URIEL_HIT_IRI;
  return n;
}

static size_t find_parenthesis(char byte, find_span *s)
{
  if (byte == ')' && s->depth == 0)
    return 0;
  s->depth += byte == '(' ? 1u : 0u - 1u;
  return 1;
}

/* Delimiters that tell where in the reference one is. */
static size_t find_passed(char byte, find_span *s)
{
  s->authority = false;
  s->query = byte != '/' || s->query;
  return 1;
}

size_t uriel_find_unit(find_text *t, const char *at, find_span *s)
{
  const char byte = *at;
  switch (byte) {
  case '(':
  case ')':
    return find_parenthesis(byte, s);
  case '/':
  case '?':
  case '#':
    return find_passed(byte, s);
  case '\'':
    s->quotes++;
    return s->opening.mark != '\'' && s->opening.mark != '`' && !find_another(t, at + 1);
  case '*':
    return s->opening.mark != '*' || find_peek(t, at + 1) != '/';
  case '&':
    return !find_ends_at_entity(t, at);
  case ',':
  case ';':
    return s->query || !find_another(t, at + 1);
  case '[':
    if (s->authority && (at[-1] == '/' || at[-1] == '@'))
      return find_literal(t, at);
    return s->query ? find_array(t, at) : 0;
  case '\\':
    return find_escape(t, at, s);
  default:
    if ((unsigned char)byte >= 0x80)
      return find_iri(t, at, s);
    return byte == '%' || byte_is(byte, BYTE_QUERY);
  }
}

const char *uriel_find_bare(find_text *t, const char *at, find_span *s)
{
  for (;;) {
    while (at < t->end && byte_is(*at, BYTE_UNRESERVED))
      at++;
    if (find_peek(t, at) < 0)
      return at;
    const size_t n = uriel_find_unit(t, at, s);
    if (n == 0)
      return at;
    at += n;
  }
}

/* The "&" of "&name;" that ends at `end`, or the ";". */
static const char *find_entity_begin(const char *begin, const char *end)
{
  const char *at = end - 1;
  while (at > begin && end - at < FIND_NAME_MAX && byte_is(at[-1], BYTE_ALPHA | BYTE_DIGIT))
    at--;
  return at < end - 1 && at > begin && at[-1] == '&' ? at - 1 : end - 1;
}

static bool find_is_trailing(char byte)
{
  static const char marks[] = ".,:!?*(";
  return memchr(marks, byte, sizeof marks - 1) != NULL;
}

const char *uriel_find_trim(const char *begin, const char *end, const find_span *s)
{
  unsigned quotes = s->quotes;
  while (end > begin) {
    const char last = end[-1];
    if (last == ';') {
      end = find_entity_begin(begin, end);
    } else if (last == '\'' && quotes % 2 == 1) {
      quotes--;
      end--;
    } else if (find_is_trailing(last) || (last == s->opening.mark && (last == '_' || last == '~')) ||
               (last == '_' && end - begin >= 2 && find_is_trailing(end[-2]))) {
      end--;
    } else {
      break;
    }
  }
  return end;
}
