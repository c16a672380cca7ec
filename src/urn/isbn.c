/* SPDX-License-Identifier: MIT */
/* urn:isbn (RFC 3187; its registration of 2017, for ISO 2108:2017): the numbers of books. */
#include "urn/names.h"

enum { ISBN_MAX = 13, ISBN_OLD = 10, ISBN_X = 10 };

typedef struct isbn {
  unsigned char digits[ISBN_MAX];
  size_t count;
  const char *last; /* where the last digit stands */
} isbn;

/* The check digit of the first twelve. */
static unsigned isbn_check_13(const unsigned char *digits)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < ISBN_MAX - 1; i++)
    sum += digits[i] * (i % 2 ? 3U : 1U);
  return (10 - sum % 10) % 10;
}

/* That of the first nine, which may be ISBN_X. */
static unsigned isbn_check_10(const unsigned char *digits)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < ISBN_OLD - 1; i++)
    sum += digits[i] * (ISBN_OLD - i);
  return (11 - sum % 11) % 11;
}

/* Takes a digit, or the "X" that is the last of ten. */
static bool isbn_digit(isbn *number, name *n)
{
  name ahead = *n;
  name_step(&ahead);
  const unsigned value = uriel_name_value(n);
  const bool is_x = value == 33 && number->count == ISBN_OLD - 1 && name_at_end(&ahead);
  if (value > 9 && !is_x)
    return false;
  number->last = n->at;
  number->digits[number->count++] = (unsigned char)(is_x ? ISBN_X : value);
  *n = ahead;
  return true;
}

static name_verdict isbn_scan(isbn *number, name *n)
{
  bool hyphen_fits = false;
  *number = (isbn){.count = 0};
  while (!name_at_end(n)) {
    const char *const here = n->at;
    if (name_skip(n, '-')) {
      if (!hyphen_fits || name_at_end(n))
        return name_wrong(here, "a hyphen stands between two digits");
      hyphen_fits = false;
    } else if (number->count == ISBN_MAX && name_is(n, BYTE_DIGIT)) {
      return name_wrong(here, "an ISBN has 10 or 13 digits, this has more");
    } else if (number->count < ISBN_MAX && isbn_digit(number, n)) {
      hyphen_fits = true;
    } else if (uriel_name_value(n) == 33) {
      return name_wrong(here, "an \"X\" is only the last of 10 digits");
    } else {
      return name_wrong(here, "an ISBN is made of digits and hyphens");
    }
  }
  return name_fine();
}

/* The fourth digit, which is there. */
static const char *isbn_fourth(name n)
{
  n.at = n.begin;
  for (size_t before = 0; before < 3 || !name_is(&n, BYTE_DIGIT); name_step(&n))
    before += name_is(&n, BYTE_DIGIT);
  return n.at;
}

static name_verdict isbn_read(name n)
{
  static const char wrong[] = "the check digit should be ";
  isbn number;
  const name_verdict verdict = isbn_scan(&number, &n);
  if (verdict.code != URIEL_ERROR_NONE)
    return verdict;
  const unsigned char *const d = number.digits;
  if (number.count != ISBN_OLD && number.count != ISBN_MAX)
    return name_counted(n.at, "an ISBN has 10 or 13 digits, this has ", number.count);
  if (number.count == ISBN_MAX && (d[0] != 9 || d[1] != 7 || d[2] < 8))
    return name_wrong(n.begin, "an ISBN of 13 digits begins with 978 or 979");
  const unsigned check = number.count == ISBN_OLD ? isbn_check_10(d) : isbn_check_13(d);
  if (check != d[number.count - 1])
    return name_check(number.last, wrong, check == ISBN_X ? 'X' : (char)('0' + check));
  if (number.count == ISBN_MAX && d[2] == 9 && d[3] == 0)
    return name_wrong(isbn_fourth(n), "979-0 begins the number of printed music, an ISMN");
  return name_fine();
}

/* All thirteen digits: one of ten is 978, its first nine and a check digit of their own (ISO 2108:2017).
 */
static void isbn_thirteen(unsigned char *digits, uriel_text nss, unit_rules rules)
{
  static const unsigned char before[] = {9, 7, 8};
  isbn number;
  name n = name_of(nss, rules);
  isbn_scan(&number, &n);
  if (number.count == ISBN_OLD) {
    memmove(number.digits + sizeof before, number.digits, ISBN_OLD - 1);
    memcpy(number.digits, before, sizeof before);
    number.digits[ISBN_MAX - 1] = (unsigned char)isbn_check_13(number.digits);
  }
  memcpy(digits, number.digits, ISBN_MAX);
}

static bool isbn_next(pieces *p, uriel_text *piece, unit_rules *rules)
{
  unsigned char digits[ISBN_MAX];
  if (p->state == ISBN_MAX)
    return false;
  isbn_thirteen(digits, p->text, p->rules);
  *piece = uriel_name_character(digits[p->state++]);
  *rules = p->rules;
  return true;
}

static bool isbn_canonical(pieces *p, uriel_text nss)
{
  p->next = isbn_next;
  p->text = nss;
  p->state = 0;
  return true;
}

const urn_rules uriel_names_isbn = {"isbn", "ISBN", isbn_read, isbn_canonical};
