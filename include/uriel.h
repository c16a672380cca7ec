/* SPDX-License-Identifier: MIT */
/* uriel: Uniform Resource Identifiers (RFC 3986): parse, validate, resolve, normalise, compare, build.
 *
 * The library allocates nothing. Its only state is the instruction set in use. Every function takes time
 * linear in the length of its inputs, unless its comment states otherwise.
 *
 *   - A text to be read is a pointer and a length. It need not end in NUL. A reference has at most
 *     2^32-1 bytes.
 *   - A component, or another value that can be undefined, is a uriel_text. Undefined means that `ptr`
 *     is NULL; it differs from empty: "http://h?" has an empty query, "http://h" has no query. A search
 *     that finds nothing returns NULL, false or 0.
 *   - Output goes into the caller's buffer, as with snprintf: the function returns the length of the
 *     whole result and writes its first `capacity` bytes, without a NUL. `out` may be NULL if `capacity`
 *     is 0. Functions that can fail return URIEL_FAILED and write nothing. Input and output must not
 *     overlap unless a comment allows it.
 *   - To use a reference that a function wrote, parse it. Under another document, parse it with
 *     uriel_parse_as and URIEL_PARSE_PARTIAL.
 *         size_t n = uriel_resolve(&base, &reference, 0, out, sizeof out, &error);
 *         if (n <= sizeof out && uriel_parse(&target, out, n, &error)) ...
 *   - Parameters come in this order: what the function fills or moves, inputs, options, output, error.
 *   - `error` may be NULL. After success its code is URIEL_ERROR_NONE.
 *   - Options are bits of an enum, 0 for none. A struct of options may be all zero, or NULL, for the
 *     defaults. Strings that the library returns are constants. Functions whose names end in "_name"
 *     return the last words of an enumerator, as "network-path" for URIEL_HIT_NETWORK_PATH, or "" for
 *     any other number, in O(1). Functions whose names end in "_bound" return a capacity that is enough,
 *     in O(1) unless a comment states otherwise.
 *
 * Terms and section numbers come from RFC 3986 unless another document is named. Every function reads a
 * reference of another document (uriel_parse_as in uriel_spec.h) under that document. */
#ifndef URIEL_H
#define URIEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define URIEL_C extern "C"
#else
#define URIEL_C
#endif

/* Define URIEL_SHARED to use the shared library, and also URIEL_BUILD to build it. */
#if !defined(URIEL_SHARED)
#define URIEL_API URIEL_C
#elif !defined(_WIN32)
#define URIEL_API URIEL_C __attribute__((visibility("default")))
#elif defined(URIEL_BUILD)
#define URIEL_API URIEL_C __declspec(dllexport)
#else
#define URIEL_API URIEL_C __declspec(dllimport)
#endif

/* Inline functions are also exported, for languages that call by symbol. */
#ifndef URIEL_INLINE
#define URIEL_INLINE static inline
#endif

#define URIEL_VERSION "0.1.0"

/* Returned by functions that write, if they fail. Larger than any capacity. */
#define URIEL_FAILED ((size_t)-1)

/* ---- Text ------------------------------------------------------------------------------------- */

typedef struct uriel_text {
  const char *ptr; /* NULL: undefined */
  size_t len;
} uriel_text;

/* Returns a NUL-terminated string as text; undefined if `string` is NULL. */
URIEL_INLINE uriel_text uriel_text_of(const char *string)
{
  uriel_text text = {string, 0};
  const size_t most = string ? PTRDIFF_MAX : 0; /* else compilers call strlen, which may not be there */
  while (text.len < most && string[text.len])
    text.len++;
  return text;
}

/* Returns the length of the longest prefix of `text` that is valid UTF-8 (RFC 3629). */
URIEL_API size_t uriel_utf8_span(const char *text, size_t len);

/* Read and write a character, and return its length. `text` is not empty; malformed UTF-8 is read as
 * U+FFFD for the longest prefix of a sequence, at least one byte, as in the Encoding Standard. */
