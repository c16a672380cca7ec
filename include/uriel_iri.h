/* SPDX-License-Identifier: MIT */
/* uriel: Internationalized Resource Identifiers (RFC 3987). See uriel.h for conventions. Text is UTF-8.
 *
 * uriel_parse_as with URIEL_SPEC_IRI (uriel_spec.h) parses an IRI reference. Functions of uriel.h then
 * follow RFC 3987, 5.3 and 6.5, without NFC and IDNA. */
#ifndef URIEL_IRI_H
#define URIEL_IRI_H

#include "uriel_spec.h"

/* clang-format off */
enum uriel_iri_error {
  URIEL_ERROR_IRI_CHARACTER = 800, /* not allowed in this component of an IRI */
  URIEL_ERROR_IRI_PRIVATE = 801    /* a private-use character outside a query */
};
/* clang-format on */

enum uriel_iri_option {
  URIEL_IRI_NFC = 1, /* normalise to form C (3.1, step 1; 5.3.2.2) */
  URIEL_IRI_IDNA = 2 /* the host is a domain name: use ToASCII and ToUnicode (uriel_idna.h) */
};

/* Writes the URI reference that an IRI reference maps to (3.1): each character outside US-ASCII in
 * percent-encoded UTF-8. A URI reference is copied. With IDNA, a host name with such characters, also
 * encoded ones, is converted with ToASCII and UseSTD3ASCIIRules. A full stop at its end, for the root of
 * the DNS, stays. Fails with the error of uriel_idna_to_ascii, at its place in the reference, and with
 * IDNA_LIMIT for a name of more than 2,048 bytes. */
URIEL_API size_t uriel_iri_to_uri(const uriel_ref *iri, unsigned options, char *out, size_t capacity,
                                  uriel_error *error);

/* Writes the IRI reference of a URI reference (3.2): decodes "%XX" of unreserved characters, and of
 * characters outside US-ASCII. Keeps encoded bytes that are not UTF-8, characters that the component
 * does not allow (2.2), bidirectional formatting (4.1), and characters easily taken for others (6.1):
 * spaces, invisible characters, full-width and half-width forms. With IDNA, decodes the "xn--" labels of
 * a host whose labels are all valid.
 *
 * uriel_iri_to_uri of the result is the URI again, except that "%XX" of unreserved characters are
 * decoded and the hexadecimal digits of bytes outside US-ASCII are in upper case; with IDNA, a host with
 * "xn--" is in lower case. NFC is ignored. Fails only for a row with URIEL_INVALID. */
URIEL_API size_t uriel_iri_from_uri(const uriel_ref *uri, unsigned options, char *out, size_t capacity);

/* Writes the normal form of an IRI reference, as uriel_normalize does; with NFC, in normalisation form
 * C; with IDNA, at URIEL_LEVEL_SCHEME, with the host name converted by ToUnicode (5.3.3). NFC changes
 * nothing at URIEL_LEVEL_STRING. With an option, a capacity below uriel_iri_bound(iri) gives the error
 * BUFFER_TOO_SMALL and that bound; nothing is written. A reference of any document other than RFC 3987
 * and RFC 3986 is parsed as an IRI first, which may fail. IDNA fails as in uriel_iri_to_uri. */
URIEL_API size_t uriel_iri_normalize(const uriel_ref *iri, uriel_level level, unsigned options,
                                     char *out, size_t capacity, uriel_error *error);

/* Returns the most bytes that uriel_iri_to_uri, uriel_iri_from_uri, uriel_iri_normalize and
 * uriel_iri_display write for a reference. O(1). */
URIEL_API size_t uriel_iri_bound(const uriel_ref *ref);

/* ---- Safe to show ----------------------------------------------------------------------------- */

/* Restriction levels (UTS #39, Unicode 18, 5.2), from the safest. */
typedef enum uriel_restriction {
  URIEL_RESTRICTION_ASCII_ONLY = 0,
  URIEL_RESTRICTION_SINGLE_SCRIPT = 1,
  URIEL_RESTRICTION_HIGHLY_RESTRICTIVE = 2,     /* Latin with Chinese, Japanese or Korean */
  URIEL_RESTRICTION_MODERATELY_RESTRICTIVE = 3, /* Latin with one script other than Cyrillic and Greek */
  URIEL_RESTRICTION_MINIMALLY_RESTRICTIVE = 4,  /* any mixture of scripts */
  URIEL_RESTRICTION_UNRESTRICTED = 5 /* not UTF-8, or a character that is not for identifiers (3.1) */
} uriel_restriction;
URIEL_API const char *uriel_restriction_name(uriel_restriction level);

