/* SPDX-License-Identifier: MIT */
/* draft-ietf-uri-url-03: reads members, and finds errors. */
#include "historic/early.h"
#include "historic/generations.h"
#include "text/bytes.h"

/* After ";type=" (FTP, Data type): a path contains no other ";". */
static void own_ftp_1994(own_list *list, const uriel_ref *ref)
{
  uriel_text rest = uriel_path(ref);
  view_take(&rest, ';');
  view_take(&rest, '=');
  own_add(list, "ftptype", rest);
}

static void own_nntp_1994(own_list *list, const uriel_ref *ref)
{
  uriel_text rest = uriel_path(ref);
  own_add(list, "group", view_take(&rest, '/'));
  own_add(list, "digits", rest);
}

static void own_address_1994(own_list *list, const uriel_ref *ref)
{
  const bool content = byte_lower(ref->text[0]) == 'c';
  own_add(list, content ? "content-identifier" : "addr-spec", uriel_path(ref));
}

static const early_scheme schemes_1994[] = {
    {"http", EARLY_HOSTPORT, URIEL_ERROR_NONE, "", NULL},
    {"ftp", EARLY_LOGIN, URIEL_ERROR_PATH_TYPE, "", own_ftp_1994},
    {"news", EARLY_NOTHING, URIEL_ERROR_PATH_NEWS, "", uriel_early_own_news},
    {"nntp", EARLY_NOTHING, URIEL_ERROR_PATH_NNTP, "", own_nntp_1994},
    {"prospero", EARLY_HOSTPORT, URIEL_ERROR_NONE, "", uriel_early_own_prospero},
    {"telnet", EARLY_LOGIN, URIEL_ERROR_PATH_NOT_ALLOWED, "", NULL},
    {"rlogin", EARLY_LOGIN, URIEL_ERROR_PATH_NOT_ALLOWED, "", NULL},
    {"tn3270", EARLY_LOGIN, URIEL_ERROR_PATH_NOT_ALLOWED, "", NULL},
    {"gopher", EARLY_HOSTPORT, URIEL_ERROR_PATH_GOPHER, "", uriel_early_own_gopher},
    {"wais", EARLY_HOSTPORT, URIEL_ERROR_PATH_WAIS, ";=", uriel_early_own_wais},
    {"mailto", EARLY_NOTHING, URIEL_ERROR_PATH_ADDRESS, "", own_address_1994},
    {"mid", EARLY_NOTHING, URIEL_ERROR_PATH_IDENTIFIER, "", own_address_1994},
    {"cid", EARLY_NOTHING, URIEL_ERROR_PATH_CONTENT, "", own_address_1994},
};

static const early_scheme no_scheme_1994 = {"", EARLY_LOGIN, URIEL_ERROR_PATH_FIELDS, ";=", NULL};

const early_document uriel_document_1994 = {
    .schemes = schemes_1994,
    .count = sizeof schemes_1994 / sizeof *schemes_1994,
    .partial = &no_scheme_1994,
    .host = BYTE_XALPHA_1994,
    .path = BYTE_XALPHA_1994,
    .user = BYTE_ALPHANUM2_1994,
    .password = true,
    .prefix = true,
};

static grammar grammar_1994(const char *text, size_t len, unsigned options)
{
  const bool prefixed = (options & URIEL_PARSE_REQUIRE_PREFIX) != 0;
  const bool either = (options & URIEL_PARSE_PARTIAL) != 0;
  if (either && (!prefixed || !uriel_early_full(text, len)))
    return (grammar){uriel_url_1994_partial_member, uriel_url_1994_partial_expected};
  if (prefixed)
    return (grammar){uriel_url_1994_prefixed_member, uriel_url_1994_prefixed_expected};
  return (grammar){uriel_url_1994_member, uriel_url_1994_expected};
}

static void read_1994(uriel_ref *ref, const char *text, uint32_t len)
{
  const uint32_t prefix = (uint32_t)uriel_early_prefix(&uriel_document_1994, text, len);
  uriel_early_read(ref, text + prefix, len - prefix);
  if (prefix > 0)
    ref->flags |= URIEL_HAS_PREFIX;
}

const reading uriel_reading_1994 = {.spec = URIEL_SPEC_URL_1994,
                                    .grammar_for = grammar_1994,
                                    .read = read_1994,
                                    .blame = uriel_early_blame};