URIEL_API size_t uriel_utf8_next(uint32_t *scalar, const char *text, size_t len);
URIEL_API size_t uriel_utf8_write(char out[4], uint32_t scalar);

/* Returns the version of the linked library, in the form of URIEL_VERSION. */
URIEL_API const char *uriel_version(void);

/* ---- References ------------------------------------------------------------------------------- */

/* The documents that define references and names (uriel_spec.h), called url-1993 and so on. */
typedef enum uriel_spec {
  URIEL_SPEC_RFC3986 = 0,
  URIEL_SPEC_URL_1993 = 1, /* draft-ietf-uri-url-01, which became RFC 1738 */
  URIEL_SPEC_URL_1994 = 2, /* draft-ietf-uri-url-03, which became RFC 1738 */
  URIEL_SPEC_URL_1997 = 3, /* draft-fielding-url-syntax-05, which became RFC 2396 */
  URIEL_SPEC_URI_2003 = 4, /* draft-fielding-uri-rfc2396bis-01, which became RFC 3986 */
  URIEL_SPEC_URN_2011 = 5, /* draft-ietf-urnbis-rfc2141bis-urn-01, which became RFC 8141 */
  URIEL_SPEC_RFC8141 = 6,  /* names, as are the documents before and after (uriel_urn.h) */
  URIEL_SPEC_RFC2141 = 7,
  URIEL_SPEC_IRI = 8,     /* RFC 3987 (uriel_iri.h) */
  URIEL_SPEC_WHATWG = 9,  /* the URL standard of the WHATWG (uriel_url.h) */
  URIEL_SPEC_LENIENT = 10 /* uriel_lenient_parse; uriel_parse_as reads RFC 3986 */
} uriel_spec;

/* A parsed reference: 40 bytes, copied by assignment. The text that it points into must outlive it.
 *
 *      https://user:pw@example.com:8042/over/there?name=ferret#nose
 *      |    |          |          |    |          |           |    |
 *      0    scheme_end |          |    |          path_end    |    length
 *                      host_begin |    path_begin             query_end
 *                                 host_end
 *
 * The scheme is undefined if scheme_end is 0, the authority if host_begin is 0, the user information if
 * host_begin is the start of the authority, the port if host_end is path_begin, the query if path_end is
 * query_end, the fragment if query_end is length. The functions below return components. */
typedef struct uriel_ref {
  const char *text; /* starts after a "URL:" prefix (url-1994) */
  uint32_t length;
  uint32_t scheme_end, host_begin, host_end, path_begin, path_end, query_end;
  uint32_t flags; /* enum uriel_flag */
} uriel_ref;

enum uriel_flag {
  URIEL_HOST_KIND_MASK = 0x07,  /* a uriel_host_kind */
  URIEL_HAS_PERCENT = 0x08,     /* a "%" somewhere */
  URIEL_HAS_UPPER = 0x10,       /* an upper-case letter in the scheme or the host */
  URIEL_HAS_DOT_SEGMENT = 0x20, /* a segment "." or ".."; not set for "%2e%2e" (5.2.4) */
  URIEL_HAS_PREFIX = 0x40,      /* "URL:" came before the reference (url-1994) */
  URIEL_HAS_REGISTRY = 0x80,    /* the host is a registry-based authority (uri-2003) */
  URIEL_SPEC_MASK = 0xF00,      /* the document of the reference, a uriel_spec, */
  URIEL_SPEC_SHIFT = 8,         /* shifted left by this */
  URIEL_INVALID = 0x10000       /* only in rows of a batch: the text is not a reference */
};

typedef enum uriel_host_kind {
  URIEL_HOST_NONE = 0, /* no authority, so no host */
  URIEL_HOST_NAME = 1, /* reg-name, also an empty one */
  URIEL_HOST_IPV4 = 2,
  URIEL_HOST_IPV6 = 3,
  URIEL_HOST_IPVFUTURE = 4
} uriel_host_kind;
URIEL_API const char *uriel_host_kind_name(uriel_host_kind kind);

