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

/* URIEL_SHARED: the shared library is used, or built; then URIEL_BUILD is defined as well. */
#if !defined(URIEL_SHARED)
#define URIEL_API
#elif !defined(_WIN32)
#define URIEL_API __attribute__((visibility("default")))
#elif defined(URIEL_BUILD)
#define URIEL_API __declspec(dllexport)
#else
#define URIEL_API __declspec(dllimport)
#endif

/* Inline functions are also exported, for languages that call by symbol. */
#ifndef URIEL_INLINE
#define URIEL_INLINE static inline
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
URIEL_INLINE uriel_text uriel_text_of(const char *string)
{
  uriel_text text = {string, 0};
  const size_t most = string ? PTRDIFF_MAX : 0; /* else compilers call strlen, which may not be there */
  while (text.len < most && string[text.len])
    text.len++;
  return text;
}

/* How many bytes from the start of `text` are valid UTF-8 (RFC 3629): `len` where all of it is. */
URIEL_API size_t uriel_utf8_span(const char *text, size_t len);

/* ---- Generations of the specification --------------------------------------------------------- */

/* Every document that references are read by (uriel_historic.h). The values are fixed for ever. */
typedef enum uriel_spec {
  URIEL_SPEC_RFC3986 = 0,
  URIEL_SPEC_URL_1993 = 1, /* draft-ietf-uri-url-01 */
  URIEL_SPEC_URL_1994 = 2, /* draft-ietf-uri-url-03 */
  URIEL_SPEC_URL_1997 = 3, /* draft-fielding-url-syntax-05 */
  URIEL_SPEC_URI_2003 = 4, /* draft-fielding-uri-rfc2396bis-01 */
  URIEL_SPEC_URN_2011 = 5, /* draft-ietf-urnbis-rfc2141bis-urn-01 */
  URIEL_SPEC_RFC8141 = 6,
  URIEL_SPEC_RFC2141 = 7
} uriel_spec;

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

/* The generation that the reference was parsed by. */
URIEL_INLINE uriel_spec uriel_spec_of(const uriel_ref *ref)
{
  return (uriel_spec)((ref->flags & URIEL_SPEC_MASK) >> URIEL_SPEC_SHIFT);
}

/* A component's text, without its delimiters; undefined where the reference does not have it. O(1). */
URIEL_API uriel_text uriel_component_get(const uriel_ref *ref, uriel_component component);

/* The same, one by one. */
URIEL_API uriel_text uriel_scheme(const uriel_ref *ref);
URIEL_API uriel_text uriel_authority(const uriel_ref *ref);
URIEL_API uriel_text uriel_userinfo(const uriel_ref *ref);
URIEL_API uriel_text uriel_host(const uriel_ref *ref);
URIEL_API uriel_text uriel_port(const uriel_ref *ref);
URIEL_API uriel_text uriel_path(const uriel_ref *ref);
URIEL_API uriel_text uriel_query(const uriel_ref *ref);
URIEL_API uriel_text uriel_fragment(const uriel_ref *ref);

URIEL_INLINE uriel_host_kind uriel_host_kind_of(const uriel_ref *ref)
{
  return (uriel_host_kind)(ref->flags & URIEL_HOST_KIND_MASK);
}
URIEL_API uriel_form uriel_form_of(const uriel_ref *ref);

/* The parts of the user information, as written: all before its first ":", and all after it (3.2.1).
 * Both are undefined without user information, the password also without a ":". O(length). */
URIEL_API uriel_text uriel_user(const uriel_ref *ref);
URIEL_API uriel_text uriel_password(const uriel_ref *ref);

/* The reference without its fragment, over the same text: what parsing it without "#" and the fragment
 * gives (4.3). O(length). */
URIEL_API uriel_ref uriel_without_fragment(const uriel_ref *ref);

/* The same reference over another text, which must hold a copy of the `ref->length` bytes at
 * `ref->text`. O(1). */
URIEL_API uriel_ref uriel_rebase(const uriel_ref *ref, const char *text);

/* "path", "absolute", "ipv6", ...; "none" for URIEL_HOST_NONE and "reference" for URIEL_REFERENCE. */
URIEL_API const char *uriel_component_name(uriel_component component);
URIEL_API const char *uriel_form_name(uriel_form form);
URIEL_API const char *uriel_host_kind_name(uriel_host_kind kind);

/* ---- Errors ----------------------------------------------------------------------------------- */

