/* SPDX-License-Identifier: MIT */
/* uriel: Uniform Resource Identifiers, parsed, validated, resolved, normalised, compared and explained.
 *
 * The core has no dependency, allocates nothing, and keeps no state (but for which instructions the
 * machine has): every function works on text that the caller owns and writes into a buffer that the
 * caller owns.
 *
 *   - Text comes in as pointer and length, need not end in NUL, and nothing past its length is read.
 *     A reference is up to 2^32-1 bytes, or PTRDIFF_MAX where that is less.
 *   - Text goes out as with snprintf: the return value is the length of the whole result, of which the
 *     first `capacity` bytes are written and no more; no NUL is added. With `capacity` 0,
 *     `out` may be NULL. Input and output may not overlap, except where a function says so.
 *   - Undefined is not empty: "http://h?" has an empty query, "http://h" has none. An undefined
 *     component is a uriel_text whose `ptr` is NULL; a defined one never has `ptr` NULL.
 *   - Every function takes time linear in the length of its inputs.
 *   - A `uriel_error *` may be NULL where the reason is not wanted. Its code is NONE after success.
 *
 * Terms and section numbers are those of RFC 3986 unless another document is named. Functions go by
 * RFC 3986 too, unless they are given a reference of another generation (uriel_parse_as). */
#ifndef URIEL_H
#define URIEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(URIEL_SHARED) && (defined(__GNUC__) || defined(__clang__))
#define URIEL_API __attribute__((visibility("default")))
#else
#define URIEL_API
#endif

#define URIEL_VERSION "0.1.0"

/* The version of the library that is linked, in the form of URIEL_VERSION. */
URIEL_API const char *uriel_version(void);

/* ---- Text ------------------------------------------------------------------------------------- */

typedef struct uriel_text {
  const char *ptr; /* NULL: undefined */
  size_t len;
} uriel_text;

/* Text from a string that ends in NUL; undefined from NULL. */
static inline uriel_text uriel_text_of(const char *string)
{
  uriel_text text = {string, 0};
  while (string && string[text.len])
    text.len++;
  return text;
}

/* How many bytes from the start of `text` are valid UTF-8 (RFC 3629): `len` where all of it is. */
URIEL_API size_t uriel_utf8_span(const char *text, size_t len);

/* ---- Generations of the specification --------------------------------------------------------- */

/* Every document that references are read by, from the oldest on, those of names after those of all
 * references: constant, value (fixed for ever), name, the document, what it calls that which it defines.
 */
#define URIEL_SPECS(X)                                                                                  \
  X(URL_1993, 1, "url-1993", "draft-ietf-uri-url-01", "URL")                                            \
  X(URL_1994, 2, "url-1994", "draft-ietf-uri-url-03", "URL")                                            \
  X(URL_1997, 3, "url-1997", "draft-fielding-url-syntax-05", "URL reference")                           \
  X(URI_2003, 4, "uri-2003", "draft-fielding-uri-rfc2396bis-01", "URI reference")                       \
  X(RFC3986, 0, "rfc3986", "RFC 3986", "URI reference")                                                 \
  X(RFC2141, 7, "rfc2141", "RFC 2141", "URN")                                                           \
  X(URN_2011, 5, "urn-2011", "draft-ietf-urnbis-rfc2141bis-urn-01", "URN")                              \
  X(RFC8141, 6, "rfc8141", "RFC 8141", "URN")

typedef enum uriel_spec {
#define URIEL_SPEC(constant, value, name, document, noun) URIEL_SPEC_##constant = (value),
  URIEL_SPECS(URIEL_SPEC)
#undef URIEL_SPEC
} uriel_spec;

/* For URIEL_SPEC_URL_1997: "url-1997", "draft-fielding-url-syntax-05", "URL reference". "" for a number
 * that is none of these. */
URIEL_API const char *uriel_spec_name(uriel_spec spec);
URIEL_API const char *uriel_spec_document(uriel_spec spec);
URIEL_API const char *uriel_spec_noun(uriel_spec spec);

/* The generation of that name. Returns whether there is one; `spec` is as it was otherwise. */
URIEL_API bool uriel_spec_named(const char *name, size_t len, uriel_spec *spec);

/* Whether this build of the library reads the generation: the historic ones can be left out. */
URIEL_API bool uriel_spec_built(uriel_spec spec);

/* ---- References ------------------------------------------------------------------------------- */

/* A parsed reference: 40 bytes, copied by assignment, never freed. It points into the text that was
 * parsed, which must outlive it. Where "URL:" stood in front (url-1994), `text` begins behind it, and
 * nothing that is written of the reference has it.
 *
 *      https://user:pw@example.com:8042/over/there?name=ferret#nose
 *      |    |          |          |    |          |           |    |
 *      0    scheme_end |          |    |          path_end    |    length
 *                      host_begin |    path_begin             query_end
 *                                 host_end
 *
 * A component is undefined where its delimiter is missing, which is where two offsets meet: no scheme is
 * scheme_end 0, no authority host_begin 0, no user information host_begin at the authority's begin, no
 * port host_end = path_begin, no query path_end = query_end, no fragment query_end = length.
 * The functions below read all this for you. */
typedef struct uriel_ref {
  const char *text;
  uint32_t length;
  uint32_t scheme_end;
  uint32_t host_begin;
  uint32_t host_end;
  uint32_t path_begin;
  uint32_t path_end;
  uint32_t query_end;
  uint32_t flags; /* enum uriel_flag, what the parse learnt for free */
} uriel_ref;

enum uriel_flag {
  URIEL_HOST_KIND_MASK = 0x07,  /* an enum uriel_host_kind */
  URIEL_HAS_PERCENT = 0x08,     /* a "%" somewhere */
  URIEL_HAS_UPPER = 0x10,       /* an upper-case letter in the scheme or the host */
  URIEL_HAS_DOT_SEGMENT = 0x20, /* a segment is written "." or ".."; unset for "%2e%2e" (5.2.4) */
  URIEL_HAS_PREFIX = 0x40,      /* "URL:" stood in front (url-1994); the reference begins behind it */
  URIEL_HAS_REGISTRY = 0x80,    /* the authority is a registry's name (uri-2003), all of it the host */
  URIEL_SPEC_MASK = 0xF00,      /* the uriel_spec that the reference was parsed by, */
  URIEL_SPEC_SHIFT = 8,         /* so many bits up */
  URIEL_INVALID = 0x10000       /* only of rows of a batch: the text is not a reference */
};

typedef enum uriel_host_kind {
  URIEL_HOST_NONE = 0, /* no authority, so no host */
  URIEL_HOST_NAME = 1, /* reg-name, the empty one too */
  URIEL_HOST_IPV4 = 2,
  URIEL_HOST_IPV6 = 3,
  URIEL_HOST_IPVFUTURE = 4
} uriel_host_kind;

typedef enum uriel_form {
  URIEL_FORM_ABSOLUTE = 1, /* has a scheme, and an authority or a path that begins with "/" */
  URIEL_FORM_RELATIVE = 2, /* has no scheme */
  URIEL_FORM_OPAQUE = 3    /* has a scheme, and neither: mailto:a@b, urn:isbn:1, about: */
} uriel_form;

typedef enum uriel_component {
  URIEL_REFERENCE = 0, /* the whole of it */
  URIEL_SCHEME = 1,
  URIEL_AUTHORITY = 2,
  URIEL_USERINFO = 3,
  URIEL_HOST = 4, /* with the brackets of an IP literal */
  URIEL_PORT = 5,
  URIEL_PATH = 6, /* always defined, often empty */
  URIEL_QUERY = 7,
  URIEL_FRAGMENT = 8
} uriel_component;

typedef struct uriel_error uriel_error;

/* Parses `text` as a URI-reference (section 4.1, Appendix A). Returns whether it is one, and then fills
 * `ref`; otherwise `ref` is the empty reference and `error` says why. Accepts exactly the language of
 * the grammar. */
URIEL_API bool uriel_parse(uriel_ref *ref, const char *text, size_t len, uriel_error *error);

enum uriel_parse_option {
  /* Of url-1993 and url-1994, whose top rule is the full form alone: reads the partial form too, which
   * is told by having no ":" before its first "/" (url-1993, Partial form). */
  URIEL_PARSE_PARTIAL = 1,
  URIEL_PARSE_REQUIRE_PREFIX = 2 /* of url-1994: "URL:" must stand in front */
};

/* Parses `text` as a member of the top rule of a generation's document. The reference remembers its
 * generation, and what is done with it goes by that: see uriel_resolve, uriel_normalize, ... Otherwise
 * as uriel_parse, which is this for URIEL_SPEC_RFC3986. Components are in RFC 3986's terms, found by
 * Appendix B's expression and the document's own rules for authorities. A generation that is not built
 * is the error SPEC_NOT_BUILT. */
URIEL_API bool uriel_parse_as(uriel_ref *ref, uriel_spec spec, unsigned options, const char *text,
                              size_t len, uriel_error *error);

/* The generation that the reference was parsed by. */
static inline uriel_spec uriel_spec_of(const uriel_ref *ref)
{
  return (uriel_spec)((ref->flags & URIEL_SPEC_MASK) >> URIEL_SPEC_SHIFT);
}

/* A part of a reference under the name that its own document has for it. */
typedef struct uriel_own_part {
  const char *name; /* "site", "search", "hostnumber", "hsoname", "wtype", ...; never freed */
  uriel_text text;
} uriel_own_part;

enum { URIEL_OWN_PARTS_MAX = 16 };

/* The parts that the reference's own document names otherwise than RFC 3986 does, in the order of the
 * text; returns how many. None for URIEL_SPEC_RFC3986. */
URIEL_API size_t uriel_own_parts(const uriel_ref *ref, uriel_own_part parts[URIEL_OWN_PARTS_MAX]);

/* A component's text, without its delimiters; undefined where the reference does not have it. O(1). */
URIEL_API uriel_text uriel_component_get(const uriel_ref *ref, uriel_component component);

