/* SPDX-License-Identifier: MIT */
/* uriel: the documents other than RFC 3986. Four drafts before it define URLs and URI references, three
 * documents define names (URNs), RFC 3987 defines IRIs, and the URL standard defines what browsers read.
 * See uriel.h for conventions.
 *
 *   URIEL_SPEC_URL_1993  url-1993  draft-ietf-uri-url-01 (became RFC 1738)
 *   URIEL_SPEC_URL_1994  url-1994  draft-ietf-uri-url-03 (became RFC 1738)
 *   URIEL_SPEC_URL_1997  url-1997  draft-fielding-url-syntax-05 (became RFC 2396)
 *   URIEL_SPEC_URI_2003  uri-2003  draft-fielding-uri-rfc2396bis-01 (became RFC 3986)
 *   URIEL_SPEC_RFC2141   rfc2141   RFC 2141
 *   URIEL_SPEC_URN_2011  urn-2011  draft-ietf-urnbis-rfc2141bis-urn-01 (became RFC 8141)
 *   URIEL_SPEC_RFC8141   rfc8141   RFC 8141
 *   URIEL_SPEC_IRI       iri       RFC 3987 (uriel_iri.h)
 *   URIEL_SPEC_WHATWG    whatwg    the URL standard of the WHATWG (uriel_url.h)
 *
 * A build can leave out the four drafts. Functions then fail with SPEC_NOT_BUILT. */
#ifndef URIEL_SPEC_H
#define URIEL_SPEC_H

#include "uriel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Documents -------------------------------------------------------------------------------- */

/* Return the name of a document, the document, and what it calls a reference: "url-1997",
 * "draft-fielding-url-syntax-05", "URL reference"; "" for a number that is not an enumerator. O(1). */
URIEL_API const char *uriel_spec_name(uriel_spec spec);
URIEL_API const char *uriel_spec_document(uriel_spec spec);
URIEL_API const char *uriel_spec_noun(uriel_spec spec);

/* Returns whether a document has this name ("url-1997"), and writes it to `spec`, which is unchanged
 * otherwise. */
URIEL_API bool uriel_spec_find(uriel_spec *spec, const char *name, size_t len);

/* Returns whether this build reads the document. O(1). */
URIEL_API bool uriel_spec_built(uriel_spec spec);

/* ---- Parsing by another document -------------------------------------------------------------- */

enum uriel_parse_option {
  /* url-1993 and url-1994 define full and partial forms, and their top rule is the full form. This
   * accepts partial forms too: those without ":" before the first "/" (url-1993, Partial form). */
  URIEL_PARSE_PARTIAL = 1,
  URIEL_PARSE_REQUIRE_PREFIX = 2 /* url-1994: "URL:" must come first */
};

/* Returns whether `text` belongs to the top rule of the document, and fills `ref`, as uriel_parse does
 * for RFC 3986. The reference remembers its document; other functions keep to that. Components are RFC
 * 3986's, found by Appendix B and the document's rules for authorities. */
URIEL_API bool uriel_parse_as(uriel_ref *ref, const char *text, size_t len, uriel_spec spec,
                              unsigned options, uriel_error *error);

/* A part of a reference by the name that its document or its scheme gives it. */
typedef struct uriel_own_part {
  const char *name; /* "site", "search", "hostnumber", "hsoname", "wtype"; a constant */
  uriel_text text;
} uriel_own_part;

enum { URIEL_OWN_PARTS_MAX = 16 };

/* Returns the number of parts to which the reference's document gives other names than RFC 3986, and
 * writes them in the order of the text. 0 for URIEL_SPEC_RFC3986. */
URIEL_API size_t uriel_own_parts(uriel_own_part parts[URIEL_OWN_PARTS_MAX], const uriel_ref *ref);

/* ---- Writing by another document -------------------------------------------------------------- */

/* Returned by uriel_resolve, which then writes nothing, for a reference to the current document: "" and
 * "#s" by url-1997 (3) and uri-2003 (4.2), which do not resolve those to the base. Larger than any
 * capacity. */
#define URIEL_CURRENT_DOCUMENT ((size_t)-2)