/* What an error is about. */
typedef enum uriel_error_class {
  URIEL_CLASS_NONE = 0,       /* URIEL_ERROR_NONE, and numbers that are not error codes */
  URIEL_CLASS_SYNTAX = 1,     /* the text breaks the grammar of its document */
  URIEL_CLASS_ENCODING = 2,   /* a character that cannot be encoded or decoded */
  URIEL_CLASS_RESOLUTION = 3, /* the base, or ".." above the root */
  URIEL_CLASS_NAME = 4,       /* well-formed, but not a name that its namespace or registry allows */
  URIEL_CLASS_PART = 5,       /* a part of a scheme's own; the message continues the part's name */
  URIEL_CLASS_SCHEME = 6,     /* the scheme, or a gateway's template */
  URIEL_CLASS_CALL = 7        /* the arguments of the call or this build, not the text */
} uriel_error_class;

/* The values are fixed for ever. */
typedef enum uriel_error_code {
  URIEL_ERROR_NONE = 0,

  /* URIEL_CLASS_SYNTAX: any component */
  URIEL_ERROR_TOO_LONG = 1, /* more than 2^32-1 bytes */
  URIEL_ERROR_PERCENT = 2,  /* "%" without two hexadecimal digits */

  /* URIEL_CLASS_SYNTAX: scheme */
  URIEL_ERROR_SCHEME_START = 10, /* does not start with a letter */
  URIEL_ERROR_SCHEME_CHARACTER = 11,
  URIEL_ERROR_SCHEME_EMPTY = 12, /* ":" without a scheme before it */
  URIEL_ERROR_SCHEME_MISSING = 13,
  URIEL_ERROR_SCHEME_UNKNOWN = 14,      /* the document does not define it */
  URIEL_ERROR_SCHEME_CASE = 15,         /* not in lower case */
  URIEL_ERROR_SCHEME_NAME = 18,         /* a character that url-1993 and url-1994 do not allow */
  URIEL_ERROR_PREFIX_MISSING = 5,       /* "URL:" */
  URIEL_ERROR_SCHEME_AFTER_PREFIX = 19, /* "URL:" without a scheme after it */

  /* URIEL_CLASS_SYNTAX: authority */
  URIEL_ERROR_AUTHORITY_NOT_ALLOWED = 16,
  URIEL_ERROR_AUTHORITY_MISSING = 17,
  URIEL_ERROR_USERINFO_CHARACTER = 20,
  URIEL_ERROR_USERINFO_NOT_ALLOWED = 21,
  URIEL_ERROR_USERINFO_EMPTY = 22,
  URIEL_ERROR_USERINFO_PASSWORD = 23, /* a character that is not allowed in a password */
  URIEL_ERROR_HOST_CHARACTER = 30,
  URIEL_ERROR_HOST_IPV6 = 31,          /* "[...]" is not an IPv6 address */
  URIEL_ERROR_HOST_IPVFUTURE = 32,     /* "[v...]" is not an IPvFuture address */
  URIEL_ERROR_HOST_UNCLOSED = 33,      /* "[" without "]" */
  URIEL_ERROR_HOST_AFTER_BRACKET = 34, /* something other than a port after "]" */
  URIEL_ERROR_HOST_MISSING = 35,       /* a user or a port without a host */
  URIEL_ERROR_HOST_NAME = 36,          /* neither a name nor four numbers */
  URIEL_ERROR_HOST_EMPTY = 37,
  URIEL_ERROR_HOST_NUMBER = 38, /* numbers as an AFS cell */
  URIEL_ERROR_HOST_CELL = 39,   /* an AFS cell that does not start with a letter */
  URIEL_ERROR_PORT_NOT_DIGITS = 40,
  URIEL_ERROR_PORT_TOO_LARGE = 41, /* above 65535 */
  URIEL_ERROR_PORT_EMPTY = 42,
  URIEL_ERROR_PORT_NOT_ALLOWED = 43,

  /* URIEL_CLASS_SYNTAX: path */
  URIEL_ERROR_PATH_CHARACTER = 50,
  URIEL_ERROR_PATH_COLON = 51,         /* before the first "/" of a relative path */
  URIEL_ERROR_PATH_NOT_ABSOLUTE = 52,  /* no "/" after an authority */
  URIEL_ERROR_PATH_DOUBLE_SLASH = 53,  /* "//" without an authority */
  URIEL_ERROR_PATH_SLASH = 54,         /* starts with "/" where it cannot */
  URIEL_ERROR_PATH_EMPTY_SEGMENT = 55, /* "//" */
  URIEL_ERROR_PATH_MISSING = 56,
  URIEL_ERROR_PATH_NOT_ALLOWED = 57,
  URIEL_ERROR_PATH_TYPE = 58,    /* ";type=" of ftp */
  URIEL_ERROR_PATH_FIELDS = 143, /* ";" and "=" outside of fields */
  URIEL_ERROR_PATH_GOPHER = 59,
  URIEL_ERROR_PATH_GTYPE = 64, /* a gopher type */
  URIEL_ERROR_PATH_WAIS = 44,
  URIEL_ERROR_PATH_NNTP = 45,
  URIEL_ERROR_PATH_NEWS = 46,
  URIEL_ERROR_PATH_ADDRESS = 47,    /* not NAME@HOST */
  URIEL_ERROR_PATH_IDENTIFIER = 48, /* not NAME@NAME */
  URIEL_ERROR_PATH_CONTENT = 49,    /* not NAME@NAME */
  URIEL_ERROR_PATH_OPAQUE = 65,     /* a character that an opaque part cannot have */
  URIEL_ERROR_PATH_RELATIVE = 66,   /* a character that a first segment cannot have */

  /* URIEL_CLASS_SYNTAX: query and fragment */
  URIEL_ERROR_QUERY_CHARACTER = 60,
  URIEL_ERROR_QUERY_EMPTY = 61,
  URIEL_ERROR_QUERY_NOT_ALLOWED = 62,
  URIEL_ERROR_FRAGMENT_CHARACTER = 70,
  URIEL_ERROR_FRAGMENT_EMPTY = 71,
  URIEL_ERROR_FRAGMENT_NOT_ALLOWED = 72,

  /* URIEL_CLASS_SYNTAX: names */
  URIEL_ERROR_NID_MISSING = 110, /* no namespace after "urn:" */
  URIEL_ERROR_NID_CHARACTER = 111,
  URIEL_ERROR_NID_LENGTH = 112,
  URIEL_ERROR_NID_RESERVED = 113, /* "urn" as a namespace */
  URIEL_ERROR_NSS_EMPTY = 114,    /* no name after the namespace */
  URIEL_ERROR_NSS_CHARACTER = 115,
  URIEL_ERROR_NSS_NUL = 116, /* %00 in a name */
  URIEL_ERROR_URN_QUERY = 117,
  URIEL_ERROR_URN_FRAGMENT = 118,
  URIEL_ERROR_URN_COMPONENT_EMPTY = 119, /* nothing after "?+" or "?=" */
  URIEL_ERROR_URN_COMPONENT_ORDER = 120, /* "?" without "+" or "=" */
  URIEL_ERROR_URN_SCHEME = 121,          /* does not start with "urn:" */

  /* URIEL_CLASS_ENCODING */
  URIEL_ERROR_NOT_LATIN_1 = 4,
  URIEL_ERROR_NOT_UTF_8 = 6,
  URIEL_ERROR_ENCODING_NOT_ALLOWED = 7, /* the document allows the character in no form */

  /* URIEL_CLASS_RESOLUTION */
  URIEL_ERROR_BASE_NOT_ABSOLUTE = 80, /* the base has no scheme */
  URIEL_ERROR_BASE_OPAQUE = 81,
  URIEL_ERROR_DOTS_ABOVE_ROOT = 82,

  /* URIEL_CLASS_NAME */
  URIEL_ERROR_NAME_FORM = 125,
  URIEL_ERROR_NAME_CHECK = 126,    /* wrong check digit */
  URIEL_ERROR_HOST_REGISTRY = 140, /* a registry-based authority names no host */

  /* URIEL_CLASS_PART */
  URIEL_ERROR_PART_MISSING = 92,
  URIEL_ERROR_PART_EMPTY = 93,
  URIEL_ERROR_PART_CHARACTER = 94,
  URIEL_ERROR_PART_LINE_BREAK = 95,
  URIEL_ERROR_PART_NOT_ALLOWED = 96,
  URIEL_ERROR_PART_NUMBER = 97, /* not in the allowed range */
  URIEL_ERROR_PART_FORM = 98,
  URIEL_ERROR_PART_BASE64 = 99,
  URIEL_ERROR_HOST_DECODED = 141, /* the decoded host contains a delimiter */

  /* URIEL_CLASS_SCHEME */
  URIEL_ERROR_SCHEME_OTHER = 91,    /* the URI has another scheme */
  URIEL_ERROR_PLAN_NONE = 100,      /* URIs of the scheme cannot be fetched */
  URIEL_ERROR_PLAN_UNKNOWN = 101,   /* no way to fetch them is known */
  URIEL_ERROR_PLAN_UNDEFINED = 102, /* no document defines them */
  URIEL_ERROR_PLAN_BASE = 104,      /* a relative reference has no plan */
  URIEL_ERROR_TEMPLATE = 103,

  /* URIEL_CLASS_CALL */
  URIEL_ERROR_SPEC_NOT_BUILT = 3, /* this build lacks the generation */
  URIEL_ERROR_BUFFER_TOO_SMALL = 90,
  URIEL_ERROR_ROW_INVALID = 130,  /* a row of a batch with URIEL_INVALID */
  URIEL_ERROR_ARGUMENT = 131,     /* not an enumerator; `part` names it */
  URIEL_ERROR_PARTS_DIFFER = 142, /* would not parse back to the same parts */
  URIEL_ERROR_TARGET_FORM = 144   /* not a request target for the method (RFC 9112, 3.2) */
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

/* The class of a code. O(1). */
URIEL_API uriel_error_class uriel_error_class_of(uriel_error_code code);

/* For URIEL_ERROR_SCHEME_START: "scheme-start", "a scheme must start with a letter". "" for a number
 * that is not an error code. */
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

/* A port's text as a number (3.2.3). Returns whether there is one; leading zeros do not count. The error
 * is PORT_NOT_DIGITS, or PORT_TOO_LARGE above 65535; NONE if the text is empty, which is a valid port
 * without a number. `number` is written only on success. O(len). */
URIEL_API bool uriel_port_parse(const char *text, size_t len, uint16_t *number, uriel_error *error);

/* The reference's port as a number. Returns whether it has one: false where the port is undefined or
 * empty, with the error NONE, and where it is above 65535, with the error PORT_TOO_LARGE; `number` is as
 * it was then. */
URIEL_API bool uriel_port_number(uint16_t *number, const uriel_ref *ref, uriel_error *error);

/* ---- Resolution ------------------------------------------------------------------------------- */

/* What functions that write return where they cannot; nothing is written then. */
#define URIEL_FAILED ((size_t)-1)

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
                                size_t capacity, uriel_error *error);

