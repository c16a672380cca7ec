/* SPDX-License-Identifier: MIT */
/* The table of errors: class, name, message, and the broken rule of RFC 3986 and its section ("" for
 * rules of other documents). A message that begins with "is" continues the character at fault; a
 * message of URIEL_CLASS_PART continues the name of the part. */
#include "uri/error.h"

#include "uriel_http.h"
#include "uriel_idna.h"
#include "uriel_iri.h"
#include "uriel_plan.h"
#include "uriel_url.h"
#include "uriel_urn.h"

/* X(code, class, name, message) or X(code, class, name, message, rule, section) for each error, by the
 * header that declares it. A build can leave modules out. */
#define ERRORS_CORE(X)                                                                                  \
  X(NONE, NONE, "none", "no error")                                                                     \
  X(TOO_LONG, SYNTAX, "too-long", "longer than 4294967295 bytes", "URI-reference", "4.1")               \
  X(PERCENT, SYNTAX, "percent", "\"%\" is not followed by two hexadecimal digits", "pct-encoded",       \
    "2.1")                                                                                              \
  X(NOT_UTF_8, ENCODING, "not-utf-8", "is not UTF-8")                                                   \
  X(SCHEME_START, SYNTAX, "scheme-start", "a scheme must start with a letter", "scheme", "3.1")         \
  X(SCHEME_CHARACTER, SYNTAX, "scheme-character",                                                       \
    "is not allowed in a scheme, which is made of letters, digits, \"+\", \"-\" and \".\"", "scheme",   \
    "3.1")                                                                                              \
  X(SCHEME_EMPTY, SYNTAX, "scheme-empty", "a scheme is missing before \":\"", "scheme", "3.1")          \
  X(USERINFO_CHARACTER, SYNTAX, "userinfo-character", "is not allowed in user information", "userinfo", \
    "3.2.1")                                                                                            \
  X(HOST_CHARACTER, SYNTAX, "host-character", "is not allowed in a host", "reg-name", "3.2.2")          \
  X(HOST_IPV6, SYNTAX, "host-ipv6", "the text between the brackets is not an IPv6 address",             \
    "IPv6address", "3.2.2")                                                                             \
  X(HOST_IPVFUTURE, SYNTAX, "host-ipvfuture",                                                           \
    "the text between the brackets is not an address of a later IP version, such as [v1.x]",            \
    "IPvFuture", "3.2.2")                                                                               \
  X(HOST_UNCLOSED, SYNTAX, "host-unclosed", "\"[\" in the host has no closing \"]\"", "IP-literal",     \
    "3.2.2")                                                                                            \
  X(HOST_AFTER_BRACKET, SYNTAX, "host-after-bracket",                                                   \
    "only \":\" and a port can follow \"]\" in a host", "host", "3.2.2")                                \
  X(HOST_MISSING, SYNTAX, "host-missing", "a user or a port needs a host", "authority", "3.2")          \
  X(PORT_NOT_DIGITS, SYNTAX, "port-not-digits", "a port can contain only digits", "port", "3.2.3")      \
  X(PORT_TOO_LARGE, SYNTAX, "port-too-large", "the port is above 65535", "port", "3.2.3")               \
  X(PATH_CHARACTER, SYNTAX, "path-character", "is not allowed in a path", "pchar", "3.3")               \
  X(PATH_COLON, SYNTAX, "path-colon", "a relative path cannot contain \":\" before its first \"/\"",    \
    "path-noscheme", "4.2")                                                                             \
  X(PATH_NOT_ABSOLUTE, SYNTAX, "path-not-absolute", "a path after an authority must start with \"/\"",  \
    "path-abempty", "3.3")                                                                              \
  X(PATH_DOUBLE_SLASH, SYNTAX, "path-double-slash",                                                     \
    "a path without an authority cannot start with \"//\"", "path-absolute", "3.3")                     \
  X(SEGMENT_DOTS, CALL, "segment-dots",                                                                 \
    "a segment \".\" or \"..\" would be removed, and has no other spelling")                            \
  X(QUERY_CHARACTER, SYNTAX, "query-character", "is not allowed in a query", "query", "3.4")            \
  X(FRAGMENT_CHARACTER, SYNTAX, "fragment-character", "is not allowed in a fragment", "fragment",       \
    "3.5")                                                                                              \
  X(BASE_NOT_ABSOLUTE, RESOLUTION, "base-not-absolute", "a base URI needs a scheme", "URI", "5.2.1")    \
  X(BUFFER_TOO_SMALL, CALL, "buffer-too-small", "the buffer is too small")                              \
  X(ARGUMENT, CALL, "argument", "an argument is not a valid value of its type")                         \
  X(ROW_INVALID, CALL, "row-invalid", "the row of the batch is not a valid reference")

