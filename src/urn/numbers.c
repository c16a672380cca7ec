/* SPDX-License-Identifier: MIT */
/* Namespaces of numbers with check digits: isbn (RFC 8254; RFC 3187), issn (RFC 8254; RFC 3044) and isan
 * (RFC 4246). */
#include "urn/names.h"

typedef bool number_next(pieces *p, uriel_text *piece, unit_rules *rules);

static bool number_pieces(pieces *p, uriel_text nss, number_next *next)
{
  p->next = next;
  p->text = nss;
  p->state = 0;
  return true;
}

/* ---- isbn ----------------------------------------------------------------------------------------- */

/* urn:isbn (RFC 3187; its registration of 2017, for ISO 2108:2017): the numbers of books. */

enum { ISBN_MAX = 13, ISBN_OLD = 10, ISBN_X = 10 };

typedef struct isbn {
  unsigned char digits[ISBN_MAX];
  size_t count;
  const char *last; /* the place of the last digit */
} isbn;

/* The check digit of the first twelve. */
static unsigned isbn_check_13(const unsigned char *digits)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < ISBN_MAX - 1; i++)
    sum += digits[i] * (i % 2 ? 3U : 1U);
  return (10 - sum % 10) % 10;
}

/* The check digit of the first nine, which may be ISBN_X. */
static unsigned isbn_check_10(const unsigned char *digits)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < ISBN_OLD - 1; i++)
    sum += digits[i] * (ISBN_OLD - i);
  return (11 - sum % 11) % 11;
}

/* Reads a digit, or "X" as the last of ten. */
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

/* The place of the fourth digit. */
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

/* All thirteen digits: for ten digits, 978, the first nine and a new check digit (ISO 2108:2017). */
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
  return number_pieces(p, nss, isbn_next);
}

const urn_rules uriel_names_isbn = {"isbn", "ISBN", isbn_read, isbn_canonical};

/* ---- issn ----------------------------------------------------------------------------------------- */

/* urn:issn (RFC 3044; its registration of 2017, for ISO 3297:2007): the numbers of serials. */

enum { ISSN_DIGITS = 8, ISSN_HALF = 4, ISSN_X = 10 };

typedef struct issn {
  unsigned char digits[ISSN_DIGITS];
  size_t count;
  const char *last;
} issn;

static unsigned issn_check(const unsigned char *digits)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < ISSN_DIGITS - 1; i++)
    sum += digits[i] * (ISSN_DIGITS - i);
  return (11 - sum % 11) % 11;
}

static name_verdict issn_scan(issn *number, name *n)
{
  bool hyphen = false;
  *number = (issn){.count = 0};
  while (!name_at_end(n)) {
    if (number->count == ISSN_HALF && !hyphen && name_skip(n, '-')) {
      hyphen = true;
      continue;
    }
    const unsigned value = uriel_name_value(n);
    const bool is_x = value == 33 && number->count == ISSN_DIGITS - 1;
    if (number->count == ISSN_DIGITS)
      return name_wrong(n->at, "an ISSN has 8 digits, this has more");
    if (value > 9 && !is_x)
      return name_wrong(n->at,
                        "an ISSN is made of four digits, a hyphen, three digits and a digit or X");
    number->last = n->at;
    number->digits[number->count++] = (unsigned char)(is_x ? ISSN_X : value);
    name_step(n);
  }
  return name_fine();
}

static name_verdict issn_read(name n)
{
  issn number;
  const name_verdict verdict = issn_scan(&number, &n);
  if (verdict.code != URIEL_ERROR_NONE)
    return verdict;
  if (number.count < ISSN_DIGITS)
    return name_counted(n.at, "an ISSN has 8 digits, this has ", number.count);
  const unsigned check = issn_check(number.digits);
  if (check != number.digits[ISSN_DIGITS - 1])
    return name_check(number.last, "the check digit should be ",
                      check == ISSN_X ? 'X' : (char)('0' + check));
  return name_fine();
}

/* As ISO 3297 prints it: "1046-8188", the check digit "X" in upper case. */
static bool issn_next(pieces *p, uriel_text *piece, unit_rules *rules)
{
  issn number;
  name n = name_of(p->text, p->rules);
  if (p->state > ISSN_DIGITS)
    return false;
  issn_scan(&number, &n);
  const unsigned at = p->state++;
  const unsigned digit = at < ISSN_HALF ? at : at - 1;
  const unsigned value = number.digits[digit] == ISSN_X ? 33 : number.digits[digit];
  *piece = uriel_name_character(at == ISSN_HALF ? NAME_HYPHEN : value);
  *rules = p->rules;
  return true;
}

static bool issn_canonical(pieces *p, uriel_text nss)
{
  return number_pieces(p, nss, issn_next);
}

const urn_rules uriel_names_issn = {"issn", "ISSN", issn_read, issn_canonical};

/* ---- isan ----------------------------------------------------------------------------------------- */