typedef enum uriel_form {
  URIEL_FORM_ABSOLUTE = 1, /* has a scheme, and an authority or a path that starts with "/" */
  URIEL_FORM_RELATIVE = 2, /* has no scheme */
  URIEL_FORM_OPAQUE = 3    /* any other: mailto:a@b, urn:isbn:1, about: */
} uriel_form;
URIEL_API const char *uriel_form_name(uriel_form form);

typedef enum uriel_component {
  URIEL_REFERENCE = 0, /* all of it */
  URIEL_SCHEME = 1,
  URIEL_AUTHORITY = 2,
  URIEL_USERINFO = 3,
  URIEL_HOST = 4, /* with the brackets of an IP literal */
  URIEL_PORT = 5,
  URIEL_PATH = 6, /* always defined, often empty */
  URIEL_QUERY = 7,
  URIEL_FRAGMENT = 8
} uriel_component;
URIEL_API const char *uriel_component_name(uriel_component component);

typedef struct uriel_error uriel_error;

/* Returns whether `text` is a URI-reference (4.1, Appendix A) and fills `ref`. Otherwise `ref` is the
 * empty reference; the error is of URIEL_CLASS_SYNTAX. Accepts exactly the language of the grammar. */
URIEL_API bool uriel_parse(uriel_ref *ref, const char *text, size_t len, uriel_error *error);

/* Return a component without its delimiters. O(1). */
URIEL_API uriel_text uriel_component_get(const uriel_ref *ref, uriel_component component);
URIEL_API uriel_text uriel_scheme(const uriel_ref *ref);
URIEL_API uriel_text uriel_authority(const uriel_ref *ref);
URIEL_API uriel_text uriel_userinfo(const uriel_ref *ref);
URIEL_API uriel_text uriel_host(const uriel_ref *ref);
URIEL_API uriel_text uriel_port(const uriel_ref *ref);
URIEL_API uriel_text uriel_path(const uriel_ref *ref);
URIEL_API uriel_text uriel_query(const uriel_ref *ref);
URIEL_API uriel_text uriel_fragment(const uriel_ref *ref);

/* Return the user information before and after its first ":" (3.2.1), not decoded. Without a ":", the
 * password is undefined. */
URIEL_API uriel_text uriel_user(const uriel_ref *ref);
URIEL_API uriel_text uriel_password(const uriel_ref *ref);

/* Moves the next segment of a path (3.3) from `rest` to `segment`, not decoded, and returns whether
 * there was one. Set `rest` to the path first. "/a/" has the segments "a" and "", "a/b" has "a" and "b",
 * "/" has "", an empty path has no segment. */
URIEL_API bool uriel_segment_next(uriel_text *rest, uriel_text *segment);

/* Return the form, the kind of the host, and the document of a reference. O(1). */
URIEL_API uriel_form uriel_form_of(const uriel_ref *ref);
URIEL_INLINE uriel_host_kind uriel_host_kind_of(const uriel_ref *ref)
{
  return (uriel_host_kind)(ref->flags & URIEL_HOST_KIND_MASK);
}
URIEL_INLINE uriel_spec uriel_spec_of(const uriel_ref *ref)
{
  return (uriel_spec)((ref->flags & URIEL_SPEC_MASK) >> URIEL_SPEC_SHIFT);
}

/* Return the reference without its fragment (4.3), over the same text; and the same reference over
 * `text`, a copy of the `ref->length` bytes at `ref->text`. O(1). */
URIEL_API uriel_ref uriel_without_fragment(const uriel_ref *ref);
URIEL_API uriel_ref uriel_rebase(const uriel_ref *ref, const char *text);

/* ---- Errors ----------------------------------------------------------------------------------- */