/* Writes a path without its "." and ".." segments (5.2.4). Returns the length, which is at most `len`.
 * Takes the path as it is: "%2E" is not a dot, and the result may begin with "//". O(len). */
URIEL_API size_t uriel_remove_dot_segments(const char *path, size_t len, char *out, size_t capacity);

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
  URIEL_ENCODE_REFERENCE = 9,
  /* Any component: every byte that is not unreserved (2.3). By the documents before RFC 3986, every byte
   * except letters, digits, "-", "." and "_", and "*" in the four oldest. */
  URIEL_ENCODE_ANY = 10
} uriel_encode_for;

enum uriel_percent_option {
  URIEL_ENCODE_PERCENT = 1, /* encode every "%": without it, a "%XX" that is there already stays */
  URIEL_DECODE_PLUS = 2     /* decode "+" as a space, as forms do */
};

/* Writes `text` with every byte percent-encoded that cannot appear in `where`. A value that is not an
 * enumerator means ANY. */
URIEL_API size_t uriel_encode(const char *text, size_t len, uriel_encode_for where, unsigned options,
                              char *out, size_t capacity);

/* Writes `text` with every "%XX" decoded, once. A "%" that no two hexadecimal digits follow is copied,
 * and the first such is the error (otherwise NONE). `out` may be `text`. */
