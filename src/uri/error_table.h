/* SPDX-License-Identifier: MIT */
/* Made by tools/make-tables of data/errors.tsv. Do not edit. */

/* clang-format off */
#define ERRORS_CORE(X) \
  X(NONE, NONE, "none" "\0" "no error" "\0" "" "\0" "") \
  X(TOO_LONG, SYNTAX, "too-long" "\0" "longer than 4294967295 bytes" "\0" "URI-reference" "\0" "4.1") \
  X(PERCENT, SYNTAX, "percent" "\0" "\"%\" is not followed by two hexadecimal digits" "\0" "pct-encoded" "\0" "2.1") \
  X(NOT_UTF_8, ENCODING, "not-utf-8" "\0" "is not UTF-8" "\0" "" "\0" "") \
  X(SCHEME_START, SYNTAX, "scheme-start" "\0" "a scheme must start with a letter" "\0" "scheme" "\0" "3.1") \
  X(SCHEME_CHARACTER, SYNTAX, "scheme-character" "\0" "is not allowed in a scheme, which is made of letters, digits, \"+\", \"-\" and \".\"" "\0" "scheme" "\0" "3.1") \
  X(SCHEME_EMPTY, SYNTAX, "scheme-empty" "\0" "a scheme is missing before \":\"" "\0" "scheme" "\0" "3.1") \
  X(USERINFO_CHARACTER, SYNTAX, "userinfo-character" "\0" "is not allowed in user information" "\0" "userinfo" "\0" "3.2.1") \
  X(HOST_CHARACTER, SYNTAX, "host-character" "\0" "is not allowed in a host" "\0" "reg-name" "\0" "3.2.2") \
  X(HOST_IPV6, SYNTAX, "host-ipv6" "\0" "the text between the brackets is not an IPv6 address" "\0" "IPv6address" "\0" "3.2.2") \
  X(HOST_IPVFUTURE, SYNTAX, "host-ipvfuture" "\0" "the text between the brackets is not an address of a later IP version, such as [v1.x]" "\0" "IPvFuture" "\0" "3.2.2") \
  X(HOST_UNCLOSED, SYNTAX, "host-unclosed" "\0" "\"[\" in the host has no closing \"]\"" "\0" "IP-literal" "\0" "3.2.2") \
  X(HOST_AFTER_BRACKET, SYNTAX, "host-after-bracket" "\0" "only \":\" and a port can follow \"]\" in a host" "\0" "host" "\0" "3.2.2") \
  X(HOST_MISSING, SYNTAX, "host-missing" "\0" "a user or a port needs a host" "\0" "authority" "\0" "3.2") \
  X(PORT_NOT_DIGITS, SYNTAX, "port-not-digits" "\0" "a port can contain only digits" "\0" "port" "\0" "3.2.3") \
  X(PORT_TOO_LARGE, SYNTAX, "port-too-large" "\0" "the port is above 65535" "\0" "port" "\0" "3.2.3") \
  X(PATH_CHARACTER, SYNTAX, "path-character" "\0" "is not allowed in a path" "\0" "pchar" "\0" "3.3") \
  X(PATH_COLON, SYNTAX, "path-colon" "\0" "a relative path cannot contain \":\" before its first \"/\"" "\0" "path-noscheme" "\0" "4.2") \
  X(PATH_NOT_ABSOLUTE, SYNTAX, "path-not-absolute" "\0" "a path after an authority must start with \"/\"" "\0" "path-abempty" "\0" "3.3") \
  X(PATH_DOUBLE_SLASH, SYNTAX, "path-double-slash" "\0" "a path without an authority cannot start with \"//\"" "\0" "path-absolute" "\0" "3.3") \
  X(SEGMENT_DOTS, CALL, "segment-dots" "\0" "a segment \".\" or \"..\" would be removed, and has no other spelling" "\0" "" "\0" "") \
  X(QUERY_CHARACTER, SYNTAX, "query-character" "\0" "is not allowed in a query" "\0" "query" "\0" "3.4") \
  X(FRAGMENT_CHARACTER, SYNTAX, "fragment-character" "\0" "is not allowed in a fragment" "\0" "fragment" "\0" "3.5") \
  X(BASE_NOT_ABSOLUTE, RESOLUTION, "base-not-absolute" "\0" "a base URI needs a scheme" "\0" "URI" "\0" "5.2.1") \
  X(BUFFER_TOO_SMALL, CALL, "buffer-too-small" "\0" "the buffer is too small" "\0" "" "\0" "") \
  X(ARGUMENT, CALL, "argument" "\0" "an argument is not a valid value of its type" "\0" "" "\0" "") \
  X(ROW_INVALID, CALL, "row-invalid" "\0" "the row of the batch is not a valid reference" "\0" "" "\0" "")
