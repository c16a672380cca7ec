/* SPDX-License-Identifier: MIT */
/* Made by tools/make-tables of data/error-rules.tsv. Do not edit. */

/* clang-format off */
#ifndef URIEL_NO_HISTORIC
static const error_rule error_rule_table_url_1993[] = {
    {URIEL_ERROR_PERCENT, "escape", "BNF syntax"},
    {URIEL_ERROR_NOT_UTF_8, "escape", "Encoding prohibited characters"},
    {URIEL_ERROR_NOT_LATIN_1, "escape", "Encoding prohibited characters"},
    {URIEL_ERROR_SCHEME_START, "ialpha", "BNF syntax"},
    {URIEL_ERROR_SCHEME_EMPTY, "scheme", "BNF syntax"},
    {URIEL_ERROR_SCHEME_MISSING, "url", "Partial form"},
    {URIEL_ERROR_SCHEME_CASE, "url", "BNF syntax"},
    {URIEL_ERROR_SCHEME_NAME, "scheme", "BNF syntax"},
    {URIEL_ERROR_AUTHORITY_NOT_ALLOWED, "generic", "BNF syntax"},
    {URIEL_ERROR_AUTHORITY_MISSING, "hostport", "Internet protocol parts"},
    {URIEL_ERROR_USERINFO_CHARACTER, "user", "BNF syntax"},
    {URIEL_ERROR_USERINFO_NOT_ALLOWED, "hostport", "BNF syntax"},
    {URIEL_ERROR_USERINFO_EMPTY, "user", "BNF syntax"},
    {URIEL_ERROR_HOST_CHARACTER, "hostname", "BNF syntax"},
    {URIEL_ERROR_HOST_NAME, "host", "BNF syntax"},
    {URIEL_ERROR_HOST_CELL, "cellname", "BNF syntax"},
    {URIEL_ERROR_HOST_NUMBER, "cellname", "BNF syntax"},
    {URIEL_ERROR_HOST_EMPTY, "host", "BNF syntax"},
    {URIEL_ERROR_PORT_NOT_DIGITS, "port", "BNF syntax"},
    {URIEL_ERROR_PORT_TOO_LARGE, "port", "BNF syntax"},
    {URIEL_ERROR_PORT_EMPTY, "port", "BNF syntax"},
    {URIEL_ERROR_PORT_NOT_ALLOWED, "fileaddress", "BNF syntax"},
    {URIEL_ERROR_PATH_WAIS, "waisaddress", "BNF syntax"},
    {URIEL_ERROR_PATH_CHARACTER, "path", "BNF syntax"},
    {URIEL_ERROR_PATH_SLASH, "path", "BNF syntax"},
    {URIEL_ERROR_PATH_EMPTY_SEGMENT, "path", "BNF syntax"},
    {URIEL_ERROR_PATH_MISSING, "path", "BNF syntax"},
    {URIEL_ERROR_PATH_NOT_ALLOWED, "telnetaddress", "BNF syntax"},
    {URIEL_ERROR_PATH_GTYPE, "gtype", "BNF syntax"},
    {URIEL_ERROR_PATH_GOPHER, "gopheraddress", "BNF syntax"},
    {URIEL_ERROR_QUERY_CHARACTER, "search", "BNF syntax"},
    {URIEL_ERROR_QUERY_EMPTY, "search", "BNF syntax"},
    {URIEL_ERROR_QUERY_NOT_ALLOWED, "url", "BNF syntax"},
    {URIEL_ERROR_FRAGMENT_CHARACTER, "fragmentid", "BNF syntax"},
    {URIEL_ERROR_FRAGMENT_EMPTY, "fragmentid", "BNF syntax"},
    {URIEL_ERROR_BASE_NOT_ABSOLUTE, "url", "Partial form"},
    {URIEL_ERROR_NONE, "fragmentaddress", "BNF syntax"},
};
#endif