/* The same, one by one. */
static inline uriel_text uriel_scheme(const uriel_ref *ref)
{
  return uriel_component_get(ref, URIEL_SCHEME);
}
static inline uriel_text uriel_authority(const uriel_ref *ref)
{
  return uriel_component_get(ref, URIEL_AUTHORITY);
}
static inline uriel_text uriel_userinfo(const uriel_ref *ref)
{
  return uriel_component_get(ref, URIEL_USERINFO);
}
static inline uriel_text uriel_host(const uriel_ref *ref)
{
  return uriel_component_get(ref, URIEL_HOST);
}
static inline uriel_text uriel_port(const uriel_ref *ref)
{
  return uriel_component_get(ref, URIEL_PORT);
}
static inline uriel_text uriel_path(const uriel_ref *ref)
{
  return uriel_component_get(ref, URIEL_PATH);
}
static inline uriel_text uriel_query(const uriel_ref *ref)
{
  return uriel_component_get(ref, URIEL_QUERY);
}
static inline uriel_text uriel_fragment(const uriel_ref *ref)
{
  return uriel_component_get(ref, URIEL_FRAGMENT);
}
static inline uriel_host_kind uriel_host_kind_of(const uriel_ref *ref)
{
  return (uriel_host_kind)(ref->flags & URIEL_HOST_KIND_MASK);
}
URIEL_API uriel_form uriel_form_of(const uriel_ref *ref);

/* "path", "absolute", "ipv6", ...; "none" for URIEL_HOST_NONE and "reference" for URIEL_REFERENCE. */
URIEL_API const char *uriel_component_name(uriel_component component);
URIEL_API const char *uriel_form_name(uriel_form form);
URIEL_API const char *uriel_host_kind_name(uriel_host_kind kind);

/* ---- Batches ---------------------------------------------------------------------------------- */

/* Many references at once: lines of a text, or rows of a column of text, into an array of uriel_ref.
 *
 *     uriel_ref rows[256];
 *     size_t from = 0, count;
 *     while ((count = uriel_parse_lines(rows, 256, text, len, true, &from)) > 0)
 *       ...
 *
 * Each text has its row, in order, also one that is no reference: that row's flags have URIEL_INVALID,
 * its `text` and `length` are as given, so that uriel_parse can be asked for the error, and every
 * component of it is undefined but the path, which is empty. A row with URIEL_INVALID whose length is 0
 * has no text, for the empty text is a reference: it is longer than 2^32-1 bytes, or offsets do not tell
 * where it is. Rows point into the text, which must outlive them.
 *
 * A row with URIEL_INVALID is not a reference. Functions that resolve, normalise, change or plan one
 * fail with the error ROW_INVALID, or return URIEL_FAILED if they have no error; uriel_build refuses
 * what uriel_parts_of returns for such a row. uriel_equal, uriel_compare and uriel_urn_equal find it
 * equal to nothing, not even to itself. uriel_hash hashes its text. uriel_component_get, uriel_form_of,
 * uriel_own_parts and uriel_warning_describe see a reference whose components are all undefined, except
 * the empty path. uriel_columns_put writes the row as it is. */

/* Parses the lines of `text` from `*from` on, which is at most `len`, into `refs`, `capacity` of them at
 * most; returns how many (what `refs` holds behind those may change). Moves `*from` behind the last line
 * that was read. A line ends at a line feed, and a carriage return before that is not part of it, nor is
 * one at the end of a text. What is behind the last line feed is a line where the text ends there for
 * good (`whole`) and it is not empty; otherwise it is left for a call with more text behind it: what is
 * before `*from` can be dropped. Fewer lines than `capacity` are returned only where no more are there.
 * An empty line is the empty reference. O(n), but that of an unfinished line each call looks at all. */
URIEL_API size_t uriel_parse_lines(uriel_ref *refs, size_t capacity, const char *text, size_t len,
                                   bool whole, size_t *from);

/* Parses the rows of a column of text: row i is the bytes [offsets[i], offsets[i + 1]) of `text`, so
 * that there are `count` + 1 offsets, as Arrow has them; `count` rows are written. Returns how many are
 * references. Of a row whose offsets are out of order or beyond `len`, nothing is read. O(n) in the rows
 * and their bytes. */
URIEL_API size_t uriel_parse_offsets32(uriel_ref *refs, size_t count, const char *text, size_t len,
                                       const uint32_t *offsets);
URIEL_API size_t uriel_parse_offsets64(uriel_ref *refs, size_t count, const char *text, size_t len,
                                       const uint64_t *offsets);

/* The same as columns, each an array of the caller's: NULL for those that are not wanted. */
typedef struct uriel_columns {
  const char *text; /* that `begin` counts from */
  uint64_t *begin;  /* where the row's text begins */
  uint32_t *length; /* and so on, as in uriel_ref */
  uint32_t *scheme_end;
  uint32_t *host_begin;
  uint32_t *host_end;
  uint32_t *path_begin;
  uint32_t *path_end;
  uint32_t *query_end;
  uint32_t *flags;
  uint8_t *valid; /* a bit for each row, the lowest first: it is a reference */
} uriel_columns;

/* Writes `count` rows to the columns, the first to row `row` of each. Nothing else of them is touched,
 * not even of the bytes of `valid` that have bits of other rows. Quick where the rows are still in the
 * cache: some hundred at a time. O(count). */
URIEL_API void uriel_columns_put(const uriel_columns *columns, size_t row, const uriel_ref *refs,
                                 size_t count);

/* ---- Errors ----------------------------------------------------------------------------------- */

/* Every error: constant, value (fixed for ever), name, message, and the rule that it breaks and its
 * section in RFC 3986 ("" for errors of other generations). A message that begins with "is" goes on from
 * the character at error; uriel_error_describe does that.
 */
