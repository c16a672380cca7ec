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

#ifdef __cplusplus
extern "C" {
#endif

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

/* Writes the domain name as ASCII labels (ToASCII, 4.2). Fails with the first error of UTS #46, or
 * NOT_UTF_8. The error's place is in `domain`: `begin` and `length` are the label, `offset` is the
 * character at fault, or the label's begin if that is in what an "xn--" label decodes to. The Bidi rule
 * is checked last. */
URIEL_API size_t uriel_idna_to_ascii(const char *domain, size_t len, unsigned options, char *out,
                                     size_t capacity, uriel_error *error);

/* Writes the domain name with "xn--" labels decoded (ToUnicode, 4.3). An error does not stop it, as
 * UTS #46 requires: the label at fault is written as it is after mapping, so that "xn--" stays if the
 * decoded label is not valid, and `error` has the first error. Fails only with NOT_UTF_8. */
URIEL_API size_t uriel_idna_to_unicode(const char *domain, size_t len, unsigned options, char *out,
                                       size_t capacity, uriel_error *error);

/* Return the most bytes that the function of that name writes. O(1). */
URIEL_API size_t uriel_idna_to_ascii_bound(size_t len);
URIEL_API size_t uriel_idna_to_unicode_bound(size_t len);

/* Writes `text` in normalisation form C (UAX #15). Fails with NOT_UTF_8. */
URIEL_API size_t uriel_nfc(const char *text, size_t len, char *out, size_t capacity, uriel_error *error);
URIEL_API size_t uriel_nfc_bound(size_t len);

#ifdef __cplusplus
}
#endif

#endif
