/* SPDX-License-Identifier: MIT */
/* The three documents of URNs: their differences as data, and the rules that errors break. */
#include "urn/document.h"

#include "uri/component.h"

/* RFC 2141: all text after the NID is the NSS. */
const urn_document uriel_document_2141 = {
    .spec = URIEL_SPEC_RFC2141, .nid_least = 1, .hyphen_last = true, .nss_but = "&~"};

const error_rule uriel_rules_2141[] = {
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

const reading uriel_reading_2141 = {URIEL_SPEC_RFC2141,
                                    {uriel_rfc2141_member, uriel_rfc2141_expected},
                                    NULL,
                                    uriel_split,
                                    uriel_urn_blame,
                                    NULL};

/* draft-ietf-urnbis-rfc2141bis-urn-01: a NID and an NSS, then the query and fragment of RFC 3986. */
const urn_document uriel_document_2011 = {
    .spec = URIEL_SPEC_URN_2011, .nid_least = 2, .hyphen_last = true, .nss_but = "", .components = true};

const error_rule uriel_rules_2011[] = {
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

const reading uriel_reading_2011 = {URIEL_SPEC_URN_2011,
                                    {uriel_urn_2011_member, uriel_urn_2011_expected},
                                    NULL,
                                    uriel_split,
                                    uriel_urn_blame,
                                    NULL};

/* RFC 8141: a NID and an NSS, which may contain "/", then r-, q- and f-components. */
const urn_document uriel_document_8141 = {.spec = URIEL_SPEC_RFC8141,
                                          .nid_least = 2,
                                          .hyphen_last = false,
                                          .nss_but = "",
                                          .own_name = true,
                                          .nul = true,
                                          .slash = true,
                                          .components = true,
                                          .rq = true};

const error_rule uriel_rules_8141[] = {
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

const reading uriel_reading_8141 = {URIEL_SPEC_RFC8141,
                                    {uriel_rfc8141_member, uriel_rfc8141_expected},
                                    NULL,
                                    uriel_split,
                                    uriel_urn_blame,
                                    NULL};