#define URIEL_ERRORS(X)                                                                                 \
  X(NONE, 0, "none", "no error", "", "")                                                                \
  X(TOO_LONG, 1, "too-long", "longer than 4294967295 bytes", "URI-reference", "4.1")                    \
  X(PERCENT, 2, "percent", "\"%\" is not followed by two hexadecimal digits", "pct-encoded", "2.1")     \
  X(SPEC_NOT_BUILT, 3, "spec-not-built", "this build of the library does not read that document", "",   \
    "")                                                                                                 \
  X(NOT_LATIN_1, 4, "not-latin-1", "is not in ISO Latin 1", "", "")                                     \
  X(NOT_UTF_8, 6, "not-utf-8", "is not UTF-8", "", "")                                                  \
  X(ENCODING_NOT_ALLOWED, 7, "encoding-not-allowed", "is not allowed there, not even encoded", "", "")  \
  X(PREFIX_MISSING, 5, "prefix-missing", "\"URL:\" is missing before the URL", "", "")                  \
  X(SCHEME_START, 10, "scheme-start", "a scheme must start with a letter", "scheme", "3.1")             \
  X(SCHEME_CHARACTER, 11, "scheme-character",                                                           \
    "is not allowed in a scheme, which is made of letters, digits, \"+\", \"-\" and \".\"", "scheme",   \
    "3.1")                                                                                              \
  X(SCHEME_EMPTY, 12, "scheme-empty", "a scheme is missing before \":\"", "scheme", "3.1")              \
  X(SCHEME_MISSING, 13, "scheme-missing",                                                               \
    "a URL begins with a scheme and \":\"; without one it is a partial form", "", "")                   \
  X(SCHEME_UNKNOWN, 14, "scheme-unknown", "the document has no addresses of this scheme", "", "")       \
  X(SCHEME_CASE, 15, "scheme-case", "schemes are written in lower case", "", "")                        \
  X(AUTHORITY_NOT_ALLOWED, 16, "authority-not-allowed",                                                 \
    "the document has no \"//\" and host for this scheme", "", "")                                      \
  X(AUTHORITY_MISSING, 17, "authority-missing", "\"//\" and a host are missing", "", "")                \
  X(SCHEME_NAME, 18, "scheme-name", "is not allowed in a scheme", "", "")                               \
  X(SCHEME_BEHIND_PREFIX, 19, "scheme-behind-prefix", "\"URL:\" is followed by a scheme and \":\"", "", \
    "")                                                                                                 \
  X(USERINFO_CHARACTER, 20, "userinfo-character", "is not allowed in user information", "userinfo",     \
    "3.2.1")                                                                                            \
  X(USERINFO_NOT_ALLOWED, 21, "userinfo-not-allowed", "addresses of this scheme have no password", "",  \
    "")                                                                                                 \
  X(USERINFO_EMPTY, 22, "userinfo-empty", "a user and a password are at least one character", "", "")   \
  X(USERINFO_PASSWORD, 23, "userinfo-password", "is not allowed in a password", "", "")                 \
  X(HOST_CHARACTER, 30, "host-character", "is not allowed in a host", "reg-name", "3.2.2")              \
  X(HOST_IPV6, 31, "host-ipv6", "not an IPv6 address between the brackets", "IPv6address", "3.2.2")     \
  X(HOST_IPVFUTURE, 32, "host-ipvfuture",                                                               \
    "not an address of a later IP version, as in [v1.x], between the brackets", "IPvFuture", "3.2.2")   \
  X(HOST_UNCLOSED, 33, "host-unclosed", "\"[\" without \"]\" in the host", "IP-literal", "3.2.2")       \
  X(HOST_AFTER_BRACKET, 34, "host-after-bracket", "only \":\" and a port can follow \"]\" in a host",   \
    "host", "3.2.2")                                                                                    \
  X(HOST_MISSING, 35, "host-missing", "a user or a port without a host", "authority", "3.2")            \
  X(HOST_NAME, 36, "host-name", "neither a host name nor four numbers", "", "")                         \
  X(HOST_EMPTY, 37, "host-empty", "a host is missing", "", "")                                          \
  X(HOST_NUMBER, 38, "host-number", "a cell has a name, not numbers", "", "")                           \
  X(HOST_CELL, 39, "host-cell", "a cell has a name, which begins with a letter", "", "")                \
  X(PORT_NOT_DIGITS, 40, "port-not-digits", "a port is made of digits only", "port", "3.2.3")           \
  X(PORT_TOO_LARGE, 41, "port-too-large", "port above 65535", "port", "3.2.3")                          \
  X(PORT_EMPTY, 42, "port-empty", "a port is at least one digit", "", "")                               \
  X(PORT_NOT_ALLOWED, 43, "port-not-allowed",                                                           \
    "addresses of this scheme have no port behind four numbers", "", "")                                \
  X(PATH_WAIS, 44, "path-wais",                                                                         \
    "a WAIS path is a database, or a database, a type and the identifier of a document", "", "")        \
  X(PATH_NNTP, 45, "path-nntp", "not of the form GROUP/DIGITS", "", "")                                 \
  X(PATH_NEWS, 46, "path-news", "not \"*\", a news group or an article", "", "")                        \
  X(PATH_ADDRESS, 47, "path-address", "not of the form NAME@HOST", "", "")                              \
  X(PATH_IDENTIFIER, 48, "path-identifier", "not of the form NAME@NAME", "", "")                        \
  X(PATH_CONTENT, 49, "path-content", "not of the form NAME@NAME", "", "")                              \
  X(PATH_CHARACTER, 50, "path-character", "is not allowed in a path", "pchar", "3.3")                   \
  X(PATH_COLON, 51, "path-colon", "a relative path cannot hold a colon before its first \"/\"",         \
    "path-noscheme", "4.2")                                                                             \
  X(PATH_NOT_ABSOLUTE, 52, "path-not-absolute", "a path after an authority begins with \"/\"",          \
    "path-abempty", "3.3")                                                                              \
  X(PATH_DOUBLE_SLASH, 53, "path-double-slash", "a path that begins with \"//\" without an authority",  \
    "path-absolute", "3.3")                                                                             \
  X(PATH_SLASH, 54, "path-slash", "a path begins with no \"/\" here", "", "")                           \
  X(PATH_EMPTY_SEGMENT, 55, "path-empty-segment", "a path holds no \"//\"", "", "")                     \
  X(PATH_MISSING, 56, "path-missing", "addresses of this scheme need a path", "", "")                   \
  X(PATH_NOT_ALLOWED, 57, "path-not-allowed", "addresses of this scheme have no path", "", "")          \
  X(PATH_TYPE, 58, "path-type",                                                                         \
    "\";type=\" is followed by A or E and N, T or C, by I, or by L and digits", "", "")                 \
  X(PATH_GOPHER, 59, "path-gopher",                                                                     \
    "a gopher path is a type, one character, and what to select, which begins with no \"/\"", "", "")   \
  X(QUERY_CHARACTER, 60, "query-character", "is not allowed in a query", "query", "3.4")                \
  X(QUERY_EMPTY, 61, "query-empty", "\"?\" and \"+\" are followed by at least one character", "", "")   \
  X(QUERY_NOT_ALLOWED, 62, "query-not-allowed", "addresses of this scheme have no query", "", "")       \
  X(PATH_GTYPE, 64, "path-gtype", "is not allowed as a gopher type", "", "")                            \
  X(PATH_OPAQUE, 65, "path-opaque", "is not allowed in an opaque part", "", "")                         \
  X(PATH_RELATIVE, 66, "path-relative", "is not allowed in the first segment of a relative path", "",   \
    "")                                                                                                 \
  X(FRAGMENT_CHARACTER, 70, "fragment-character", "is not allowed in a fragment", "fragment", "3.5")    \
  X(FRAGMENT_EMPTY, 71, "fragment-empty", "\"#\" is followed by at least one character", "", "")        \
  X(FRAGMENT_NOT_ALLOWED, 72, "fragment-not-allowed", "a fragment is not part of a URL", "", "")        \
  X(BASE_NOT_ABSOLUTE, 80, "base-not-absolute", "a base URI needs a scheme", "URI", "5.2.1")            \
  X(BASE_OPAQUE, 81, "base-opaque", "a base URI must be hierarchical", "", "")                          \
  X(DOTS_ABOVE_ROOT, 82, "dots-above-root", "\"..\" leads above the root", "", "")                      \
  X(BUFFER_TOO_SMALL, 90, "buffer-too-small", "the buffer is too small", "", "")                        \
  X(SCHEME_OTHER, 91, "scheme-other", "a URI of another scheme", "", "")                                \
  X(PART_MISSING, 92, "part-missing", "is missing", "", "")                                             \
  X(PART_EMPTY, 93, "part-empty", "is empty", "", "")                                                   \
  X(PART_CHARACTER, 94, "part-character", "holds a character that is not allowed there", "", "")        \
  X(PART_LINE_BREAK, 95, "part-line-break", "holds a byte that would end a line of the protocol", "",   \
    "")                                                                                                 \
  X(PART_NOT_ALLOWED, 96, "part-not-allowed", "has no place in a URI of this scheme", "", "")           \
  X(PART_NUMBER, 97, "part-number", "is not a number in its range", "", "")                             \
  X(PART_FORM, 98, "part-form", "is not of its form", "", "")                                           \
  X(PART_BASE64, 99, "part-base64", "is not base64", "", "")                                            \
  X(PLAN_NONE, 100, "plan-none", "what this scheme identifies is not fetched", "", "")                  \
  X(PLAN_UNKNOWN, 101, "plan-unknown", "no way is known to fetch what this scheme identifies", "", "")  \
  X(PLAN_UNDEFINED, 102, "plan-undefined", "the documents leave this scheme undefined", "", "")         \
  X(TEMPLATE, 103, "template",                                                                          \
    "a template holds \"{uri}\" or another name in braces and makes a URI with a scheme", "", "")       \
  X(PLAN_BASE, 104, "plan-base", "a relative reference is resolved before it is fetched", "", "")       \
  X(NID_MISSING, 110, "nid-missing", "\"urn:\" is followed by a namespace and \":\"", "", "")           \
  X(NID_CHARACTER, 111, "nid-character", "is not allowed there in a namespace's name", "", "")          \
  X(NID_LENGTH, 112, "nid-length", "a namespace's name has 2 to 32 characters, by RFC 2141 1 to 32",    \
    "", "")                                                                                             \
  X(NID_RESERVED, 113, "nid-reserved", "\"urn\" is no namespace", "", "")                               \
  X(NSS_EMPTY, 114, "nss-empty", "a name is missing behind the namespace", "", "")                      \
  X(NSS_CHARACTER, 115, "nss-character", "is not allowed there in a name", "", "")                      \
  X(NSS_NUL, 116, "nss-nul", "a name holds no NUL, not even encoded", "", "")                           \
  X(URN_QUERY, 117, "urn-query", "an assigned name has no query", "", "")                               \
  X(URN_FRAGMENT, 118, "urn-fragment", "names of this namespace have no fragment", "", "")              \
  X(URN_COMPONENT_EMPTY, 119, "urn-component-empty",                                                    \
    "\"?+\" and \"?=\" are followed by at least one character, not \"?\" or \"/\" first", "", "")       \
  X(URN_COMPONENT_ORDER, 120, "urn-component-order", "\"?\" is followed by \"+\" or \"=\" in a URN",    \
    "", "")                                                                                             \
  X(URN_SCHEME, 121, "urn-scheme", "a URN begins with \"urn:\"", "", "")                                \
  X(NAME_FORM, 125, "name-form", "not of the namespace's form", "", "")                                 \
  X(NAME_CHECK, 126, "name-check", "the check digit is wrong", "", "")                                  \
  X(ROW_INVALID, 130, "row-invalid", "the row of the batch is not a valid reference", "", "")           \
  X(ARGUMENT, 131, "argument", "an argument is not a value of its type", "", "")                        \
  X(HOST_REGISTRY, 140, "host-registry",                                                                \
    "a registry's name is not a server: there is no host to connect to", "", "")                        \
  X(HOST_DECODED, 141, "host-decoded", "holds a delimiter, a blank or a control character", "", "")     \
  X(PARTS_DIFFER, 142, "parts-differ", "the reference would read back with other components", "", "")   \
  X(PATH_FIELDS, 143, "path-fields",                                                                    \
    "\";\" and \"=\" stand in \";type=\" at the end of a path and in fields: digits, \"=\", text, "     \
    "\";\"",                                                                                            \
    "", "")

typedef enum uriel_error_code {
#define URIEL_ERROR_CODE(constant, value, name, message, rule, section) URIEL_ERROR_##constant = (value),
  URIEL_ERRORS(URIEL_ERROR_CODE)
#undef URIEL_ERROR_CODE
} uriel_error_code;

/* What is wrong and where, in bytes from the start of the text.
 * `offset` is that of the first byte with which no valid text could go on, the length of the text where
 * only its end is wrong. `component`, `begin` and `length` tell the component to blame, as the regular
 * expression of Appendix B and the document's own rules for authorities split the text. In "http://a:b/"
 * the offset is 10, as far as which "a:b" could have been user information; the component is the port
 * "b". */
struct uriel_error {
  uriel_error_code code;
  uriel_component component;
  size_t offset;
  size_t begin;
  size_t length;
  uriel_spec spec;  /* the generation that the text was read by, */
  unsigned options; /* and with what uriel_parse_option */
  const char *part; /* of a scheme's own parts, "selector"; of ARGUMENT, the parameter, "component";
                       never freed; NULL for other errors */
};

/* For URIEL_ERROR_SCHEME_START: "scheme start", "a scheme must start with a letter". Never NULL. */
URIEL_API const char *uriel_error_name(uriel_error_code code);
URIEL_API const char *uriel_error_message(uriel_error_code code);

/* The rule that the error breaks and the section that it stands in, of the document of the error's
 * generation: "scheme" and "3.1" of RFC 3986; the two drafts whose sections have no numbers give their
 * headings. Never NULL. */
URIEL_API const char *uriel_error_rule(const uriel_error *error);
URIEL_API const char *uriel_error_section(const uriel_error *error);

/* The message in full, naming the character at error: "[" is not allowed in a path. It names a blank, a
 * byte order mark or another invisible character before a scheme, and the zone identifier of an IPv6
 * address (RFC 9844). `text` is what was parsed. Printable ASCII only, whatever the text holds. */
URIEL_API size_t uriel_error_describe(const uriel_error *error, const char *text, size_t len, char *out,
                                      size_t capacity);

/* What could have stood at the error's offset, in words: a letter, a digit, %XX, "/", "?", "#", the end
 * or one of !$&'()*+,-.:;=@_~. Worked out from the grammar's automaton. For errors of parsing and
 * decoding; empty for others. Printable ASCII. */
URIEL_API size_t uriel_error_expected(const uriel_error *error, const char *text, size_t len, char *out,
                                      size_t capacity);

/* How to repair the text, if a repair is known: write "[" as %5B. Returns the hint's length, 0 if there
 * is none. `text` is what was parsed, encoded or decoded, or the component that was given. If the hint
 * says to write one character as "%XX", doing so removes the error or moves it towards the end of the
 * text. Printable ASCII, at most URIEL_HINT_MAX bytes. O(len). */
enum { URIEL_HINT_MAX = 256 };
URIEL_API size_t uriel_error_hint(const uriel_error *error, const char *text, size_t len, char *out,
                                  size_t capacity);

/* ---- Hosts and ports -------------------------------------------------------------------------- */

/* IPv4address and IPv6address (section 3.2.2, without brackets) to bytes in network order. Return
 * whether the text is one; `bytes` is written only then. */
URIEL_API bool uriel_ipv4_parse(uint8_t bytes[4], const char *text, size_t len);
URIEL_API bool uriel_ipv6_parse(uint8_t bytes[16], const char *text, size_t len);