#ifndef URIEL_NO_HISTORIC
static const error_rule error_rule_table_url_1994[] = {
    {URIEL_ERROR_PERCENT, "escape", "BNF for specific URL schemes"},
    {URIEL_ERROR_PREFIX_MISSING, "prefixedurl", "PrePrefix"},
    {URIEL_ERROR_SCHEME_START, "ialpha", "BNF for specific URL schemes"},
    {URIEL_ERROR_SCHEME_EMPTY, "scheme", "BNF for specific URL schemes"},
    {URIEL_ERROR_SCHEME_MISSING, "url", "URL syntax"},
    {URIEL_ERROR_SCHEME_AFTER_PREFIX, "prefixedurl", "PrePrefix"},
    {URIEL_ERROR_SCHEME_NAME, "scheme", "BNF for specific URL schemes"},
    {URIEL_ERROR_SCHEME_UNKNOWN, "url", "Specific Schemes"},
    {URIEL_ERROR_SCHEME_CASE, "url", "BNF for specific URL schemes"},
    {URIEL_ERROR_AUTHORITY_NOT_ALLOWED, "url", "BNF for specific URL schemes"},
    {URIEL_ERROR_AUTHORITY_MISSING, "hostport", "Internet protocol parts"},
    {URIEL_ERROR_USERINFO_CHARACTER, "user", "BNF for specific URL schemes"},
    {URIEL_ERROR_USERINFO_PASSWORD, "password", "BNF for specific URL schemes"},
    {URIEL_ERROR_ENCODING_NOT_ALLOWED, "alphanum2", "BNF for specific URL schemes"},
    {URIEL_ERROR_USERINFO_NOT_ALLOWED, "hostport", "BNF for specific URL schemes"},
    {URIEL_ERROR_USERINFO_EMPTY, "user", "BNF for specific URL schemes"},
    {URIEL_ERROR_HOST_CHARACTER, "hostname", "BNF for specific URL schemes"},
    {URIEL_ERROR_HOST_NAME, "host", "BNF for specific URL schemes"},
    {URIEL_ERROR_HOST_EMPTY, "host", "BNF for specific URL schemes"},
    {URIEL_ERROR_PORT_NOT_DIGITS, "port", "BNF for specific URL schemes"},
    {URIEL_ERROR_PORT_TOO_LARGE, "port", "BNF for specific URL schemes"},
    {URIEL_ERROR_PORT_EMPTY, "port", "BNF for specific URL schemes"},
    {URIEL_ERROR_PATH_WAIS, "waisaddress", "BNF for specific URL schemes"},
    {URIEL_ERROR_PATH_NNTP, "nntpaddress", "BNF for specific URL schemes"},
    {URIEL_ERROR_PATH_NEWS, "groupart", "BNF for specific URL schemes"},
    {URIEL_ERROR_PATH_ADDRESS, "mailtoaddress", "BNF for specific URL schemes"},
    {URIEL_ERROR_PATH_IDENTIFIER, "addr-spec", "BNF for specific URL schemes"},
    {URIEL_ERROR_PATH_CONTENT, "content-identifier", "BNF for specific URL schemes"},
    {URIEL_ERROR_PATH_CHARACTER, "path", "BNF for specific URL schemes"},
    {URIEL_ERROR_PATH_SLASH, "path", "BNF for specific URL schemes"},
    {URIEL_ERROR_PATH_EMPTY_SEGMENT, "path", "BNF for specific URL schemes"},
    {URIEL_ERROR_PATH_MISSING, "path", "BNF for specific URL schemes"},
    {URIEL_ERROR_PATH_NOT_ALLOWED, "telnetaddress", "BNF for specific URL schemes"},
    {URIEL_ERROR_PATH_TYPE, "ftptype", "Data type"},
    {URIEL_ERROR_PATH_GOPHER, "gopheraddress", "BNF for specific URL schemes"},
    {URIEL_ERROR_PATH_FIELDS, "wpath", "BNF for specific URL schemes"},
    {URIEL_ERROR_QUERY_CHARACTER, "search", "BNF for specific URL schemes"},
    {URIEL_ERROR_QUERY_EMPTY, "search", "BNF for specific URL schemes"},
    {URIEL_ERROR_QUERY_NOT_ALLOWED, "url", "BNF for specific URL schemes"},
    {URIEL_ERROR_FRAGMENT_CHARACTER, "fragmentid", "BNF for specific URL schemes"},
    {URIEL_ERROR_FRAGMENT_EMPTY, "fragmentid", "BNF for specific URL schemes"},
    {URIEL_ERROR_FRAGMENT_NOT_ALLOWED, "url", "URL syntax"},
    {URIEL_ERROR_BASE_NOT_ABSOLUTE, "url", "URL syntax"},
    {URIEL_ERROR_NONE, "url", "BNF for specific URL schemes"},
};
#endif

