/* SPDX-License-Identifier: MIT */
/* The forms that the schemes' documents require after the colon, as far as the first bytes show. Each
 * check reads at most FIND_FORM_MAX bytes. */
#include "find/find.h"

bool uriel_find_goes_on(int byte)
{
  return byte >= 0x80 || byte == '%' || byte == '#' || find_is(byte, BYTE_QUERY);
}

/* "text/plain,", ",", ";base64,": the text before the data of a data URI. */
static bool find_has_comma(find_text *t, const char *rest)
{
  const char *at = rest;
  bool slash = false;
  while (at - rest < FIND_FORM_MAX && find_peek(t, at) != ',' && find_peek(t, at) != ':' &&
         (find_is(find_peek(t, at), BYTE_PATH) || find_peek(t, at) == '%')) {
    slash = slash || *at == '/';
    at++;
  }
  return find_peek(t, at) == ',' && (slash || at == rest || *rest == ';') &&
         uriel_find_goes_on(find_peek(t, at + 1));
}

/* "example.com,2005:" */
static bool find_has_date(find_text *t, const char *rest)
{
  const char *at = rest;
  while (at - rest < FIND_FORM_MAX && find_peek(t, at) != ',' &&
         (find_is(find_peek(t, at), BYTE_UNRESERVED) || find_peek(t, at) == '@'))
    at++;
  size_t digits = 0;
  while (at > rest && find_peek(t, at) == ',' && digits < 4 &&
         find_is(find_peek(t, at + 1 + digits), BYTE_DIGIT))
    digits++;
  return digits == 4;
}

static bool find_has_number(find_text *t, const char *rest)
{
  const int byte = find_peek(t, rest);
  return find_is(byte, BYTE_DIGIT) ||
         ((byte == '+' || byte == '-') && find_is(find_peek(t, rest + 1), BYTE_DIGIT));
}

/* "+" and a number, or a number of at least three characters, as "tel:112": "fax:1" is a field of a
 * form. */
static bool find_has_digits(find_text *t, const char *rest)
{
  const char *at = rest + 1;
  if (!find_is(find_peek(t, rest), BYTE_DIGIT))
    return find_has_number(t, rest);
  while (at - rest < 3 &&
         (find_is(find_peek(t, at), BYTE_DIGIT) || bytes_have("-.()/", (unsigned)find_peek(t, at))))
    at++;
  return at - rest == 3;
}

/* "37.786971,-122.399677" */
static bool find_has_pair(find_text *t, const char *rest)
{
  const char *at = rest;
  if (!find_has_number(t, rest))
    return false;
  at = find_past(t, at + 1, FIND_FORM_MAX - 1, BYTE_DIGIT);
  if (find_peek(t, at) == '.')
    for (at++; at - rest < FIND_FORM_MAX && find_is(find_peek(t, at), BYTE_DIGIT);)
      at++;
  return find_peek(t, at) == ',' && find_has_number(t, at + 1);
}

bool uriel_find_has_form(find_text *t, const char *rest, scheme_sought sought)
{
  enum { LONG = 16 }; /* a length that no word has */
  const char *at = rest;
  switch (sought) {
  case SOUGHT_NONE:
  case SOUGHT_AUTHORITY:
    return false;
  case SOUGHT_SLASH: {
    const int byte = find_peek(t, rest);
    return (byte == '/' && uriel_find_goes_on(find_peek(t, rest + 1))) ||
           (byte == '\\' && find_peek(t, rest + 1) == '/');
  }
  case SOUGHT_NUMBER:
    return find_has_digits(t, rest);
  case SOUGHT_AT: { /* "user@host", and mailto's "?subject=" */
    if (find_peek(t, rest) == '?')
      return find_is(find_peek(t, rest + 1), BYTE_ALPHA);
    at = find_past_user(t, rest, FIND_FORM_MAX, true);
    const int next = at > rest && find_peek(t, at) == '@' ? find_peek(t, at + 1) : -1;
    return next >= 0x80 || next == '[' || find_is(next, BYTE_ALPHA | BYTE_DIGIT);
  }
  case SOUGHT_COLON: { /* "isbn:0451450523" */
    at = find_past(t, rest, FIND_SCHEME_MAX, BYTE_SCHEME);
    if (at == rest || find_peek(t, at) != ':')
      return false;
    const int next = find_peek(t, at + 1);
    return next != ':' && next != ',' && next != '.' && uriel_find_goes_on(next);
  }
  case SOUGHT_COMMA:
    return find_has_comma(t, rest);
  case SOUGHT_DATE:
    return find_has_date(t, rest);
  case SOUGHT_DOT: /* "comp.infosystems", "abc@example.com" */
    while (at - rest < FIND_FORM_MAX && find_is(find_peek(t, at), BYTE_USERINFO) && *at != '.')
      at++;
    return at > rest && (find_peek(t, at) == '.' || find_peek(t, at) == '@') &&
           find_is(find_peek(t, at + 1), BYTE_ALPHA | BYTE_DIGIT);
  case SOUGHT_PAIR:
    return find_has_pair(t, rest);
  case SOUGHT_QUERY:
    return find_peek(t, rest) == '?' && find_is(find_peek(t, rest + 1), BYTE_ALPHA | BYTE_DIGIT);
  case SOUGHT_PATH: /* "doi/10.1000/182" */
    at = find_past(t, rest, FIND_SCHEME_MAX, BYTE_SCHEME);
    return at > rest && find_peek(t, at) == '/' &&
           find_is(find_peek(t, at + 1), BYTE_ALPHA | BYTE_DIGIT);
  case SOUGHT_LONG:
    return find_past(t, rest, LONG, BYTE_NAME) - rest == LONG;
  case SOUGHT_ANY:
  case SOUGHT_DELIMITED:
  case SOUGHT_PUNCTUATED:
    return uriel_find_goes_on(find_peek(t, rest));
  }
  return false;
}
