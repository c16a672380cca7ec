/* SPDX-License-Identifier: MIT */
/* uriel: the documents other than RFC 3986: four earlier drafts (URLs, URI references), three documents
 * of names (URNs), RFC 3987 (IRIs) and the URL standard; and warnings. See uriel.h for conventions.
 *
 * A build can leave out the four drafts. Functions then fail with SPEC_NOT_BUILT. */
#ifndef URIEL_SPEC_H
#define URIEL_SPEC_H

#include "uriel.h"

/* ---- Documents -------------------------------------------------------------------------------- */

/* Return the name of a document, its title, and its word for a reference: "url-1997",
 * "draft-fielding-url-syntax-05", "URL reference"; "" for a number that is not an enumerator. O(1). */
URIEL_API const char *uriel_spec_name(uriel_spec spec);
URIEL_API const char *uriel_spec_document(uriel_spec spec);
URIEL_API const char *uriel_spec_noun(uriel_spec spec);

/* Returns whether a document has this name ("url-1997"), and only then writes it to `spec`. */
URIEL_API bool uriel_spec_find(uriel_spec *spec, const char *name, size_t len);

/* Returns whether this build reads the document. O(1). */
URIEL_API bool uriel_spec_built(uriel_spec spec);

/* ---- Parsing under another document -------------------------------------------------------------- */

enum uriel_parse_option {
  /* url-1993 and url-1994 define full and partial forms, and their top rule is the full form. This also
   * accepts partial forms, which have no ":" before the first "/" (url-1993, Partial form). */
  URIEL_PARSE_PARTIAL = 1,
  URIEL_PARSE_REQUIRE_PREFIX = 2 /* url-1994: "URL:" must come first */
};

/* Returns whether `text` belongs to the top rule of the document, and fills `ref`, as uriel_parse does
 * for RFC 3986. The reference remembers its document, and other functions follow it. Components have the
 * names of RFC 3986; Appendix B and the rules of the document for authorities determine them. */
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

/* ---- Writing under another document ----------------------------------------------------------- */

/* The document of a reference decides how uriel_resolve resolves it: url-1993 under Partial form,
 * url-1997 and uri-2003 under 5.2. BASE_OPAQUE is at a place in the base, DOTS_ABOVE_ROOT in the
 * reference. These options of uriel_resolve select what uri-2003 does with a ".." above the root (its
 * 5.2, step 7); other documents ignore them. */
enum uriel_dots_option {
  URIEL_RESOLVE_DOTS_KEEP = 2, /* the default */
  URIEL_RESOLVE_DOTS_DROP = 4,
  URIEL_RESOLVE_DOTS_ERROR = 8 /* the error DOTS_ABOVE_ROOT */
};

/* Returned by uriel_resolve, which then writes nothing, for a reference to the current document: "" and
 * "#s" under url-1997 (3) and uri-2003 (4.2) do not resolve to the base. Larger than any capacity. */
#define URIEL_CURRENT_DOCUMENT ((size_t)-2)

/* Writes the reference made of `parts` under the document of `spec`: uriel_parse_as with `spec` and
 * `options` gives the same parts. "URL:" comes first if `options` require it. If the length is above
 * `capacity`, nothing is written or checked, and the error is BUFFER_TOO_SMALL: call again with a buffer
 * of that length. Fails with the error of parsing the result, or with PARTS_DIFFER for the first
 * component that would parse differently; the error's place is in `out`, which then holds the text. */
URIEL_API size_t uriel_build_as(const uriel_parts *parts, uriel_spec spec, unsigned options, char *out,
                                size_t capacity, uriel_error *error);

/* Writes `text` encoded for a reference of another document. Bytes are encoded unchanged, except that
 * url-1993 encodes ISO Latin 1 ("Encoding prohibited characters"): `text` is then UTF-8. Fails with
 * NOT_UTF_8 or NOT_LATIN_1, and with ENCODING_NOT_ALLOWED for a character that the document does not
 * allow even encoded: in a user name or password of url-1994 and in a host of url-1997.
 *
 * URIEL_SPEC_WHATWG has the percent-encode sets of the URL standard (1.3), for text that is UTF-8:
 *
 *     USERINFO                     userinfo, for a user name or a password
 *     HOST                         C0 control, for an opaque host; use IDNA for a domain. An IPv6
 *                                  address in brackets stays; fails for a forbidden host code point
 *     PATH                         path
 *     PATH_SEGMENT                 path, and "/" and "\", which a special URL reads as "/"
 *     QUERY                        special-query; the query set is the same without "'"
 *     QUERY_KEY, QUERY_VALUE, ANY  component: what encodeURIComponent of JavaScript encodes
 *     FRAGMENT                     fragment
 *     FORM                         application/x-www-form-urlencoded, with "+" for a space
 *     REFERENCE                    query up to the first "#", fragment after it
 *
 * Only the component and form sets contain "%", and encode it in "%XX" too; the others keep every "%"
 * unless `options` has URIEL_ENCODE_PERCENT. */