#ifndef URIEL_NO_HISTORIC
static const error_rule error_rule_table_url_1997[] = {
    {URIEL_ERROR_PERCENT, "escaped", "2.4.1"},
    {URIEL_ERROR_SCHEME_CHARACTER, "scheme", "4.1"},
    {URIEL_ERROR_USERINFO_CHARACTER, "user", "4.3.1"},
    {URIEL_ERROR_ENCODING_NOT_ALLOWED, "host", "4.3.1"},
    {URIEL_ERROR_USERINFO_PASSWORD, "password", "4.3.1"},
    {URIEL_ERROR_HOST_CHARACTER, "hostname", "4.3.1"},
    {URIEL_ERROR_HOST_NAME, "hostname", "4.3.1"},
    {URIEL_ERROR_HOST_MISSING, "hostport", "4.3.1"},
    {URIEL_ERROR_PORT_NOT_DIGITS, "port", "4.3.1"},
    {URIEL_ERROR_PORT_TOO_LARGE, "port", "4.3.1"},
    {URIEL_ERROR_PATH_CHARACTER, "pchar", "4.3.2"},
    {URIEL_ERROR_QUERY_CHARACTER, "query", "4.3.3"},
    {URIEL_ERROR_FRAGMENT_CHARACTER, "fragment", "3"},
    {URIEL_ERROR_BASE_NOT_ABSOLUTE, "absoluteURL", "5.2"},
    {URIEL_ERROR_NONE, "URL-reference", "3"},
};
#endif

#ifndef URIEL_NO_HISTORIC
static const error_rule error_rule_table_uri_2003[] = {
    {URIEL_ERROR_PERCENT, "escaped", "2.4.1"},
    {URIEL_ERROR_SCHEME_START, "scheme", "3.1"},
    {URIEL_ERROR_SCHEME_CHARACTER, "scheme", "3.1"},
    {URIEL_ERROR_USERINFO_CHARACTER, "userinfo", "3.2.2"},
    {URIEL_ERROR_HOST_CHARACTER, "reg-name", "3.2.1"},
    {URIEL_ERROR_HOST_REGISTRY, "reg-name", "3.2.1"},
    {URIEL_ERROR_HOST_IPV6, "IPv6address", "3.2.2"},
    {URIEL_ERROR_HOST_UNCLOSED, "IPv6reference", "3.2.2"},
    {URIEL_ERROR_HOST_AFTER_BRACKET, "hostport", "3.2.2"},
    {URIEL_ERROR_PORT_NOT_DIGITS, "port", "3.2.2"},
    {URIEL_ERROR_PORT_TOO_LARGE, "port", "3.2.2"},
    {URIEL_ERROR_PATH_CHARACTER, "pchar", "3.3"},
    {URIEL_ERROR_PATH_OPAQUE, "opaque-part", "3"},
    {URIEL_ERROR_PATH_RELATIVE, "rel-segment", "5"},
    {URIEL_ERROR_PATH_COLON, "rel-segment", "5"},
    {URIEL_ERROR_QUERY_CHARACTER, "query", "3.4"},
    {URIEL_ERROR_FRAGMENT_CHARACTER, "fragment", "4.1"},
    {URIEL_ERROR_BASE_NOT_ABSOLUTE, "absolute-URI", "5.2"},
    {URIEL_ERROR_BASE_OPAQUE, "hier-part", "5"},
    {URIEL_ERROR_DOTS_ABOVE_ROOT, "path-segments", "5.2"},
    {URIEL_ERROR_NONE, "URI-reference", "4"},
};
#endif