#define ERRORS_SPEC(X)                                                                                  \
  X(SPEC_NOT_BUILT, CALL, "spec-not-built", "this build of the library does not read that document")    \
  X(PARTS_DIFFER, CALL, "parts-differ", "the reference would parse into different components")          \
  X(NOT_LATIN_1, ENCODING, "not-latin-1", "is not in ISO Latin 1")                                      \
  X(ENCODING_NOT_ALLOWED, ENCODING, "encoding-not-allowed",                                             \
    "is not allowed there, even percent-encoded")                                                       \
  X(PREFIX_MISSING, SYNTAX, "prefix-missing", "\"URL:\" is missing before the URL")                     \
  X(SCHEME_MISSING, SYNTAX, "scheme-missing",                                                           \
    "a URL must start with a scheme and \":\"; without them it is a partial form")                      \
  X(SCHEME_UNKNOWN, SYNTAX, "scheme-unknown", "the document does not define this scheme")               \
  X(SCHEME_CASE, SYNTAX, "scheme-case", "a scheme must be in lower case")                               \
  X(SCHEME_NAME, SYNTAX, "scheme-name", "is not allowed in a scheme")                                   \
  X(SCHEME_AFTER_PREFIX, SYNTAX, "scheme-after-prefix",                                                 \
    "\"URL:\" must be followed by a scheme and \":\"")                                                  \
  X(AUTHORITY_NOT_ALLOWED, SYNTAX, "authority-not-allowed",                                             \
    "URLs of this scheme cannot have \"//\" and a host")                                                \
  X(AUTHORITY_MISSING, SYNTAX, "authority-missing", "\"//\" and a host are missing")                    \
  X(USERINFO_NOT_ALLOWED, SYNTAX, "userinfo-not-allowed", "URLs of this scheme cannot have a password") \
  X(USERINFO_EMPTY, SYNTAX, "userinfo-empty", "a user name or a password cannot be empty")              \
  X(USERINFO_PASSWORD, SYNTAX, "userinfo-password", "is not allowed in a password")                     \
  X(HOST_NAME, SYNTAX, "host-name", "the host is neither a host name nor four numbers")                 \
  X(HOST_EMPTY, SYNTAX, "host-empty", "a host is missing")                                              \
  X(HOST_NUMBER, SYNTAX, "host-number", "an AFS cell must be a name, not numbers")                      \
  X(HOST_CELL, SYNTAX, "host-cell", "an AFS cell must be a name that starts with a letter")             \
  X(HOST_REGISTRY, NAME, "host-registry",                                                               \
    "the authority is a registry-based name, which gives no host to connect to")                        \
  X(PORT_EMPTY, SYNTAX, "port-empty", "a port needs at least one digit")                                \
  X(PORT_NOT_ALLOWED, SYNTAX, "port-not-allowed",                                                       \
    "URLs of this scheme cannot have a port after four numbers")                                        \
  X(PATH_SLASH, SYNTAX, "path-slash", "the path cannot start with \"/\" here")                          \
  X(PATH_EMPTY_SEGMENT, SYNTAX, "path-empty-segment", "the path cannot contain \"//\"")                 \
  X(PATH_MISSING, SYNTAX, "path-missing", "URLs of this scheme need a path")                            \
  X(PATH_NOT_ALLOWED, SYNTAX, "path-not-allowed", "URLs of this scheme cannot have a path")             \
  X(PATH_TYPE, SYNTAX, "path-type",                                                                     \
    "\";type=\" must be followed by A or E with N, T or C, by I, or by L with digits")                  \
  X(PATH_FIELDS, SYNTAX, "path-fields",                                                                 \
    "\";\" and \"=\" are allowed only in a final \";type=\" and in fields of the form DIGITS=TEXT;")    \
  X(PATH_GOPHER, SYNTAX, "path-gopher",                                                                 \
    "a gopher path must be a type of one character and a selector that does not start with \"/\"")      \
  X(PATH_GTYPE, SYNTAX, "path-gtype", "is not allowed as a gopher type")                                \
  X(PATH_WAIS, SYNTAX, "path-wais",                                                                     \
    "a WAIS path must name a database, or a database, a type and a document identifier")                \
  X(PATH_NNTP, SYNTAX, "path-nntp", "the path must have the form GROUP/DIGITS")                         \
  X(PATH_NEWS, SYNTAX, "path-news", "the path must be \"*\", a newsgroup or an article")                \
  X(PATH_ADDRESS, SYNTAX, "path-address", "the path must have the form NAME@HOST")                      \
  X(PATH_IDENTIFIER, SYNTAX, "path-identifier", "the path must have the form NAME@NAME")                \
  X(PATH_CONTENT, SYNTAX, "path-content", "the path must have the form NAME@NAME")                      \
  X(PATH_OPAQUE, SYNTAX, "path-opaque", "is not allowed in an opaque part")                             \
  X(PATH_RELATIVE, SYNTAX, "path-relative", "is not allowed in the first segment of a relative path")   \
  X(QUERY_EMPTY, SYNTAX, "query-empty", "\"?\" and \"+\" must be followed by at least one character")   \
  X(QUERY_NOT_ALLOWED, SYNTAX, "query-not-allowed", "URLs of this scheme cannot have a query")          \
  X(FRAGMENT_EMPTY, SYNTAX, "fragment-empty", "\"#\" must be followed by at least one character")       \
  X(FRAGMENT_NOT_ALLOWED, SYNTAX, "fragment-not-allowed", "a URL cannot have a fragment")               \
  X(BASE_OPAQUE, RESOLUTION, "base-opaque", "a base URI must be hierarchical")                          \
  X(DOTS_ABOVE_ROOT, RESOLUTION, "dots-above-root", "\"..\" leads above the root")