/* Returns the level of a host, label or identifier in UTF-8: the worst of its dot-separated parts. */
URIEL_API uriel_restriction uriel_restriction_of(const char *text, size_t len);

/* Writes the US-ASCII text that a host or label looks like (UTS #39, 4): "apple" for Cyrillic letters
 * that look like it. Returns 0 if the text is US-ASCII, or if a character has no ASCII lookalike. Pass
 * text from uriel_idna_to_unicode: upper-case letters are not recognised. At most `len` bytes. */
URIEL_API size_t uriel_looks_ascii(const char *text, size_t len, char *out, size_t capacity);

/* Writes the first `capacity` warnings about a reference of any document, from URIEL_WARNING_SCRIPTS on,
 * in the order of the text, and returns the number of all. Labels that begin with "xn--" are decoded;
 * other "%XX" are not, because people see them encoded. The rules of 4.2 hold for the labels of a host,
 * segments of a path, names and values of a query, and between "." in a segment. */
URIEL_API size_t uriel_iri_warnings(uriel_warning *warnings, size_t capacity, const uriel_ref *ref);

/* Writes an equivalent IRI reference that is safe to show. If the scheme connects to servers (it has a
 * default port, or is "file") or is undefined, the host is a domain name: each label is in Unicode, or
 * in US-ASCII with "xn--" if IDNA rejects the host or a rule hides the label (uriel_iri_labels). Other
 * hosts are unchanged, in US-ASCII. In the path, query and fragment, "%XX" are decoded (3.2), except
 * parts that would break the rules of 4.2. Characters that uriel_iri_from_uri keeps or
 * URIEL_WARNING_HIDDEN warns about are encoded. User information is US-ASCII. Fails only for a row with
 * URIEL_INVALID. */
URIEL_API size_t uriel_iri_display(const uriel_ref *ref, char *out, size_t capacity);

/* Why uriel_iri_display does not show a label in Unicode: the display rules of Chromium that need no
 * list of popular domains, UTS #39 and RFC 5892. doc/iri.md has the details. */
typedef enum uriel_label_rule {
  URIEL_LABEL_SHOWN = 0,        /* shown, or in US-ASCII */
  URIEL_LABEL_IDNA = 1,         /* IDNA rejects the host */
  URIEL_LABEL_IDENTIFIER = 2,   /* a character that is not for identifiers (UTS #39, 3.1) */
  URIEL_LABEL_SCRIPTS = 3,      /* less than highly restrictive (UTS #39, 5.2) */
  URIEL_LABEL_BIDI = 4,         /* breaks RFC 3987, 4.2 */
  URIEL_LABEL_RARE = 5,         /* a character that browsers never show */
  URIEL_LABEL_LATIN = 6,        /* Latin letters outside US-ASCII with another script */
  URIEL_LABEL_CONTEXT = 7,      /* a character outside its context (RFC 5892, A), as a middle dot */
  URIEL_LABEL_COUNTRY = 8,      /* a letter that is at home under another top-level domain */
  URIEL_LABEL_MARKS = 9,        /* marks that are repeated, too many or invisible (UTS #39, 5.4) */
  URIEL_LABEL_NUMBERS = 10,     /* digits of two systems (UTS #39, 5.3) */
  URIEL_LABEL_DIGITS = 11,      /* only digits and characters that look like digits */
  URIEL_LABEL_LOOKS_ASCII = 12, /* looks like US-ASCII (UTS #39, 4), except under a top-level domain in
                                  its script */
  URIEL_LABEL_LOOKS_LATIN = 13  /* all letters look like Latin ones, except at home */
} uriel_label_rule;
URIEL_API const char *uriel_label_rule_name(uriel_label_rule rule);

/* A label of a host; its place is in the text that uriel_iri_display writes. */
typedef struct uriel_iri_label {
  size_t begin, length;
  uriel_label_rule rule; /* that hides it */
} uriel_iri_label;

/* Writes the first `capacity` labels of a domain name; returns the number of all, 0 for other hosts. */
URIEL_API size_t uriel_iri_labels(uriel_iri_label *labels, size_t capacity, const uriel_ref *ref);

#endif