/* The forms of an IPv4 address that are no IPv4address, but which many systems' inet_aton reads as one
 * (section 7.4): fewer than four numbers, octal and hexadecimal ones: "127.1", "0x7f.0.0.1",
 * "2130706433". Returns whether the text is one of those. */
URIEL_API bool uriel_ipv4_rare(uint8_t bytes[4], const char *text, size_t len);

/* An IPv6 address as the text that RFC 5952 recommends, without brackets: at most 39 bytes. */
URIEL_API size_t uriel_ipv6_print(const uint8_t bytes[16], char *out, size_t capacity);

/* The reference's port as a number. Returns whether it has one: false where the port is undefined or
 * empty, with the error NONE, and where it is above 65535, with the error PORT_TOO_LARGE; `number` is as
 * it was then. */
URIEL_API bool uriel_port_number(const uriel_ref *ref, uint16_t *number, uriel_error *error);

/* ---- Resolution ------------------------------------------------------------------------------- */

/* What functions that write return where they cannot; nothing is written then. */
#define URIEL_FAILED ((size_t)-1)

/* What uriel_resolve returns, having written nothing, for a reference to the current document, which
 * url-1997 (3) and uri-2003 (4.2) keep apart from one to the base: "" and "#s". Larger than any
 * capacity, as URIEL_FAILED is. */
#define URIEL_CURRENT_DOCUMENT ((size_t)-2)

enum uriel_resolve_option {
  URIEL_RESOLVE_STRICT = 0,
  /* A scheme that equals the base's is passed over: "http:g" is "g" (5.2.2; uri-2003 calls it not
   * validating, 5.2). Of rfc3986 and uri-2003. */
  URIEL_RESOLVE_LENIENT = 1,
  /* What becomes of a ".." that leads above the root: one of three, where the document leaves the
   * choice, as uri-2003 alone does (5.2, step 7; it keeps them unless told). Not looked at elsewhere. */
  URIEL_RESOLVE_DOTS_KEEP = 2,
  URIEL_RESOLVE_DOTS_DROP = 4,
  URIEL_RESOLVE_DOTS_ERROR = 8 /* the error DOTS_ABOVE_ROOT */
};

/* Writes the target URI of `reference` against `base` (section 5.2), recomposed (5.3). A path that would
 * read as an authority gets "/." in front (section 3.3 allows no "//" there). Returns URIEL_FAILED, with
 * the reason in `error`, where the base has no scheme: BASE_NOT_ABSOLUTE and BASE_OPAQUE are places in
 * the base's text, DOTS_ABOVE_ROOT in the reference's. References of another generation, which is that
 * of `reference`, are resolved as their own document says, to the letter: url-1993 by its partial form,
 * url-1997 and uri-2003 by 5.2. The base should be of the same generation; one of another is used as it
 * was split. */
URIEL_API size_t uriel_resolve(const uriel_ref *base, const uriel_ref *reference, unsigned options,
                               char *out, size_t capacity, uriel_error *error);

/* Writes the shortest reference that uriel_resolve (strict) takes back to `target`: the target as it is
 * where no relative form exists or is shorter. For every pair in which both have a scheme, resolving the
 * result gives what resolving `target` itself gives, that is the target less its dot segments. Of other
 * generations, the shortest that their own resolution takes back; where base and target are the same but
 * for the fragment, the reference to the current document, where the document has one. What resolution
 * would run on from the end of a host ("g" from "http://a" is "http://ag" by url-1997) is not given. */
URIEL_API size_t uriel_relative(const uriel_ref *base, const uriel_ref *target, char *out,
                                size_t capacity);

/* ---- Normalisation and comparison ------------------------------------------------------------- */

/* The ladder of section 6.2; each level includes those below it. Other generations know fewer ways to be
 * equivalent (url-1997: 6, uri-2003: 6.2, and what can be read between the lines of the first two),
 * which stand on the same levels. */
typedef enum uriel_level {
  URIEL_LEVEL_STRING = 0,  /* byte for byte (6.2.1) */
  URIEL_LEVEL_CASE = 1,    /* scheme, host and hexadecimal digits in one case (6.2.2.1) */
  URIEL_LEVEL_PERCENT = 2, /* unreserved characters decoded (6.2.2.2) */
  URIEL_LEVEL_PATH = 3,    /* dot segments removed (6.2.2.3) */
  /* Scheme-based rules (6.2.3): a default or empty port is removed, and an empty path after an authority
   * becomes "/" or the scheme's `empty_path`. gopher, file, mailto, tel, data, ldap, ldaps and urn also
   * have the equivalences of their own documents (doc/rulings.md, Schemes): an empty query of ldap is
   * removed, and file gets its "//". */
  URIEL_LEVEL_SCHEME = 4,
  /* Result of a comparison: equivalent on no level. As an argument, this and any value that is not a
   * level mean SCHEME. */
  URIEL_LEVEL_DIFFERENT = 5
} uriel_level;

/* "string", "case", "percent", "path", "scheme", "different". */
URIEL_API const char *uriel_level_name(uriel_level level);

/* Writes the reference's normal form at `level`. Idempotent; what it writes parses to the same
 * components that were normalised, guarded by "/." or "./" where a path alone would read as something
 * else. A relative reference keeps the ".." that it begins with. */
URIEL_API size_t uriel_normalize(const uriel_ref *ref, uriel_level level, char *out, size_t capacity);

/* Whether two references have the same normal form at `level`, and the lowest level at which they do.
 * References that are equal at a level are equal at every higher one. No normal form is built.
 * References of different generations are equal at a level if, at that level and every higher one, the
 * components of their normal forms are the same, each normalised by its own document. So "p://0@" parsed
 * by uri-2003 (host "0@") and by RFC 3986 (empty host) are different, even at STRING. */
URIEL_API bool uriel_equal(const uriel_ref *a, const uriel_ref *b, uriel_level level);
URIEL_API uriel_level uriel_compare(const uriel_ref *a, const uriel_ref *b);

/* A hash that is the same for references that are equal at `level`. Not for keeping: it may change with
 * the library's version. `seed` gives a family of hashes; take a random one for tables that others fill.
 */
URIEL_API uint64_t uriel_hash(const uriel_ref *ref, uriel_level level, uint64_t seed);

/* ---- Percent-encoding ------------------------------------------------------------------------- */

/* What a text is to become part of, which decides what is encoded (section 2.1 and the component's own).
 */
typedef enum uriel_encode_for {
  URIEL_ENCODE_USERINFO = 0,
  URIEL_ENCODE_HOST = 1, /* an IP literal in brackets is left as it is */
  URIEL_ENCODE_PATH = 2,
  URIEL_ENCODE_PATH_SEGMENT = 3, /* "/" too */
  URIEL_ENCODE_QUERY = 4,
  URIEL_ENCODE_QUERY_KEY = 5,   /* "&", ";", "+" and "=" too */
  URIEL_ENCODE_QUERY_VALUE = 6, /* "&", ";" and "+" too */
  URIEL_ENCODE_FRAGMENT = 7,
  URIEL_ENCODE_FORM = 8, /* application/x-www-form-urlencoded: a space becomes "+" */
  /* A whole reference: encodes only characters that cannot appear in a reference, brackets except those
   * around an IP literal, and every "#" after the first. A valid reference is left as it is. The result
   * need not be valid: "http://a:port/" is left as it is, too. */
  URIEL_ENCODE_REFERENCE = 9
} uriel_encode_for;

enum uriel_percent_option {
  URIEL_ENCODE_PERCENT = 1, /* encode every "%": without it, a "%XX" that is there already stays */
  URIEL_DECODE_PLUS = 2     /* decode "+" as a space, as forms do */
};

/* Writes `text` with every byte percent-encoded that cannot appear in `where`. If `where` is not one of
 * the enumerators, encodes every byte that is not unreserved. */
URIEL_API size_t uriel_encode(uriel_encode_for where, const char *text, size_t len, unsigned options,
                              char *out, size_t capacity);

/* The same for a reference of another generation: what is not allowed there is encoded, as UTF-8 or
 * whatever bytes the text holds; by url-1993 ("Encoding prohibited characters") as ISO Latin 1, for
 * which `text` is taken as UTF-8. Returns URIEL_FAILED, and `error` says where, for what is no UTF-8
 * then (NOT_UTF_8) or a character that Latin 1 does not have (NOT_LATIN_1), and for what may not stand
 * where the document has no escapes either (ENCODING_NOT_ALLOWED): in a user or password of url-1994 and
 * a host of url-1997. */
URIEL_API size_t uriel_encode_as(uriel_spec spec, uriel_encode_for where, const char *text, size_t len,
                                 unsigned options, char *out, size_t capacity, uriel_error *error);

/* Writes `text` with every "%XX" decoded, once. A "%" that no two hexadecimal digits follow is copied,
 * and the first such is the error (otherwise NONE). `out` may be `text`. */
URIEL_API size_t uriel_decode(const char *text, size_t len, unsigned options, char *out, size_t capacity,
                              uriel_error *error);

/* The same for another generation: by url-1993, the bytes of ISO Latin 1 come out as UTF-8, and `out`
 * may not be `text`. Returns URIEL_FAILED, as uriel_encode_as does, where the generation is not built.
 */
URIEL_API size_t uriel_decode_as(uriel_spec spec, const char *text, size_t len, unsigned options,
                                 char *out, size_t capacity, uriel_error *error);

/* ---- Sets of characters ----------------------------------------------------------------------- */

/* A set of US-ASCII characters that a document names. */
typedef struct uriel_byte_set {
  const char *name; /* "reserved", "unreserved", "unwise", "safe", "extra", "uric", ... */
  const char *section;
  uint32_t bits[4];
} uriel_byte_set;

/* The sets of a generation's document, and how many: none where it is not built. Every generation has
 * "reserved", "unreserved", "unwise" and "excluded", which a document without such a name has by its own
 * rules (doc/rulings.md); the others are under the document's names. */
URIEL_API const uriel_byte_set *uriel_byte_sets(uriel_spec spec, size_t *count);

/* The set of that name; NULL where the document has none. */
URIEL_API const uriel_byte_set *uriel_byte_set_named(uriel_spec spec, const char *name, size_t len);

static inline bool uriel_byte_set_has(const uriel_byte_set *set, unsigned char byte)
{
  return byte < 128 && (set->bits[byte / 32] >> (byte % 32) & 1u);
}

/* ---- Iterators -------------------------------------------------------------------------------- */

/* Steps through the segments of a path (section 3.3): start with `rest` the path. "/a/" has the segments
 * "a" and "", "a/b" has "a" and "b", "/" has "", an empty path none. Segments are as written. */
