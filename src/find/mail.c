/* SPDX-License-Identifier: MIT */
/* Mail addresses: a dot-atom, "@" and a domain with a dot (RFC 5322, 3.4.1). */
#include "find/character.h"
#include "find/defanged.h"
#include "find/domain.h"
#include "find/span.h"
#include "uriel_find.h"

enum { FIND_LOCAL_MAX = 64 }; /* RFC 5321, 4.5.3.1.1 */

static bool find_is_atom(char byte)
{
  static const char marks[] = "!#$%&'*+/=?^`{|}";
  return byte_is(byte, BYTE_UNRESERVED) || memchr(marks, byte, sizeof marks - 1);
}

/* The bytes before `at` that a local part is written with; 0 where it begins. */
static size_t find_atom_before(const char *low, const char *at)
{
  uint32_t character = 0;
  if (at == low)
    return 0;
  if ((unsigned char)at[-1] < 0x80)
    return find_is_atom(at[-1]) && !(at[-1] == '.' && (*at == '.' || *at == '@'));
  const size_t n = uriel_find_letter_before(low, at, &character);
  return character < FIND_UNSPACED ? n : 0;
}

/* Past "email=" and "Name/emailAddress=", the key of a list. "list-user=example.com" is an address. */
static const char *find_past_key(const char *begin, const char *at_sign)
{
  const char *at = begin;
  while (at < at_sign && (byte_is(*at, BYTE_ALPHA) || *at == '_' || *at == '/'))
    at++;
  return at > begin && at < at_sign && *at == '=' ? at + 1 : begin;
}

/* Where the local part before "@" begins; `at_sign` where there is none. What stands in front of its
 * first letter or digit is of the text. */
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
  at = find_past_key(escaped ? escaped : at, at_sign);
  while (at < at_sign && !byte_is(*at, BYTE_ALPHA | BYTE_DIGIT) && (unsigned char)*at < 0x80)
    at++;
  while (at < at_sign && at > begin && at[-1] == '_')
    at--;
  return at;
}

/* "git@example.com:path" is of a copy over the network, "@user@example.com" a name of another kind. */
static bool find_is_account(find_text *t, const char *low, const char *begin, const char *end)
{
  const int next = find_peek(t, end);
  const int after = next == ':' ? find_peek(t, end + 1) : -1;
  return next == '@' || after == '/' || after == '~' || find_is(after, BYTE_ALPHA | BYTE_DIGIT) ||
         (begin > low && begin[-1] == '@');
}

/* "name@1.0.x" of a package. */
static bool find_is_version(const find_domain *d)
{
  return d->last.len < 2 && byte_is(*d->first.ptr, BYTE_DIGIT);
}

bool uriel_find_mail(find_text *t, const char *at_sign, find_candidate *c)
{
  const char *const low = find_low(t, at_sign);
  const char *const begin = find_local(low, at_sign);
  find_domain domain;
  if (begin == at_sign || !uriel_find_domain(t, at_sign + 1, &domain) || domain.labels < 2 ||
      uriel_find_defanged(t, domain.end) > 0 || find_is_version(&domain) || !uriel_find_named(&domain) ||
      find_is_account(t, low, begin, domain.end))
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
