/* SPDX-License-Identifier: MIT */
/* Namespaces of numbers with check digits: isbn (RFC 8254; RFC 3187), issn (RFC 8254; RFC 3044) and isan
 * (RFC 4246). */
#include "urn/names.h"

enum { NUMBER_MAX = 26, NUMBER_X = 10, NUMBER_LETTER_X = 33, NUMBER_OTHER = 36 };

/* The values of the digits, 10 for "X" in ISBN and ISSN, and their places. */
typedef struct urn_number {
  unsigned char digits[NUMBER_MAX];
  const char *places[NUMBER_MAX];
  size_t count;
} urn_number;

static void number_add(urn_number *to, name *n, unsigned value)
{
  to->places[to->count] = n->at;
  to->digits[to->count++] = (unsigned char)value;
  name_step(n);
}

/* The check digit that follows these, modulo 11, with weights that end with 2. */
static unsigned number_check_11(const unsigned char *digits, unsigned count)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < count; i++)
    sum += digits[i] * (count + 1 - i);
  return (11 - sum % 11) % 11;
}

static name_verdict number_checked(const urn_number *n, unsigned check)
{
  const size_t last = n->count - 1;
  if (check == n->digits[last])
    return name_fine();
  return name_check(n->places[last], "the check digit should be ",
                    check == NUMBER_X ? 'X' : (char)('0' + check));
}

/* ---- isbn ----------------------------------------------------------------------------------------- */

/* urn:isbn (RFC 3187; its registration of 2017, for ISO 2108:2017): the numbers of books. */

enum { ISBN_MAX = 13, ISBN_OLD = 10 };

/* The check digit of the first twelve, with the weights 1 and 3. */
static unsigned isbn_check_13(const unsigned char *digits)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < ISBN_MAX - 1; i++)
    sum += digits[i] * (i % 2 ? 3U : 1U);
  return (10 - sum % 10) % 10;
}

static name_verdict isbn_scan(urn_number *isbn, name *n)
{
  bool hyphen_fits = false;
  isbn->count = 0;
  while (!name_at_end(n)) {
    const char *const here = n->at;
    const unsigned value = uriel_name_value(n);
    name after = *n;
    name_step(&after);
    if (name_skip(n, '-')) {
      if (!hyphen_fits || name_at_end(n))
        return name_wrong(here, "a hyphen stands between two digits");
      hyphen_fits = false;
      continue;
    }
    const bool x = value == NUMBER_LETTER_X && isbn->count == ISBN_OLD - 1 && name_at_end(&after);
    if (isbn->count == ISBN_MAX && value < 10)
      return name_wrong(here, "an ISBN has 10 or 13 digits, this has more");
    if (value > 9 && !x)
      return name_wrong(here, value == NUMBER_LETTER_X ? "an \"X\" is only the last of 10 digits"
                                                       : "an ISBN is made of digits and hyphens");
    number_add(isbn, n, x ? NUMBER_X : value);
    hyphen_fits = true;
  }
  return name_fine();
}

static name_verdict isbn_read(name n)
{
  urn_number isbn;
  const name_verdict verdict = isbn_scan(&isbn, &n);
  if (verdict.code != URIEL_ERROR_NONE)
    return verdict;
  const unsigned char *const d = isbn.digits;
  const bool old = isbn.count == ISBN_OLD;
  if (!old && isbn.count != ISBN_MAX)
    return name_counted(n.at, "an ISBN has 10 or 13 digits, this has ", isbn.count);
  if (!old && (d[0] != 9 || d[1] != 7 || d[2] < 8))
    return name_wrong(n.begin, "an ISBN of 13 digits begins with 978 or 979");
  const name_verdict check =
      number_checked(&isbn, old ? number_check_11(d, ISBN_OLD - 1) : isbn_check_13(d));
  if (check.code == URIEL_ERROR_NONE && !old && d[2] == 9 && d[3] == 0)
    return name_wrong(isbn.places[3], "979-0 begins the number of printed music, an ISMN");
  return check;
}