#define ERRORS_SPEC(X) \
  X(SPEC_NOT_BUILT, CALL, "spec-not-built" "\0" "this build of the library does not read that document" "\0" "" "\0" "") \
  X(PARTS_DIFFER, CALL, "parts-differ" "\0" "the reference would parse into different components" "\0" "" "\0" "") \
  X(NOT_LATIN_1, ENCODING, "not-latin-1" "\0" "is not in ISO Latin 1" "\0" "" "\0" "") \
  X(ENCODING_NOT_ALLOWED, ENCODING, "encoding-not-allowed" "\0" "is not allowed there, even percent-encoded" "\0" "" "\0" "") \
  X(PREFIX_MISSING, SYNTAX, "prefix-missing" "\0" "\"URL:\" is missing before the URL" "\0" "" "\0" "") \
  X(SCHEME_MISSING, SYNTAX, "scheme-missing" "\0" "a URL must start with a scheme and \":\"; without them it is a partial form" "\0" "" "\0" "") \
  X(SCHEME_UNKNOWN, SYNTAX, "scheme-unknown" "\0" "the document does not define this scheme" "\0" "" "\0" "") \
  X(SCHEME_CASE, SYNTAX, "scheme-case" "\0" "a scheme must be in lower case" "\0" "" "\0" "") \
  X(SCHEME_NAME, SYNTAX, "scheme-name" "\0" "is not allowed in a scheme" "\0" "" "\0" "") \
  X(SCHEME_AFTER_PREFIX, SYNTAX, "scheme-after-prefix" "\0" "\"URL:\" must be followed by a scheme and \":\"" "\0" "" "\0" "") \
  X(AUTHORITY_NOT_ALLOWED, SYNTAX, "authority-not-allowed" "\0" "URLs of this scheme cannot have \"//\" and a host" "\0" "" "\0" "") \
  X(AUTHORITY_MISSING, SYNTAX, "authority-missing" "\0" "\"//\" and a host are missing" "\0" "" "\0" "") \
  X(USERINFO_NOT_ALLOWED, SYNTAX, "userinfo-not-allowed" "\0" "URLs of this scheme cannot have a password" "\0" "" "\0" "") \
  X(USERINFO_EMPTY, SYNTAX, "userinfo-empty" "\0" "a user name or a password cannot be empty" "\0" "" "\0" "") \
  X(USERINFO_PASSWORD, SYNTAX, "userinfo-password" "\0" "is not allowed in a password" "\0" "" "\0" "") \
  X(HOST_NAME, SYNTAX, "host-name" "\0" "the host is neither a host name nor four numbers" "\0" "" "\0" "") \
  X(HOST_EMPTY, SYNTAX, "host-empty" "\0" "a host is missing" "\0" "" "\0" "") \
  X(HOST_NUMBER, SYNTAX, "host-number" "\0" "an AFS cell must be a name, not numbers" "\0" "" "\0" "") \
  X(HOST_CELL, SYNTAX, "host-cell" "\0" "an AFS cell must be a name that starts with a letter" "\0" "" "\0" "") \
  X(HOST_REGISTRY, NAME, "host-registry" "\0" "the authority is a registry-based name, which gives no host to connect to" "\0" "" "\0" "") \
  X(PORT_EMPTY, SYNTAX, "port-empty" "\0" "a port needs at least one digit" "\0" "" "\0" "") \
  X(PORT_NOT_ALLOWED, SYNTAX, "port-not-allowed" "\0" "URLs of this scheme cannot have a port after four numbers" "\0" "" "\0" "") \
  X(PATH_SLASH, SYNTAX, "path-slash" "\0" "the path cannot start with \"/\" here" "\0" "" "\0" "") \
  X(PATH_EMPTY_SEGMENT, SYNTAX, "path-empty-segment" "\0" "the path cannot contain \"//\"" "\0" "" "\0" "") \
  X(PATH_MISSING, SYNTAX, "path-missing" "\0" "URLs of this scheme need a path" "\0" "" "\0" "") \
  X(PATH_NOT_ALLOWED, SYNTAX, "path-not-allowed" "\0" "URLs of this scheme cannot have a path" "\0" "" "\0" "") \
  X(PATH_TYPE, SYNTAX, "path-type" "\0" "\";type=\" must be followed by A or E with N, T or C, by I, or by L with digits" "\0" "" "\0" "") \
  X(PATH_FIELDS, SYNTAX, "path-fields" "\0" "\";\" and \"=\" are allowed only in a final \";type=\" and in fields of the form DIGITS=TEXT;" "\0" "" "\0" "") \
  X(PATH_GOPHER, SYNTAX, "path-gopher" "\0" "a gopher path must be a type of one character and a selector that does not start with \"/\"" "\0" "" "\0" "") \
  X(PATH_GTYPE, SYNTAX, "path-gtype" "\0" "is not allowed as a gopher type" "\0" "" "\0" "") \
  X(PATH_WAIS, SYNTAX, "path-wais" "\0" "a WAIS path must name a database, or a database, a type and a document identifier" "\0" "" "\0" "") \
  X(PATH_NNTP, SYNTAX, "path-nntp" "\0" "the path must have the form GROUP/DIGITS" "\0" "" "\0" "") \
  X(PATH_NEWS, SYNTAX, "path-news" "\0" "the path must be \"*\", a newsgroup or an article" "\0" "" "\0" "") \
  X(PATH_ADDRESS, SYNTAX, "path-address" "\0" "the path must have the form NAME@HOST" "\0" "" "\0" "") \
  X(PATH_IDENTIFIER, SYNTAX, "path-identifier" "\0" "the path must have the form NAME@NAME" "\0" "" "\0" "") \
  X(PATH_CONTENT, SYNTAX, "path-content" "\0" "the path must have the form NAME@NAME" "\0" "" "\0" "") \
  X(PATH_OPAQUE, SYNTAX, "path-opaque" "\0" "is not allowed in an opaque part" "\0" "" "\0" "") \
  X(PATH_RELATIVE, SYNTAX, "path-relative" "\0" "is not allowed in the first segment of a relative path" "\0" "" "\0" "") \
  X(QUERY_EMPTY, SYNTAX, "query-empty" "\0" "\"?\" and \"+\" must be followed by at least one character" "\0" "" "\0" "") \
  X(QUERY_NOT_ALLOWED, SYNTAX, "query-not-allowed" "\0" "URLs of this scheme cannot have a query" "\0" "" "\0" "") \
  X(FRAGMENT_EMPTY, SYNTAX, "fragment-empty" "\0" "\"#\" must be followed by at least one character" "\0" "" "\0" "") \
  X(FRAGMENT_NOT_ALLOWED, SYNTAX, "fragment-not-allowed" "\0" "a URL cannot have a fragment" "\0" "" "\0" "") \
  X(BASE_OPAQUE, RESOLUTION, "base-opaque" "\0" "a base URI must be hierarchical" "\0" "" "\0" "") \
  X(DOTS_ABOVE_ROOT, RESOLUTION, "dots-above-root" "\0" "\"..\" leads above the root" "\0" "" "\0" "")