#ifndef URIEL_NO_URN
#define ERRORS_URN(X)                                                                                   \
  X(URN_SCHEME, SYNTAX, "urn-scheme", "a URN must start with \"urn:\"")                                 \
  X(NID_MISSING, SYNTAX, "nid-missing", "\"urn:\" must be followed by a namespace and \":\"")           \
  X(NID_CHARACTER, SYNTAX, "nid-character", "is not allowed there in a namespace identifier")           \
  X(NID_LENGTH, SYNTAX, "nid-length",                                                                   \
    "a namespace identifier must have 2 to 32 characters (1 to 32 in RFC 2141)")                        \
  X(NID_RESERVED, SYNTAX, "nid-reserved", "\"urn\" is reserved and cannot be a namespace")              \
  X(NSS_EMPTY, SYNTAX, "nss-empty", "a name is missing after the namespace")                            \
  X(NSS_CHARACTER, SYNTAX, "nss-character", "is not allowed there in a name")                           \
  X(NSS_NUL, SYNTAX, "nss-nul", "a name cannot contain NUL, even percent-encoded")                      \
  X(URN_QUERY, SYNTAX, "urn-query", "an assigned name cannot have a query")                             \
  X(URN_FRAGMENT, SYNTAX, "urn-fragment", "names in this namespace cannot have a fragment")             \
  X(URN_COMPONENT_EMPTY, SYNTAX, "urn-component-empty",                                                 \
    "\"?+\" and \"?=\" must be followed by a character other than \"?\" and \"/\"")                     \
  X(URN_COMPONENT_ORDER, SYNTAX, "urn-component-order",                                                 \
    "\"?\" in a URN must be followed by \"+\" or \"=\"")                                                \
  X(NAME_FORM, NAME, "name-form", "the name does not have the form that its namespace requires")        \
  X(NAME_CHECK, NAME, "name-check", "the check digit is wrong")
#else
#define ERRORS_URN(X)
#endif

#ifndef URIEL_NO_SCHEME
#define ERRORS_SCHEME(X)                                                                                \
  X(PART_MISSING, PART, "part-missing", "is missing")                                                   \
  X(PART_EMPTY, PART, "part-empty", "is empty")                                                         \
  X(PART_CHARACTER, PART, "part-character", "contains a character that is not allowed there")           \
  X(PART_LINE_BREAK, PART, "part-line-break", "contains a byte that would end a line of the protocol")  \
  X(PART_NOT_ALLOWED, PART, "part-not-allowed", "cannot appear in a URI of this scheme")                \
  X(PART_NUMBER, PART, "part-number", "is not a number in the allowed range")                           \
  X(PART_FORM, PART, "part-form", "does not have the required form")                                    \
  X(PART_BASE64, PART, "part-base64", "is not base64")                                                  \
  X(SCHEME_OTHER, SCHEME, "scheme-other", "the URI has another scheme")

