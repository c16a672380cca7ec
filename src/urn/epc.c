/* SPDX-License-Identifier: MIT */
/* urn:epc (RFC 5134; GS1's EPC Tag Data Standard 1.13, 6): electronic product codes. */
#include "urn/names.h"

/* The components of a pure identity, separated by ".", as letters of `form`. */
typedef struct epc_scheme {
  const char *name;
  const char *form;
  unsigned char total;  /* the total length of the first two components */
  unsigned char serial; /* the longest serial number */
} epc_scheme;

enum epc_component {
  EPC_COMPANY = 'c',   /* 6 to 12 digits */
  EPC_REFERENCE = 'd', /* digits; `total` together with the company prefix */
  EPC_OPEN = 'a',      /* characters; at most `total` with the company's digits */
  EPC_PART = 'p',      /* the same for a component or part */
  EPC_SERIAL = 's',    /* characters, at most `serial` */
  EPC_PADDED = 'z',    /* digits, at most `serial` */
  EPC_NUMBER = 'n',    /* without leading zeros */
  EPC_TWO = '2',       /* two digits */
  EPC_SEVEN = '7',
  EPC_CAGE = 'g',      /* CAGE code or DoDAAC */
  EPC_ORIGINAL = 'o',  /* an original part number, which may be missing */
  EPC_MARKED = 'r',    /* a serial number that may begin with "#", encoded */
  EPC_CONTAINER = 'b', /* ISO 6346 */
};

static const epc_scheme epc_identities[] = {
    {"sgtin", "cds", 13, 20},  {"sscc", "cd", 17, 0},   {"sgln", "cds", 12, 20}, {"grai", "cds", 12, 16},
    {"giai", "ca", 30, 0},     {"gsrn", "cd", 17, 0},   {"gsrnp", "cd", 17, 0},  {"gdti", "cds", 12, 17},
    {"cpi", "cpn", 30, 12},    {"sgcn", "cdz", 12, 12}, {"ginc", "ca", 30, 0},   {"gsin", "cd", 16, 0},
    {"itip", "cd22s", 13, 20}, {"upui", "cds", 13, 28}, {"pgln", "cd", 12, 0},   {"gid", "nnn", 0, 0},
    {"usdod", "gn", 0, 0},     {"adi", "gor", 0, 30},   {"bic", "b", 0, 0},      {"imovn", "7", 0, 0},
};
static const epc_scheme epc_classes[] = {{"lgtin", "cds", 13, 20}};

/* Characters of a component, plain and encoded (5, GS3A3Char and Escape). */
typedef struct epc_alphabet {
  unsigned classes;
  const char *plain, *encoded;
} epc_alphabet;

static const epc_alphabet epc_characters = {BYTE_ALPHA | BYTE_DIGIT, "!'()*+,-.:;=_", "\"%&/<>?"};
static const epc_alphabet epc_part_characters = {BYTE_UPPER | BYTE_DIGIT, "-", "#/"};
static const epc_alphabet epc_original_characters = {BYTE_UPPER | BYTE_DIGIT, "-", "/"};

static bool epc_is_of(const name *n, const epc_alphabet *alphabet)
{
  const unsigned unit = name_peek(n);
  if (unit >= NAME_END)
    return false;
  if (unit >= UNIT_ENCODED)
    return bytes_have(alphabet->encoded, unit & 0xFF);
  return byte_is((char)unit, alphabet->classes) || bytes_have(alphabet->plain, unit);
}

static bool epc_is_lower(const name *n)
{
  return name_is(n, BYTE_ALPHA) && !name_is(n, BYTE_UPPER);
}