#ifndef URIEL_NO_URN
static const error_rule error_rule_table_rfc2141[] = {
    {URIEL_ERROR_PERCENT, "URN chars", "2.3.1"},
    {URIEL_ERROR_URN_SCHEME, "URN", "2"},
    {URIEL_ERROR_AUTHORITY_NOT_ALLOWED, "URN", "2"},
    {URIEL_ERROR_NID_MISSING, "NID", "2.1"},
    {URIEL_ERROR_NID_CHARACTER, "NID", "2.1"},
    {URIEL_ERROR_NID_LENGTH, "NID", "2.1"},
    {URIEL_ERROR_NID_RESERVED, "NID", "2.1"},
    {URIEL_ERROR_NSS_EMPTY, "NSS", "2.2"},
    {URIEL_ERROR_NSS_CHARACTER, "URN chars", "2.2"},
    {URIEL_ERROR_NSS_NUL, "excluded", "2.4"},
    {URIEL_ERROR_NAME_FORM, "NSS", "2.2"},
    {URIEL_ERROR_NAME_CHECK, "NSS", "2.2"},
    {URIEL_ERROR_NONE, "URN", "2"},
};
#endif

#ifndef URIEL_NO_URN
static const error_rule error_rule_table_urn_2011[] = {
    {URIEL_ERROR_PERCENT, "pct-encoded", "2.3.2"},
    {URIEL_ERROR_URN_SCHEME, "scheme", "2"},
    {URIEL_ERROR_AUTHORITY_NOT_ALLOWED, "urn-path", "2"},
    {URIEL_ERROR_NID_MISSING, "urn-path", "2"},
    {URIEL_ERROR_NID_CHARACTER, "NID", "2.1"},
    {URIEL_ERROR_NID_LENGTH, "NID", "2.1"},
    {URIEL_ERROR_NID_RESERVED, "NID", "2.1"},
    {URIEL_ERROR_NSS_EMPTY, "NSS", "2.2"},
    {URIEL_ERROR_NSS_CHARACTER, "NSS", "2.2"},
    {URIEL_ERROR_NSS_NUL, "excluded", "2.3.3"},
    {URIEL_ERROR_QUERY_CHARACTER, "query", "2"},
    {URIEL_ERROR_FRAGMENT_CHARACTER, "fragment", "2"},
    {URIEL_ERROR_URN_QUERY, "query", "2"},
    {URIEL_ERROR_URN_FRAGMENT, "fragment", "2"},
    {URIEL_ERROR_NAME_FORM, "NSS", "2"},
    {URIEL_ERROR_NAME_CHECK, "NSS", "2"},
    {URIEL_ERROR_NONE, "URI", "2"},
};
#endif

#ifndef URIEL_NO_URN
static const error_rule error_rule_table_rfc8141[] = {
    {URIEL_ERROR_PERCENT, "pct-encoded", "2"},
    {URIEL_ERROR_URN_SCHEME, "assigned-name", "2"},
    {URIEL_ERROR_AUTHORITY_NOT_ALLOWED, "assigned-name", "2"},
    {URIEL_ERROR_NID_MISSING, "assigned-name", "2"},
    {URIEL_ERROR_NID_CHARACTER, "NID", "2.1"},
    {URIEL_ERROR_NID_LENGTH, "NID", "2.1"},
    {URIEL_ERROR_NSS_EMPTY, "NSS", "2.2"},
    {URIEL_ERROR_NSS_CHARACTER, "NSS", "2.2"},
    {URIEL_ERROR_QUERY_CHARACTER, "rq-components", "2.3"},
    {URIEL_ERROR_URN_COMPONENT_EMPTY, "rq-components", "2.3"},
    {URIEL_ERROR_URN_COMPONENT_ORDER, "rq-components", "2.3"},
    {URIEL_ERROR_FRAGMENT_CHARACTER, "f-component", "2.3.3"},
    {URIEL_ERROR_NAME_FORM, "NSS", "2.2"},
    {URIEL_ERROR_NAME_CHECK, "NSS", "2.2"},
    {URIEL_ERROR_NONE, "namestring", "2"},
};
#endif

