/* SPDX-License-Identifier: MIT */
/* uriel: internationalised domain names (UTS #46, Unicode 18; RFC 3492) and normalisation form C. See
 * uriel.h for conventions. Input and output are UTF-8.
 *
 * A label that is not US-ASCII, or begins with "xn--", has at most URIEL_IDNA_LABEL_MAX code points
 * after mapping, and as many bytes in Punycode; a longer one fails with IDNA_LIMIT. DNS allows 63 bytes.
 * The functions use up to 16 KB of stack. */
#ifndef URIEL_IDNA_H
#define URIEL_IDNA_H

#include "uriel.h"

enum { URIEL_IDNA_LABEL_MAX = 1024 };

/* The flags of UTS #46, section 4. */
enum uriel_idna_option {
  URIEL_IDNA_CHECK_HYPHENS = 1,
  URIEL_IDNA_CHECK_BIDI = 2,
  URIEL_IDNA_CHECK_JOINERS = 4,
  URIEL_IDNA_USE_STD3 = 8,           /* UseSTD3ASCIIRules: letters, digits and "-" only */
  URIEL_IDNA_VERIFY_DNS_LENGTH = 16, /* labels of 1 to 63 bytes, names of 1 to 253 */
  URIEL_IDNA_TRANSITIONAL = 32,      /* Transitional_Processing: maps U+00DF, U+03C2, U+200C, U+200D */
  URIEL_IDNA_IGNORE_INVALID_PUNYCODE = 64,
  URIEL_IDNA_ROOT = 128 /* not in UTS #46: VERIFY_DNS_LENGTH accepts the full stop of the root, "a." */
};

/* clang-format off */
enum uriel_idna_error {
  URIEL_ERROR_IDNA_CODE_POINT = 600, URIEL_ERROR_IDNA_PUNYCODE = 601, URIEL_ERROR_IDNA_NFC = 602,
  URIEL_ERROR_IDNA_HYPHENS = 603, URIEL_ERROR_IDNA_HYPHEN_END = 604, URIEL_ERROR_IDNA_XN = 605,
  URIEL_ERROR_IDNA_DOT = 606, URIEL_ERROR_IDNA_MARK = 607, URIEL_ERROR_IDNA_JOINER = 608,
  URIEL_ERROR_IDNA_BIDI = 609, URIEL_ERROR_IDNA_STD3 = 610, URIEL_ERROR_IDNA_EMPTY = 611,
  URIEL_ERROR_IDNA_LABEL_LENGTH = 612, URIEL_ERROR_IDNA_LENGTH = 613, URIEL_ERROR_IDNA_LIMIT = 614
};
/* clang-format on */

/* Writes the domain name as ASCII labels (ToASCII, 4.2). Fails with the first error of UTS #46, or
 * NOT_UTF_8. The error's place is in `domain`: `begin` and `length` are the label, `offset` is the
 * character at fault, or the start of a decoded "xn--" label. Checks the Bidi rule last. */
URIEL_API size_t uriel_idna_to_ascii(const char *domain, size_t len, unsigned options, char *out,
                                     size_t capacity, uriel_error *error);

/* Writes the domain name with "xn--" labels decoded (ToUnicode, 4.3). An error does not stop it, as UTS
 * #46 requires: the label at fault is written after mapping only, so "xn--" stays if the decoded label
 * is not valid, and `error` has the first error. Fails only with NOT_UTF_8. */
URIEL_API size_t uriel_idna_to_unicode(const char *domain, size_t len, unsigned options, char *out,
                                       size_t capacity, uriel_error *error);

/* Returns the most bytes that uriel_idna_to_ascii writes for a name of `len` bytes: 60 * len, or
 * SIZE_MAX. uriel_idna_to_unicode writes at most 11 * len bytes, uriel_nfc 3 * len. O(1). */
URIEL_API size_t uriel_idna_bound(size_t len);

/* Writes `text` in normalisation form C (UAX #15). Fails with NOT_UTF_8. */
URIEL_API size_t uriel_nfc(const char *text, size_t len, char *out, size_t capacity, uriel_error *error);

#endif