URIEL_API size_t uriel_decode(const char *text, size_t len, unsigned options, char *out, size_t capacity,
                              uriel_error *error);

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

/* Writes `ref` with one component replaced, or removed if `value` is undefined; every other byte stays
 * as it is. With URIEL_REFERENCE, writes `value` itself. Fails as uriel_build does, or with ARGUMENT if
 * `component` is not one of the enumerators. A reference of another generation keeps its generation: it
 * is written as by uriel_build_as, with the same errors, and with URIEL_PARSE_PARTIAL if it has no
 * scheme afterwards. */
URIEL_API size_t uriel_component_set(const uriel_ref *ref, uriel_component component, uriel_text value,
                                     char *out, size_t capacity, uriel_error *error);

/* ---- References over the output --------------------------------------------------------------- */

/* Each writes and returns what the function without "_ref" does, and fills the last uriel_ref with the
 * reference over `out`, as uriel_parse_as of the same generation does. If the result is longer than
 * `capacity`, returns its length with the error BUFFER_TOO_SMALL. Returns URIEL_FAILED also if the
 * result is not a reference, with the error of parsing it: RFC 3986's results always are, unless they
 * exceed 2^32-1 bytes. If the reference is not filled, it is the empty reference. It may be one of the
 * inputs. O(n). */
