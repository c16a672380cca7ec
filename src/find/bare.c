/* SPDX-License-Identifier: MIT */
/* The end of a reference without delimiters: the first byte that cannot belong to it, less trailing
 * punctuation of the sentence. */
#include "find/domain.h"
#include "find/escape.h"
#include "find/span.h"
#include "find/word.h"
#include "text/utf8.h"
#include "uriel_find.h"
#include "uriel_scheme.h"

enum { FIND_ENTITY_MAX = 8, FIND_NAME_MAX = 32 };

/* The character of "#8217" or "#x2019", or 0. */
static uint32_t find_numbered(const char *at, const char *end)
{
  const bool hex = end - at > 2 && byte_lower(at[1]) == 'x';
  at += hex ? 2 : 1;
  const uint32_t number = digits_read(&at, end, hex ? 16 : 10, UINT32_MAX);
  return at == end ? number : 0;
}

/* "&quot;" and similar entities are delimiters of the text. "&amp;" is a "&". */
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
    if (view_is(view_of(begin, end), names[i]))
      return true;
  const uint32_t character = *begin == '#' ? find_numbered(begin, end) : 0;
  return character >= 0x80 && uriel_find_is_mark(character);
}

bool uriel_find_another(find_text *t, const char *at)
{
  const char *const end = find_past(t, at, FIND_SCHEME_MAX, BYTE_SCHEME);
  if (end == at || find_peek(t, end) != ':' || find_peek(t, end + 1) != '/' ||
      find_peek(t, end + 2) != '/')
    return false;
  return uriel_scheme_find(NULL, at, (size_t)(end - at)) ||
         (uriel_find_is_word(at, end) && uriel_find_named_host(t, end + 3));
}

/* "[name]" in a query, as PHP writes it, followed by "[", "=" or "&". RFC 3986 does not allow brackets
 * there. */
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

/* Reports whether an IRI reference may contain the character and a reader can see it. Private
 * characters, which only queries may contain, end a reference. */
static bool find_is_of_iri(uint32_t character)
{
  static const struct {
    uint32_t first, last;
  } unseen[] = {{0x00A0, 0x00A0}, {0x00AD, 0x00AD}, {0x1680, 0x1680}, {0x2000, 0x200B},
                {0x2028, 0x202F}, {0x205F, 0x206F}, {0x3000, 0x3000}, {0xFEFF, 0xFEFF}};
  for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
    if (character >= unseen[i].first && character <= unseen[i].last)
      return false;
  return uriel_ucs_kind(character) == UCS_IRI;
}

static bool find_wants_iri(const find_text *t)
{
  return (t->options->options & URIEL_FIND_IRI) != 0;
}

bool uriel_find_iri_goes_on(const find_text *t, const char *at, uint32_t character, const find_span *s)
{
  if (find_wants_iri(t) && !find_is_of_iri(character))
    return false;
  if (uriel_find_is_mark(character))
    return find_wants_iri(t) && (s->opening.close == '>' || s->opening.close == '"');
  if (!s->authority || s->opening.close == '>' || character < FIND_UNSPACED)
    return true;
  const char *label = at;
  while (at - label < FIND_LABEL_MAX && byte_is(label[-1], BYTE_ALPHA))
    label--;
  return label[-1] != '.' || uriel_find_top(view_of(label, at)) == FIND_TOP_NONE;
}

static bool find_is_word(int byte)
{
  return byte >= 0x80 || find_is(byte, BYTE_ALPHA | BYTE_DIGIT);
}

/* "Fisher–Yates", "d’Alembert": marks within names. Without delimiters, an apostrophe is more often a
 * genitive. */
static bool find_is_joined(find_text *t, const char *at, size_t n, uint32_t character,
                           const find_span *s)
{
  enum {
    MIDDLE_DOT = 0xB7,
    HYPHEN = 0x2010,
    NO_BREAK_HYPHEN = 0x2011,
    EN_DASH = 0x2013,
    APOSTROPHE = 0x2019,
    KATAKANA_DOT = 0x30FB
  };
  if (s->opening.close)
    return character == EN_DASH || character == APOSTROPHE;
  const bool of_iri = character == MIDDLE_DOT || character == HYPHEN || character == NO_BREAK_HYPHEN ||
                      character == KATAKANA_DOT;
  return (character == EN_DASH || (of_iri && find_wants_iri(t) && !uriel_find_another(t, at + n))) &&
         !s->authority && find_is_word((unsigned char)at[-1]) && find_is_word(find_peek(t, at + n));
}

