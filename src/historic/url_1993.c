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

const reading uriel_reading_1993 = {.spec = URIEL_SPEC_URL_1993,
                                    .grammar_for = grammar_1993,
                                    .read = uriel_early_read,
                                    .blame = uriel_early_blame};