/* All thirteen digits: for ten digits, 978, the first nine and a new check digit (ISO 2108:2017). */
static bool isbn_next(pieces *p, uriel_text *piece, unit_rules *rules)
{
  static const unsigned char before[] = {9, 7, 8};
  urn_number isbn;
  name n = name_of(p->text, p->rules);
  if (p->state == ISBN_MAX)
    return false;
  isbn_scan(&isbn, &n);
  if (isbn.count == ISBN_OLD) {
    memmove(isbn.digits + sizeof before, isbn.digits, ISBN_OLD - 1);
    memcpy(isbn.digits, before, sizeof before);
    isbn.digits[ISBN_MAX - 1] = (unsigned char)isbn_check_13(isbn.digits);
  }
  *piece = uriel_name_character(isbn.digits[p->state++]);
  *rules = p->rules;
  return true;
}

const urn_rules uriel_names_isbn = {isbn_read, true, isbn_next};

/* ---- issn ----------------------------------------------------------------------------------------- */

/* urn:issn (RFC 3044; its registration of 2017, for ISO 3297:2007): the numbers of serials. */

enum { ISSN_DIGITS = 8, ISSN_HALF = 4 };

static name_verdict issn_scan(urn_number *issn, name *n)
{
  bool hyphen = false;
  issn->count = 0;
  while (!name_at_end(n)) {
    if (issn->count == ISSN_HALF && !hyphen && name_skip(n, '-')) {
      hyphen = true;
      continue;
    }
    const unsigned value = uriel_name_value(n);
    const bool x = value == NUMBER_LETTER_X && issn->count == ISSN_DIGITS - 1;
    if (issn->count == ISSN_DIGITS)
      return name_wrong(n->at, "an ISSN has 8 digits, this has more");
    if (value > 9 && !x)
      return name_wrong(n->at,
                        "an ISSN is made of four digits, a hyphen, three digits and a digit or X");
    number_add(issn, n, x ? NUMBER_X : value);
  }
  return name_fine();
}

static name_verdict issn_read(name n)
{
  urn_number issn;
  const name_verdict verdict = issn_scan(&issn, &n);
  if (verdict.code != URIEL_ERROR_NONE)
    return verdict;
  if (issn.count < ISSN_DIGITS)
    return name_counted(n.at, "an ISSN has 8 digits, this has ", issn.count);
  return number_checked(&issn, number_check_11(issn.digits, ISSN_DIGITS - 1));
}

/* As ISO 3297 prints it: "1046-8188", the check digit "X" in upper case. */
static bool issn_next(pieces *p, uriel_text *piece, unit_rules *rules)
{
  urn_number issn;
  name n = name_of(p->text, p->rules);
  if (p->state > ISSN_DIGITS)
    return false;
  issn_scan(&issn, &n);
  const unsigned at = p->state++;
  const unsigned value = issn.digits[at < ISSN_HALF ? at : at - 1];
  *piece = uriel_name_character(at == ISSN_HALF     ? (unsigned)NAME_HYPHEN
                                : value == NUMBER_X ? (unsigned)NUMBER_LETTER_X
                                                    : value);
  *rules = p->rules;
  return true;
}

const urn_rules uriel_names_issn = {issn_read, true, issn_next};

/* ---- isan ----------------------------------------------------------------------------------------- */

/* urn:isan (RFC 4246; ISO 15706-1 and -2): the numbers of audiovisual works and of their versions. */

/* Sixteen hexadecimal digits of a work and a check character, eight of a version and another check
 * character. */
enum { ISAN_WORK = 16, ISAN_VERSION = 8, ISAN_DIGITS = ISAN_WORK + ISAN_VERSION };

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

