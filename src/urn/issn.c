/* SPDX-License-Identifier: MIT */
/* urn:issn (RFC 3044; its registration of 2017, for ISO 3297:2007): the numbers of serials. */
#include "urn/names.h"

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

/* As ISO 3297 shows it: "1046-8188", the check digit "X" in upper case. */
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
  p->next = issn_next;
  p->text = nss;
  p->state = 0;
  return true;
}

const urn_rules uriel_names_issn = {"issn", "ISSN", issn_read, issn_canonical};