#ifndef URIEL_NO_URN
#define ERRORS_URN(X) \
  X(URN_SCHEME, SYNTAX, "urn-scheme" "\0" "a URN must start with \"urn:\"" "\0" "" "\0" "") \
  X(NID_MISSING, SYNTAX, "nid-missing" "\0" "\"urn:\" must be followed by a namespace and \":\"" "\0" "" "\0" "") \
  X(NID_CHARACTER, SYNTAX, "nid-character" "\0" "is not allowed there in a namespace identifier" "\0" "" "\0" "") \
  X(NID_LENGTH, SYNTAX, "nid-length" "\0" "a namespace identifier must have 2 to 32 characters (1 to 32 in RFC 2141)" "\0" "" "\0" "") \
  X(NID_RESERVED, SYNTAX, "nid-reserved" "\0" "\"urn\" is reserved and cannot be a namespace" "\0" "" "\0" "") \
  X(NSS_EMPTY, SYNTAX, "nss-empty" "\0" "a name is missing after the namespace" "\0" "" "\0" "") \
  X(NSS_CHARACTER, SYNTAX, "nss-character" "\0" "is not allowed there in a name" "\0" "" "\0" "") \
  X(NSS_NUL, SYNTAX, "nss-nul" "\0" "a name cannot contain NUL, even percent-encoded" "\0" "" "\0" "") \
  X(URN_QUERY, SYNTAX, "urn-query" "\0" "an assigned name cannot have a query" "\0" "" "\0" "") \
  X(URN_FRAGMENT, SYNTAX, "urn-fragment" "\0" "names in this namespace cannot have a fragment" "\0" "" "\0" "") \
  X(URN_COMPONENT_EMPTY, SYNTAX, "urn-component-empty" "\0" "\"?+\" and \"?=\" must be followed by a character other than \"?\" and \"/\"" "\0" "" "\0" "") \
  X(URN_COMPONENT_ORDER, SYNTAX, "urn-component-order" "\0" "\"?\" in a URN must be followed by \"+\" or \"=\"" "\0" "" "\0" "") \
  X(NAME_FORM, NAME, "name-form" "\0" "the name does not have the form that its namespace requires" "\0" "" "\0" "") \
  X(NAME_CHECK, NAME, "name-check" "\0" "the check digit is wrong" "\0" "" "\0" "")