typedef enum uriel_error_class {
  URIEL_CLASS_NONE = 0,       /* URIEL_ERROR_NONE, and numbers that are not error codes */
  URIEL_CLASS_SYNTAX = 1,     /* the text breaks the grammar of its document */
  URIEL_CLASS_ENCODING = 2,   /* a character cannot be encoded or decoded */
  URIEL_CLASS_RESOLUTION = 3, /* the base is unsuitable, or ".." leads above the root */
  URIEL_CLASS_NAME = 4,       /* well-formed, but refused by the rules of its namespace or registry */
  URIEL_CLASS_PART = 5,       /* a part of a scheme's own; the message continues the name of the part */
  URIEL_CLASS_SCHEME = 6,     /* the scheme, or the template of a gateway */
  URIEL_CLASS_CALL = 7,       /* the arguments of the call, or this build */
  URIEL_CLASS_IDNA = 8        /* a domain name that UTS #46 rejects (uriel_idna.h) */
} uriel_error_class;

/* A number that never changes. Codes up to 99 are below; from 100 on, the headers spec, urn, scheme,
 * plan, http, idna, url and iri have a hundred each, in this order. */
typedef int uriel_error_code;

/* clang-format off */
enum uriel_error_core {
  URIEL_ERROR_NONE = 0, URIEL_ERROR_TOO_LONG = 1, URIEL_ERROR_PERCENT = 2, URIEL_ERROR_NOT_UTF_8 = 3,
  URIEL_ERROR_SCHEME_START = 4, URIEL_ERROR_SCHEME_CHARACTER = 5,
  URIEL_ERROR_SCHEME_EMPTY = 6,        /* ":" without a scheme before it */
  URIEL_ERROR_USERINFO_CHARACTER = 7, URIEL_ERROR_HOST_CHARACTER = 8,
  URIEL_ERROR_HOST_IPV6 = 9,           /* "[...]" is not an IPv6 address */
  URIEL_ERROR_HOST_IPVFUTURE = 10,     /* "[v...]" is not an IPvFuture address */
  URIEL_ERROR_HOST_UNCLOSED = 11,      /* "[" without "]" */
  URIEL_ERROR_HOST_AFTER_BRACKET = 12, /* something other than a port after "]" */
  URIEL_ERROR_HOST_MISSING = 13,       /* a user or a port without a host */
  URIEL_ERROR_PORT_NOT_DIGITS = 14, URIEL_ERROR_PORT_TOO_LARGE = 15, URIEL_ERROR_PATH_CHARACTER = 16,
  URIEL_ERROR_PATH_COLON = 17,         /* ":" before the first "/" of a relative path */
  URIEL_ERROR_PATH_NOT_ABSOLUTE = 18,  /* no "/" after an authority */
  URIEL_ERROR_PATH_DOUBLE_SLASH = 19,  /* "//" without an authority */
  URIEL_ERROR_SEGMENT_DOTS = 20,       /* uriel_segment_append: "." or ".." */
  URIEL_ERROR_QUERY_CHARACTER = 21, URIEL_ERROR_FRAGMENT_CHARACTER = 22,
  URIEL_ERROR_BASE_NOT_ABSOLUTE = 23,  /* the base has no scheme */
  URIEL_ERROR_BUFFER_TOO_SMALL = 24,
  URIEL_ERROR_ARGUMENT = 25,           /* an argument is not allowed; `part` names the parameter */
  URIEL_ERROR_ROW_INVALID = 26         /* a row of a batch with URIEL_INVALID */
};
/* clang-format on */

/* What is wrong and where, in bytes from the start of the text.
 *
 * No valid text starts with the bytes up to and including the one at `offset`, which is the length of
 * the text if only its end is wrong. `component`, `begin` and `length` identify the component at fault,
 * as Appendix B splits the text. In "http://a:b/", "a:b" could be user information up to offset 10, and
 * the component is the port "b". */