/* Writes the reference made of `parts` by the document of `spec`: uriel_parse_as with `spec` and
 * `options` gives the same parts. "URL:" comes first if `options` require it. If the length is above
 * `capacity`, nothing is written or checked, and the error is BUFFER_TOO_SMALL: call again with a buffer
 * of that length. Fails with the error of parsing the result, or with PARTS_DIFFER for the first
 * component that would parse differently; the error's place is in `out`, which then holds the text. */
URIEL_API size_t uriel_build_as(const uriel_parts *parts, uriel_spec spec, unsigned options, char *out,
                                size_t capacity, uriel_error *error);

/* Writes `text` encoded for a reference of another document. Bytes are encoded as they are, except that
 * url-1993 encodes ISO Latin 1 ("Encoding prohibited characters"): `text` is then UTF-8. Fails with
 * NOT_UTF_8 or NOT_LATIN_1, and with ENCODING_NOT_ALLOWED for a character that the document allows in no
 * form: in a user name or password of url-1994 and in a host of url-1997.
 *
 * URIEL_SPEC_WHATWG has the percent-encode sets of the URL standard (1.3), for text that is UTF-8:
 *
 *     USERINFO                     userinfo, for a user name or a password
 *     HOST                         C0 control, for an opaque host; a domain is written by IDNA. An IPv6
 *                                  address in brackets stays; fails for a forbidden host code point
 *     PATH                         path
 *     PATH_SEGMENT                 path, and "/" and "\", which a special URL reads as "/"
 *     QUERY                        special-query; the query set is the same without "'"
 *     QUERY_KEY, QUERY_VALUE, ANY  component: what encodeURIComponent of JavaScript encodes
 *     FRAGMENT                     fragment
 *     FORM                         application/x-www-form-urlencoded, with "+" for a space
 *     REFERENCE                    query up to the first "#", fragment after it
 *
 * Only the component and form sets have "%", and encode it also in "%XX"; the others leave every "%" as
 * it is, unless URIEL_ENCODE_PERCENT encodes all. */
URIEL_API size_t uriel_encode_as(const char *text, size_t len, uriel_spec spec, uriel_encode_for where,
                                 unsigned options, char *out, size_t capacity, uriel_error *error);

/* Writes `text` decoded, as uriel_decode does. By url-1993, bytes are ISO Latin 1 and the result is
 * UTF-8; `out` must not be `text` then. By the URL standard, a "%" without two hexadecimal digits is no
 * error. Fails with SPEC_NOT_BUILT. */
URIEL_API size_t uriel_decode_as(const char *text, size_t len, uriel_spec spec, unsigned options,
                                 char *out, size_t capacity, uriel_error *error);

/* uriel_build_as that also parses `out` into `filled`, as uriel_build_ref does. */
URIEL_API size_t uriel_build_as_ref(const uriel_parts *parts, uriel_spec spec, unsigned options,
                                    char *out, size_t capacity, uriel_ref *filled, uriel_error *error);

/* ---- Sets of characters ----------------------------------------------------------------------- */

/* A set of US-ASCII characters that a document names. */
typedef struct uriel_byte_set {
  const char *name; /* "reserved", "unreserved", "unwise", "safe", "extra", "uric" */
  const char *section;
  uint32_t bits[4];
} uriel_byte_set;

/* Returns the sets of a document, and their number in `count`. Every document has "reserved",
 * "unreserved", "unwise" and "excluded"; one that lacks such a name has the set by its rules
 * (doc/rulings.md). NULL and 0 if the document is not built. O(1). */
URIEL_API const uriel_byte_set *uriel_byte_sets(uriel_spec spec, size_t *count);

/* Returns the set with this name, or NULL. */
URIEL_API const uriel_byte_set *uriel_byte_set_find(uriel_spec spec, const char *name, size_t len);

/* Returns whether a byte is in the set. O(1). */
URIEL_INLINE bool uriel_byte_set_has(const uriel_byte_set *set, unsigned char byte)
{
  return byte < 128 && (set->bits[byte / 32] >> (byte % 32) & 1u);
}

#ifdef __cplusplus
}
#endif

#endif