#else
#define ERRORS_URN(X)
#endif
#ifndef URIEL_NO_SCHEME
#define ERRORS_SCHEME(X) \
  X(PART_MISSING, PART, "part-missing" "\0" "is missing" "\0" "" "\0" "") \
  X(PART_EMPTY, PART, "part-empty" "\0" "is empty" "\0" "" "\0" "") \
  X(PART_CHARACTER, PART, "part-character" "\0" "contains a character that is not allowed there" "\0" "" "\0" "") \
  X(PART_LINE_BREAK, PART, "part-line-break" "\0" "contains a byte that would end a line of the protocol" "\0" "" "\0" "") \
  X(PART_NOT_ALLOWED, PART, "part-not-allowed" "\0" "cannot appear in a URI of this scheme" "\0" "" "\0" "") \
  X(PART_NUMBER, PART, "part-number" "\0" "is not a number in the allowed range" "\0" "" "\0" "") \
  X(PART_FORM, PART, "part-form" "\0" "does not have the required form" "\0" "" "\0" "") \
  X(PART_BASE64, PART, "part-base64" "\0" "is not base64" "\0" "" "\0" "") \
  X(SCHEME_OTHER, SCHEME, "scheme-other" "\0" "the URI has another scheme" "\0" "" "\0" "")
