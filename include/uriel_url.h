/* SPDX-License-Identifier: MIT */
/* uriel: URLs as browsers read them (the URL standard of the WHATWG, July 2026). See uriel.h for
 * conventions. doc/url.md lists differences of Chromium. uriel_query.h has URLSearchParams.
 *
 * The standard repairs its input. uriel_url_parse writes the serialised URL and fills a uriel_ref over
 * it, of URIEL_SPEC_WHATWG: always absolute, in US-ASCII, and in normal form. So uriel_resolve and
 * uriel_normalize copy such a reference, and two URLs are equal if their texts are. In the terms of the
 * standard, username and password are the user information; pathname is the path, without the "/." that
 * the serialiser writes before "//"; search and hash, without "?" and "#", are query and fragment. The
 * offsets differ from other documents in three ways:
 *
 *     foo:/.//bar        path_begin is after "/.", which does not belong to the path
 *     file:///etc        host_begin and host_end are both 7: the host is empty, of kind NAME
 *     https://u@h/       user information is undefined without credentials, and has no final ":"
 *
 * `flags` has only the kind of the host (NAME for domains, opaque hosts and empty ones) and the
 * document. Paths of special URLs begin with "/"; opaque paths do not, and follow no authority: they are
 * the paths of references whose uriel_form_of is OPAQUE.
 *
 * Input is UTF-8. Malformed UTF-8 is decoded as U+FFFD, as in the standard. */
#ifndef URIEL_URL_H
#define URIEL_URL_H

#include "uriel.h"

/* ---- Parsing ---------------------------------------------------------------------------------- */

/* Encodes a query for a document that is not UTF-8 ("percent-encode after encoding"). Called with each
 * scalar value of the query in order, then with END. Writes up to 8 bytes to `out` and returns their
 * number, plus LACKS if the encoding cannot represent the scalar value, which is then written as
 * "%26%23" DECIMAL "%3B". Encodings with states (ISO-2022-JP) write escapes for END and LACKS; others
 * return 0 for END. */
typedef size_t uriel_url_encoder(void *context, uint32_t scalar, char out[8]);
enum { URIEL_URL_ENCODER_LACKS = 16, URIEL_URL_ENCODER_END = 0x110000 };

/* Options of uriel_url_parse, and what it reports. All zero: UTF-8, no reports. */
typedef struct uriel_url_options {
  uriel_error *errors;   /* filled with the validation errors, in the standard's order; NULL: none */
  size_t error_capacity; /* if there are more errors, the last element holds the last error */
  size_t error_count;    /* set: the number of all errors; 0 if `errors` is NULL */
  uriel_url_encoder *encoder;
  void *encoder_context;
} uriel_url_options;

/* Parses `text` against `base` (or without, if NULL), writes the serialised URL to `out`, and fills
 * `ref` over it. Returns its length. If `text` is already serialised, `ref` points to `text` and nothing
 * is written, whatever the capacity. Otherwise, if the length exceeds `capacity`, `ref` is the empty
 * reference: call again with a larger buffer. If the standard returns failure, or the result is longer
 * than a reference can be (TOO_LONG), returns URIEL_FAILED; the last error is the reason, and the
 * content of `out` is unspecified. `base` is a reference of URIEL_SPEC_WHATWG. Collecting validation
 * errors is slower: set `errors` only to read them.
 *
 * The place of an error is in `text` as given. A domain that is not US-ASCII or contains "%", a tab or a
 * newline has at most 2048 bytes; a longer one is a failure, domain-to-ASCII. */
URIEL_API size_t uriel_url_parse(uriel_ref *ref, const uriel_ref *base, const char *text, size_t len,
                                 uriel_url_options *options, char *out, size_t capacity);

/* Returns whether uriel_url_parse succeeds (URL.canParse). */
URIEL_API bool uriel_url_can_parse(const uriel_ref *base, const char *text, size_t len);

/* Returns the most bytes that uriel_url_parse writes for `base` and a text of `len` bytes, with any
 * options, and uriel_url_set for `base` as `url` and a value of `len` bytes. O(1). */
URIEL_API size_t uriel_url_bound(const uriel_ref *base, size_t len);