/* Reads `least` to `most` characters of the alphabet. */
static name_verdict epc_text(name *n, const epc_alphabet *alphabet, size_t least, size_t most)
{
  size_t count = 0;
  for (; epc_is_of(n, alphabet); name_step(n))
    if (count++ == most)
      return name_counted(n->at, "too long: the characters that fit here are ", most);
  if (alphabet->classes == (BYTE_UPPER | BYTE_DIGIT) && epc_is_lower(n))
    return name_wrong(n->at, "letters are in upper case in that component");
  if (count < least)
    return name_wrong(n->at, name_at_end(n) || name_peek(n) == '.'
                                 ? "a component is empty"
                                 : "a character that is not allowed in that component");
  return name_fine();
}

static name_verdict epc_digits(name *n, size_t least, size_t most, const char *words)
{
  const size_t count = uriel_name_span(n, BYTE_DIGIT, 0);
  return count < least || count > most ? name_wrong(n->at, words) : name_fine();
}

/* Reads digits; at most `most`, if that is not 0. */
static name_verdict epc_number(name *n, size_t most)
{
  if (name_skip(n, '0') && name_is(n, BYTE_DIGIT))
    return name_wrong(n->at, "a number has no leading zero");
  for (size_t count = 0; name_is(n, BYTE_DIGIT); name_step(n))
    if (count++ == most && most > 0)
      return name_counted(n->at, "too long: the digits that fit here are ", most);
  return name_fine();
}

/* Five or six digits and upper-case letters other than "I" and "O". */
static name_verdict epc_cage(name *n)
{
  size_t count = 0;
  for (; count < 6 && name_is(n, BYTE_UPPER | BYTE_DIGIT); name_step(n), count++)
    if (name_peek(n) == 'I' || name_peek(n) == 'O')
      return name_wrong(n->at, "no CAGE code or DoDAAC holds I or O");
  if (epc_is_lower(n))
    return name_wrong(n->at, "letters are in upper case in that component");
  return count >= 5 && !name_is(n, BYTE_UPPER | BYTE_DIGIT)
             ? name_fine()
             : name_wrong(n->at, "a CAGE code has 5 characters, a DoDAAC 6");
}

static name_verdict epc_component_read(name *n, const epc_scheme *scheme, char component, size_t company)
{
  switch ((enum epc_component)component) {
  case EPC_COMPANY:
    return epc_digits(n, 6, 12, "a company prefix has 6 to 12 digits");
  case EPC_REFERENCE:
    if (company + uriel_name_span(n, BYTE_DIGIT, 0) == scheme->total)
      return name_fine();
    return name_counted(n->at,
                        "the number of digits of company prefix and reference together should be ",
                        scheme->total);
  case EPC_OPEN:
    return epc_text(n, &epc_characters, 1, scheme->total - company);
  case EPC_PART:
    return epc_text(n, &epc_part_characters, 1, scheme->total - company);
  case EPC_SERIAL:
    return epc_text(n, &epc_characters, 1, scheme->serial);
  case EPC_PADDED:
    return epc_digits(n, 1, scheme->serial, "a serial number has 1 to 12 digits here");
  case EPC_NUMBER:
    return name_is(n, BYTE_DIGIT) ? epc_number(n, scheme->serial)
                                  : name_wrong(n->at, "a number is missing");
  case EPC_TWO:
    return epc_digits(n, 2, 2, "a piece and the total of pieces have two digits each");
  case EPC_SEVEN:
    return epc_digits(n, 7, 7, "an IMO number has 7 digits");
  case EPC_CAGE:
    return epc_cage(n);
  case EPC_ORIGINAL:
    return epc_text(n, &epc_original_characters, 0, 32);
  case EPC_MARKED: {
    const size_t mark = name_peek(n) == (UNIT_ENCODED | '#') ? 1 : 0;
    if (mark)
      name_step(n);
    return epc_text(n, &epc_original_characters, 1, scheme->serial - mark);
  }
  case EPC_CONTAINER:
    break;
  }
  /* Three letters for the owner, one for the category, six digits and a check digit. */
  return uriel_name_span(n, BYTE_UPPER, 0) == 4
             ? epc_digits(n, 7, 7, "a container code ends with seven digits")
             : name_wrong(n->at, "a container code begins with four upper-case letters");
}