URIEL_API size_t uriel_resolve_ref(const uriel_ref *base, const uriel_ref *reference, unsigned options,
                                   char *out, size_t capacity, uriel_ref *filled, uriel_error *error);
URIEL_API size_t uriel_relative_ref(const uriel_ref *base, const uriel_ref *target, char *out,
                                    size_t capacity, uriel_ref *filled, uriel_error *error);
URIEL_API size_t uriel_normalize_ref(const uriel_ref *ref, uriel_level level, char *out, size_t capacity,
                                     uriel_ref *filled, uriel_error *error);
URIEL_API size_t uriel_build_ref(const uriel_parts *parts, char *out, size_t capacity, uriel_ref *filled,
                                 uriel_error *error);
URIEL_API size_t uriel_build_as_ref(const uriel_parts *parts, uriel_spec spec, unsigned options,
                                    char *out, size_t capacity, uriel_ref *filled, uriel_error *error);
URIEL_API size_t uriel_component_set_ref(const uriel_ref *ref, uriel_component component,
                                         uriel_text value, char *out, size_t capacity, uriel_ref *filled,
                                         uriel_error *error);

/* ---- Bounds ----------------------------------------------------------------------------------- */

/* The most bytes that the functions of that name write for such inputs, whatever the options, the level
 * and the generation: a buffer of that size always suffices. PTRDIFF_MAX if the bound is above it: no
 * buffer is as large. O(1). uriel_normalize_with can write the longest `empty_path` of its registry more
 * than uriel_normalize. */
URIEL_API size_t uriel_resolve_bound(const uriel_ref *base, const uriel_ref *reference);
URIEL_API size_t uriel_relative_bound(const uriel_ref *base, const uriel_ref *target);
URIEL_API size_t uriel_normalize_bound(const uriel_ref *ref);
URIEL_API size_t uriel_encode_bound(size_t len);
URIEL_API size_t uriel_decode_bound(size_t len);
URIEL_API size_t uriel_build_bound(const uriel_parts *parts);
URIEL_API size_t uriel_component_set_bound(const uriel_ref *ref, uriel_text value);

enum {
  URIEL_ERROR_TEXT_MAX = 256, /* of uriel_error_describe and uriel_error_expected */
  URIEL_IPV6_MAX = 39         /* of uriel_ipv6_print */
};

/* ---- HTTP request targets --------------------------------------------------------------------- */

typedef enum uriel_http_form {
  URIEL_HTTP_ORIGIN = 1,    /* a path that begins with "/", and a query: "//h/x" is a path here */
  URIEL_HTTP_ABSOLUTE = 2,  /* a URI without a fragment */
  URIEL_HTTP_AUTHORITY = 3, /* "host:port", of CONNECT only */
  URIEL_HTTP_ASTERISK = 4   /* "*", of OPTIONS only, for the server as a whole: the path is empty */
} uriel_http_form;

typedef struct uriel_http_target {
  uriel_http_form form;
  uriel_parts parts; /* point into the text that was parsed */
} uriel_http_target;

/* Parses the target of an HTTP request (RFC 9112, 3.2). Returns whether `text` is a target for `method`,
 * which is case-sensitive; if not, `target` is all zero. An error of the text is that of its component,
 * or TARGET_FORM if it has none of the method's forms. CONNECT needs a host and a port (RFC
 * 9110, 9.3.6): HOST_EMPTY, PORT_EMPTY, PORT_TOO_LARGE. O(len). */
URIEL_API bool uriel_http_target_parse(uriel_http_target *target, uriel_text method, const char *text,
                                       size_t len, uriel_error *error);

/* Writes the target URI (RFC 9112, 3.3): `scheme`, that of the connection, and `host`, the value of the
 * Host field, complete the target, unless its form is absolute. Returns its length, at most that of
 * target, `scheme` and `host` and 3, or URIEL_FAILED: with HOST_EMPTY if no host is known (pass the
 * server's default if it has one), otherwise as uriel_build does. O(n). */
URIEL_API size_t uriel_http_target_uri(const uriel_http_target *target, uriel_text scheme,
                                       uriel_text host, char *out, size_t capacity, uriel_error *error);

/* ---- Instruction sets ------------------------------------------------------------------------- */

/* What the library can use besides plain C. The values are fixed for ever. */
typedef enum uriel_cpu {
  URIEL_CPU_PLAIN = 0,
  URIEL_CPU_SSE2 = 1,
  URIEL_CPU_AVX2 = 2,
  URIEL_CPU_AVX512 = 3, /* with VBMI */
  URIEL_CPU_NEON = 4,
  URIEL_CPU_SIMD128 = 5 /* of WebAssembly */
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