/* The validation errors of the standard, in its order and under its names. */
/* clang-format off */
enum uriel_url_error {
  URIEL_ERROR_URL_DOMAIN_TO_ASCII = 700, URIEL_ERROR_URL_DOMAIN_PERCENT_ENCODED = 701,
  URIEL_ERROR_URL_HOST_INVALID_CODE_POINT = 702, URIEL_ERROR_URL_IPV4_EMPTY_PART = 703,
  URIEL_ERROR_URL_IPV4_TOO_FEW_PARTS = 704, URIEL_ERROR_URL_IPV4_TOO_MANY_PARTS = 705,
  URIEL_ERROR_URL_IPV4_NON_NUMERIC_PART = 706, URIEL_ERROR_URL_IPV4_NON_DECIMAL_PART = 707,
  URIEL_ERROR_URL_IPV4_OUT_OF_RANGE_PART = 708, URIEL_ERROR_URL_IPV6_UNCLOSED = 709,
  URIEL_ERROR_URL_IPV6_INVALID_COMPRESSION = 710, URIEL_ERROR_URL_IPV6_TOO_MANY_PIECES = 711,
  URIEL_ERROR_URL_IPV6_MULTIPLE_COMPRESSION = 712, URIEL_ERROR_URL_IPV6_INVALID_CODE_POINT = 713,
  URIEL_ERROR_URL_IPV6_TOO_FEW_PIECES = 714, URIEL_ERROR_URL_IPV6_PIECE_LEADING_ZERO = 715,
  URIEL_ERROR_URL_IPV4_IN_IPV6_TOO_MANY_PIECES = 716,
  URIEL_ERROR_URL_IPV4_IN_IPV6_INVALID_CODE_POINT = 717,
  URIEL_ERROR_URL_IPV4_IN_IPV6_OUT_OF_RANGE_PART = 718, URIEL_ERROR_URL_IPV4_IN_IPV6_TOO_FEW_PARTS = 719,
  URIEL_ERROR_URL_INVALID_URL_UNIT = 720, URIEL_ERROR_URL_SPECIAL_SCHEME_MISSING_FOLLOWING_SOLIDUS = 721,
  URIEL_ERROR_URL_MISSING_SCHEME_NON_RELATIVE_URL = 722, URIEL_ERROR_URL_INVALID_REVERSE_SOLIDUS = 723,
  URIEL_ERROR_URL_INVALID_CREDENTIALS = 724, URIEL_ERROR_URL_HOST_MISSING = 725,
  URIEL_ERROR_URL_PORT_OUT_OF_RANGE = 726, URIEL_ERROR_URL_PORT_INVALID = 727,
  URIEL_ERROR_URL_FILE_INVALID_WINDOWS_DRIVE_LETTER = 728,
  URIEL_ERROR_URL_FILE_INVALID_WINDOWS_DRIVE_LETTER_HOST = 729,
  URIEL_ERROR_URL_NOT_SERIALIZED = 730 /* uriel_parse_as: valid, but the standard would change it */
};
/* clang-format on */

/* ---- Reading what people have ------------------------------------------------------------------- */

/* How uriel_lenient_parse read a text. */
typedef enum uriel_read {
  URIEL_READ_EXACT = 0,   /* under RFC 3986 */
  URIEL_READ_ENCODED = 1, /* under RFC 3986, after percent-encoding and IDNA */
  URIEL_READ_WHATWG = 2   /* under the URL standard */
} uriel_read;

enum uriel_lenient_option {
  URIEL_LENIENT_RELATIVE = 1 /* encodes relative references too, not only texts with a scheme */
};

/* Reads `text` as a URI reference of RFC 3986 in the first of these ways that is possible:
 *
 *     EXACT      unchanged; nothing is written
 *     ENCODED    each byte that its component does not allow, and each "%" without two hexadecimal
 *                digits, as "%XX"; an international host under IDNA, as in the URL standard
 *     WHATWG     as the URL that uriel_url_parse makes of it and of `base`, a reference of
 *                URIEL_SPEC_WHATWG or NULL; encoded, if RFC 3986 does not allow that URL
 *
 * Appendix B and the last "@" of the authority separate the components to encode. A host with other
 * bytes that it does not allow is not encoded, nor "\" where browsers see an authority begin. Fills
 * `ref`, which refers to `text` or to `out`, and `read`. Returns the capacity that it needs: if that
 * exceeds `capacity`, `ref` is the empty reference; call again with a larger buffer. Fails if no way is
 * possible. `error` is the error of RFC 3986 in `text`, also on success, and NONE for EXACT. O(n). */
URIEL_API size_t uriel_lenient_parse(uriel_ref *ref, uriel_read *read, const uriel_ref *base,
                                     const char *text, size_t len, unsigned options, char *out,
                                     size_t capacity, uriel_error *error);

/* Returns the largest capacity that uriel_lenient_parse needs for a text of `len` bytes. O(1). */
URIEL_API size_t uriel_lenient_bound(const uriel_ref *base, size_t len);

/* ---- What a URL has --------------------------------------------------------------------------- */

/* Writes the serialised origin: "https://example.com:8080", or "null" for an opaque one. */
URIEL_API size_t uriel_url_origin(const uriel_ref *url, char *out, size_t capacity);

/* ---- Changing --------------------------------------------------------------------------------- */

/* The attributes of the standard's URL class that can be set. */
typedef enum uriel_url_attribute {
  URIEL_URL_HREF = 0,
  URIEL_URL_PROTOCOL = 1,
  URIEL_URL_USERNAME = 2,
  URIEL_URL_PASSWORD = 3,
  URIEL_URL_HOST = 4, /* with the port */
  URIEL_URL_HOSTNAME = 5,
  URIEL_URL_PORT = 6,
  URIEL_URL_PATHNAME = 7,
  URIEL_URL_SEARCH = 8, /* with "?" */
  URIEL_URL_HASH = 9    /* with "#" */
} uriel_url_attribute;

/* Returns what the getter returns, a part of the URL's text. Undefined under other documents. */
URIEL_API uriel_text uriel_url_get(const uriel_ref *url, uriel_url_attribute attribute);

/* Writes `url` after the setter of the attribute, and fills `ref`, which may be `url`, over `out`. If
 * the standard ignores the value, the URL is copied. Fails if the standard fails, for HREF only, if the
 * result is too long, and if `url` is not of URIEL_SPEC_WHATWG. If the length exceeds `capacity`, or on
 * failure, `ref` is not changed. `out` must not be the buffer of `url`: alternate between two. */
URIEL_API size_t uriel_url_set(uriel_ref *ref, const uriel_ref *url, uriel_url_attribute attribute,
                               const char *value, size_t len, char *out, size_t capacity);

#endif
