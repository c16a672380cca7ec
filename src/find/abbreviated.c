/* SPDX-License-Identifier: MIT */
/* References without a scheme: "www.example.com/path", "example.com" (RFC 3986, 4.5) and
 * "//example.com/path" (4.2). Files, sentences and code have dots as well, so this is guessing. */
#include "find/character.h"
#include "find/defanged.h"
#include "find/domain.h"
#include "find/span.h"
#include "uriel_find.h"

static bool find_is_label(char byte)
{
  return byte_is(byte, BYTE_ALPHA | BYTE_DIGIT) || byte == '-' || byte == '_';
}

/* "www", "www2" */
static bool find_is_web(uriel_text label)
{
  if (label.len < 3 || label.len > 5 || !uriel_find_same((uriel_text){label.ptr, 3}, "www"))
    return false;
  for (size_t i = 3; i < label.len; i++)
    if (!byte_is(label.ptr[i], BYTE_DIGIT))
      return false;
  return true;
}

/* Where the label before `dot` begins, NULL where it is longer than one can be. In unspaced scripts a
 * name in ASCII touches the text. */
static const char *find_label_begin(const char *low, const char *dot)
{
  const char *at = dot;
  while (at > low && dot - at <= FIND_LABEL_MAX) {
    uint32_t character = 0;
    size_t n = find_is_label(at[-1]);
    if ((unsigned char)at[-1] >= 0x80)
      n = uriel_find_letter_before(low, at, &character);
    const bool ascii = n > 1 && at < dot && (unsigned char)*at < 0x80;
    if (n == 0 || (ascii && (character >= FIND_UNSPACED || find_is_web(view_of(at, dot)))))
      break;
    at -= n;
  }
  const char *const escaped = uriel_find_past_escape(low, at, dot);
  return dot - at > FIND_LABEL_MAX ? NULL : escaped ? escaped : at;
}

/* What stands before a host that is the rest of something else. */
static bool find_is_rest(const char *low, const char *begin)
{
  static const char marks[] = "./\\@#$%+^";
  return begin > low && (memchr(marks, begin[-1], sizeof marks - 1) || find_is_label(begin[-1]) ||
                         uriel_find_defanged_before(low, begin));
}

/* "\/" of JSON. */
static bool find_is_escaped_slash(find_text *t, const char *at)
{
  return find_peek(t, at) == '\\' && find_peek(t, at + 1) == '/';
}

/* What follows a name that is of a program rather than a host. */
static bool find_is_code(find_text *t, const find_domain *d)
{
  const int next = find_peek(t, d->end);
  switch (next) {
  case '@':
  case '(':
  case '[':
  case '{':
  case '=':
  case '+':
  case '*':
  case '%':
  case '$':
  case '-':
    return true;
  case '\\':
    return !find_is_escaped_slash(t, d->end);
  case '.':
    return find_peek(t, d->end + 1) == '.' || find_peek(t, d->end + 1) == '/';
  case ':':
    return find_peek(t, d->end + 1) == ':';
  default:
    return false;
  }
}

static bool find_is_plausible(find_text *t, const find_domain *d)
{
  const int next = find_peek(t, d->end);
  if (!uriel_find_named(d) || d->last.len < 2 || uriel_find_defanged(t, d->end) > 0)
    return false;
  if (find_is_web(d->first))
    return d->labels >= 3 && next != '@';
  if (d->labels < 2 || find_is_code(t, d))
    return false;
  for (size_t i = 0; i < d->first.len; i++)
    if (d->first.ptr[i] == '_')
      return false;
  const find_top top = uriel_find_top(d->last);
  return top == FIND_TOP_PLAIN || (top == FIND_TOP_CAREFUL && d->labels >= 3) ||
         (top != FIND_TOP_NONE && (next == '/' || find_is_escaped_slash(t, d->end)));
}

/* Past ":8080" at `at`. */
static const char *find_past_port(find_text *t, const char *at)
{
  const char *end = at + 1;
  if (find_peek(t, at) != ':')
    return at;
  while (find_is(find_peek(t, end), BYTE_DIGIT))
    end++;
  return end > at + 1 && !find_is(find_peek(t, end), BYTE_ALPHA) ? end : at;
}

/* The reference of which `d` is the host: a port, a path and the rest, where there are such. */
static bool find_host(find_text *t, const char *low, const find_domain *d, find_candidate *c)
{
  const char *const at = find_past_port(t, d->end);
  find_span span = {.opening = uriel_find_opening(low, c->begin), .wrapping = FIND_WRAP_NONE};
  for (const char *byte = c->begin; byte < d->end; byte++)
    if ((unsigned char)*byte >= 0x80)
      span.flags = URIEL_HIT_IRI;
  const int next = find_peek(t, at);
  if (next != '/' && next != '?' && next != '#' && next != (unsigned char)span.opening.close &&
      !find_is_escaped_slash(t, at)) {
    c->end = at;
    c->next = at;
    c->delimiter = URIEL_DELIMITED_BARE;
    c->flags = span.flags;
    return true;
  }
  uriel_find_extent(t, at, &span, c);
  return true;
}

bool uriel_find_abbreviated(find_text *t, const char *dot, find_candidate *c)
{
  const int next = find_peek(t, dot + 1);
  find_domain domain;
  if (next < 0x80 && !find_is(next, BYTE_ALPHA | BYTE_DIGIT))
    return false;
  const char *const low = find_low(t, dot);
  const char *const begin = find_label_begin(low, dot);
  if (!begin || begin == dot || find_is_rest(low, begin) || !uriel_find_domain(t, begin, &domain) ||
      domain.labels < 2 || !find_is_plausible(t, &domain))
    return false;
  c->begin = begin;
  c->kind = URIEL_HIT_ABBREVIATED;
  return find_host(t, low, &domain, c);
}

/* "//" with a host behind it, and nothing before it that makes it a comment or part of a path. */
bool uriel_find_network_path(find_text *t, const char *slash, find_candidate *c)
{
  static const char before[] = "\"'`(=<[{|,;>";
  const char *const low = find_low(t, slash);
  find_domain domain;
  if (find_peek(t, slash + 1) != '/' ||
      (slash > low && !find_blank(slash[-1]) && !memchr(before, slash[-1], sizeof before - 1)))
    return false;
  if (!uriel_find_domain(t, slash + 2, &domain) || domain.labels < 2 || !find_is_plausible(t, &domain))
    return false;
  c->begin = slash;
  c->kind = URIEL_HIT_NETWORK_PATH;
  return find_host(t, low, &domain, c);
}