URIEL_API bool uriel_segment_next(uriel_text *rest, uriel_text *segment);

enum uriel_query_option { URIEL_QUERY_SEMICOLON = 1 /* ";" separates pairs too */ };

/* Steps through the pairs of a query, "key=value&key=value": start with `rest` the query. A pair without
 * "=" has an undefined value; empty pieces, as in "&&", are passed over. Keys and values are as
 * written: uriel_decode with URIEL_DECODE_PLUS reads them as a form does. */
URIEL_API bool uriel_query_next(uriel_text *rest, unsigned options, uriel_text *key, uriel_text *value);

/* ---- Building --------------------------------------------------------------------------------- */

/* Components to build from, as they are to stand in the reference (encoded). A path that is undefined
 * is empty. */
typedef struct uriel_parts {
  uriel_text scheme, userinfo, host, port, path, query, fragment;
} uriel_parts;

/* The components of a parsed reference. For a row with URIEL_INVALID the scheme is empty, which
 * uriel_build refuses. */
URIEL_API uriel_parts uriel_parts_of(const uriel_ref *ref);

/* Writes the reference made of `parts` (section 5.3), by RFC 3986, whatever generation they come from.
 * Returns its length, or URIEL_FAILED if it would not parse back to the same parts: the error names the
 * component and a place in that component's text. */
URIEL_API size_t uriel_build(const uriel_parts *parts, char *out, size_t capacity, uriel_error *error);

/* Writes the reference made of `parts` by the document of `spec`: uriel_parse_as with `spec` and
 * `options` gives the same parts. "URL:" comes first if `options` require it. Returns the length. If
 * that exceeds `capacity`, nothing is written or checked, and the error is BUFFER_TOO_SMALL: call again
 * with that capacity. Returns URIEL_FAILED if the parts make no such reference, with the error of
 * parsing it, or with PARTS_DIFFER for the first component that would read differently; the error's
 * place is in `out`, which holds the text in this case too. O(n). */
URIEL_API size_t uriel_build_as(uriel_spec spec, unsigned options, const uriel_parts *parts, char *out,
                                size_t capacity, uriel_error *error);

/* Writes `ref` with one component replaced, or removed if `value` is undefined; every other byte stays
 * as it is. With URIEL_REFERENCE, writes `value` itself. Fails as uriel_build does, or with ARGUMENT if
 * `component` is not one of the enumerators. A reference of another generation keeps its generation: it
 * is written as by uriel_build_as, with the same errors, and with URIEL_PARSE_PARTIAL if it has no
 * scheme afterwards. */
URIEL_API size_t uriel_component_set(const uriel_ref *ref, uriel_component component, uriel_text value,
                                     char *out, size_t capacity, uriel_error *error);

/* ---- Schemes ---------------------------------------------------------------------------------- */

typedef enum uriel_transport {
  URIEL_TRANSPORT_NONE = 0, /* no connection is made, or none is known */
  URIEL_TRANSPORT_TCP = 1,
  URIEL_TRANSPORT_UDP = 2,
  URIEL_TRANSPORT_TLS = 3 /* TLS over TCP */
} uriel_transport;

/* "tcp", "udp", "tls", "none". */
URIEL_API const char *uriel_transport_name(uriel_transport transport);

typedef enum uriel_scheme_status {
  URIEL_SCHEME_REGISTERED = 1,   /* in IANA's registry of URI schemes */
  URIEL_SCHEME_DOCUMENTED = 2,   /* in one of the documents, not in the registry */
  URIEL_SCHEME_EXPERIMENTAL = 3, /* "x-" or "x." in front: by agreement between parties */
  URIEL_SCHEME_UNDEFINED = 4,    /* a document names it and leaves its URIs undefined */
  URIEL_SCHEME_NAMES = 5,        /* "urn", which is kept for names */
  URIEL_SCHEME_OWN = 6           /* the caller's */
} uriel_scheme_status;

/* "registered", "documented", "experimental", "undefined", "names", "own". */
URIEL_API const char *uriel_scheme_status_name(uriel_scheme_status status);

/* What is known of a scheme. A caller's own is one of these as well. */
typedef struct uriel_scheme_info {
  const char *name;       /* in lower case; "x-" and "x." for all that begin so */
  const char *title;      /* "Hypertext Transfer Protocol"; "" where only the name is known */
  const char *document;   /* "RFC 9110, 4.2.1"; "" */
  const char *empty_path; /* what an empty path after an authority is equivalent to by the scheme's
                             document; NULL: "/", the general rule (6.2.3); "": only itself */
  uint16_t port;          /* the default one; 0: none */
  uriel_transport transport;
  uriel_scheme_status status;
  bool hierarchical;      /* "/" divides its paths, so that relative references make sense */
  bool host_may_be_empty; /* behind "//" */
} uriel_scheme_info;

/* Goes to another place for the URIs of a scheme (url-1994, Registration of naming schemes). Of several
 * for one scheme the first counts; what one leads to is not led further by another. */
typedef struct uriel_gateway {
  uriel_text scheme; /* in any case */
  /* A URI with names in braces, each of which is replaced by that of the URI: {uri} (all but the
   * fragment and the user information), {scheme}, {host}, {port}, {path}, {query}, {nid}, {nss}, with
   * all but what is unreserved percent-encoded (RFC 6570, 3.2.2), but for {host} where a host stands;
   * {+uri}, ... as written. Where the URI does not have it, there is no plan. */
  uriel_text uri_template;
} uriel_gateway;

/* A caller's own schemes and gateways, passed to what shall know them. All zero is none. */
typedef struct uriel_registry {
  const uriel_scheme_info *schemes; /* looked at before those built in */
  size_t scheme_count;
  const uriel_gateway *gateways;
  size_t gateway_count;
} uriel_registry;

/* The scheme of that name, in any case; NULL where none is known. `registry` may be NULL. */
URIEL_API const uriel_scheme_info *uriel_scheme_find(const uriel_registry *registry, const char *name,
                                                     size_t len);

/* All schemes that are built in, by name, and how many. */
URIEL_API const uriel_scheme_info *uriel_schemes(size_t *count);

/* uriel_normalize that knows the caller's schemes, their ports and empty paths, too. References of the
 * historic generations are as uriel_normalize has them. uriel_equal, uriel_compare and uriel_hash know
 * of no registry: to compare by one, compare what this writes. */
URIEL_API size_t uriel_normalize_with(const uriel_registry *registry, const uriel_ref *ref,
                                      uriel_level level, char *out, size_t capacity);

/* Writes a gateway's template with the reference's parts in it. Returns URIEL_FAILED with the error
 * TEMPLATE, whose place is in the template, where it holds no name, an unknown one, or does not make a
 * URI; with PART_MISSING or PART_FORM, whose place is in the reference, where that does not have what is
 * named, or would make "." or ".." of a segment of the path. */
URIEL_API size_t uriel_template_expand(uriel_text uri_template, const uriel_ref *ref, char *out,
                                       size_t capacity, uriel_error *error);

/* ---- Parts of URIs in their schemes' own terms ------------------------------------------------ */

/* For each scheme there is a struct of its parts, which uriel_SCHEME_parse fills from a reference and
 * uriel_SCHEME_build makes a URI of.
 *
 *   - Parts are decoded: bytes, of any value, unless the struct says "as written", which is encoded and
 *     goes into what is built as it is. Ports are digits. What is undefined in the URI is undefined
 *     here; a part that the scheme gives a default has that only where it is said.
 *   - A list is as written, still encoded, since decoded its separators would be lost: step through it
 *     with uriel_list_next and decode each item.
 *   - Parsing needs a scratch buffer to decode in: `ref->length` bytes are always enough, with fewer the
 * error is BUFFER_TOO_SMALL. Parts point into the reference's text or into `scratch`.
 *   - An error's `part` names the part, and its place is in the reference's text; of building, in that
 *     part's own text.
 *   - What a protocol could not carry is refused (PART_LINE_BREAK): a CR, LF or NUL in what is sent on a
 *     line of its own; in gopher's selector and search a TAB, CR or LF, not a NUL (url-1994, Gopher).
 *   - A fragment, which is no part of what a scheme identifies (section 3.5), is left out, but by http
 *     and tag, which have one.
 *   - References of every generation are taken, each as its own document has the scheme; what is built
 *     is of today's (RFC 3986 and the scheme's own RFC). Building refuses what would not read back, what
 *     would be "." or ".." in the path, which a normal form loses (PART_FORM), and what is longer than
 *     4294967295 bytes (TOO_LONG).
 *   - A host that is a name, but an IP literal once it is decoded ("%3A%3A1"), is the error PART_FORM. A
 *     registry's name (uri-2003), which is not a server, is the error HOST_REGISTRY.
 *
 * All take time linear in the length of the reference or the parts. */

/* The user, password, host and port of "//user:password@host:port" (url-1994, "Internet protocol
 * parts"). */
typedef struct uriel_login {
  uriel_text user, password;
  uriel_text host; /* an IPv6 address without its brackets, an IPvFuture one with them */
  uriel_text port; /* in digits */
} uriel_login;

/* Steps through a list of parts: start with `rest` the list. Returns whether there is another item,
 * which is in `item` then, as written. An undefined list has no items, an empty one a single empty item.
 */
URIEL_API bool uriel_list_next(uriel_text *rest, char separator, uriel_text *item);

/* http, https, ws and wss (RFC 9110, 4.2; RFC 6455, 3). Path, query and fragment are as written: what
 * they mean is the server's affair. */
typedef struct uriel_http {
  uriel_text scheme; /* building takes an undefined one for "http" */
  uriel_login login;
  uriel_text path, query, fragment;
} uriel_http;
URIEL_API bool uriel_http_parse(uriel_http *http, const uriel_ref *ref, char *scratch, size_t capacity,
                                uriel_error *error);
URIEL_API size_t uriel_http_build(const uriel_http *http, char *out, size_t capacity,
                                  uriel_error *error);

/* ftp (url-1994, FTP; RFC 1738, 3.2). */
typedef struct uriel_ftp {
  uriel_login login;
  uriel_text directories; /* a list, by "/": one CWD each; undefined where there is none */
  uriel_text name;        /* of the file, or of the folder that is listed */
  uriel_text type;        /* "A", "E N", "I", "L 8"; "d" lists a folder; undefined where not given */
} uriel_ftp;
URIEL_API bool uriel_ftp_parse(uriel_ftp *ftp, const uriel_ref *ref, char *scratch, size_t capacity,
                               uriel_error *error);