#else
#define ERRORS_SCHEME(X)
#endif
#ifndef URIEL_NO_SCHEME
#define ERRORS_PLAN(X) \
  X(PLAN_NONE, SCHEME, "plan-none" "\0" "URIs of this scheme cannot be fetched" "\0" "" "\0" "") \
  X(PLAN_UNKNOWN, SCHEME, "plan-unknown" "\0" "no way to fetch URIs of this scheme is known" "\0" "" "\0" "") \
  X(PLAN_UNDEFINED, SCHEME, "plan-undefined" "\0" "the documents name this scheme but do not define its URIs" "\0" "" "\0" "") \
  X(PLAN_BASE, SCHEME, "plan-base" "\0" "a relative reference must be resolved before it can be fetched" "\0" "" "\0" "") \
  X(HOST_DECODED, PART, "host-decoded" "\0" "contains a delimiter, white space or a control character" "\0" "" "\0" "") \
  X(TEMPLATE, SCHEME, "template" "\0" "a template must contain \"{uri}\" or another known name in braces and must make a URI with a scheme" "\0" "" "\0" "") \
  X(PLAN_HEAD, SCHEME, "plan-head" "\0" "servers of this scheme cannot be asked about an object without sending it" "\0" "" "\0" "") \
  X(PLAN_SEARCH, SCHEME, "plan-search" "\0" "not the URI of an index: a gopher URI of type 7, a WAIS database or an http URI" "\0" "" "\0" "") \
  X(PLAN_FORM, SCHEME, "plan-form" "\0" "not the URI of a Gopher+ form, which ends in \"%09%09?\"" "\0" "" "\0" "")
#else
#define ERRORS_PLAN(X)
#endif
#ifndef URIEL_NO_SCHEME
#define ERRORS_HTTP(X) \
  X(TARGET_FORM, CALL, "target-form" "\0" "a request target is a path from \"/\" or a URI; \"*\" for OPTIONS; HOST:PORT for CONNECT" "\0" "" "\0" "")
#else
#define ERRORS_HTTP(X)
#endif
#ifndef URIEL_NO_IDNA
#define ERRORS_IDNA(X) \
  X(IDNA_CODE_POINT, IDNA, "idna-code-point" "\0" "is not allowed in a domain name" "\0" "UTS #46 V7" "\0" "4.1") \
  X(IDNA_PUNYCODE, IDNA, "idna-punycode" "\0" "the label begins with \"xn--\", but is not the Punycode of any label" "\0" "UTS #46 P4" "\0" "4") \
  X(IDNA_NFC, IDNA, "idna-nfc" "\0" "the decoded label is not in Unicode normalisation form C" "\0" "UTS #46 V1" "\0" "4.1") \
  X(IDNA_HYPHENS, IDNA, "idna-hyphens" "\0" "the third and fourth characters of a label are both \"-\"" "\0" "UTS #46 V2" "\0" "4.1") \
  X(IDNA_HYPHEN_END, IDNA, "idna-hyphen-end" "\0" "a label begins or ends with \"-\"" "\0" "UTS #46 V3" "\0" "4.1") \
  X(IDNA_XN, IDNA, "idna-xn" "\0" "the decoded label begins with \"xn--\"" "\0" "UTS #46 V4" "\0" "4.1") \
  X(IDNA_DOT, IDNA, "idna-dot" "\0" "the decoded label contains a full stop" "\0" "UTS #46 V5" "\0" "4.1") \
  X(IDNA_MARK, IDNA, "idna-mark" "\0" "a label begins with a combining mark" "\0" "UTS #46 V6" "\0" "4.1") \
  X(IDNA_JOINER, IDNA, "idna-joiner" "\0" "is not allowed between its neighbours (RFC 5892, A)" "\0" "UTS #46 V8" "\0" "4.1") \
  X(IDNA_BIDI, IDNA, "idna-bidi" "\0" "is not allowed there in a name with text from right to left (RFC 5893, 2)" "\0" "UTS #46 V9" "\0" "4.1") \
  X(IDNA_STD3, IDNA, "idna-std3" "\0" "a label can contain only letters, digits and \"-\" in US-ASCII" "\0" "UTS #46 V7.3" "\0" "4.1") \
  X(IDNA_EMPTY, IDNA, "idna-empty" "\0" "a label is empty" "\0" "UTS #46 A4_2" "\0" "4.2") \
  X(IDNA_LABEL_LENGTH, IDNA, "idna-label-length" "\0" "a label is longer than 63 bytes" "\0" "UTS #46 A4_2" "\0" "4.2") \
  X(IDNA_LENGTH, IDNA, "idna-length" "\0" "the domain name is longer than 253 bytes" "\0" "UTS #46 A4_1" "\0" "4.2") \
  X(IDNA_LIMIT, IDNA, "idna-limit" "\0" "a label outside US-ASCII has more than 1024 code points" "\0" "" "\0" "")