#ifndef URIEL_NO_IRI
static const error_rule error_rule_table_iri[] = {
    {URIEL_ERROR_PERCENT, "pct-encoded", "2.2"},
    {URIEL_ERROR_SCHEME_START, "scheme", "2.2"},
    {URIEL_ERROR_SCHEME_EMPTY, "scheme", "2.2"},
    {URIEL_ERROR_SCHEME_CHARACTER, "scheme", "2.2"},
    {URIEL_ERROR_USERINFO_CHARACTER, "iuserinfo", "2.2"},
    {URIEL_ERROR_HOST_CHARACTER, "ireg-name", "2.2"},
    {URIEL_ERROR_HOST_IPV6, "IPv6address", "2.2"},
    {URIEL_ERROR_HOST_IPVFUTURE, "IPvFuture", "2.2"},
    {URIEL_ERROR_HOST_UNCLOSED, "IP-literal", "2.2"},
    {URIEL_ERROR_HOST_AFTER_BRACKET, "ihost", "2.2"},
    {URIEL_ERROR_HOST_MISSING, "iauthority", "2.2"},
    {URIEL_ERROR_PORT_NOT_DIGITS, "port", "2.2"},
    {URIEL_ERROR_PORT_TOO_LARGE, "port", "2.2"},
    {URIEL_ERROR_PATH_CHARACTER, "ipchar", "2.2"},
    {URIEL_ERROR_PATH_COLON, "isegment-nz-nc", "2.2"},
    {URIEL_ERROR_PATH_NOT_ABSOLUTE, "ipath-abempty", "2.2"},
    {URIEL_ERROR_PATH_DOUBLE_SLASH, "ipath-absolute", "2.2"},
    {URIEL_ERROR_QUERY_CHARACTER, "iquery", "2.2"},
    {URIEL_ERROR_FRAGMENT_CHARACTER, "ifragment", "2.2"},
    {URIEL_ERROR_NOT_UTF_8, "ucschar", "2.2"},
    {URIEL_ERROR_IRI_CHARACTER, "ucschar", "2.2"},
    {URIEL_ERROR_IRI_PRIVATE, "iprivate", "2.2"},
    {URIEL_ERROR_BASE_NOT_ABSOLUTE, "absolute-IRI", "6.5"},
    {URIEL_ERROR_NONE, "IRI-reference", "2.2"},
};
#endif