/* urn:isan (RFC 4246; ISO 15706-1 and -2): the numbers of audiovisual works and of their versions. */

/* Sixteen hexadecimal digits of a work and a check character, eight of a version and another check
 * character. */
enum { ISAN_WORK = 16, ISAN_VERSION = 8, ISAN_DIGITS = ISAN_WORK + ISAN_VERSION, ISAN_MAX = 26 };

/* The values, with check characters in their places or without any. */
typedef struct isan {
  unsigned char values[ISAN_MAX];
  const char *places[ISAN_MAX];
  size_t count;
} isan;

/* ISO 7064, MOD 37,36. */
static unsigned isan_check(const unsigned char *digits, size_t count)
{
  unsigned product = 36;
  for (size_t i = 0; i < count; i++) {
    const unsigned sum = (product + digits[i]) % 36;
    product = (sum ? sum : 36) * 2 % 37;
  }
  return (37 - product) % 36;
}

static name_verdict isan_scan(isan *number, name *n)
{
  bool hyphen_fits = false;
  *number = (isan){.count = 0};
  for (; !name_at_end(n); name_step(n)) {
    const unsigned value = uriel_name_value(n);
    if (name_peek(n) == '-') {
      if (!hyphen_fits)
        return name_wrong(n->at, "a hyphen stands between two groups of digits");
      hyphen_fits = false;
      continue;
    }
    if (value == 36)
      return name_wrong(n->at, "an ISAN is made of hexadecimal digits, check characters and hyphens");
    if (number->count == ISAN_MAX)
      return name_wrong(n->at, "an ISAN has at most 26 digits and check characters, this has more");
    number->places[number->count] = n->at;
    number->values[number->count++] = (unsigned char)value;
    hyphen_fits = true;
  }
  if (!hyphen_fits)
    return name_wrong(n->at, "a hyphen stands between two groups of digits");
  return name_fine();
}

static bool isan_has_checks(const isan *number)
{
  return number->count == ISAN_WORK + 1 || number->count == ISAN_MAX;
}

/* The index of a digit among the values. */
static size_t isan_place(const isan *number, size_t digit)
{
  return digit < ISAN_WORK || !isan_has_checks(number) ? digit : digit + 1;
}

static size_t isan_digit_count(const isan *number)
{
  return number->count < ISAN_DIGITS ? ISAN_WORK : ISAN_DIGITS;
}

static void isan_digits(const isan *number, unsigned char digits[ISAN_DIGITS])
{
  for (size_t i = 0; i < isan_digit_count(number); i++)
    digits[i] = number->values[isan_place(number, i)];
}

static name_verdict isan_read(name n)
{
  isan number;
  unsigned char digits[ISAN_DIGITS];
  const name_verdict verdict = isan_scan(&number, &n);
  if (verdict.code != URIEL_ERROR_NONE)
    return verdict;
  if (number.count != ISAN_WORK && number.count != ISAN_DIGITS && !isan_has_checks(&number))
    return name_counted(n.at,
                        "an ISAN has 16 or 24 digits, or 17 or 26 with its check characters, this has ",
                        number.count);
  isan_digits(&number, digits);
  for (size_t i = 0; i < isan_digit_count(&number); i++)
    if (digits[i] > 15)
      return name_wrong(number.places[isan_place(&number, i)], "the digits are hexadecimal");
  for (size_t end = ISAN_WORK; isan_has_checks(&number) && end <= isan_digit_count(&number);
       end += ISAN_VERSION) {
    const size_t place = end == ISAN_WORK ? ISAN_WORK : ISAN_MAX - 1;
    const unsigned check = isan_check(digits, end);
    if (check != number.values[place])
      return name_check(number.places[place], "the check character should be ",
                        uriel_name_character(check).ptr[0]);
  }
  return name_fine();
}

/* As ISO 15706 prints it: groups of four, check characters, upper case. */
static bool isan_next(pieces *p, uriel_text *piece, unit_rules *rules)
{
  static const char form[] = "0000-0000-0000-0000-C-0000-0000-C";
  isan number;
  unsigned char digits[ISAN_DIGITS];
  name n = name_of(p->text, p->rules);
  isan_scan(&number, &n);
  isan_digits(&number, digits);
  const size_t length = isan_digit_count(&number) == ISAN_WORK ? 21 : sizeof form - 1;
  if (p->state == length)
    return false;
  size_t before = 0;
  for (size_t i = 0; i < p->state; i++)
    before += form[i] == '0';
  const char what = form[p->state++];
  *piece = uriel_name_character(what == '-'   ? (unsigned)NAME_HYPHEN
                                : what == '0' ? digits[before]
                                              : isan_check(digits, before));
  *rules = p->rules;
  return true;
}

static bool isan_canonical(pieces *p, uriel_text nss)
{
  return number_pieces(p, nss, isan_next);
}

const urn_rules uriel_names_isan = {"isan", "ISAN", isan_read, isan_canonical};