URIEL_API size_t uriel_ftp_build(const uriel_ftp *ftp, char *out, size_t capacity, uriel_error *error);

/* gopher (url-1994, Gopher; RFC 4266). */
typedef struct uriel_gopher {
  uriel_login login;
  uriel_text type;     /* one byte: "1" where none is given */
  uriel_text selector; /* empty where none is given */
  uriel_text search;
  uriel_text plus; /* the Gopher+ string: "+application/postscript Es_ES", "!+ABSTRACT", "?", ... */
} uriel_gopher;
URIEL_API bool uriel_gopher_parse(uriel_gopher *gopher, const uriel_ref *ref, char *scratch,
                                  size_t capacity, uriel_error *error);
URIEL_API size_t uriel_gopher_build(const uriel_gopher *gopher, char *out, size_t capacity,
                                    uriel_error *error);

/* mailto (url-1994, Mailto; RFC 6068). */
typedef struct uriel_mailto {
  uriel_text to;     /* a list, by "," */
  uriel_text fields; /* of the header, "subject=...&body=...", as written: see uriel_query_next */
} uriel_mailto;
URIEL_API bool uriel_mailto_parse(uriel_mailto *mailto, const uriel_ref *ref, char *scratch,
                                  size_t capacity, uriel_error *error);
URIEL_API size_t uriel_mailto_build(const uriel_mailto *mailto, char *out, size_t capacity,
                                    uriel_error *error);

/* mid and cid (RFC 2392): a message, a part of one, a part of the same. Without angle brackets. */
typedef struct uriel_mid {
  uriel_text message; /* undefined in cid */
  uriel_text content;
} uriel_mid;
URIEL_API bool uriel_mid_parse(uriel_mid *mid, const uriel_ref *ref, char *scratch, size_t capacity,
                               uriel_error *error);
URIEL_API size_t uriel_mid_build(const uriel_mid *mid, char *out, size_t capacity, uriel_error *error);

/* news (url-1994, News; RFC 5538, 4). */
typedef struct uriel_news {
  uriel_login login;  /* where the URI has a host; news of 1994 never has */
  uriel_text group;   /* "comp.infosystems.www", or a pattern with "*"; empty: all groups */
  uriel_text article; /* a message's identifier without angle brackets; one of the two is undefined */
} uriel_news;
URIEL_API bool uriel_news_parse(uriel_news *news, const uriel_ref *ref, char *scratch, size_t capacity,
                                uriel_error *error);
URIEL_API size_t uriel_news_build(const uriel_news *news, char *out, size_t capacity,
                                  uriel_error *error);

/* nntp (url-1994, NNTP: no host; RFC 5538, 3: with one). */
typedef struct uriel_nntp {
  uriel_login login;
  uriel_text group;
  uriel_text number; /* of an article in the group on that server */
} uriel_nntp;
URIEL_API bool uriel_nntp_parse(uriel_nntp *nntp, const uriel_ref *ref, char *scratch, size_t capacity,
                                uriel_error *error);
URIEL_API size_t uriel_nntp_build(const uriel_nntp *nntp, char *out, size_t capacity,
                                  uriel_error *error);

/* telnet, rlogin, tn3270 (url-1994, "Telnet, rlogin, tn3270"; RFC 4248; RFC 6270). */
typedef struct uriel_telnet {
  uriel_text scheme; /* building takes an undefined one for "telnet" */
  uriel_login login;
} uriel_telnet;
URIEL_API bool uriel_telnet_parse(uriel_telnet *telnet, const uriel_ref *ref, char *scratch,
                                  size_t capacity, uriel_error *error);
URIEL_API size_t uriel_telnet_build(const uriel_telnet *telnet, char *out, size_t capacity,
                                    uriel_error *error);

/* wais (url-1993 and url-1994, WAIS; RFC 4156): a database, a search in one, or a document. */
typedef struct uriel_wais {
  uriel_login login;
  uriel_text database;
  uriel_text search; /* "lynch" */
  uriel_text type;   /* of a document: "TEXT" */
  uriel_text length; /* of a document, in bytes: url-1993 alone */
  uriel_text fields; /* of a document's identifier: a list, by ";", of NUMBER=VALUE, less the ";" that
                        ends it; in url-1993, and in RFC 4156 where it has no such form, the identifier
                        as it is */
} uriel_wais;
URIEL_API bool uriel_wais_parse(uriel_wais *wais, const uriel_ref *ref, char *scratch, size_t capacity,
                                uriel_error *error);
URIEL_API size_t uriel_wais_build(const uriel_wais *wais, char *out, size_t capacity,
                                  uriel_error *error);

/* prospero (url-1993 and url-1994, Prospero; RFC 4157). */
typedef struct uriel_prospero {
  uriel_login login;
  uriel_text object;     /* the host-specific object name */
  uriel_text version;    /* url-1993 and url-1994: behind "%00" */
  uriel_text attributes; /* a list, by ";", of FIELD=VALUE; in url-1993 and url-1994, where "%00" stands
                            between them, of attributes */
} uriel_prospero;
URIEL_API bool uriel_prospero_parse(uriel_prospero *prospero, const uriel_ref *ref, char *scratch,
                                    size_t capacity, uriel_error *error);
URIEL_API size_t uriel_prospero_build(const uriel_prospero *prospero, char *out, size_t capacity,
                                      uriel_error *error);

/* afs (url-1993, BNF syntax). */
typedef struct uriel_afs {
  uriel_text cell;
  uriel_text path; /* from the cell's root, decoded, with its leading "/" */
} uriel_afs;
URIEL_API bool uriel_afs_parse(uriel_afs *afs, const uriel_ref *ref, char *scratch, size_t capacity,
                               uriel_error *error);
URIEL_API size_t uriel_afs_build(const uriel_afs *afs, char *out, size_t capacity, uriel_error *error);

/* whois (url-1993, WHOIS; the protocol is RFC 3912's). */
typedef struct uriel_whois {
  uriel_login login;
  uriel_text query; /* a handle or a query */
} uriel_whois;
URIEL_API bool uriel_whois_parse(uriel_whois *whois, const uriel_ref *ref, char *scratch,
                                 size_t capacity, uriel_error *error);
URIEL_API size_t uriel_whois_build(const uriel_whois *whois, char *out, size_t capacity,
                                   uriel_error *error);

/* file (RFC 8089). */
typedef struct uriel_file {
  uriel_text host; /* undefined or empty: this machine */
  uriel_text path; /* as written, beginning with "/": "/c:/x" of "file:c:/x" */
} uriel_file;
URIEL_API bool uriel_file_parse(uriel_file *file, const uriel_ref *ref, char *scratch, size_t capacity,
                                uriel_error *error);
URIEL_API size_t uriel_file_build(const uriel_file *file, char *out, size_t capacity,
                                  uriel_error *error);

typedef enum uriel_local_style {
  URIEL_LOCAL_POSIX = 0,  /* /a/b */
  URIEL_LOCAL_WINDOWS = 1 /* C:\a\b, \\host\share\a (RFC 8089, Appendices D and E) */
} uriel_local_style;

/* Writes the local path of a file URI, and the file URI of a local path (which must be absolute, and is
 * bytes: of UTF-8 or whatever the system has). Fail where there is none: a host that is not this machine
 * in the POSIX style, an encoded "/" or NUL, a relative path. Any other `style` is the error ARGUMENT.
 */
URIEL_API size_t uriel_file_to_local(const uriel_ref *ref, uriel_local_style style, char *out,
                                     size_t capacity, uriel_error *error);
URIEL_API size_t uriel_file_from_local(const char *path, size_t len, uriel_local_style style, char *out,
                                       size_t capacity, uriel_error *error);

/* data (RFC 2397). */
typedef struct uriel_data {
  uriel_text type;       /* "text/plain" where none is given */
  uriel_text parameters; /* a list, by ";", of NAME=VALUE; "charset=US-ASCII" where no type is given */
  uriel_text encoding;   /* "base64", or undefined; decides how it is built */
  uriel_text content;    /* the bytes themselves */
} uriel_data;
URIEL_API bool uriel_data_parse(uriel_data *data, const uriel_ref *ref, char *scratch, size_t capacity,
                                uriel_error *error);
URIEL_API size_t uriel_data_build(const uriel_data *data, char *out, size_t capacity,
                                  uriel_error *error);

/* tag (RFC 4151). */
typedef struct uriel_tag {
  uriel_text authority;          /* a DNS name or a mail address */
  uriel_text date;               /* "2004", "2004-05", "2004-05-31" */
  uriel_text specific, fragment; /* as written: tags are compared so */
} uriel_tag;
URIEL_API bool uriel_tag_parse(uriel_tag *tag, const uriel_ref *ref, char *scratch, size_t capacity,
                               uriel_error *error);
URIEL_API size_t uriel_tag_build(const uriel_tag *tag, char *out, size_t capacity, uriel_error *error);

/* ldap (RFC 4516); not ldaps, which no document describes. */
typedef struct uriel_ldap {
  uriel_login login;     /* host and port alone */
  uriel_text dn;         /* the distinguished name */
  uriel_text attributes; /* a list, by "," */
  uriel_text scope;      /* "base", "one", "sub"; undefined means "base" */
  uriel_text filter;     /* undefined means "(objectClass=*)" */
  uriel_text extensions; /* a list, by ",", of [!]NAME[=VALUE] */
} uriel_ldap;
URIEL_API bool uriel_ldap_parse(uriel_ldap *ldap, const uriel_ref *ref, char *scratch, size_t capacity,
                                uriel_error *error);
URIEL_API size_t uriel_ldap_build(const uriel_ldap *ldap, char *out, size_t capacity,
                                  uriel_error *error);

/* tel (RFC 3966). */
typedef struct uriel_tel {
  uriel_text number;     /* "+15551234", without visual separators; a global one begins with "+" */
  uriel_text extension;  /* "ext", without visual separators */
  uriel_text subaddress; /* "isub" */
  uriel_text context;    /* "phone-context", which a local number needs */
  uriel_text parameters; /* the others: a list, by ";" */
} uriel_tel;
URIEL_API bool uriel_tel_parse(uriel_tel *tel, const uriel_ref *ref, char *scratch, size_t capacity,
                               uriel_error *error);
URIEL_API size_t uriel_tel_build(const uriel_tel *tel, char *out, size_t capacity, uriel_error *error);

/* The parts of a reference of any of these schemes, by name, in the order of its struct: undefined ones
 * left out, each item of a list, decoded, one by one under the list's name. Returns how many there are,
 * of which the first `part_capacity` are filled in; 0 for a scheme that is none of these; URIEL_FAILED
 * where parsing fails. `scratch` takes ref->length * 2 bytes. */