#ifndef URIEL_NO_URL
static const error_rule error_rule_table_whatwg[] = {
    {URIEL_ERROR_URL_DOMAIN_TO_ASCII, "domain parser", "IDNA"},
    {URIEL_ERROR_URL_DOMAIN_PERCENT_ENCODED, "host parser", "Host parsing"},
    {URIEL_ERROR_URL_HOST_INVALID_CODE_POINT, "opaque-host parser", "Host parsing"},
    {URIEL_ERROR_URL_IPV4_EMPTY_PART, "IPv4 parser", "Host parsing"},
    {URIEL_ERROR_URL_IPV4_TOO_FEW_PARTS, "IPv4 parser", "Host parsing"},
    {URIEL_ERROR_URL_IPV4_TOO_MANY_PARTS, "IPv4 parser", "Host parsing"},
    {URIEL_ERROR_URL_IPV4_NON_NUMERIC_PART, "IPv4 parser", "Host parsing"},
    {URIEL_ERROR_URL_IPV4_NON_DECIMAL_PART, "IPv4 parser", "Host parsing"},
    {URIEL_ERROR_URL_IPV4_OUT_OF_RANGE_PART, "IPv4 parser", "Host parsing"},
    {URIEL_ERROR_URL_IPV6_UNCLOSED, "host parser", "Host parsing"},
    {URIEL_ERROR_URL_IPV6_INVALID_COMPRESSION, "IPv6 parser", "Host parsing"},
    {URIEL_ERROR_URL_IPV6_TOO_MANY_PIECES, "IPv6 parser", "Host parsing"},
    {URIEL_ERROR_URL_IPV6_MULTIPLE_COMPRESSION, "IPv6 parser", "Host parsing"},
    {URIEL_ERROR_URL_IPV6_INVALID_CODE_POINT, "IPv6 parser", "Host parsing"},
    {URIEL_ERROR_URL_IPV6_TOO_FEW_PIECES, "IPv6 parser", "Host parsing"},
    {URIEL_ERROR_URL_IPV6_PIECE_LEADING_ZERO, "IPv6 parser", "Host parsing"},
    {URIEL_ERROR_URL_IPV4_IN_IPV6_TOO_MANY_PIECES, "IPv6 parser", "Host parsing"},
    {URIEL_ERROR_URL_IPV4_IN_IPV6_INVALID_CODE_POINT, "IPv6 parser", "Host parsing"},
    {URIEL_ERROR_URL_IPV4_IN_IPV6_OUT_OF_RANGE_PART, "IPv6 parser", "Host parsing"},
    {URIEL_ERROR_URL_IPV4_IN_IPV6_TOO_FEW_PARTS, "IPv6 parser", "Host parsing"},
    {URIEL_ERROR_URL_INVALID_URL_UNIT, "URL units", "URL writing"},
    {URIEL_ERROR_URL_MISSING_SCHEME_NON_RELATIVE_URL, "no scheme state", "URL parsing"},
    {URIEL_ERROR_URL_INVALID_CREDENTIALS, "authority state", "URL parsing"},
    {URIEL_ERROR_URL_PORT_OUT_OF_RANGE, "port state", "URL parsing"},
    {URIEL_ERROR_URL_PORT_INVALID, "port state", "URL parsing"},
    {URIEL_ERROR_URL_FILE_INVALID_WINDOWS_DRIVE_LETTER, "file state", "URL parsing"},
    {URIEL_ERROR_URL_FILE_INVALID_WINDOWS_DRIVE_LETTER_HOST, "file host state", "URL parsing"},
    {URIEL_ERROR_URL_NOT_SERIALIZED, "URL serializer", "URL serializing"},
    {URIEL_ERROR_NONE, "basic URL parser", "URL parsing"},
};
#endif

static const struct {
  const error_rule *rows;
  size_t count;
} error_rule_table[] = {
    [URIEL_SPEC_RFC3986] = {NULL, 0},
#ifndef URIEL_NO_HISTORIC
    [URIEL_SPEC_URL_1993] = {error_rule_table_url_1993, 37},
#endif
#ifndef URIEL_NO_HISTORIC
    [URIEL_SPEC_URL_1994] = {error_rule_table_url_1994, 44},
#endif
#ifndef URIEL_NO_HISTORIC
    [URIEL_SPEC_URL_1997] = {error_rule_table_url_1997, 15},
#endif
#ifndef URIEL_NO_HISTORIC
    [URIEL_SPEC_URI_2003] = {error_rule_table_uri_2003, 21},
#endif
#ifndef URIEL_NO_URN
    [URIEL_SPEC_RFC2141] = {error_rule_table_rfc2141, 13},
#endif
#ifndef URIEL_NO_URN
    [URIEL_SPEC_URN_2011] = {error_rule_table_urn_2011, 17},
#endif
#ifndef URIEL_NO_URN
    [URIEL_SPEC_RFC8141] = {error_rule_table_rfc8141, 15},
#endif
#ifndef URIEL_NO_IRI
    [URIEL_SPEC_IRI] = {error_rule_table_iri, 24},
#endif
#ifndef URIEL_NO_URL
    [URIEL_SPEC_WHATWG] = {error_rule_table_whatwg, 29},
#endif
};
/* clang-format on */