/* Reads the digits, with check characters in their places or without any. */
static name_verdict isan_scan(urn_number *isan, name *n)
{
  bool hyphen_fits = false;
  *isan = (urn_number){.count = 0};
  while (!name_at_end(n)) {
    const unsigned value = uriel_name_value(n);
    if (name_peek(n) == '-') {
      if (!hyphen_fits)
        return name_wrong(n->at, "a hyphen stands between two groups of digits");
      hyphen_fits = false;
      name_step(n);
      continue;
    }
    if (value == NUMBER_OTHER)
      return name_wrong(n->at, "an ISAN is made of hexadecimal digits, check characters and hyphens");
    if (isan->count == NUMBER_MAX)
      return name_wrong(n->at, "an ISAN has at most 26 digits and check characters, this has more");
    number_add(isan, n, value);
    hyphen_fits = true;
  }
  if (!hyphen_fits)
    return name_wrong(n->at, "a hyphen stands between two groups of digits");
  return name_fine();
}

static bool isan_has_checks(const urn_number *isan)
{
  return isan->count == ISAN_WORK + 1 || isan->count == NUMBER_MAX;
}

/* Moves the digits together. Returns their number, without check characters. */
static size_t isan_digits(urn_number *digits, const urn_number *isan)
{
  const size_t count = isan->count < ISAN_DIGITS ? ISAN_WORK : ISAN_DIGITS;
  for (size_t i = 0; i < count; i++) {
    const size_t place = i < ISAN_WORK || !isan_has_checks(isan) ? i : i + 1;
    digits->digits[i] = isan->digits[place];
    digits->places[i] = isan->places[place];
  }
  return count;
}

static name_verdict isan_read(name n)
{
  urn_number isan, digits;
  const name_verdict verdict = isan_scan(&isan, &n);
  if (verdict.code != URIEL_ERROR_NONE)
    return verdict;
  if (isan.count != ISAN_WORK && isan.count != ISAN_DIGITS && !isan_has_checks(&isan))
    return name_counted(n.at,
                        "an ISAN has 16 or 24 digits, or 17 or 26 with its check characters, this has ",
                        isan.count);
  const size_t count = isan_digits(&digits, &isan);
  for (size_t i = 0; i < count; i++)
    if (digits.digits[i] > 15)
      return name_wrong(digits.places[i], "the digits are hexadecimal");
  for (size_t end = ISAN_WORK; isan_has_checks(&isan) && end <= count; end += ISAN_VERSION) {
    const size_t place = end == ISAN_WORK ? ISAN_WORK : NUMBER_MAX - 1;
    const unsigned check = isan_check(digits.digits, end);
    if (check != isan.digits[place])
      return name_check(isan.places[place], "the check character should be ",
                        uriel_name_character(check).ptr[0]);
  }
  return name_fine();
}

/* As ISO 15706 prints it: groups of four, check characters, upper case. */
static bool isan_next(pieces *p, uriel_text *piece, unit_rules *rules)
{
  static const char form[] = "0000-0000-0000-0000-C-0000-0000-C";
  urn_number isan, digits;
  name n = name_of(p->text, p->rules);
  isan_scan(&isan, &n);
  if (p->state == (isan_digits(&digits, &isan) == ISAN_WORK ? 21 : sizeof form - 1))
    return false;
  size_t before = 0;
  for (size_t i = 0; i < p->state; i++)
    before += form[i] == '0';
  const char what = form[p->state++];
  *piece = uriel_name_character(what == '-'   ? (unsigned)NAME_HYPHEN
                                : what == '0' ? digits.digits[before]
                                              : isan_check(digits.digits, before));
  *rules = p->rules;
  return true;
}

const urn_rules uriel_names_isan = {isan_read, true, isan_next};

/* ---- MOD 37,36 --------------------------------------------------------------------------------------
 */

/* Digits with hyphens between, and a check character at the end (ISO 7064): urn:eidr (RFC 7972, 2). */
static name_verdict mod_37_36_read(name n)
{
  urn_number number;
  const name_verdict verdict = isan_scan(&number, &n);
  if (verdict.code != URIEL_ERROR_NONE || number.count == 0)
    return verdict;
  const size_t last = number.count - 1;
  const unsigned check = isan_check(number.digits, last);
  if (check == number.digits[last])
    return name_fine();
  return name_check(number.places[last], "the check character should be ",
                    uriel_name_character(check).ptr[0]);
}

const urn_rules uriel_names_mod_37_36 = {mod_37_36_read, false, NULL};