struct uriel_error {
  uriel_error_code code;
  uriel_component component;
  size_t offset, begin, length;
  size_t blamed; /* the byte at fault, counted from 1 in the text; 0: no byte, or the one at `offset` */
  uriel_spec spec;    /* the document of the text, */
  unsigned options;   /* and how it was parsed: enum uriel_parse_option */
  const char *part;   /* the part of a scheme ("selector"), the parameter (ARGUMENT), or what a name is
                         not in its namespace ("ISBN"); else NULL */
  const char *reason; /* why such a name is not valid; else NULL */
  char detail[12];    /* continues `reason`: "4" after "the check digit should be " */
  uriel_error_code cause; /* the error of the domain in URL_DOMAIN_TO_ASCII; else NONE */
};

/* Return the class, the name and the message of a code: SYNTAX, "scheme-start", "a scheme must start
 * with a letter". Name and message of a number that is not an error code are "". O(1). */
URIEL_API uriel_error_class uriel_error_class_of(uriel_error_code code);
URIEL_API const char *uriel_error_name(uriel_error_code code);
URIEL_API const char *uriel_error_message(uriel_error_code code);

/* Return the grammar rule that the text breaks and its section: "scheme", "3.1"; the heading of the
 * section if it has no number; "" if no rule is broken. O(1). */
URIEL_API const char *uriel_error_rule(const uriel_error *error);
URIEL_API const char *uriel_error_section(const uriel_error *error);

/* Each function below takes the text that was parsed, encoded or decoded, or the component that was
 * given, and writes printable ASCII, at most URIEL_ERROR_TEXT_MAX bytes. */
enum { URIEL_ERROR_TEXT_MAX = 256 };

/* Writes the full message: "[" is not allowed in a path. Does not link a parser. */
URIEL_API size_t uriel_error_describe(const uriel_error *error, const char *text, size_t len, char *out,
                                      size_t capacity);

/* Writes what the grammar allows at the error's offset: a letter, a digit, %XX, "/", "?", "#", the end
 * or one of !$&'()*+,-.:;=@_~. Empty unless the error is one of parsing or decoding. */
URIEL_API size_t uriel_error_expected(const uriel_error *error, const char *text, size_t len, char *out,
                                      size_t capacity);

/* Writes how to repair the text: write "[" as %5B. Empty if no repair is known. */
URIEL_API size_t uriel_error_hint(const uriel_error *error, const char *text, size_t len, char *out,
                                  size_t capacity);

/* ---- Hosts and ports -------------------------------------------------------------------------- */

/* Return whether `text` is an IPv4address, or an IPv6address without brackets (3.2.2), and write its
 * bytes in network order. uriel_ipv4_rare accepts text that is an IPv4 address only to inet_aton (7.4):
 * fewer than four numbers, or octal or hexadecimal numbers ("127.1", "0x7f.0.0.1", "2130706433"). */
URIEL_API bool uriel_ipv4_parse(uint8_t bytes[4], const char *text, size_t len);
URIEL_API bool uriel_ipv4_rare(uint8_t bytes[4], const char *text, size_t len);
URIEL_API bool uriel_ipv6_parse(uint8_t bytes[16], const char *text, size_t len);

/* Writes an IPv6 address as RFC 5952 recommends, without brackets: at most URIEL_IPV6_MAX bytes. */
enum { URIEL_IPV6_MAX = 39 };
URIEL_API size_t uriel_ipv6_print(const uint8_t bytes[16], char *out, size_t capacity);

/* Return whether the text of a port (3.2.3), or the port of a reference, has a number, and write it;
 * otherwise `number` is unchanged. The error is NONE for an undefined or empty port, which is valid,
 * PORT_TOO_LARGE above 65535, and for a text PORT_NOT_DIGITS. */
URIEL_API bool uriel_port_parse(uint16_t *number, const char *text, size_t len, uriel_error *error);
URIEL_API bool uriel_port_number(uint16_t *number, const uriel_ref *ref, uriel_error *error);

/* ---- Resolution ------------------------------------------------------------------------------- */

enum uriel_resolve_option {
  URIEL_RESOLVE_STRICT = 0,
  URIEL_RESOLVE_LENIENT = 1 /* "http:g" is "g" if the base has the same scheme (5.2.2) */
};

