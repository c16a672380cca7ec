/* SPDX-License-Identifier: MIT */
/* urn:isan (RFC 4246; ISO 15706-1 and -2): the numbers of audiovisual works and of their versions. */
#include "urn/names.h"

/* Sixteen hexadecimal digits of a work and its check character, eight of a version and another one. */
enum { ISAN_WORK = 16, ISAN_VERSION = 8, ISAN_DIGITS = ISAN_WORK + ISAN_VERSION, ISAN_MAX = 26 };

/* With its check characters in their places, or without any. */
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

/* Which of the values is that of the digit. */
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

/* As ISO 15706 shows it: groups of four, check characters, upper case. */
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
  p->next = isan_next;
  p->text = nss;
  p->state = 0;
  return true;
}

const urn_rules uriel_names_isan = {"isan", "ISAN", isan_read, isan_canonical};