URIEL_API size_t uriel_scheme_parts(const uriel_ref *ref, uriel_own_part *parts, size_t part_capacity,
                                    char *scratch, size_t capacity, uriel_error *error);

/* Whether the part of that name is a list in the struct of that scheme, so that uriel_scheme_parts may
 * have it several times: "directories" of "ftp". */
URIEL_API bool uriel_scheme_part_is_list(const char *scheme, size_t scheme_len, const char *part);

/* Builds a URI of the scheme of that name from parts with such names; a part that is there several times
 * makes a list. Fails as uriel_SCHEME_build does; PART_NOT_ALLOWED for a name that the scheme does not
 * have. `scratch` takes the parts of lists, encoded, and what separates them: three times their length
 * and one byte for each; the error of a list has its place there, `begin` and `length` being the item's.
 */
URIEL_API size_t uriel_scheme_build(const char *scheme, size_t scheme_len, const uriel_own_part *parts,
                                    size_t part_count, char *scratch, size_t room_capacity, char *out,
                                    size_t capacity, uriel_error *error);

/* ---- Access plans ----------------------------------------------------------------------------- */

/* What a client does to fetch what a URI identifies, step by step. Nothing is done here: a plan is a
 * pure function of the URI and the options.
 * Constant, value (fixed for ever), name. */
#define URIEL_STEPS(X)                                                                                  \
  X(CONNECT, 1, "connect")   /* to `host` and `port` over `transport` */                                \
  X(SEND, 2, "send")         /* the bytes `text` */                                                     \
  X(EXPECT, 3, "expect")     /* a reply that begins with one of the codes in `text`, if it has any */   \
  X(CLOSE, 4, "close")       /* the connection */                                                       \
  X(ASK, 5, "ask")           /* the user for what `note` says, and send it behind `text` */             \
  X(REQUEST, 6, "request")   /* an operation of a protocol, in words: its bytes are not worked out */   \
  X(INTERACT, 7, "interact") /* the user takes over */                                                  \
  X(OPEN, 8, "open")         /* the local file `text` */                                                \
  X(DECODE, 9, "decode")     /* the URI itself: its bytes are `text` */                                 \
  X(COMPOSE, 10, "compose")  /* a message of which `text` is the draft, for the user to send */         \
  X(FIND, 11, "find")        /* in what is at hand, the message or body part that `text` tells */       \
  X(CALL, 12, "call")        /* the telephone number `text` */

typedef enum uriel_step_kind {
#define URIEL_STEP(constant, value, name) URIEL_STEP_##constant = (value),
  URIEL_STEPS(URIEL_STEP)
#undef URIEL_STEP
} uriel_step_kind;

/* "connect", "send", ... */
URIEL_API const char *uriel_step_name(uriel_step_kind kind);

typedef struct uriel_step {
  uriel_step_kind kind;
  uriel_text text;
  uriel_text host; /* of CONNECT: decoded, an IPv6 address without brackets */
  uint16_t port;   /* of CONNECT: 0 where the reply before it tells the port */
  uriel_transport transport;
  bool data;        /* on ftp's data connection, not on the control connection */
  bool secret;      /* `text` holds a password */
  const char *note; /* why, or what comes, in words; "" */
} uriel_step;

/* What a person should know before going through with it (section 7; url-1994, Security considerations):
 * constant, bit (fixed for ever), name, message. */
#define URIEL_WARNINGS(X)                                                                               \
  X(LOW_PORT, 1, "low port", "a port below 1024 that is not the scheme's own: another protocol's")      \
  X(USERINFO, 2, "userinfo", "the URI carries user information")                                        \
  X(PASSWORD, 4, "password", "the URI carries a password, which everyone reads who sees it")            \
  X(USERINFO_HOST, 8, "userinfo like a host", "the user information looks like a host; the host is ")   \
  X(RARE_IPV4, 16, "rare ipv4", "the host is an IPv4 address in a rare form, ")                         \
  X(LINE_BREAK, 32, "encoded line break", "an encoded line break, which is sent as it is, encoded")     \
  X(RECONNECT, 64, "reconnect",                                                                         \
    "the folder differs from that of the URI before, and from one folder no way to another is the "     \
    "same for all servers")                                                                             \
  X(NOT_SENT, 128, "not sent", "user and password are not sent unasked")                                \
  X(SAMPLE_KEY, 256, "sample key", "the WebSocket key is a sample: take 16 random bytes")               \
  X(NO_SERVER, 512, "no server", "the URI names no server: the local one is meant")

typedef enum uriel_warning {
#define URIEL_WARNING(constant, value, name, message) URIEL_WARNING_##constant = (value),
  URIEL_WARNINGS(URIEL_WARNING)
#undef URIEL_WARNING
} uriel_warning;

/* "low port", ...; and the message in full, printable ASCII only: LOW_PORT's with the port of `ref`
 * behind it, those of USERINFO_HOST and RARE_IPV4, which are beginnings, with the host, that of
 * RARE_IPV4 in the usual form. Where `ref` itself has neither low port nor rare host, since a gateway's
 * URI has, the message says so instead. */
URIEL_API const char *uriel_warning_name(uriel_warning warning);
URIEL_API size_t uriel_warning_describe(uriel_warning warning, const uriel_ref *ref, char *out,
                                        size_t capacity);

/* All zero is what a plan needs; undefined texts have the default that is said. */
typedef struct uriel_plan_options {
  const uriel_registry *registry; /* NULL: none */
  const uriel_ref *previous;      /* what was fetched just before, on a connection that is still open */
  uriel_text proxy;               /* host or host:port of an HTTP proxy (port 8080) */
  uriel_text mail_address;        /* anonymous ftp's password: "anonymous@" */
  uriel_text news_server;         /* host or host:port for news without one: "news" */
  uriel_text local_user;          /* rlogin's name for the user on this side: "user" */
  uriel_text terminal;            /* rlogin's: "xterm/38400" */
  uriel_text websocket_key;       /* 24 characters of base64 (RFC 6455, 4.1): RFC 6455's sample */
  uriel_text user_agent;          /* http: none is sent */
} uriel_plan_options;

/* Steps point into `text`, but also into the text of the reference and of the options: they are valid as
 * long as all of these are as they were. */
typedef struct uriel_plan {
  uriel_step *steps; /* the caller's, */
  size_t step_capacity;
  char *text; /* and the caller's too */
  size_t text_capacity;

  size_t step_count;
  size_t text_len;
  unsigned warnings; /* uriel_warning, or-ed */
  /* The step from which to go on where the connection of `previous` is still open, counted from 1; 0
   * where a new one is needed. */
  size_t resume_step;
  const uriel_gateway *gateway; /* that the plan goes through; NULL */
} uriel_plan;

/* Fills in a plan whose first four members are set. Returns whether there is one: with the error
 * BUFFER_TOO_SMALL, `step_count` and `text_len` are capacities that are enough. PLAN_NONE, PLAN_UNKNOWN
 * and PLAN_UNDEFINED tell why a scheme has none, PLAN_BASE that a relative reference has none,
 * PART_MISSING and PART_NUMBER of the "port" that there is none to connect to, HOST_DECODED that the
 * host, decoded and with compatibility forms mapped to US-ASCII, holds a delimiter, a blank or a control
 * character; others are errors of parsing the parts. `options` may be NULL. O(n).
 *
 * Options are looked at first, all of them: one that could not be sent (PART_LINE_BREAK) or is not of
 * its form (PART_FORM) is the error, with "proxy", "mail address", "news server", "local user",
 * "terminal", "WebSocket key" or "user agent" as `part`, and its place is in the option's own text.
 *
 * A gateway of the registry for the reference's scheme is what the plan goes through. The error TEMPLATE
 * is a place in the gateway's template; where what it makes has no plan, all of the reference is to
 * blame, and `part` is "gateway". Warnings are those of the reference, and of the server that the
 * gateway leads to.
 *
 * After an error, `resume_step` is 0, and so are `step_count` and `text_len`, except with
 * BUFFER_TOO_SMALL. `gateway` is the one that was tried. `warnings` is 0, except with HOST_REGISTRY and
 * HOST_DECODED: then it has the warnings of the reference, with a registry's name split as RFC 3986
 * splits an authority. */
URIEL_API bool uriel_plan_make(uriel_plan *plan, const uriel_ref *ref, const uriel_plan_options *options,
                               uriel_error *error);

/* ---- Names ------------------------------------------------------------------------------------ */

/* URNs are read by RFC 8141, or by RFC 2141 or draft-ietf-urnbis-rfc2141bis-urn-01 (urn-2011): parse
 * with uriel_parse_as, and the functions here go by the reference's generation; references of all other
 * generations are held against RFC 8141. */

/* A URN's parts, as written. */
typedef struct uriel_urn {
  uriel_text nid;         /* the namespace identifier */
  uriel_text nss;         /* the namespace-specific string */
  uriel_text r_component; /* rfc8141: behind "?+" */
  uriel_text q_component; /* rfc8141: behind "?="; urn-2011: the query */
  uriel_text f_component; /* rfc8141, urn-2011: the fragment */
} uriel_urn;
URIEL_API bool uriel_urn_parse(uriel_urn *urn, const uriel_ref *ref, uriel_error *error);

/* Writes the URN made of the parts. Fails where it would not parse back by `spec`, one of the three:
 * with the error of the part's own rule, PART_MISSING, PART_NOT_ALLOWED for a component that the
 * document does not have, PART_FORM for an r-component that would end at a "?=" in it. Errors are places
 * in the part's own text. */
URIEL_API size_t uriel_urn_build(const uriel_urn *urn, uriel_spec spec, char *out, size_t capacity,
                                 uriel_error *error);

typedef enum uriel_urn_kind {
  URIEL_URN_FORMAL = 1,
  URIEL_URN_INFORMAL = 2,     /* urn-7 (RFC 8141, 5.2) */
  URIEL_URN_EXPERIMENTAL = 3, /* x-foo (RFC 3406, 3.1; no longer given out) */
  URIEL_URN_RESERVED = 4      /* urn */
} uriel_urn_kind;

/* "formal", "informal", "experimental", "reserved". */
URIEL_API const char *uriel_urn_kind_name(uriel_urn_kind kind);