#define ERRORS_PLAN(X)                                                                                  \
  X(PLAN_NONE, SCHEME, "plan-none", "URIs of this scheme cannot be fetched")                            \
  X(PLAN_UNKNOWN, SCHEME, "plan-unknown", "no way to fetch URIs of this scheme is known")               \
  X(PLAN_UNDEFINED, SCHEME, "plan-undefined",                                                           \
    "the documents name this scheme but do not define its URIs")                                        \
  X(PLAN_BASE, SCHEME, "plan-base", "a relative reference must be resolved before it can be fetched")   \
  X(HOST_DECODED, PART, "host-decoded", "contains a delimiter, white space or a control character")     \
  X(TEMPLATE, SCHEME, "template",                                                                       \
    "a template must contain \"{uri}\" or another known name in braces and must make a URI with a "     \
    "scheme")

#define ERRORS_HTTP(X)                                                                                  \
  X(TARGET_FORM, CALL, "target-form",                                                                   \
    "a request target is a path from \"/\" or a URI; \"*\" for OPTIONS; HOST:PORT for CONNECT")
#else
#define ERRORS_SCHEME(X)
#define ERRORS_PLAN(X)
#define ERRORS_HTTP(X)
#endif

#ifndef URIEL_NO_IDNA
#define ERRORS_IDNA(X)                                                                                  \
  X(IDNA_CODE_POINT, IDNA, "idna-code-point", "is not allowed in a domain name", "UTS #46 V7", "4.1")   \
  X(IDNA_PUNYCODE, IDNA, "idna-punycode",                                                               \
    "the label begins with \"xn--\", but is not the Punycode of any label", "UTS #46 P4", "4")          \
  X(IDNA_NFC, IDNA, "idna-nfc", "the decoded label is not in Unicode normalisation form C",             \
    "UTS #46 V1", "4.1")                                                                                \
  X(IDNA_HYPHENS, IDNA, "idna-hyphens", "the third and fourth characters of a label are both \"-\"",    \
    "UTS #46 V2", "4.1")                                                                                \
  X(IDNA_HYPHEN_END, IDNA, "idna-hyphen-end", "a label begins or ends with \"-\"", "UTS #46 V3", "4.1") \
  X(IDNA_XN, IDNA, "idna-xn", "the decoded label begins with \"xn--\"", "UTS #46 V4", "4.1")            \
  X(IDNA_DOT, IDNA, "idna-dot", "the decoded label contains a full stop", "UTS #46 V5", "4.1")          \
  X(IDNA_MARK, IDNA, "idna-mark", "a label begins with a combining mark", "UTS #46 V6", "4.1")          \
  X(IDNA_JOINER, IDNA, "idna-joiner", "is not allowed between its neighbours (RFC 5892, A)",            \
    "UTS #46 V8", "4.1")                                                                                \
  X(IDNA_BIDI, IDNA, "idna-bidi",                                                                       \
    "is not allowed there in a name with text from right to left (RFC 5893, 2)", "UTS #46 V9", "4.1")   \
  X(IDNA_STD3, IDNA, "idna-std3", "a label can contain only letters, digits and \"-\" in US-ASCII",     \
    "UTS #46 V7.3", "4.1")                                                                              \
  X(IDNA_EMPTY, IDNA, "idna-empty", "a label is empty", "UTS #46 A4_2", "4.2")                          \
  X(IDNA_LABEL_LENGTH, IDNA, "idna-label-length", "a label is longer than 63 bytes", "UTS #46 A4_2",    \
    "4.2")                                                                                              \
  X(IDNA_LENGTH, IDNA, "idna-length", "the domain name is longer than 253 bytes", "UTS #46 A4_1",       \
    "4.2")                                                                                              \
  X(IDNA_LIMIT, IDNA, "idna-limit", "a label outside US-ASCII has more than 1024 code points")
#else
#define ERRORS_IDNA(X)
#endif

