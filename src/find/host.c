/* SPDX-License-Identifier: MIT */
/* References without a scheme: hosts, network paths and mailboxes. */
#include "find/domain.h"
#include "find/escape.h"
#include "find/span.h"
#include "find/word.h"
#include "uriel_find.h"

/* ---- Hosts ---------------------------------------------------------------------------------------- */

static bool find_is_label(char byte)
{
  return byte_is(byte, BYTE_ALPHA | BYTE_DIGIT) || byte == '-' || byte == '_';
}

/* "www", "www2" */
static bool find_is_web(uriel_text label)
{
  if (label.len < 3 || label.len > 5 || !view_is((uriel_text){label.ptr, 3}, "www"))
    return false;
  for (size_t i = 3; i < label.len; i++)
    if (!byte_is(label.ptr[i], BYTE_DIGIT))
      return false;
  return true;
}

/* Returns where the label before `dot` begins, or NULL if it is too long. In unspaced scripts a name
 * in ASCII touches the text. */
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

/* "\/" of JSON. */
static bool find_is_escaped_slash(find_text *t, const char *at)
{
  return find_peek(t, at) == '\\' && find_peek(t, at + 1) == '/';
}

/* Bytes after a name that belongs to a program, not a host. */
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

/* Fills in the reference with the host `d`: an optional port, path and the rest. */
static bool find_host(find_text *t, const char *low, const find_domain *d, find_candidate *c)
{
  const char *at = d->end;
  if (find_peek(t, at) == ':') {
    const char *const port = find_past(t, at + 1, PTRDIFF_MAX, BYTE_DIGIT);
    at = port > at + 1 && !find_is(find_peek(t, port), BYTE_ALPHA) ? port : at;
  }
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
  if (!begin || begin == dot)
    return false;
  /* Is it the rest of something else? */
  if (begin > low && (bytes_have("./\\@#$%+^", (unsigned char)begin[-1]) || find_is_label(begin[-1]) ||
                      uriel_find_defanged_before(low, begin)))
    return false;
  if (!uriel_find_domain(t, begin, &domain) || domain.labels < 2 || !find_is_plausible(t, &domain))
    return false;
  c->begin = begin;
  c->kind = URIEL_HIT_ABBREVIATED;
  return find_host(t, low, &domain, c);
}

/* "//" followed by a host, and not part of a comment or path. */
bool uriel_find_network_path(find_text *t, const char *slash, find_candidate *c)
{
  const char *const low = find_low(t, slash);
  find_domain domain;
  if (find_peek(t, slash + 1) != '/' || (slash > low && !byte_is_blank(slash[-1]) &&
                                         !bytes_have("\"'`(=<[{|,;>", (unsigned char)slash[-1])))
    return false;
  if (!uriel_find_domain(t, slash + 2, &domain) || domain.labels < 2 || !find_is_plausible(t, &domain))
    return false;
  c->begin = slash;
  c->kind = URIEL_HIT_NETWORK_PATH;
  return find_host(t, low, &domain, c);
}

/* ---- Mailboxes ------------------------------------------------------------------------------------ */

enum { FIND_LOCAL_MAX = 64 }; /* RFC 5321, 4.5.3.1.1 */

/* The number of bytes before `at` that belong to the local part; 0 at its beginning. */
static size_t find_atom_before(const char *low, const char *at)
{
  uint32_t character = 0;
  if (at == low)
    return 0;
  if ((unsigned char)at[-1] < 0x80)
    return (byte_is(at[-1], BYTE_UNRESERVED) || bytes_have("!#$%&'*+/=?^`{|}", (unsigned char)at[-1])) &&
           !(at[-1] == '.' && (*at == '.' || *at == '@'));
  const size_t n = uriel_find_letter_before(low, at, &character);
  return character < FIND_UNSPACED ? n : 0;
}

/* Returns where the local part before "@" begins, or `at_sign`. Bytes before its first letter or digit
 * belong to the text. */
static const char *find_local(const char *low, const char *at_sign)
{
  const char *at = at_sign;
  for (size_t n = 1; n > 0; at -= n) {
    n = find_atom_before(low, at);
    if (at_sign - at > FIND_LOCAL_MAX)
      return at_sign;
  }
  const char *const begin = at;
  const char *const escaped = uriel_find_past_escape(low, at, at_sign);
  at = escaped ? escaped : at;
  /* Skip "email=" and "Name/emailAddress=", the key of a list. "list-user=example.com" is an address. */
  const char *key = at;
  while (key < at_sign && (byte_is(*key, BYTE_ALPHA) || *key == '_' || *key == '/'))
    key++;
  if (key > at && key < at_sign && *key == '=')
    at = key + 1;
  while (at < at_sign && !byte_is(*at, BYTE_ALPHA | BYTE_DIGIT) && (unsigned char)*at < 0x80)
    at++;
  while (at < at_sign && at > begin && at[-1] == '_')
    at--;
  return at;
}

bool uriel_find_mail(find_text *t, const char *at_sign, find_candidate *c)
{
  const char *const low = find_low(t, at_sign);
  const char *const begin = find_local(low, at_sign);
  find_domain domain;
  if (begin == at_sign || !uriel_find_domain(t, at_sign + 1, &domain) || domain.labels < 2 ||
      uriel_find_defanged(t, domain.end) > 0)
    return false;
  /* "name@1.0.x" is a package. */
  if ((domain.last.len < 2 && byte_is(*domain.first.ptr, BYTE_DIGIT)) || !uriel_find_named(&domain))
    return false;
  /* "git@example.com:path" is a network copy, "@user@example.com" a name of another kind. */
  const int next = find_peek(t, domain.end);
  const int after = next == ':' ? find_peek(t, domain.end + 1) : -1;
  if (next == '@' || after == '/' || after == '~' || find_is(after, BYTE_ALPHA | BYTE_DIGIT) ||
      (begin > low && begin[-1] == '@'))
    return false;
  const find_opening opening = uriel_find_opening(low, begin);
  const bool closed = opening.close && find_peek(t, domain.end) == (unsigned char)opening.close;
  *c = (find_candidate){.begin = begin,
                        .end = domain.end,
                        .next = domain.end + closed,
                        .kind = URIEL_HIT_MAIL,
                        .delimiter = closed ? opening.delimiter : URIEL_DELIMITED_BARE};
  for (const char *at = begin; at < c->end; at++)
    if ((unsigned char)*at >= 0x80)
      c->flags = URIEL_HIT_IRI;
  return true;
}
