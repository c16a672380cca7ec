/* SPDX-License-Identifier: MIT */
/* uriel: URLs as browsers read them (the URL standard of the WHATWG, July 2026). See uriel.h for
 * conventions.
 *
 * The standard repairs its input. uriel_url_parse writes the serialised URL and returns a uriel_ref over
 * it, of URIEL_SPEC_WHATWG: always absolute, in US-ASCII, and in normal form. So uriel_resolve and
 * uriel_normalize write such a reference as it is, and two are equal if their texts are.
 * uriel_component_get returns the standard's username and password as user information, its pathname as
 * the path (without the "/." that the serialiser writes before "//"), search and hash without "?" and
 * "#".
 *
 * Input is UTF-8. Malformed sequences count as U+FFFD, as the standard's decoder has it. */
#ifndef URIEL_URL_H
#define URIEL_URL_H

#include "uriel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Parsing ---------------------------------------------------------------------------------- */

/* Encodes a query for a document that is not UTF-8 ("percent-encode after encoding"). Called with each
 * scalar value of the query in its order, and then with END. Writes up to 8 bytes to `out` and returns
 * their number, plus LACKS if the encoding lacks the scalar value, which is then written as
 * "%26%23" DECIMAL "%3B". END and LACKS are for encodings with states (ISO-2022-JP), which write escape
 * sequences; for END, others return 0. */
typedef size_t uriel_url_encoder(void *context, uint32_t scalar, char out[8]);
enum { URIEL_URL_ENCODER_LACKS = 16, URIEL_URL_ENCODER_END = 0x110000 };

/* Options of uriel_url_parse, and what it reports. All zero: UTF-8, no reports. */
typedef struct uriel_url_options {
  uriel_error *errors; /* filled with the validation errors, in the order of the text; or NULL */
  size_t error_capacity;
  size_t error_count; /* set: all validation errors, also those beyond the capacity */
  uriel_url_encoder *encoder;
  void *encoder_context;
} uriel_url_options;

/* Parses `text` against `base` (or without, if NULL), writes the serialised URL to `out`, and fills
 * `ref` over it. Returns its length. If `text` is already serialised, `ref` points to `text` and nothing
 * is written. If the length exceeds `capacity`, `ref` is the empty reference: call again with a larger
 * buffer. If the standard returns failure, returns URIEL_FAILED; the last validation error is the
 * reason.
 * `base` is a reference of URIEL_SPEC_WHATWG. `options` may be NULL. */
URIEL_API size_t uriel_url_parse(uriel_ref *ref, const uriel_ref *base, const char *text, size_t len,
                                 char *out, size_t capacity, uriel_url_options *options);

/* Returns whether uriel_url_parse succeeds ("can parse"). Writes nothing. */
URIEL_API bool uriel_url_can_parse(const uriel_ref *base, const char *text, size_t len);

/* Returns the most bytes that uriel_url_parse writes. O(1). */
URIEL_API size_t uriel_url_parse_bound(const uriel_ref *base, size_t len);

/* ---- What a URL has --------------------------------------------------------------------------- */

/* Returns whether the scheme is special: ftp, file, http, https, ws, wss. O(1). */
URIEL_API bool uriel_url_is_special(const uriel_ref *url);

/* Returns whether the path is opaque, as in "mailto:a@b". O(1). */
URIEL_API bool uriel_url_has_opaque_path(const uriel_ref *url);

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

/* Returns what the attribute's getter returns, a part of the URL's text. O(1). */
URIEL_API uriel_text uriel_url_get(const uriel_ref *url, uriel_url_attribute attribute);

/* Writes `url` as its attribute's setter leaves it, and fills `ref`, which may be `url`. A value that
 * the standard ignores leaves the URL as it is; for HREF, failure is URIEL_FAILED. */
URIEL_API size_t uriel_url_set(uriel_ref *ref, const uriel_ref *url, uriel_url_attribute attribute,
                               const char *value, size_t len, char *out, size_t capacity);
URIEL_API size_t uriel_url_set_bound(const uriel_ref *url, size_t len);

#ifdef __cplusplus
}
#endif

#endif