#ifndef URIEL_NO_URL
#define ERRORS_URL(X)                                                                                   \
  X(URL_DOMAIN_TO_ASCII, SYNTAX, "domain-to-ASCII",                                                     \
    "the host is not a valid domain name under UTS #46")                                                \
  X(URL_DOMAIN_PERCENT_ENCODED, SYNTAX, "domain-percent-encoded",                                       \
    "a domain name contains a percent-encoded byte")                                                    \
  X(URL_HOST_INVALID_CODE_POINT, SYNTAX, "host-invalid-code-point", "is not allowed in a host")         \
  X(URL_IPV4_EMPTY_PART, SYNTAX, "IPv4-empty-part", "an IPv4 address ends with \".\"")                  \
  X(URL_IPV4_TOO_FEW_PARTS, SYNTAX, "IPv4-too-few-parts", "an IPv4 address has fewer than four parts")  \
  X(URL_IPV4_TOO_MANY_PARTS, SYNTAX, "IPv4-too-many-parts", "an IPv4 address has more than four parts") \
  X(URL_IPV4_NON_NUMERIC_PART, SYNTAX, "IPv4-non-numeric-part",                                         \
    "the host ends in a number, but is not an IPv4 address")                                            \
  X(URL_IPV4_NON_DECIMAL_PART, SYNTAX, "IPv4-non-decimal-part",                                         \
    "a number of an IPv4 address is octal or hexadecimal")                                              \
  X(URL_IPV4_OUT_OF_RANGE_PART, SYNTAX, "IPv4-out-of-range-part",                                       \
    "a number of an IPv4 address is too large for its place")                                           \
  X(URL_IPV6_UNCLOSED, SYNTAX, "IPv6-unclosed", "\"[\" in the host has no closing \"]\"")               \
  X(URL_IPV6_INVALID_COMPRESSION, SYNTAX, "IPv6-invalid-compression",                                   \
    "an IPv6 address begins with a single \":\"")                                                       \
  X(URL_IPV6_TOO_MANY_PIECES, SYNTAX, "IPv6-too-many-pieces",                                           \
    "an IPv6 address has more than eight pieces")                                                       \
  X(URL_IPV6_MULTIPLE_COMPRESSION, SYNTAX, "IPv6-multiple-compression",                                 \
    "an IPv6 address has \"::\" twice")                                                                 \
  X(URL_IPV6_INVALID_CODE_POINT, SYNTAX, "IPv6-invalid-code-point",                                     \
    "an IPv6 address has a character other than hexadecimal digits and \":\", or ends too early")       \
  X(URL_IPV6_TOO_FEW_PIECES, SYNTAX, "IPv6-too-few-pieces",                                             \
    "an IPv6 address without \"::\" has fewer than eight pieces")                                       \
  X(URL_IPV6_PIECE_LEADING_ZERO, SYNTAX, "IPv6-piece-leading-zero",                                     \
    "a piece of an IPv6 address begins with 0")                                                         \
  X(URL_IPV4_IN_IPV6_TOO_MANY_PIECES, SYNTAX, "IPv4-in-IPv6-too-many-pieces",                           \
    "more than six pieces come before the IPv4 address in an IPv6 address")                             \
  X(URL_IPV4_IN_IPV6_INVALID_CODE_POINT, SYNTAX, "IPv4-in-IPv6-invalid-code-point",                     \
    "the IPv4 address in an IPv6 address has an empty number, a leading zero, a character other than "  \
    "digits, or too many numbers")                                                                      \
  X(URL_IPV4_IN_IPV6_OUT_OF_RANGE_PART, SYNTAX, "IPv4-in-IPv6-out-of-range-part",                       \
    "a number of the IPv4 address in an IPv6 address is above 255")                                     \
  X(URL_IPV4_IN_IPV6_TOO_FEW_PARTS, SYNTAX, "IPv4-in-IPv6-too-few-parts",                               \
    "the IPv4 address in an IPv6 address has fewer than four numbers")                                  \
  X(URL_INVALID_URL_UNIT, SYNTAX, "invalid-URL-unit", "is not allowed in a URL at this place")          \
  X(URL_SPECIAL_SCHEME_MISSING_FOLLOWING_SOLIDUS, SYNTAX, "special-scheme-missing-following-solidus",   \
    "the scheme must be followed by exactly two slashes")                                               \
  X(URL_MISSING_SCHEME_NON_RELATIVE_URL, SYNTAX, "missing-scheme-non-relative-URL",                     \
    "a scheme is missing, and no base URL can supply it")                                               \
  X(URL_INVALID_REVERSE_SOLIDUS, SYNTAX, "invalid-reverse-solidus", "\"\\\" stands for \"/\"")          \
  X(URL_INVALID_CREDENTIALS, SYNTAX, "invalid-credentials",                                             \
    "a URL should not contain a user name or a password")                                               \
  X(URL_HOST_MISSING, SYNTAX, "host-missing", "a URL of this scheme needs a host")                      \
  X(URL_PORT_OUT_OF_RANGE, SYNTAX, "port-out-of-range", "the port is above 65535")                      \
  X(URL_PORT_INVALID, SYNTAX, "port-invalid", "a port can contain only digits")                         \
  X(URL_FILE_INVALID_WINDOWS_DRIVE_LETTER, SYNTAX, "file-invalid-Windows-drive-letter",                 \
    "a Windows drive letter in a relative file URL")                                                    \
  X(URL_FILE_INVALID_WINDOWS_DRIVE_LETTER_HOST, SYNTAX, "file-invalid-Windows-drive-letter-host",       \
    "the host of a file URL is a Windows drive letter")                                                 \
  X(URL_NOT_SERIALIZED, SYNTAX, "not-serialized", "the URL standard would change this text")