/* Writes the target URI of `reference` against `base` (5.2, 5.3). If the path of a target without an
 * authority starts with "//", "/." is written before it (3.3). Fails with BASE_NOT_ABSOLUTE, at a place
 * in the base, and ROW_INVALID. Resolves under the document of `reference`. */
URIEL_API size_t uriel_resolve(const uriel_ref *base, const uriel_ref *reference, unsigned options,
                               char *out, size_t capacity, uriel_error *error);
URIEL_API size_t uriel_resolve_bound(const uriel_ref *base, const uriel_ref *reference);

/* Writes the shortest reference that uriel_resolve (strict) resolves to `target`, or `target` itself if
 * none is shorter: at most `target->length` bytes. If both have a scheme, resolving the result gives the
 * target without its dot segments. Resolves under the document of `target`. Fails with ROW_INVALID. */
URIEL_API size_t uriel_relative(const uriel_ref *base, const uriel_ref *target, char *out,
                                size_t capacity, uriel_error *error);

/* Writes a path without its "." and ".." segments (5.2.4): at most `len` bytes. "%2E" is not a dot. The
 * result may begin with "//". */
URIEL_API size_t uriel_remove_dot_segments(const char *path, size_t len, char *out, size_t capacity);

/* ---- Normalisation and comparison ------------------------------------------------------------- */

/* Levels of equivalence (6.2). Each includes the lower ones. Some documents have fewer equivalences. */
typedef enum uriel_level {
  URIEL_LEVEL_STRING = 0,  /* byte for byte (6.2.1) */
  URIEL_LEVEL_CASE = 1,    /* the case of scheme, host and hexadecimal digits (6.2.2.1) */
  URIEL_LEVEL_PERCENT = 2, /* unreserved characters decoded (6.2.2.2) */
  URIEL_LEVEL_PATH = 3,    /* dot segments removed (6.2.2.3) */
  /* Default and empty ports removed, empty path as "/" (6.2.3), and the equivalences that the documents
   * of gopher, file, mailto, tel, data, ldap, ldaps and urn define (doc/rulings.md, Schemes). */
  URIEL_LEVEL_SCHEME = 4,
  URIEL_LEVEL_DIFFERENT = 5 /* a result: equivalent at no level. As an argument it means SCHEME */
} uriel_level;
URIEL_API const char *uriel_level_name(uriel_level level);

/* Writes the normal form of the reference at `level`. Idempotent. The result parses to the normalised
 * components: "/." or "./" is written before a path that would parse as something else. A relative
 * reference keeps its leading "..". Fails for a row with URIEL_INVALID. The bound is for any level. */
URIEL_API size_t uriel_normalize(const uriel_ref *ref, uriel_level level, char *out, size_t capacity);
URIEL_API size_t uriel_normalize_bound(const uriel_ref *ref);

/* Return whether two references have the same normal form at `level`, and the lowest level at which they
 * do. No normal form is built. References of different documents are equal at a level if, at that level
 * and above, each component has the same normal form under both documents. */
URIEL_API bool uriel_equal(const uriel_ref *a, const uriel_ref *b, uriel_level level);
URIEL_API uriel_level uriel_compare(const uriel_ref *a, const uriel_ref *b);

/* Returns a hash that is the same for references that are equal at `level`, on every machine and in
 * every version (doc/key.md). Use a random `seed` for tables that others can fill. */
URIEL_API uint64_t uriel_hash(const uriel_ref *ref, uriel_level level, uint64_t seed);

/* ---- Percent-encoding ------------------------------------------------------------------------- */

