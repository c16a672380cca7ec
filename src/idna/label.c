/* SPDX-License-Identifier: MIT */
/* The validity criteria of a label: UTS #46, 4.1; RFC 5892, Appendix A; RFC 5893, section 2. */
#include "idna/label.h"

#include "text/bytes.h"

enum { ZWNJ = 0x200C, ZWJ = 0x200D };

static uint32_t label_code(const idna_label *label, size_t at)
{
  return label->codes ? label->codes[at] : (unsigned char)byte_lower(label->bytes[at]);
}

static uint32_t label_word(const idna_label *label, size_t at)
{
  return unicode_word(label_code(label, at));
}

static bool label_has_hyphen(const idna_label *label, size_t at)
{
  return at < label->count && label_code(label, at) == '-';
}

size_t uriel_label_not_std3(const idna_label *label)
{
  size_t at = 0;
  for (; at < label->count; at++) {
    const uint32_t code = label_code(label, at);
    if (code < 0x80 && code != '-' && !(code - '0' < 10) && !(code - 'a' < 26))
      break;
  }
  return at;
}

/* RFC 5892, A.1 and A.2, for the joiner at `at`. */
static bool label_joiner_fits(const idna_label *label, size_t at)
{
  size_t before = at, after = at + 1;
  if (at > 0 && word_class(label_word(label, at - 1)) == UNICODE_VIRAMA)
    return true;
  if (label_code(label, at) == ZWJ)
    return false;
  while (before > 0 && word_joining(label_word(label, before - 1)) == JOINING_TRANSPARENT)
    before--;
  while (after < label->count && word_joining(label_word(label, after)) == JOINING_TRANSPARENT)
    after++;
  if (before == 0 || after == label->count)
    return false;
  const enum unicode_joining left = word_joining(label_word(label, before - 1)),
                             right = word_joining(label_word(label, after));
  return (left == JOINING_LEFT || left == JOINING_DUAL) &&
         (right == JOINING_RIGHT || right == JOINING_DUAL);
}

/* Criteria 5 to 8. */
static uriel_error_code label_codes(const idna_label *label, unsigned options, size_t *at)
{
  if (label_word(label, 0) & UNICODE_MARK)
    return URIEL_ERROR_IDNA_MARK;
  for (size_t i = 0; i < label->count; i++) {
    const uint32_t code = label_code(label, i);
    const unsigned status = label_word(label, i) & UNICODE_STATUS;
    *at = i;
    if (code == '.')
      return URIEL_ERROR_IDNA_DOT;
    if (status != UNICODE_VALID && status != UNICODE_DEVIATION)
      return URIEL_ERROR_IDNA_CODE_POINT;
    if ((code == ZWNJ || code == ZWJ) && (options & URIEL_IDNA_CHECK_JOINERS) &&
        !label_joiner_fits(label, i))
      return URIEL_ERROR_IDNA_JOINER;
  }
  return URIEL_ERROR_NONE;
}

uriel_error_code uriel_label_check(const idna_label *label, unsigned options, size_t *at)
{
  uriel_error_code code = URIEL_ERROR_NONE;
  *at = 0;
  if (label->count == 0)
    return code;
  const bool hyphens = label_has_hyphen(label, 2) && label_has_hyphen(label, 3);
  if (options & URIEL_IDNA_CHECK_HYPHENS) {
    *at = 2;
    if (hyphens)
      return URIEL_ERROR_IDNA_HYPHENS;
    *at = label_has_hyphen(label, 0) ? 0 : label->count - 1;
    if (label_has_hyphen(label, *at))
      return URIEL_ERROR_IDNA_HYPHEN_END;
  } else if (hyphens && !(options & IDNA_ALLOW_XN) && label_code(label, 0) == 'x' &&
             label_code(label, 1) == 'n') {
    return URIEL_ERROR_IDNA_XN;
  }
  *at = 0;
  if (label->codes)
    code = label_codes(label, options, at);
  if (code != URIEL_ERROR_NONE || (options & URIEL_IDNA_USE_STD3) == 0)
    return code;
  *at = uriel_label_not_std3(label);
  return *at < label->count ? URIEL_ERROR_IDNA_STD3 : URIEL_ERROR_NONE;
}

bool uriel_label_is_rtl(const idna_label *label)
{
  for (size_t i = 0; i < label->count; i++) {
    const enum unicode_bidi bidi = word_bidi(label_word(label, i));
    if (bidi == BIDI_R || bidi == BIDI_AN)
      return true;
  }
  return false;
}

/* Returns whether a label that begins with class R or AL (rtl), or else L, may end with the class. All
 * of its other characters may also have the classes NSM and NEUTRAL. */
static bool label_bidi_may_end(enum unicode_bidi bidi, bool rtl)
{
  return bidi == BIDI_EN || (rtl ? bidi == BIDI_R || bidi == BIDI_AN : bidi == BIDI_L);
}

bool uriel_label_bidi(const idna_label *label, size_t *at)
{
  enum unicode_bidi number = BIDI_NSM; /* BIDI_EN or BIDI_AN when the label has one */
  *at = 0;
  if (label->count == 0)
    return true;
  const enum unicode_bidi first = word_bidi(label_word(label, 0));
  const bool rtl = first == BIDI_R;
  if (!rtl && first != BIDI_L)
    return false;
  size_t last = 0;
  for (size_t i = 0; i < label->count; i++) {
    const enum unicode_bidi bidi = word_bidi(label_word(label, i));
    const bool is_number = bidi == BIDI_EN || bidi == BIDI_AN;
    *at = i;
    if (!(bidi == BIDI_NSM || bidi == BIDI_NEUTRAL || label_bidi_may_end(bidi, rtl)) ||
        (rtl && is_number && number != BIDI_NSM && number != bidi))
      return false;
    number = is_number ? bidi : number;
    last = bidi == BIDI_NSM ? last : i;
  }
  *at = last;
  return label_bidi_may_end(word_bidi(label_word(label, last)), rtl);
}
