/* SPDX-License-Identifier: MIT */
/* draft-ietf-uri-url-01: reads members, and finds errors. */
#include "historic/early.h"
#include "historic/generations.h"
#include "text/bytes.h"

static const early_scheme schemes_1993[] = {
    {"http", EARLY_HOSTPORT, URIEL_ERROR_NONE, "", NULL},
    {"ftp", EARLY_HOST, URIEL_ERROR_NONE, "", NULL},
    {"afs", EARLY_CELL, URIEL_ERROR_NONE, "", NULL},
    {"news", EARLY_NOTHING, URIEL_ERROR_NONE, "", uriel_early_own_news},
    {"wais", EARLY_HOSTPORT, URIEL_ERROR_PATH_WAIS, "", uriel_early_own_wais},
    {"prospero", EARLY_HOSTPORT, URIEL_ERROR_NONE, "", uriel_early_own_prospero},
    {"telnet", EARLY_LOGIN, URIEL_ERROR_PATH_NOT_ALLOWED, "", NULL},
    {"gopher", EARLY_HOSTPORT, URIEL_ERROR_PATH_GOPHER, "", uriel_early_own_gopher},
};

static const early_scheme no_scheme_1993 = {"", EARLY_LOGIN, URIEL_ERROR_NONE, "", NULL};

const early_document uriel_document_1993 = {
    .schemes = schemes_1993,
    .count = sizeof schemes_1993 / sizeof *schemes_1993,
    .partial = &no_scheme_1993,
    .host = BYTE_XALPHA_1993,
    .path = BYTE_XPALPHA_1993,
    .user = BYTE_XALPHA_1993,
    .escapes_in_user = true,
    .generic = true,
};

static grammar grammar_1993(const char *text, size_t len, unsigned options)
{
  (void)text, (void)len;
  if (options & URIEL_PARSE_PARTIAL)
    return (grammar){uriel_url_1993_partial_member, uriel_url_1993_partial_expected};
  return (grammar){uriel_url_1993_member, uriel_url_1993_expected};
}

const error_rule uriel_rules_1993[] = {
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

size_t uriel_own_parts_1993(const uriel_ref *ref, uriel_own_part *parts)
{
  return uriel_early_own_parts(&uriel_document_1993, ref, parts);
}

const reading uriel_reading_1993 = {URIEL_SPEC_URL_1993, {NULL, NULL},      grammar_1993,
                                    uriel_early_read,    uriel_early_blame, NULL};