/* The place that a text is encoded for. */
typedef enum uriel_encode_for {
  URIEL_ENCODE_USERINFO = 0,
  URIEL_ENCODE_HOST = 1, /* an IP literal in brackets is not changed */
  URIEL_ENCODE_PATH = 2,
  URIEL_ENCODE_PATH_SEGMENT = 3, /* also "/"; "." and ".." stay: see uriel_segment_append */
  URIEL_ENCODE_QUERY = 4,
  URIEL_ENCODE_QUERY_KEY = 5,   /* also "&", ";", "+" and "=" */
  URIEL_ENCODE_QUERY_VALUE = 6, /* also "&", ";" and "+" */
  URIEL_ENCODE_FRAGMENT = 7,
  URIEL_ENCODE_FORM = 8, /* application/x-www-form-urlencoded: a space becomes "+" */
  /* A whole reference: encodes characters that no reference can contain, brackets except those around an
   * IP literal, and every "#" after the first. Does not change a valid reference. */
  URIEL_ENCODE_REFERENCE = 9,
  /* Any component: every byte that is not unreserved (2.3). Documents before RFC 3986 keep "*" or encode
   * "~", according to their own sets. */
  URIEL_ENCODE_ANY = 10
} uriel_encode_for;

enum uriel_percent_option {
  URIEL_ENCODE_PERCENT = 1, /* encode every "%"; otherwise "%XX" is not changed */
  URIEL_DECODE_PLUS = 2     /* decode "+" as a space, as forms do */
};

/* Writes `text`, percent-encoding every byte that cannot appear in `where`. A value that is not an
 * enumerator means ANY. The bound is 3 * len, or PTRDIFF_MAX if that is more. */
URIEL_API size_t uriel_encode(const char *text, size_t len, uriel_encode_for where, unsigned options,
                              char *out, size_t capacity);
URIEL_API size_t uriel_encode_bound(size_t len);

/* Writes `text` with every "%XX" decoded once: at most `len` bytes. A "%" without two hexadecimal digits
 * is copied; the first one is the error PERCENT. `out` may be `text`. */
URIEL_API size_t uriel_decode(const char *text, size_t len, unsigned options, char *out, size_t capacity,
                              uriel_error *error);

/* ---- Building --------------------------------------------------------------------------------- */

/* Components to build a reference from, already encoded. An undefined path means an empty one. */
typedef struct uriel_parts {
  uriel_text scheme, userinfo, host, port, path, query, fragment;
} uriel_parts;

/* Returns the components of a reference. A row with URIEL_INVALID gets an empty scheme. O(1). */
URIEL_API uriel_parts uriel_parts_of(const uriel_ref *ref);

/* Writes the reference made of `parts` (5.3). Fails if it would not parse back to the same parts; the
 * error names the component, and its place is in its text. uriel_build_as has the same bound. */
URIEL_API size_t uriel_build(const uriel_parts *parts, char *out, size_t capacity, uriel_error *error);
URIEL_API size_t uriel_build_bound(const uriel_parts *parts);

/* Writes `ref` with one component replaced, or removed if `value` is undefined: at most
 * `ref->length + value.len + 3` bytes. All other bytes stay the same. For URIEL_REFERENCE, writes
 * `value`. Fails as uriel_build does, and with ARGUMENT if `component` is not an enumerator. References
 * of other documents are written by uriel_build_as, with URIEL_PARSE_PARTIAL if no scheme is left. */
URIEL_API size_t uriel_component_set(const uriel_ref *ref, uriel_component component, uriel_text value,
                                     char *out, size_t capacity, uriel_error *error);

/* Writes `ref` with a segment added to its path (3.3): after a "/", unless the path ends in one or the
 * reference has no path and no authority. At most `ref->length + 3 * len + 1` bytes. The segment is
 * given decoded: "%", "/", every other byte that RFC 3986 does not allow in a segment, and ":" in the
 * only segment of a relative reference become "%XX". So any text adds exactly one segment, which decodes
 * to `segment`. Fails with SEGMENT_DOTS if that is "." or "..", which would remove segments (5.2.4) and
 * have no other spelling, with TOO_LONG, and with ARGUMENT for a reference of documents other than RFC
 * 3986, RFC 3987 and the URL standard. */
URIEL_API size_t uriel_segment_append(const uriel_ref *ref, const char *segment, size_t len, char *out,
                                      size_t capacity, uriel_error *error);

#endif