typedef struct uriel_urn_namespace {
  const char *nid;      /* in lower case; "urn-" and "x-" for all that begin so */
  const char *document; /* "RFC 9562"; who registered it where there is none */
  uriel_urn_kind kind;
  bool fragment; /* opted in to fragments (urn-2011, 2) */
  bool checked;  /* uriel_urn_check knows the form of its names */
  bool rfc2141;  /* defined before RFC 8141: "/", "~", "&" are encoded in its names (RFC 8141, 2.2) */
} uriel_urn_namespace;

/* The namespace of that identifier, in any case; NULL where none is registered. */
URIEL_API const uriel_urn_namespace *uriel_urn_namespace_find(const char *nid, size_t len);
URIEL_API const uriel_urn_namespace *uriel_urn_namespaces(size_t *count);

/* Whether a well-formed URN is a name that can be assigned: by its document (urn-2011, 2: no query, and
 * a fragment only where the namespace opted in) and by its namespace, where that is `checked`:
 * NAME_FORM, NAME_CHECK, which uriel_error_describe tells in full: "well-formed, but not a valid ISBN:
 * the check digit should be 4". */
URIEL_API bool uriel_urn_check(const uriel_ref *ref, uriel_error *error);

/* Writes the name in the form that all its equivalents share: lexical equivalence (rfc8141, 3; rfc2141,
 * 5; urn-2011, 5), the namespace's own included; r-, q- and f-components do not count and are left out.
 * Fails as uriel_urn_parse does. */
URIEL_API size_t uriel_urn_normal(const uriel_ref *ref, char *out, size_t capacity, uriel_error *error);
URIEL_API bool uriel_urn_equal(const uriel_ref *a, const uriel_ref *b);
URIEL_API uint64_t uriel_urn_hash(const uriel_ref *ref, uint64_t seed);

/* Writes the URN of a name in its namespace's own characters, which are UTF-8 (RFC 8141, 2.2; urn-2011,
 * 2.2): what need not be encoded is not, hexadecimal digits are upper case. `spec` is one of the three
 * documents of names, any other means RFC 8141, by which a namespace that was defined before it keeps
 * RFC 2141's characters. A "%XX" that is there is taken as written, unless `options` has
 * URIEL_ENCODE_PERCENT. Public identifiers are given as RFC 3151 transcribes them. Fails with the errors
 * of a NID, which are places in `nid`, and with NSS_EMPTY, NSS_NUL and NOT_UTF_8, which are places in
 * `name`. */
URIEL_API size_t uriel_urn_encode(const char *nid, size_t nid_len, const char *name, size_t len,
                                  uriel_spec spec, unsigned options, char *out, size_t capacity,
                                  uriel_error *error);

/* Writes the form for people (urn-2011, 4): what is encoded and can be shown is shown, UTF-8 comes out
 * as characters. What would read as something else stays encoded, so that uriel_urn_encode leads back.
 */
URIEL_API size_t uriel_urn_show(const uriel_ref *ref, char *out, size_t capacity, uriel_error *error);

/* The services of RFC 2169, 2 (THTTP), by their names. */
#define URIEL_URN_SERVICES(X) X(N2L) X(N2Ls) X(N2R) X(N2Rs) X(N2C) X(N2Ns) X(L2Ns) X(L2Ls) X(L2C)

/* Writes the URI of a resolver's answer (RFC 2169, 2): "http://RESOLVER/uri-res/N2L?urn:foo:12345".
 * `resolver` is an http or https URI, whose path, if it has one, comes before "/uri-res/". Services that
 * begin with "L" take any URI, the others a URN. A fragment is left out, but by urn-2011 (2) it is
 * passed, as "%23" and its text. Fails with PART_FORM for another service; where `resolver` is no such
 * URI, with SCHEME_OTHER, PART_MISSING or PART_NOT_ALLOWED, which are places in it; and with PLAN_BASE
 * for a relative reference, or as uriel_urn_parse does. */
URIEL_API size_t uriel_urn_request(const char *service, const uriel_ref *resolver, const uriel_ref *ref,
                                   char *out, size_t capacity, uriel_error *error);

/* ---- Finding ---------------------------------------------------------------------------------- */

/* What a reference in running text is: constant, value (fixed for ever), name. */
#define URIEL_HIT_KINDS(X)                                                                              \
  X(URI, 1, "uri")                   /* begins with a scheme */                                         \
  X(URN, 2, "urn")                   /* its scheme is "urn" */                                          \
  X(NETWORK_PATH, 3, "network-path") /* //example.com/path (RFC 3986, 4.2) */                           \
  X(ABBREVIATED, 4, "abbreviated")   /* www.example.com/path (RFC 3986, 4.5) */                         \
  X(MAIL, 5, "mail")                 /* somebody@example.com, without "mailto:" */

typedef enum uriel_hit_kind {
#define URIEL_HIT_KIND(constant, value, name) URIEL_HIT_##constant = (value),
  URIEL_HIT_KINDS(URIEL_HIT_KIND)
#undef URIEL_HIT_KIND
} uriel_hit_kind;

/* What sets it off from the text: constant, value (fixed for ever), name. */
#define URIEL_DELIMITERS(X)                                                                             \
  X(BARE, 0, "bare")       /* white space, or what cannot be in a reference */                          \
  X(ANGLE, 1, "angle")     /* <...> */                                                                  \
  X(LABEL, 2, "label")     /* <URL:...> (url-1994, Appendix; RFC 3986, Appendix C) */                   \
  X(QUOTE, 3, "quote")     /* "..." */                                                                  \
  X(BRACKET, 4, "bracket") /* what markup has around it: [text](...), \url{...} */

typedef enum uriel_delimiter {
#define URIEL_DELIMITER(constant, value, name) URIEL_DELIMITED_##constant = (value),
  URIEL_DELIMITERS(URIEL_DELIMITER)
#undef URIEL_DELIMITER
} uriel_delimiter;

/* "uri", "urn", ...; "bare", "angle", ... */
URIEL_API const char *uriel_hit_kind_name(uriel_hit_kind kind);
URIEL_API const char *uriel_delimiter_name(uriel_delimiter delimiter);

typedef enum uriel_hit_flag {
  URIEL_HIT_WRAPPED = 1, /* it has line breaks in it, and maybe "> " of quoted mail behind them */
  URIEL_HIT_HYPHEN = 2,  /* one of them follows a hyphen: it can be read without (url-1997, E) */
  URIEL_HIT_ESCAPED = 4, /* it has "\/" for "/", "\u0026" for "&" as JSON, or "\_" for "_" as TeX has */
  URIEL_HIT_IRI = 8      /* it has characters beyond ASCII, "\u00e9" among them */
} uriel_hit_flag;

/* A reference found in running text: bytes [begin, end) of it, without delimiters. */
typedef struct uriel_hit {
  size_t begin;
  size_t end;
  uriel_hit_kind kind;
  uriel_delimiter delimiter;
  unsigned flags; /* uriel_hit_flag, or-ed */
} uriel_hit;

typedef enum uriel_find_option {
  URIEL_FIND_ANY_SCHEME = 1,  /* unregistered schemes without a host too: <foo:bar>, foo:///a */
  URIEL_FIND_ABBREVIATED = 2, /* NETWORK_PATH and ABBREVIATED too, which is guessing */
  URIEL_FIND_MAIL = 4         /* MAIL too */
} uriel_find_option;

/* All zero: registered schemes, and any word before "://" and a host. */
typedef struct uriel_find_options {
  unsigned options;          /* uriel_find_option, or-ed */
  const uriel_text *schemes; /* these schemes alone, in any case; NULL: all of them */
  size_t scheme_count;
} uriel_find_options;

/* Finds the first reference at or after `*from`, which is at most `len`: what is meant as one (RFC 3986,
 * Appendix C), which need not be right; uriel_parse tells of the cleaned hit whether it is. Nothing
 * before `*from` counts. Fills `hit` and moves `*from` past it and its closing delimiter. Returns false
 * where there is none, `hit` as it was, and `*from` at the place from which to go on once there is more
 * text behind it: the text before it can be dropped. That is `len` where the text ends for good
 * (`whole`), and otherwise some 100 bytes before the end, or before what may be the beginning of a
 * reference, however long that is. The hits are the same however a text is cut.
 *
 * A scheme that is a common word too ("data", "info", "note") counts only with what makes it likely:
 * "//", an opening delimiter, or the form that its document gives. `options` may be NULL. Reading a text
 * to its end is O(n). */
URIEL_API bool uriel_find(const uriel_find_options *options, const char *text, size_t len, bool whole,
                          size_t *from, uriel_hit *hit);

typedef enum uriel_clean_option {
  URIEL_CLEAN_NO_HYPHEN = 1, /* a hyphen before a line break was put there by wrapping (url-1997, E) */
  URIEL_CLEAN_TO_URI = 2     /* characters beyond ASCII come out encoded (RFC 3987, 3.1) */
} uriel_clean_option;

/* Writes the reference that was found, less what its surroundings put into it: line breaks and white
 * space, "> " of quoted mail, the "\" of "\/"; "\u0026" comes out as "&", "\&" of roff as nothing. `out`
 * may be `text` but for URIEL_CLEAN_TO_URI. O(n). */
URIEL_API size_t uriel_hit_clean(const char *text, const uriel_hit *hit, unsigned options, char *out,
                                 size_t capacity);

/* ---- Instruction sets ------------------------------------------------------------------------- */

/* What the library can be compiled for besides plain C: constant, value (fixed for ever), name. */
#define URIEL_CPUS(X)                                                                                   \
  X(PLAIN, 0, "plain")                                                                                  \
  X(SSE2, 1, "sse2")                                                                                    \
  X(AVX2, 2, "avx2")                                                                                    \
  X(AVX512, 3, "avx512") /* with VBMI */                                                                \
  X(NEON, 4, "neon")                                                                                    \
  X(SIMD128, 5, "simd128") /* of WebAssembly */

typedef enum uriel_cpu {
#define URIEL_CPU(constant, value, name) URIEL_CPU_##constant = (value),
  URIEL_CPUS(URIEL_CPU)
#undef URIEL_CPU
} uriel_cpu;

/* The instructions that the library uses: the best that this machine and this build have, found at the
 * first call that asks. Results never depend on it. */
URIEL_API uriel_cpu uriel_cpu_used(void);

/* For tests and measurements: from now on the library uses these, in all threads. Returns whether it
 * can; otherwise nothing changes. */
URIEL_API bool uriel_cpu_force(uriel_cpu cpu);

/* For URIEL_CPU_AVX2: "avx2". "" for a number that is none of these. */
URIEL_API const char *uriel_cpu_name(uriel_cpu cpu);

#ifdef __cplusplus
}
#endif

#endif