static name_verdict epc_components(name *n, const epc_scheme *scheme)
{
  size_t company = 0;
  for (const char *component = scheme->form; *component; component++) {
    if (component > scheme->form && !name_skip(n, '.'))
      return name_wrong(n->at, "\".\" and a further component are missing");
    const char *const begin = n->at;
    const name_verdict verdict = epc_component_read(n, scheme, *component, company);
    if (verdict.code != URIEL_ERROR_NONE)
      return verdict;
    if (*component == EPC_COMPANY)
      company = (size_t)(n->at - begin);
  }
  return name_at_end(n) ? name_fine()
                        : name_wrong(n->at, "this character is not part of the last component");
}

/* Skips the word, in the same case, if it comes next. */
static bool epc_word(name *n, const char *word)
{
  name ahead = *n;
  while (*word && name_skip(&ahead, *word))
    word++;
  if (*word)
    return false;
  *n = ahead;
  return true;
}

/* A scheme's name, ":", and its components if the scheme is known. */
static name_verdict epc_scheme_read(name *n, const epc_scheme *schemes, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    name ahead = *n;
    if (epc_word(&ahead, schemes[i].name) && name_skip(&ahead, ':')) {
      *n = ahead;
      return epc_components(n, &schemes[i]);
    }
  }
  if (uriel_name_until(n, ":") == 0)
    return name_wrong(n->at, "the name of a scheme is missing");
  if (!name_skip(n, ':') || name_at_end(n))
    return name_wrong(n->at, "a code is missing after the scheme");
  return name_fine();
}

/* Digits without leading zeros, or "x" and hexadecimal digits in upper case. */
static name_verdict epc_raw_value(name *n)
{
  if (!name_skip(n, 'x') && name_is(n, BYTE_DIGIT))
    return epc_number(n, 0);
  size_t count = 0;
  for (; name_is(n, BYTE_HEX) && !epc_is_lower(n); name_step(n))
    count++;
  if (name_is(n, BYTE_HEX))
    return name_wrong(n->at, "hexadecimal digits are in upper case");
  return count > 0 ? name_fine()
                   : name_wrong(n->at, "a value is digits, or \"x\" and hexadecimal digits");
}

/* The length in bits, then a decimal number, or "x" and hexadecimal digits, optionally twice (12). */
static name_verdict epc_raw(name *n)
{
  const char *const begin = n->at;
  if (name_skip(n, '0'))
    return name_wrong(begin, "a length is not 0 and has no leading zero");
  if (epc_digits(n, 1, 20, "").code != URIEL_ERROR_NONE)
    return name_wrong(n->at, "a raw code begins with its length in bits");
  size_t values = 0;
  for (; name_skip(n, '.'); values++) {
    const name_verdict verdict = epc_raw_value(n);
    if (verdict.code != URIEL_ERROR_NONE)
      return verdict;
  }
  if (values == 0 || values > 2 || !name_at_end(n))
    return name_wrong(n->at, "a raw code is its length and one or two values, with \".\" between");
  return name_fine();
}

static name_verdict epc_read(name n)
{
  if (epc_word(&n, "id:"))
    return epc_scheme_read(&n, epc_identities, sizeof epc_identities / sizeof *epc_identities);
  if (epc_word(&n, "class:"))
    return epc_scheme_read(&n, epc_classes, sizeof epc_classes / sizeof *epc_classes);
  if (epc_word(&n, "raw:"))
    return epc_raw(&n);
  if (name_is(&n, BYTE_UPPER))
    return name_wrong(n.at, "kinds of codes are in lower case: id, class, tag, raw");
  if (uriel_name_until(&n, ":") == 0)
    return name_wrong(n.at, "a kind of code is missing: id, class, tag, raw");
  return name_skip(&n, ':') ? epc_scheme_read(&n, NULL, 0)
                            : name_wrong(n.at, "a scheme is missing after the kind of code");
}

const urn_rules uriel_names_epc = {epc_read, true, NULL};