URIEL_API size_t uriel_encode_as(const char *text, size_t len, uriel_spec spec, uriel_encode_for where,
                                 unsigned options, char *out, size_t capacity, uriel_error *error);

/* Writes `text` decoded, as uriel_decode does. Under url-1993, bytes are ISO Latin 1 and the result is
 * UTF-8; `out` must not be `text` then. Under the URL standard, a "%" without two hexadecimal digits is
 * not an error. Fails with SPEC_NOT_BUILT. */
URIEL_API size_t uriel_decode_as(const char *text, size_t len, uriel_spec spec, unsigned options,
                                 char *out, size_t capacity, uriel_error *error);

/* clang-format off */
enum uriel_spec_error {
  URIEL_ERROR_SPEC_NOT_BUILT = 100, /* this build lacks the document */
  URIEL_ERROR_PARTS_DIFFER = 101,   /* would not parse back to the same parts */
  URIEL_ERROR_NOT_LATIN_1 = 102, URIEL_ERROR_ENCODING_NOT_ALLOWED = 103,
  URIEL_ERROR_PREFIX_MISSING = 104, /* "URL:" is missing */
  URIEL_ERROR_SCHEME_MISSING = 105, URIEL_ERROR_SCHEME_UNKNOWN = 106, URIEL_ERROR_SCHEME_CASE = 107,
  URIEL_ERROR_SCHEME_NAME = 108, URIEL_ERROR_SCHEME_AFTER_PREFIX = 109,
  URIEL_ERROR_AUTHORITY_NOT_ALLOWED = 110, URIEL_ERROR_AUTHORITY_MISSING = 111,
  URIEL_ERROR_USERINFO_NOT_ALLOWED = 112, URIEL_ERROR_USERINFO_EMPTY = 113,
  URIEL_ERROR_USERINFO_PASSWORD = 114, URIEL_ERROR_HOST_NAME = 115, URIEL_ERROR_HOST_EMPTY = 116,
  URIEL_ERROR_HOST_NUMBER = 117, URIEL_ERROR_HOST_CELL = 118, URIEL_ERROR_HOST_REGISTRY = 119,
  URIEL_ERROR_PORT_EMPTY = 120, URIEL_ERROR_PORT_NOT_ALLOWED = 121, URIEL_ERROR_PATH_SLASH = 122,
  URIEL_ERROR_PATH_EMPTY_SEGMENT = 123, URIEL_ERROR_PATH_MISSING = 124,
  URIEL_ERROR_PATH_NOT_ALLOWED = 125, URIEL_ERROR_PATH_TYPE = 126, URIEL_ERROR_PATH_FIELDS = 127,
  URIEL_ERROR_PATH_GOPHER = 128, URIEL_ERROR_PATH_GTYPE = 129, URIEL_ERROR_PATH_WAIS = 130,
  URIEL_ERROR_PATH_NNTP = 131, URIEL_ERROR_PATH_NEWS = 132, URIEL_ERROR_PATH_ADDRESS = 133,
  URIEL_ERROR_PATH_IDENTIFIER = 134, URIEL_ERROR_PATH_CONTENT = 135, URIEL_ERROR_PATH_OPAQUE = 136,
  URIEL_ERROR_PATH_RELATIVE = 137, URIEL_ERROR_QUERY_EMPTY = 138, URIEL_ERROR_QUERY_NOT_ALLOWED = 139,
  URIEL_ERROR_FRAGMENT_EMPTY = 140, URIEL_ERROR_FRAGMENT_NOT_ALLOWED = 141,
  URIEL_ERROR_BASE_OPAQUE = 142,    /* the base is not hierarchical */
  URIEL_ERROR_DOTS_ABOVE_ROOT = 143 /* ".." leads above the root */
};
/* clang-format on */