#else
#define ERRORS_IDNA(X)
#endif
#ifndef URIEL_NO_URL
#define ERRORS_URL(X) \
  X(URL_DOMAIN_TO_ASCII, SYNTAX, "domain-to-ASCII" "\0" "the host is not a valid domain name under UTS #46" "\0" "" "\0" "") \
  X(URL_DOMAIN_PERCENT_ENCODED, SYNTAX, "domain-percent-encoded" "\0" "a domain name contains a percent-encoded byte" "\0" "" "\0" "") \
  X(URL_HOST_INVALID_CODE_POINT, SYNTAX, "host-invalid-code-point" "\0" "is not allowed in a host" "\0" "" "\0" "") \
  X(URL_IPV4_EMPTY_PART, SYNTAX, "IPv4-empty-part" "\0" "an IPv4 address ends with \".\"" "\0" "" "\0" "") \
  X(URL_IPV4_TOO_FEW_PARTS, SYNTAX, "IPv4-too-few-parts" "\0" "an IPv4 address has fewer than four parts" "\0" "" "\0" "") \
  X(URL_IPV4_TOO_MANY_PARTS, SYNTAX, "IPv4-too-many-parts" "\0" "an IPv4 address has more than four parts" "\0" "" "\0" "") \
  X(URL_IPV4_NON_NUMERIC_PART, SYNTAX, "IPv4-non-numeric-part" "\0" "the host ends in a number, but is not an IPv4 address" "\0" "" "\0" "") \
  X(URL_IPV4_NON_DECIMAL_PART, SYNTAX, "IPv4-non-decimal-part" "\0" "a number of an IPv4 address is octal or hexadecimal" "\0" "" "\0" "") \
  X(URL_IPV4_OUT_OF_RANGE_PART, SYNTAX, "IPv4-out-of-range-part" "\0" "a number of an IPv4 address is too large for its place" "\0" "" "\0" "") \
  X(URL_IPV6_UNCLOSED, SYNTAX, "IPv6-unclosed" "\0" "\"[\" in the host has no closing \"]\"" "\0" "" "\0" "") \
  X(URL_IPV6_INVALID_COMPRESSION, SYNTAX, "IPv6-invalid-compression" "\0" "an IPv6 address begins with a single \":\"" "\0" "" "\0" "") \
  X(URL_IPV6_TOO_MANY_PIECES, SYNTAX, "IPv6-too-many-pieces" "\0" "an IPv6 address has more than eight pieces" "\0" "" "\0" "") \
  X(URL_IPV6_MULTIPLE_COMPRESSION, SYNTAX, "IPv6-multiple-compression" "\0" "an IPv6 address has \"::\" twice" "\0" "" "\0" "") \
  X(URL_IPV6_INVALID_CODE_POINT, SYNTAX, "IPv6-invalid-code-point" "\0" "an IPv6 address has a character other than hexadecimal digits and \":\", or ends too early" "\0" "" "\0" "") \
  X(URL_IPV6_TOO_FEW_PIECES, SYNTAX, "IPv6-too-few-pieces" "\0" "an IPv6 address without \"::\" has fewer than eight pieces" "\0" "" "\0" "") \
  X(URL_IPV6_PIECE_LEADING_ZERO, SYNTAX, "IPv6-piece-leading-zero" "\0" "a piece of an IPv6 address begins with 0" "\0" "" "\0" "") \
  X(URL_IPV4_IN_IPV6_TOO_MANY_PIECES, SYNTAX, "IPv4-in-IPv6-too-many-pieces" "\0" "more than six pieces come before the IPv4 address in an IPv6 address" "\0" "" "\0" "") \
  X(URL_IPV4_IN_IPV6_INVALID_CODE_POINT, SYNTAX, "IPv4-in-IPv6-invalid-code-point" "\0" "the IPv4 address in an IPv6 address has an empty number, a leading zero, a character other than digits, or too many numbers" "\0" "" "\0" "") \
  X(URL_IPV4_IN_IPV6_OUT_OF_RANGE_PART, SYNTAX, "IPv4-in-IPv6-out-of-range-part" "\0" "a number of the IPv4 address in an IPv6 address is above 255" "\0" "" "\0" "") \
  X(URL_IPV4_IN_IPV6_TOO_FEW_PARTS, SYNTAX, "IPv4-in-IPv6-too-few-parts" "\0" "the IPv4 address in an IPv6 address has fewer than four numbers" "\0" "" "\0" "") \
  X(URL_INVALID_URL_UNIT, SYNTAX, "invalid-URL-unit" "\0" "is not allowed in a URL at this place" "\0" "" "\0" "") \
  X(URL_SPECIAL_SCHEME_MISSING_FOLLOWING_SOLIDUS, SYNTAX, "special-scheme-missing-following-solidus" "\0" "the scheme must be followed by exactly two slashes" "\0" "" "\0" "") \
  X(URL_MISSING_SCHEME_NON_RELATIVE_URL, SYNTAX, "missing-scheme-non-relative-URL" "\0" "a scheme is missing, and no base URL can supply it" "\0" "" "\0" "") \
  X(URL_INVALID_REVERSE_SOLIDUS, SYNTAX, "invalid-reverse-solidus" "\0" "\"\\\" stands for \"/\"" "\0" "" "\0" "") \
  X(URL_INVALID_CREDENTIALS, SYNTAX, "invalid-credentials" "\0" "a URL should not contain a user name or a password" "\0" "" "\0" "") \
  X(URL_HOST_MISSING, SYNTAX, "host-missing" "\0" "a URL of this scheme needs a host" "\0" "" "\0" "") \
  X(URL_PORT_OUT_OF_RANGE, SYNTAX, "port-out-of-range" "\0" "the port is above 65535" "\0" "" "\0" "") \
  X(URL_PORT_INVALID, SYNTAX, "port-invalid" "\0" "a port can contain only digits" "\0" "" "\0" "") \
  X(URL_FILE_INVALID_WINDOWS_DRIVE_LETTER, SYNTAX, "file-invalid-Windows-drive-letter" "\0" "a Windows drive letter in a relative file URL" "\0" "" "\0" "") \
  X(URL_FILE_INVALID_WINDOWS_DRIVE_LETTER_HOST, SYNTAX, "file-invalid-Windows-drive-letter-host" "\0" "the host of a file URL is a Windows drive letter" "\0" "" "\0" "") \
  X(URL_NOT_SERIALIZED, SYNTAX, "not-serialized" "\0" "the URL standard would change this text" "\0" "" "\0" "")
#else
#define ERRORS_URL(X)
#endif
#ifndef URIEL_NO_IRI
#define ERRORS_IRI(X) \
  X(IRI_CHARACTER, SYNTAX, "iri-character" "\0" "is not allowed in an IRI" "\0" "ucschar" "\0" "2.2") \
  X(IRI_PRIVATE, SYNTAX, "iri-private" "\0" "is for private use, which an IRI allows only in a query" "\0" "iprivate" "\0" "2.2")
#else
#define ERRORS_IRI(X)
#endif
#define ERRORS(X) ERRORS_CORE(X) ERRORS_SPEC(X) ERRORS_URN(X) ERRORS_SCHEME(X) ERRORS_PLAN(X) ERRORS_HTTP(X) ERRORS_IDNA(X) ERRORS_URL(X) ERRORS_IRI(X)
/* clang-format on */