#else
#define ERRORS_URL(X)
#endif

#ifndef URIEL_NO_IRI
#define ERRORS_IRI(X)                                                                                   \
  X(IRI_CHARACTER, SYNTAX, "iri-character", "is not allowed in an IRI", "ucschar", "2.2")               \
  X(IRI_PRIVATE, SYNTAX, "iri-private", "is for private use, which an IRI allows only in a query",      \
    "iprivate", "2.2")
#else
#define ERRORS_IRI(X)
#endif

#define ERRORS(X)                                                                                       \
  ERRORS_CORE(X)                                                                                        \
  ERRORS_SPEC(X)                                                                                        \
  ERRORS_URN(X) ERRORS_SCHEME(X) ERRORS_PLAN(X) ERRORS_HTTP(X) ERRORS_IDNA(X) ERRORS_URL(X) ERRORS_IRI(X)

/* The four texts of an error, each with its NUL; the literal ends in the NUL of the last one. */
#define ERROR_JOIN(message, rule, section, ...) message "\0" rule "\0" section
#define ERROR_TEXTS(name, ...) name "\0" ERROR_JOIN(__VA_ARGS__, "", "", )
#define ERROR_MEMBER(code, class, ...) char code[sizeof ERROR_TEXTS(__VA_ARGS__)];
#define ERROR_INITIAL(code, class, ...) ERROR_TEXTS(__VA_ARGS__),
#define ERROR_PLACE(code, class, ...)                                                                   \
  [URIEL_ERROR_##code / 100][URIEL_ERROR_##code % 100] = {offsetof(struct error_texts, code),           \
                                                          URIEL_CLASS_##class},

/* Offsets, not pointers: a table of pointers is larger, and is relocated when the program starts. */
static const struct error_texts {
  char unknown[4];
  ERRORS(ERROR_MEMBER)
} error_texts = {"\0\0\0", ERRORS(ERROR_INITIAL)};

/* Each module has a hundred numbers and uses the first ones. */
enum { ERROR_MODULES = 9, ERROR_NUMBERS = 50 };

static const struct error_place {
  uint16_t at;
  uint8_t class;
} error_places[ERROR_MODULES][ERROR_NUMBERS] = {ERRORS(ERROR_PLACE)};

static struct error_place error_place_of(uriel_error_code code)
{
  if (code < 0 || code / 100 >= ERROR_MODULES || code % 100 >= ERROR_NUMBERS)
    return (struct error_place){0, 0};
  return error_places[code / 100][code % 100];
}

error_entry uriel_error_entry(uriel_error_code code)
{
  const struct error_place place = error_place_of(code);
  const char *texts[4] = {(const char *)&error_texts + place.at};
  for (size_t i = 1; i < 4; i++)
    texts[i] = texts[i - 1] + uriel_text_of(texts[i - 1]).len + 1;
  return (error_entry){(uriel_error_class)place.class, texts[0], texts[1], texts[2], texts[3]};
}

const char *uriel_error_name(uriel_error_code code)
{
  return uriel_error_entry(code).name;
}

const char *uriel_error_message(uriel_error_code code)
{
  return uriel_error_entry(code).message;
}

uriel_error_class uriel_error_class_of(uriel_error_code code)
{
  return (uriel_error_class)error_place_of(code).class;
}