/* A character beyond ASCII. */
static size_t find_iri(find_text *t, const char *at, find_span *s)
{
  uint32_t character = 0;
  if (t->end - at < 4)
    t->touched = true;
  const size_t n = uriel_utf8_character(at, t->end, &character);
  if (n == 0 ||
      (!uriel_find_iri_goes_on(t, at, character, s) && !find_is_joined(t, at, n, character, s)))
    return 0;
  s->flags |= URIEL_HIT_IRI;
  return n;
}

static size_t find_parenthesis(const char *at, find_span *s)
{
  if (*at == ')' && s->depth == 0)
    return 0;
  s->brackets = s->brackets || s->authority;
  if (s->depth == 0) {
    s->open = at;
    s->open_quotes = s->quotes;
    s->open_flags = s->flags;
  }
  s->depth += *at == '(' ? 1u : 0u - 1u;
  return 1;
}

/* Delimiters that end the authority. */
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
    return find_parenthesis(at, s);
  case '/':
    return s->escaped ? 0 : find_passed(byte, s);
  case '?':
  case '#':
    return find_passed(byte, s);
  case '\'':
    s->quotes++;
    return s->opening.mark != '\'' && s->opening.mark != '`' && !uriel_find_another(t, at + 1);
  case '*':
    return s->opening.mark != '*' || find_peek(t, at + 1) != '/';
  case '&':
    return !find_ends_at_entity(t, at);
  case ',':
  case ';':
    return s->query || !uriel_find_another(t, at + 1);
  case '[':
    if (s->authority && (at[-1] == '/' || at[-1] == '@')) { /* an IP literal */
      const char *const end = find_past_user(t, at + 1, FIND_LABEL_MAX, false);
      return end > at + 1 && find_peek(t, end) == ']' ? (size_t)(end + 1 - at) : 0;
    }
    return s->query ? find_array(t, at) : 0;
  case '\\':
    return uriel_find_escape(t, at, s);
  default:
    if ((unsigned char)byte >= 0x80)
      return find_iri(t, at, s);
    return byte == '%' || byte_is(byte, BYTE_QUERY);
  }
}

const char *uriel_find_bare(find_text *t, const char *at, find_span *s)
{
  for (;;) {
    at = bytes_past(at, t->end, BYTE_UNRESERVED);
    if (find_peek(t, at) < 0)
      return at;
    const size_t n = uriel_find_unit(t, at, s);
    if (n == 0)
      return at;
    at += n;
  }
}

static bool find_is_trailing(char byte)
{
  return bytes_have(".,:!?*(", (unsigned char)byte);
}

/* The length of the run of "'" that ends at `end`: three close a string of Python. */
static size_t find_quotes_before(const char *begin, const char *end)
{
  const char *at = end;
  while (at > begin && at[-1] == '\'')
    at--;
  return (size_t)(end - at);
}

const char *uriel_find_trim(const char *begin, const char *end, const find_span *s)
{
  unsigned quotes = s->quotes;
  while (end > begin) {
    const char last = end[-1];
    if (last == '\\') {
      end--; /* the escaped byte was trimmed */
      continue;
    }
    if (last == ';') { /* with "&name" before it */
      const char *name = --end;
      while (name > begin && end - name < FIND_NAME_MAX - 1 &&
             byte_is(name[-1], BYTE_ALPHA | BYTE_DIGIT))
        name--;
      end = name < end && name > begin && name[-1] == '&' ? name - 1 : end;
    } else if (end - begin >= 2 && end[-2] == '\\' && find_is_nothing(last)) {
      end -= 2;
    } else if (find_quotes_before(begin, end) > 2) {
      end -= find_quotes_before(begin, end);
    } else if (end - begin >= 2 && end[-2] == '\'' && byte_lower(last) == 's') {
      quotes--; /* a genitive */
      end -= 2;
    } else if (last == '\'' && quotes % 2 == 1) {
      quotes--;
      end--;
    } else if (find_is_trailing(last) ||
               (last == s->opening.mark && (last == '_' || last == '~' || last == '+')) ||
               (last == '_' && end - begin >= 2 && find_is_trailing(end[-2]))) {
      end--;
    } else {
      break;
    }
  }
  return end;
}