/* ---- Warnings --------------------------------------------------------------------------------- */

/* What a person should know before trusting a reference (section 7; url-1994, Security considerations).
 * Bits; the values are fixed for ever. */
typedef enum uriel_warning_kind {
  /* Of uriel_plan_make: */
  URIEL_WARNING_LOW_PORT = 1,      /* a port below 1024 that is not the scheme's own */
  URIEL_WARNING_USERINFO = 2,      /* the URI contains user information */
  URIEL_WARNING_PASSWORD = 4,      /* the URI contains a password */
  URIEL_WARNING_USERINFO_HOST = 8, /* the user information looks like a host */
  URIEL_WARNING_RARE_IPV4 = 16,    /* the host is an IPv4 address in a rare form */
  URIEL_WARNING_LINE_BREAK = 32,   /* an encoded line break, which is sent encoded */
  URIEL_WARNING_RECONNECT = 64,    /* changing from the previous folder depends on the server */
  URIEL_WARNING_NOT_SENT = 128,    /* user and password are sent only if the server asks */
  URIEL_WARNING_SAMPLE_KEY = 256,  /* the WebSocket key is the sample of RFC 6455 */
  URIEL_WARNING_NO_SERVER = 512,   /* the URI names no server; the local one is used */
  /* Of uriel_iri_warnings: */
  URIEL_WARNING_SCRIPTS = 1024,     /* a label is less than highly restrictive (UTS #39, 5.2) */
  URIEL_WARNING_LOOKS_ASCII = 2048, /* a label looks like another one in US-ASCII, and the top-level
                                       domain is not in its script */
  URIEL_WARNING_BIDI_MIXED = 4096,  /* left-to-right and right-to-left characters (RFC 3987, 4.2, 1) */
  URIEL_WARNING_BIDI_ENDS = 8192,   /* right-to-left, but not at both ends (RFC 3987, 4.2, 2) */
  URIEL_WARNING_HIDDEN = 16384,     /* a character that is invisible, not assigned or like a delimiter */
  URIEL_WARNING_USER_HOST = 32768   /* the user's name has a ".", and looks like a host */
} uriel_warning_kind;

/* A warning. For a warning of a plan, set only the kind. */
typedef struct uriel_warning {
  uriel_warning_kind kind;
  uriel_component component;
  size_t offset; /* of the character at fault; `begin` if IDNA changes the label */
  size_t begin;  /* of the label, or of the part of another component between delimiters */
  size_t length;
  char detail[64]; /* of a label: its restriction level, or what it looks like, cut to 63 bytes */
} uriel_warning;

/* Returns "low port", "userinfo", "password", "userinfo like a host", "rare ipv4" and so on for warnings
 * of plans; "scripts", "looks-ascii", "bidi-mixed", "bidi-ends", "hidden", "userinfo" for others. */
URIEL_API const char *uriel_warning_name(uriel_warning_kind kind);

/* Writes the message in printable ASCII: a label of the host looks like "apple". LOW_PORT has the port,
 * USERINFO_HOST the host and RARE_IPV4 the address in the usual form. If only a gateway's URI has them,
 * the message mentions it. */
URIEL_API size_t uriel_warning_describe(const uriel_warning *warning, const uriel_ref *ref, char *out,
                                        size_t capacity);

/* ---- Sets of characters ----------------------------------------------------------------------- */

/* A set of US-ASCII characters that a document names. */
typedef struct uriel_byte_set {
  const char *name; /* "reserved", "unreserved", "unwise", "safe", "extra", "uric" */
  const char *section;
  uint32_t bits[4];
} uriel_byte_set;

/* Return the sets of a document and their number, and the set with this name; NULL if the document is
 * not built, or lacks the name. Every document has "reserved", "unreserved", "unwise" and "excluded"; if
 * it does not define one of them, the set follows from its rules (doc/rulings.md). */
URIEL_API const uriel_byte_set *uriel_byte_sets(size_t *count, uriel_spec spec);
URIEL_API const uriel_byte_set *uriel_byte_set_find(uriel_spec spec, const char *name, size_t len);

/* Returns whether a byte is in the set. O(1). */
URIEL_INLINE bool uriel_byte_set_has(const uriel_byte_set *set, unsigned char byte)
{
  return byte < 128 && (set->bits[byte / 32] >> (byte % 32) & 1u);
}

#endif
